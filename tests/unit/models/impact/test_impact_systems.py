"""Systems that foresee citations: numbers by hand, and no look at the future."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.errors import DataError
from scinet.eval.answer import Answer, NumberAnswer, get_content
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.models.base.run import answer_queries
from scinet.models.impact.forecaster import CitationRecord
from scinet.models.registry import make_system

BEFORE = date(2010, 1, 1)
# Windows of twelve months are 360 days: those of papers up to 2009-01-06 are over.
PAPERS: list[Paper] = [
    ("parsing", "2006-01-01", []),
    ("tagging", "2006-02-01", []),
    ("parsers", "2007-01-01", ["tagging"]),  # within 360 days of tagging
    ("late", "2007-01-28", ["tagging"]),  # after 361
    ("p5", "2008-01-01", ["parsers", "late", "tagging"]),  # after 365, and after 338
    ("p6", "2008-06-01", ["p5"]),
    ("p7", "2008-09-01", ["p5", "p6"]),
    ("young", "2009-01-07", ["p6"]),
    ("younger", "2009-02-01", ["young", "p6"]),
]
CITATIONS = {"tagging": 1, "parsing": 0, "parsers": 0, "late": 1, "p5": 2, "p6": 3, "p7": 0}
AUTHORS = {
    "tagging": ["ann"], "parsers": ["bob"], "p5": ["bob", "cyd"], "p6": ["cyd"], "young": ["dan"],
    "younger": ["dan", "ann"],
}  # fmt: skip
VENUES = {"tagging": "left", "parsers": "left", "p5": "left", "p6": "right", "young": "new"}
TITLES = {"parsing": "chart parsing", "tagging": "tagging words", "parsers": "parsing fast"}


def asked(
    system: str, given: dict[str, str] | None = None, months: int = 12, **inputs: Any
) -> Answer:
    about = {"author_ids": [], "venue_id": None, "title": None, **inputs}
    query = Query("q", "", {"months": months, **about}, BEFORE, 1)
    snapshot = snapshot_of(PAPERS, AUTHORS, VENUES, TITLES).until(BEFORE)
    (result,) = answer_queries(
        make_system(system, given), [query], get_task_type("prescience/impact"), snapshot=snapshot
    )
    return result


def value(system: str, given: dict[str, str] | None = None, **inputs: Any) -> float:
    result = asked(system, given, **inputs)
    assert result.explanation is None
    assert isinstance(result, NumberAnswer)
    return result.value


def test_what_is_over_on_the_day() -> None:
    record = CitationRecord.of(snapshot_of(PAPERS, AUTHORS).until(BEFORE), 12)
    known = dict(zip(map(str, record.snapshot.paper_id), record.citations, strict=True))
    assert {paper: n for paper, n in known.items() if not np.isnan(n)} == CITATIONS
    assert record.recent(0).sum() == 7
    assert record.recent(2).sum() == 5  # since two years before p7
    assert record.usual() == 1.0
    assert CitationRecord.of(snapshot_of(PAPERS).until(date(2006, 12, 1)), 12).usual() == 0.0
    with pytest.raises(ValueError, match="not cut"):
        CitationRecord.of(snapshot_of(PAPERS), 12)


def test_constants() -> None:
    assert value("impact-constant") == 1.0
    assert value("impact-constant", {"of": "mean", "years": "0"}) == 1.0  # seven of seven
    assert value("impact-constant", {"of": "mean", "years": "2"}) == pytest.approx(6 / 5)
    with pytest.raises(DataError, match="'median' or 'mean'"):
        make_system("impact-constant", {"of": "mode"})
    # No window of ten years was over.
    assert asked("impact-constant", months=120) == NumberAnswer(
        "q", explanation="nothing to go by: the median of recent papers", value=0.0
    )


def test_what_the_team_got() -> None:
    team = ["ann", "bob", "cyd", "dan"]
    # ann has tagging; bob parsers and p5; cyd p5 and p6; of dan nothing is over.
    assert value("impact-best-author", author_ids=team) == 2.5
    assert value("impact-team", author_ids=team) == pytest.approx((1 + 1 + 2.5) / 3)
    # By then tagging has three citations, parsers one, p5 two, p6 three, young one.
    assert value("impact-h-index", author_ids=team) == 2.0
    assert value("impact-h-index", author_ids=["ann"]) == 1.0
    for system in ("impact-best-author", "impact-team"):
        assert asked(system, author_ids=["dan"]).explanation is not None
        assert get_content(asked(system, author_ids=[])) == 1.0
    assert asked("impact-h-index", author_ids=[]).explanation is not None


def test_what_the_venue_got() -> None:
    assert value("impact-venue", {"years": "0"}, venue_id="left") == 1.0
    assert value("impact-venue", {"years": "1"}, venue_id="left") == 2.0
    assert value("impact-venue", venue_id="right") == 3.0
    for venue in ("new", "elsewhere", None):
        assert asked("impact-venue", venue_id=venue).explanation is not None


def test_what_the_topic_got() -> None:
    assert value("impact-topic", title="Tagging parsers") == 1.0
    assert value("impact-topic", {"near": "1"}, title="chart parsing") == 0.0
    for title in ("vision", "", None):
        assert asked("impact-topic", title=title).explanation is not None


def test_lists_are_not_numbers() -> None:
    whole = snapshot_of(PAPERS, AUTHORS)
    inputs: Mapping[str, Any] = {"months": 12, "author_ids": [], "venue_id": None}
    for system, task, reason in (
        ("bm25", "prescience/impact", "returns papers, prescience/impact asks for numbers"),
        ("impact-team", "prescience/prior-work", "returns numbers, prescience/prior-work asks"),
        ("impact-topic", "prescience/impact", "needs title"),
    ):
        query = Query("q", "", inputs, BEFORE, 1)
        with pytest.raises(DataError, match=reason):
            list(answer_queries(make_system(system), [query], get_task_type(task), snapshot=whole))
