"""The server for an agent that is judged: each call is for a question, and is written down."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.agents import pages
from scinet.agents.tool_server import ToolServer
from scinet.errors import QueryError, ScinetError
from scinet.experiments.environment import Environment, find_ids
from scinet.graph.tools import Tool, ToolResult
from scinet.graph.tools.tool import Limit, first_rows

_QUERY_ID_SCHEMA: Final = {
    "query_id": {"type": "string", "description": "The question that the call is for."},
}


def questions(environment: Environment, limit: Limit = 20) -> ToolResult:
    """List what is to be answered: query_id, text, inputs, candidates, at most k answers."""
    return first_rows(list(environment.questions.values()), limit)


def answer(environment: Environment, query_id: str, answer: Any) -> ToolResult:
    """Answer a question, by ids with the best first; the last answer to it counts."""
    environment.check(query_id, answer)
    return ToolResult([{"query_id": query_id}])


_AGENT_TOOLS: Final = {
    one.name: one for one in (Tool("questions", questions), Tool("answer", answer))
}


@dataclass(frozen=True, kw_only=True)
class JudgedToolServer(ToolServer):
    """Where calls are answered and written down.

    Attributes:
        environment: Whose questions are answered, and whose log is written.
    """

    environment: Environment

    @property
    def tools(self) -> dict[str, Tool]:
        """Tools offered, by name."""
        return {**_AGENT_TOOLS, **super().tools}

    def schema(self, tool: Tool) -> dict[str, Any]:
        """JSON schema of the arguments of a tool; all but the list of questions are for one."""
        schema = super().schema(tool)
        if tool.name == "questions":
            return schema
        return {
            **schema,
            "properties": {**_QUERY_ID_SCHEMA, **schema["properties"]},
            "required": list(dict.fromkeys(["query_id", *schema["required"]])),
        }

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a call, after it was written down."""
        call_arguments = dict(arguments)
        if name == "questions":
            return {
                **super().call(name, call_arguments),
                "receipt": None,
            }  # nobody can ask it again
        query_id = call_arguments.pop("query_id", None)
        begun = time.monotonic()
        step: dict[str, Any] = {"query_id": query_id, "tool": name, "arguments": call_arguments}
        try:
            self.environment.question(query_id)
            if name == "answer":
                result = {
                    **super().call(name, {**call_arguments, "query_id": query_id}),
                    "receipt": None,
                }
            else:
                result = super().call(name, call_arguments)
        except ScinetError as error:
            self._note(step, begun, error=f"{error}. {error.hint}")
            raise
        self._note(step, begun, found=result)
        return result

    def resource(self, uri: str) -> tuple[str, str]:
        """A resource, unless it tells of a paper, which would not be written down."""
        if uri.startswith(pages.PAPER):
            raise QueryError("papers are not offered as resources here", hint="Call lookup_paper.")
        return super().resource(uri)

    def run_tool(
        self, name: str, arguments: Mapping[str, Any], day: date | None, offset: int
    ) -> ToolResult:
        """The rows of a tool, without those of the pages before."""
        if (own := _AGENT_TOOLS.get(name)) is not None:
            return own.call(self.environment, arguments, offset=offset)
        return super().run_tool(name, arguments, day, offset)

    def _note(
        self,
        step: dict[str, Any],
        begun: float,
        *,
        found: Mapping[str, Any] | None = None,
        error: str | None = None,
    ) -> None:
        result = found or {"rows": [], "before": self.before, "receipt": None}
        self.environment.add_step(
            {
                **step,
                "before": result["before"],
                "rows": len(result["rows"]),
                "ids": sorted(set(find_ids(result["rows"]))),
                "receipt": result["receipt"],
                "seconds": round(time.monotonic() - begun, 3),
                "error": error,
            }
        )


def open_tool_server(
    graph: Any, environment: Environment, before: date | None, **how: Any
) -> JudgedToolServer:
    """The tool_server of an environment, as of its day.

    Raises:
        QueryError: If another day is asked for.
    """
    if before not in (None, environment.before):
        raise QueryError(
            f"the environment ends on {environment.before}, not {before}",
            hint="Leave --before out, or make an environment of that day.",
        )
    return JudgedToolServer(graph, environment.before, environment=environment, **how)
