"""Questions for the local endpoint: free text, and a form that it can fill or break."""

import json
from pathlib import Path
from typing import Any

from helpers.servers.endpoint import Messages

from scinet.llm.prompts import Prompt, parse_prompt
from scinet.llm.question import Question

_SOURCES = Path(__file__).parents[2] / "golden" / "sources"
PROSE, FORM = (
    parse_prompt(f"test/{name}", (_SOURCES / f"{name}.md").read_text("utf-8"))
    for name in ("prose", "form")
)


def questions(number: int, prompt: Prompt = PROSE, name: str = "") -> list[Question]:
    """Questions with the words <0>, <1>, ... so that each text has one of them only."""
    words = [f"{name}{i}" for i in range(number)]
    return [Question(f"item-{word}", prompt, {"word": f"<{word}>"}) for word in words]


def as_json(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001 - what answers take
    return json.dumps({"word": messages[0]["content"]})
