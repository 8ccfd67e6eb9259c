"""Incomplete loads: detection, and warnings for answers from a partial graph."""

import json
import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from scinet.graph.db.request_cache import once_per_request

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_LOG: Final = logging.getLogger(__name__)
_STDIN: Final = "<stdin>"
_WARNED: Final[WeakKeyDictionary["Database", set[str]]] = WeakKeyDictionary()


def warn_unfinished(database: "Database") -> None:
    """Warn, once in a request, that an answer is from a partial graph.

    A load other than the last is reported once per connection.
    """
    once_per_request((warn_unfinished, database), lambda: _warn(database))


def _warn(database: "Database") -> None:
    [answer] = database.rows("load/partial")
    if not answer["any"]:
        return
    loads = database.rows("admin/loads")
    incomplete, newest = partial_loads(loads), loads[0]
    if newest["finished_at"] is None:
        what = "removal" if newest["kind"] == "remove" else "load"
        _LOG.warning("the last %s is incomplete: this is of a part of the graph", what)
        incomplete.pop(newest["run"], None)
    reported = _WARNED.setdefault(database, set())
    for run, why in incomplete.items():
        if run not in reported:
            text = "load %s brought only a part: %s; `scinet remove %s` takes it away"
            _LOG.warning(text, run, why, run)
    reported.update(incomplete)


def partial_loads(loads: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the faults of incomplete loads by name.

    Loads whose files were all loaded completely later are left out; see :func:`later_complete`.
    """
    listed = list(loads)
    later = later_complete(listed)
    return {
        row["run"]: why
        for row in listed
        if row["kind"] != "remove" and row["run"] not in later and (why := load_fault(row))
    }


def load_fault(load: Mapping[str, Any]) -> str | None:
    """Return why a load or removal is incomplete; None otherwise."""
    if load["finished_at"] is None:
        return "it is incomplete"
    if load["complete"] or load["kind"] == "remove":
        return None
    return load["fault"] or "it brought only a part"


def later_complete(loads: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return, for incomplete loads, a later complete load of the same files.

    Files are compared by name, with kind and source: a repaired file has another content.
    """
    later_by_run: dict[str, str] = {}
    wholes: list[tuple[str, str, str | None, set[str]]] = []
    for row in loads:  # the latest first
        if row["kind"] == "remove":
            continue
        names = {file["name"] for file in json.loads(row["files"] or "[]")}
        if _is_complete(row):
            wholes.append((row["run"], row["kind"], row["source"], names))
        elif names and _STDIN not in names:
            for run, kind, source, others in wholes:
                if (kind, source) == (row["kind"], row["source"]) and names <= others:
                    later_by_run[row["run"]] = run
                    break
    return later_by_run


def _is_complete(row: Mapping[str, Any]) -> bool:
    return row["complete"] and row["finished_at"] is not None
