"""Removals, updates and loads that were stopped or cut: what goes on, what is left and told."""

import contextlib
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop, stop_beyond
from helpers.files.read_files import write_lines
from helpers.networks.worlds import IDS, KINDS, put, shape, world

from scinet.errors import DataError, NotFoundError, SchemaError
from scinet.graph.analysis.status import graph_status
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.load.report import LoadReport
from scinet.graph.load.undo import UNDOS
from scinet.graph.snapshot import read_snapshot
from scinet.session.graph import Graph


def test_a_removal_that_was_stopped_goes_on(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = world(1, IDS[:9]), world(2, IDS[3:])
    put(database, "a", first, KINDS)
    expected = shape(database)
    put(database, "b", second, KINDS)
    sizes = {kind: tuple(replace(u, size=2) for u in listed) for kind, listed in UNDOS.items()}
    monkeypatch.setattr("scinet.graph.load.removal.UNDOS", sizes)
    tries: list[Callable[[], object]] = [
        lambda: fingerprint.stored_fingerprint(database),
        lambda: put(database, "c", first, ["records"]),
        lambda: remove_loads(database, "a"),
    ]
    for after in range(0, 40, 3):
        with contextlib.suppress(StopError):
            report = remove_loads(database, "b", progress=stop_beyond(after))
            break
        for attempt in tries:
            with pytest.raises(SchemaError, match="the removal of b is incomplete"):
                attempt()
    assert shape(database) == expected
    assert report.removed["papers"] == 3


def test_another_removal_of_the_source_ends_a_stopped_one_and_does_its_own(
    database: Database,
) -> None:
    value = world(1, IDS)
    put(database, "b", world(2, IDS), ["records"])
    bare = shape(database)
    put(database, "a", value, ["records"])
    expected = shape(database)
    for kind, left in (("counts", expected), (None, bare)):
        put(database, "a", value, ["records", "fulltext", "counts"])
        with pytest.raises(StopError):
            remove_loads(database, "a", kind="fulltext", progress=stop)
        with pytest.raises(SchemaError) as caught:
            fingerprint.stored_fingerprint(database)
        assert caught.value.hint == "Run `scinet remove a --as fulltext` to resume."
        report = remove_loads(database, "a", kind=kind)
        assert shape(database) == left
        removed = sorted(value["kind"] for value in report.loads)
        assert removed == ["counts", "fulltext", *([] if kind else ["records"])]
        assert report.removed["paragraphs"] > 0 < report.removed["referrals"]
    put(database, "a", value, ["records", "fulltext"])
    how: dict[str, Any] = {"source": "a", "kind": "counts", "max_rejected": 1}
    with pytest.raises(StopError):
        load(database, "a-counts.jsonl", **how, after_batch=stop)
    with pytest.raises(StopError):
        remove_loads(database, "a", kind="fulltext", progress=stop)
    with pytest.raises(SchemaError, match="the removal of a is incomplete"):
        remove_loads(database, "b")
    report = remove_loads(database, unfinished=True)
    assert sorted(value["kind"] for value in report.loads) == ["counts", "fulltext"]
    assert shape(database) == expected


def test_what_a_load_stored_before_it_was_killed(database: Database) -> None:
    put(database, "a", world(1, IDS[:9]), ["records"])
    expected = shape(database)
    write_lines("gone.jsonl", *world(2, IDS[3:])["records"])
    with pytest.raises(StopError):
        load(database, "gone.jsonl", source="b", batch_size=2, after_batch=stop)
    Path("gone.jsonl").unlink()
    with pytest.raises(SchemaError, match="is incomplete") as caught:
        fingerprint.stored_fingerprint(database)
    assert "scinet remove --unfinished" in caught.value.hint
    report = remove_loads(database, unfinished=True)
    assert [load_row["source"] for load_row in report.loads] == ["b"]
    assert shape(database) == expected
    assert fingerprint.stored_fingerprint(database) == expected[0]
    with pytest.raises(NotFoundError, match="no load is unfinished"):
        remove_loads(database, unfinished=True)


@pytest.mark.parametrize("kind", KINDS)
def test_what_equals_a_record_that_gave_way_in_a_stopped_load(
    database: Database, kind: str
) -> None:
    """Another load brought the same while it was stopped, and is to give it back."""
    for texts in ("12", "21"):  # whichever hash is the smaller
        pathway = {"claim_id": "s2:c", "conference_year": 2005, "target_paper_id": "s2:2",
                   "enabling_contributions": []}  # fmt: skip
        news = {"kind": "news", "id": "s2:2"}
        rows = [
            {
                "records": {"id": "s2:1", "title": text},
                "fulltext": {"paper_id": "s2:2", "paragraphs": [{"text": text}]},
                "counts": {**news, "count": int(text), "read_on": "2021"},
                "documents": {**news, "paper": "s2:2", "title": text, "date": "2021"},
                "claims": {"paper_id": "s2:2", "stance": "support", "text": text},
                "pathways": {**pathway, "target_contribution": f"Method: {text}"},
            }[kind]
            for text in texts
        ]
        write_lines("p.jsonl", *rows)
        expected = None
        for is_stopped in (False, True):
            database.rows("admin/wipe")
            put(database, "k", {"records": [{"id": "s2:2", "title": "T"}]}, ["records"])
            options: dict[str, Any] = {"kind": kind, "source": "s2", "max_rejected": 1}
            if is_stopped:
                with pytest.raises(StopError):
                    load(database, "p.jsonl", **options, batch_size=1, after_batch=stop)
            load(database, write_lines("q.jsonl", rows[0]), **options)
            if is_stopped:
                remove_loads(database, load(database, "p.jsonl", **options, batch_size=1).run)
            expected = expected or shape(database)
            assert shape(database) == expected


def test_an_update_that_was_given_up_is_no_base_of_another(database: Database) -> None:
    changes = Path("changes.jsonl")
    for source, ids in (("a", ["p1"]), ("b", ["p1", "p2"])):
        put(database, source, {"records": [{"id": identifier} for identifier in ids]}, ["records"])
    for source in ("a", "b"):
        later = {"records": [{"id": "p3"}]}
        with pytest.raises(StopError):
            put(database, source, later, ["records"], changes=changes, after_batch=stop)
        remove_loads(database, unfinished=True)
    put(database, "b", {"records": [{"id": "p2"}, {"id": "p4"}]}, ["records"],
        replace=True, changes=changes)  # fmt: skip
    listed = [json.loads(line) for line in changes.read_text().splitlines()]
    assert {identifier["id"]: identifier["change"] for identifier in listed} == {
        "b:p1": "removed",
        "b:p4": "added",
    }
    assert not any(Path().glob("changes.jsonl.*"))


def load_ids(db: Database, *ids: str, **options: Any) -> LoadReport:
    file = write_lines(f"{ids[0]}.jsonl", *({"id": one, "references": ["x"]} for one in ids))
    return load(db, file, batch_size=1, rejects=Path("rejects.jsonl"), **options)


def test_others_that_load_and_remove_meanwhile(database: Database) -> None:
    for _ in range(2):  # stopped twice, with a load and a removal in between
        with pytest.raises(StopError):
            load_ids(database, "a1", "a2", "a3", after_batch=stop)
        run = load_ids(database, "b1", "b2", "b3", "b4").run
        load_ids(database, "c1", "c2")
        remove_loads(database, run)
    report = load_ids(database, "a1", "a2", "a3")
    assert (report.details["papers"], report.details["citations"]) == (3, 3)
    assert (report.loaded, report.merged) == (3, 0)
    again = load_ids(database, "a1", "a2", "a3")
    assert again.details["papers"] == 0


def test_two_that_were_stopped(database: Database) -> None:
    for ids in (["a1", "a2"], ["b1", "b2", "b3"]):
        with pytest.raises(StopError):
            load_ids(database, *ids, after_batch=stop)
    assert load_ids(database, "a1", "a2").details["papers"] == 2
    assert load_ids(database, "b1", "b2", "b3").details["papers"] == 3


def test_one_that_was_refused_for_its_bad_records(database: Database) -> None:
    ids = ("a1", "a1" * 200, "a2" * 200)
    with pytest.raises(DataError, match="are bad"):
        load_ids(database, *ids)
    load_ids(database, "b1", "b2")
    late = load_ids(database, *ids, max_rejected=1)
    assert late.details["papers"] == 1


def pack(name: str, *, keep: int | None = None) -> None:
    """A packed file of 50 papers, or its first bytes."""
    rows = (json.dumps({"id": f"P{n}", "date": "2001"}) for n in range(50))
    Path(name).write_bytes(gzip.compress("\n".join(rows).encode())[:keep])


def test_a_file_that_was_cut_is_named_until_it_is_whole(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    pack("a.jsonl.gz", keep=-20)
    with pytest.raises(DataError) as caught:
        load(database, "a.jsonl.gz", source="a")
    [row] = graph_status(database)["loads"]
    why = "a.jsonl.gz is cut short (gzip_truncated)"
    assert (row["complete"], row["fault"], row["whole_in"]) == (False, why, None)
    assert f"`scinet remove {row['run']}` takes away what was loaded." in caught.value.hint
    graph, told = Graph(lambda: database), []
    for ask in (lambda: graph.cypher("RETURN 1"), lambda: read_snapshot(database), graph.snapshot):
        ask()
        told += caplog.messages
        caplog.clear()
    advice = f"`scinet remove {row['run']}` takes it away"
    assert told == [f"load {row['run']} brought only a part: {why}; {advice}"]
    with pytest.raises(NotFoundError) as nothing:
        remove_loads(database, unfinished=True)
    assert f"`scinet remove {row['run']}` takes away what brought" in nothing.value.hint

    pack("a.jsonl.gz")
    whole = load(database, "a.jsonl.gz", source="a").run
    rows = [
        (one["run"], one["complete"], one["whole_in"]) for one in graph_status(database)["loads"]
    ]
    assert rows == [(whole, True, None), (row["run"], False, whole)]
    Graph(lambda: database).cypher("RETURN 1")
    read_snapshot(database)
    assert caplog.messages == []


def test_what_has_not_ended_is_named_though_another_load_has(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    pack("b.jsonl.gz")
    with pytest.raises(StopError):
        load(database, "b.jsonl.gz", source="b", batch_size=10, after_batch=stop)
    [stopped] = graph_status(database)["loads"]
    Path("c.jsonl").write_text('{"id": "Q"}\n')
    load(database, "c.jsonl", source="c")
    read_snapshot(database)
    assert caplog.messages == [
        f"load {stopped['run']} brought only a part: it is incomplete; "
        f"`scinet remove {stopped['run']}` takes it away"
    ]
    caplog.clear()
    remove_loads(database, unfinished=True)
    read_snapshot(database)
    assert caplog.messages == []


def test_other_files_of_the_same_source_explain_nothing(database: Database) -> None:
    pack("a.jsonl.gz", keep=-20)
    with pytest.raises(DataError):
        load(database, "a.jsonl.gz", source="d")
    pack("e.jsonl.gz")
    load(database, "e.jsonl.gz", source="d")
    pack("a.jsonl.gz")
    load(database, "a.jsonl.gz", source="other")
    assert [one["whole_in"] for one in graph_status(database)["loads"]] == [None, None, None]
    [bad] = [one["run"] for one in graph_status(database)["loads"] if not one["complete"]]
    remove_loads(database, bad)
    assert all(one["complete"] for one in graph_status(database)["loads"])
