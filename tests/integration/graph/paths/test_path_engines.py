"""Paths by the database and on arrays: the same answers; and on the command line."""

import random
from datetime import date
from typing import Any

import numpy as np
import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import Paper, load_graph
from helpers.networks.networks import DATES

from scinet.errors import NotFoundError, QueryError, SplitError
from scinet.graph import paths
from scinet.graph.db.connection import Database
from scinet.graph.paths.objective import ENDPOINTS, OBJECTIVES
from scinet.graph.snapshot import Snapshot, read_snapshot

# ann's last paper has no date; ben has one paper of the second year.
PAPERS: list[Paper] = [("p", "2000", []), ("r", "2001", ["p"]), ("q", "2002", []), ("u", "", [])]
AUTHORS = {"p": ["ann"], "q": ["ann"], "u": ["ann"], "r": ["ben"]}
DAYS = [None, date(2001, 3, 1), date(2005, 1, 1)]
# The last four are in one order by characters, and in another by UTF-16 units.
LETTERS = "abcd\ufb00\uffee\U00010000\U0001d49c"


@pytest.fixture(scope="module")
def six_networks(shared_database: Database) -> Snapshot:
    """Six networks of eight papers with few dates, in the database and as arrays."""
    chance = random.Random(5)  # noqa: S311 - a network, no secret
    papers: list[Paper] = [
        (
            f"{number}-{item}",
            chance.choice(DATES),
            [f"{number}-{other}" for other in LETTERS if other != item and chance.random() < 0.4],
        )
        for number in range(6)
        for item in LETTERS
    ]
    shared_database.rows("admin/wipe")
    load_graph(shared_database, papers)
    return read_snapshot(shared_database)


@pytest.mark.parametrize("before", DAYS)
def test_both_engines_find_the_same_best_path(
    shared_database: Database, six_networks: Snapshot, before: date | None
) -> None:
    chance = random.Random(7)  # noqa: S311
    snapshot = six_networks if before is None else six_networks.until(before)
    for _ in range(12):
        a = chance.choice(list(snapshot.paper_id))
        b = chance.choice([paper for paper in snapshot.paper_id if paper[0] == a[0]])
        asked: dict[str, Any] = {
            "max_hops": chance.choice([1, 2, 3, 6]),
            "objective": chance.choice(OBJECTIVES),
            "endpoints": chance.choice(ENDPOINTS),
            "weights_before": chance.choice(DAYS[:2]),
        }
        result = paths.most_cited_in_database(shared_database, a, b, before=before, **asked)
        assert result == paths.most_cited_path(snapshot, a, b, **asked)
        few = {"max_hops": asked["max_hops"], "limit": chance.choice([1, 3, 50])}
        rows = shared_database.rows("path/all", source_id=a, target_id=b, before=before, **few)
        listed, truncated = paths.all_paths(snapshot, a, b, **few)
        if a != b:  # the statement tells of steps, and there is none
            assert [row["papers"] for row in rows] == listed
            assert {row["truncated"] for row in rows} <= {truncated}


@pytest.mark.parametrize("before", DAYS)
def test_both_engines_find_the_same_path_between_sets(
    shared_database: Database, six_networks: Snapshot, before: date | None
) -> None:
    chance = random.Random(9)  # noqa: S311
    snapshot = six_networks if before is None else six_networks.until(before)
    lengths = set()
    for _ in range(10):
        number = chance.choice("012345")
        ids = [str(paper) for paper in snapshot.paper_id if paper[0] == number]
        sides = [chance.choices(ids[:5], k=2), chance.choices(ids[-5:], k=2)]
        asked: dict[str, Any] = {
            "max_hops": chance.choice(["shortest+2", 1, 2, 3, 6]),
            "shortest_only": chance.random() < 0.2,
            "objective": chance.choice(OBJECTIVES),
            "endpoints": chance.choice(ENDPOINTS),
            "weights_before": chance.choice(DAYS[:2]),
        }
        places = [np.array([snapshot.index(paper) for paper in side]) for side in sides]
        expected = paths.path_between(snapshot, *places, **asked)
        result = paths.between_in_database(shared_database, *sides, before=before, **asked)
        assert result == expected
        lengths.add(result.hops)
    assert {1, 2} <= lengths or snapshot.num_papers < 40


def test_papers_of_an_author_are_the_same(database: Database) -> None:
    load_graph(database, PAPERS, AUTHORS)
    for before in (None, date(2002, 1, 1)):
        snapshot = read_snapshot(database, before)
        places = paths.papers_of_author(snapshot, "ann")
        result = paths.papers_of_author_in_database(database, "ann", before)
        assert result == list(snapshot.paper_id[places])
        for missing in ("ben", "zoe"):
            with pytest.raises(NotFoundError):
                paths.papers_of_author(read_snapshot(database, date(2001, 1, 1)), missing)
            with pytest.raises(NotFoundError):
                paths.papers_of_author_in_database(database, missing, date(2001, 1, 1))


def test_the_database_looks_no_further_than_six_hops(database: Database) -> None:
    chain: list[Paper] = [(f"c{n}", str(2000 + n), [f"c{n - 1}"] if n else []) for n in range(9)]
    load_graph(database, chain)
    with pytest.raises(QueryError, match="a path of 10 hops is too long"):
        paths.between_in_database(database, ["c0"], ["c8"])
    assert paths.between_in_database(database, ["c0"], ["c8"], max_hops=6).papers == []
    assert paths.between_in_database(database, ["c8"], ["c0"]).max_hops is None
    with pytest.raises(NotFoundError, match="'c9'"):
        paths.between_in_database(database, ["c0", "c9"], ["c8"])


def test_the_database_refuses_weights_of_the_future(shared_database: Database) -> None:
    with pytest.raises(SplitError):
        paths.most_cited_in_database(
            shared_database, "a", "b", before=date(2001, 1, 1), weights_before=date(2002, 1, 1)
        )


# Through c lead the most chains from a and b to f; x stands in the other venue.
CHAINS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2000", []),
    ("c", "2001", ["a", "b"]),
    ("e", "2002", ["c"]),
    ("f", "2003", ["e", "b"]),
    ("x", "2003-06", ["a"]),
]


def test_paths_are_told(database: Database, scinet: Scinet) -> None:
    load_graph(database, CHAINS, venues=dict.fromkeys("abcef", "Letters") | {"x": "Notes"})
    words = "path b f --objective mean --endpoints exclude --json"
    [mean] = scinet(*words.split()).rows
    assert (mean["papers"], mean["value"], mean["objective"]) == (["b", "c", "e", "f"], 1.0, "mean")
    listed = scinet("paths", "b", "f", "--limit", "1", "--json")
    assert listed.rows == [{"hops": 1, "papers": ["b", "f"]}]
    assert "there are more" in listed.err
    [main] = scinet("network", "main-path", "--venue", "Letters", "--json").rows
    assert (main["papers"], main["papers_in"]) == (["a", "c", "e", "f"], 5)
    told = scinet("network", "main-path", "--kind", "local", "--before", "2003-01-01")
    assert [line.split()[0] for line in told.out.splitlines()[1:]] == ["a", "c", "e"]
    assert "'Nowhere'" in scinet("network", "main-path", "--venue", "Nowhere").refusal


def test_paths_between_authors_and_venues_are_told(database: Database, scinet: Scinet) -> None:
    authors = {"a": ["ann"], "c": ["ann", "ben"], "e": ["eve"], "f": ["ben"]}
    load_graph(database, CHAINS, authors, dict.fromkeys("abce", "Letters") | {"f": "Notes"})
    for engine in ("database", "arrays"):
        words = ("path", "ann", "ben", "--by", "author", "--engine", engine, "--json")
        [path] = scinet(*words).rows
        assert list(path)[:5] == ["by", "source_id", "target_id", "papers", "citations"]
        assert (path["papers"], path["total"]) == (["a", "c", "e", "f"], 4)
        assert (path["source_papers"], path["target_papers"], path["shared_papers"]) == (2, 2, 1)
    refused = scinet(*words, "--before", "2001-06-01")
    assert (refused.code, refused.out) == (1, "")
    assert "scinet: no author is called 'ben' before 2001-06-01." in refused.err
    [none] = scinet("path", "eve", "ann", "--by", "author", "--json").rows
    assert (none["papers"], none["total"], none["optimal_paths"]) == ([], None, 0)
    told = scinet("path", "letters", "NOTES", "--by", "venue", "--shortest")
    assert [line.split()[0] for line in told.out.splitlines()[1:]] == ["b", "f"]
    assert "of name:notes: 1, of both: 0" in told.err
    assert "no author is called 'zoe'" in scinet("path", "ann", "zoe", "--by", "author").refusal
    refusal = scinet("path", "a", "b", "--by", "topic", "--engine", "database").refusal
    assert refusal.startswith("paths by topic on the database")


def test_paths_within_and_between_communities(database: Database, scinet: Scinet) -> None:
    # Two squares of papers that cite each other and nothing else.
    squares: list[Paper] = [
        (f"{side}{n}", str(2000 + n), [f"{side}{older}" for older in range(n)])
        for side in "gv"
        for n in range(4)
    ]
    load_graph(database, squares)
    found = scinet("network", "communities", "--min-size", "2", "--json").rows
    ids = [row["community_id"] for row in found]
    assert [row["papers"] for row in found] == [4, 4]
    [path] = scinet("network", "main-path", "--community", ids[0], "--json").rows
    assert path["papers"] in [[f"{side}{n}" for n in range(4)] for side in "gv"]
    [none] = scinet("path", *ids, "--by", "community", "--json").rows
    assert (none["papers"], none["source_papers"], none["target_papers"]) == ([], 4, 4)
