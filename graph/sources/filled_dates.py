"""Dates of which a source states a day without knowing it.

OpenAlex writes the first day of a year or month where it knows no more than the year or month:
of its works a fifth are dated 1 January. Taken as stated, a paper of November would be known in
January. Such a day is read as the period that begins with it, unless the record has evidence
for a shorter one.
"""

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from scinet.graph.dates import parse_date
from scinet.graph.identifiers import arxiv_month
from scinet.graph.records import PaperRecord

FilledDates: TypeAlias = Literal["known", "all", "none"]
"""Whose first days of a year or month are read as periods: of sources that are known to fill dates
in, of all sources, or of none."""
OPTION: Final = "filled_dates"
"""What the journal calls the choice, where it changes dates."""
REASONS: Final = ("first_of_year", "first_of_month", "arxiv_id")
"""Why a date is not as stated: the first day of a year or month, read as that year or month; the
first day of a year, read as the month in the paper's arXiv id."""


def read_as_period(record: PaperRecord) -> PaperRecord:
    """The record with the first day of a year or month read as that year or month.

    An arXiv id with a month in that year says that the paper was known by the end of that month.
    """
    stated = record.date
    if stated is None or stated.day != 1 or record.date_precision != "day":
        return record
    if stated.month != 1:
        return _dated(record, f"{stated:%Y-%m}", "first_of_month")
    month = arxiv_month(record.external_ids.get("arxiv_id", ""))
    if month is not None and month.startswith(f"{stated:%Y}"):
        return _dated(record, month, "arxiv_id")
    return _dated(record, f"{stated:%Y}", "first_of_year")


def read_as_stated(record: PaperRecord) -> PaperRecord:
    """The record with the day that its source states."""
    if record.date is None or record.date_reason is None:
        return record
    record.notes.counts[f"accepted.{record.date_reason}"] -= 1
    month = f"{record.date:%m}" if record.date_reason == "first_of_month" else "01"
    return _dated(record, f"{record.date:%Y}-{month}-01", None)


def _dated(record: PaperRecord, text: str, reason: str | None) -> PaperRecord:
    interval = parse_date(text)
    record.notes.accept(reason or "first_day_as_stated")
    stated = record.digest.removesuffix(f".{record.date_reason}")
    return replace(
        record,
        date=interval.last,
        date_precision=interval.precision,
        date_reason=reason,
        digest=stated if reason is None else f"{stated}.{reason}",
    )
