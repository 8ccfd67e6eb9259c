"""Ask a named statement, or list the statements."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from scinet.cli import complete, output
from scinet.cli.root import app
from scinet.errors import QueryError
from scinet.session.days import read_day

if TYPE_CHECKING:
    from scinet.graph.query import Query

Params: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", help="key=value, repeatable; the value is JSON or plain text."),
]


@app.command()
def query(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Statement, such as ranking/co_citation, or a .cypher file; none lists all.",
            autocompletion=complete.statements,
        ),
    ] = None,
    *,
    params: Params = None,
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds until the server gives up.")
    ] = 60,
    as_json: output.AsJson = False,
) -> None:
    """Ask a named statement, or one of your own in a file; without a name, list them.

    Papers, authors and venues are named by id, DOI, title or name.

    Example: scinet query ego/disruption -p paper=P02-1040 -p window_years=5
    """
    from scinet.graph.query import load

    if name is None:
        _list(as_json=as_json)
        return
    known = load(name)
    if known.mode != "read":
        raise QueryError(f"{name} writes", hint="Only statements that read can be asked.")
    from scinet.graph import guard, unfinished
    from scinet.graph.identify import bind
    from scinet.graph.indicators.stored import must_be_fresh

    given = _parameters(params, known)
    with output.database() as db:
        values = bind(db, known, given)
        rows = list(guard.named(db, known, values, timeout_s=timeout))
        must_be_fresh(db, known.text, rows)
        unfinished.warn(db)
        if not as_json:
            if not rows:
                from scinet.graph.empty import reasons

                output.nothing(reasons(db, known.text, values))
                return
            rows = output.with_papers(db, rows)
    output.emit(rows, as_json=as_json)


def _list(*, as_json: bool) -> None:
    from scinet.graph.query import listed, load

    output.emit(
        (
            {
                "name": known.name,
                "params": _described(known),
                "returns": list(known.returns),
                "summary": known.summary,
            }
            for known in map(load, listed())
        ),
        as_json=as_json,
        columns=("name", "params", "summary"),
    )
    if not as_json:
        sys.stderr.write("Ask one with `scinet query NAME -p key=value`.\n")


def _described(query: "Query") -> str:
    required = sorted(query.params - query.defaults.keys())
    return ", ".join(
        [*required, *(f"{key}={json.dumps(value)}" for key, value in query.defaults.items())]
    )


def _parameters(params: list[str] | None, query: "Query") -> dict[str, Any]:
    from scinet.graph.query import written

    given = {key: written(key, text) for key, text in map(_pair, params or [])}
    if isinstance(before := given.get("before"), str) and "before" in query.params:
        given["before"] = read_day(before)
    return given


def free_parameters(params: list[str] | None) -> Mapping[str, Any]:
    """Parameters of a statement without a header: JSON where it is, else text."""
    from scinet.graph.query import json_or_text

    return {key: json_or_text(text) for key, text in map(_pair, params or [])}


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise typer.BadParameter(f"{text!r} is not key=value", param_hint="--param")
    return key, value
