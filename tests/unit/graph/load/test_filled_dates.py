"""First days of a year or month that a source fills in: read as the period, worked out by hand."""

import random
from datetime import date, timedelta

import pytest
from helpers.proof import default_seed

from scinet.graph.load.kinds import kind_of
from scinet.graph.schema.dates import first_date
from scinet.graph.schema.records import PaperRecord
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
        assert read.digest == f"{stated.digest}.{read.date_reason}"
        assert stated.notes.counts["accepted.first_day_as_stated"] == 1


def test_other_sources_are_believed_unless_all_are_to_be_doubted() -> None:
    paper = {"id": "a", "title": "Words", "date": "2012-01-01"}
    assert _made("known", "records", **paper).date == date(2012, 1, 1)
    doubted = _made("all", "records", **paper)
    assert (doubted.date, doubted.date_reason) == (date(2012, 12, 31), "first_of_year")
    assert kind_of("records").periods("known") is None
    for kind in ("openalex", "semanticscholar", "sciencemeter"):
        assert kind_of(kind).periods("known") == "known"
        assert kind_of(kind).periods("none") is None
    assert kind_of("counts").periods("all") is None


def test_no_work_is_seen_before_its_true_day_when_its_date_is_filled_in() -> None:
    """Days are known here, and degraded as OpenAlex has them: a year or month as its first day."""
    rng = random.Random(default_seed())  # noqa: S311 - seeded
    early = 0
    for _ in range(500):
        true_day = date(2000, 1, 1) + timedelta(days=rng.randrange(5_000))
        known = rng.choice(["%Y-%m-%d", "%Y-%m-01", "%Y-01-01"])
        # A preprint comes to arXiv in the month of its true day, which is its first.
        arxiv = f"{true_day:%y%m}.{rng.randrange(10_000):04}" if rng.random() < 0.3 else None
        work = _work(true_day.strftime(known), arxiv)
        read, stated = (_made(way, "openalex", **work) for way in ("known", "none"))
        assert read.date is not None
        assert stated.date is not None
        assert first_date(read.date, read.date_precision) <= true_day <= read.date
        early += stated.date < true_day
    assert early > 200  # as stated two thirds would be
