"""Decayed joint papers of pairs of authors on many days."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.arrays import snapshot_of
from benchmarks.workload import Answer, Job
from scinet.graph.links.decay import coauthorship
from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.graph.snapshot import Snapshot

DAYS: Final = 100
HALF_LIFE: Final = 3 * DAYS_PER_YEAR


def faded(job: Job) -> Callable[[], Answer]:
    """Ours: built once, then queried for every pair at its day."""
    snapshot = snapshot_of(job.room)
    pairs, days = _questions(snapshot, len(job.items))
    few = coauthorship(snapshot, half_life_days=HALF_LIFE)
    few.at(pairs[:10], days[:10])  # compiles

    def work() -> Answer:
        return coauthorship(snapshot, half_life_days=HALF_LIFE).at(pairs, days)

    return work


def polars_sums(job: Job) -> Callable[[], Answer]:
    """Polars: one aggregation over all joint papers for each of the hundred days."""
    import polars

    snapshot = snapshot_of(job.room)
    pairs, days = _questions(snapshot, len(job.items))
    low, high, day = _joint_papers(snapshot)
    table = polars.DataFrame({"low": low, "high": high, "day": day})
    sums_by_day: Any = [
        polars.DataFrame(
            {
                "number": np.flatnonzero(days == one),
                "low": pairs[days == one].min(axis=1).astype(np.int32),
                "high": pairs[days == one].max(axis=1).astype(np.int32),
            }
        )
        for one in np.unique(days)
    ]
    rate = np.log(2) / HALF_LIFE

    def work() -> Answer:
        value = np.zeros(len(pairs))
        for one, questions in zip(np.unique(days).tolist(), sums_by_day, strict=True):
            weight = (rate * (polars.col("day").cast(polars.Float64) - one)).exp()
            sums = (
                table.filter(polars.col("day") < one)
                .group_by("low", "high")
                .agg(weight.sum().alias("value"))
            )
            joined = questions.join(sums, on=["low", "high"], how="inner")
            value[joined["number"].to_numpy()] = joined["value"].to_numpy()
        return value

    return work


def _questions(snapshot: Snapshot, size: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Sample pairs of authors with a joint paper, each with one of a hundred days."""
    low, high, _ = _joint_papers(snapshot)
    rng = np.random.default_rng(4)
    pairs = rng.integers(len(low), size=size)
    days = np.linspace(snapshot.day[0], snapshot.day[-1], DAYS).astype(np.int32)
    return np.stack((low[pairs], high[pairs]), axis=1), days[rng.integers(DAYS, size=size)]


def _joint_papers(
    snapshot: Snapshot,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return both authors and the day of each pair in a team of at most 100."""
    sizes, rows = snapshot.authored.lengths(), []
    for team in np.unique(sizes[(sizes > 1) & (sizes <= 100)]).tolist():
        papers = np.flatnonzero(sizes == team)
        first, second = np.triu_indices(team, 1)
        at = snapshot.authored.indptr[papers][:, None] + np.arange(team)
        members = snapshot.authored.indices[at]
        pairs = np.sort((members[:, first].ravel(), members[:, second].ravel()), axis=0)
        rows.append((*pairs, np.repeat(snapshot.day[papers], len(first))))
    low, high, day = (np.concatenate(column) for column in zip(*rows, strict=True))
    return low, high, day
