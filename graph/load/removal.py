"""Removal of loads: afterwards the graph is as if they had never been loaded.

Records of other loads of the same papers are restored, and pathways are linked to the remaining
papers. Everything is deleted, or what no other load brought. An interrupted removal resumes when
the same command is repeated.
"""

import json
import logging
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from scinet.errors import NotFoundError
from scinet.graph.db import fingerprint, fingerprint_sum, indexes
from scinet.graph.db.graph_counts import count_nodes, graph_counts
from scinet.graph.db.incomplete_loads import partial_loads
from scinet.graph.db.text_references import OPTION as TEXT_FOLDER
from scinet.graph.db.text_references import folder_of
from scinet.graph.load import journal, simulated
from scinet.graph.load.author_map import OPTION as AUTHORS
from scinet.graph.load.identity.link import link_works, shown_fingerprint, unlink_works
from scinet.graph.load.kinds import PAPER_KINDS, kind_of
from scinet.graph.load.undo import UNDOS, Undo, restore_pathways
from scinet.graph.sources.files import SourceFile
from scinet.graph.sources.filled_dates import OPTION as FILLED_DATES

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database
    from scinet.graph.load.plan import PlanPart

_LOG: Final = logging.getLogger(__name__)
_OPTIONS: Final = (AUTHORS, FILLED_DATES)
_Row = Mapping[str, Any]
_PATHWAYS: Final = 200
_BATCH_SIZE: Final = 2_000  # nodes in a transaction, with all their relationships


@dataclass(frozen=True, slots=True)
class RemovalReport:
    """Result of a removal.

    Attributes:
        removed: Decrease of counts by kind, such as ``papers`` and ``citations``; negative where
            restored records of other loads had more.
        graph_fingerprint: None when no load is left.
    """

    removed: dict[str, int]
    loads: list[dict[str, Any]]
    graph_fingerprint: str | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return the public keys, ready for JSON."""
        return asdict(self) | {"seconds": round(self.seconds, 3)}


def remove_loads(
    database: "Database",
    target: str | None = None,
    *,
    kind: str | None = None,
    unfinished: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> RemovalReport:
    """Remove loads exactly: the graph is then as if they had never been loaded."""
    if (target is None) != unfinished:
        raise ValueError("name a source or a load, or ask for unfinished ones")
    if kind is not None:
        kind_of(kind)
    begun = time.monotonic()
    if kind is None and target in {row["source"] for row in simulated.list_simulations(database)}:
        refuse_half_removed(database)
        return _remove_simulated(database, str(target))
    _plan_removals(database, target, kind)  # refuse before waiting for the lock
    with _hold_lock(database) as lock:
        # Another loader may have changed the loads before the lock was held.
        reports = [
            _remove(database, lock, removal, progress)
            for removal in _plan_removals(database, target, kind)
        ]
    removed: Counter[str] = Counter()
    for report in reports:
        removed.update(report.removed)
    return RemovalReport(
        {name: number for name, number in removed.items() if number},
        [load for report in reports for load in report.loads],
        reports[-1].graph_fingerprint,
        time.monotonic() - begun,
    )


@dataclass(frozen=True, slots=True)
class _Removal:
    """Removal as recorded in the graph.

    Attributes:
        target: Source or load; None for unfinished loads.
        kind: Kind of load to remove; None for all.
    """

    name: str
    target: str | None
    kind: str | None
    runs: Sequence[str]

    @classmethod
    def of(cls, target: str | None, kind: str | None, runs: Sequence[str]) -> Self:
        return cls(uuid.uuid4().hex[:16], target, kind, runs)


def _unfinished_removals(db: "Database") -> list[_Removal]:
    return [
        _Removal(row["id"], row["source"], row["of_kind"], row["runs"])
        for row in db.rows("remove/unfinished")
    ]


def _plan_removals(db: "Database", target: str | None, kind: str | None) -> list[_Removal]:
    """Return interrupted removals of the same target, and one for the remaining loads."""
    removals = _unfinished_removals(db)
    for stopped in removals:
        if target not in {None, stopped.target}:
            raise fingerprint.half_removed_error(stopped.target, stopped.kind)
    loads = [row for row in db.rows("admin/loads") if row["kind"] != "remove"]
    selected = (
        [row for row in loads if row["finished_at"] is None]
        if target is None
        else _select_loads(loads, target)
    )
    going = {run for stopped in removals for run in stopped.runs}
    runs = [row["run"] for row in selected if kind in {None, row["kind"]}]
    if remaining := [run for run in runs if run not in going]:
        removals.append(_Removal.of(target, kind, remaining))
    if not removals:
        raise _nothing_error(loads, target, kind)
    return removals


@contextmanager
def _hold_lock(db: "Database") -> Iterator[journal.WriteLock]:
    indexes.ensure_schema(db)
    with journal.hold_lock(db, uuid.uuid4().hex[:16]) as lock:
        yield lock


def _remove_simulated(database: "Database", source: str) -> RemovalReport:
    begun = time.monotonic()
    size, graph_fingerprint = simulated.remove_simulation(database, source)
    removed = {f"simulated_{name}": count for name, count in size.items() if count}
    loads = [{"run": source, "kind": "simulation", "source": source}]
    return RemovalReport(removed, loads, graph_fingerprint, time.monotonic() - begun)


def replaced_runs(database: "Database", parts: "Sequence[PlanPart]", unknown: str) -> list[str]:
    """Return loads to be replaced when parts of a plan replace all of their sources."""
    sources = {part.source for part in parts}
    same = {
        (
            part.kind.name,
            part.source,
            tuple(sorted(file.sha256 for file in part.files)),
            unknown if part.kind.has_papers else None,
            *map(part.options.get, _OPTIONS),
        )
        for part in parts
    }
    return [
        row["run"]
        for row in database.rows("admin/loads")
        if row["kind"] != "remove"
        and row["source"] in sources
        and (_load_identity(row) not in same or _is_of_another_format(row))
    ]


def remove_runs(database: "Database", runs: Sequence[str]) -> RemovalReport:
    """Remove loads by their names; see :func:`remove_loads`."""
    with _hold_lock(database) as lock:
        refuse_half_removed(database)
        return _remove(database, lock, _Removal.of(None, None, runs), None)


def refuse_half_removed(database: "Database") -> None:
    """Refuse to continue while a removal is incomplete."""
    for stopped in _unfinished_removals(database):
        raise fingerprint.half_removed_error(stopped.target, stopped.kind)


def finish_half_removed(database: "Database") -> None:
    """Finish an interrupted removal, if there is one."""
    if _unfinished_removals(database):
        with _hold_lock(database) as lock:
            for stopped in _unfinished_removals(database):
                _remove(database, lock, stopped, None)


def _select_loads(loads: Sequence[_Row], target: str) -> list[_Row]:
    """Return all loads of a source, else the load of that name and its repetitions."""
    if of_source := [row for row in loads if row["source"] == target]:
        return of_source
    wanted = {_load_identity(row) for row in loads if row["run"] == target}
    return [row for row in loads if _load_identity(row) in wanted]


def _load_identity(row: _Row) -> tuple[Any, ...]:
    """Return the key shared by loads of the same files, whatever papers were there before."""
    files = tuple(sorted(file["sha256"] for file in json.loads(row["files"])))
    options = json.loads(row["options"])
    values = map(options.get, ("unknown", *_OPTIONS))
    return row["kind"], row["source"], files, *values


def _is_of_another_format(row: _Row) -> bool:
    """Whether the load's files would give another graph, and so another name, now."""
    files = [
        SourceFile(file["name"], Path(file["name"]), file["bytes"], file["sha256"])
        for file in json.loads(row["files"])
    ]
    options = json.loads(row["options"])
    options.pop(TEXT_FOLDER, None)  # not part of the name
    return bool(journal.run_id(row["kind"], row["source"], files, options) != row["run"])


def _remove(
    db: "Database",
    lock: journal.WriteLock,
    removal: _Removal,
    progress: Callable[[int, int], None] | None,
) -> RemovalReport:
    begun, runs = time.monotonic(), list(removal.runs)
    texts = folder_of(db)
    loads = [row for row in db.rows("admin/loads") if row["kind"] != "remove"]
    selected = [row for row in loads if row["run"] in set(runs)]
    counts = graph_counts(db)
    [noted] = db.write(
        lambda tx: tx.rows(
            "remove/begin",
            id=removal.name,
            source=removal.target,
            of_kind=removal.kind,
            runs=runs,
            before=json.dumps(counts),
            version=version("scinet"),
        )
    )
    before = json.loads(noted["before"])
    unlink_works(db, lock)
    journal.counts_before(db, removal.name)
    db.write(fingerprint_sum.take_sum)
    db.rows("remove/spares", runs=runs)
    if len(selected) == len(loads):
        _remove_all(db, lock, progress)
    else:
        _remove_chosen(db, lock, selected, loads, progress)
    db.rows("remove/batches", runs=runs)
    after = fingerprint_sum.current_fingerprint(db)
    link_works(db, lock)
    shown = shown_fingerprint(db, after.hex)
    now = graph_counts(db)
    removed = {key: before[key] - now[key] for key in now if before[key] != now[key]}
    report = RemovalReport(
        removed,
        [{key: row[key] for key in ("run", "kind", "source")} for row in selected],
        None if len(selected) == len(loads) else shown,
        time.monotonic() - begun,
    )
    db.write(
        lambda tx: tx.rows(
            "remove/finish",
            id=removal.name,
            runs=runs,
            counts=json.dumps(report.as_dict()),
            fingerprint=shown,
            graph_counts=json.dumps(after.counts),
        )
    )
    if texts is not None:
        _LOG.warning("texts of what was removed stay in %s, where nothing leads to them", texts)
    return report


def _nothing_error(loads: Sequence[_Row], target: str | None, kind: str | None) -> NotFoundError:
    what = "" if kind is None else f" as {kind}"
    if target is None:
        ended = [f"`scinet remove {run}`" for run in partial_loads(loads)]
        parts = f"{', '.join(ended)} takes away what brought only a part; " if ended else ""
        return NotFoundError(
            f"no load is unfinished{what}", hint=f"{parts}`scinet status` lists all loads."
        )
    sources = sorted({row["source"] for row in loads if row["source"]})
    source_list = f"Sources: {', '.join(sources)}. " if sources else ""
    return NotFoundError(
        f"nothing was loaded{what} under the name {target!r}",
        hint=f"{source_list}`scinet status` lists all loads.",
    )


def _remove_all(
    db: "Database", lock: journal.WriteLock, progress: Callable[[int, int], None] | None
) -> None:
    """Delete everything, when no load is left."""
    whole, done = count_nodes(graph_counts(db)), 0
    for statement in ("remove/own", "remove/shared"):

        def some(tx: Any, statement: str = statement) -> int:
            lock.heartbeat(tx)
            [row] = tx.rows(statement, limit=_BATCH_SIZE)
            return int(row["nodes"])

        while taken := db.write(some):
            done += taken
            if progress is not None:
                progress(min(done, whole), whole)


def _remove_chosen(
    db: "Database",
    lock: journal.WriteLock,
    selected: Sequence[_Row],
    loads: Sequence[_Row],
    progress: Callable[[int, int], None] | None,
) -> None:
    """Delete what the selected loads brought, while other loads remain."""
    runs = [row["run"] for row in selected]
    papers = [row for row in selected if row["kind"] in PAPER_KINDS]
    kinds = {row["kind"] for row in selected}
    undos = dict.fromkeys(u for kind, listed in UNDOS.items() if kind in kinds for u in listed)
    remaining = [row for row in loads if row["run"] not in set(runs)]
    droppers = [
        row["run"] for row in remaining if json.loads(row["options"]).get("unknown") == "drop"
    ]
    held = [(undo, db.rows(undo.held, runs=runs)) for undo in undos]
    whole = sum(len(rows) for _, rows in held)
    done = 0
    for undo, rows in held:

        def take(tx: Any, part: Sequence[_Row], undo: Undo = undo) -> None:
            undo.work(tx, part, droppers)

        for count in _write_batches(db, lock, rows, undo.size, take):
            done += count
            if progress is not None:
                progress(done, whole)
    if papers:
        # Pathways that may have ended in removed papers are linked to the remaining ones.
        since = min(row["began_at"] for row in papers)
        remaining_runs = [row["run"] for row in remaining]
        led = [row["run"] for row in db.rows("remove/led_since", runs=remaining_runs, since=since)]
        rows = db.rows("remove/pathways", runs=led)

        def lead(tx: Any, part: Sequence[_Row]) -> None:
            restore_pathways(tx, ((row["run"], row["record"]) for row in part))

        list(_write_batches(db, lock, rows, _PATHWAYS, lead))


def _write_batches(
    db: "Database",
    lock: journal.WriteLock,
    rows: Sequence[_Row],
    size: int,
    work: Callable[[Any, Sequence[_Row]], None],
) -> Iterator[int]:
    for start in range(0, len(rows), size):
        part = rows[start : start + size]

        def whole(tx: Any, part: Sequence[_Row] = part) -> None:
            lock.heartbeat(tx)
            work(tx, part)

        db.write(whole)
        yield len(part)
