"""A wire between a driver and a server, which breaks where a test says.

It reads along: it knows the handshake and the messages of Bolt, so that a place can be named.
"""

import contextlib
import ctypes
import random
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BufferedReader
from typing import Final, Literal, Self

Side = Literal["client", "server"]
_REQUESTS: Final = {
    0x01: "HELLO", 0x6A: "LOGON", 0x54: "TELEMETRY", 0x66: "ROUTE", 0x11: "BEGIN", 0x10: "RUN",
    0x3F: "PULL", 0x2F: "DISCARD", 0x12: "COMMIT", 0x13: "ROLLBACK", 0x0F: "RESET",
    0x02: "GOODBYE",
}  # fmt: skip
_RECORD: Final = 0x71
_MANIFEST: Final = b"\x00\x00\x01\xff"
_PATIENCE: Final = b"connection.recv_timeout_seconds"
_DELAY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Stage:
    """A place in the conversation.

    Attributes:
        message: ``handshake``, the name of a request, or of the request that is answered;
            ``RECORD`` for a row of a result.
        part: Share of the message that still passes: 0 before it, 1 after it.
    """

    side: Side
    message: str
    part: float


@dataclass
class Line:
    """One connection: both sockets, and what was asked and is not answered yet."""

    client: socket.socket
    server: socket.socket
    asked: deque[str] = field(default_factory=deque)
    has_manifest: bool = False
    is_silent: bool = False

    def to(self, side: Side) -> socket.socket:
        return self.server if side == "client" else self.client

    def end(self) -> None:
        for item in (self.client, self.server):
            with contextlib.suppress(OSError):
                item.shutdown(socket.SHUT_RDWR)
            item.close()


class Wire:
    """Carries connections to a server, and breaks once.

    Attributes:
        is_gone: Whether new connections are refused.
        passed: Messages since the last healing, by who said them and their name.
    """

    def __init__(self, uri: str, *, patience_s: int | None = None) -> None:
        """Listen; the server's advice how long to wait for a silent one can be made shorter."""
        host, _, port = uri.removeprefix("bolt://").partition(":")
        self._target = (host, int(port))
        self._patience_s = patience_s
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.uri = f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"
        self._lock = threading.Lock()
        self._lines: list[Line] = []
        self.passed: Counter[tuple[Side, str]] = Counter()
        self.heal()
        threading.Thread(target=self._listen, daemon=True).start()

    def heal(self) -> None:
        self.is_broken = self.is_gone = False
        self.passed.clear()
        self._fault: tuple[Stage, Way, int] | None = None

    def stop(self) -> None:
        """End all connections and refuse new ones until it is healed."""
        self.is_gone = True
        for line in self._lines:
            line.end()

    def break_at(self, stage: Stage, way: "Way", number: int = 0) -> None:
        """Break when a stage is reached for the so-many-th time from now, counted from 0."""
        self.heal()
        self._fault = (stage, way, number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for line in self._lines:
            line.end()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.is_gone:
                client.close()
                continue
            line = Line(client, socket.create_connection(self._target))
            self._lines.append(line)
            for side, source in (("client", line.client), ("server", line.server)):
                threading.Thread(target=self._carry, args=(line, side, source), daemon=True).start()

    def _carry(self, line: Line, side: Side, source: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError):
            for name, content in _messages(line, side, source):
                self._pass_on(line, side, name, content)
        line.end()

    def _pass_on(self, line: Line, side: Side, name: str, content: bytes) -> None:
        if self._patience_s is not None and _PATIENCE in content:
            before, hint, after = content.partition(_PATIENCE)
            content = before + hint + bytes([self._patience_s]) + after[1:]
        self.passed[side, name] += 1
        way, part = self._fault_at(side, name)
        target = line.to(side)
        passed = int(part * len(content))
        if way is not None:
            target.sendall(content[:passed])
            content = content[passed:]
            way(self, line, target)
        if not line.is_silent:
            target.sendall(content)

    def _fault_at(self, side: Side, name: str) -> "tuple[Way | None, float]":
        with self._lock:
            if self._fault is None:
                return None, 0
            stage, way, number = self._fault
            if (stage.side, stage.message) != (side, name):
                return None, 0
            if number:
                self._fault = (stage, way, number - 1)
                return None, 0
            self._fault, self.is_broken = None, True
            return way, stage.part


Way = Callable[[Wire, Line, socket.socket], None]


def cut(_: Wire, line: Line, __: socket.socket) -> None:
    line.end()


def reset(_: Wire, line: Line, __: socket.socket) -> None:
    """Take the connection away, as a machine does that comes back from a loss of power."""
    for item in (line.client, line.server):
        # Connecting to nowhere resets at once; a close would wait for the reader of the socket.
        ctypes.CDLL(None).connect(item.fileno(), bytes(16), 16)
    line.is_silent = True


def stall(_: Wire, line: Line, __: socket.socket) -> None:
    line.is_silent = True


def delay(_: Wire, __: Line, ___: socket.socket) -> None:
    time.sleep(_DELAY_S)


def garbage(_: Wire, __: Line, target: socket.socket) -> None:
    """Put bytes between that mean nothing."""
    target.sendall(random.Random(7).randbytes(64))  # noqa: S311 - any bytes


def zeros(_: Wire, __: Line, target: socket.socket) -> None:
    """Put bytes between that end a message."""
    target.sendall(bytes(8))


def gone(wire: Wire, line: Line, _: socket.socket) -> None:
    """Hang up, and accept no connection any more."""
    wire.is_gone = True
    line.end()


def _messages(line: Line, side: Side, source: socket.socket) -> Iterator[tuple[str, bytes]]:
    """What one side says, message by message as it stood on the wire."""
    stream = source.makefile("rb")
    yield from _handshake(line, side, stream)
    while True:
        chunks = [_exactly(stream, 2)]
        while size := int.from_bytes(chunks[-1], "big"):
            chunks.append(_exactly(stream, size))
            chunks.append(_exactly(stream, 2))
        whole = b"".join(chunks)
        if len(chunks) == 1:
            yield "NOOP", whole
            continue
        tag = chunks[1][1]
        if side == "client":
            name = _REQUESTS.get(tag, hex(tag))
            if name != "GOODBYE":
                line.asked.append(name)
        else:
            name = "RECORD" if tag == _RECORD else line.asked.popleft()
        yield name, whole


def _handshake(line: Line, side: Side, stream: BufferedReader) -> Iterator[tuple[str, bytes]]:
    if side == "client":
        yield "handshake", _exactly(stream, 20)
        stream.peek(1)  # what comes next was sent when the answer was read
        if line.has_manifest:
            yield "choice", _exactly(stream, 4) + _number(stream)[1]
        return
    answer = _exactly(stream, 4)
    line.has_manifest = answer == _MANIFEST
    if line.has_manifest:
        count, raw = _number(stream)
        answer += raw + _exactly(stream, 4 * count) + _number(stream)[1]
    yield "handshake", answer


def _exactly(stream: BufferedReader, size: int) -> bytes:
    result = stream.read(size)
    if len(result) < size:
        raise EOFError
    return result


def _number(stream: BufferedReader) -> tuple[int, bytes]:
    """A number in groups of seven bits, and its bytes."""
    raw = b""
    while not raw or raw[-1] & 0x80:
        raw += _exactly(stream, 1)
    return sum((byte & 0x7F) << (7 * n) for n, byte in enumerate(raw)), raw
