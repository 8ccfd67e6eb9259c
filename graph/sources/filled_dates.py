"""Dates with a day that the source filled in without knowing it.

OpenAlex and Semantic Scholar write the first day of a year or month where they know only the year
or month: a fifth of OpenAlex works are dated 1 January. Taken as stated, a paper of November would
be known in January. Such a day is read as the period that begins with it, unless the record has
evidence for a shorter one.
"""

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from scinet.graph.schema.dates import parse_date
from scinet.graph.schema.identifiers import parse_arxiv_month
from scinet.graph.schema.records import PaperRecord

FilledDates: TypeAlias = Literal["known", "all", "none"]
"""Sources whose first days of a year or month are read as periods: those known to fill dates in,
all, or none."""
OPTION: Final = "filled_dates"
"""Name of the option in the journal, where it changes dates."""
REASONS: Final = ("first_of_year", "first_of_month", "arxiv_id")
"""Reasons why a date differs from the stated one: the first day of a year or month, read as that
year or month; the first day of a year, read as the month in the paper's arXiv id."""


def read_first_day(record: PaperRecord, *, as_period: bool) -> PaperRecord:
    """Read a date on the first day of a year or month as that year or month.

    An arXiv id with a month in that year narrows the date to that month.

    Args:
        as_period: False only counts such days.
    """
    stated = record.date
    if stated is None or stated.day != 1 or record.date_precision != "day":
        return record
    if not as_period:
        record.notes.accept("first_day_as_stated")
        return record
    text, reason = f"{stated:%Y-%m}", "first_of_month"
    if stated.month == 1:
        text, reason = f"{stated:%Y}", "first_of_year"
        month = parse_arxiv_month(record.external_ids.get("arxiv_id", ""))
        if month is not None and month.startswith(text):
            text, reason = month, "arxiv_id"
    record.notes.accept(reason)
    interval = parse_date(text)
    return replace(
        record,
        date=interval.last,
        date_precision=interval.precision,
        date_reason=reason,
        digest=f"{record.digest}.{reason}",
    )
