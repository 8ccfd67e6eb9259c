"""The papers of a period that PreScience asks about, each as of the first day it may have."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from scinet.errors import DataError
from scinet.eval.tasks.kind import Material
from scinet.graph.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """Options of all tasks about the papers of a period.

    Attributes:
        k: Longest list that is looked at.
        since: First day of the period, as ``2012-01-01``; empty means a year before its end.
        targets: Papers drawn from the period; 0 means all.
    """

    k: int = 1000
    since: str = ""
    targets: int = 0

    def __post_init__(self) -> None:
        if self.since:
            date.fromisoformat(self.since)


@dataclass(frozen=True, slots=True)
class Targets:
    """Papers of a period.

    Attributes:
        papers: Positions in the snapshot, in order of the day they are asked as of.
        left_out: Papers that may lie in the period or before it.
        since: First day of the period.
    """

    papers: Int64
    left_out: dict[str, int]
    since: date


def targets(material: Material, options: TargetOptions) -> Targets:
    """Papers whose every possible day lies in the period that ends with the cut-off day.

    Raises:
        DataError: If the period is empty.
    """
    end = material.before
    first = date.fromisoformat(options.since) if options.since else _a_year_before(end)
    if first >= end:
        raise DataError(
            f"option since is {first}, not before {end}", hint="Give an earlier day, or none."
        )
    snapshot = material.snapshot
    surely = snapshot.first_day >= day_of(first)
    perhaps = (snapshot.day >= day_of(first)) & ~surely
    return Targets(
        np.flatnonzero(surely),
        {"papers_perhaps_before_the_period": int(np.count_nonzero(perhaps))},
        first,
    )


def draw(chosen: Int64, snapshot: Snapshot, options: TargetOptions, seed: int) -> Int64:
    """Some of the papers if the options ask for fewer, in order of their first possible day."""
    if 0 < options.targets < len(chosen):
        rng = np.random.default_rng(seed)
        chosen = np.sort(rng.choice(chosen, options.targets, replace=False))
    return chosen[np.argsort(snapshot.first_day[chosen], kind="stable")]


def known_authors(snapshot: Snapshot, papers: Int64) -> dict[int, Int32]:
    """Authors of each paper, in the order of the byline, who surely had published before it."""
    first = first_days(snapshot)
    return {
        int(paper): team[first[team] < snapshot.first_day[paper]]
        for paper in papers
        for team in (snapshot.authored.row(paper),)
    }


def first_days(snapshot: Snapshot) -> Int32:
    """Day of the first paper of each author, shape ``(authors,)``."""
    rows = snapshot.author_papers
    return snapshot.day[rows.indices[rows.indptr[:-1]]]


def asked_as_of(snapshot: Snapshot, paper: int) -> date:
    """The day before which a paper surely did not exist; its history is dated before it."""
    return date_of(int(snapshot.first_day[paper]))


def _a_year_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return day.replace(year=day.year - 1, day=28)
