"""Loads of small files: what the graph holds, what is reported, what stops a load."""

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.files.read_files import write_lines

from scinet.errors import DataError, SchemaError, StorageError
from scinet.graph.analysis.status import graph_status
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load import journal
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.load.report import LoadReport


def paper(identifier: str, *references: str, **more: Any) -> dict[str, Any]:
    return {"id": identifier, "date": "2001-05", "references": list(references), **more}


def rows(db: Database, text: str) -> list[dict[str, Any]]:
    return list(db.read_text(text))


def balances(report: LoadReport) -> bool:
    return report.read == report.loaded + report.merged + sum(report.rejected.values())


def test_a_record_becomes_nodes_and_dated_relationships(database: Database) -> None:
    record = paper(
        "P1", "P2", "X", title="T", abstract="A", venue="Proc. ACL",
        authors=[{"id": "ann", "name": "Ann"}, {"name": "Bo Å"}],
        external_ids={"doi": "https://doi.org/10.1000/AB"}, is_retracted=True, type="article",
    )  # fmt: skip
    report = load(
        database, [write_lines("a.jsonl", record, paper("P2"))], source="acl", kind="records"
    )
    assert report.read == report.loaded == 2
    last = date(2001, 5, 31)
    [result] = rows(database, "MATCH (p:Paper {id: 'acl:P1'}) RETURN p {.*} AS p")
    stored = result["p"]
    assert stored.pop("record_hash")
    assert stored.pop("record_run") == report.run
    assert stored == {
        "id": "acl:P1", "title": "T", "abstract": "A", "date": last, "day": 11473,
        "date_precision": "month", "doi": "10.1000/ab", "type": "article", "is_retracted": True,
    }  # fmt: skip
    cites = "MATCH (p)-[c:CITES]->(w) RETURN w.id AS id, w:Paper AS known, c.date AS d, c.day AS n"
    assert rows(database, cites + " ORDER BY id") == [
        {"id": "acl:P2", "known": True, "d": last, "n": 11473},
        {"id": "acl:X", "known": False, "d": last, "n": 11473},
    ]
    wrote = "MATCH (a:Author)-[r:AUTHORED]->(p) RETURN a.id AS id, a.name AS name, r.position AS n"
    assert rows(database, wrote + ", r.date AS d, r.day AS day ORDER BY n") == [
        {"id": "acl:ann", "name": "Ann", "n": 1, "d": last, "day": 11473},
        {"id": "acl:name:bo-a", "name": "Bo Å", "n": 2, "d": last, "day": 11473},
    ]
    where = "MATCH (p)-[r:PUBLISHED_IN]->(v:Venue) RETURN v.id AS id, v.name AS name, r.date AS d"
    assert rows(database, where) == [{"id": "acl:name:proc-acl", "name": "Proc. ACL", "d": last}]
    counts = {"papers": 2, "unknown_works": 1, "citations": 2}
    assert counts.items() <= report.details.items()
    assert report.details["accepted"]["author_without_id"] == 1


def test_an_undated_paper_is_stored_without_dates(database: Database) -> None:
    load(database, [write_lines("a.jsonl", paper("P1", "P2", date=None))], kind="records")
    [result] = rows(database, "MATCH (p:Paper)-[c:CITES]->() RETURN p.date, p.day, c.date, c.day")
    assert set(result.values()) == {None}


def test_a_cited_work_becomes_a_paper_when_its_record_comes(database: Database) -> None:
    load(database, [write_lines("a.jsonl", paper("P1", "P2"))], kind="records")
    report = load(database, [write_lines("b.jsonl", paper("P2", title="T"))], kind="records")
    assert report.details["papers"] == 1
    assert report.details["unknown_works"] == -1
    cites = "MATCH (:Paper)-[:CITES]->(p:Paper) RETURN p.title AS title"
    assert rows(database, cites) == [{"title": "T"}]


def test_a_repeated_load_changes_nothing(database: Database) -> None:
    path = write_lines("a.jsonl", paper("P1", "P2", "P1"), paper("P2"), paper("P2"), {"id": None})
    first = load(database, [path], max_rejected=0.5, kind="records")
    assert (first.read, first.loaded, first.merged) == (4, 2, 1)
    assert first.rejected == {"required_null": 1}
    before = fingerprint.compute_fingerprint(database)
    again = load(database, [path], max_rejected=0.5, kind="records")
    # The same records in another file are another load, and yet nothing new.
    other = load(
        database, [write_lines("b.jsonl", paper("P2"), paper("P1", "P2", "P1"))], kind="records"
    )
    assert fingerprint.compute_fingerprint(database) == before
    assert (again.read, again.loaded, again.merged) == (4, 0, 3)
    assert (other.read, other.loaded, other.merged) == (2, 0, 2)
    for report in (first, again, other):
        assert report.graph_fingerprint == before.hex
        assert balances(report)


def test_rejects_are_listed_with_file_line_and_reason(database: Database) -> None:
    bad = {**paper("P2"), "id": ["P2"]}
    named = paper("P3", title="one"), paper("P3", title="other")
    path = write_lines("a.jsonl", paper("P1", "P1"), bad, *named)
    report = load(database, [path], max_rejected=0.5, kind="records")
    assert report.rejected == {"conflict": 1, "wrong_type": 1}
    assert report.details["parts"]["references"] == {"read": 1, "rejected": {"cites_itself": 1}}
    assert report.rejects == Path(f"rejects-{report.run}.jsonl")
    listed = [json.loads(line) for line in report.rejects.read_text().splitlines()]
    rows = {row["reason"]: row for row in listed}
    assert (len(listed), rows["cites_itself"]["line"]) == (3, 1)
    known = {"line": 2, "file": "a.jsonl", "text": json.dumps(bad)}
    assert known.items() <= rows["wrong_type"].items()


def test_no_list_is_written_when_nothing_was_rejected(database: Database) -> None:
    report = load(database, [write_lines("a.jsonl", paper("P1"))], kind="records")
    assert report.rejects is None
    assert [path.name for path in Path().iterdir()] == ["a.jsonl"]
    with pytest.raises(StorageError, match="no folder"):
        load(database, ["a.jsonl"], rejects=Path("nowhere/r.jsonl"), kind="records")


def test_a_list_of_rejects_holds_those_of_one_command(database: Database) -> None:
    """Whichever of the kinds in it has some, and whether the file is named."""
    papers = write_lines("papers.jsonl", paper("P1"))
    bad = write_lines("texts.jsonl", fulltext("P9", ("Words", [])))
    for path in (Path("r.jsonl"), None):
        for _ in range(2):
            report = load(database, [papers, bad], max_rejected=1, rejects=path)
            assert report.rejects is not None
            [row] = report.rejects.read_text().splitlines()
            assert json.loads(row)["reason"] == "unknown_paper"
    worse = write_lines("more.jsonl", paper("P2", date="2001-02-30"))
    report = load(database, [worse, bad], max_rejected=1, rejects=Path("r.jsonl"))
    listed = [json.loads(row)["reason"] for row in Path("r.jsonl").read_text().splitlines()]
    assert listed == ["date_in_part", "unknown_paper"]
    with journal.hold_lock(database, "other"), pytest.raises(SchemaError, match="is being loaded"):
        load(database, [papers], rejects=Path("r.jsonl"))
    assert Path("r.jsonl").stat().st_size  # of the load that may be running
    assert load(database, [papers], rejects=Path("r.jsonl")).rejects is None
    assert not Path("r.jsonl").stat().st_size


def test_too_many_bad_records_fail_the_load_and_good_ones_stay(database: Database) -> None:
    path = write_lines("a.jsonl", *(paper(f"P{n}") for n in range(97)), {}, {}, {})
    with pytest.raises(DataError, match=r"3.0% of the records are bad.*97 loaded.*3 rejected"):
        load(database, [path], kind="records")
    assert graph_status(database)["nodes"]["Paper"] == 97
    assert graph_status(database)["loads"][0]["complete"] is False
    report = load(database, [path], max_rejected=0.03, kind="records")
    assert report.merged == 97
    assert graph_status(database)["loads"][0]["complete"] is True


def test_a_hopeless_file_is_read_to_its_end(database: Database) -> None:
    bad: list[Any] = [{}] * 1200
    path = write_lines("a.jsonl", *bad, *(paper(f"P{n}") for n in range(400)))
    with pytest.raises(DataError, match=r"75.0% of the records.*1600 read, 400 loaded.*1200 rej"):
        load(database, [path], batch_size=500, kind="records")
    assert graph_status(database)["nodes"]["Paper"] == 400
    assert graph_status(database)["loads"][0]["complete"] is False
    assert fingerprint.stored_fingerprint(database) == fingerprint.compute_fingerprint(database).hex
    report = load(database, [path], max_rejected=0.75, kind="records")
    assert (report.merged, report.rejected) == (400, {"required_missing": 1200})


def test_the_share_of_bad_records_is_that_of_all_files(database: Database) -> None:
    bad = write_lines("a.jsonl", *([{}] * 26))
    good = write_lines("b.jsonl", *(paper(f"P{n}") for n in range(3000)))
    report = load(database, [bad, good], batch_size=1000, kind="records")
    assert (report.loaded, report.rejected) == (3000, {"required_missing": 26})
    assert graph_status(database)["loads"][0]["complete"] is True


def test_a_load_that_ended_before_its_first_batch_is_not_the_newest_for_ever(
    database: Database,
) -> None:
    what: dict[str, Any] = {"kind": "records", "source": None, "files": [], "batch_size": 1}
    journal.begin_load(database, "dead", **what, options={}, version="0", before={})
    with pytest.raises(SchemaError, match="load dead"):
        fingerprint.stored_fingerprint(database)
    report = load(database, [write_lines("a.jsonl", paper("P1"))], kind="records")
    assert fingerprint.stored_fingerprint(database) == report.graph_fingerprint
    assert [load_row["run"] for load_row in graph_status(database)["loads"]] == [report.run, "dead"]


def test_a_broken_file_is_named_and_the_others_are_loaded(database: Database) -> None:
    packed = gzip.compress("\n".join(json.dumps(paper(f"P{n}")) for n in range(50)).encode())
    Path("cut.jsonl.gz").write_bytes(packed[:-20])
    good = write_lines("good.jsonl", paper("Q1"))
    message = r"missing.jsonl does .*, cut.jsonl.gz is cut short \(gzip_truncated\); \d+ read"
    for _ in range(2):
        with pytest.raises(DataError, match=message):
            load(database, ["cut.jsonl.gz", good, "missing.jsonl"], kind="records")
        results = {row["id"] for row in rows(database, "MATCH (p:Paper) RETURN p.id AS id")}
        assert "Q1" in results
        assert "P0" in results
        assert (
            fingerprint.stored_fingerprint(database)
            == fingerprint.compute_fingerprint(database).hex
        )
        assert graph_status(database)["loads"][0]["complete"] is False


def test_a_missing_file_alone_leaves_the_graph_untouched(database: Database) -> None:
    with pytest.raises(DataError, match=r"missing\.jsonl does not exist \(missing_file\)"):
        load(database, ["missing.jsonl"], kind="records")
    with pytest.raises(DataError, match="no file was given"):
        load(database, [], kind="records")
    assert graph_status(database)["loads"] == []
    with pytest.raises(SchemaError, match="the graph is empty"):
        fingerprint.stored_fingerprint(database)


def test_unknown_works_can_be_dropped(database: Database) -> None:
    path = write_lines("a.jsonl", paper("P1", "X", "P2", "P3"), paper("P2", "Y"), paper("P3"))
    load(database, [path], unknown="drop", batch_size=1, kind="records")
    known = "MATCH (p)-[:CITES]->(w) RETURN p.id + w.id AS pair ORDER BY pair"
    assert [row["pair"] for row in rows(database, known)] == ["P1P2", "P1P3"]
    assert graph_status(database)["nodes"]["Work"] == 3
    dropped = fingerprint.compute_fingerprint(database).hex
    kept = load(database, [path], kind="records")
    assert kept.merged == 3
    assert kept.graph_fingerprint != dropped
    assert len(rows(database, known)) == 4
    database.rows("admin/wipe")
    assert load(database, [path], kind="records").graph_fingerprint == kept.graph_fingerprint


def test_the_snapshot_says_what_was_loaded(database: Database) -> None:
    path = write_lines("a.jsonl", paper("P1", simulated=True))
    report = load(database, [path], source="gen", kind="records")
    [noted] = graph_status(database)["loads"]
    known = {"kind": "records", "source": "gen", "complete": True, "simulated": True}
    known |= {"run": report.run, "fingerprint": report.graph_fingerprint}
    assert known.items() <= noted.items()
    [file] = noted["files"]
    assert file["bytes"] == path.stat().st_size
    assert len(file["sha256"]) == 64
    assert noted["counts"]["loaded"] == 1


def fulltext(identifier: str, *paragraphs: tuple[str, list[str]]) -> dict[str, Any]:
    """Paragraphs whose text holds the ids that they mention."""
    made = []
    for text, mentioned in paragraphs:
        places = [(text.index(item), item) for item in mentioned]
        marks = [{"start": n, "end": n + len(item), "paper_id": item} for n, item in places]
        made.append({"section": "S", "text": text, "mentions": marks})
    return {"paper_id": identifier, "paragraphs": made}


def test_full_text_gives_paragraphs_mentions_and_pairs(database: Database) -> None:
    papers = [paper("P", "A", "B", "C", "X"), paper("A"), paper("B"), paper("C"), paper("D")]
    load(database, [write_lines("p.jsonl", *papers)], kind="records")
    text = fulltext(
        "P",
        ("as B and A say", ["B", "A"]),
        ("A, B, C; X; D; P", ["A", "B", "C", "X", "D", "P"]),
        ("none", []),
    )
    report = load(database, [write_lines("f.jsonl", text, fulltext("Q", ("none", [])))],
                           max_rejected=0.5, kind="fulltext")  # fmt: skip
    assert report.rejected == {"unknown_paper": 1}
    assert report.details["parts"]["mentions"] == {
        "read": 8,
        "loaded": 5,
        "rejected": {"mention_of_unknown": 1, "comention_not_in_references": 1,
                     "mentions_itself": 1},
    }  # fmt: skip
    pairs = "MATCH (a)-[r:CO_MENTIONED]->(b) RETURN a.id + b.id AS pair, r.count AS n, "
    result = rows(database, pairs + "r.paragraph_ids AS ids, r.citing_id AS c, r.day AS day "
                 "ORDER BY pair")  # fmt: skip
    assert result == [
        {"pair": "AB", "n": 2, "ids": ["P#0", "P#1"], "c": "P", "day": 11473},
        {"pair": "AC", "n": 1, "ids": ["P#1"], "c": "P", "day": 11473},
        {"pair": "BC", "n": 1, "ids": ["P#1"], "c": "P", "day": 11473},
    ]
    counts = "MATCH ()-[c:CITES]->(w) RETURN w.id AS id, c.mentions AS n ORDER BY id"
    assert [(row["id"], row["n"]) for row in rows(database, counts)] == [
        ("A", 2), ("B", 2), ("C", 1), ("X", None),
    ]  # fmt: skip
    order = "MATCH (:Paper {id: 'P'})-[:HAS_PARAGRAPH]->(g) RETURN g.id AS id, g.position AS n"
    assert [row["id"] for row in rows(database, order + " ORDER BY n")] == ["P#0", "P#1", "P#2"]
    [first] = rows(database, "MATCH (:Paragraph {id: 'P#0'})-[m:MENTIONS]->({id: 'B'}) "
                   "RETURN m.start AS a, m.end AS b")  # fmt: skip
    assert (first["a"], first["b"]) == (3, 4)


def test_two_full_texts_of_one_paper_give_one_graph_in_any_order(database: Database) -> None:
    papers = write_lines("p.jsonl", paper("P", "A", "B"), paper("A"), paper("B"))
    texts = [
        fulltext("P", ("A and B", ["A", "B"])),
        fulltext("P", ("only A", ["A"]), ("and A", ["A"])),
    ]
    prints = set()
    for number, order in enumerate((texts, texts[::-1])):
        database.rows("admin/wipe")
        load(database, [papers], kind="records")
        for part, text in enumerate(order):
            path = write_lines(f"{number}{part}.jsonl", text)
            report = load(database, [path], max_rejected=1, kind="fulltext")
            assert balances(report)
        prints.add(report.graph_fingerprint)
        total = "MATCH ()-[c:CITES]->() RETURN sum(c.mentions) AS cited"
        marks = "MATCH ()-[m:MENTIONS]->() RETURN count(m) AS cited"
        assert rows(database, total) == rows(database, marks)
    assert len(prints) == 1


def test_pairs_come_once_a_paragraph_no_longer_mentions_too_many(database: Database) -> None:
    names = [f"R{n:03}" for n in range(201)]
    texts = write_lines("t.jsonl", fulltext("P", (" ".join(names), names)))
    load(database, [write_lines("names.jsonl", *map(paper, names))], kind="records")
    many = load(database, [write_lines("many.jsonl", paper("P", *names))], kind="records")
    assert load(database, [texts], kind="fulltext").details["co_mentions"] == 0
    load(database, [write_lines("few.jsonl", paper("P", *names[:3]))], kind="records")
    remove_loads(database, many.run)
    load(database, [texts], kind="fulltext")
    assert rows(database, "MATCH ()-[m:CO_MENTIONED]->() RETURN count(m) AS n") == [{"n": 3}]


def test_texts_loaded_too_early_are_loaded_once_their_records_are(database: Database) -> None:
    records = write_lines("papers.jsonl", paper("P1", "P2"), paper("P2"))
    texts = write_lines("texts.jsonl", fulltext("P1", ("As P2 says", ["P2"])))
    with pytest.raises(DataError, match="most often unknown_paper"):
        load(database, [texts], kind="fulltext")
    load(database, [records], kind="records")
    late = load(database, [texts], kind="fulltext")
    assert (late.loaded, late.merged, late.rejected) == (1, 0, {})
    again = load(database, [texts], kind="fulltext")
    assert (again.loaded, again.merged) == (0, 1)
    database.rows("admin/wipe")
    load(database, [records], kind="records")
    assert load(database, [texts], kind="fulltext").graph_fingerprint == late.graph_fingerprint
