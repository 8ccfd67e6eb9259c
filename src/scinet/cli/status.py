"""Status of the graph."""

from typing import Any

from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.explore import Explore


def _print_status(answer: dict[str, Any], line: Invocation) -> None:
    if line.as_json:
        line.emit(answer)
        return
    for part in ("nodes", "relationships", "versions"):
        line.emit(answer[part])
    summary = {"graph_fingerprint": answer["graph_fingerprint"]}
    summary |= {key: answer[key] for key in ("loading", "text_folder") if answer[key] is not None}
    line.emit(summary)
    if answer["loads"]:
        rows = [{**load, "note": _load_note(load)} for load in answer["loads"]]
        names = ("run", "kind", "source", "complete", "simulated", "finished_at")
        line.emit(rows, (*names, "note") if any(row["note"] for row in rows) else names)
    if answer["indicators"]:
        line.emit(answer["indicators"], ("name", "graph_fingerprint", "stale"))
    if answer["simulations"]:
        line.emit(
            answer["simulations"],
            ("source", "since", "days", "run", "papers", "complete", "stored_at"),
        )


def _load_note(load: dict[str, Any]) -> str:
    """Why a load is not complete, and what there is to know of it."""
    from scinet.graph.db.incomplete_loads import load_fault

    why, whole = load_fault(load), load["whole_in"]
    return f"{why}; all of it is in {whole}" if why and whole else why or ""


add_command(app, "status --json", Explore.status, _print_status)
