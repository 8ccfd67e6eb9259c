"""What the graph holds."""

from typing import Any

from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.explore import Explore


def _status(found: dict[str, Any], line: Line) -> None:
    if line.as_json:
        line.emit(found)
        return
    for part in ("nodes", "relationships", "versions"):
        line.emit(found[part])
    about = {"graph_fingerprint": found["graph_fingerprint"]}
    about |= {key: found[key] for key in ("loading", "text_folder") if found[key] is not None}
    line.emit(about)
    if found["loads"]:
        rows = [{**load, "note": _note(load)} for load in found["loads"]]
        names = ("run", "kind", "source", "complete", "simulated", "finished_at")
        line.emit(rows, (*names, "note") if any(row["note"] for row in rows) else names)
    if found["indicators"]:
        line.emit(found["indicators"], ("name", "graph_fingerprint", "stale"))
    if found["simulations"]:
        line.emit(
            found["simulations"],
            ("source", "since", "days", "run", "papers", "complete", "stored_at"),
        )


def _note(load: dict[str, Any]) -> str:
    """Why a load is not complete, and what there is to know of it."""
    from scinet.graph.unfinished import fault

    why, whole = fault(load), load["whole_in"]
    return f"{why}; all of it is in {whole}" if why and whole else why or ""


verb(app, "status --json", Explore.status, _status)
