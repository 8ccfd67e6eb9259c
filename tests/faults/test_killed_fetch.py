"""Fetching from the command line: killed and gone on with, refused, and loaded."""

import json
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.nursery import Child, Nursery
from helpers.served_api import KEY, MAIL, serving
from helpers.served_crossref import Crossref
from helpers.served_crossref import network as crossref_network
from helpers.served_grobid import Grobid, pdf
from helpers.served_grobid import serving as serving_grobid
from helpers.served_openalex import OpenAlex, network

from scinet.graph.connection import Database
from scinet.graph.load.loading import load

WORKS = network(150)
SEED = "W1100\n10.1000/w1101\n"


@pytest.fixture
def api() -> Iterator[OpenAlex]:
    """A server with 150 works."""
    with serving(OpenAlex(works=WORKS)) as made:
        yield made


def _words(folder: Path, out: str) -> list[str]:
    (folder / "ids.txt").write_text(SEED)
    return ["fetch", "openalex", "--ids-from", "ids.txt", "--hops", "3", "--out", out, "--json"]


def _environment(api: OpenAlex) -> dict[str, str]:
    return {"SCINET_OPENALEX_URL": api.url, "OPENALEX_API_KEY": KEY, "SCINET_MAIL": MAIL}


def _pages(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("works-*.json")}


def test_what_was_fetched_loads_as_one_file_of_the_same_works(
    api: OpenAlex, nursery: Nursery, database: Database, tmp_path: Path
) -> None:
    started = nursery.start(_words(tmp_path, "out"), tmp_path, environment=_environment(api))
    fetched = started.wait()
    assert fetched.code == 0, fetched.err
    answer = json.loads(fetched.out)
    report = load(database, [tmp_path / "out"])
    assert (report.loaded, report.rejected) == (answer["records"], {})
    assert set(report.passed_over.values()) <= {
        "is an answer of a service that found nothing",
        "is the manifest of what was fetched",
    }
    bodies = _pages(tmp_path / "out").values()
    found = {one["id"]: one for body in bodies for one in json.loads(body)["results"]}
    one_file = tmp_path / "works.jsonl"
    one_file.write_text("".join(json.dumps(found[name]) + "\n" for name in sorted(found)))
    database.rows("admin/wipe")
    again = load(database, [one_file])
    assert again.loaded == report.loaded
    assert again.graph_fingerprint == report.graph_fingerprint


def test_a_killed_fetch_goes_on_where_it_was(
    api: OpenAlex, nursery: Nursery, tmp_path: Path
) -> None:
    def start(out: str) -> Child:
        return nursery.start(_words(tmp_path, out), tmp_path, environment=_environment(api))

    assert start("whole").wait().code == 0
    asked = len(api.asked)
    api.asked.clear()
    api.delay_s, draw, kills = 0.02, random.Random(17), 0
    while True:
        child, before = start("killed"), len(api.asked)
        while child.runs() and len(api.asked) < before + 2:  # the first of them was stored
            time.sleep(0.002)
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


def test_a_spent_budget_is_one_line_that_says_when_to_go_on(
    api: OpenAlex, nursery: Nursery, tmp_path: Path
) -> None:
    api.credits = 3
    words = ["-v", *_words(tmp_path, "out")]
    done = nursery.start(words[:-1], tmp_path, environment=_environment(api)).wait()
    assert done.code == 1
    [line] = [one for one in done.err.splitlines() if one.startswith("scinet: ")]
    assert "Insufficient budget" in line
    assert "Run the same command after 20" in line
    assert KEY not in done.err + done.out
    assert MAIL not in done.err + done.out


def test_a_rejected_key_is_named_by_its_variable(
    api: OpenAlex, nursery: Nursery, tmp_path: Path
) -> None:
    wrong = _environment(api) | {"OPENALEX_API_KEY": "another-marked-key"}
    done = nursery.start(_words(tmp_path, "out")[:-1], tmp_path, environment=wrong).wait()
    assert done.code == 1
    assert "API key not found" in done.err
    assert "Set OPENALEX_API_KEY" in done.err
    assert "another-marked-key" not in done.err


RATE = {"X-Rate-Limit-Limit": "1000", "X-Rate-Limit-Interval": "1s"}


def test_a_killed_fetch_of_crossref_ends_with_all_works_and_loads(
    nursery: Nursery, database: Database, tmp_path: Path
) -> None:
    works = crossref_network(600)
    (tmp_path / "ids.txt").write_text("10.1000/c7\n10.1000/gone\n")
    words = ["fetch", "crossref", "--since", "2001-01-01", "--ids-from", "ids.txt"]
    words += ["--out", "out", "--json"]
    with serving(Crossref(works=works, headers=RATE, delay_s=0.05)) as server:
        environment = {"SCINET_CROSSREF_URL": server.url, "SCINET_MAIL": MAIL}

        def start() -> Child:
            return nursery.start(words, tmp_path, environment=environment)

        for asked in (1, 2, 3, 4):  # the pages of a list, and works by DOI
            child, before = start(), len(server.asked)
            while child.runs() and len(server.asked) < before + asked:
                time.sleep(0.002)
            assert child.killed_after(0.02)
        child, before = start(), len(server.asked)
        while child.runs() and len(server.asked) == before:
            time.sleep(0.002)
        child.send(signal.SIGINT)
        assert child.wait().code == 130
        before = len(server.asked)
        done = start().wait()
        assert done.code == 0, done.err
        # The list had come whole before the fourth kill; works by DOI had not.
        assert len(server.asked) == before + 1
    answer = json.loads(done.out)
    assert (answer["records"], answer["not_found"]) == (600, ["10.1000/gone"])
    report = load(database, [tmp_path / "out"])
    assert report.rejected == {}
    assert list(report.passed_over.values()) == ["is the manifest of what was fetched"]
    stored = database.rows("ego/references", paper_id="doi:10.1000/c7")
    assert {row["paper_id"] for row in stored} == {"doi:10.1000/c3", "doi:10.1000/c6"}
    assert report.loaded == 600


def test_killed_while_pdfs_are_read_it_sends_only_those_under_way_again(
    nursery: Nursery, tmp_path: Path
) -> None:
    (tmp_path / "pdfs").mkdir()
    for number in range(8):
        (tmp_path / "pdfs" / f"{number}.pdf").write_bytes(pdf(f"Paper {number}"))
    with serving_grobid(Grobid(delay_s=0.02)) as server:

        def start() -> Child:
            words = ["fetch", "grobid", "pdfs", "--workers", "2", "--out", "tei", "--json"]
            return nursery.start(words, tmp_path, environment={"SCINET_GROBID_URL": server.url})

        child = start()
        while child.runs() and len(server.sent) < 5:
            time.sleep(0.002)
        assert child.killed_after(0)
        done = start().wait()
        assert done.code == 0, done.err
        assert json.loads(done.out)["records"] == 8
        sent = Counter(content for _, content in server.sent)
        assert len(sent) == 8
        assert sent.total() <= 8 + 2 + 1  # one may have come, and not have been written
        (tmp_path / "pdfs" / "new.pdf").write_bytes(pdf("A new paper"))
        server.delay_s = 30
        child = start()
        while child.runs() and len(server.sent) == sent.total():
            time.sleep(0.002)
        child.send(signal.SIGINT)
        assert not child.runs_for(5)  # what is under way is not waited for
        assert child.wait().code == 130
