"""Ask a named statement, or list the statements."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge

from scinet.cli import output, shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.base import File
from scinet.session.graph import Graph
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.db.query import NamedStatement


def _query(
    graph: Graph,
    name: str | None = None,
    *,
    params: Mapping[str, str] | None = None,
    timeout_s: Annotated[float, Ge(0.1)] = 60,
    receipt: File | None = None,
) -> tuple[str, Table] | None:
    """Ask a named statement, or one of your own in a file; without a name, list them.

    Papers, authors and venues are named by id, DOI, title or name.

    Args:
        name: Statement, such as ranking/co_citation, or a .cypher file; none lists all.
        params: Repeatable; the value is JSON or plain text.
        timeout_s: Seconds until the server gives up.
        receipt: File for what the answer rests on, for scinet verify.
    """
    from scinet.graph.db.query import load_query, parse_parameter

    if name is None:
        return None
    query = load_query(name)  # an unknown name is refused before the driver is imported
    from scinet.session.receipts import read_receipt, write_receipt

    values = {key: parse_parameter(query, key, text) for key, text in (params or {}).items()}
    rows = graph.query(name, **{"timeout_s": timeout_s, **values})
    if receipt is not None:
        write_receipt(read_receipt(rows.attrs["receipt"]), Path(receipt))
    return name, rows


def _print(answer: tuple[str, Table] | None, line: Invocation) -> None:
    if answer is None:
        _list_statements(line)
        return
    name, rows = answer
    db = line.graph.database
    if rows or line.as_json:
        line.emit(rows if line.as_json else output.add_paper_names(db, rows.rows()))
    else:
        from scinet.graph.db.empty_result import explain_empty, suggest_names
        from scinet.graph.db.query import load_query

        query, values = load_query(name), rows.attrs["params"]
        why = explain_empty(db, query.text, values)
        if query.name.endswith(".cypher"):  # the user's own, which may have slips of the pen
            why += suggest_names(db, db.explain(query.text, values).unknown)
        output.print_no_rows(why)


def _list_statements(line: Invocation) -> None:
    from scinet.graph.db.query import load_query, public_names

    rows = (
        {
            "name": query.name,
            "params": _describe_statement(query),
            "returns": list(query.returns),
            "summary": query.summary,
        }
        for query in map(load_query, public_names())
    )
    line.emit(rows, ("name", "params", "summary"))
    if not line.as_json:
        sys.stderr.write("Ask one with `scinet query NAME -p key=value`.\n")


def _describe_statement(query: "NamedStatement") -> str:
    required = sorted(query.params - query.defaults.keys())
    return ", ".join(
        [*required, *(f"{key}={json.dumps(value)}" for key, value in query.defaults.items())]
    )


add_command(
    app,
    "query ego/disruption -p paper=P02-1040 -p window_years=5",
    _query,
    _print,
    arguments={"name": "NAME"},
    completes={"name": shell_completion.complete_statements},
)
