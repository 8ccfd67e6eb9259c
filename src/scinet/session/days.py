"""Cut-off days as users give them."""

from datetime import date, datetime
from numbers import Integral
from typing import TypeAlias, overload

from scinet.errors import DataError
from scinet.graph.schema.dates import parse_before

Day: TypeAlias = date | str | int


@overload
def parse_cutoff(before: Day) -> date: ...


@overload
def parse_cutoff(before: None) -> None: ...


@overload
def parse_cutoff(before: Day | None) -> date | None: ...


def parse_cutoff(before: Day | None) -> date | None:
    """Return the cut-off day of a date, a text, or a year as a number.

    A year or month stands for its first day: ``2005``, ``"2005"`` and ``"2005-01-01"`` are the
    same cutoff. Timestamps of pandas are dates, too.

    Raises:
        DataError: If it is none of these.
    """
    if isinstance(before, datetime) and before == before:  # not NaT, which is one, too
        return before.date()
    if before is None or (isinstance(before, date) and not isinstance(before, datetime)):
        return before
    if isinstance(before, str | Integral) and not isinstance(before, bool):
        return parse_before(str(before))
    raise DataError(f"{before!r} is not a day", hint="Give a date, YYYY-MM-DD, or a year.")
