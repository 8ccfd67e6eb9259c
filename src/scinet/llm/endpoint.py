"""Endpoint: address, model, price, and the key, which only requests reveal."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Self
from urllib.parse import urlsplit

from pydantic import ConfigDict, Field, SecretStr, TypeAdapter, ValidationError

from scinet.credentials import LOOPBACK, check_url, clean_key, mask_secret
from scinet.errors import DataError, EndpointError, StorageError
from scinet.settings import EndpointSettings
from scinet.validation import first_fault

_HOSTED: Final = "https://api.openai.com/v1"
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Price of a model: money per million tokens, of the prompt and of the completion."""

    __pydantic_config__ = ConfigDict(extra="forbid", allow_inf_nan=False)

    prompt: Annotated[float, Field(strict=True, ge=0)]
    completion: Annotated[float, Field(strict=True, ge=0)]

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Compute the price of prompt and completion tokens."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Endpoint of requests.

    Attributes:
        url: Base address without user, query and last slash.
        key: Sent with each request; never printed, stored or logged.
        price: None when unknown; then the cost of every answer is unknown too.
        timeout_s: Seconds without a byte before a request is given up.
        thinking_tokens: Most tokens that a reasoning model may write before its answer. Such models
            take no temperature and count both together. None for other models.
    """

    url: str
    model: str
    key: SecretStr = field(default_factory=lambda: SecretStr("none"))
    price: Price | None = None
    timeout_s: float = 60.0
    thinking_tokens: int | None = None

    @classmethod
    def of(
        cls, settings: EndpointSettings, model: str | None = None, *, needs_key: bool = True
    ) -> Self:
        """Make the endpoint of the settings."""
        url = check_url(
            settings.url or _HOSTED,
            "OPENAI_BASE_URL",
            example="http://127.0.0.1:8080/v1",
            key="OPENAI_API_KEY",
        )
        if not (name := model or settings.model):
            raise EndpointError(
                "no model is named", hint="Give --model NAME, or set SCINET_LLM_MODEL."
            )
        if not name.isprintable():
            raise EndpointError(
                f"{name!r} is not the name of a model", hint="Give --model NAME in plain letters."
            )
        key = clean_key(settings.key, "OPENAI_API_KEY")
        if not key.get_secret_value():
            if needs_key and (host := urlsplit(url).hostname) not in LOOPBACK:
                raise EndpointError(
                    f"no key for {host} (OPENAI_API_KEY)",
                    hint="Set it, or set OPENAI_BASE_URL to an endpoint of your own, such as "
                    "http://127.0.0.1:8080/v1, which needs none.",
                )
            key = SecretStr("none")
        prices = {} if settings.prices is None else read_prices(settings.prices)
        price = prices.get(name)
        return cls(url, name, key, price, settings.timeout_s, settings.thinking_tokens)

    def mask(self, text: str) -> str:
        """Remove the key from a text, should it occur there."""
        return mask_secret(self.key, text)


def read_prices(file: Path) -> dict[str, Price]:
    """Read a price table: for each model a table with ``prompt`` and ``completion``."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise StorageError(f"the price table cannot be read ({file})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"the price table is not TOML: {error} ({file})") from error
    try:
        return TypeAdapter(dict[str, Price]).validate_python(table)
    except ValidationError as error:
        raise DataError(
            f"no price of {first_fault(error)} ({file})",
            hint='Write ["MODEL"], prompt = 0.15 and completion = 0.6: money per million tokens.',
        ) from error
