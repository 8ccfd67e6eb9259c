"""Queries of a split divided by one of their properties, for results of each part.

A property is any field of the queries or of the truth: a word, a day, a number, or a list, which
counts by its length. Numbers and days fall into bands, named by their least value.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Floats
from scinet.extension import suggest
from scinet.graph.schema.dates import date_of, day_of

_DAY_FIELD: Final = "before"
_MAX_PARTS: Final = 50
_MAX_SINGLE_VALUES: Final = 10  # distinct numbers that are still parts of their own


@dataclass(frozen=True)
class Parts:
    """Division of a split.

    Attributes:
        masks: Queries of each part, shape ``(queries,)``, by part name, in order.
        values: The property, where it is a number or a day, NaN where a query has none; None for
            words.
    """

    name: str
    masks: Mapping[str, NDArray[np.bool_]]
    values: Floats | None


def divide(by: str, queries: Sequence[Query], truth: Mapping[str, Row]) -> Parts:
    """Divide queries by ``NAME``, or by ``NAME:LEAST,LEAST,…``.

    Without bands a word or one of few numbers is a part of its own, days are grouped by year, and
    many numbers by quintile. Queries without a value are in no part.
    """
    name, _, bands = by.partition(":")
    all_values = [_property_value(name, query, truth[query.query_id]) for query in queries]
    defined = [value for value in all_values if value is not None]
    kinds = {date if isinstance(value, date) else type(value) for value in defined}
    if not defined:
        _refuse_unknown(name, queries, truth)
    if str in kinds:
        if bands or len(kinds) > 1:
            raise DataError(f"{name} holds words, not numbers", hint=f"Give --by {name}.")
        return Parts(name, _value_parts(all_values, defined, str), None)
    is_day = date in kinds
    values = np.array([_to_number(value) for value in all_values])
    if bands:
        masks = dict(_band_parts(values, _parse_bands(by, bands, is_day=is_day), is_day=is_day))
    elif is_day:
        years = [None if value is None else value.year for value in all_values]
        masks = _value_parts(years, [value.year for value in defined], str)
    elif len(set(defined)) <= _MAX_SINGLE_VALUES:
        masks = _value_parts(all_values, defined, _format_number)
    else:
        fifths = np.quantile(np.array(defined, dtype=float), np.arange(5) / 5, method="higher")
        masks = dict(_band_parts(values, np.unique(fifths).tolist(), is_day=False))
    if len(masks) > _MAX_PARTS:
        raise DataError(
            f"{name} has {len(masks)} different values, at most {_MAX_PARTS} make parts",
            hint="Name another property, or fewer bands.",
        )
    return Parts(name, masks, values)


def _property_value(name: str, query: Query, truth: Row) -> Any:
    """Return a query's property: a word, a day, a number or None."""
    value = query.before if name == _DAY_FIELD else query.inputs.get(name, truth.get(name))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return len(value) if isinstance(value, list | tuple | dict) else value


def _to_number(value: Any) -> float:
    if value is None:
        return np.nan
    return float(day_of(value) if isinstance(value, date) else value)


def _value_parts(
    all_values: Sequence[Any], defined: Sequence[Any], label: Any
) -> dict[str, NDArray[np.bool_]]:
    return {
        label(part_value): np.array([value == part_value for value in all_values])
        for part_value in sorted(set(defined))
    }


def _band_parts(
    values: Floats, least: Sequence[float], *, is_day: bool
) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Yield the bands that have a query, including values below the first bound."""
    is_whole = all(value.is_integer() for value in [*least, *values[~np.isnan(values)].tolist()])
    for low, end in pairwise([-np.inf, *least, np.inf]):
        inside = (values >= low) & (values < end)
        if inside.any():
            yield (
                (_format_days if is_day else _format_counts if is_whole else _format_shares)(
                    low, end
                ),
                inside,
            )


def _format_days(low: float, end: float) -> str:
    if np.isinf(low):
        return f"before {date_of(int(end))}"
    since = f"from {date_of(int(low))}"
    return since if np.isinf(end) else f"{since} to before {date_of(int(end))}"


def _format_counts(low: float, end: float) -> str:
    if np.isinf(low) or np.isinf(end):
        return _format_shares(low, end)
    return (
        _format_number(low)
        if end == low + 1
        else f"{_format_number(low)}-{_format_number(end - 1)}"
    )


def _format_shares(low: float, end: float) -> str:
    if np.isinf(low):
        return f"below {_format_number(end)}"
    since = _format_number(low)
    return f"{since} or more" if np.isinf(end) else f"{since} to below {_format_number(end)}"


def _format_number(number: float) -> str:
    """Format with all digits: parts are named by these numbers."""
    return repr(number).removesuffix(".0")


def _parse_bands(by: str, bands: str, *, is_day: bool) -> list[float]:
    what = "days such as 2025-08-01" if is_day else "numbers"
    hint = f"Give the least of each band, rising: {what}."
    try:
        texts = [text.strip() for text in bands.split(",")]
        least = [_to_number(date.fromisoformat(bound) if is_day else bound) for bound in texts]
    except ValueError as error:
        raise DataError(f"--by {by}: {error}", hint=hint) from error
    if not all(low < high for low, high in pairwise(least)) or not np.isfinite(least).all():
        raise DataError(f"--by {by}: the bands must increase", hint=hint)
    return least


def _refuse_unknown(name: str, queries: Sequence[Query], truth: Mapping[str, Row]) -> None:
    names = {_DAY_FIELD, *(field for query in queries for field in query.inputs)}
    names |= {field for row in truth.values() for field in row} - {"query_id"}
    raise DataError(f"no query of the task has {name!r}", hint=suggest(name, sorted(names)))
