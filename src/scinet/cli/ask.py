"""Ask the graph: named statements, any statement that only reads, and what is doubtful."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from scinet.cli import output
from scinet.cli.root import app
from scinet.errors import QueryError

if TYPE_CHECKING:
    from scinet.graph.connection import Database
    from scinet.graph.identify import NodeType
    from scinet.graph.query import Query

_Params = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", help="key=value, repeatable; the value is JSON or plain text."),
]
_Timeout = Annotated[float, typer.Option(min=0.1, help="Seconds until the server gives up.")]
_PAPERS: Final = frozenset({"a", "b", "early", "late"})
# Folders of statements that load, schema and snapshots are made of, not for people to ask.
_INNER: Final = frozenset(
    {"admin", "bench", "check", "community", "export", "identify", "indicator", "load", "schema"}
    | {"label", "task"}
)


@app.command()
def queries(*, as_json: output.AsJson = False) -> None:
    """List the statements that can be asked, with their parameters.

    Example: scinet queries
    """
    from scinet.graph.query import load, names

    known = [load(name) for name in names() if name.partition("/")[0] not in _INNER]
    output.emit(
        (
            {
                "name": query.name,
                "params": _described(query),
                "returns": list(query.returns),
                "summary": query.summary,
            }
            for query in known
        ),
        as_json=as_json,
        columns=("name", "params", "summary"),
    )


@app.command()
def query(
    name: Annotated[str, typer.Argument(help="Statement, such as ranking/co_citation.")],
    *,
    params: _Params = None,
    timeout: _Timeout = 60.0,
    as_json: output.AsJson = False,
) -> None:
    """Ask one named statement.

    Papers, authors and venues are named by their id, or by its end when only one fits.

    Example: scinet query ego/disruption -p paper_id=P02-1040 -p window_years=5
    """
    from scinet.graph.query import load

    known = load(name)
    if known.mode != "read":
        raise QueryError(f"{name} writes", hint="Only statements that read can be asked.")
    given = _parameters(params, known)
    known.bind(given)  # what is missing or unknown is said before the database is looked for
    with output.database() as db:
        values = known.bind(_identified(db, name, given))
        rows = db.read_text(known.text, params=values, timeout_s=timeout)
        output.emit(rows, as_json=as_json, columns=known.returns)


@app.command()
def cypher(
    statement: Annotated[
        str | None, typer.Argument(help="A statement; standard input when left out.")
    ] = None,
    *,
    params: _Params = None,
    timeout: _Timeout = 10.0,
    limit: Annotated[int, typer.Option(min=1, help="Rows at most.")] = 1000,
    as_json: output.AsJson = False,
) -> None:
    """Ask any statement that only reads; on a terminal without one, statements line by line.

    Example: scinet cypher "MATCH (p:Paper) RETURN p.date.year AS year, count(*) AS papers"
    """
    from scinet.errors import ScinetError

    values = dict(_split(text) for text in params or [])
    with output.database() as db:
        if statement is not None or not sys.stdin.isatty():
            text = sys.stdin.read() if statement is None else statement
            _answer(db, text, values, timeout=timeout, limit=limit, as_json=as_json)
            return
        typer.echo("One statement, ended by a semicolon; :quit ends.", err=True)
        while (text := _typed()) is not None:
            try:
                _answer(db, text, values, timeout=timeout, limit=limit, as_json=as_json)
            except ScinetError as error:
                typer.echo(f"{error}. {error.hint}", err=True)


@app.command()
def quality(
    *,
    examples: Annotated[int, typer.Option(min=0, help="Examples at most.")] = 5,
    as_json: output.AsJson = False,
) -> None:
    """Say what is doubtful in the loaded network, one finding per check.

    Example: scinet quality
    """
    from scinet.graph.quality import findings
    from scinet.settings import CacheSettings

    with output.database() as db:
        found = findings(db, examples=examples, cache=CacheSettings().cache)
        output.emit((finding.as_dict() for finding in found), as_json=as_json)


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

    answer = guard.ask(db, text, params=dict(values), timeout_s=timeout, limit=limit)
    output.emit(answer.rows, as_json=as_json)
    if answer.truncated:
        typer.echo(f"Only the first {limit} rows; ask for more with --limit.", err=True)


def _typed() -> str | None:
    """One statement from the terminal, None at the end."""
    lines: list[str] = []
    while True:
        typer.echo("       > " if lines else "scinet > ", err=True, nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() in {":quit", ":exit"}:
            return None
        lines.append(line)
        if line.rstrip().endswith(";"):
            return "".join(lines)


def _parameters(params: list[str] | None, query: "Query") -> dict[str, Any]:
    given = {key: _value(key, text) for key, text in map(_pair, params or [])}
    if isinstance(before := given.get("before"), str) and "before" in query.params:
        given["before"] = output.cut_off(before)
    return given


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise typer.BadParameter(f"{text!r} is not key=value", param_hint="--param")
    return key, value


def _split(text: str) -> tuple[str, Any]:
    key, value = _pair(text)
    return key, _json(value)


def _value(key: str, text: str) -> Any:
    """JSON or plain text; ids, titles and words stay text even when they look like numbers."""
    value = _json(text)
    is_text = key.endswith("_id") or key in _PAPERS | {"before", "name", "text", "title"}
    if is_text and value is not None and not isinstance(value, str):
        return text
    return value


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _identified(db: "Database", name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, with what names a paper, author or venue turned into stored ids."""
    from scinet.graph.identify import identify

    return {
        key: identify(db, kind, value)
        if isinstance(value, str) and (kind := _kind(name, key)) is not None
        else value
        for key, value in given.items()
    }


def _kind(name: str, key: str) -> "NodeType | None":
    if key.endswith("author_id") or (key in _PAPERS and "coauthor" in name):
        return "author"
    if key == "venue_id":
        return "venue"
    if key in {"community_id", "contribution_id"}:
        return None
    return "paper" if key in _PAPERS or key.endswith("_id") else None


def _described(query: "Query") -> str:
    required = sorted(query.params - query.defaults.keys())
    return ", ".join(
        [*required, *(f"{key}={json.dumps(value)}" for key, value in query.defaults.items())]
    )
