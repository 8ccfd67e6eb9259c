"""HTTP client that aborts responses that are too large or too slow."""

import time
from concurrent.futures import Future
from threading import Thread
from typing import Any, Final

import httpx2 as httpx
import openai

MAX_BYTES: Final = 16 * 2**20
_TRANSFER_HEADERS: Final = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})
SLOWEST: Final = 10  # times the timeout; some endpoints send blanks during reasoning


class TooLargeError(httpx.TransportError):
    """Response of more than :data:`MAX_BYTES`."""


class BoundedClient(openai.DefaultHttpxClient):
    """Client of httpx with limits on the unpacked size of a response and on its whole time."""

    def __init__(self, timeout_s: float, **settings: Any) -> None:
        super().__init__(**settings)
        self._most_s = SLOWEST * timeout_s

    def send(self, request: httpx.Request, *, stream: bool = False, **how: Any) -> httpx.Response:
        """Send a request and read its response, to its end unless it is a stream."""
        end = time.monotonic() + self._most_s
        response = self._receive_head(request, **how)
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
        headers = [
            pair for pair in response.headers.raw if pair[0].lower() not in _TRANSFER_HEADERS
        ]
        return httpx.Response(
            response.status_code,
            headers=headers,
            content=bytes(content),
            request=request,
            extensions=response.extensions,
        )

    def _receive_head(self, request: httpx.Request, **how: Any) -> httpx.Response:
        """Receive a response's head: a slow server would never time out."""
        response: Future[httpx.Response] = Future()
        send = super().send

        def wait() -> None:
            try:
                response.set_result(send(request, stream=True, **how))
            except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
                response.set_exception(error)

        Thread(target=wait, daemon=True).start()
        try:
            return response.result(self._most_s)
        except TimeoutError:
            response.add_done_callback(_close_late)
            raise httpx.ReadTimeout(f"more than {self._most_s} s", request=request) from None


def _close_late(begun: Future[httpx.Response]) -> None:
    if begun.exception() is None:
        begun.result().close()
