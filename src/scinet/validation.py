"""What comes from outside: options, settings and JSON, and what is refused of them, in one line."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from datetime import date
from difflib import get_close_matches
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, TypeAlias, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from scinet.errors import DataError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

OPTIONS: Final = ConfigDict(extra="forbid", allow_inf_nan=False)
"""How dataclasses of options are checked."""


def _day(text: str) -> str:
    if text:
        date.fromisoformat(text)
    return text


Natural: TypeAlias = Annotated[int, Field(ge=0)]
Positive: TypeAlias = Annotated[int, Field(ge=1)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
PositiveShare: TypeAlias = Annotated[float, Field(gt=0, le=1)]
"""A share that is not nothing, such as the probability of a restart."""
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**31)]
"""What random numbers follow from; of a size that every package takes."""
Day: TypeAlias = Annotated[str, AfterValidator(_day)]
"""A day as YYYY-MM-DD, or nothing."""


_MOST: Final = {"days": 100_000, "months": 3_000, "years": 250}
_MOST_OF_OTHERS: Final = 2**32 - 1
"""The largest options by the unit in their names: several of them are taken off one day."""
_DIGITS: Final = 20  # of an integer of 63 bits, with its sign
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def parsed(text: str | bytes, *, allows_nan: bool = False) -> Any:
    """A JSON value that databases, files and arrays have a place for.

    Args:
        text: UTF-8 where it is bytes.
        allows_nan: Whether a number may be written as NaN or Infinity.

    Raises:
        ValueError: If it is something else; says what the text is or has.
    """
    constant = None if allows_nan else _refuse
    try:
        found = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = json.loads(found, parse_int=_integer, parse_constant=constant)
        if "\\u" in found:
            found = json.dumps(value, ensure_ascii=False)
    except json.JSONDecodeError as error:
        raise ValueError("is not JSON") from error
    except UnicodeDecodeError as error:
        raise ValueError("is not UTF-8") from error
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error
    if _SURROGATE.search(found):
        raise ValueError("has text that is not Unicode")
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"has a value that is {name}")


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS or not -(2**63) <= int(digits) < 2**63:
        raise ValueError(f"has {digits[:40]}, an integer of more than 63 bits")
    return int(digits)


def one_of(allowed: Callable[[], Iterable[str]]) -> AfterValidator:
    """Refuses text that is not among some that are known at run time only."""

    def check(text: str) -> str:
        if text not in (known := tuple(allowed())):
            raise ValueError(f"Input should be {' or '.join(map(repr, known))}")
        return text

    return AfterValidator(check)


def first_fault(error: ValidationError, whole: str = "value") -> str:
    """The first thing that pydantic refused: where, and why.

    Args:
        error: What pydantic raised.
        whole: What the value as a whole is called.
    """
    return faults(error, whole)[0]


def faults(error: ValidationError, whole: str = "value") -> list[str]:
    """All that pydantic refused; as :func:`first_fault`."""
    return [f"{place or whole}: {why}" for place, why in _refused(error)]


def changed(defaults: T, given: Mapping[str, str], *, owner: str, word: str = "option") -> T:
    """A dataclass like ``defaults`` with some fields given as text.

    Args:
        defaults: What holds where nothing is given.
        given: Texts by field.
        owner: Whose fields they are, for messages.
        word: What a field is called in messages.

    Raises:
        DataError: If a field is unknown, its text has another type, or the values do not fit.
    """
    known: dict[str, Any] = {one.name: getattr(defaults, one.name) for one in fields(defaults)}
    for name in given:
        if name not in known:
            near = " or ".join(get_close_matches(name, known))
            listed = ", ".join(f"{one}={value}" for one, value in known.items()) or "none"
            raise DataError(
                f"{owner} has no {word} {name!r}",
                hint=f"{f'Perhaps {near}? ' if near else ''}It has {listed}.",
            )
    try:
        found: T = _adapter(type(defaults)).validate_python({**known, **given})
    except ValidationError as error:
        name, why = _refused(error)[0]
        if name not in given:
            raise DataError(why, hint=f"See the documentation of {owner}.") from error
        raise _unfit(given[name], name, word, why, known[name]) from error
    for name, text in given.items():
        value = getattr(found, name)
        if isinstance(value, float) and not isfinite(value):
            raise _unfit(text, name, word, "Input should be a finite number", known[name])
        most = _MOST.get(name.rpartition("_")[2], _MOST_OF_OTHERS)
        if isinstance(value, int) and abs(value) > most:
            raise _unfit(text, name, word, f"Input should be at most {most}", known[name])
    return found


def _unfit(text: str, name: str, word: str, why: str, default: Any) -> DataError:
    return DataError(
        f"{text!r} is not a value of {word} {name}: {why}", hint=f"The default is {default!r}."
    )


def _refused(error: ValidationError) -> list[tuple[str, str]]:
    """Where, and why."""
    return [
        (
            ".".join(map(str, one["loc"])),
            one["msg"].removeprefix("Value error, ").partition(", unable to parse")[0],
        )
        for one in error.errors(include_url=False, include_input=False)
    ]


@cache
def _adapter(options: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(options)
