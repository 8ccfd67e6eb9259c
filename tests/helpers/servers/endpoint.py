"""A local HTTP server that speaks the chat-completions protocol and plays faults.

What it answers proves mechanics and is never a result of a model.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import pytest
from helpers.servers.endpoint_answers import KEY, http
from helpers.servers.endpoint_faults import FAULTS
from helpers.servers.on_loopback import QuietHandler, listening
from pydantic import SecretStr

from scinet.llm import endpoint as endpoints
from scinet.llm.batch_client import LLMSession
from scinet.llm.clock import Clock

Messages: TypeAlias = list[dict[str, Any]]
OpenAsker: TypeAlias = Callable[..., LLMSession]
Answer: TypeAlias = Callable[[Messages, dict[str, Any]], str | dict[str, Any]]


def echo(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001 - what answers take
    return str(messages[-1]["content"])


def filled(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001 - what answers take
    """The least answer of the form asked for, else a sentence."""
    if (asked := body.get("response_format")) is None:
        return "This is an answer."
    return json.dumps(_least(asked["json_schema"]["schema"]))


def _least(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    named = schema["type"]
    match named[0] if isinstance(named, list) else named:
        case "object":
            return {name: _least(part) for name, part in schema["properties"].items()}
        case "array":
            return [_least(schema["items"])] * max(schema.get("minItems", 0), 1)
        case "string":
            return "text".ljust(schema.get("minLength", 0), ".")[: schema.get("maxLength")]
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return schema.get("minimum", 0)


@dataclass
class Endpoint:
    """A running server.

    Attributes:
        answer: Makes the text of an answer, or fields of the answer's message.
        faults: For a text, what happens to the next requests whose messages have it, by the names
            of ``endpoint_faults``; the last one again and again where it ends with an ellipsis.
    """

    answer: Answer = echo
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    faults: dict[str, list[str]] = field(default_factory=dict)
    delay_s: float = 0.0
    usage: tuple[int, int] = (10, 5)
    url: str = ""

    def __post_init__(self) -> None:
        self._lock = Lock()
        self._open: set[int] = set()
        self.most_at_once = 0

    def at(self, model: str = "tiny", **changed: Any) -> endpoints.Endpoint:
        return endpoints.Endpoint(
            **{"url": self.url, "model": model, "key": SecretStr(KEY), **changed}
        )

    def fault_of(self, body: dict[str, Any], header: str | None) -> str | None:
        """Record a request and find out what is to happen to it."""
        text = json.dumps(body["messages"], ensure_ascii=False)
        with self._lock:
            self.requests.append(body)
            self.authorizations.append(header)
            for mark, script in self.faults.items():
                if mark in text and script:
                    return script[0] if script[1:] == ["…"] else script.pop(0)
        return None

    def enter(self, number: int) -> None:
        with self._lock:
            self._open.add(number)
            self.most_at_once = max(self.most_at_once, len(self._open))

    def leave(self, number: int) -> None:
        with self._lock:
            self._open.discard(number)

    def completion(self, body: dict[str, Any]) -> dict[str, Any]:
        said = self.answer(body["messages"], body)
        message = {"role": "assistant", "content": None}
        message |= {"content": said} if isinstance(said, str) else said
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        prompt, completion = self.usage
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": completion,
                "total_tokens": prompt + completion,
            },
        }


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(QuietHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            models = {"object": "list", "data": [{"id": "tiny", "object": "model"}]}
            self.wfile.write(http(200, models))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.enter(id(self))
            try:
                fault = endpoint.fault_of(body, self.headers.get("Authorization"))
                if endpoint.delay_s:
                    time.sleep(endpoint.delay_s)
                good = endpoint.completion(body)
                if fault is None:
                    self.wfile.write(http(200, good))
                else:
                    FAULTS[fault].play(good, self.connection)
                    self.close_connection = FAULTS[fault].closes
            finally:
                endpoint.leave(id(self))

    return Handler


@contextmanager
def serving() -> Iterator[Endpoint]:
    running = Endpoint()
    with listening(_handler(running)) as address:
        running.url = f"{address}/v1"
        yield running


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Endpoint]:
    # Each client reads all certificates of the machine, which plain HTTP needs none of.
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    with serving() as running:
        yield running


@pytest.fixture
def open_asker(endpoint: Endpoint, tmp_path: Path) -> Iterator[Callable[..., LLMSession]]:
    """Opens askers at the server, with a fast clock and one ledger; they are closed at the end."""
    opened: list[LLMSession] = []

    def make(**changed: Any) -> LLMSession:
        for earlier in opened:
            earlier.close()
        given: dict[str, Any] = {
            "endpoint": endpoint.at(),
            "ledger": tmp_path / "ledger.sqlite",
            "graph_fingerprint": "graph",
            "clock": Clock(speed=1000.0),
            **changed,
        }
        opened.append(LLMSession(**given))
        return opened[-1]

    yield make
    for asker in opened:
        asker.close()
