"""Ask any statement that only reads: one, a file of one, or a shell."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output
from scinet.cli.query import Params, free_parameters
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.graph.connection import Database


@app.command()
def cypher(
    statement: Annotated[
        str | None,
        typer.Argument(help="A statement, or a file of one; standard input when left out."),
    ] = None,
    *,
    params: Params = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds until the server gives up.")
    ] = 10,
    limit: Annotated[int, typer.Option(min=1, help="Rows at most.")] = 1000,
    as_json: output.AsJson = False,
) -> None:
    """Ask any statement that only reads; in a terminal and without one, open a shell.

    EXPLAIN and PROFILE before a statement print its plan.

    Example: scinet cypher "MATCH (p:Paper) RETURN p.date.year AS year, count(*) AS papers"
    """
    from scinet.graph import unfinished

    values = free_parameters(params)
    with output.database() as db:
        unfinished.warn(db)

        def answer(text: str) -> None:
            _answer(db, text, values, timeout=timeout, limit=limit, as_json=as_json)

        if statement is not None:
            answer(_text(statement))
        elif not sys.stdin.isatty():
            answer(sys.stdin.read())
        else:
            from scinet.cli.shell import run

            run(db, answer)


def _text(statement: str) -> str:
    """The statement, from its file when it is the name of one."""
    file = Path(statement) if statement.endswith(".cypher") else None
    return file.read_text("utf-8") if file is not None and file.is_file() else statement


def _answer(
    db: "Database",
    text: str,
    values: Mapping[str, Any],
    *,
    timeout: float,
    limit: int,
    as_json: bool,
) -> None:
    from scinet.graph import guard
    from scinet.graph.empty import reasons, spelled
    from scinet.graph.indicators.stored import HINT, stale_in

    answer = guard.ask(db, text, params=dict(values), timeout_s=timeout, limit=limit)
    if as_json or answer.rows:
        output.emit(answer.rows, as_json=as_json)
        sys.stderr.writelines(f"{line}\n" for line in spelled(db, answer.unknown))
    else:
        output.nothing(reasons(db, text, values))
    if stale := stale_in(db, text, answer.rows):
        sys.stderr.write(f"Stored for an earlier graph: {', '.join(stale)}. {HINT}\n")
    if answer.truncated:
        sys.stderr.write(f"Only the first {limit} rows; ask for more with --limit.\n")
