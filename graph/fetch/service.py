"""Client of one web service: one request at a time, within its rate limits.

Transient failures (limits per second, busy servers, broken connections) are retried with backoff, a
bounded number of times. Permanent ones, such as a spent budget, end in an error that states when to
resume.
"""

import itertools
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.message import Message
from http.client import HTTPException, HTTPResponse
from threading import Lock
from typing import Any, Final, TypeVar, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

import orjson

from scinet.credentials import LOOPBACK
from scinet.errors import BudgetError, DataError, EndpointError, NotFoundError
from scinet.graph.fetch.access import Access, ServiceRequest
from scinet.graph.fetch.limits import is_budget_spent, rate_limit_pause_s, requested_wait_s
from scinet.graph.fetch.response import TransientError, read_body

PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Least seconds before each retry; longer where the service asks for it."""
LONGEST_WAIT_S: Final = 60.0
"""Longest wait that a service may ask for; more is an error."""
_TRANSIENT: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_LONG_S: Final = 3.0  # waits to report
_MAX_ERROR_LENGTH: Final = 300  # characters of a service's error message
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class _NoRedirect(HTTPRedirectHandler):
    """Handler that refuses redirections, which might leak the key."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Return None, so that the redirection is an error."""


class Service:
    """Service with sequential requests; concurrent ones if it needs no pause.

    Attributes:
        sent: Number of requests sent.
    """

    def __init__(
        self,
        access: Access,
        *,
        pauses: Sequence[float] = PAUSES_S,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.access = access
        self.sent = 0
        self._pauses, self._sleep, self._now = pauses, sleep, now
        # The environment's proxies are not for this machine.
        here = [ProxyHandler({})] if urlsplit(access.url).hostname in LOOPBACK else []
        self._opener = build_opener(_NoRedirect, *here)
        self._pause_s = access.pause_s
        self._last, self._counting = -access.pause_s, Lock()

    def ask(self, request: ServiceRequest, read: Callable[[bytes], _T]) -> tuple[bytes, _T]:
        """Send a request, with retries after transient failures.

        Args:
            read: Parses the answer; raises :class:`TransientError` for an unexpected one.

        Returns:
            The answer, with the key masked, and the parsed result.

        Raises:
            DataError: If the service refuses the request.
            NotFoundError: If it has nothing of that name.
            BudgetError: If its quota is spent for longer than a minute.
            EndpointError: If it rejects the key, redirects or gives no valid response.
        """
        for tries in itertools.count(1):
            try:
                body = self._mask_secrets(self._answer(request))
                return body, read(body)
            except TransientError as error:
                if tries > len(self._pauses):
                    often = f" in {tries} tries" if self._pauses else ""
                    raise EndpointError(
                        f"{self.access.host} gave no valid response{often}: {error}",
                        hint=f"Run the same command later{self._resume_hint}",
                    ) from None
                wait_s = max(error.wait_s or 0.0, self._pauses[tries - 1])
                level = logging.WARNING if wait_s > _LONG_S else logging.INFO
                _log.log(level, "%s: asking again in %.0f s: %s", self.access.host, wait_s, error)
            self._sleep(wait_s)
        raise AssertionError

    @property
    def _resume_hint(self) -> str:
        more = f"; a key as {self.access.variable} allows more"
        is_whole = bool(self.access.key.get_secret_value()) or not self.access.variable
        return f": what came is not asked for again{'' if is_whole else more}."

    def _mask_secrets(self, body: bytes) -> bytes:
        text = body.decode("utf-8", errors="surrogateescape")
        return self.access.mask(text).encode("utf-8", errors="surrogateescape")

    def _answer(self, request: ServiceRequest) -> bytes:
        remaining_s = self._last + self._pause_s - time.monotonic()
        if remaining_s > 0:
            self._sleep(remaining_s)
        with self._counting:
            self.sent += 1
        try:
            made = self.access.made(request)
            with self._opener.open(made, timeout=self.access.timeout_s) as response:
                self._apply_rate_limit(response.headers)
                return read_body(response, self.access.host, self.access.timeout_s)
        except HTTPError as error:
            with error:
                self._apply_rate_limit(error.headers)
                raise self._refusal(error) from None
        except (OSError, HTTPException) as error:
            raise self._connection_error(error) from None
        finally:
            self._last = time.monotonic()

    def _apply_rate_limit(self, headers: Message) -> None:
        """Adopt the rate that the service states."""
        if (pause_s := rate_limit_pause_s(headers)) is not None:
            self._pause_s = pause_s

    def _connection_error(self, error: OSError | HTTPException) -> Exception:
        return TransientError(_error_reason(error))

    def _error_body(self, error: HTTPError) -> bytes:
        """Return the body of an error; empty if it cannot be read."""
        with suppress(TransientError, EndpointError, OSError, HTTPException):
            response = cast("HTTPResponse", error.fp)
            return read_body(response, self.access.host, self.access.timeout_s)
        return b""

    def _refusal(self, error: HTTPError) -> Exception:
        status, headers, host = error.code, error.headers, self.access.host
        message = self._error_message(self._error_body(error))
        what = f"status {status}{f', {message}' if message else ''}"
        if 300 <= status < 400:
            elsewhere = urlsplit(headers.get("Location") or "").netloc or "elsewhere"
            return EndpointError(
                f"{host} redirects to {self.access.mask(elsewhere)}, which is not followed",
                hint="Set the address that it leads to, if you trust it.",
            )
        wait_s = requested_wait_s(headers, self._now())
        # OpenAlex documents 403 for too many requests as well.
        if status in _TRANSIENT or (status == 403 and (wait_s or "rate limit" in message.lower())):
            is_long = (wait_s or 0) > LONGEST_WAIT_S or (
                wait_s is None and is_budget_spent(headers)
            )
            return self._wait_error(what, wait_s) if is_long else TransientError(what, wait_s)
        if status in {401, 403}:
            return EndpointError(
                f"{host} rejects the request: {what}",
                hint=f"Set {self.access.variable} to a key of {self.access.name}."
                if self.access.variable
                else "Ask who runs it.",
            )
        if status in {404, 410}:
            return NotFoundError(
                f"{host} has no such address: {what}", hint="Check the configured address."
            )
        return DataError(f"{host} rejects the query: {what}", hint="Change the query.")

    def _error_message(self, body: bytes) -> str:
        """Return the error message of an answer as one short text without the key."""
        try:
            message = next(_error_texts(orjson.loads(body)), "")
        except (orjson.JSONDecodeError, RecursionError):
            message = ""
        return self.access.mask(" ".join(message.split()))[:_MAX_ERROR_LENGTH].rstrip(".")

    def _wait_error(self, what: str, wait_s: float | None) -> BudgetError:
        when = "later"
        if wait_s is not None:
            when = f"after {self._now() + timedelta(seconds=wait_s + 59):%Y-%m-%d %H:%M} UTC"
        return BudgetError(
            f"{self.access.host} has no quota left for now: {what}",
            hint=f"Run the same command {when}{self._resume_hint}",
        )


def _error_texts(value: Any) -> Iterator[str]:
    """Yield error texts of an answer, which may lie in lists and objects."""
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _error_texts(item)
    elif isinstance(value, dict):
        for key in ("message", "error"):
            yield from _error_texts(value.get(key))


def _error_reason(error: OSError | HTTPException) -> str:
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return "no byte came in time"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror.lower()
    return "the connection broke"
