"""Records of one id that come one after the other: what is shown does not depend on the order."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.files.read_files import write_lines

from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.load.report import LoadReport

FULL: Final = {
    "id": "p", "title": "Counting words", "abstract": "We count.", "date": "1998",
    "venue": "Letters", "references": ["x", "y"],
    "authors": [{"id": "a", "name": "Ada Bell"}, {"id": "b", "name": "Bo Cy"}],
}  # fmt: skip
STUB: Final = {"id": "p", "title": "Counting  Words."}
DATED: Final = {
    "id": "p", "date": "1998-06-15", "references": ["y", "z"], "authors": [{"name": "A. Bell"}],
    "external_ids": {"doi": "10.1000/p"},
}  # fmt: skip
OTHER: Final = {"id": "p", "title": "Another paper", "references": ["o"], "venue": "Notes"}
RECORDS: Final = {"full": FULL, "stub": STUB, "dated": DATED, "other": OTHER}
CITING: Final = {"id": "c", "title": "Citing", "references": ["p"]}


def put(database: Database, *names: str, **how: Any) -> LoadReport:
    file = write_lines(f"{'-'.join(names)}.jsonl", *(RECORDS[name] for name in names))
    return load(database, file, kind="records", max_rejected=1, rejects=Path("rejects"), **how)


def shown(database: Database) -> Any:
    [row] = database.read_text(
        "MATCH (p:Paper {id: 'p'}) RETURN p.title AS title, p.abstract AS abstract, "
        "toString(p.date) AS date, p.doi AS doi, "
        "COLLECT { MATCH (p)-[:PUBLISHED_IN]->(v) RETURN v.name } AS venue, "
        "COLLECT { MATCH (p)-[:CITES]->(w) RETURN w.id ORDER BY w.id } AS cited, "
        "COLLECT { MATCH (p)<-[r:AUTHORED]-() RETURN r.name ORDER BY r.position } AS authors"
    )
    nodes = database.read_text(
        "MATCH (n) WHERE n:Work OR n:Author OR n:Venue RETURN n.id AS id ORDER BY id"
    )
    return row, [node["id"] for node in nodes]


WHOLE: Final = (
    {
        "title": "Counting words", "abstract": "We count.", "date": "1998-06-15",
        "doi": "10.1000/p", "venue": ["Letters"], "cited": ["x", "y", "z"],
        "authors": ["Ada Bell", "Bo Cy"],
    },
    ["a", "b", "name:letters", "p", "x", "y", "z"],
)  # fmt: skip


def test_any_order_of_loads_gives_one_paper_and_any_removal_undoes_it(database: Database) -> None:
    prints: dict[frozenset[str], set[str]] = {}
    orders = [*permutations(("full", "dated", "other")), *list(permutations(RECORDS))[::5]]
    for number, order in enumerate(orders):
        database.rows("admin/wipe")
        runs = {}
        for place, name in enumerate(order):
            report = put(database, name)
            runs[name] = report.run
            held = frozenset(order[: place + 1])
            prints.setdefault(held, set()).add(report.graph_fingerprint)
            assert report.read == 1 == report.loaded + report.merged + sum(report.rejected.values())
        assert shown(database) == WHOLE
        gone = order[number % 3 :] + order[: number % 3]
        for place, name in enumerate(gone[:-1]):
            removal = remove_loads(database, runs[name])
            held = frozenset(gone[place + 1 :])
            prints.setdefault(held, set()).add(str(removal.graph_fingerprint))
    assert all(len(found) == 1 for found in prints.values())
    together = {held for held in prints if "other" not in held}
    assert len({min(prints[held]) for held in together}) == len(together)


@pytest.mark.parametrize(
    "order", [("full", "stub", "dated", "other"), ("other", "dated", "stub", "full")]
)
def test_one_load_shows_what_several_show(database: Database, order: Sequence[str]) -> None:
    apart = [put(database, name) for name in order][-1]
    for size in (1, 2, 100):
        database.rows("admin/wipe")
        report = put(database, *order, batch_size=size)
        assert (report.read, report.loaded, report.merged) == (4, 1, 2)
        assert report.rejected == {"conflict": 1}
        assert report.details["accepted"]["put_together"] == 2
        assert report.graph_fingerprint == apart.graph_fingerprint
        assert shown(database) == WHOLE


def test_a_newer_stub_does_not_take_away_what_an_older_version_says(database: Database) -> None:
    site = "https://openalex.org/"
    older = {
        "id": f"{site}W2001", "title": "Words", "publication_date": "1998-06-15",
        "updated_date": "2024-01-01", "referenced_works": [f"{site}W2002"],
        "authorships": [{"author": {"id": f"{site}A5001", "display_name": "Ada Bell"}}],
    }  # fmt: skip
    newer: dict[str, Any] = {"id": f"{site}W2001", "title": "Words.", "updated_date": "2025-01-01",
             "publication_date": None, "authorships": [], "referenced_works": []}  # fmt: skip
    found = []
    for order in permutations((older, newer, {**older, "referenced_works": [f"{site}W2003"]})):
        database.rows("admin/wipe")
        for number, record in enumerate(order):
            load(database, write_lines(f"{number}.jsonl", record), kind="openalex")
        [row] = database.read_text(
            "MATCH (p:Paper) RETURN p.title AS title, toString(p.date) AS date, "
            "COLLECT { MATCH (p)-[:CITES]->(w) RETURN w.id ORDER BY w.id } AS cited, "
            "COUNT { (p)<-[:AUTHORED]-() } AS authors"
        )
        found.append(json.dumps(row))
    assert len(set(found)) == 1
    row = json.loads(found[0])
    assert (row["title"], row["date"], row["authors"]) == ("Words.", "1998-06-15", 1)
    assert len(row["cited"]) == 1


def test_an_id_that_only_a_poorer_record_states_joins_other_sources(database: Database) -> None:
    """A DOI, and the citations and texts that come with it; all orders of three loads."""
    other = {"id": "z:1", "title": "Counting words", "external_ids": {"doi": "10.1000/p"},
             "abstract": "Another abstract."}  # fmt: skip
    text = {"paper_id": "p", "paragraphs": [
        {"text": "see x", "mentions": [{"start": 4, "end": 5, "paper_id": "x"}]}
    ]}  # fmt: skip
    files = {
        "full": write_lines("1.jsonl", FULL, {"id": "x", "title": "X"}, CITING),
        "dated": write_lines("2.jsonl", DATED), "z": write_lines("3.jsonl", other),
    }  # fmt: skip
    texts = write_lines("t.jsonl", text)
    found = set()
    for order in permutations(files):
        database.rows("admin/wipe")
        runs = {name: load(database, files[name], kind="records").run for name in order}
        report = load(database, texts, kind="fulltext")
        assert report.details["same_work"] == {"works": 1, "records": 2}
        [row] = database.read_text(
            "MATCH (p:Paper {id: 'p'})<-[:CITES]-(:Paper {id: 'c'}) RETURN p.abstract AS abstract, "
            "COUNT { (p)-[:HAS_PARAGRAPH]->()-[:MENTIONS]->({id: 'x'}) } AS mentions"
        )
        assert row == {"abstract": "We count.", "mentions": 1}
        remove_loads(database, runs["dated"])
        assert list(database.read_text("MATCH (p:Paper {id: 'z:1'}) RETURN p.abstract AS a")) == [
            {"a": "Another abstract."}
        ]
        found.add(report.graph_fingerprint)
    assert len(found) == 1


def test_a_bibliography_crossref_and_openalex_say_one_thing_in_any_order(
    database: Database,
) -> None:
    """Two with the DOI as id, the poorer with another form of the title; one with its own id."""
    item = {
        "DOI": "10.1000/AB", "title": ["Counting words"], "issued": {"date-parts": [[1998]]},
        "author": [{"given": "Ada", "family": "Bell"}, {"given": "Cy", "family": "Dee"}],
        "container-title": ["Letters"], "reference": [{"key": "1", "DOI": "10.1000/old"}],
    }  # fmt: skip
    work = {
        "id": "https://openalex.org/W2001", "doi": "https://doi.org/10.1000/ab", "title": "Count",
        "publication_date": "1998-06-15", "referenced_works": ["https://openalex.org/W2000"],
        "authorships": [{"author": {"id": "https://openalex.org/A5001", "display_name": "Bell"}}],
    }  # fmt: skip
    entry = "@article{k, doi = {10.1000/ab}, title = {Counting words: a study}, abstract = {We.}}"
    texts = {
        "crossref.json": json.dumps(
            {"status": "ok", "message-type": "work-list", "message": {"items": [item]}}
        ),
        "works.jsonl": json.dumps(work),
        "one.bib": entry,
    }
    for name, text in texts.items():
        Path(name).write_text(text + "\n")
    statement = (
        "MATCH (p:Paper) RETURN p.id AS id, p.title AS title, p.abstract AS abstract, "
        "toString(p.date) AS date, COUNT { (p)<-[:AUTHORED]-() } AS authors, "
        "COLLECT { MATCH (p)-[:CITES]->(w) RETURN w.id ORDER BY w.id } AS cited"
    )
    prints: dict[frozenset[str], set[str]] = {}
    for order in permutations(texts):
        database.rows("admin/wipe")
        runs = {name: load(database, name, max_rejected=0).run for name in order}
        assert list(database.read_text(statement)) == [
            {
                "id": "doi:10.1000/ab", "title": "Counting words", "abstract": "We.",
                "date": "1998-06-15", "authors": 2, "cited": ["doi:10.1000/old", "openalex:W2000"],
            }
        ]  # fmt: skip
        for place, name in enumerate(order[:2]):
            removal = remove_loads(database, runs[name])
            left = frozenset(order[place + 1 :])
            prints.setdefault(left, set()).add(str(removal.graph_fingerprint))
    assert {len(found) for found in prints.values()} == {1}
