"""Works of OpenAlex, fetched from a local server that answers as the API does."""

import fcntl
import json
import os
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from helpers.servers.fetching import Fetching
from helpers.servers.served_api import KEY, MAIL, serving
from helpers.servers.served_openalex import OpenAlex, network, work
from pydantic import SecretStr

from scinet.errors import (
    BudgetError,
    DataError,
    EndpointError,
    NotFoundError,
    StorageError,
)
from scinet.graph.fetch.access import Access
from scinet.graph.fetch.limits import is_budget_spent
from scinet.graph.fetch.openalex import OpenAlexQuery, fetch
from scinet.graph.fetch.service import LONGEST_WAIT_S, PAUSES_S

WORKS = network(250)


@pytest.fixture
def api() -> Iterator[OpenAlex]:
    with serving(OpenAlex(works=WORKS)) as made:
        yield made


class Fetcher(Fetching[OpenAlex]):
    """Fetches to one folder, with pauses written down in place of waited for."""

    def __call__(self, seeds: str = "", limit: int = 10_000, **asked: Any) -> dict[str, Any]:
        """Ask for something."""
        access = Access(
            "OpenAlex",
            self.api.url,
            "OPENALEX_API_KEY",
            SecretStr(KEY),
            ("param", "api_key"),
            SecretStr(MAIL),
            pause_s=0.0,
            timeout_s=self.timeout_s,
        )
        service, file = self.service(access), self.seeds(seeds)
        return fetch(service, self.folder, OpenAlexQuery(**asked), file, limit=limit)

    def files(self) -> dict[str, bytes]:
        """The answers in the folder."""
        return {file.name: file.read_bytes() for file in self.folder.glob("works-*.json")}

    def numbers(self) -> set[int]:
        """Works in the folder."""
        results = [
            result for body in self.files().values() for result in json.loads(body)["results"]
        ]
        return {int(result["id"].rpartition("W")[2]) for result in results}


@pytest.fixture
def fetcher(api: OpenAlex) -> Fetcher:
    return Fetcher(api, Path("out"))


def test_pages_are_stored_as_they_came(fetcher: Fetcher) -> None:
    fetched = fetcher(topics=["T10003", "https://openalex.org/T10004"])
    expected = {1000 + place for place in range(250) if place % 5 in {3, 4}}
    assert fetcher.numbers() == expected
    assert (fetched["records"], fetched["not_sent"], fetched["by_hop"]) == (100, 0, [100])
    # No empty page at the end: it would cost as much.
    assert (fetched["pages"], fetched["requests"]) == (1, 1)
    bodies = [json.loads(body) for body in fetcher.files().values()]
    assert fetcher.api.page({**fetcher.api.asked[0]}) in bodies
    assert fetcher.api.agents == [f"scinet (mailto:{MAIL})"]
    [entry] = json.loads((fetcher.folder / "manifest.json").read_bytes())["asked"]
    assert entry["question"]["filter"] == "topics.id:T10003|T10004"
    assert entry["records"] == 100


@pytest.mark.parametrize(
    ("asked", "matches"),
    [
        ({"authors": ["A5002"]}, lambda place: place % 7 == 2),
        ({"cites": ["W1000"]}, lambda place: place in {1, 2}),
        ({"search": "work 1111"}, lambda place: place == 111),
        ({"topics": ["t10002"], "authors": ["openalex:A5002"]}, lambda place: place % 35 == 2),
        ({"authors": ["A5002"], "filters": ["publication_year:2002"]}, lambda _: False),
    ],
)
def test_each_way_to_ask(fetcher: Fetcher, asked: dict[str, Any], matches: Any) -> None:
    fetcher(**asked)
    assert fetcher.numbers() == {1000 + place for place in range(250) if matches(place)}


def test_nothing_is_asked_twice(fetcher: Fetcher) -> None:
    first = fetcher(seeds="W1200\n", hops=2)
    before = fetcher.files()
    again = fetcher(seeds="W1200\n", hops=2)
    assert again == {**first, "requests": 0}
    assert fetcher.files() == before
    wider = fetcher(seeds="W1200\n", hops=3)
    assert wider["requests"] == wider["pages"] - first["pages"]


def _neighbours(numbers: set[int], direction: str) -> set[int]:
    cited = {item["id"]: set(item["referenced_works"]) for item in WORKS}
    names = {f"https://openalex.org/W{number}" for number in numbers}
    out = {other for name in names for other in cited[name]}
    into = {name for name, others in cited.items() if others & names}
    result = {"references": out, "citations": into, "both": out | into}[direction]
    return {int(name.rpartition("W")[2]) for name in result}


@pytest.mark.parametrize("direction", ["references", "citations", "both"])
def test_neighbourhoods_are_those_of_a_naive_walk(fetcher: Fetcher, direction: str) -> None:
    fetched = fetcher(seeds="W1100\nW1101\n", hops=2, direction=direction)
    seen, ring, sizes = {1100, 1101}, {1100, 1101}, [2]
    for _ in range(2):
        ring = _neighbours(ring, direction) - seen
        seen |= ring
        sizes.append(len(ring))
    assert fetcher.numbers() == seen
    assert fetched["by_hop"] == sizes


def test_the_work_that_stands_for_deleted_ones_leads_nowhere(fetcher: Fetcher) -> None:
    gone = 4285719527
    fetcher.api.works = [work(1, gone), work(2, gone), work(gone)]
    fetched = fetcher(seeds="W1\n", hops=2)
    assert (fetched["by_hop"], fetched["not_sent"]) == ([1, 0, 0], 0)


def test_a_ring_is_asked_for_by_hundreds(fetcher: Fetcher) -> None:
    seeds = "\n".join(f"W{1000 + place}" for place in range(230))
    fetched = fetcher(seeds=seeds)
    assert (fetched["records"], fetched["not_found"]) == (230, [])
    sizes = [item["filter"].count("|") + 1 for item in fetcher.api.asked if item["cursor"] == "*"]
    assert sizes == [100, 100, 30]


def test_seeds_have_many_names_and_those_without_a_work_are_listed(fetcher: Fetcher) -> None:
    seeds = "# mine\nhttps://openalex.org/W1001\nopenalex:w1002\n10.1000/W1003\n\n"
    seeds += "https://doi.org/10.1000/w1004\npmid:1005\nW9999\n10.1000/gone\n"
    fetched = fetcher(seeds=seeds)
    assert fetcher.numbers() == {1001, 1002, 1003, 1004, 1005}
    assert sorted(fetched["not_found"]) == ["10.1000/gone", "W9999"]


@pytest.mark.parametrize(
    ("seeds", "place"),
    [
        ("W1001\nsome title\n", "line 2"),
        ("10.1000/a,b", "line 1"),
        ("A5001", "line 1"),
        ("#\n", "holds no id"),
    ],
)
def test_a_bad_list_of_ids_is_named_before_anything_is_asked(
    fetcher: Fetcher, seeds: str, place: str
) -> None:
    with pytest.raises(DataError, match=place):
        fetcher(seeds=seeds)
    assert fetcher.api.asked == []
    assert not fetcher.folder.exists()


@pytest.mark.parametrize("asked", [{}, {"topics": ["networks"]}, {"cites": ["A5001"]}])
def test_a_question_that_is_none_is_refused_at_once(
    fetcher: Fetcher, asked: dict[str, Any]
) -> None:
    with pytest.raises(DataError) as caught:
        fetcher(**asked)
    assert caught.value.hint
    assert not fetcher.folder.exists()


def test_more_than_the_limit_is_refused_with_the_number(fetcher: Fetcher) -> None:
    limit = "250 works would come, more than the limit of 200"
    with pytest.raises(DataError, match=limit) as caught:
        fetcher(search="work", limit=200)
    assert "--limit 250" in caught.value.hint
    assert len(fetcher.api.asked) == 1
    assert fetcher(search="work", limit=250)["requests"] == 2  # the first page was there
    with pytest.raises(DataError, match="4 works would come"):
        fetcher(seeds="W1200\n", hops=1, direction="references", limit=3)


@pytest.mark.parametrize(
    ("faults", "waits"),
    [
        (["per_second", "per_second"], [1.0, 2.0]),
        (["503", "502", "500"], list(PAUSES_S[:3])),
        (["stall"], [1.0]),
        (["truncated", "cut"], [1.0, 2.0]),
        (["html"], [1.0]),
        (["packed_cut", "packed_damaged"], [1.0, 2.0]),
        (["other"], [1.0]),
        (["", "", "503", "truncated"], [1.0, 2.0]),
    ],
)
def test_what_passes_is_waited_for(fetcher: Fetcher, faults: list[str], waits: list[float]) -> None:
    fetcher.api.faults = faults
    fetcher.timeout_s = 1.0 if "stall" in faults else 20.0
    fetcher(search="work")
    assert fetcher.waits == waits
    other = Fetcher(fetcher.api, Path("other"))
    other(search="work")
    assert fetcher.files() == other.files()


@pytest.mark.parametrize(("left", "is_over"), [(0, True), (9, True), (10, False), (11, False)])
def test_a_budget_is_spent_when_less_is_left_than_a_request_costs(
    left: int, *, is_over: bool
) -> None:
    headers = Message()
    headers["X-RateLimit-Remaining"] = str(left)
    headers["X-RateLimit-Credits-Required"] = "10"
    assert is_budget_spent(headers) is is_over


def test_a_spent_budget_ends_it_with_the_time_to_go_on(fetcher: Fetcher) -> None:
    fetcher.api.credits = 2
    with pytest.raises(BudgetError, match="Insufficient budget") as caught:
        fetcher(search="work")
    # Two hours after 22:00:30, in full minutes.
    assert "after 2026-03-05 00:01 UTC" in caught.value.hint
    assert fetcher.waits == []
    assert len(fetcher.files()) == 2
    manifest = json.loads((fetcher.folder / "manifest.json").read_bytes())
    assert manifest["asked"][0]["ended"] is None
    fetcher.api.credits = None
    assert fetcher(search="work")["requests"] == 1
    assert len(fetcher.numbers()) == 250


def test_tries_are_counted(fetcher: Fetcher) -> None:
    fetcher.api.faults = ["503"] * 99
    with pytest.raises(EndpointError, match="7 tries: status 503"):
        fetcher(search="work")
    assert fetcher.waits == list(PAUSES_S)
    assert max(PAUSES_S) <= LONGEST_WAIT_S


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        ("elsewhere", EndpointError, "redirects to elsewhere.example"),
        ("huge", EndpointError, "more than 64 MiB"),
        ("echo", DataError, "you sent"),
        ("403", EndpointError, "rejects"),
        ("404", NotFoundError, "404"),
    ],
)
def test_what_does_not_pass_ends_it_at_once(
    fetcher: Fetcher, fault: str, kind: type[Exception], message: str
) -> None:
    fetcher.api.faults = [fault]
    with pytest.raises(kind, match=message):
        fetcher(search="work")
    assert fetcher.waits == []


FAULTS = (
    "per_second", "spent", "truncated", "cut", "html", "other", "elsewhere", "echo",
    "echo_in_page", "packed_cut", "packed_damaged", "403", "404", "429", "503",
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_brings_the_key_to_light(
    fetcher: Fetcher, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    fetcher.api.faults = [fault] * 9
    told = fetcher.leaks(lambda: fetcher(search="work"), caplog)
    assert fetcher.api.keys[0] == KEY
    secrets = (KEY, quote(KEY, safe=""), json.dumps(KEY)[1:-1], MAIL)
    assert not [secret for secret in secrets if secret in told]


def test_works_that_do_not_come_are_counted(fetcher: Fetcher) -> None:
    fetcher.api.works = [work(1), work(2)]
    whole = fetcher.api.page
    fetcher.api.page = lambda asked: whole(asked) | {"results": whole(asked)["results"][:1]}  # type: ignore[method-assign]
    fetched = fetcher(search="work")
    assert fetched["records"] + fetched["not_sent"] == 2


def test_a_cursor_that_comes_again_ends_it(fetcher: Fetcher) -> None:
    whole = fetcher.api.page
    again = {"next_cursor": "WzEwMF0="}  # of the second page
    fetcher.api.page = lambda asked: whole(asked) | {"meta": whole(asked)["meta"] | again}  # type: ignore[method-assign]
    with pytest.raises(EndpointError, match="repeats a page without end"):
        fetcher(search="work")
    assert len(fetcher.api.asked) == 2


def test_a_folder_of_others_is_left_alone(fetcher: Fetcher) -> None:
    fetcher.folder.mkdir()
    (fetcher.folder / "papers.jsonl").write_text("{}")
    with pytest.raises(StorageError, match="holds something else"):
        fetcher(search="work")
    assert fetcher.api.asked == []


def test_a_folder_belongs_to_one_process(fetcher: Fetcher) -> None:
    fetcher(search="work")
    claim = os.open(fetcher.folder, os.O_RDONLY)
    fcntl.flock(claim, fcntl.LOCK_EX)
    with pytest.raises(StorageError, match="another process is fetching"):
        fetcher(search="work")
    os.close(claim)
    assert fetcher(search="work")["requests"] == 0


def test_a_damaged_manifest_is_named(fetcher: Fetcher) -> None:
    fetcher(search="work")
    manifest = fetcher.folder / "manifest.json"
    whole = manifest.read_bytes()
    manifest.write_bytes(whole[:60])
    with pytest.raises(DataError, match="manifest is damaged"):
        fetcher(search="work")
    manifest.write_bytes(whole.replace(b"OpenAlex", b"Another"))
    with pytest.raises(DataError, match="holds answers of Another"):
        fetcher(search="work")
    manifest.write_bytes(whole)
    assert fetcher(search="work")["requests"] == 0


def test_what_the_disk_lost_is_asked_for_again(fetcher: Fetcher) -> None:
    fetcher(search="work")
    before = fetcher.files()
    name = min(before)
    (fetcher.folder / name).write_bytes(before[name][:20])
    assert fetcher(search="work")["requests"] == 1
    assert fetcher.files() == before
