"""Asking again what a receipt is of."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError
from scinet.session.base import File
from scinet.session.receipts import Receipt, make_receipt, read_receipt

if TYPE_CHECKING:
    from scinet.session.graph import Graph

_SHOWN: Final = 5


def verify(graph: "Graph", receipt: File | Mapping[str, Any]) -> dict[str, Any]:
    """Ask again what a receipt is of, and compare the answer bit by bit.

    Args:
        graph: The graph.
        receipt: File that ``--receipt`` wrote, or the receipt of an answer.

    Returns:
        The number of rows, and whether the graph and the version are the same.

    Raises:
        DataError: If the answer is another one, of which the message says what moved; or if
            this is not a receipt.
    """
    then = read_receipt(receipt)
    now = _ask_again(graph, then)
    same_graph = now.graph_fingerprint == then.graph_fingerprint
    if now.sha256 != then.sha256:
        hint = "The receipt is of this graph and this version: its text was changed."
        if then.version != now.version:
            hint = f"The receipt is of scinet {then.version}, this is {now.version}."
        if not same_graph:
            hint = (
                f"The receipt is of the graph {then.graph_fingerprint[:12]}, this one is "
                f"{now.graph_fingerprint[:12]}: load what that one held."
            )
        raise DataError(f"the answer changed: {_describe_changes(then, now)}", hint=hint)
    return {
        "equal": True,
        "rows": now.rows,
        "graph": "same" if same_graph else "another",
        "version": "same" if now.version == then.version else "another",
    }


def _ask_again(graph: "Graph", receipt: Receipt) -> Receipt:
    name, arguments, before = receipt.name, receipt.arguments, receipt.before
    if receipt.asked == "cypher":
        return read_receipt(graph.cypher(name, before=before, **arguments).attrs["receipt"])
    if receipt.asked == "statement":
        return read_receipt(graph.query(name, **arguments).attrs["receipt"])
    from scinet.agents.tool_server import ToolServer

    rows = ToolServer(graph).run_tool(name, arguments, before, receipt.offset).rows
    return make_receipt(
        graph.database, "tool", name, arguments, rows, before=before, offset=receipt.offset
    )


def _describe_changes(then: Receipt, now: Receipt) -> str:
    """Which rows are others, in words."""
    if then.rows != now.rows:
        return f"{now.rows:,} rows, {then.rows:,} on the receipt"
    pairs = zip(then.row_digests, now.row_digests, strict=False)
    places = [
        str(place)
        for place, (before_digest, after_digest) in enumerate(pairs, start=1)
        if before_digest != after_digest
    ]
    if not places:
        return f"some of {now.rows:,} rows"
    shown = ", ".join(places[:_SHOWN]) + (", …" if len(places) > _SHOWN else "")
    return f"{len(places):,} of {now.rows:,} rows ({shown})"
