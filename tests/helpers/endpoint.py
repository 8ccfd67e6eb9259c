"""A local HTTP server that speaks the chat-completions protocol and plays faults.

What it answers proves mechanics and is never a result of a model.
"""

import gzip
import json
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, TypeAlias

import pytest
from pydantic import SecretStr

from scinet.llm import endpoint as endpoints
from scinet.llm.asker import Asker
from scinet.llm.clock import Clock

Messages: TypeAlias = list[dict[str, Any]]
Answer: TypeAlias = Callable[[Messages, dict[str, Any]], str | dict[str, Any]]

FAULTS: Final = (
    "rate_limit",
    "quota",
    "rate_limit_hour",
    "server_error",
    "conflict",
    "too_long",
    "timeout",
    "html",
    "broken_json",
    "empty",
    "no_choices",
    "without_choices",
    "error_in_200",
    "cut_off",
    "no_usage",
    "reset",
    "cut_body",
)
"""The 17 faults, in the order of the fault table."""

KEY: Final = "sk-marked-0123456789-secret"
"""A key to search for where none may be."""


def echo(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001 - what answers take
    """The last message again."""
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
        requests: Bodies received, in order.
        authorizations: The header of each.
        faults: For a text, what happens to the next requests whose messages have it; the last
            one again and again where it ends with an ellipsis.
        hold_s: How long a request is held when no answer is to come in time.
        delay_s: How long each answer takes.
        usage: Tokens named in each answer.
    """

    answer: Answer = echo
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    faults: dict[str, list[str]] = field(default_factory=dict)
    hold_s: float = 0.6
    delay_s: float = 0.0
    usage: tuple[int, int] = (10, 5)
    url: str = ""

    def __post_init__(self) -> None:
        """Bind a free port."""
        self._lock = Lock()
        self._open: set[int] = set()
        self.most_at_once = 0
        self.server = _Server(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def at(self, model: str = "tiny", **changed: Any) -> endpoints.Endpoint:
        """The client's side."""
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
        """Count a request in."""
        with self._lock:
            self._open.add(number)
            self.most_at_once = max(self.most_at_once, len(self._open))

    def leave(self, number: int) -> None:
        """Count it out."""
        with self._lock:
            self._open.discard(number)

    def completion(self, body: dict[str, Any]) -> dict[str, Any]:
        """A good answer."""
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


class _Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: clients that are killed break their connections."""


def _error(code: str | int, message: str = "no") -> dict[str, Any]:
    return {"error": {"message": message, "type": str(code), "code": code}}


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self.reply(200, {"object": "list", "data": [{"id": "tiny", "object": "model"}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.enter(id(self))
            try:
                fault = endpoint.fault_of(body, self.headers.get("Authorization"))
                if endpoint.delay_s:
                    time.sleep(endpoint.delay_s)
                if fault is None:
                    self.reply(200, endpoint.completion(body))
                else:
                    self.fail(fault, body)
            finally:
                endpoint.leave(id(self))

        def fail(self, fault: str, body: dict[str, Any]) -> None:
            good = endpoint.completion(body)
            choice = good["choices"][0]
            if fault in _PLAIN:
                status, answer, headers = _PLAIN[fault]
                self.reply(status, answer, headers)
            elif fault == "timeout":
                time.sleep(endpoint.hold_s)
                self.close_connection = True
            elif fault == "broken_json":
                self.reply(200, json.dumps(good)[:-9])
            elif fault == "without_choices":
                self.reply(200, {name: good[name] for name in good.keys() - {"choices"}})
            elif fault == "no_choices":
                self.reply(200, good | {"choices": []})
            elif fault == "no_usage":
                self.reply(200, {name: good[name] for name in good.keys() - {"usage"}})
            elif fault == "other_model":
                self.reply(200, good | {"model": "another"})
            elif fault == "reset":
                # Closing with unsent time zero makes the kernel send RST.
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.connection.close()
                self.close_connection = True
            elif fault == "cut_body":
                whole = json.dumps(good).encode()
                self.send(200, whole[: len(whole) // 2], {}, length=len(whole))
                self.close_connection = True
            elif fault == "large":
                self.send(200, b" " * (2**24 + 1), {})
                self.close_connection = True
            elif fault == "large_packed":
                packed = gzip.compress(b" " * (2**24 + 1))
                self.send(200, packed, {"Content-Encoding": "gzip"})
            elif fault == "trickle":
                self.send(200, b" ", {}, length=2**20)
                with suppress(OSError):
                    for _ in range(600):
                        time.sleep(0.05)
                        self.wfile.write(b" ")
                self.close_connection = True
            elif fault == "cut_off":
                choice |= {"message": {"role": "assistant", "content": None}}
                self.reply(200, good | {"choices": [choice | {"finish_reason": "length"}]})
            elif fault == "content_filter":
                self.reply(200, good | {"choices": [choice | {"finish_reason": fault}]})
            elif fault == "refusal":
                said = {"role": "assistant", "content": None, "refusal": "I cannot."}
                self.reply(200, good | {"choices": [choice | {"message": said}]})
            elif fault == "prose":
                said = {"role": "assistant", "content": "Well, that depends."}
                self.reply(200, good | {"choices": [choice | {"message": said}]})
            else:
                raise ValueError(fault)

        def reply(
            self, status: int, body: str | dict[str, Any], headers: Mapping[str, str] | None = None
        ) -> None:
            text = body if isinstance(body, str) else json.dumps(body)
            kind = "text/html" if text.startswith("<") else "application/json"
            self.send(status, text.encode(), {"Content-Type": kind, **(headers or {})})

        def send(
            self,
            status: int,
            body: bytes,
            headers: Mapping[str, str],
            length: int | None = None,
        ) -> None:
            sent = {**headers, "Content-Length": str(len(body) if length is None else length)}
            lines = [f"HTTP/1.1 {status} X", *(f"{name}: {told}" for name, told in sent.items())]
            # In one piece: two would wait for each other's acknowledgement.
            self.wfile.write("\r\n".join([*lines, "", ""]).encode() + body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - their name
            """Stay silent."""

    return Handler


_PLAIN: Final[Mapping[str, tuple[int, str | dict[str, Any], Mapping[str, str]]]] = {
    "rate_limit": (429, _error("rate_limit_exceeded"), {"Retry-After": "1"}),
    "quota": (429, _error("insufficient_quota"), {}),
    "rate_limit_hour": (429, _error("rate_limit_exceeded"), {"Retry-After": "3600"}),
    "server_error": (500, _error("server_error"), {}),
    "conflict": (409, _error("conflict"), {}),
    "too_long": (400, _error("context_length_exceeded"), {}),
    "html": (200, "<html><body>502 Bad Gateway</body></html>", {}),
    "empty": (200, "", {}),
    "error_in_200": (200, _error(503, "overloaded"), {}),
    "rejected": (401, _error("invalid_api_key", f"Incorrect API key provided: {KEY}"), {}),
    "forbidden": (403, _error("forbidden"), {}),
    "no_model": (404, _error("model_not_found", "The model does not exist"), {}),
    "bad_request": (400, _error("unsupported", f"seed is unknown to {KEY}"), {}),
    "redirect": (307, "", {"Location": "http://elsewhere.example/v1/chat/completions"}),
    "unpaid": (402, _error("payment_required"), {}),
}


@contextmanager
def serving() -> Iterator[Endpoint]:
    """A running server."""
    running = Endpoint()
    thread = Thread(
        target=running.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    yield running
    running.server.shutdown()
    running.server.server_close()


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Endpoint]:
    """A server of its own."""
    # Each client reads all certificates of the machine, which plain HTTP needs none of.
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    with serving() as running:
        yield running


@pytest.fixture
def open_asker(endpoint: Endpoint, tmp_path: Path) -> Iterator[Callable[..., Asker]]:
    """Opens askers at the server, with a fast clock and one ledger; they are closed at the end."""
    opened: list[Asker] = []

    def make(**changed: Any) -> Asker:
        for earlier in opened:
            earlier.close()
        given: dict[str, Any] = {
            "endpoint": endpoint.at(),
            "ledger": tmp_path / "ledger.sqlite",
            "graph_fingerprint": "graph",
            "clock": Clock(speed=1000.0),
            **changed,
        }
        opened.append(Asker(**given))
        return opened[-1]

    yield make
    for asker in opened:
        asker.close()
