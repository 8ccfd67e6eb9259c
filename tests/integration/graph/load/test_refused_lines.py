"""No single value stops a load: what an index cannot hold is cut, what is refused is named."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop
from helpers.files.read_files import write_lines

from scinet.errors import QueryError
from scinet.graph.db.connection import Database
from scinet.graph.load.kinds import KINDS
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources.fields import MAX_NAME

LONG = "\U0001d51e" * 2_042  # 8,168 bytes: an index takes 8,164


def balances(report: LoadReport) -> bool:
    return report.read == report.loaded + report.merged + sum(report.rejected.values())


def paper(identifier: str, *references: str, **more: Any) -> dict[str, Any]:
    return {"id": identifier, "date": "2001-05", "references": list(references), **more}


def test_what_an_index_cannot_hold_is_cut_or_left_out_and_counted(database: Database) -> None:
    kinds = ("doi", "arxiv", "acl", "s2", "openalex")
    records = [
        paper("P1", authors=[{"id": "a", "name": LONG}], venue=LONG, title=LONG),
        paper("P2", authors=[{"name": LONG, "institutions": [{"name": LONG}]}]),
        paper("P3", fields=[{"level": "topic", "name": LONG}]),
        *(paper(kind, external_ids={kind: "10.1234/" + "x" * 8_160}) for kind in kinds),
    ]
    report = load(database, [write_lines("a.jsonl", *records)], source="acl")
    assert report.read == report.loaded == len(records)
    assert report.details["accepted"]["name_cut"] == 5
    assert report.details["accepted"]["external_id_over_256"] == 5
    [row] = database.read_text(
        "MATCH (v:Venue)<--(p:Paper)<--(a:Author)"
        " RETURN size(v.name) AS venue, size(a.name) AS author, p.title AS title"
    )
    assert row == {"venue": MAX_NAME, "author": MAX_NAME, "title": LONG}


@pytest.fixture
def bad_value(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Gives papers whose title says so a value as their type that the reader would not let in."""

    def plant(value: Any) -> None:
        kind = KINDS["records"]

        def make(record: dict[str, Any], source: str | None) -> PaperRecord:
            made: PaperRecord = kind.make(record, source)
            return replace(made, type=value) if made.title == "bad" else made

        monkeypatch.setitem(KINDS, "records", replace(kind, make=make))

    return plant


@pytest.mark.parametrize(
    ("value", "bad"),
    [(2**63, {0}), ("\ud800", {11}), ({"a": 1}, {0, 5, 6}), ({"a": 1}, set(range(12)))],
    ids=["integer", "surrogate", "map", "all"],
)
def test_a_batch_that_is_refused_is_halved_down_to_its_lines(
    database: Database, bad_value: Callable[[Any], None], value: Any, bad: set[int]
) -> None:
    bad_value(value)
    records = [paper(f"P{n}", f"P{n - 1}", title="bad" if n in bad else "T") for n in range(12)]
    file = write_lines("a.jsonl", *records)
    report = load(database, [file], source="acl", batch_size=5, max_rejected=1, unknown="drop")
    assert balances(report)
    assert (report.read, report.loaded) == (12, 12 - len(bad))
    assert report.rejected == {"not_storable": len(bad)}
    assert report.rejects is not None
    listed = [json.loads(line) for line in report.rejects.read_text().splitlines()]
    assert {row["line"] - 1 for row in listed} == bad
    stored = {row["id"] for row in database.read_text("MATCH (p:Paper) RETURN p.id AS id")}
    assert stored == {f"acl:P{n}" for n in set(range(12)) - bad}
    again = load(database, [file], source="acl", batch_size=5, max_rejected=1, unknown="drop")
    assert (again.read, again.merged, again.rejected) == (12, 12 - len(bad), report.rejected)
    assert again.graph_fingerprint == report.graph_fingerprint


def test_a_load_that_stops_between_halves_goes_on(
    database: Database, bad_value: Callable[[Any], None]
) -> None:
    bad_value(2**63)
    bad = {3, 4, 21}
    records = [paper(f"P{n}", title="bad" if n in bad else "T") for n in range(25)]
    file = write_lines("a.jsonl", *records)
    stops = 0
    how: dict[str, Any] = {"source": "acl", "batch_size": 20, "max_rejected": 1}
    while stops < 40:
        try:
            report = load(database, [file], **how, after_batch=stop)
            break
        except StopError:
            stops += 1
    assert stops == 9  # six transactions of the first batch, three of the second
    assert balances(report)
    assert (report.read, report.loaded) == (25, 22)
    assert report.rejected == {"not_storable": 3}


def test_a_database_that_takes_nothing_is_no_fault_of_a_line(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_lines("a.jsonl", *(paper(f"P{n}") for n in range(8)))
    write = Database.write

    def refused(self: Database, work: Callable[..., Any]) -> Any:
        def checked(tx: Any) -> Any:
            result = work(tx)
            if hasattr(result, "sha256"):
                raise QueryError("may not write")
            return result

        return write(self, checked)

    monkeypatch.setattr(Database, "write", refused)
    with pytest.raises(QueryError, match="may not write"):
        load(database, [file], source="acl")
    monkeypatch.undo()
    assert not database.rows("load/batch_stored", run="x")
