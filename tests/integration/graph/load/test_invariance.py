"""One graph from the same records: in any order, batch size, split into files or runs."""

import json
import random
from collections import Counter
from collections.abc import Iterable
from itertools import count, permutations
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop
from helpers.files.read_files import write_lines
from helpers.proof import default_seed

from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.identity.combine import complete_record
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources.papers import paper_record

IDS = [f"P{n}" for n in range(8)]
ORCID = "0000-0000-0000-000X"


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
                "authors": [
                    {
                        "id": draw.choice("abc"),
                        "name": name,
                        "orcid": draw.choice([None, "0000-0000-0000-0001", "0000-0000-0000-0002"]),
                        "is_corresponding": draw.choice([None, True]),
                        "institutions": [
                            {"id": draw.choice("IJ"), "name": draw.choice(["Inst", "inst", None])}
                            for _ in range(draw.randint(0, 2))
                        ],
                    }
                    for name in names
                ],
                "fields": [
                    {"id": draw.choice("FG"), "level": "topic", "name": draw.choice(["f", "F"])}
                    for _ in range(draw.randint(0, 2))
                ],
                "references": draw.sample([*IDS, "X", "Y"], draw.randint(0, 4)),
            }
        )
    return records


def load_all(db: Database, records: list[dict[str, Any]], draw: random.Random) -> str:
    """Load in a random order, cut into random files, runs and batches; the fingerprint."""
    db.rows("admin/wipe")
    shuffled = draw.sample(records, len(records))
    result = ""
    runs = draw.randint(1, 3)
    for run in range(runs):
        parts = [part for number in range(2) if (part := shuffled[run::runs][number::2])]
        files = [write_lines(f"{run}-{n}.jsonl", *part) for n, part in enumerate(parts)]
        if files:
            size, rejects = draw.choice([1, 2, 100]), Path("rejects.jsonl")
            how: dict[str, Any] = {"batch_size": size, "rejects": rejects, "max_rejected": 1}
            report = load(db, files, kind="records", **how)
            assert report.read == report.loaded + report.merged + sum(report.rejected.values())
            assert set(report.rejected) <= {"conflict"}
            result = report.graph_fingerprint
    return result


def naive(records: list[dict[str, Any]]) -> dict[str, set[Any]]:
    """What the graph must hold, by a plain reading of the rule of several records of one id."""
    listed: dict[str, list[PaperRecord]] = {}
    for record in records:
        made = paper_record(record, None)
        listed.setdefault(made.id, []).append(made)
    kept = {identifier: complete_record(several) for identifier, several in listed.items()}
    names: dict[str, Counter[str]] = {}
    for paper in kept.values():
        for author in paper.authors:
            names.setdefault(author.id, Counter())[author.name or ""] += 1
    return {
        "papers": {(p.id, p.title, p.date_precision) for p in kept.values()},
        "citations": {(p.id, cited, p.date) for p in kept.values() for cited in p.references},
        "authors": {(i, _commonest(name), _listed(name)) for i, name in names.items()},
        "fields": {(p.id, f.id, p.date, f.is_primary) for p in kept.values() for f in p.fields},
        "affiliations": {
            (a.id, i.id, p.id, p.date)
            for p in kept.values()
            for a in p.authors
            for i in a.institutions
        },
        "orcids": {(i, min(o)) for i, o in _orcids(kept.values()).items()},
        "ends": {f.id for p in kept.values() for f in p.fields}
        | {i.id for p in kept.values() for a in p.authors for i in a.institutions},
        "works": {c for p in kept.values() for c in p.references if c not in kept},
    }


def _orcids(papers: Iterable[PaperRecord]) -> dict[str, set[str]]:
    results: dict[str, set[str]] = {}
    for author in (a for p in papers for a in p.authors if a.orcid):
        results.setdefault(author.id, set()).add(str(author.orcid))
    return results


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _commonest(result: Counter[str]) -> str:
    return min(result, key=lambda item: (-result[item], -len(item), _database_order(item)))


def _listed(result: Counter[str]) -> tuple[str, ...] | None:
    return tuple(sorted(result, key=_database_order)) if len(result) > 1 else None


def _database_order(text: str) -> bytes:
    # The database compares texts by UTF-16 units, Python by characters.
    return text.encode("utf-16-be")


def held(db: Database) -> dict[str, set[Any]]:
    read = {
        "papers": "MATCH (p:Paper) RETURN p.id AS a, p.title AS b, p.date_precision AS c",
        "citations": "MATCH (p:Paper)-[r:CITES]->(w:Work) RETURN p.id AS a, w.id AS b, r.date AS c",
        "authors": "MATCH (p:Author) RETURN p.id AS a, p.name AS b, p.names AS c",
        "fields": "MATCH (p:Paper)-[r:IN_FIELD]->(f:Field) "
        "RETURN p.id AS a, f.id AS b, r.date AS c, r.is_primary AS d",
        "affiliations": "MATCH (a:Author)-[r:AFFILIATED_WITH]->(i:Institution) "
        "RETURN a.id AS a, i.id AS b, r.paper_id AS c, r.date AS d",
        "orcids": "MATCH (a:Author) WHERE a.orcid IS NOT NULL RETURN a.id AS a, a.orcid AS b",
    }
    results = {
        name: {tuple(map(_as_tuple, r.values())) for r in db.read_text(text)}
        for name, text in read.items()
    }
    works = db.read_text("MATCH (w:Work) WHERE NOT w:Paper RETURN w.id AS id")
    ends = db.read_text("MATCH (n:Field|Institution) RETURN n.id AS id")
    return {**results, "ends": {row["id"] for row in ends}, "works": {row["id"] for row in works}}


@pytest.mark.parametrize("seed", [0, 1, default_seed()])
def test_any_way_of_loading_gives_one_graph(shared_database: Database, seed: int) -> None:
    draw = random.Random(1000 + seed)  # noqa: S311 - a seeded draw
    records = some_records(seed)
    prints = {load_all(shared_database, records, draw) for _ in range(3)}
    assert held(shared_database) == naive(records)
    assert len(prints) == 1


def test_names_are_chosen_in_one_way_where_texts_are_compared_in_two(database: Database) -> None:
    def record(paper: str, name: str | None, title: str) -> dict[str, Any]:
        bare = {"id": paper, "title": title}
        if name is None:
            return bare
        told = {"name": name}
        return {
            **bare,
            "authors": [{"id": "a", **told, "institutions": [{"id": "I", **told}]}],
            "venue_id": "v", "venue": name,
            "fields": [{"id": "F", "level": "topic", **told}],
        }  # fmt: skip

    # The first name is smaller by characters, the second by UTF-16 units.
    named = [record("P1", "\ufb00", "T"), record("P2", "\U0001d49cda", "T")]
    displaced = record("P3", "zz", "T")
    digest = paper_record(displaced, None).digest
    untold = (record("P3", None, str(n)) for n in count())
    kept = next(r for r in untold if paper_record(r, None).digest < digest)
    path, prints = Path("a.jsonl"), set()
    # Displaced last, what the record named is named again, from texts that are stored by then.
    for records in ([*named, displaced, kept], [kept, *named, displaced]):
        database.rows("admin/wipe")
        path.write_text("\n".join(map(json.dumps, records)))
        options: dict[str, Any] = {"batch_size": 1, "max_rejected": 1, "rejects": Path("r")}
        prints.add(load(database, [path], **options, kind="records").graph_fingerprint)
        text = "MATCH (n:Author|Institution|Venue|Field) RETURN DISTINCT n.name AS name"
        assert [row["name"] for row in database.read_text(text)] == ["\U0001d49cda"]
    assert len(prints) == 1


def test_the_fingerprint_moves_with_every_property(database: Database) -> None:
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
        {"fields": [{"id": "F", "level": "topic"}]}, {"fields": [{"id": "F", "level": "field"}]},
        {"fields": [{"id": "F", "level": "topic", "name": "f"}]},
        {"fields": [{"id": "F", "level": "topic", "score": 0.5}]},
        {"authors": [base["authors"][0], {"id": "b", "name": "Bo", "is_corresponding": False}]},
        {"authors": [base["authors"][0], {"id": "b", "name": "Bo", "orcid": ORCID}]},
        {"authors": [base["authors"][0], {"id": "b", "name": "Bo", "institutions": [{"id": "I"}]}]},
        {"awards": ["Best"]}, {"awards": ["best"]}, {"datasets": ["https://a.org/x"]},
        {"models": ["https://a.org/x"]}, {"impact": {"downloads": 3}}, {"impact": {"downloads": 4}},
        {"impact": {"citing_papers": 3}}, {"impact": {"downloads": 3, "read_on": "2020"}},
    ]  # fmt: skip
    prints = set()
    for change in changes:
        database.rows("admin/wipe")
        path = Path("a.jsonl")
        path.write_text(json.dumps({**base, **change}))
        prints.add(load(database, [path], kind="records").graph_fingerprint)
    assert len(prints) == len(changes)


def test_what_most_sources_lack_leaves_other_fingerprints_as_they_were(database: Database) -> None:
    path = Path("a.jsonl")
    author = {"id": "ann", "name": "Ann"}
    record = {"id": "a", "title": "T", "date": "2001", "venue": "V", "references": ["b", "x"]}
    other = {"id": "b", "date": "1999-05-01", "authors": [{"name": "Bo"}]}
    path.write_text("\n".join(map(json.dumps, [{**record, "authors": [author]}, other])))
    result = load(database, [path], kind="records").graph_fingerprint
    # As computed before there were research fields and institutions.
    assert result == "61f6d04d48768ff94d8441ba79f10575671fa6a8e1f67bcad40449ae11916a5d"


def test_computed_values_and_bookkeeping_do_not_move_the_fingerprint(database: Database) -> None:
    path = Path("a.jsonl")
    path.write_text(json.dumps({"id": "P1", "references": ["P2"]}))
    first = load(database, [path], kind="records").graph_fingerprint
    with database.driver.session() as session:
        session.run(
            "MATCH (p:Paper)-[c:CITES]->() SET p.cd_5 = 0.5, c.mentions = 3 "
            "CREATE (p)-[:IN_COMMUNITY]->(:Community {id: 'c'})"
        ).consume()
    assert (
        fingerprint.compute_fingerprint(database).hex
        == first
        == fingerprint.stored_fingerprint(database)
    )


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_text_and_citations_stay_together_whatever_record_follows(
    database: Database, order: tuple[int, ...]
) -> None:
    cited = [{"id": i, "date": "1999"} for i in ("A", "B", "C")]
    # Three records of one paper, each of which displaces the one before by its smaller hash, and
    # which are put together.
    papers: list[dict[str, Any]] = []
    for number, (kept, start) in enumerate(zip(order, "f80", strict=True)):
        base = {"id": "P", "date": f"200{number}", "references": ["A", "B", "C"][: kept + 1]}
        printed = ({**base, "venue": str(n)} for n in count())
        papers.append(next(r for r in printed if paper_record(r, None).digest.startswith(start)))
    text = "see A, B, C"
    mentions = [{"start": 4 + 3 * n, "end": 5 + 3 * n, "paper_id": i} for n, i in enumerate("ABC")]
    fulltext = {"paper_id": "P", "paragraphs": [{"text": text, "mentions": mentions}]}
    Path("f.jsonl").write_text(json.dumps(fulltext))
    for number, record in enumerate(papers):
        Path(f"{number}.jsonl").write_text("\n".join(map(json.dumps, [record, *cited])))
        load(database, [Path(f"{number}.jsonl")], kind="records")
        held_before = mentioned(database)
        whole = ["A", "B", "C"][: max(order[: number + 1]) + 1]
        expected = {(i, f"{record['date']}-12-31", 1) for i in whole}
        assert held_before <= expected
        last = load(database, [Path("f.jsonl")], rejects=Path("r.jsonl"), kind="fulltext")
        assert last.loaded + last.merged == 1
        assert mentioned(database) == expected
        assert last.merged == (held_before == expected)
    database.rows("admin/wipe")
    for number in (2, 0, 1):
        load(database, [Path(f"{number}.jsonl")], kind="records")
    anew = load(database, [Path("f.jsonl")], rejects=Path("r.jsonl"), kind="fulltext")
    assert anew.graph_fingerprint == last.graph_fingerprint


def mentioned(db: Database) -> set[tuple[Any, ...]]:
    """What P mentions: the paper, the day, the count on the citation."""
    text = (
        "MATCH (:Paper {id: 'P'})-[c:CITES]->(w)<-[m:MENTIONS]-(:Paragraph) "
        "WHERE c.date = m.date RETURN w.id AS id, toString(m.date) AS date, c.mentions AS n"
    )
    return {tuple(row.values()) for row in db.read_text(text)}


def test_text_before_the_records_that_it_mentions_is_made_whole(database: Database) -> None:
    first = write_lines("1.jsonl", {"id": "A", "references": ["X", "Y", "Z"]}, {"id": "X"})
    later = write_lines("2.jsonl", {"id": "Y"})
    mentions = [{"start": n, "end": n + 1, "paper_id": i} for n, i in enumerate("XYZ")]
    paragraph = {"text": "XYZ", "mentions": mentions}
    text = write_lines("t.jsonl", {"paper_id": "A", "paragraphs": [paragraph]})

    def load_text() -> LoadReport:
        return load(database, text, rejects=Path("rejects.jsonl"), kind="fulltext")

    load(database, first, kind="records")
    early = load_text()
    load(database, later, kind="records")
    late = load_text()
    load(database, write_lines("3.jsonl", {"id": "Q"}), kind="records")
    load_text()
    again = load_text()
    for report, result in ((early, (1, 1, 0, 2)), (late, (1, 1, 0, 1)), (again, (1, 0, 1, 0))):
        left_out = report.details["parts"].get("mentions", {}).get("rejected", {})
        assert report.rejected == {}
        assert (
            report.read, report.loaded, report.merged, left_out.get("mention_of_unknown", 0)
        ) == result  # fmt: skip
    database.rows("admin/wipe")
    load(database, [first, later], kind="records")
    assert load_text().graph_fingerprint == late.graph_fingerprint


def test_records_that_were_cut_short_count_once_they_are_read(database: Database) -> None:
    Path("p.jsonl").write_text('{"id": "A", "references": ["X"]}\n{"id": "X"}')
    mention = {"start": 0, "end": 1, "paper_id": "X"}
    fulltext = {"paper_id": "A", "paragraphs": [{"text": "X", "mentions": [mention]}]}
    Path("t.jsonl").write_text(json.dumps(fulltext))

    def load_text() -> LoadReport:
        return load(database, [Path("t.jsonl")], rejects=Path("r.jsonl"), kind="fulltext")

    with pytest.raises(StopError):
        load(database, [Path("p.jsonl")], batch_size=1, after_batch=stop, kind="records")
    assert load_text().details["mentions"] == 0
    load(database, [Path("p.jsonl")], kind="records")
    assert load_text().details["mentions"] == 1
