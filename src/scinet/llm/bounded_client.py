"""A client of HTTP that gives up on answers that are too large or come too slowly."""

import time
from concurrent.futures import Future
from threading import Thread
from typing import Any, Final

import httpx2 as httpx
import openai

MAX_BYTES: Final = 16 * 2**20
_OF_THE_PACKED: Final = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})
SLOWEST: Final = 10  # times the seconds without a byte; some endpoints send blanks while they think


class TooLargeError(httpx.TransportError):
    """The answer has more than :data:`MAX_BYTES`."""


class BoundedClient(openai.DefaultHttpxClient):
    """As httpx's own, with limits on the bytes of an answer, unpacked, and on its whole time."""

    def __init__(self, timeout_s: float, **settings: Any) -> None:
        super().__init__(**settings)
        self._most_s = SLOWEST * timeout_s

    def send(self, request: httpx.Request, *, stream: bool = False, **how: Any) -> httpx.Response:
        """Send a request and read its answer, to its end unless it is a stream."""
        end = time.monotonic() + self._most_s
        response = self._begun(request, **how)
        if stream:
            return response
        content = bytearray()
        try:
            for part in response.iter_bytes():
                content += part
                if len(content) > MAX_BYTES:
                    raise TooLargeError(f"more than {MAX_BYTES} bytes", request=request)
                if time.monotonic() > end:
                    raise httpx.ReadTimeout(f"more than {self._most_s} s", request=request)
        finally:
            response.close()
        # As bytes: a server may write letters into them that are not ASCII.
        headers = [pair for pair in response.headers.raw if pair[0].lower() not in _OF_THE_PACKED]
        return httpx.Response(
            response.status_code,
            headers=headers,
            content=bytes(content),
            request=request,
            extensions=response.extensions,
        )

    def _begun(self, request: httpx.Request, **how: Any) -> httpx.Response:
        """The head of an answer: a server that sends it byte by byte would never be timed out."""
        begun: Future[httpx.Response] = Future()
        beyond = super().send

        def wait() -> None:
            try:
                begun.set_result(beyond(request, stream=True, **how))
            except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
                begun.set_exception(error)

        Thread(target=wait, daemon=True).start()
        try:
            return begun.result(self._most_s)
        except TimeoutError:
            begun.add_done_callback(_close_late)
            raise httpx.ReadTimeout(f"more than {self._most_s} s", request=request) from None


def _close_late(begun: Future[httpx.Response]) -> None:
    if begun.exception() is None:
        begun.result().close()
