"""Download from a Maven repository, with retries after temporary faults."""

import ssl
import threading
from http.client import HTTPException, InvalidURL
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPSHandler, Request, build_opener

from scinet.errors import ServerMissingError
from scinet.server.lock import Jar

_CHUNK: Final = 2**18
_TIMEOUT_S: Final = 20.0
_PAUSES_S: Final = (0.5, 1.5, 4.0)
_PASSING: Final = frozenset({408, 429, 500, 502, 503, 504})
_HINT: Final = (
    "Look at the network or proxy, or set SCINET_MAVEN_URL to a mirror, then run the same command"
    " again: finished jars are kept."
)


class Source:
    """Maven repository; thread-safe.

    Attributes:
        host: Its name, for messages; an address may hold a password.
        stopped: Set it to end all downloads.
    """

    def __init__(self, base: str) -> None:
        try:
            parts = urlsplit(base)
            is_address = parts.scheme in {"http", "https"} and parts.port != 0
        except ValueError:  # a port that is not a number
            is_address = False
        if not is_address or not parts.hostname:
            raise ServerMissingError(
                "invalid address of the repository",
                hint="SCINET_MAVEN_URL looks like https://HOST/PATH.",
            )
        if "@" in parts.netloc:
            raise ServerMissingError(
                f"the address of {parts.hostname} must not contain a user or a password",
                hint="Set SCINET_MAVEN_URL to a mirror that asks for none.",
            )
        self.host = parts.hostname
        self.stopped = threading.Event()
        self._base = base.rstrip("/")
        # One context for all: reading the certificates takes longer than a small jar. The default
        # one honours SSL_CERT_FILE, and the opener the proxies of the environment.
        self._opener = build_opener(HTTPSHandler(context=ssl.create_default_context()))

    def read(self, jar: Jar) -> bytes:
        """Fetch a jar; its size is verified, its hash not."""
        reason = ""
        for pause in (*_PAUSES_S, None):
            try:
                content = self._get(jar)
                if len(content) == jar.size:
                    return content
                reason = f"{len(content):,} of {jar.size:,} bytes arrived"
            except HTTPError as error:
                error.close()
                reason = f"status {error.code}"
                if error.code not in _PASSING:
                    break
            except (OSError, HTTPException) as error:
                reason = _reason(error)
            if pause is None or self.stopped.wait(pause):
                break
        raise ServerMissingError(
            f"{jar.name} cannot be downloaded from {self.host}: {reason}", hint=_HINT
        )

    def _get(self, jar: Jar) -> bytes:
        address = f"{self._base}/{jar.path}"
        request = Request(address, headers={"User-Agent": "scinet"})  # noqa: S310 - http(s) only
        content = bytearray()
        with self._opener.open(request, timeout=_TIMEOUT_S) as response:
            while len(content) <= jar.size and not self.stopped.is_set():
                chunk = response.read(_CHUNK)
                if not chunk:
                    break
                content += chunk
        return bytes(content)


def _reason(error: OSError | HTTPException) -> str:
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror.lower()
    # It may quote an address, of a proxy too, with a password where the port should be.
    message = "" if isinstance(cause, InvalidURL) else str(cause)
    return message or type(cause).__name__
