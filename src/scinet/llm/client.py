"""Client of one endpoint: one request, and its raw response; nothing is retried here.

The ``openai`` package sends; its own retries are off, and its parser is not used, because it
accepts six kinds of broken answers.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias

from scinet.errors import EndpointError, install_hint
from scinet.llm.endpoint import Endpoint
from scinet.validation import parse_retry_after

Failure: TypeAlias = Literal["timeout", "connection_lost", "too_large", "unreachable"]

_NEVER_CONNECTED: Final = frozenset({"ConnectError", "ConnectTimeout", "ProxyError"})


@dataclass(frozen=True, slots=True)
class Response:
    """Response to one request.

    Attributes:
        http_status: None without a response.
        body: Its text, without the key.
        failure: Why there is no response: none in time, a lost connection, too many bytes, or no
            connection, so that nothing was sent.
        wait_s: Seconds to wait as requested by the endpoint.
        location: Target of a redirect.
    """

    http_status: int | None = None
    body: str = ""
    failure: Failure | None = None
    wait_s: float | None = None
    location: str | None = None


class Client:
    """Client of one endpoint; thread-safe."""

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            import openai  # a second to import, and an extra

            from scinet.llm.bounded_client import BoundedClient
        except ImportError as error:
            raise EndpointError(
                "the package openai is not installed",
                hint=install_hint("llm"),
            ) from error
        self._endpoint = endpoint
        self._openai = openai.OpenAI(
            base_url=endpoint.url,
            api_key=endpoint.key.get_secret_value(),
            max_retries=0,
            timeout=endpoint.timeout_s,
            # A redirect could carry the key to another host.
            http_client=BoundedClient(endpoint.timeout_s, follow_redirects=False),
        )
        self._errors = openai

    def send(self, request: Mapping[str, Any]) -> Response:
        """Send one chat completion and wait for its end."""
        try:
            raw = self._openai.chat.completions.with_raw_response.create(**request)
        except self._errors.APITimeoutError as error:
            # Also raised for a connection that was never established.
            return Response(failure=_failure_kind(error, "timeout"))
        except self._errors.APIStatusError as error:
            return self._read_response(error.response)
        except self._errors.APIConnectionError as error:
            return Response(failure=_failure_kind(error, "connection_lost"))
        except (ValueError, TypeError, LookupError, AttributeError):
            # Unexpected errors of libraries: it was sent, and may be charged.
            return Response(failure="connection_lost")
        return self._read_response(raw.http_response)

    def models(self) -> list[str]:
        """Return the names of the endpoint's models; empty if it lists none."""
        with suppress(self._errors.OpenAIError, ValueError, TypeError, AttributeError):
            return sorted(model.id for model in self._openai.models.list().data)
        return []

    def close(self) -> None:
        """Close the connections."""
        self._openai.close()

    def _read_response(self, response: Any) -> Response:
        return Response(
            http_status=response.status_code,
            body=self._endpoint.mask(response.content.decode("utf-8", errors="replace")),
            wait_s=parse_retry_after(response.headers.get("retry-after", ""), datetime.now(UTC)),
            location=response.headers.get("location"),
        )


def _failure_kind(error: BaseException, otherwise: Failure) -> Failure:
    cause = type(error.__cause__).__name__
    if cause == "TooLargeError":
        return "too_large"
    return "unreachable" if cause in _NEVER_CONNECTED else otherwise
