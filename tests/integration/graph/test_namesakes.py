"""Author ids that may be wrong, in a network worked out by hand."""

import json
from datetime import date
from pathlib import Path

import pytest

from scinet.graph import snapshot
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.namesakes import namesakes, splits

# x1 wrote on words with a and b in the Letters, and decades later on cells with c in the Cell;
# y1 is one person: a common venue holds the groups together. "A. Bell" wrote with the co-authors of
# "Ada Bell" (s1, s2), never with her; s3 is Cy Bell, s4 wrote with s1.
PAPERS = [
    ("p1", 1980, "Letters", ["x1", "a"], []),
    ("p2", 1981, "Letters", ["x1", "b"], []),
    ("p3", 2005, "Cell", ["x1", "c"], []),
    ("p4", 2006, None, ["x1", "d"], ["p3"]),
    ("p5", 2007, None, ["x1", "e"], []),
    ("q1", 1990, "Words", ["y1", "a"], []),
    ("q2", 1991, "Words", ["y1", "c"], []),
    ("q3", 1992, "Graphs", ["y1", "c"], []),
    ("q4", 1993, "Graphs", ["y1", "f"], []),
    ("r1", 1995, None, ["s1", "g", "h"], []),
    ("r2", 1996, None, ["s2", "g"], []),
    ("r3", 1997, None, ["s2", "h"], []),
    ("r4", 1998, None, ["s3", "g", "h"], []),
    ("r5", 1999, None, ["s4", "s1", "g", "h"], []),
]
NAMES = {"s1": "Ada Bell", "s2": "A. Bell", "s3": "Cy Bell", "s4": "Ada Bell", "x1": "Eve Fry"}


@pytest.fixture
def network(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Database:
    monkeypatch.chdir(tmp_path)
    rows = [
        {
            "id": name,
            "title": name,
            "date": str(year),
            "venue": venue,
            "authors": [{"id": one, "name": NAMES.get(one, f"Person {one}")} for one in authors],
            "references": references,
        }
        for name, year, venue, authors, references in PAPERS
    ]
    Path("papers.jsonl").write_text("\n".join(map(json.dumps, rows)))
    load(database, "papers.jsonl")
    return database


def test_one_id_of_two_people_and_two_ids_of_one(network: Database) -> None:
    past = snapshot.read(network)
    [found] = namesakes(past)
    assert (found["author_id"], found["name"], found["papers"]) == ("x1", "Eve Fry", 5)
    first, second = found["groups"]
    assert (first["papers"], first["first"], first["last"]) == (2, 1980, 1981)
    assert (first["venues"], first["co_authors"]) == (["name:letters"], ["a", "b"])
    assert (second["papers"], second["first"], second["last"]) == (2, 2005, 2006)
    assert (second["venues"], second["co_authors"]) == (["name:cell"], ["c", "d"])
    both = splits(past)
    assert [(row["author_id"], row["other_id"]) for row in both] == [("s1", "s2"), ("s2", "s4")]
    assert both[0]["co_authors"] == ["g", "h"]
    assert (both[0]["papers"], both[0]["other_papers"]) == (2, 2)


def test_as_of_a_day_nothing_later_speaks(network: Database) -> None:
    assert namesakes(snapshot.read(network, date(2006, 1, 1))) == []
    assert splits(snapshot.read(network, date(1997, 1, 1))) == []
