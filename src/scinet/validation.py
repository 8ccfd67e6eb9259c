"""Validation of external input: options, settings, JSON, a header; errors have one line."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, TypeAlias, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from scinet.errors import DataError
from scinet.extension import suggest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

OPTIONS: Final = ConfigDict(extra="forbid", allow_inf_nan=False)
"""Configuration of option dataclasses."""


def _day(text: str) -> str:
    if text:
        date.fromisoformat(text)
    return text


Natural: TypeAlias = Annotated[int, Field(ge=0)]
Positive: TypeAlias = Annotated[int, Field(ge=1)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
PositiveShare: TypeAlias = Annotated[float, Field(gt=0, le=1)]
"""Share above 0, such as the probability of a restart."""
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**31)]
"""Seed of a random generator, in the range of all packages."""
Day: TypeAlias = Annotated[str, AfterValidator(_day)]
"""Day as YYYY-MM-DD, or empty."""


_MAX_COUNTS: Final = {"days": 100_000, "months": 3_000, "years": 250}
_MAX_OTHER_COUNT: Final = 2**32 - 1
"""Maximum of options by the unit in their names: several of them are subtracted from one day."""
_DIGITS: Final = 20  # of an integer of 63 bits, with its sign
_LONGEST_WAIT_S: Final = 1e9  # so that a date can be named
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def parse_json(text: str | bytes, *, allows_nan: bool = False) -> Any:
    """Parse a JSON value that databases, files and arrays can store.

    Args:
        text: Text, or bytes in UTF-8.
        allows_nan: Whether NaN and Infinity are allowed.

    Raises:
        ValueError: If it is invalid; the message continues a sentence about the text.
    """
    constant = None if allows_nan else _refuse_constant
    try:
        content = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = json.loads(content, parse_int=_parse_integer, parse_constant=constant)
        if "\\u" in content:
            content = json.dumps(value, ensure_ascii=False)
    except json.JSONDecodeError as error:
        raise ValueError("is not JSON") from error
    except UnicodeDecodeError as error:
        raise ValueError("is not UTF-8") from error
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error
    if _SURROGATE.search(content):
        raise ValueError("has text that is not Unicode")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"has a value that is {name}")


def _parse_integer(digits: str) -> int:
    if len(digits) > _DIGITS or not -(2**63) <= int(digits) < 2**63:
        raise ValueError(f"has {digits[:40]}, an integer of more than 63 bits")
    return int(digits)


def parse_retry_after(text: str, now: datetime) -> float | None:
    """Parse the header Retry-After, a number of seconds or a date; None if it is neither.

    Source:
        RFC 9110, section 10.2.3.
    """
    with suppress(ValueError, TypeError, OverflowError):
        try:
            seconds = float(text)
        except ValueError:
            moment = parsedate_to_datetime(text)
            seconds = (moment.replace(tzinfo=moment.tzinfo or UTC) - now).total_seconds()
        if isfinite(seconds):
            return min(max(seconds, 0.0), _LONGEST_WAIT_S)
    return None


def one_of(allowed: Callable[[], Iterable[str]]) -> AfterValidator:
    """Refuse text that is not among allowed values, which are known at run time only."""

    def check(text: str) -> str:
        if text not in (valid := tuple(allowed())):
            raise ValueError(f"Input should be {' or '.join(map(repr, valid))}")
        return text

    return AfterValidator(check)


def first_fault(error: ValidationError, whole: str = "value") -> str:
    """Return the place and reason of the first error of pydantic."""
    return all_faults(error, whole)[0]


def all_faults(error: ValidationError, whole: str = "value") -> list[str]:
    """Return all errors of pydantic as :func:`first_fault` does."""
    return [f"{place or whole}: {why}" for place, why in _fault_places(error)]


def parse_options(defaults: T, texts: Mapping[str, str], *, owner: str, word: str = "option") -> T:
    """Return a copy of a dataclass with some fields parsed from text.

    Args:
        defaults: Dataclass with default values.
        texts: Texts by field.
        owner: Owner of the fields, for messages.
        word: Word for a field in messages.

    Raises:
        DataError: If a field is unknown, a text has another type, or the values are inconsistent.
    """
    values: dict[str, Any] = {item.name: getattr(defaults, item.name) for item in fields(defaults)}
    for name in texts:
        if name not in values:
            listed = ", ".join(f"{item}={value}" for item, value in values.items()) or "none"
            raise DataError(
                f"{owner} has no {word} {name!r}",
                hint=suggest(name, values, f"It has {listed}."),
            )
    try:
        options: T = _adapter(type(defaults)).validate_python({**values, **texts})
    except ValidationError as error:
        name, why = _fault_places(error)[0]
        if name not in texts:
            raise DataError(why, hint=f"See the documentation of {owner}.") from error
        raise _option_error(texts[name], name, word, why, values[name]) from error
    for name, text in texts.items():
        value = getattr(options, name)
        if isinstance(value, float) and not isfinite(value):
            raise _option_error(text, name, word, "Input should be a finite number", values[name])
        most = _MAX_COUNTS.get(name.rpartition("_")[2], _MAX_OTHER_COUNT)
        if isinstance(value, int) and abs(value) > most:
            raise _option_error(text, name, word, f"Input should be at most {most}", values[name])
    return options


def _option_error(text: str, name: str, word: str, why: str, default: Any) -> DataError:
    return DataError(
        f"{text!r} is not a value of {word} {name}: {why}", hint=f"The default is {default!r}."
    )


def _fault_places(error: ValidationError) -> list[tuple[str, str]]:
    return [
        (
            ".".join(map(str, fault["loc"])),
            fault["msg"].removeprefix("Value error, ").partition(", unable to parse")[0],
        )
        for fault in error.errors(include_url=False, include_input=False)
    ]


@cache
def _adapter(options: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(options)
