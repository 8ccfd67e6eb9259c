"""A client of HTTP that gives up on answers that are too large or come too slowly."""

import time
from typing import Any, Final

import httpx2 as httpx
import openai

MAX_BYTES: Final = 16 * 2**20
_OF_THE_PACKED: Final = frozenset({"content-encoding", "content-length", "transfer-encoding"})
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
        response = super().send(request, stream=True, **how)
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
        headers = [pair for pair in response.headers.multi_items() if pair[0] not in _OF_THE_PACKED]
        return httpx.Response(
            response.status_code,
            headers=headers,
            content=bytes(content),
            request=request,
            extensions=response.extensions,
        )
