"""Papers of Semantic Scholar, fetched from a local server that answers as the API does."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.servers.fetching import Fetching
from helpers.servers.served_api import KEY, serving
from helpers.servers.served_semantic_scholar import SemanticScholar, long_id, paper
from pydantic import SecretStr

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.fetch import semantic_scholar
from scinet.graph.fetch.access import Access
from scinet.graph.fetch.semantic_scholar import fetch
from scinet.graph.fetch.service import PAUSES_S
from scinet.graph.load.loading import load

# Each cites a third, a half, and one without a record.
PAPERS = {n: paper(n, *sorted({n // 3, n // 2} - {0, n}), -1) for n in range(1, 61)}


@pytest.fixture
def api() -> Iterator[SemanticScholar]:
    """A server with sixty papers."""
    with serving(SemanticScholar(papers=dict(PAPERS))) as made:
        yield made


class Fetcher(Fetching[SemanticScholar]):
    """Fetches to one folder, with pauses written down in place of waited for."""

    def __call__(self, seeds: str, limit: int = 10_000, **asked: Any) -> dict[str, Any]:
        """Ask for something."""
        sent_as, key = self.api.sent_as, SecretStr(KEY)
        access = Access("Semantic Scholar", self.api.url, "S2_API_KEY", key, sent_as, pause_s=0.0)
        file = self.seeds(seeds)
        assert file is not None
        return fetch(self.service(access), self.folder, file, limit=limit, **asked)

    def papers(self) -> set[int]:
        """Papers in the folder."""
        bodies = [json.loads(file.read_bytes()) for file in self.folder.glob("papers-*.json")]
        return {file["corpusId"] for body in bodies for file in body if file is not None}

    def paths(self) -> list[str]:
        """What was asked for."""
        return [item["path"] for item in self.api.asked]


@pytest.fixture
def fetcher(api: SemanticScholar) -> Fetcher:
    return Fetcher(api, Path("out"))


def test_ids_have_many_forms_and_unknown_ones_are_named(fetcher: Fetcher) -> None:
    seeds = f"{long_id(1)}\ns2:2\nCorpusId: 3\n10.1000/S4\n"
    seeds += f"https://www.semanticscholar.org/paper/Some-title/{long_id(5)}\ns2:999\n10.1000/s998"
    fetched = fetcher(seeds)
    assert fetcher.papers() == {1, 2, 3, 4, 5}
    assert fetched["not_found"] == ["s2:999", "10.1000/s998"]
    assert (fetched["records"], fetched["requests"], fetched["not_sent"]) == (5, 1, 0)
    assert fetcher.api.keys == [KEY]


def test_a_list_without_a_known_paper_is_no_error(fetcher: Fetcher) -> None:
    fetched = fetcher("s2:999\ns2:998\n", hops=1)
    assert (fetched["records"], fetched["not_found"]) == (0, ["s2:999", "s2:998"])


def test_batches_have_five_hundred(fetcher: Fetcher) -> None:
    fetched = fetcher("\n".join(f"s2:{n}" for n in range(1, 1202)))
    assert (fetched["records"], len(fetched["not_found"])) == (60, 1141)
    assert fetcher.paths() == ["/paper/batch"] * 3


def test_a_batch_that_would_be_too_large_is_halved(fetcher: Fetcher) -> None:
    fetcher.api.largest = 20
    fetched = fetcher("\n".join(f"s2:{n}" for n in range(1, 61)))
    assert fetched["records"] == 60
    assert len(fetcher.paths()) == 7  # 60, 30, 15, 15, 30, 15, 15
    assert fetcher.papers() == set(PAPERS)


def _around(numbers: set[int], direction: str) -> set[int]:
    out = {cited for n in numbers for cited in PAPERS[n]["cites"] if cited > 0}
    into = {n for n, item in PAPERS.items() if set(item["cites"]) & numbers}
    return {"references": out, "citations": into, "both": out | into}[direction]


@pytest.mark.parametrize("direction", ["references", "citations", "both"])
def test_neighbourhoods_are_those_of_a_naive_walk(fetcher: Fetcher, direction: str) -> None:
    fetched = fetcher("s2:9\ns2:10\n", hops=2, direction=direction)
    seen, ring, sizes = {9, 10}, {9, 10}, [2]
    for _ in range(2):
        ring = _around(ring, direction) - seen
        seen |= ring
        sizes.append(len(ring))
    assert fetcher.papers() == seen
    assert fetched["by_hop"] == sizes
    again = fetcher("s2:9\ns2:10\n", hops=2, direction=direction)
    assert again == {**fetched, "requests": 0}


def test_short_lists_of_references_are_asked_for_by_page(fetcher: Fetcher) -> None:
    fetcher.api.nested = 4  # in a batch; the second paper has one of three, the others none
    fetched = fetcher("s2:12\ns2:13\ns2:14\n", hops=1, direction="references")
    assert fetcher.papers() == {12, 13, 14, 4, 6, 7}
    pages = [path for path in fetcher.paths() if path.endswith("/references")]
    assert pages[:2] == [f"/paper/{long_id(13)}/references", f"/paper/{long_id(14)}/references"]
    assert fetched["not_sent"] == 0


def test_what_publishers_withhold_is_counted(fetcher: Fetcher) -> None:
    fetcher.api.withheld = {12}
    fetched = fetcher("s2:12\ns2:13\n", hops=0)
    assert fetched["not_sent"] == 3


def test_long_lists_come_page_by_page_up_to_their_limit(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(semantic_scholar, "_PAGE", 100)
    monkeypatch.setattr(semantic_scholar, "_LAST", 999)
    fetcher.api.papers = {1: paper(1)} | {n: paper(n, 1) for n in range(2, 1_103)}
    fetched = fetcher("s2:1\n", hops=1, direction="citations")
    pages = [page for page in fetcher.api.asked if page["path"].endswith("/citations")]
    assert [page["limit"] for page in pages] == ["100"] * 9 + ["99"]
    assert fetched["by_hop"] == [1, 999]
    assert fetched["not_sent"] == 1_101 - 999


def test_more_than_the_limit_is_refused(fetcher: Fetcher) -> None:
    fetcher.api.papers = {1: paper(1)} | {n: paper(n, 1) for n in range(2, 200)}
    with pytest.raises(DataError, match="199 papers would come, more than the limit of 100"):
        fetcher("s2:1\n", hops=1, direction="citations", limit=100)
    assert fetcher.paths() == ["/paper/batch"]


def test_what_is_no_page_is_asked_for_again(fetcher: Fetcher) -> None:
    fetcher.api.faults = ["", "other", "504"]
    fetcher("s2:9\n", hops=1, direction="citations")
    assert fetcher.waits == list(PAUSES_S[:2])
    assert fetcher.papers() == {9} | _around({9}, "citations")


def test_what_was_fetched_loads_with_sentences_and_influence(
    fetcher: Fetcher, database: Database
) -> None:
    fetcher.api.page_size = 2
    fetched = fetcher("s2:12\n", hops=1, contexts=True)
    report = load(database, [fetcher.folder])
    assert (report.loaded, report.rejected) == (fetched["records"], {})
    rows = database.read_text(
        "MATCH (p {id: 's2:12'})-[c:CITES]->(q) "
        "RETURN q.id AS id, c.is_influential AS influential, c.intents AS intents, "
        "c.contexts AS contexts ORDER BY id"
    )
    assert list(rows) == [
        {"id": "s2:4", "influential": False, "intents": ["method"], "contexts": ["We follow 4."]},
        {"id": "s2:6", "influential": False, "intents": ["method"], "contexts": ["We follow 6."]},
    ]
    citing = database.read_text("MATCH (p:Paper)-[:CITES]->({id: 's2:12'}) RETURN count(*) AS n")
    assert list(citing) == [{"n": len(_around({12}, "citations"))}]
