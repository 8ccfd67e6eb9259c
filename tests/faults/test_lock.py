"""One loader at a time; a dead one does not keep the others out."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.nursery import AFTER, Nursery
from helpers.commands.other_loader import HOLDER, rob, set_lock
from helpers.waiting import PATIENCE_S, wait_until

from scinet.errors import SchemaError, ScinetError
from scinet.graph.analysis.status import graph_status
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load import journal
from scinet.graph.load.loading import load
from scinet.session import doctor

HOST = os.uname().nodename
BORN = journal._start_time(os.getpid())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    result = tmp_path / "a.jsonl"
    result.write_text("\n".join(json.dumps({"id": f"P{n}", "references": ["X"]}) for n in range(4)))
    return result


def lock_count(db: Database) -> int:
    [row] = db.read_text("MATCH (l:Lock) RETURN count(l) AS n")
    return int(row["n"])


def test_a_second_loader_stops_while_the_first_goes_on(database: Database, path: Path) -> None:
    refused = []

    def meanwhile(number: int) -> None:
        if number == 1:
            with pytest.raises(SchemaError) as caught:
                load(database, [path], source="other", kind="records")
            refused.append(str(caught.value))

    report = load(database, [path], batch_size=1, after_batch=meanwhile, kind="records")
    assert report.loaded == 4
    [message] = refused
    assert message.startswith(f"the graph is being loaded by run {report.run} since 20")
    assert lock_count(database) == 0


def check_refused(db: Database, path: Path) -> None:
    with pytest.raises(SchemaError, match="loaded by run other"):
        load(db, [path], kind="records")
    db.rows("admin/wipe")


def test_a_loader_elsewhere_is_believed_for_ten_minutes(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "_WATCH_S", 0.1)
    set_lock(database, age_s=-590)  # of a clock ahead of ours: it grows no older meanwhile
    check_refused(database, path)
    set_lock(database, age_s=601)
    assert load(database, [path], kind="records").loaded == 4
    assert lock_count(database) == 0


def test_a_living_loader_on_this_machine_is_believed(database: Database, path: Path) -> None:
    set_lock(database, host=HOST, pid=os.getppid())
    check_refused(database, path)


def ended() -> dict[str, Any]:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return {"pid": process.pid}


@pytest.mark.parametrize(
    "whose",
    [
        ended,
        lambda: {"pid": os.getppid(), "born": f"{str(BORN).rpartition(' ')[0]} 17"},
        # As in a container that starts again, or after a server that died under a notebook.
        lambda: {"pid": os.getpid()},
    ],
    ids=["that ended", "whose number went to another", "with our own number"],
)
def test_the_lock_of_a_dead_process_is_taken_at_once(
    database: Database, path: Path, whose: Callable[[], dict[str, Any]]
) -> None:
    set_lock(database, host=HOST, **whose())
    assert load(database, [path], kind="records").loaded == 4


def test_a_loader_in_another_container_of_the_same_name_is_watched(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both may have the number 1; one that starts again is another container as well."""
    namesake = {"host": HOST, "pid": os.getpid(), "born": "boot pid:[1] 17"}
    with monkeypatch.context() as patch:
        patch.setattr(journal, "_WATCH_S", PATIENCE_S)  # over at the first sign of life
        patch.setattr(time, "sleep", lambda _: database.rows("load/lock_beat", holder=HOLDER))
        set_lock(database, **namesake)
        check_refused(database, path)
    set_lock(database, **namesake)
    monkeypatch.setattr(journal, "_WATCH_S", 0.1)
    assert load(database, [path], kind="records").loaded == 4


def test_a_dead_process_that_nobody_reaps_is_dead(
    database: Database, nursery: Nursery, path: Path
) -> None:
    """As under a first process of a container that reaps none."""
    child = nursery.start(["load", str(path)], path.parent, dies=(AFTER, 4))
    table = Path(f"/proc/{child.pid}/stat")
    wait_until(lambda: table.read_text().rpartition(")")[2].split()[0] == "Z", "it has died")
    assert lock_count(database) == 1
    assert load(database, [path], kind="records").loaded == 4
    assert child.wait().killed


def test_a_loader_that_lost_its_lock_writes_no_more(database: Database, path: Path) -> None:
    def robbed(number: int) -> None:
        if number == 1:
            rob(database)

    with pytest.raises(SchemaError, match="another loader took over"):
        load(database, [path], batch_size=1, after_batch=robbed, kind="records")
    [row] = database.read_text("MATCH (p:Paper) RETURN count(p) AS n")
    assert row["n"] == 2
    assert lock_count(database) == 1  # it is not ours to give back


def test_a_load_stopped_by_the_keyboard_goes_on(database: Database, path: Path) -> None:
    said = []

    def stop(number: int) -> None:
        said.append(doctor._graph(graph_status(database)))
        if number == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(database, [path], batch_size=1, after_batch=stop, kind="records")
    assert [item.partition(" since ")[0] for item in said] == [
        f"{papers} papers so far: a load or a removal runs" for papers in (1, 2)
    ]
    with pytest.raises(ScinetError, match="2 papers, a load is incomplete"):
        doctor._graph(graph_status(database))
    assert lock_count(database) == 0
    with pytest.raises(SchemaError, match="is incomplete"):
        fingerprint.stored_fingerprint(database)
    report = load(database, [path], batch_size=3, kind="records")  # the first batch size counts
    assert (report.read, report.loaded) == (4, 4)
    assert fingerprint.stored_fingerprint(database) == report.graph_fingerprint


def test_a_load_of_two_kinds_stopped_in_the_second_goes_on(database: Database, path: Path) -> None:
    counts = path.with_name("counts.jsonl")
    counts.write_text('{"id": "P1", "kind": "news", "count": 1, "read_on": "2020"}')
    done = []

    def stop(number: int) -> None:
        done.append(number)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(database, [path, counts], source="a", after_batch=stop)
    report = load(database, [path, counts], source="a")
    assert (report.read, report.kind) == (5, "records, counts")
    assert fingerprint.compute_fingerprint(database).hex == report.graph_fingerprint
