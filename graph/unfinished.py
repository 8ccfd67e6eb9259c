"""Loads that brought a part only: which they are, and a line for whoever asks the graph then."""

import json
import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_LOG: Final = logging.getLogger(__name__)
_STDIN: Final = "<stdin>"
_TOLD: Final[WeakKeyDictionary["Database", set[str]]] = WeakKeyDictionary()


def warn(database: "Database") -> None:
    """Log that what was answered is of a part of the graph, where it is.

    A load that is not the last one is named once to a connection.
    """
    [found] = database.rows("load/partial")
    if not found["any"]:
        return
    loads = database.rows("admin/loads")
    left, newest = partial(loads), loads[0]
    if newest["finished_at"] is None:
        what = "removal" if newest["kind"] == "remove" else "load"
        _LOG.warning("the last %s has not ended: this is of a part of the graph", what)
        left.pop(newest["run"], None)
    told = _TOLD.setdefault(database, set())
    for run, why in left.items():
        if run not in told:
            text = "load %s brought only a part: %s; `scinet remove %s` takes it away"
            _LOG.warning(text, run, why, run)
    told.update(left)


def partial(loads: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Why loads brought only a part of what they were given, by their names.

    Those are left out whose files were all loaded to their end later on; see :func:`whole_later`.
    """
    listed = list(loads)
    later = whole_later(listed)
    return {
        row["run"]: why
        for row in listed
        if row["kind"] != "remove" and row["run"] not in later and (why := fault(row))
    }


def fault(load: Mapping[str, Any]) -> str | None:
    """Why a load brought only a part, or that it or a removal has not ended; None otherwise."""
    if load["finished_at"] is None:
        return "it has not ended"
    if load["complete"] or load["kind"] == "remove":
        return None
    return load["fault"] or "it brought only a part"


def whole_later(loads: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """By loads that brought a part only: a later one that brought all of the same files.

    They are the same files by their names, as the kind and source of the same name: what was
    broken has another content by then.
    """
    found: dict[str, str] = {}
    wholes: list[tuple[str, str, str | None, set[str]]] = []
    for row in loads:  # the latest first
        if row["kind"] == "remove":
            continue
        names = {file["name"] for file in json.loads(row["files"] or "[]")}
        if _is_whole(row):
            wholes.append((row["run"], row["kind"], row["source"], names))
        elif names and _STDIN not in names:
            for run, kind, source, others in wholes:
                if (kind, source) == (row["kind"], row["source"]) and names <= others:
                    found[row["run"]] = run
                    break
    return found


def _is_whole(row: Mapping[str, Any]) -> bool:
    return row["complete"] and row["finished_at"] is not None
