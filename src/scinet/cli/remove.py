"""``scinet remove``: undo loads."""

from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def remove(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="[SOURCE]", help="A source, such as mine; or one load, as `status` names it."
        ),
    ] = None,
    *,
    kind: Annotated[
        str | None, typer.Option("--as", metavar="KIND", help="Only loads of one kind.")
    ] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="What loads stored that have not ended.")
    ] = False,
    as_json: output.AsJson = False,
) -> None:
    """Remove what was loaded: the graph is then the one that never had it.

    What other loads brought of the same papers comes back. After an interruption the same command
    goes on.

    Example: scinet remove mine
    """
    from scinet.graph.load import remove as remove_loads

    if (target is None) != unfinished:
        raise typer.BadParameter(
            "name a source or a load, or give --unfinished", param_hint="SOURCE"
        )
    with output.database() as db, output.progress() as display:
        task = display.add_task("remove", total=None)
        report = remove_loads(
            db,
            target,
            kind=kind,
            unfinished=unfinished,
            progress=lambda done, total: display.update(task, completed=done, total=total),
        )
    output.emit_one(report.as_dict(), as_json=as_json)
