"""One graph from the same records: in any order, batch size, split into files or runs."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from scinet.graph import fingerprint
from scinet.graph.connection import Database
from scinet.graph.load import load_fulltext, load_records
from scinet.graph.sources.papers import paper_record

IDS = [f"P{n}" for n in range(8)]


def some_records(seed: int) -> list[dict[str, Any]]:
    """Records with few ids, so that conflicts, repeats and unknown works are common."""
    draw = random.Random(seed)  # noqa: S311 - a seeded draw
    records = []
    for _ in range(draw.randint(1, 14)):
        identifier = draw.choice(IDS)
        names = draw.sample(
            ["Ann", "ann", "Zoe", "Émile", "\U0001d49cda", "\ufb00"], draw.randint(0, 3)
        )
        records.append(
            {
                "id": identifier,
                "title": draw.choice(["T", "U", None]),
                "date": draw.choice(["2000", "2000-05", "2001-02-03", None]),
                "venue": draw.choice(["ACL", "acl", None]),
                "authors": [{"id": draw.choice("abc"), "name": name} for name in names],
                "references": draw.sample([*IDS, "X", "Y"], draw.randint(0, 4)),
            }
        )
    return records


def load_all(db: Database, folder: Path, records: list[dict[str, Any]], draw: random.Random) -> str:
    """Load in a random order, cut into random files, runs and batches; the fingerprint."""
    db.rows("admin/wipe")
    shuffled = draw.sample(records, len(records))
    found = ""
    runs = draw.randint(1, 3)
    for run in range(runs):
        files = []
        for number in range(2):
            part = shuffled[run::runs][number::2]
            if part:
                path = folder / f"{run}-{number}.jsonl"
                path.write_text("\n".join(map(json.dumps, part)))
                files.append(path)
        if files:
            size = draw.choice([1, 2, 100])
            report = load_records(
                db, files, batch_size=size, max_rejected=1, rejects=folder / "rejects.jsonl"
            )
            assert report.read == report.loaded + report.merged + sum(report.rejected.values())
            assert set(report.rejected) <= {"conflict"}
            found = report.graph_fingerprint
    return found


def naive(records: list[dict[str, Any]]) -> dict[str, set[Any]]:
    """What the graph must hold, by a plain reading of the rule of conflicts."""
    kept: dict[str, Any] = {}
    for record in records:
        made = paper_record(record, None)
        if made.id not in kept or made.digest < kept[made.id].digest:
            kept[made.id] = made
    names: dict[str, set[str]] = {}
    for paper in kept.values():
        for author in paper.authors:
            names.setdefault(author.id, set()).add(author.name or "")
    return {
        "papers": {(p.id, p.title, p.date_precision) for p in kept.values()},
        "citations": {(p.id, cited, p.date) for p in kept.values() for cited in p.references},
        "authors": {(i, min(found, key=_database_order)) for i, found in names.items()},
        "works": {c for p in kept.values() for c in p.references if c not in kept},
    }


def _database_order(text: str) -> bytes:
    # The database compares texts by UTF-16 units, Python by characters.
    return text.encode("utf-16-be")


def held(db: Database) -> dict[str, set[Any]]:
    """The same from the graph."""
    read = {
        "papers": "MATCH (p:Paper) RETURN p.id AS a, p.title AS b, p.date_precision AS c",
        "citations": "MATCH (p:Paper)-[r:CITES]->(w:Work) RETURN p.id AS a, w.id AS b, r.date AS c",
        "authors": "MATCH (p:Author) RETURN p.id AS a, p.name AS b",
    }
    found = {name: {tuple(r.values()) for r in db.read_text(text)} for name, text in read.items()}
    works = db.read_text("MATCH (w:Work) WHERE NOT w:Paper RETURN w.id AS id")
    return {**found, "works": {row["id"] for row in works}}


@pytest.mark.parametrize("seed", range(6))
def test_any_way_of_loading_gives_one_graph(
    shared_database: Database, tmp_path: Path, seed: int
) -> None:
    draw = random.Random(1000 + seed)  # noqa: S311 - a seeded draw
    records = some_records(seed)
    prints = {load_all(shared_database, tmp_path, records, draw) for _ in range(3)}
    assert held(shared_database) == naive(records)
    assert len(prints) == 1


def test_the_fingerprint_moves_with_every_property(database: Database, tmp_path: Path) -> None:
    base: dict[str, Any] = {
        "id": "P1", "title": "T", "abstract": "A", "date": "2000-01-02", "venue": "V",
        "authors": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bo"}],
        "references": ["X", "Y"], "external_ids": {"doi": "10.1000/1"}, "type": "article",
    }  # fmt: skip
    changes: list[dict[str, Any]] = [
        {}, {"id": "P2"}, {"title": "t"}, {"abstract": None}, {"date": "2000-01-03"},
        {"date": None}, {"venue": "W"}, {"authors": base["authors"][::-1]}, {"references": ["X"]},
        {"authors": [{"id": "a", "name": "An"}, {"id": "b", "name": "Bo"}]},
        {"external_ids": {"doi": "10.1000/2"}}, {"type": "letter"}, {"is_retracted": False},
    ]  # fmt: skip
    prints = set()
    for change in changes:
        database.rows("admin/wipe")
        path = tmp_path / "a.jsonl"
        path.write_text(json.dumps({**base, **change}))
        prints.add(load_records(database, [path]).graph_fingerprint)
    assert len(prints) == len(changes)


def test_computed_values_and_bookkeeping_do_not_move_the_fingerprint(
    database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "P1", "references": ["P2"]}))
    first = load_records(database, [path]).graph_fingerprint
    with database.driver.session() as session:
        session.run(
            "MATCH (p:Paper)-[c:CITES]->() SET p.cd_5 = 0.5, c.mentions = 3 "
            "CREATE (p)-[:IN_COMMUNITY]->(:Community {id: 'c'})"
        ).consume()
    assert fingerprint.compute(database).hex == first == fingerprint.current(database)


def test_a_conflict_after_the_full_text_keeps_text_and_citations_together(
    database: Database, tmp_path: Path
) -> None:
    cited = [{"id": i, "date": "1999"} for i in ("A", "B", "C")]
    papers = [
        {"id": "P", "date": "2001", "title": str(n), "references": references}
        for n, references in enumerate((["A", "B", "C"], ["A", "B"], ["A"]))
    ]
    text = "see A, B, C"
    mentions = [{"start": 4 + 3 * n, "end": 5 + 3 * n, "paper_id": i} for n, i in enumerate("ABC")]
    fulltext = {"paper_id": "P", "paragraphs": [{"text": text, "mentions": mentions}]}
    (tmp_path / "f.jsonl").write_text(json.dumps(fulltext))
    for number, record in enumerate(papers):
        record["date"] = f"200{number}"
    papers.sort(key=lambda record: paper_record(record, None).digest, reverse=True)
    for number, record in enumerate(papers):
        (tmp_path / f"{number}.jsonl").write_text("\n".join(map(json.dumps, [record, *cited])))
        load_records(database, [tmp_path / f"{number}.jsonl"])
        load_fulltext(database, [tmp_path / "f.jsonl"])
        cites = set(record["references"])
        rows = list(
            database.read_text(
                "MATCH (:Paper {id: 'P'})-[c:CITES]->(w) "
                "RETURN w.id AS id, c.mentions AS n, toString(c.date) AS date"
            )
        )
        assert {row["id"] for row in rows} == cites
        left = cites & set(papers[0]["references"])
        for earlier in papers[: number + 1]:
            left &= set(earlier["references"])
        assert {row["id"] for row in rows if row["n"] == 1} == left
        dates = list(
            database.read_text(
                "MATCH (:Paragraph)-[m:MENTIONS]->(w) RETURN w.id AS id, toString(m.date) AS date"
            )
        )
        assert {row["id"] for row in dates} == left
        assert {row["date"] for row in dates} <= {f"{record['date']}-12-31"}
