"""Documents that mention papers: stored with their days, one graph whatever the order."""

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from helpers.files.read_files import write_lines
from helpers.proof import default_seed

from scinet.errors import DataError
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint
from scinet.graph.load.loading import load as load_files
from scinet.graph.load.removal import remove
from scinet.graph.load.report import LoadReport
from scinet.graph.quality import findings
from scinet.graph.status import status

PAPERS: list[dict[str, Any]] = [
    {"id": "p1", "title": "Counting words in long texts", "date": "2001",
     "external_ids": {"doi": "10.1000/ONE", "pmid": "171", "openalex": "W17"}},
    {"id": "doi:10.1000/two", "title": "Counting pairs", "date": "2002"},
    {"id": "openalex:W33", "title": "Words in graphs", "date": "2003",
     "external_ids": {"arxiv": "1706.03762"}},
]  # fmt: skip


def papers(db: Database, *records: dict[str, Any], **options: Any) -> None:
    load_files(db, write_lines("papers.jsonl", *(records or PAPERS)), kind="records", **options)


def put(db: Database, *rows: dict[str, Any] | str, **options: Any) -> LoadReport:
    """Load rows: objects as JSON lines, or the lines of a table."""
    path = Path("documents")
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows) + "\n")
    return load_files(db, [path], max_rejected=1, rejects=Path("rejects.jsonl"), **options)


def mentions(db: Database) -> set[tuple[Any, ...]]:
    rows = db.read_text(
        "MATCH (a:Artifact)-[r:REFERS_TO]->(p:Paper) RETURN p.id AS a, a.id AS b, a.name AS c, "
        "toString(r.date) AS d"
    )
    return {tuple(row.values()) for row in rows}


def test_a_mention_is_stored_with_its_day(database: Database) -> None:
    papers(database)
    row = {"paper": "p1", "kind": "news", "title": "Words count", "date": "2003-05",
           "url": "https://www.Example.org/Story?id=5#top"}  # fmt: skip
    report = put(database, row)
    assert (report.kind, report.read, report.loaded) == ("documents", 1, 1)
    assert (report.details["artifacts"], report.details["referrals"]) == (1, 1)
    assert report.details["accepted"] == {"month_only": 1}
    [found] = database.read_text(
        "MATCH (a:Artifact)-[r:REFERS_TO]->(:Paper {id: 'p1'}) RETURN a {.*} AS a, "
        "r {.day, .date_precision, .in_record, .run, date: toString(r.date)} AS r"
    )
    place = {"id": "news:example.org/Story?id=5", "url": "https://www.Example.org/Story?id=5#top"}
    named = {"name": "Words count", "spellings": ["|words count|"]}
    assert found["a"] == {"kind": "news", **named, **place}
    when = {"date": "2003-05-31", "day": 12203, "date_precision": "month"}
    assert found["r"] == {**when, "in_record": False, "run": report.run}
    assert status(database)["relationships"]["REFERS_TO"] == 1
    again = put(database, row)
    assert (again.loaded, again.merged) == (0, 1)
    assert again.graph_fingerprint == report.graph_fingerprint


@pytest.mark.parametrize(
    ("named", "paper"),
    [
        ({"paper": "p1"}, "p1"),
        ({"paper_id": "https://doi.org/10.1000/one"}, "p1"),
        ({"doi": "10.1000/One"}, "p1"),
        ({"pmid": 171}, "p1"),
        ({"paper": "PMID: 171"}, "p1"),
        ({"openalex_id": "https://openalex.org/W17"}, "p1"),
        ({"doi": "10.1000/two"}, "doi:10.1000/two"),
        ({"paper": "W33"}, "openalex:W33"),
        ({"magid": "33"}, "openalex:W33"),
        ({"paper": "arXiv:1706.03762v5"}, "openalex:W33"),
        ({"paper_title": "counting WORDS in long texts"}, "p1"),
        ({"paper": "nowhere", "doi": "10.1000/one"}, "p1"),
    ],
)
def test_a_paper_is_found_by_any_of_its_names(
    database: Database, named: dict[str, Any], paper: str
) -> None:
    papers(database)
    put(database, {**named, "kind": "policy", "id": "x", "date": "2010"}, source="mine")
    assert mentions(database) == {(paper, "mine:policy:x", "x", "2010-12-31")}


def test_all_records_of_a_work_are_mentioned(database: Database) -> None:
    patent = {"doi": "10.1000/one", "kind": "patent", "id": "US 7,654,321 B2", "date": "2010-01-26"}
    other = {"id": "s2:5", "title": "Counting words", "external_ids": {"doi": "10.1000/one"}}
    papers(database)
    alone = put(database, patent).graph_fingerprint
    database.rows("admin/wipe")
    papers(database)
    papers(database, other, source="other")
    put(database, patent)
    assert mentions(database) == {("s2:5", "patent:US7654321B2", "US7654321B2", "2010-01-26")}
    [one] = database.rows("lookup/documents", paper_id="s2:5")
    assert str(one["date"]) == "2010-01-26"
    assert remove(database, "other").graph_fingerprint == alone


def test_what_is_bad_is_named_by_its_line(database: Database) -> None:
    papers(database)
    good = {"paper": "p1", "kind": "news", "id": "a", "date": "2004-01-02"}
    bad = {
        "id_empty": {"paper": ""},
        "document_kind": {"kind": "award"},
        "date_impossible": {"date": "2004-02-30"},
        "unknown_paper": {"paper": "p7"},
        "title_short": {"paper": "", "paper_title": "Words in graphs"},
    }
    report = put(database, good, *({**good, **one} for one in bad.values()))
    assert report.rejected == dict.fromkeys(sorted(bad), 1)
    rows = map(json.loads, (Path("rejects.jsonl")).read_text().splitlines())
    assert {row["reason"]: row["line"] for row in rows} == dict(zip(bad, range(2, 7), strict=True))


def test_the_first_day_stays_in_any_order(database: Database) -> None:
    base = {"paper": "p1", "kind": "news", "id": "a", "title": "One"}
    rows = [{**base, "date": "2004-01-02"}, {**base, "date": "2005-01-02"}, base]
    prints = set()
    for order in permutations(rows):
        for size in (1, 3):
            database.rows("admin/wipe")
            papers(database)
            report = put(database, *order, batch_size=size)
            assert report.read == report.loaded + report.merged == 3
            assert report.details["accepted"]["mentioned_again"] == 2
            prints.add(report.graph_fingerprint)
            assert mentions(database) == {("p1", "news:a", "One", "2004-01-02")}
    assert len(prints) == 1


def test_another_title_of_one_day_is_a_conflict(database: Database) -> None:
    one = {"paper": "p1", "kind": "news", "id": "a", "title": "One", "date": "2004"}
    prints = set()
    for order in permutations([one, {**one, "title": "Two"}]):
        database.rows("admin/wipe")
        papers(database)
        report = put(database, *order)
        assert (report.loaded, report.rejected) == (1, {"conflict": 1})
        prints.add(report.graph_fingerprint)
    assert len(prints) == 1


@pytest.mark.parametrize("seed", [0, default_seed()])
def test_any_order_of_loads_and_removals_leaves_one_graph(database: Database, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a seeded draw
    names = [{"paper": "p1"}, {"doi": "10.1000/one"}, {"doi": "10.1000/two"}, {"paper": "W33"}]
    rows = [
        {**draw.choice(names), "kind": draw.choice(["news", "patent"]), "id": draw.choice("ab"),
         "title": draw.choice(["Übel", "Eins", "\U0001f600", "\uff21"]),
         "date": draw.choice(["2004", "2005-01-02", None])}
        for _ in range(24)
    ]  # fmt: skip
    halves = rows[:14], rows[10:]
    expected = []
    for half in halves:
        database.rows("admin/wipe")
        papers(database)
        expected.append(put(database, *half).graph_fingerprint)
    both = set()
    for order in ((0, 1), (1, 0)):
        database.rows("admin/wipe")
        papers(database)
        runs = {half: put(database, *halves[half], batch_size=5).run for half in order}
        both.add(fingerprint.current(database))
        assert fingerprint.compute(database).hex == fingerprint.current(database)
        gone = remove(database, runs[1])
        assert gone.graph_fingerprint == expected[0]
        put(database, *halves[1])
        assert remove(database, runs[0]).graph_fingerprint == expected[1]
    assert len(both) == 1


def test_a_mention_goes_with_its_paper(database: Database) -> None:
    papers(database, source="try")
    put(database, {"doi": "10.1000/one", "kind": "news", "id": "a", "date": "2004"})
    remove(database, "try")
    counts = status(database)
    assert (counts["nodes"]["Artifact"], counts["relationships"]["REFERS_TO"]) == (0, 0)


def test_mentions_without_a_day_are_counted(database: Database) -> None:
    papers(database)
    row = {"paper": "p1", "kind": "news", "id": "a"}
    report = put(database, row, {**row, "id": "b", "date": "2004-01-02"})
    assert report.details["accepted"] == {"date_missing": 1}
    found = {finding.check: finding for finding in findings(database)}["documents_without_day"]
    assert (found.count, found.share, found.examples) == (1, 0.5, ["news"])
    assert len(database.rows("lookup/documents", paper_id="p1")) == 2
    [seen] = database.rows("lookup/documents", paper_id="p1", before="2004-01-03")
    assert seen["document_id"] == "news:b"
    assert not database.rows("lookup/documents", paper_id="p1", before="2004-01-02")


def test_columns_may_have_other_names(database: Database) -> None:
    from scinet.graph.sources.counts import Table

    papers(database)
    table = Table({"paper": "about", "kind": "what", "id": "number", "date": "when"})
    rows = ["about,what,number,when", "p1,News story,7,2004-03-01", "p1,news", "p1,news,8,soon"]
    report = put(database, *rows, table=table)
    assert (report.kind, report.loaded) == ("documents", 1)
    assert report.rejected == {"date_malformed": 1, "malformed_json": 1}
    assert mentions(database) == {("p1", "news:7", "7", "2004-03-01")}
    with pytest.raises(DataError, match="is a CSV table with the columns about, what"):
        put(database, *rows)
