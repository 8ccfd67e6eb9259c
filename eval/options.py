"""Options given as text, read by the type of each default."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from scinet.errors import DataError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


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
    known: dict[str, Any] = asdict(defaults)
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            listed = ", ".join(f"{one}={value}" for one, value in known.items())
            raise DataError(f"{owner} has no {word} {name!r}", hint=f"It has {listed or 'none'}.")
        try:
            values[name] = _read(text, type(known[name]))
        except ValueError as error:
            raise DataError(
                f"{text!r} is no value of {word} {name}",
                hint=f"Give a value like {known[name]!r}.",
            ) from error
    try:
        return replace(defaults, **values)
    except ValueError as error:
        raise DataError(str(error), hint=f"See the documentation of {owner}.") from error


def _read(text: str, form: type[Any]) -> Any:
    value = form(text)  # none is a bool: bool("no") is true
    if form is float and not isfinite(value):
        raise ValueError(text)
    return value
