"""Cut-off days as users give them."""

from datetime import date, datetime
from typing import TypeAlias, overload

from scinet.graph.schema.dates import parse_before

Day: TypeAlias = date | str


@overload
def parse_cutoff(before: Day) -> date: ...


@overload
def parse_cutoff(before: None) -> None: ...


@overload
def parse_cutoff(before: Day | None) -> date | None: ...


def parse_cutoff(before: Day | None) -> date | None:
    """A cut-off day as the command line reads it, or a date as it is.

    Raises:
        DataError: If a text is not written ``YYYY-MM-DD``.
    """
    if isinstance(before, datetime):
        return before.date()
    return parse_before(before) if isinstance(before, str) else before
