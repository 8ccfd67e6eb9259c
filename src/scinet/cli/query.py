"""Ask a named statement, or list the statements."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge

from scinet.cli import complete, output
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.base import File
from scinet.session.rows import Rows

if TYPE_CHECKING:
    from scinet.graph.query import Query


def _query(
    graph: Rows,
    name: str | None = None,
    *,
    params: Mapping[str, str] | None = None,
    timeout_s: Annotated[float, Ge(0.1)] = 60,
    receipt: File | None = None,
) -> Any:
    """Ask a named statement, or one of your own in a file; without a name, list them.

    Papers, authors and venues are named by id, DOI, title or name.

    Args:
        name: Statement, such as ranking/co_citation, or a .cypher file; none lists all.
        params: Repeatable; the value is JSON or plain text.
        timeout_s: Seconds until the server gives up.
        receipt: File for what the answer rests on, for scinet verify.
    """
    from scinet.graph.query import load, written

    if name is None:
        return None
    load(name)  # an unknown name is refused before the driver is imported
    from scinet.session.receipts import read_receipt, write_receipt

    given = {key: written(key, text) for key, text in (params or {}).items()}
    rows: Any = graph.query(name, **{"timeout_s": timeout_s, **given})
    if receipt is not None:
        write_receipt(read_receipt(rows.attrs["receipt"]), Path(receipt))
    return name, rows


def _print(answer: Any, line: Line) -> None:
    if answer is None:
        _list(line)
        return
    name, rows = answer
    db = line.graph.database
    if rows or line.as_json:
        line.emit(rows if line.as_json else output.with_papers(db, rows))
    else:
        from scinet.graph.empty import reasons, spelled
        from scinet.graph.query import load

        known, values = load(name), rows.attrs["params"]
        why = reasons(db, known.text, values)
        if known.name.endswith(".cypher"):  # the user's own, which may have slips of the pen
            why += spelled(db, db.explain(known.text, values).unknown)
        output.nothing(why)


def _list(line: Line) -> None:
    from scinet.graph.query import listed, load

    rows = (
        {
            "name": known.name,
            "params": _described(known),
            "returns": list(known.returns),
            "summary": known.summary,
        }
        for known in map(load, listed())
    )
    line.emit(rows, ("name", "params", "summary"))
    if not line.as_json:
        sys.stderr.write("Ask one with `scinet query NAME -p key=value`.\n")


def _described(query: "Query") -> str:
    required = sorted(query.params - query.defaults.keys())
    return ", ".join(
        [*required, *(f"{key}={json.dumps(value)}" for key, value in query.defaults.items())]
    )


verb(
    app,
    "query ego/disruption -p paper=P02-1040 -p window_years=5",
    _query,
    _print,
    arguments={"name": "NAME"},
    completes={"name": complete.statements},
)
