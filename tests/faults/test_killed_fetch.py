"""Fetching from the command line: killed and gone on with, refused, and loaded."""

import json
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.nursery import Child, Nursery
from helpers.servers.served_api import KEY, MAIL, Api, serving
from helpers.servers.served_crossref import Crossref
from helpers.servers.served_crossref import network as crossref_network
from helpers.servers.served_grobid import Grobid, pdf
from helpers.servers.served_grobid import serving as serving_grobid
from helpers.servers.served_openalex import OpenAlex, network
from helpers.waiting import PATIENCE_S, wait_until

from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load

WORKS = network(150)
SEED = "W1100\n10.1000/w1101\n"


class Holding(Api):
    """Gives some answers, and lets whoever asks more wait for ever."""

    left = 10**9

    def answer(self, asked: Mapping[str, str], body: Any) -> tuple[int, Any]:
        self.left -= 1
        if self.left < 0:
            threading.Event().wait()
        return super().answer(asked, body)


class HoldingOpenAlex(Holding, OpenAlex):
    """That of OpenAlex."""


class HoldingCrossref(Holding, Crossref):
    """That of Crossref."""


def wait_for(requests: int, asked: list[Any], child: Child) -> None:
    """Wait until so many requests have come in all, or the command that sends them has ended."""
    wait_until(lambda: len(asked) >= requests or not child.runs(), f"{requests} requests")


@pytest.fixture
def api() -> Iterator[HoldingOpenAlex]:
    with serving(HoldingOpenAlex(works=WORKS)) as made:
        yield made


def _words(folder: Path, out: str) -> list[str]:
    (folder / "ids.txt").write_text(SEED)
    return ["fetch", "openalex", "--ids-from", "ids.txt", "--hops", "3", "--out", out, "--json"]


def _environment(api: Api) -> dict[str, str]:
    return {"SCINET_OPENALEX_URL": api.url, "OPENALEX_API_KEY": KEY, "SCINET_MAIL": MAIL}


def _pages(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("works-*.json")}


def test_what_was_fetched_loads_as_one_file_of_the_same_works(
    api: HoldingOpenAlex, nursery: Nursery, database: Database, tmp_path: Path
) -> None:
    started = nursery.start(_words(tmp_path, "out"), tmp_path, environment=_environment(api))
    fetched = started.wait()
    assert fetched.code == 0, fetched.err
    answer = json.loads(fetched.out)
    report = load(database, [tmp_path / "out"])
    assert (report.loaded, report.rejected) == (answer["records"], {})
    assert set(report.skipped.values()) <= {
        "is an answer of a service that found nothing",
        "is the manifest of what was fetched",
    }
    bodies = _pages(tmp_path / "out").values()
    results = {result["id"]: result for body in bodies for result in json.loads(body)["results"]}
    one_file = tmp_path / "works.jsonl"
    one_file.write_text("".join(json.dumps(results[name]) + "\n" for name in sorted(results)))
    database.rows("admin/wipe")
    again = load(database, [one_file])
    assert again.loaded == report.loaded
    assert again.graph_fingerprint == report.graph_fingerprint


def test_a_killed_fetch_goes_on_where_it_was(
    api: HoldingOpenAlex, nursery: Nursery, tmp_path: Path
) -> None:
    def start(out: str) -> Child:
        return nursery.start(_words(tmp_path, out), tmp_path, environment=_environment(api))

    assert start("whole").wait().code == 0
    asked = len(api.asked)
    api.asked.clear()
    draw, kills = random.Random(17), 0
    while True:
        api.left, before = 2, len(api.asked)
        child = start("killed")
        wait_for(before + 2, api.asked, child)  # the first of them was stored
        if not child.killed_after(draw.uniform(0, 0.04)):
            break
        kills += 1
    assert child.wait().code == 0
    assert kills >= 3
    assert _pages(tmp_path / "killed") == _pages(tmp_path / "whole")
    assert not list((tmp_path / "killed").glob("*.partial"))
    # At most the request under way was lost by a kill.
    assert len(api.asked) <= asked + kills
    assert sum(count - 1 for count in Counter(map(str, api.asked)).values()) <= kills


@pytest.mark.parametrize(
    ("key", "credits", "said"),
    [
        (KEY, 3, ("Insufficient budget", "Run the same command after 20")),
        ("another-marked-key", None, ("API key not found", "Set OPENALEX_API_KEY")),
    ],
    ids=["a spent budget", "a rejected key"],
)
def test_a_refusal_is_one_line_that_says_what_to_do(
    api: HoldingOpenAlex,
    nursery: Nursery,
    tmp_path: Path,
    key: str,
    credits: int | None,  # noqa: A002 - as OpenAlex calls them
    said: tuple[str, ...],
) -> None:
    api.credits = credits
    words = ["-v", *_words(tmp_path, "out")[:-1]]
    environment = _environment(api) | {"OPENALEX_API_KEY": key}
    done = nursery.start(words, tmp_path, environment=environment).wait()
    assert done.code == 1
    [line] = [item for item in done.err.splitlines() if item.startswith("scinet: ")]
    assert all(part in line for part in said)
    assert key not in done.err + done.out
    assert MAIL not in done.err + done.out


RATE = {"X-Rate-Limit-Limit": "1000", "X-Rate-Limit-Interval": "1s"}


def test_a_killed_fetch_of_crossref_ends_with_all_works_and_loads(
    nursery: Nursery, database: Database, tmp_path: Path
) -> None:
    works = crossref_network(600)
    (tmp_path / "ids.txt").write_text("10.1000/c7\n10.1000/gone\n")
    words = ["fetch", "crossref", "--since", "2001-01-01", "--ids-from", "ids.txt"]
    words += ["--out", "out", "--json"]
    with serving(HoldingCrossref(works=works, headers=RATE)) as server:
        environment = {"SCINET_CROSSREF_URL": server.url, "SCINET_MAIL": MAIL}

        def start(answers: int) -> Child:
            server.left, before = answers, len(server.asked)
            child = nursery.start(words, tmp_path, environment=environment)
            wait_for(before + answers + 1, server.asked, child)
            return child

        for answers in range(4):  # the pages of a list, and works by DOI
            assert start(answers).killed_after(0)
        child = start(0)
        child.send(signal.SIGINT)
        assert child.wait().code == 130
        server.left, before = 10**9, len(server.asked)
        done = nursery.start(words, tmp_path, environment=environment).wait()
        assert done.code == 0, done.err
        # The list had come whole before the fourth kill; works by DOI had not.
        assert len(server.asked) == before + 1
    answer = json.loads(done.out)
    assert (answer["records"], answer["not_found"]) == (600, ["10.1000/gone"])
    report = load(database, [tmp_path / "out"])
    assert report.rejected == {}
    assert list(report.skipped.values()) == ["is the manifest of what was fetched"]
    stored = database.rows("ego/references", paper_id="doi:10.1000/c7")
    assert {row["paper_id"] for row in stored} == {"doi:10.1000/c3", "doi:10.1000/c6"}
    assert report.loaded == 600


class Sent(list[Any]):
    """Documents received; the fifth and all after it are never answered."""

    def __init__(self, server: Grobid) -> None:
        super().__init__()
        self._server = server

    def append(self, item: Any) -> None:
        super().append(item)
        if len(self) == 5:
            self._server.delay_s = PATIENCE_S


def test_killed_while_pdfs_are_read_it_sends_only_those_under_way_again(
    nursery: Nursery, tmp_path: Path
) -> None:
    (tmp_path / "pdfs").mkdir()
    for number in range(8):
        (tmp_path / "pdfs" / f"{number}.pdf").write_bytes(pdf(f"Paper {number}"))
    with serving_grobid() as server:
        server.sent = Sent(server)
        words = ["fetch", "grobid", "pdfs", "--workers", "2", "--out", "tei", "--json"]

        def start() -> Child:
            return nursery.start(words, tmp_path, environment={"SCINET_GROBID_URL": server.url})

        child = start()
        wait_until(lambda: len([*tmp_path.glob("tei/*.xml")]) == 4, "four answers are written")
        assert child.killed_after(0)
        server.delay_s = 0
        done = start().wait()
        assert done.code == 0, done.err
        assert json.loads(done.out)["records"] == 8
        sent = Counter(content for _, content in server.sent)
        assert len(sent) == 8
        assert sent.total() <= 8 + 2
        (tmp_path / "pdfs" / "new.pdf").write_bytes(pdf("A new paper"))
        server.delay_s = PATIENCE_S
        child = start()
        wait_for(sent.total() + 1, server.sent, child)
        child.send(signal.SIGINT)
        assert child.wait().code == 130  # what is under way is not waited for
