"""Ask any statement that only reads: one, a file of one, or a shell."""

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

from annotated_types import Ge

from scinet.cli import output
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.errors import QueryError
from scinet.session.base import Count, File
from scinet.session.days import Day, parse_cutoff
from scinet.session.graph import Graph
from scinet.session.table import Table

_COMMAND: Final = re.compile(r"\s*:(\w+)([^\r\n]*)(?:\r?\n|$)")
_PARAM: Final = re.compile(r"(\w+|`[^`]+`)\s*(?:=>|:)\s*(.+)")
_PARAMS: Final = re.compile(r"\{.*\}|clear", re.IGNORECASE)


def _cypher(
    graph: Graph,
    statement: str | None = None,
    *,
    params: Mapping[str, str] | None = None,
    before: Day | None = None,
    show: bool = False,
    timeout_s: Annotated[float, Ge(0.1)] = 10,
    limit: Count = 1000,
    receipt: File | None = None,
) -> tuple[str | None, Callable[[str], Table | None]]:
    """Ask any statement that only reads; in a terminal and without one, open a shell.

    EXPLAIN and PROFILE before a statement print its plan. Lines such as `:param day => 2010` before
    it give parameters, as in Neo4j's own shell; the value is an expression of Cypher.

    Args:
        statement: A statement, or a file of one; standard input when left out.
        params: Repeatable; the value is JSON or plain text.
        before: Cut-off day, exclusive: answered as if nothing later were there.
        show: Print on standard error what is run, which has the day in it.
        timeout_s: Seconds until the server gives up.
        limit: Rows at most.
        receipt: File for what the answer rests on, for scinet verify.
    """
    from scinet.graph.db.empty_result import explain_empty
    from scinet.graph.db.query import parse_json_or_text, read_query_file
    from scinet.session.receipts import read_receipt, write_receipt

    values = {key: parse_json_or_text(text) for key, text in (params or {}).items()}
    day = parse_cutoff(before)

    def ask(text: str) -> Table | None:
        text = _with_params(graph, text, values, day)
        if not text.strip():
            return None
        rows = graph.cypher(text, values, before=day, timeout_s=timeout_s, limit=limit)
        if show:
            sys.stderr.write(f"{rows.attrs['statement']}\n")
        if receipt is not None:
            write_receipt(read_receipt(rows.attrs["receipt"]), Path(receipt))
        if not rows:
            known_reasons = [] if day else explain_empty(graph.database, text, values)
            rows.attrs["reasons"] = known_reasons + rows.attrs["unknown"]
        return rows

    if statement is None:
        return None if sys.stdin.isatty() else sys.stdin.read(), ask
    return read_query_file(statement) if _is_file(statement) else statement, ask


def _with_params(graph: Graph, text: str, values: dict[str, Any], before: date | None) -> str:
    """The statement after lines of ``:param``, whose values are set for it and for later ones.

    Raises:
        QueryError: If a line is of another form, or its value is not an expression.
    """
    while line := _COMMAND.match(text):
        text, command, rest = (
            text[line.end() :],
            line[1].lower(),
            line[2].strip().rstrip(";").strip(),
        )
        assignment, several = _PARAM.fullmatch(rest), _PARAMS.fullmatch(rest)
        if command not in {"param", "params"} or not (assignment or several):
            raise QueryError(
                f"{line[0].strip()} is not understood",
                hint="Known are :param NAME => VALUE, :param {NAME: VALUE}, :param clear, :exit.",
            )
        if rest.lower() == "clear":
            values.clear()
        elif assignment:
            values[assignment[1].strip("`")] = _value(graph, assignment[2], values, before)
        else:
            values |= _value(graph, rest, values, before)
    return text


def _value(graph: Graph, expression: str, values: dict[str, Any], before: date | None) -> Any:
    rows = graph.cypher(f"RETURN {expression} AS value", values, before=before)
    return rows[0]["value"]


def _is_file(statement: str) -> bool:
    """Whether the name of a file is given: a statement that ends alike has a blank in it."""
    if not statement.endswith(".cypher"):
        return False
    with suppress(OSError):  # longer than the name of a file
        return Path(statement).is_file() or not any(map(str.isspace, statement))
    return False


def _print(query: tuple[str | None, Callable[[str], Table | None]], line: Invocation) -> None:
    from scinet.graph.indicators.stale_values import HINT

    statement, ask = query

    def answer(text: str) -> None:
        rows = ask(text)
        if rows is None:  # parameters alone
            return
        if line.as_json or rows:
            line.emit(rows)
            sys.stderr.writelines(f"{message}\n" for message in rows.attrs["unknown"])
        else:
            output.print_no_rows(rows.attrs["reasons"])
        if stale := rows.attrs["stale"]:
            sys.stderr.write(f"Stored for an earlier graph: {', '.join(stale)}. {HINT}\n")
        if rows.attrs["truncated"]:
            sys.stderr.write(f"Only the first {len(rows)} rows; ask for more with --limit.\n")

    if statement is not None:
        answer(statement)
    else:
        from scinet.cli.shell import run

        run(line.graph.database, answer)


add_command(
    app,
    'cypher "MATCH (p:Paper) RETURN p.date.year AS year, count(*) AS papers"',
    _cypher,
    _print,
    arguments={"statement": "STATEMENT"},
    prints_cost=False,
)
