"""Partial dates as intervals, and their integer days.

A date is an interval, from a first to a last possible day. A date stated as a year or a month
stands for the *last* day of that period, so that a coarse date can never let the future in.
Whether something lies in the future is decided by the *first* day. Days count from 1970-01-01.
"""

import calendar
import re
from contextlib import suppress
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scinet.errors import DataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EPOCH: Final = date(1970, 1, 1)
DAYS_PER_YEAR: Final = 365.25
"""Length of a year wherever ages, half-lives and rates are stated in years."""
PRECISIONS: Final = ("year", "period", "month", "day")
"""Coarsest first; a ``period`` is neither a day, nor a whole month, nor a whole year."""
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_CUTOFF = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")


class Interval(NamedTuple):
    """Days on which something may have appeared.

    Attributes:
        last: Last possible day.
        precision: One of :data:`PRECISIONS`.
        first: First possible day.
    """

    last: date
    precision: str
    first: date


def day_of(when: date) -> int:
    """Return the number of days from 1970-01-01 to ``when``."""
    return (when - EPOCH).days


def cutoff_suffix(before: date | None) -> str:
    """Return the end of a message on what is missing before a cutoff, with a leading space."""
    return "" if before is None else f" before {before}"


def date_of(day: int) -> date:
    """Return the date that is ``day`` days after 1970-01-01."""
    return EPOCH + timedelta(days=day)


@lru_cache(maxsize=20_000)
def parse_date(text: str) -> Interval:
    """Read ``YYYY``, ``YYYY-MM``, ``YYYY-MM-DD``, or a period from one of these to another.

    A period is written with a slash, as in ISO 8601-2 (``1955-07/1955-09``).

    Raises:
        ValueError: If the text has another format, names a day that does not exist, or a period
            that ends before it begins.
    """
    start, slash, end = text.partition("/")
    if not slash:
        return _parse_single(text)
    first, last = _parse_single(start).first, _parse_single(end).last
    if first > last:
        raise ValueError(f"{text!r} ends before it begins")
    for length in (4, 7, 10):
        whole = _parse_single(last.isoformat()[:length])
        if (whole.first, whole.last) == (first, last):
            return whole
    return Interval(last, "period", first)


def _parse_single(text: str) -> Interval:
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not YYYY, YYYY-MM or YYYY-MM-DD")
    year, month, day = match.groups()
    if month is None:
        return Interval(date(int(year), 12, 31), "year", date(int(year), 1, 1))
    if day is None:
        if not 1 <= int(month) <= 12:
            raise ValueError(f"{text!r} has no such month")
        begin = date(int(year), int(month), 1)
        days = calendar.monthrange(begin.year, begin.month)[1]
        return Interval(begin.replace(day=days), "month", begin)
    stated = date(int(year), int(month), int(day))
    return Interval(stated, "day", stated)


def state_date(last: date, precision: str | None, first: date | None) -> str:
    """Return the text of an interval in the form of :func:`parse_date`, as exact as it is."""
    start, end = (first or last).isoformat(), last.isoformat()
    if precision == "period":
        for length in (4, 7, 10):
            text = f"{start[:length]}/{end[:length]}"
            with suppress(ValueError):
                if parse_date(text)[::2] == (last, first):
                    return text
    return end[: {"year": 4, "month": 7}.get(precision or "", 10)]


def first_date(last: date, precision: str | None) -> date:
    """Return the first day of the year, month or day that ends on ``last``."""
    if precision == "year":
        return last.replace(month=1, day=1)
    return last.replace(day=1) if precision == "month" else last


def parse_before(text: str) -> date:
    """Parse a cutoff, exclusive; a year or month stands for its first day."""
    if _CUTOFF.fullmatch(text):  # fromisoformat alone also reads weeks and bare digits
        with suppress(ValueError):
            return date.fromisoformat(f"{text}-01-01"[:10])
    raise DataError(
        f"{text!r} is not a day", hint="A cut-off day is written YYYY-MM-DD, YYYY-MM or YYYY."
    )


def add_years(days: "NDArray[np.int32]", years: int) -> "NDArray[np.int32]":
    """Return the same calendar day ``years`` later, shape ``(n,)``; 29 February may become 28."""
    import numpy as np

    stamps = days.astype("datetime64[D]")
    months = stamps.astype("datetime64[M]")
    inside = (stamps - months.astype("datetime64[D]")).astype(np.int64)
    target = months + np.timedelta64(12 * years, "M")
    last = (target + 1).astype("datetime64[D]") - target.astype("datetime64[D]")
    inside = np.minimum(inside, last.astype(np.int64) - 1)
    result: NDArray[np.int32] = (target.astype("datetime64[D]").astype(np.int64) + inside).astype(
        np.int32
    )
    return result
