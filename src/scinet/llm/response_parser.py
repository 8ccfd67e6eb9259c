"""Parsing of responses: from bytes to a status, a charge and a retry decision.

Responses are fully validated. A request that surely was not charged is ``failed``, one that may
have been charged ``unknown``, everything else is ``done``.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scinet.llm.client import Response
from scinet.llm.messages import ToolCall
from scinet.llm.prompts import Prompt
from scinet.llm.question import State, Status
from scinet.llm.reply_text import strip_thinking

Halt: TypeAlias = Literal["quota", "rejected", "not_found", "redirect", "unreachable"]

CUT_OFF: Final = "cut_off"
"""Reason of an answer that ends at the token limit before it is complete."""
MAX_TOKENS: Final = 10**9
"""Limit of one answer; larger reported counts are replaced by estimates."""
_QUOTA: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_TOO_LONG: Final = frozenset({"context_length_exceeded", "exceed_context_size_error"})
_TOO_LONG_WORDS: Final = re.compile(
    r"context (?:length|size|window)|too many tokens", re.IGNORECASE
)
_FENCED: Final = re.compile(r"```(?:json)?\s*\n(.*?)\n?```", re.DOTALL)
_MAX_MESSAGE: Final = 200  # characters of an endpoint's message that are kept in a reason


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """Outcome of one request.

    Attributes:
        state: ``done``, ``failed`` (free of charge) or ``unknown`` (perhaps charged).
        status: Status of the question, unless a later attempt succeeds.
        reason: Why it is not ``ok``.
        text: Text of the model.
        value: The text parsed by the form.
        model: Name of the model reported by the endpoint.
        usage: Prompt and completion tokens, None when not reported.
        tries: Most attempts in all.
        wait_s: Seconds to wait as requested by the endpoint.
        halt: Why no further request should be sent at all.
    """

    state: State
    status: Status
    reason: str | None = None
    text: str | None = None
    value: dict[str, Any] | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    model: str | None = None
    usage: tuple[int, int] | None = None
    tries: int = 1
    wait_s: float | None = None
    halt: Halt | None = None


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Function(_Lenient):
    name: str
    arguments: str = "{}"


class _Call(_Lenient):
    id: str = ""
    function: _Function


class _Message(_Lenient):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(_Lenient):
    message: _Message
    finish_reason: str | None = None


class _TokenCounts(_Lenient):
    prompt_tokens: int = Field(ge=0, le=MAX_TOKENS)
    completion_tokens: int = Field(ge=0, le=MAX_TOKENS)


class _Completion(_Lenient):
    choices: list[_Choice]


def read_response(received: Response, prompt: Prompt, *, has_tools: bool = False) -> RequestOutcome:
    """Parse the response to a request with this prompt, with or without tools."""
    if received.failure == "unreachable":
        return RequestOutcome(
            "failed", "endpoint_error", "unreachable", tries=3, halt="unreachable"
        )
    if (code := received.http_status) is None:
        return _unknown_outcome(received.failure or "connection_lost")
    if 200 < code < 300:
        return _unknown_outcome(f"http_{code}")
    if code != 200:
        return _error_outcome(code, _parse_error(received.body), received)
    return read_body(received.body, prompt, received, has_tools=has_tools)


def read_body(
    body: str, prompt: Prompt, received: Response | None = None, *, has_tools: bool = False
) -> RequestOutcome:
    """Parse the body of a response with status 200, live or from the ledger."""
    if not body.strip():
        return _unknown_outcome("empty")
    try:
        answer = orjson.loads(body)
    except orjson.JSONDecodeError:
        return _unknown_outcome("not_json")
    if not isinstance(answer, dict):
        return _unknown_outcome("schema")
    if answer.get("error"):
        error = _parse_error(body)
        return _error_outcome(_error_status(error), error, received or Response(200, body))
    try:
        choices = _Completion.model_validate(answer).choices
    except ValidationError:
        return _unknown_outcome("schema")
    model = answer.get("model")
    named = " ".join(model.split())[:_MAX_MESSAGE] if isinstance(model, str) else None
    usage = _parse_usage(answer.get("usage"))
    if not choices:
        return RequestOutcome("done", "invalid", "no_choices", model=named or None, usage=usage)
    status, reason, text, value, calls = _reply_status(choices[0], prompt, has_tools=has_tools)
    return RequestOutcome("done", status, reason, text, value, calls, named or None, usage)


def _reply_status(
    choice: _Choice, prompt: Prompt, *, has_tools: bool
) -> tuple[Status, str | None, str | None, dict[str, Any] | None, tuple[ToolCall, ...]]:
    message, is_cut = choice.message, choice.finish_reason == "length"
    text = message.content
    if choice.finish_reason == "content_filter":
        return "refused", "content_filter", text, None, ()
    if message.refusal:
        return "refused", "refusal", message.refusal, None, ()
    calls = _parse_calls(message.tool_calls or [])
    if calls is None:
        return "invalid", CUT_OFF if is_cut else "tool_arguments", text, None, ()
    if calls:
        # A request without tools ignores calls, and expects a text.
        offered: tuple[Status, str | None] = (
            ("ok", None) if has_tools else ("invalid", "tool_calls")
        )
        return *offered, text, None, calls if has_tools else ()
    status, reason, value = read_text(text or "", prompt, is_cut=is_cut)
    return status, reason, text, value, ()


def read_text(
    text: str, prompt: Prompt, *, is_cut: bool
) -> tuple[Status, str | None, dict[str, Any] | None]:
    """Parse status, reason and value of a model's text, complete or truncated."""
    fault: str | None = None
    value: dict[str, Any] | None = None
    if not text.strip():
        fault = "no_text"
    elif prompt.form is not None:
        value, fault = _parse_form(text, prompt.form)
    elif is_cut and not prompt.may_be_cut:
        fault = CUT_OFF
    if fault is not None:
        return "invalid", CUT_OFF if is_cut else fault, None
    return "ok", None, value


def _parse_calls(wished: list[_Call]) -> tuple[ToolCall, ...] | None:
    calls = []
    for number, call in enumerate(wished):
        try:
            arguments = orjson.loads(call.function.arguments or "{}")
        except orjson.JSONDecodeError:
            return None
        if not isinstance(arguments, dict):
            return None
        # Some local endpoints leave the id out, and the answer to a call has to name one.
        calls.append(ToolCall(call.id or f"call_{number}", call.function.name, arguments))
    return tuple(calls)


def _parse_form(text: str, form: type[BaseModel]) -> tuple[dict[str, Any] | None, str | None]:
    """Parse the JSON object of a text, perhaps in a fence, or return its fault."""
    stripped = strip_thinking(text)
    fenced = _FENCED.fullmatch(stripped)
    try:
        value = form.model_validate_json(fenced[1] if fenced else stripped)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        return None, f"form: {place}: {first['msg']}" if place else f"form: {first['msg']}"
    return value.model_dump(), None


def _parse_usage(usage: Any) -> tuple[int, int] | None:
    try:
        counted = _TokenCounts.model_validate(usage)
    except ValidationError:
        return None
    return counted.prompt_tokens, counted.completion_tokens


@dataclass(frozen=True, slots=True)
class _Error:
    codes: frozenset[str]
    message: str


def _parse_error(body: str) -> _Error:
    """Parse code, type and message of an error, in the endpoints' various formats."""
    try:
        answer = orjson.loads(body)
    except orjson.JSONDecodeError:
        return _Error(frozenset(), "")
    error = answer.get("error", answer) if isinstance(answer, dict) else {}
    if not isinstance(error, dict):
        return _Error(frozenset(), str(error))
    codes = {str(error[name]) for name in ("code", "type", "status") if error.get(name)}
    return _Error(frozenset(codes), str(error.get("message") or ""))


def _error_status(error: _Error) -> int:
    """Return the HTTP status implied by an error sent with status 200, or 200."""
    numbers = [int(code) for code in error.codes if re.fullmatch(r"[1-5]\d\d", code)]
    if numbers:
        return numbers[0]
    if error.codes & {"rate_limit_exceeded", "rate_limit_error", *_QUOTA}:
        return 429
    return 500 if error.codes & {"server_error", "internal_server_error"} else 200


def _error_outcome(status: int, error: _Error, received: Response) -> RequestOutcome:
    """Classify a response without a completion; none of them is charged."""
    text = " ".join(error.message.split())[:_MAX_MESSAGE]
    detail = f": {text}" if text else ""
    wait_s = received.wait_s
    if status == 402 or (status == 429 and error.codes & _QUOTA):
        return RequestOutcome("failed", "budget", "quota", halt="quota")
    if status == 429:
        reason = "rate_limited" if wait_s is None else f"rate_limited: wait {wait_s:.0f} s"
        return RequestOutcome("failed", "endpoint_error", reason, tries=5, wait_s=wait_s)
    if status in {401, 403}:
        return RequestOutcome("failed", "endpoint_error", f"http_{status}{detail}", halt="rejected")
    if status in {404, 405}:
        return RequestOutcome(
            "failed", "endpoint_error", f"http_{status}{detail}", halt="not_found"
        )
    if 300 <= status < 400:
        leads = f": to {received.location}" if received.location else ""
        return RequestOutcome("failed", "endpoint_error", f"http_{status}{leads}", halt="redirect")
    if status in {408, 409} or status >= 500:
        doubt = "" if status == 409 else " (unconfirmed)"
        reason = f"http_{status}{doubt}{detail}"
        return RequestOutcome("failed", "endpoint_error", reason, tries=3, wait_s=wait_s)
    if status == 413 or error.codes & _TOO_LONG or _TOO_LONG_WORDS.search(error.message):
        return RequestOutcome("failed", "invalid", "prompt_too_long")
    if "content_filter" in error.codes:
        return RequestOutcome("failed", "refused", "content_filter")
    return RequestOutcome("failed", "endpoint_error", f"http_{status}{detail}")


def _unknown_outcome(reason: str) -> RequestOutcome:
    return RequestOutcome("unknown", "endpoint_error", reason)
