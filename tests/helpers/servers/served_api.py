"""A local server in place of a service on the web: what it is asked, and the faults it plays."""

import gzip
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar, TypeVar
from urllib.parse import parse_qs, urlsplit

from helpers.servers.on_loopback import QuietHandler, listening

KEY = "Kq7-marked-key/of+OpenAlex="
_PACKED = {"Content-Encoding": "gzip"}
MAIL = "someone@example.org"


@dataclass
class Api:
    """A service.

    Attributes:
        faults: What happens to the next requests, in order; an empty text is a good answer.
        asked: Paths and queries received, without the key.
        credits: What is left of the day's budget; None without one.
    """

    faults: list[str] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    credits: int | None = None
    delay_s: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    url: str = ""

    sent_as: ClassVar[tuple[str, str]]
    scheme: ClassVar[str] = ""  # a word before the key

    def answer(self, asked: Mapping[str, str], body: Any) -> tuple[int, Any]:
        raise NotImplementedError


_Api = TypeVar("_Api", bound=Api)


@contextmanager
def serving(api: _Api) -> Iterator[_Api]:
    with listening(_handler(api)) as api.url:
        yield api


def _written(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def _handler(api: Api) -> type[BaseHTTPRequestHandler]:
    class Handler(QuietHandler):
        def do_GET(self) -> None:
            self._take(None)

        def do_POST(self) -> None:
            self._take(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _take(self, sent: Any) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            where, name = api.sent_as
            self.key = asked.pop(name, "") if where == "param" else self.headers.get(name, "")
            asked["path"] = parts.path
            api.asked.append(asked)
            api.agents.append(self.headers.get("User-Agent", ""))
            api.keys.append(self.key)
            time.sleep(api.delay_s)
            fault = api.faults.pop(0) if api.faults else ""
            if not fault and self.key not in {"", f"{api.scheme} {KEY}".lstrip()}:
                text = {"error": "Invalid or missing API key", "message": "API key not found"}
                self._say(401, text)
            elif not fault and api.credits == 0:
                self._play("spent", (200, None))
            else:
                if api.credits is not None:
                    api.credits -= 1
                # Those that are sent away at the door move nothing on.
                is_let_in = not (fault.isdigit() or fault == "per_second")
                self._play(fault, api.answer(asked, sent) if is_let_in else (200, None))

        def _play(self, fault: str, good: tuple[int, Any]) -> None:
            body = _written(good[1])
            half = body[: len(body) // 2]
            match fault:
                case "":
                    self._say(*good)
                case "per_second":
                    message = "Rate limit exceeded: 100 requests per second. Please slow down."
                    self._limit(message, {"Retry-After": "1", "X-RateLimit-Remaining": "900"})
                case "spent":
                    message = "Insufficient budget. This request costs $0.0001 but you only have "
                    message += "$0 remaining. Resets at midnight UTC."
                    self._limit(message, {"Retry-After": "7200", "X-RateLimit-Remaining": "0"})
                case "stall":
                    time.sleep(3.0)
                    self.close_connection = True
                case "truncated":
                    self._send(200, half, {"Content-Length": str(len(body))})
                case "cut":  # without a length
                    self._send(200, half, {})
                case "html":
                    self._send(200, b"<html>Just a moment</html>", {})
                case "other":
                    self._say(200, {"results": [{"id": 7}], "data": [{"id": 7}]})
                case "elsewhere":
                    place = f"http://elsewhere.example/?api_key={self.key}"
                    self._send(302, b"", {"Location": place})
                case "echo":
                    self._say(400, {"error": "bad", "message": f"you sent {self.key} of {MAIL}"})
                case "echo_in_page":
                    self._say(200, good[1] | {"sent": self.key})
                case "huge":
                    self._send(200, gzip.compress(b" " * 70 * 2**20, 1), _PACKED)
                case "packed_cut":
                    self._send(200, gzip.compress(body)[:-20], _PACKED)
                case "packed_damaged":
                    self._send(200, b"\x1f\x8b\x08" + half, _PACKED)
                case _:
                    self._send(int(fault), b"<html>busy</html>", {})

        def _limit(self, message: str, headers: dict[str, str]) -> None:
            text = {"error": "Rate limit exceeded", "message": message}
            more = {"X-RateLimit-Credits-Required": "1", "X-RateLimit-Reset": "7200"}
            self._send(429, json.dumps(text).encode(), headers | more)

        def _say(self, code: int, value: Any) -> None:
            body, more = _written(value), {}
            if self.headers.get("Accept-Encoding") == "gzip":
                body, more = gzip.compress(body, 1), _PACKED
            self._send(code, body, {"Content-Length": str(len(body)), **more})

        def _send(self, code: int, body: bytes, headers: dict[str, str]) -> None:
            self.reply(code, body, {**api.headers, **headers})

    return Handler
