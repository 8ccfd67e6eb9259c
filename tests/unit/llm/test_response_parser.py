"""Whatever an endpoint sends is read as something, never as an exception."""

import json
from dataclasses import replace
from typing import Any

import orjson
import pytest
from helpers.language.questions import FORM, PROSE
from hypothesis import given
from hypothesis import strategies as st

from scinet.llm.client import Response
from scinet.llm.prompts import Prompt
from scinet.llm.response_parser import read_response

VERDICT = replace(PROSE, may_be_cut=True)
_KEYS = (
    "error choices message content refusal tool_calls usage code function name arguments "
    "finish_reason type prompt_tokens"
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 600) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(_KEYS.split()), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    status=st.sampled_from([200, 200, 204, 302, 400, 401, 404, 409, 413, 422, 429, 500, 503, 529]),
    body=_json.map(json.dumps) | st.text(max_size=30),
    prompt=st.sampled_from([PROSE, FORM]),
)
def test_any_answer_has_a_status_and_a_charge(status: int, body: str, prompt: Prompt) -> None:
    outcome = read_response(Response(http_status=status, body=body), prompt)
    assert outcome.status in {"ok", "refused", "invalid", "endpoint_error", "budget"}
    # Only a completion is an answer, and only what may have been one is charged.
    assert (outcome.status == "ok") <= (outcome.state == "done")
    if status >= 300:
        assert outcome.state == "failed"
    if outcome.state == "unknown":
        assert (outcome.status, outcome.tries) == ("endpoint_error", 1)


def _answer(message: Any, finish: str = "stop", **other: Any) -> str:
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return orjson.dumps({"model": "tiny", "choices": [choice], **other}).decode()


@pytest.mark.parametrize(
    ("body", "prompt", "status", "reason"),
    [
        (_answer({"content": "Hi."}), PROSE, "ok", None),
        (_answer({"content": "Hi."}, "length"), PROSE, "invalid", "cut_off"),
        (_answer({"content": "Hi."}, "length"), VERDICT, "ok", None),
        (_answer({"content": " "}, "length"), VERDICT, "invalid", "cut_off"),
        (_answer({"content": '{"word": "a"}'}, "length"), FORM, "ok", None),
        (_answer({"content": " \n"}), PROSE, "invalid", "no_text"),
        (_answer({"content": '{"word": "a"}'}), FORM, "ok", None),
        (_answer({"content": '```json\n{"word": "a"}\n```'}), FORM, "ok", None),
        (_answer({"content": 'Sure: {"word": "a"}'}), FORM, "invalid", "form: "),
        (_answer({"content": '{"word": "a", "more": 1}'}), FORM, "invalid", "form: more"),
        (_answer({"content": '{"word": 1}'}), FORM, "invalid", "form: word"),
        (_answer({"content": '{"word": "a'}, "length"), FORM, "invalid", "cut_off"),
        (_answer({"content": None, "refusal": "No."}), FORM, "refused", "refusal"),
        (_answer({"content": "a"}, "content_filter"), FORM, "refused", "content_filter"),
        (_answer({"content": [{"text": "parts"}]}), PROSE, "endpoint_error", "schema"),
        (_answer({}), PROSE, "invalid", "no_text"),
    ],
)
def test_answers_are_read(body: str, prompt: Prompt, status: str, reason: str | None) -> None:
    outcome = read_response(Response(http_status=200, body=body), prompt)
    assert outcome.status == status
    assert (outcome.reason or "").startswith(reason or "")
    assert (outcome.reason is None) == (reason is None)


def test_tool_calls_are_read_and_broken_arguments_are_invalid() -> None:
    def called(arguments: str, **other: Any) -> Any:
        call = {"type": "function", "function": {"name": "look", "arguments": arguments}, **other}
        body = _answer({"content": None, "tool_calls": [call]}, "tool_calls")
        return read_response(Response(http_status=200, body=body), FORM, has_tools=True)

    good = called('{"paper": "a"}', id="c1")
    assert (good.status, good.value) == ("ok", None)
    assert [(c.id, c.name, dict(c.arguments)) for c in good.tool_calls] == [
        ("c1", "look", {"paper": "a"})
    ]
    assert called("").tool_calls[0].id == "call_0"
    for arguments in ('{"paper"', "[]", "1"):
        assert (called(arguments).status, called(arguments).reason) == ("invalid", "tool_arguments")


@pytest.mark.parametrize(
    ("status", "error", "expected"),
    [
        (400, {"message": "This model's maximum context length is 4096."}, "prompt_too_long"),
        (400, {"type": "exceed_context_size_error", "message": "too big"}, "prompt_too_long"),
        (413, {}, "prompt_too_long"),
        (400, {"code": "content_filter"}, "content_filter"),
        (400, {"message": "no such\nfield"}, "http_400: no such field"),
        (429, {"type": "insufficient_quota"}, "quota"),
        (402, {}, "quota"),
        (529, {"message": "overloaded"}, "http_529 (unconfirmed): overloaded"),
        (200, {"code": "429", "message": "slow"}, "rate_limited"),
        (200, {"code": "context_length_exceeded"}, "prompt_too_long"),
        (200, {"message": "odd"}, "http_200: odd"),
    ],
)
def test_errors_are_known(status: int, error: dict[str, Any], expected: str) -> None:
    body = orjson.dumps({"error": error or "none"}).decode()
    outcome = read_response(Response(http_status=status, body=body), PROSE)
    assert (outcome.state, outcome.reason) == ("failed", expected)
