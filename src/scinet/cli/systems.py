"""The systems: which can answer a task, and what the settings of one are."""

from typing import Annotated, Any

import typer

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def systems(
    system: Annotated[
        str | None, typer.Argument(help="One of them, to be told its settings.")
    ] = None,
    *,
    as_json: output.AsJson = False,
) -> None:
    """List the systems that can answer tasks, and the controls scored beside them.

    Example: scinet systems collaborators-walk
    """
    from scinet.eval.controls import NAMES
    from scinet.models.base.training import TrainableSystem
    from scinet.models.registry import SYSTEMS, make

    named = SYSTEMS if system is None else {system: type(make(system))}
    rows: list[dict[str, Any]] = [
        {
            "system": name,
            "track": one.track,
            "answers": ", ".join(answer.name for answer in (one.answers, *one.also)),
            "learns": issubclass(one, TrainableSystem),
            "summary": one.summary,
            "settings": make(name).settings,
        }
        for name, one in named.items()
    ]
    if system is not None:
        output.emit_one(rows[0], as_json=as_json)
        return
    rows += [
        {
            "system": name,
            "track": "control",
            "answers": "any",
            "learns": False,
            "summary": "scored in every evaluation",
            "settings": {},
        }
        for name in NAMES
    ]
    shown = () if as_json else ("system", "track", "answers", "learns", "summary")
    output.emit(rows, as_json=as_json, columns=shown)
