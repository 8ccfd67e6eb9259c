"""Calibration of a simulated year on the years before: papers, authors, references."""

from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

import numpy as np

from scinet.errors import DataError
from scinet.eval.suites.prescience.targets import first_author_days, years_before
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

Arrivals: TypeAlias = Literal["empirical", "gaussian", "gold"]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Counts of a period, to sample from.

    Attributes:
        papers: Papers of each day; one dated to a month or a year counts on a random day of it.
        team_sizes: Authors of each paper with a byline.
        references: References of each paper to earlier ones.
        new_share: Share of positions in bylines of authors without an earlier paper.

    Source:
        PreScience, corpus simulation: P_N, P_|C|, P_|R| and p_new.
    """

    papers: tuple[int, ...]
    team_sizes: tuple[int, ...]
    references: tuple[int, ...]
    new_share: float

    @classmethod
    def of(cls, past: Snapshot, years: int, *, smoothed: bool = False) -> Self:
        """Count the last years of a snapshot.

        Args:
            smoothed: Whether each observed team size and number of references counts once more, as
                in PreScience's code.
        """
        if past.before is None:
            raise ValueError("the snapshot is not cut at a day")
        begin = day_of(years_before(past.before, years))
        start = int(np.searchsorted(past.day, begin))
        if start == past.num_papers:
            raise DataError(
                f"no paper is dated within {years} years before {past.before}",
                hint="Give another --from, or more --calibration-years.",
            )
        # Papers dated to a month or a year appeared on some day of it.
        possible = past.first_day[start:].clip(begin), past.day[start:]
        day = np.random.default_rng(0).integers(*possible, endpoint=True)
        daily = np.bincount(day - begin, minlength=day_of(past.before) - begin)
        sizes = past.authored.lengths()[start:]
        slots = past.authored.indices[past.authored.indptr[start] :]
        days = np.repeat(past.day[start:], sizes)
        is_new = first_author_days(past)[slots] >= days
        return cls(
            tuple(daily.tolist()),
            _smoothed_counts(sizes[sizes > 0], smoothed) or (1,),
            _smoothed_counts(past.ordered.lengths()[start:], smoothed),
            float(is_new.mean()) if len(is_new) else 1.0,
        )

    def arrivals(self, rng: np.random.Generator, how: Arrivals) -> int:
        """Sample the papers of a day, from days of the period or a rounded normal distribution."""
        if how == "empirical":
            return int(rng.choice(self.papers))
        active = np.array([count for count in self.papers if count])
        spread = float(active.std(ddof=1)) if len(active) > 1 else 0.0
        return max(0, round(float(rng.normal(active.mean(), spread))))


def _smoothed_counts(counts: Int64, smoothed: bool) -> tuple[int, ...]:  # noqa: FBT001
    more = np.unique(counts) if smoothed else counts[:0]
    return tuple(np.concatenate((counts, more)).tolist())
