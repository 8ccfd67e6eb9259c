"""A load that breaks off has brought a part of its files: whoever asks is told, and what to do."""

import gzip
import json
from pathlib import Path

import pytest
from helpers.commands.stops import StopError, stop

from scinet.errors import DataError, NotFoundError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove
from scinet.graph.snapshot import read
from scinet.graph.status import status
from scinet.session.graph import Graph


def written(name: str, *, keep: int | None = None) -> None:
    """A packed file of 50 papers, or its first bytes."""
    rows = (json.dumps({"id": f"P{n}", "date": "2001"}) for n in range(50))
    Path(name).write_bytes(gzip.compress("\n".join(rows).encode())[:keep])


def test_a_file_that_was_cut_is_named_until_it_is_whole(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    written("a.jsonl.gz", keep=-20)
    with pytest.raises(DataError) as caught:
        load(database, "a.jsonl.gz", source="a")
    [row] = status(database)["loads"]
    why = "a.jsonl.gz is cut short (gzip_truncated)"
    assert (row["complete"], row["fault"], row["whole_in"]) == (False, why, None)
    assert f"`scinet remove {row['run']}` takes away what was loaded." in caught.value.hint
    graph, told = Graph(lambda: database), []
    for ask in (lambda: graph.cypher("RETURN 1"), lambda: read(database), graph.snapshot):
        ask()
        told += caplog.messages
        caplog.clear()
    advice = f"`scinet remove {row['run']}` takes it away"
    assert told == [f"load {row['run']} brought only a part: {why}; {advice}"]
    with pytest.raises(NotFoundError) as nothing:
        remove(database, unfinished=True)
    assert f"`scinet remove {row['run']}` takes away what brought" in nothing.value.hint

    written("a.jsonl.gz")
    whole = load(database, "a.jsonl.gz", source="a").run
    rows = [(one["run"], one["complete"], one["whole_in"]) for one in status(database)["loads"]]
    assert rows == [(whole, True, None), (row["run"], False, whole)]
    Graph(lambda: database).cypher("RETURN 1")
    read(database)
    assert caplog.messages == []


def test_what_has_not_ended_is_named_though_another_load_has(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    written("b.jsonl.gz")
    with pytest.raises(StopError):
        load(database, "b.jsonl.gz", source="b", batch_size=10, after_batch=stop)
    [stopped] = status(database)["loads"]
    Path("c.jsonl").write_text('{"id": "Q"}\n')
    load(database, "c.jsonl", source="c")
    read(database)
    assert caplog.messages == [
        f"load {stopped['run']} brought only a part: it has not ended; "
        f"`scinet remove {stopped['run']}` takes it away"
    ]
    caplog.clear()
    remove(database, unfinished=True)
    read(database)
    assert caplog.messages == []


def test_other_files_of_the_same_source_explain_nothing(database: Database) -> None:
    written("a.jsonl.gz", keep=-20)
    with pytest.raises(DataError):
        load(database, "a.jsonl.gz", source="d")
    written("e.jsonl.gz")
    load(database, "e.jsonl.gz", source="d")
    written("a.jsonl.gz")
    load(database, "a.jsonl.gz", source="other")
    assert [one["whole_in"] for one in status(database)["loads"]] == [None, None, None]
    [bad] = [one["run"] for one in status(database)["loads"] if not one["complete"]]
    remove(database, bad)
    assert all(one["complete"] for one in status(database)["loads"])
