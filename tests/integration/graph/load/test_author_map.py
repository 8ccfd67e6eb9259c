"""A map of authors: ids of one person, papers of several people, whatever the order and the way."""

import gzip
import itertools
import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.ways import everything
from helpers.files.import_files import contents, prepared

from scinet.errors import DataError, NotFoundError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.dry_run import dry_run
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.search import identify

# a2 is a1; of a3's papers p3 is by another person, called b; both ids of one person stand on p4.
RECORDS: list[dict[str, Any]] = [
    {"id": "p1", "date": "2001", "authors": [{"id": "a1", "name": "Ada Bell"}]},
    {"id": "p2", "date": "2002", "authors": [{"id": "a2", "name": "A. Bell"}, {"name": "Cy Dee"}]},
    {"id": "p3", "date": "2003", "authors": [{"id": "a3", "name": "J. Li"}]},
    {
        "id": "p4", "date": "2004",
        "authors": [
            {"id": "a2", "name": "A. Bell", "institutions": [{"id": "i1", "name": "One"}]},
            {"id": "a3", "name": "J. Li"},
            {"id": "a1", "name": "Ada Bell", "institutions": [{"id": "i1", "name": "One"}]},
        ],
    },
]  # fmt: skip
MAP = """author_id,person_id,paper_id,name
a2,a1,,
a3,b,p3,Jin Li
a3,a3,,
s:name:cy-dee,c,,
a9,a1,,
"""
BYLINES = """
MATCH (a:Author)-[w:AUTHORED]->(p:Paper)
RETURN p.id AS paper, w.position AS position, a.id AS id, w.name AS name, w.given_ids AS given
ORDER BY paper, position
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("papers.jsonl").write_text("\n".join(map(json.dumps, RECORDS)))
    Path("map.csv").write_text(MAP)


def put(database: Database, *files: str, authors: str | None = "map.csv", **how: Any) -> Any:
    given = None if authors is None else Path(authors)
    return load(database, list(files) or "papers.jsonl", source="s", authors=given, **how)


def test_merged_and_split_and_told(database: Database) -> None:
    report = put(database)
    results = [tuple(row.values()) for row in database.read_text(BYLINES)]
    assert results == [
        ("s:p1", 1, "s:a1", "Ada Bell", None),
        ("s:p2", 1, "s:a1", "A. Bell", "s:a2"),
        ("s:p2", 2, "s:c", "Cy Dee", "s:name:cy-dee"),
        ("s:p3", 1, "s:b", "Jin Li", "s:a3"),
        ("s:p4", 1, "s:a1", "A. Bell", "s:a2"),
        ("s:p4", 2, "s:a3", "J. Li", None),
    ]
    assert report.details["author_map"] == {
        "read": 5,
        "loaded": 5,
        "merged": 0,
        "rejected": {},
        "ids_mapped": 3,
        "authorships_mapped": 5,  # p2 twice, p3, and of p4 a2 and a3
        "entries_without_record": 1,
    }
    parts = report.details["parts"]
    assert parts["authorships"] == {"read": 7, "loaded": 6, "repeated": 1}
    assert parts["affiliations"] == {"read": 2, "loaded": 1, "repeated": 1}
    [listed] = [json.loads(line) for line in Path(report.rejects).read_text().splitlines()]
    assert (listed["file"], listed["line"], listed["reason"]) == ("map.csv", 6, "unknown_author")
    assert fingerprint.compute_fingerprint(database).hex == report.graph_fingerprint
    told = put(database).details["author_map"]  # a repeat reads no record, and says the same
    assert told == report.details["author_map"]
    tried = dry_run("papers.jsonl", source="s", authors=Path("map.csv"))
    assert tried.details["author_map"] == told


def test_ids_as_given_can_be_asked(database: Database) -> None:
    put(database)
    for text in ("a2", "s:a2", "a1", "s:a1"):
        assert identify.identify(database, "author", text, before=None) == "s:a1"
    # Whose papers but one are still a3's.
    assert identify.identify(database, "author", "s:a3", before=None) == "s:a3"
    assert identify.identify(database, "author", "s:name:cy-dee", before=None) == "s:c"
    with pytest.raises(NotFoundError, match="no author is called 's:a2'"):
        identify.identify(database, "author", "s:a2", before=date(2002, 6, 1))


def test_one_graph_whatever_the_order_and_the_way(database: Database) -> None:
    names = []
    for number, record in enumerate(RECORDS):
        names.append(f"{number}.jsonl")
        Path(names[-1]).write_text(json.dumps(record))
    rows = [line.split(",") for line in MAP.splitlines()]
    as_json = [dict(zip(rows[0], row, strict=True)) for row in reversed(rows[1:])]
    Path("map.jsonl").write_text("\n".join(map(json.dumps, as_json)))
    Path("map.tsv.gz").write_bytes(gzip.compress(MAP.replace(",", "\t").encode()))
    results = {put(database).graph_fingerprint}
    stored = everything(database)
    maps = itertools.cycle(["map.jsonl", "map.tsv.gz", "map.csv"])
    for order in itertools.islice(itertools.permutations(names), 0, 24, 5):
        database.rows("admin/wipe")
        for item in order:
            report = put(database, item, authors=next(maps))
        results.add(report.graph_fingerprint)
    assert len(results) == 1
    database.rows("admin/wipe")
    files = put(database, import_files=Path("files"))
    assert {files.graph_fingerprint} == results
    assert files.details["author_map"]["ids_mapped"] == 3
    assert not database.rows("load/anything")
    bulk: dict[str, Any] = {"source": "s", "batch_size": 2_500, "authors": Path("map.csv")}
    made = contents(prepared([Path("papers.jsonl")], Path("bulk"), **bulk))
    kept = {k: n for k, n in stored.items() if not k.startswith(('[["Snapshot"', '[["Total"'))}
    assert made == Counter(kept)


def test_another_map_needs_replace_and_a_removal_is_exact(database: Database) -> None:
    plain = put(database, authors=None).graph_fingerprint
    with pytest.raises(DataError, match="of s are loaded with no map of authors") as caught:
        put(database)
    assert "--replace" in str(caught.value.hint)
    mapped = put(database, replace=True).graph_fingerprint
    assert mapped != plain
    Path("map.csv").write_text(MAP.replace("a9", "a8"))
    with pytest.raises(DataError, match="with another map of authors"):
        put(database)
    Path("map.csv").write_text(MAP)
    with pytest.raises(DataError, match="with another map of authors"):
        put(database, authors=None)
    other = {"id": "s:p2", "title": "Words", "authors": [{"id": f"s:a{n}"} for n in (2, 1, 7, 8)]}
    Path("other.jsonl").write_text(json.dumps(other))
    report = load(database, "other.jsonl")  # of another source, with another content of p2
    assert report.details["accepted"]["put_together"] == 1
    assert identify.identify(database, "author", "s:a2", before=None) == "s:a2"
    remove_loads(database, report.run)
    assert identify.identify(database, "author", "s:a2", before=None) == "s:a1"
    assert fingerprint.compute_fingerprint(database).hex == mapped
    assert put(database, authors=None, replace=True).graph_fingerprint == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,x,,\na,y,,\n", "line 2: s:a is s:x, but s:y on line 3"),
        ("a,x,p,\nb,x,,\na,y,p,\n", "line 2: s:a on s:p is s:x, but s:y on line 4"),
        ("a,x,,Al\nb,x,,Bo\n", "line 2: s:x is called 'Al', but 'Bo' on line 3"),
        ("a,b,,\nb,c,,\n", "line 2: s:a is s:b, who is s:c on line 3"),
        ("a,,,\nb,c,,\n", "1 of 2 lines of map.csv are bad: line 2 has no 'person_id'"),
        ("a,x,,,z\n", "its first line is not written as its format is"),
    ],
)
def test_what_contradicts_itself_is_refused(database: Database, text: str, message: str) -> None:
    Path("map.csv").write_text(f"{MAP.splitlines()[0]}\n{text}")
    with pytest.raises(DataError) as caught:
        put(database)
    assert message in f"{caught.value}"
    assert not database.rows("load/anything")


def test_what_is_no_map_and_where_it_does_not_apply(database: Database) -> None:
    with pytest.raises(DataError, match=r"papers.jsonl is not a map of authors"):
        put(database, authors="papers.jsonl")
    Path("names.csv").write_text("id,name\n1,x\n")
    with pytest.raises(DataError, match=r"names.csv is not a map of authors"):
        put(database, authors="names.csv")
    with pytest.raises(DataError, match=r"none.csv does not exist \(missing_file\)"):
        put(database, authors="none.csv")
    with pytest.raises(DataError, match=r"map\.csv is a map of authors"):
        put(database, "map.csv", authors=None)
    Path("counts.csv").write_text("id,kind,count\np1,downloads,3\n")
    with pytest.raises(DataError, match="--authors is for papers"):
        put(database, "counts.csv")
    Path("map.csv").write_text(MAP + "a4,,,\n")
    report = put(database, max_rejected=0.5)
    assert report.details["author_map"]["rejected"] == {"required_missing": 1}
    reasons = [json.loads(x)["reason"] for x in Path(report.rejects).read_text().splitlines()]
    assert reasons == ["required_missing", "unknown_author"]
