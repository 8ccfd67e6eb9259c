"""Typed read-only tools: functions of a view and checked arguments that return a few plain rows.

The same tools serve language models and other programs. Every error of a call is a message with a
remedy, so that a model can correct it.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from inspect import getdoc, signature
from itertools import accumulate
from typing import Annotated, Any, Final, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from scinet.errors import QueryError
from scinet.graph.db.connection import Row
from scinet.graph.tools.view import plain_row

MAX_ROWS: Final = 100  # rows of one answer
_MAX_CHARACTERS: Final = 20_000  # characters of one answer as JSON; its first row may be longer

Paper: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=500, description="Id of a paper, or its whole title.")
]
Author: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=500, description="Id of an author, or the whole name.")
]
Group: TypeAlias = Annotated[
    str,
    Field(
        min_length=1,
        max_length=500,
        description="Name of a venue, research field or community, as search_groups writes it.",
    ),
]
Words: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=2000, description="Words to search for.")
]
Limit: TypeAlias = Annotated[int, Field(ge=1, le=MAX_ROWS, description="Rows at most.")]
Year: TypeAlias = Annotated[int | None, Field(ge=1000, le=9999, description="A year, inclusive.")]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """Result of a tool call.

    Attributes:
        truncated: Whether there are more rows than requested or than fit into one answer.
        note: Information beyond the rows.
    """

    rows: list[Row]
    truncated: bool = False
    note: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the result as sent to a model or program."""
        result = asdict(self)
        return result if self.note is not None else {k: result[k] for k in ("rows", "truncated")}


@dataclass(frozen=True)
class Tool:
    """Tool for language models and programs.

    Attributes:
        name: Its name; the part before the underscore is the category.
        answer: Function of a view, or another source, and further arguments; the first paragraph of
            its docstring describes the tool, its signature the arguments.
        is_indicator: Whether it returns indicators or best-cited paths, which define the ground
            truth of some tasks, and not only dated edges and texts.
    """

    name: str
    answer: Callable[..., ToolResult]
    is_indicator: bool = False

    @property
    def description(self) -> str:
        """Description for people and models."""
        return " ".join((getdoc(self.answer) or "").partition("\n\n")[0].split())

    @cached_property
    def _arguments(self) -> type[BaseModel]:
        _, *taken = signature(self.answer, eval_str=True).parameters.values()
        fields: dict[str, Any] = {
            parameter.name: (
                parameter.annotation,
                ... if parameter.default is parameter.empty else parameter.default,
            )
            for parameter in taken
        }
        return create_model(self.name, __config__=ConfigDict(extra="forbid"), **fields)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        schema = self._arguments.model_json_schema()
        properties = {
            name: {key: value for key, value in part.items() if key != "title"}
            for name, part in schema.get("properties", {}).items()
        }
        return {
            "type": "object",
            "properties": properties,
            "required": schema.get("required", []),
            "additionalProperties": False,
        }

    def call(self, view: object, values: Mapping[str, Any], *, offset: int = 0) -> ToolResult:
        """Run a call; skip the first ``offset`` rows, those of earlier pages."""
        try:
            arguments = self._arguments.model_validate(dict(values))
        except ValidationError as error:
            wrong = "; ".join(
                f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}"
                for fault in error.errors(include_url=False, include_input=False)
            )
            argument_names = ", ".join(self.parameters["properties"])
            raise QueryError(
                f"{wrong} ({self.name})", hint=f"It takes {argument_names}."
            ) from error
        taken = dict(arguments)
        if "limit" in taken:
            taken["limit"] += offset
        answer = self.answer(view, **taken)
        rows = [plain_row(row) for row in answer.rows[offset:]]
        fitting = _count_fitting(rows)
        return ToolResult(rows[:fitting], answer.truncated or fitting < len(rows), answer.note)


def _count_fitting(rows: list[Row]) -> int:
    """Count the rows that fit into one answer, at least one."""
    lengths = accumulate(len(orjson.dumps(row, default=str)) for row in rows)
    return max(1, sum(length <= _MAX_CHARACTERS for length in lengths))


def first_rows(rows: list[Row], limit: int, note: str | None = None) -> ToolResult:
    """Make the result of up to ``limit`` rows, given one more if there are more."""
    return ToolResult(rows[:limit], len(rows) > limit, note)
