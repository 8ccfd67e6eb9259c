"""Calls of tools: cutoff day, pagination, and answers as plain values."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import orjson

from scinet.agents import pages
from scinet.agents.tools import READ_TOOLS, VERB_TOOLS, ToolContext, catalogue
from scinet.errors import DataError, QueryError
from scinet.extension import look_up
from scinet.graph.db import fingerprint
from scinet.graph.db.request_cache import single_request
from scinet.graph.tools import Tool, ToolResult
from scinet.session.days import parse_cutoff
from scinet.session.receipts import describe_answer

if TYPE_CHECKING:
    from scinet.session.graph import Graph

_LONGEST: Final = 100_000  # characters of an answer
_CURSOR: Final = re.compile(r"(\d{1,9})-([0-9a-f]{16})")
_SHARED: Final = {
    "before": {
        "type": ["string", "null"],
        "description": "Cut-off day YYYY-MM-DD, exclusive: nothing later is seen.",
    },
    "cursor": {"type": ["string", "null"], "description": "next_cursor of the page before."},
}


@dataclass(frozen=True)
class ToolServer:
    """Where calls are answered.

    Attributes:
        graph: What is asked.
        before: Cut-off day that no call can pass, exclusive; None for none.
        has_cypher: Whether statements of the caller's own are answered.
    """

    graph: "Graph"
    before: date | None = None
    has_cypher: bool = True

    @property
    def tools(self) -> dict[str, Tool]:
        """Tools offered, by name."""
        own = {
            name: tool for name, tool in VERB_TOOLS.items() if name != "cypher" or self.has_cypher
        }
        return {**own, **READ_TOOLS}

    def catalogue(self) -> list[dict[str, Any]]:
        """The statements that the tool query asks as of the day of the server."""
        return catalogue(self.before)

    def schema(self, tool: Tool) -> dict[str, Any]:
        """JSON schema of the arguments of a tool."""
        schema = tool.parameters
        return {**schema, "properties": {**schema["properties"], **_SHARED}}

    @single_request()
    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a call: rows of plain values, the day, and where the next page begins."""
        call_arguments = dict(arguments)
        day, cursor = (
            self.day(call_arguments.pop("before", None)),
            call_arguments.pop("cursor", None),
        )
        look_up("tool", name, self.tools)
        call = (name, call_arguments, str(day))
        offset = _parse_cursor(self, cursor, *call)
        result = self.run_tool(name, call_arguments, day, offset)
        identity = (self.graph.database, "tool", name, call_arguments, result.rows)
        answer: dict[str, Any] = {
            "before": day and day.isoformat(),
            "rows": result.rows,
            "truncated": result.truncated,
            "receipt": describe_answer(*identity, before=day, offset=offset, with_rows=False),
        }
        if result.truncated:
            answer["next_cursor"] = _make_cursor(self, offset + len(result.rows), *call)
        if result.note is not None:
            answer["note"] = result.note
        # Also what the protocol's own JSON does not know is plain afterwards.
        text = orjson.dumps(answer, default=str)
        if len(text) > _LONGEST:
            raise QueryError(
                f"an answer of {len(text):,} characters ({name})",
                hint=f"At most {_LONGEST:,} fit: ask for fewer rows or values.",
            )
        plain: dict[str, Any] = orjson.loads(text)
        return plain

    def resource(self, uri: str) -> tuple[str, str]:
        """Media type and text of a resource."""
        return pages.read_resource(self, uri)

    def day(self, text: object) -> date | None:
        """The cut-off day of a call, that of the server at the latest."""
        if text is None:
            return self.before
        if not isinstance(text, str | int):
            raise DataError("before is not a text", hint="A cut-off day is written YYYY-MM-DD.")
        day = parse_cutoff(text)
        if self.before is not None and day > self.before:
            raise DataError(
                f"{day} is after the last day of this server",
                hint=f"Leave before out, or give {self.before} or an earlier day.",
            )
        return day

    def run_tool(
        self, name: str, arguments: Mapping[str, Any], day: date | None, offset: int
    ) -> ToolResult:
        """Return the rows of a tool, without those of the pages before."""
        if (own := VERB_TOOLS.get(name)) is not None:
            return own.call(ToolContext(self.graph, day), arguments, offset=offset)
        answer = self.graph.tool(name, arguments, before=day, offset=offset)
        return ToolResult(answer.rows(), answer.attrs["truncated"], answer.attrs["note"])


def _make_cursor(tool_server: ToolServer, offset: int, *call: object) -> str:
    """A cursor: it fits one call on one graph alone."""
    identity = [*call, offset, fingerprint.stored_fingerprint(tool_server.graph.database)]
    text = json.dumps(identity, sort_keys=True)
    return f"{offset}-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"


def _parse_cursor(tool_server: ToolServer, cursor: object, *call: object) -> int:
    """Where a page begins."""
    if cursor is None:
        return 0
    match = _CURSOR.fullmatch(cursor) if isinstance(cursor, str) else None
    if match is None or _make_cursor(tool_server, int(match[1]), *call) != cursor:
        raise QueryError(
            "the cursor is not of this call on the graph as it is now",
            hint="Give the arguments of the page before, or no cursor to begin again.",
        )
    return int(match[1])
