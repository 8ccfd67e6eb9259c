"""What a scripted model says: it proves the mechanics of systems, nothing about any model."""

import json
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from helpers.servers.endpoint import Messages

Said: TypeAlias = str | dict[str, Any]
Script: TypeAlias = Callable[[int, Messages], Said]

CLOSING: Final = {
    "systems_papers": {"papers": [{"id": "p1", "title": None, "year": None}]},
    "systems_authors": {"authors": [{"id": None, "name": "Author a0_01"}]},
    "systems_number": {"reasoning": "as most", "value": 3},
}


def calls(*wanted: tuple[str, Any]) -> dict[str, Any]:
    return {
        "tool_calls": [
            {
                "id": f"call-{number}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            for number, (name, arguments) in enumerate(wanted)
        ]
    }


def model(
    steps: Script | None = None, closing: Callable[[str, Messages], Said] | None = None
) -> Callable[[Messages, dict[str, Any]], Said]:
    """A model that follows a script.

    Args:
        steps: What it says to tools, by the number of the step from 0.
        closing: What it says when an answer in a form is asked for, by the name of the form.
    """

    def answer(messages: Messages, body: dict[str, Any]) -> Said:
        if "tools" in body:
            done = sum(message["role"] == "assistant" for message in messages)
            return "nothing to look up" if steps is None else steps(done, messages)
        form = body.get("response_format", {}).get("json_schema", {}).get("name", "choice")
        if closing is not None:
            return closing(form, messages)
        return json.dumps(CLOSING[form]) if form in CLOSING else "Paper B has more citations."

    return answer
