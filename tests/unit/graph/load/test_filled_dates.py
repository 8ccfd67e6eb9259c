"""First days of a year or month that a source fills in: read as the period, worked out by hand."""

from datetime import date

import pytest

from scinet.graph.load.kinds import kind_of
from scinet.graph.records import PaperRecord
from scinet.graph.sources.filled_dates import FilledDates


def _made(filled_dates: FilledDates, kind: str, **stated: object) -> PaperRecord:
    record: PaperRecord = kind_of(kind).reading_dates(filled_dates).make({**stated}, None)
    return record


def _work(day: str, arxiv: str | None = None) -> dict[str, object]:
    places = [{"landing_page_url": f"https://arxiv.org/abs/{arxiv}"}] if arxiv else []
    return {"id": "W1", "title": "Words", "publication_date": day, "locations": places}


@pytest.mark.parametrize(
    ("work", "last", "precision", "reason"),
    [
        (_work("2012-01-01"), "2012-12-31", "year", "first_of_year"),
        (_work("2012-02-01"), "2012-02-29", "month", "first_of_month"),
        (_work("2012-02-02"), "2012-02-02", "day", None),
        (_work("2012"), "2012-12-31", "year", None),
        (_work("2012-01-01", "1203.01234"), "2012-03-31", "month", "arxiv_id"),
        (_work("1998-01-01", "hep-th/9811001"), "1998-11-30", "month", "arxiv_id"),
        # Published in a journal a year after it came to arXiv, or in a month with more to it.
        (_work("2012-01-01", "1103.01234"), "2012-12-31", "year", "first_of_year"),
        (_work("2012-05-01", "1203.01234"), "2012-05-31", "month", "first_of_month"),
    ],
)
def test_a_first_day_of_openalex_is_read_as_its_period(
    work: dict[str, object], last: str, precision: str, reason: str | None
) -> None:
    record = _made("known", "openalex", **work)
    assert (str(record.date), record.date_precision, record.date_reason) == (
        last, precision, reason,
    )  # fmt: skip
    assert record.notes.counts["accepted.arxiv_id"] == (reason == "arxiv_id")


def test_dates_as_stated_are_those_of_a_load_that_knew_no_better() -> None:
    for work in (_work("2012-01-01"), _work("2012-02-01"), _work("2012-01-01", "1203.01234")):
        read, stated = (_made(way, "openalex", **work) for way in ("known", "none"))
        assert str(stated.date) == work["publication_date"]
        assert (stated.date_precision, stated.date_reason) == ("day", None)
        assert read.digest.startswith(stated.digest)
        assert stated.notes.counts["accepted.first_day_as_stated"] == 1
        assert stated.notes.counts[f"accepted.{read.date_reason}"] == 0


def test_other_sources_are_believed_unless_all_are_to_be_doubted() -> None:
    paper = {"id": "a", "title": "Words", "date": "2012-01-01"}
    assert _made("known", "records", **paper).date == date(2012, 1, 1)
    doubted = _made("all", "records", **paper)
    assert (doubted.date, doubted.date_reason) == (date(2012, 12, 31), "first_of_year")
    assert kind_of("records").periods("known") is None
    assert kind_of("openalex").periods("known") == "known"
    assert kind_of("counts").periods("all") is None
