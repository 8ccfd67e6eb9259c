"""Resources and prompts of the Model Context Protocol."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from scinet.errors import NotFoundError, QueryError
from scinet.extension import look_up
from scinet.graph.search.identify import identify
from scinet.llm.prompts import load_prompt as prompt_file

if TYPE_CHECKING:
    from scinet.agents.tool_server import ToolServer

SCHEMA: Final = "scinet://schema"
CATALOGUE: Final = "scinet://catalogue"
PAPER: Final = "scinet://paper/"


@dataclass(frozen=True)
class ClientPrompt:
    """A prompt that people choose in their client.

    Attributes:
        arguments: What it must be given, with a description; a day may be given to each.
    """

    file: str
    description: str
    arguments: Mapping[str, str]


PROMPTS: Final = {
    "literature_overview": ClientPrompt(
        "overview", "An overview of a literature as of a day.", {"topic": "What it is about."}
    ),
    "follow_an_idea": ClientPrompt(
        "idea",
        "How one work led to another, step by step.",
        {"a": "A paper or an author.", "b": "A later one."},
    ),
    "who_works_near": ClientPrompt(
        "people", "Who works near a person, paper or topic.", {"centre": "Person, paper or topic."}
    ),
}


@cache
def read_schema() -> str:
    """The labels, relationships and properties of the graph."""
    return files("scinet.agents").joinpath("schema.md").read_text("utf-8").strip()


def read_resource(tool_server: "ToolServer", uri: str) -> tuple[str, str]:
    """Media type and text of a resource; a paper is one before the day of the server."""
    if uri == SCHEMA:
        return "text/markdown", read_schema()
    if uri == CATALOGUE:
        return "application/json", _json(tool_server.catalogue())
    if uri.startswith(PAPER):
        database = tool_server.graph.database
        paper = identify(database, "paper", unquote(uri[len(PAPER) :]), before=tool_server.before)
        rows: Any = tool_server.graph.query(
            "lookup/paper", paper_id=paper, before=tool_server.before
        )
        return "application/json", _json({"before": tool_server.before, **rows[0]})
    raise NotFoundError(
        f"no resource {uri}", hint=f"There are {SCHEMA}, {CATALOGUE} and {PAPER} with an id."
    )


def render_prompt(tool_server: "ToolServer", name: str, arguments: Mapping[str, str]) -> str:
    """The text of a prompt."""
    template = look_up("prompt", name, PROMPTS)
    values = dict(arguments)
    day = tool_server.day(values.pop("before", None) or None)
    if values.keys() != template.arguments.keys():
        raise QueryError(
            f"invalid arguments of {name}",
            hint=f"It takes {', '.join(template.arguments)} and before.",
        )
    messages = prompt_file(f"agents/{template.file}").messages(
        {**values, "day": "" if day is None else str(day)}
    )
    return "\n\n".join(str(message.content) for message in messages)


def _json(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False, indent=1)
