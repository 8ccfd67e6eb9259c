"""Pairs of questions that differ in one thing: two keys where it matters, else one."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import pytest
from helpers.language.questions import FORM, PROSE
from helpers.proof import Proof
from pydantic import SecretStr

from scinet.credentials import check_url
from scinet.llm.endpoint import Endpoint, Price
from scinet.llm.messages import Message, ToolCall, ToolDefinition
from scinet.llm.prompts import Prompt
from scinet.llm.question import Question
from scinet.llm.request import LLMRequest, make_request

LETTERS = "ab \n\t\u00e9e\u0301\u4e2d\U0001f600<>{}\"\\/'0"


@dataclass(frozen=True)
class Asked:
    question: Question
    endpoint: Endpoint
    graph: str
    seed: int

    @property
    def request(self) -> LLMRequest:
        return make_request(self.question, self.endpoint, self.graph, self.seed)

    def prompt(self, **changed: Any) -> "Asked":
        return self.of(prompt=replace(self.question.prompt, **changed))

    def of(self, **changed: Any) -> "Asked":
        return replace(self, question=replace(self.question, **changed))

    def at(self, **changed: Any) -> "Asked":
        return replace(self, endpoint=replace(self.endpoint, **changed))


def text(draw: random.Random) -> str:
    """A few letters, some of which look or read alike."""
    return "".join(draw.choice(LETTERS) for _ in range(draw.randrange(1, 12)))


def another(draw: random.Random, old: str) -> str:
    """A text that differs in one place at least."""
    place = draw.randrange(len(old) + 1)
    return draw.choice(
        [old[:place] + draw.choice(LETTERS) + old[place:], old + " ", old.upper() + "!"]
    )


def a_tool(draw: random.Random) -> ToolDefinition:
    names = {text(draw): {"type": "string"}, text(draw) + "x": {"type": "integer"}}
    return ToolDefinition(text(draw), text(draw), {"type": "object", "properties": names})


def anything(draw: random.Random) -> Asked:
    call = ToolCall(text(draw), text(draw), {"b": text(draw), "a": draw.randrange(9)})
    history = (
        Message("user", text(draw)),
        Message("assistant", draw.choice([None, text(draw)]), (call,)),
        Message("tool", text(draw), tool_call_id=call.id),
    )
    prompt: Prompt = replace(
        draw.choice([PROSE, FORM]),
        temperature=draw.choice([0, 0.5, 1]),
        max_tokens=draw.randrange(1, 4000),
    )
    question = Question(
        text(draw),
        prompt,
        {"word": text(draw)},
        draw.choice([None, date(2000, 1, 1) + timedelta(draw.randrange(9000))]),
        history[: draw.randrange(4)],
        tuple(a_tool(draw) for _ in range(draw.randrange(3))),
        draw.randrange(3),
    )
    at = Endpoint(
        "http://host/v1", text(draw), SecretStr(text(draw)), Price(1, 2), 60.0,
        draw.choice([None, 0, 100]),
    )  # fmt: skip
    return Asked(question, at, text(draw), draw.randrange(5))


Change = Callable[[Asked, random.Random], Asked]
MATTERS: dict[str, Change] = {
    "model": lambda one, draw: one.at(model=another(draw, one.endpoint.model)),
    "address": lambda one, draw: one.at(
        url=draw.choice(["https://host/v1", "http://host:81/v1", "http://host/v2", "http://host"])
    ),
    "graph": lambda one, draw: replace(one, graph=another(draw, one.graph)),
    "seed": lambda one, draw: replace(one, seed=one.seed + draw.randint(1, 9)),
    "sample": lambda one, _: one.of(sample=one.question.sample + 1),
    "sample for seed": lambda one, _: replace(
        one.of(sample=one.question.sample + 1), seed=one.seed - 1
    ),
    # Blanks at the ends of a message are not sent.
    "input": lambda one, draw: one.of(
        inputs={"word": f"{text(draw)}!{one.question.inputs['word']}"}
    ),
    "day": lambda one, _: one.of(
        before=date(1999, 1, 1) if one.question.before is None
        else one.question.before + timedelta(1)
    ),
    "no day": lambda one, _: one.of(
        before=None if one.question.before else date(1999, 1, 1)
    ),
    "temperature": lambda one, _: one.prompt(temperature=0.25).at(thinking_tokens=None)
    if one.endpoint.thinking_tokens is None
    else one.prompt(version="other"),
    "length": lambda one, draw: one.prompt(
        max_tokens=one.question.prompt.max_tokens + draw.randint(1, 9)
    ),
    "thinking": lambda one, _: one.at(
        thinking_tokens=None if one.endpoint.thinking_tokens is not None else 100
    ),
    "prompt": lambda one, draw: one.prompt(name=another(draw, one.question.prompt.name)),
    "version": lambda one, draw: one.prompt(version=another(draw, one.question.prompt.version)),
    "format": lambda one, _: one.prompt(
        schema=None if one.question.prompt.schema else FORM.schema
    ),
    "format's fields": lambda one, draw: one.prompt(
        schema={"type": "object", "properties": {text(draw): {"type": "integer"}}}
    ),
    "tool": lambda one, draw: one.of(tools=(*one.question.tools, a_tool(draw))),
    "tool's name": lambda one, draw: one.of(tools=(ToolDefinition(text(draw) + "!", "", {}),)),
    "tool's words": lambda one, draw: one.of(tools=(ToolDefinition("look", text(draw) + "?", {}),)),
    "tool's types": lambda one, draw: one.of(
        tools=(ToolDefinition("look", "", {"type": draw.choice(["array", "string"])}),)
    ),
    "message": lambda one, draw: one.of(
        history=(*one.question.history, Message("user", text(draw)))
    ),
    "role": lambda one, _: one.of(history=(*one.question.history, Message("system", "a"))),
    "nothing said": lambda one, _: one.of(
        history=(*one.question.history, Message("assistant", None))
    ),
    "an empty text": lambda one, _: one.of(
        history=(*one.question.history, Message("assistant", ""))
    ),
    "a call": lambda one, draw: one.of(
        history=(
            *one.question.history,
            Message("assistant", None, (ToolCall("c", text(draw), {"a": 1}),)),
        )
    ),
    "what a call answers": lambda one, draw: one.of(
        history=(*one.question.history, Message("tool", "a", tool_call_id=text(draw)))
    ),
}  # fmt: skip
DOES_NOT: dict[str, Change] = {
    "item": lambda one, draw: one.of(item=another(draw, one.question.item)),
    "key": lambda one, draw: one.at(key=SecretStr(text(draw))),
    "price": lambda one, draw: one.at(price=draw.choice([None, Price(3, 4)])),
    "patience": lambda one, _: one.at(timeout_s=1.0),
    "spelling of the address": lambda one, draw: one.at(
        url=check_url(
            draw.choice(["HTTP://HOST/v1/", "http://Host/v1//", "http://host/v1#a"]),
            "OPENAI_BASE_URL",
            example="http://host/v1",
            key="OPENAI_API_KEY",
        )
    ),
    "order in tools": lambda one, _: one.of(
        tools=tuple(
            replace(tool, parameters=dict(reversed(list(tool.parameters.items()))))
            for tool in one.question.tools
        )
    ),
    "order in calls": lambda one, _: one.of(
        history=tuple(
            replace(
                said,
                tool_calls=tuple(
                    replace(call, arguments=dict(reversed(list(call.arguments.items()))))
                    for call in said.tool_calls
                ),
            )
            for said in one.question.history
        )
    ),
}


@pytest.mark.parametrize(
    ("changes", "is_same"), [(MATTERS, False), (DOES_NOT, True)], ids=["matters", "does not"]
)
def test_a_key_changes_with_what_matters_only(
    changes: dict[str, Change],
    is_same: bool,  # noqa: FBT001 - of the parameters
    proof: Proof,
) -> None:
    """Two questions have one key if, and only if, they differ in nothing that matters."""
    draw = random.Random(proof.seed)
    known: dict[str, str] = {}
    trials = proof.trials(short=260, full=10_000)
    for number in range(trials):
        name = list(changes)[number % len(changes)]
        value = anything(draw)
        other = changes[name](value, draw)
        first, second = value.request, other.request
        assert (first.key == second.key) == is_same, (name, value, other)
        for request in (first, second):
            assert known.setdefault(request.key, request.canonical) == request.canonical
    proof.count(kinds_of_difference=len(changes), wrong_answers=0)
