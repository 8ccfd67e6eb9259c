"""Target papers of a period in PreScience, each as of its earliest possible day."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.task import Split, TaskDraft
from scinet.eval.task_type import BuildContext, TaskType
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.validation import OPTIONS, Day, Natural, Positive


@checked(frozen=True, slots=True, config=OPTIONS)
class TargetOptions:
    """Options of all tasks about the papers of a period.

    Attributes:
        since: First day of the period, as ``2012-01-01``; empty means a year before its end.
        targets: Papers sampled from each period; 0 means all.
        validation_years: Years before the period whose papers are in a split ``val``, for model
            selection; 0 means no such split.
        train_years: Years before those, for a split ``train``.
    """

    since: Day = ""
    targets: Natural = 0
    validation_years: Natural = 0
    train_years: Natural = 0


@checked(frozen=True, slots=True, config=OPTIONS)
class ListOptions(TargetOptions):
    """Options of tasks answered by lists.

    Attributes:
        k: Longest list that is scored.
        candidates: Candidate pool: with ``none`` anything that existed; else the true items and
            negatives: ``random`` ones, for each true item those of the nearest ``degree``, any
            within two steps of the query's subject (``two_hop``), or any in its venues (``venue``).
        negatives: Number for each query.
    """

    k: Positive = 1000
    candidates: Literal["none", "random", "degree", "two_hop", "venue"] = "none"
    negatives: Positive = 100


@dataclass(frozen=True, slots=True)
class Period:
    """Days from ``first`` up to ``end``, exclusive."""

    first: date
    end: date


def make_periods(before: date, options: TargetOptions) -> dict[str, Period]:
    """Return the period of each split, in time order; each begins where the one before it ends."""
    first = date.fromisoformat(options.since) if options.since else years_before(before, 1)
    if first >= before:
        raise DataError(
            f"option since is {first}, not before {before}", hint="Give an earlier day, or none."
        )
    return add_earlier_periods(Period(first, before), first, options)


def add_earlier_periods(test: Period, end: date, options: TargetOptions) -> dict[str, Period]:
    """Return the test period after those of ``train`` and ``val``, which end at ``end``."""
    validation = years_before(end, options.validation_years)
    train = years_before(validation, options.train_years)
    splits = {"train": Period(train, validation), "val": Period(validation, end), "test": test}
    return {name: period for name, period in splits.items() if period.first < period.end}


def build_periods(
    task_type: TaskType,
    context: BuildContext,
    options: Any,
    periods: Mapping[str, Period],
    ask: Callable[[Period], tuple[Split, Mapping[str, int]]],
) -> TaskDraft:
    """Build the split of each period; counts of splits other than ``test`` carry the split's name.

    Args:
        periods: By split, ``test`` among them.
        ask: Builds the split of a period, with counts of omissions.
    """
    splits: dict[str, Split] = {}
    left_out: dict[str, int] = {}
    for name, period in periods.items():
        splits[name], lost = ask(period)
        prefix = "" if name == "test" else f"{name}_"
        left_out |= {prefix + reason: count for reason, count in lost.items()}
    draft = task_type.draft(
        context,
        options,
        splits["test"],
        left_out=left_out,
        settled={"since": periods["test"].first.isoformat()},
    )
    counts = {
        f"{name}_queries": len(split.queries) for name, split in splits.items() if name != "test"
    }
    return replace(draft, splits=splits, counts={**draft.counts, **counts})


def find_targets(snapshot: Snapshot, period: Period) -> tuple[Int64, dict[str, int]]:
    """Find papers whose every possible day lies in a period, at whose end the snapshot is cut.

    Returns:
        Their positions, and the number of others that may lie in the period or before it.
    """
    surely = snapshot.first_day >= day_of(period.first)
    perhaps = (snapshot.day >= day_of(period.first)) & ~surely
    left_out = {"papers_perhaps_before_the_period": int(np.count_nonzero(perhaps))}
    return np.flatnonzero(surely), left_out


def draw_targets(papers: Int64, snapshot: Snapshot, options: TargetOptions, seed: int) -> Int64:
    """Sample the papers if the options limit them, in order of their earliest possible day."""
    if 0 < options.targets < len(papers):
        rng = np.random.default_rng(seed)
        papers = np.sort(rng.choice(papers, options.targets, replace=False))
    return papers[np.argsort(snapshot.first_day[papers], kind="stable")]


def count_not_drawn(papers: Int64, drawn: Int64) -> dict[str, int]:
    """Count the eligible papers that were not sampled."""
    return {"papers_not_drawn": len(papers) - len(drawn)}


def find_known_authors(snapshot: Snapshot, papers: Int64) -> dict[int, Int32]:
    """Return the authors of each paper, in byline order, who surely had published before it."""
    first = first_author_days(snapshot)
    return {
        int(paper): team[first[team] < snapshot.first_day[paper]]
        for paper in papers
        for team in (snapshot.authored.row(paper),)
    }


def first_author_days(snapshot: Snapshot) -> Int32:
    """Return the day of the first paper of each author, shape ``(authors,)``."""
    rows = snapshot.author_papers
    return snapshot.day[rows.indices[rows.indptr[:-1]]]


def papers_before(snapshot: Snapshot, author: int, day: date) -> Int32:
    """Return the papers of an author that are dated before a day."""
    papers = snapshot.author_papers.row(author)
    return papers[snapshot.day[papers] < day_of(day)]


def author_name(snapshot: Snapshot, author: int, day: date) -> tuple[str, str]:
    """Return id and name of an author in a query; the name is from papers before the day."""
    identifier = str(snapshot.author_id[author])
    return identifier, snapshot.name_of_author(author, day) or identifier


def query_day(snapshot: Snapshot, paper: int) -> date:
    """Return the day before which a paper surely did not exist; its history is dated before it."""
    return date_of(int(snapshot.first_day[paper]))


def years_before(day: date, years: int) -> date:
    """Return the same day of the calendar some years earlier; for 29 February, the 28th."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return day.replace(year=day.year - years, day=28)
