"""Body of an answer: complete, in time, and of bounded size."""

import time
import zlib
from collections.abc import Callable
from http.client import HTTPResponse
from typing import Any, Final, TypeVar

import orjson

from scinet.errors import EndpointError

MAX_BYTES: Final = 64 * 2**20  # unpacked
_CHUNK: Final = 2**18
_SLOWEST: Final = 10  # times the seconds without a byte
_T = TypeVar("_T")


class TransientError(Exception):
    """Transient failure, worth a retry.

    Attributes:
        wait_s: Seconds that the service asks to wait, None if not stated.
    """

    def __init__(self, reason: str, wait_s: float | None = None) -> None:
        super().__init__(reason)
        self.wait_s = wait_s


def read_body(response: HTTPResponse, host: str, timeout_s: float) -> bytes:
    """Return the body of an answer, unpacked.

    Args:
        response: Response with parsed headers.
        host: Host for messages.
        timeout_s: Seconds without a byte after which an answer is given up; all of it may take
            ten times as long.

    Raises:
        PassingError: If it is cut short, damaged, or too slow.
        EndpointError: If it is too large.
    """
    end = time.monotonic() + _SLOWEST * timeout_s
    is_packed = response.headers.get("Content-Encoding") == "gzip"
    unpacker = zlib.decompressobj(wbits=31)
    body = bytearray()
    while chunk := response.read1(_CHUNK):
        try:
            body += unpacker.decompress(chunk, MAX_BYTES + 1) if is_packed else chunk
        except zlib.error:
            raise TransientError("the response is corrupt") from None
        if len(body) > MAX_BYTES:
            raise EndpointError(
                f"{host} answers with more than {MAX_BYTES // 2**20} MiB",
                hint="Look at the address of the service.",
            )
        if time.monotonic() > end:
            raise TransientError("the response is too slow")
    if response.length or (is_packed and not unpacker.eof):
        raise TransientError("the response is truncated")
    return bytes(body)


def parse_json(body: bytes, read: Callable[[Any], _T], otherwise: str) -> _T:
    """Parse the JSON of an answer.

    Args:
        read: Reads the parsed value; fails on an unexpected one.
        otherwise: Description of an unexpected value.

    Raises:
        PassingError: If it is not JSON, cut short, or unexpected.
    """
    try:
        return read(orjson.loads(body))
    except orjson.JSONDecodeError:
        is_web = body.lstrip()[:1] == b"<"
        raise TransientError("a web page" if is_web else "no whole JSON") from None
    except (KeyError, TypeError, AttributeError, ValueError):
        raise TransientError(otherwise) from None
