"""One call of a tool: its day, its page, and the answer as plain values."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import orjson

from scinet.errors import DataError, QueryError
from scinet.graph.load import fingerprint
from scinet.graph.tools import Found, Tool
from scinet.session.days import read_day
from scinet.session.mcp import pages
from scinet.session.mcp.offers import OWN, READ, Asked, catalogue
from scinet.session.receipts import describe_answer

if TYPE_CHECKING:
    from scinet.session.rows import Rows

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
class Desk:
    """Where calls are answered.

    Attributes:
        graph: What is asked.
        before: Cut-off day that no call can pass, exclusive; None for none.
        has_cypher: Whether statements of the caller's own are answered.
    """

    graph: "Rows"
    before: date | None = None
    has_cypher: bool = True

    def __post_init__(self) -> None:
        """Leave receipts to the calls, each of which has one of its own."""
        self.graph.makes_receipts = False

    @property
    def tools(self) -> dict[str, Tool]:
        """What is offered, by name."""
        own = {name: one for name, one in OWN.items() if name != "cypher" or self.has_cypher}
        return {**own, **READ}

    def catalogue(self) -> list[dict[str, Any]]:
        """The statements that the tool query asks as of the day of the server."""
        return catalogue(self.before)

    def schema(self, tool: Tool) -> dict[str, Any]:
        """JSON schema of the arguments of a tool."""
        found = tool.parameters
        return {**found, "properties": {**found["properties"], **_SHARED}}

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a call: rows of plain values, the day, and where the next page begins."""
        given = dict(arguments)
        day, cursor = self.day(given.pop("before", None)), given.pop("cursor", None)
        if name not in self.tools:
            raise QueryError(f"no tool {name!r}", hint=f"There are {', '.join(self.tools)}.")
        call = (name, given, str(day))
        offset = _offset(self, cursor, *call)
        found = self.found(name, given, day, offset)
        about = (self.graph.database, "tool", name, given, found.rows)
        answer: dict[str, Any] = {
            "before": day and day.isoformat(),
            "rows": found.rows,
            "truncated": found.truncated,
            "receipt": describe_answer(*about, before=day, offset=offset, with_rows=False),
        }
        if found.truncated:
            answer["next_cursor"] = _mark(self, offset + len(found.rows), *call)
        if found.note is not None:
            answer["note"] = found.note
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
        return pages.resource(self, uri)

    def day(self, text: object) -> date | None:
        """The cut-off day of a call, that of the server at the latest."""
        if text is None:
            return self.before
        if not isinstance(text, str):
            raise DataError("before is not a text", hint="A cut-off day is written YYYY-MM-DD.")
        day = read_day(text)
        if self.before is not None and day > self.before:
            raise DataError(
                f"{day} is after the last day of this server",
                hint=f"Leave before out, or give {self.before} or an earlier day.",
            )
        return day

    def found(self, name: str, given: Mapping[str, Any], day: date | None, offset: int) -> Found:
        """The rows of a tool, without those of the pages before."""
        if (own := OWN.get(name)) is not None:
            return own.call(Asked(self.graph, day), given, offset=offset)
        found: Any = self.graph.tool(name, given, before=day, offset=offset)
        return Found(list(found), **found.attrs)


def _mark(desk: Desk, offset: int, *call: object) -> str:
    """A cursor: it fits one call on one graph alone."""
    about = [*call, offset, fingerprint.current(desk.graph.database)]
    text = json.dumps(about, sort_keys=True)
    return f"{offset}-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"


def _offset(desk: Desk, cursor: object, *call: object) -> int:
    """Where a page begins."""
    if cursor is None:
        return 0
    found = _CURSOR.fullmatch(cursor) if isinstance(cursor, str) else None
    if found is None or _mark(desk, int(found[1]), *call) != cursor:
        raise QueryError(
            "the cursor is not of this call on the graph as it is now",
            hint="Give the arguments of the page before, or no cursor to begin again.",
        )
    return int(found[1])
