"""Headers of answers with letters outside ASCII: the answer is read, and the request has ended."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.message import Message
from threading import Thread
from typing import Final

import pytest
from pydantic import SecretStr

from scinet.graph.fetch.limits import requested_wait_s
from scinet.llm.client import Client
from scinet.llm.endpoint import Endpoint

_BODY: Final = b'{"choices": [{"message": {"role": "assistant", "content": "yes"}}]}'


@contextmanager
def endpoint(head: bytes) -> Iterator[Endpoint]:
    """An endpoint that answers once, with these lines above its body."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection, connection.makefile("rb") as lines:
                length = 0
                while (line := lines.readline()) != b"\r\n":
                    name, _, value = line.lower().partition(b":")
                    length = int(value) if name == b"content-length" else length
                lines.read(length)
                size = b"content-length: %d\r\nconnection: close" % len(_BODY)
                connection.sendall(b"\r\n".join((b"HTTP/1.1 " + head, size, b"", _BODY)))

        thread = Thread(target=answer)
        thread.start()
        port = listening.getsockname()[1]
        yield Endpoint(url=f"http://127.0.0.1:{port}/v1", model="m", key=SecretStr("k" * 20))
        thread.join()


@pytest.mark.parametrize("code", ["utf-8", "latin-1"])
@pytest.mark.parametrize(
    ("head", "status", "location"),
    [
        ("200 OK\r\nx-city: Köln", 200, None),
        ("429 Slowly\r\nretry-after: ²", 429, None),
        ("429 Slowly\r\nretry-after: Mon, ² Jan 2040 10:00:00 GMT", 429, None),
        ("302 Elsewhere\r\nlocation: http://ö.example/", 302, "http://ö.example/"),
    ],
)
def test_letters_outside_ascii_are_read(
    code: str, head: str, status: int, location: str | None
) -> None:
    with endpoint(head.encode(code)) as there:
        client = Client(there)
        received = client.send({"model": "m", "messages": [{"role": "user", "content": "?"}]})
        client.close()
    assert (received.http_status, received.body) == (status, _BODY.decode())
    assert (received.wait_s, received.location) == (None, location)


@pytest.mark.parametrize(
    "stated", ["²", "Mon, ² Jan 2040 10:00:00 GMT", "nan", "1e400", "Mon, 01 Jan 0001 00:00 +9999"]
)
def test_a_service_that_asks_to_wait_for_no_time_says_nothing(stated: str) -> None:
    headers = Message()
    headers["Retry-After"] = stated
    assert requested_wait_s(headers, datetime.now(UTC)) in (None, 0.0)
