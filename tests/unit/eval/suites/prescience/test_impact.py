"""PreScience's impact on a network small enough to count every citation."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import draft_of, run_of, score
from helpers.networks.scoring import means as means_of
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError
from scinet.eval.answer import NumberAnswer
from scinet.eval.results import Result
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.impact import ImpactOptions, make_periods
from scinet.eval.task import Task, TaskDraft, write_task

# Windows of two months are 60 days: those of papers before 2011-03-02 are over by 2011-05-01.
END = date(2011, 5, 1)
PAPERS: list[Paper] = [
    ("old", "2008-06-01", []),
    ("base", "2009-01-01", ["old"]),
    ("coarse", "2010", ["base"]),  # any day of the year
    ("first", "2010-03-02", ["old", "base", "same"]),
    ("same", "2010-03-02", []),
    ("month", "2010-11", ["first"]),
    ("last", "2011-03-01", ["same"]),
    ("after", "2011-03-02", []),
    # 60 days after 2010-03-02 is 2010-05-01, no citation of which counts any more; 60 days after
    # the last of November is 2011-01-29.
    ("in time", "2010-04-30", ["first"]),
    ("too late", "2010-05-01", ["first"]),
    ("earlier", "2010-01-05", ["first"]),  # cited before it appeared, which counts
    ("month in time", "2011-01-28", ["month"]),
    ("some day", "2011-02", ["month"]),
    ("unclear", "2011-01", ["month"]),  # may be of a day before the 29th
    ("last in time", "2011-04-29", ["last"]),
    ("last too late", "2011-04-30", ["last"]),
]
AUTHORS = {"old": ["ann"], "base": ["bob"], "first": ["new", "bob", "ann"], "last": ["new"]}
VENUES = {"first": "left", "same": "left", "month": "left", "last": "right", "in time": "left"}
OPTIONS = {"months": "2", "since": "2010-01-06"}


def build(options: dict[str, str] | None = None, before: date = END) -> TaskDraft:
    cut = snapshot_of(PAPERS, AUTHORS, VENUES).until(before)
    return draft_of("prescience/impact", cut, {**OPTIONS, **(options or {})})


def test_citations_that_come_in_time() -> None:
    draft = build()
    truth = draft.splits["test"].truth
    uncited = ("in time", "too late", "month in time", "unclear", "some day")
    cited = {"same": 1, "first": 2, "month": 1, "last": 1}
    assert {row["paper_id"]: row["citations"] for row in truth} == cited | dict.fromkeys(uncited, 0)
    rows = {row["paper_id"]: row for row in truth}
    assert rows["month"]["citations_perhaps_in_time"] == 1
    assert (rows["month"]["venue_id"], rows["month"]["year"]) == ("left", 2010)
    assert rows["too late"]["venue_id"] is None
    assert draft.left_out["papers_dated_too_coarsely"] == 0
    # It may be of five days before the period.
    assert draft.left_out["papers_perhaps_before_the_period"] == 1
    assert draft.left_out["papers_whose_window_is_not_over"] == 3
    assert draft.left_out["citations_perhaps_in_time"] == 1


def test_how_finely_papers_have_to_be_dated() -> None:
    results = {}
    for dated in ("day", "month", "year"):
        draft = build({"since": "2010-01-01", "dated": dated})
        papers = {row["paper_id"] for row in draft.splits["test"].truth}
        results[dated] = (draft.left_out["papers_dated_too_coarsely"], papers)
    assert [lost for lost, _ in results.values()] == [4, 1, 0]
    assert results["year"][1] - results["month"][1] == {"coarse"}
    assert results["month"][1] - results["day"][1] == {"month", "unclear", "some day"}


def test_what_is_known_of_a_paper() -> None:
    split = build().splits["test"]
    queries = {
        row["paper_id"]: query for query, row in zip(split.queries, split.truth, strict=True)
    }
    first = queries["first"]
    assert first.before == date(2010, 3, 2)
    assert first.inputs == {
        "paper_id": "first",
        "months": 2,
        "author_ids": ["bob", "ann"],  # new had not published
        "author_places": [2, 3],
        "team_size": 3,
        "venue_id": "left",
        "reference_ids": ["old", "base"],  # same is of the same day
        "title": "Title of first",
        "abstract": None,
    }
    assert queries["month"].before == date(2010, 11, 1)
    assert queries["last"].inputs["author_ids"] == ["new"]


def test_no_label_comes_from_the_time_of_the_test() -> None:
    draft = build({"since": "2010-12-01", "validation_years": "1", "train_years": "1"})
    assert {name: split.before for name, split in draft.splits.items()} == {
        "train": date(2009, 11, 30),
        "val": date(2010, 11, 30),
        "test": END,
    }
    results = {
        name: [row["paper_id"] for row in split.truth] for name, split in draft.splits.items()
    }
    # The val period is the year that ends two months before December; 60 days are over by then.
    assert results["val"] == ["earlier", "first", "same", "in time", "too late"]
    assert results["train"] == ["base"]
    assert results["test"] == ["unclear", "month in time", "some day", "last"]
    for split in draft.splits.values():
        assert all(query.before < split.before for query in split.queries)
    assert draft.counts["val_queries"] == 5


def test_the_period_may_be_left_open() -> None:
    draft = build({"since": ""})
    assert draft.options["since"] == "2010-03-02"
    assert [row["paper_id"] for row in draft.splits["test"].truth][:2] == ["first", "same"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"since": "0200-01-01", "train_years": "250"}, "beyond the calendar"),
        ({"since": "2011-03-02"}, "no window of 2 months that begins on 2011-03-02"),
    ],
)
def test_wrong_options(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        build(options)


def scored(task: Task, values: dict[str, float], scoring: str = "strict") -> dict[str, Result]:
    names = {row["paper_id"]: query for query, row in task.truth().items()}
    run = run_of(task, [NumberAnswer(names[paper], value=x) for paper, x in values.items()])
    return score(task, [run], scoring=scoring)


def test_scores_by_hand(tmp_path: Path) -> None:
    task = write_task(build(), tmp_path / "task")
    given = {"same": 3.0, "first": 2.0, "month": -1.0}
    strict = {m.metric: m for m in scored(task, given)["mine"].metrics}
    # Off by 2, 0 and 2; last had 1 and gets 0; the other five are right without an answer.
    assert strict["MAE"].mean == pytest.approx(5 / 9)
    assert strict["MAE"].n == 9
    # Squares off the mean 5/9: 3 · (4/9)² + (13/9)² + 5 · (5/9)²; left 4 + 0 + 4 + 1.
    assert strict["R2"].mean == pytest.approx(1 - 9 / (342 / 81))
    # Left in 2010: first has more than same and than month, one of two right.
    assert strict["pair accuracy"].mean == 0.5
    official = {m.metric: m for m in scored(task, given, "official")["mine"].metrics}
    assert official["MAE"].mean == pytest.approx(4 / 3)
    assert (official["MAE"].n, official["Spearman"].n, official["R2"].n) == (3, 3, 3)
    # Log(4) - log(2), nothing, and log(1) - log(2) as -1 counts as 0: twice log 2 by three.
    assert official["log-MAE"].mean == pytest.approx(2 / 3 * 0.6931471805599453)


def test_controls_stand_in_their_places(tmp_path: Path) -> None:
    task = write_task(build(), tmp_path / "task")
    scores = scored(task, {})
    assert scores["mine"].counts["missing"] == 9
    means = {name: means_of(item) for name, item in scores.items()}
    oracle, worst = means["oracle"], means["anti-oracle"]
    assert (oracle["MAE"], oracle["log-MAE"]) == (0.0, 0.0)
    for name in ("Spearman", "log-Pearson", "pair accuracy", "Pearson", "R2"):
        assert oracle[name] == pytest.approx(1.0)
        assert worst[name] <= 0.5
    assert worst["MAE"] >= means["random"]["MAE"]
    notes = {"citations": 5 / 9, "citations_perhaps_in_time": 1 / 9, "pairs": 2}
    assert get_task_type(task.id).notes(task, "strict", split="test") == pytest.approx(notes)


@given(
    first=st.dates(date(1990, 1, 1), date(2020, 1, 1)),
    months=st.integers(min_value=1, max_value=60),
)
def test_windows_of_earlier_splits_end_before_the_test(first: date, months: int) -> None:
    since = first.isoformat()
    options = ImpactOptions(since=since, months=months, validation_years=2, train_years=3)
    result = make_periods(date(2030, 1, 1), options)
    assert list(result) == ["train", "val", "test"]
    gap = first - result["val"].end
    assert timedelta(days=30 * months) <= gap <= timedelta(days=31 * months + 31)
    assert result["train"].end == result["val"].first
    assert result["test"].first == first
