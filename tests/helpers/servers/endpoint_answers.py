"""The bytes that an endpoint may answer with, and how a question ends that meets them."""

import json
import socket
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

KEY: Final = "sk-marked/0123+456789=secret"
"""A key to search for where none may be."""

Good: TypeAlias = dict[str, Any]
Piece: TypeAlias = bytes | float
STALL_S: Final = 3.0
"""A client of a busy machine with 0.3 s of patience has given up long before."""
_PAUSE_S: Final = 0.05


class Ends(NamedTuple):
    """How a question ends that meets a fault again and again.

    Attributes:
        reason: How it begins; None for a good answer.
        state: Of each attempt in the ledger.
        is_counted: Whether the endpoint says what it took.
        stops: Whether nothing more is sent at all; what the error says where there is one.
    """

    status: str
    reason: str | None
    state: str
    requests: int = 1
    is_counted: bool = True
    stops: str | None = None


@dataclass(frozen=True)
class Fault:
    """One fault.

    Attributes:
        says: What is written, perhaps made of a good answer: bytes, or seconds of silence.
        ends: How a question ends that meets it.
        is_slow: Whether only the patience of the client ends it.
    """

    says: Callable[[Good], Iterable[Piece]] | Iterable[Piece]
    ends: Ends
    closes: bool = False
    resets: bool = False
    is_slow: bool = False

    def play(self, good: Good, connection: socket.socket) -> None:
        """Write it to a connection, as long as somebody listens."""
        # Held back until the end is sent with it, so that no client reuses the connection between.
        flags = socket.MSG_MORE if self.closes and not self.is_slow and not self.resets else 0
        with suppress(OSError):
            for piece in self.says(good) if callable(self.says) else self.says:
                if isinstance(piece, bytes):
                    connection.sendall(piece, flags)
                else:
                    time.sleep(piece)
            if flags:
                connection.shutdown(socket.SHUT_WR)
        if self.resets:
            # Closing with unsent time zero makes the kernel send RST.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()


def http(
    status: int,
    body: Any,
    headers: Mapping[str, str] | None = None,
    *,
    length: int | str | None = None,
) -> bytes:
    """An answer in one piece; a body that is neither text nor bytes is written as JSON."""
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    content = text if isinstance(text, bytes) else text.encode()
    kind = "text/html" if content.startswith(b"<") else "application/json"
    sent = {"Content-Type": kind, **(headers or {})}
    if "Transfer-Encoding" not in sent:
        sent["Content-Length"] = str(len(content) if length is None else length)
    lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in sent.items())]
    return "\r\n".join([*lines, "", ""]).encode() + content


def error_body(code: Any, message: str = "no") -> dict[str, Any]:
    return {"error": {"message": f"{message} {KEY}", "type": str(code), "code": code}}


def unknown(reason: str) -> Ends:
    return Ends("endpoint_error", reason, "unknown", is_counted=False)


def failed(reason: str, requests: int = 1, stops: str | None = None) -> Ends:
    return Ends("endpoint_error", reason, "failed", requests, stops=stops)


def done(status: str, reason: str | None, *, is_counted: bool = True) -> Ends:
    return Ends(status, reason, "done", is_counted=is_counted)


OK: Final = done("ok", None)
UNCOUNTED: Final = done("ok", None, is_counted=False)
SCHEMA: Final = unknown("schema")
NOT_JSON: Final = unknown("not_json")
LOST: Final = unknown("connection_lost")
TIMEOUT: Final = unknown("timeout")
QUOTA: Final = Ends("budget", "quota", "failed", stops="")
_HOPELESS: Final = {
    401: "the key is rejected",
    403: "the key is rejected",
    404: "no model tiny at",
    405: "no model tiny at",
}


def of_status(code: int) -> Ends:
    """How a question ends when an error of this status comes each time."""
    if code in _HOPELESS:
        return failed(f"http_{code}", stops=_HOPELESS[code])
    if 300 <= code < 400:
        return failed(f"http_{code}", stops="redirects, which is not followed with a key")
    if code == 402:
        return QUOTA
    if code == 413:
        return Ends("invalid", "prompt_too_long", "failed")
    if code == 429:
        return failed("rate_limited", 5)
    return failed(f"http_{code}", 3 if code in {408, 409} or code >= 500 else 1)


def waiting(ends: Ends, wait_s: float | None) -> Ends:
    """The same where the header Retry-After tells to wait so long; None for no time."""
    if wait_s is None or wait_s <= 60:
        return ends
    stops = "" if ends.requests == 5 else None
    return ends._replace(requests=1, stops=stops)


def plain(ends: Ends, status: int, body: Any, headers: Mapping[str, str] | None = None) -> Fault:
    return Fault([http(status, body, headers)], ends)


def changed(ends: Ends, **fields: Any) -> Fault:
    return Fault(lambda good: [http(200, good | fields)], ends)


def choice(ends: Ends, **fields: Any) -> Fault:
    return Fault(lambda good: [http(200, good | {"choices": [good["choices"][0] | fields]})], ends)


def said(ends: Ends, finish: Any = "stop", **message: Any) -> Fault:
    told = {"role": "assistant", "content": None, **message}
    return choice(ends, message=told, finish_reason=finish)


def as_bytes(ends: Ends, change: Callable[[bytes], bytes], **headers: str) -> Fault:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(lambda good: [http(200, change(json.dumps(good).encode()), named)], ends)


def raw(ends: Ends, *pieces: Piece, resets: bool = False, is_slow: bool = False) -> Fault:
    return Fault(pieces, ends, closes=True, resets=resets, is_slow=is_slow)


def whole(good: Good) -> bytes:
    return http(200, good)


def cut(ends: Ends, share: float, *, is_chunked: bool = False, **how: bool) -> Fault:
    def says(good: Good) -> Iterator[Piece]:
        sent = chunked(good) if is_chunked else whole(good)
        yield sent[: int(len(sent) * share)]
        if how.get("is_slow"):
            yield STALL_S

    return Fault(says, ends, closes=True, **how)


def head(good: Good) -> bytes:
    return whole(good).partition(b"\r\n\r\n")[0] + b"\r\n\r\n"


def chunked(good: Good, sizes: str = "{:x}", end: bytes = b"0\r\n\r\n") -> bytes:
    body = json.dumps(good).encode()
    parts = [body[:20], body[20:]]
    written = b"".join(
        sizes.format(len(part)).encode() + b"\r\n" + part + b"\r\n" for part in parts
    )
    return http(200, written + end, {"Transfer-Encoding": "chunked"})


def trickle(first: bytes, piece: bytes) -> Fault:
    return Fault((first, *(_PAUSE_S, piece) * 600), TIMEOUT, closes=True, is_slow=True)


def headed(*lines: bytes) -> Fault:
    def says(good: Good) -> Iterator[Piece]:
        head, _, body = whole(good).partition(b"\r\n\r\n")
        yield b"\r\n".join([head, *lines]) + b"\r\n\r\n" + body

    return Fault(says, LOST, closes=True)


def good(
    ends: Ends, status: int = 200, *, length: int | str | None = None, closes: bool = False
) -> Fault:
    return Fault(lambda good: [http(status, good, length=length)], ends, closes=closes)
