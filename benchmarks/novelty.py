"""Novelty of papers versus a package that samples permutations."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.arrays import snapshot_of
from benchmarks.workload import Answer, DifferenceError, Job
from scinet.graph.indicators.novelty import compute_novelty
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32

SAMPLES: Final = 10  # default of pyscisci
_LEAST: Final = 0.5  # sampling alone gives no lower rank correlation


def all_years(job: Job) -> Callable[[], Answer]:
    """Ours: 10th percentile of z of every paper, about 90 papers to a journal, at most 300."""
    snapshot = snapshot_of(job.room)
    return _exact(snapshot, journals(job.room, _few(snapshot)), None)


def all_years_by_pyscisci(job: Job) -> Callable[[], Answer]:
    """pyscisci: the same from ten permutations."""
    snapshot = snapshot_of(job.room)
    every = np.ones(snapshot.num_papers, dtype=bool)
    return _pyscisci(snapshot, journals(job.room, _few(snapshot)), every)


def one_year(job: Job) -> Callable[[], Answer]:
    """Ours: novelty of the papers of the average year, 500 papers to a journal, at most 2,000."""
    snapshot = snapshot_of(job.room)
    inside = np.where(_average_year(snapshot), 0, -1).astype(np.int32)
    return _exact(snapshot, journals(job.room, _many(snapshot)), inside)


def one_year_by_pyscisci(job: Job) -> Callable[[], Answer]:
    """pyscisci: the same from ten permutations."""
    snapshot = snapshot_of(job.room)
    return _pyscisci(snapshot, journals(job.room, _many(snapshot)), _average_year(snapshot))


def same_order(ours: Answer, theirs: Answer) -> str:
    """Compare the rankings of papers: sampled values are never equal."""
    from scipy.stats import spearmanr  # slow to import, and its processes would bear it

    both = np.isfinite(ours) & np.isfinite(theirs)
    correlation = float(spearmanr(ours[both], theirs[both]).statistic)
    if not correlation >= _LEAST:
        raise DifferenceError(f"their rank correlation is {correlation:.3f}")
    return f"Spearman {correlation:.4f} of {int(both.sum()):,} papers"


def journals(room: Path, number: int) -> Int32:
    """Assign a journal to each paper: few large and many small ones per topic."""
    topic = np.load(room / "topic.npy")
    topics = int(topic.max()) + 1
    share = np.random.default_rng(1).random(len(topic)) ** 2
    return np.asarray((topic + share) * number / topics).astype(np.int32)


def _few(snapshot: Snapshot) -> int:
    return min(300, max(4, snapshot.num_papers // 90))


def _many(snapshot: Snapshot) -> int:
    return min(2_000, max(4, snapshot.num_papers // 500))


def _exact(snapshot: Snapshot, items: Int32, stratum: Int32 | None) -> Callable[[], Answer]:
    first = np.where(np.arange(snapshot.num_papers) < 500, 0, -1).astype(np.int32)
    compute_novelty(snapshot, items, stratum=first)  # compiles
    return lambda: compute_novelty(snapshot, items, stratum=stratum).p10


def _pyscisci(snapshot: Snapshot, items: Int32, chosen: NDArray[np.bool_]) -> Callable[[], Answer]:
    import pandas as pd
    from pyscisci.methods.novelty import novelty_conventionality  # type: ignore[import-untyped]

    size = snapshot.num_papers
    papers = pd.DataFrame(
        {"PublicationId": np.arange(size), "Year": _years(snapshot), "JournalId": items}
    )
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    frame = pd.DataFrame(
        {"CitingPublicationId": citing[chosen[citing]], "CitedPublicationId": cited[chosen[citing]]}
    )

    def work() -> Answer:
        np.random.seed(1)  # noqa: NPY002 - it has no seed of its own
        with np.errstate(all="ignore"):
            novelty: Any = novelty_conventionality(papers, frame, n_samples=SAMPLES)
        values = np.full(size, np.nan)
        values[novelty["PublicationId"].to_numpy()] = novelty["NoveltyScore"].astype(float)
        return values

    return work


def _years(snapshot: Snapshot) -> NDArray[np.int64]:
    stamps = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]")
    return stamps.astype(np.int64) + 1970


def _average_year(snapshot: Snapshot) -> NDArray[np.bool_]:
    """Select the year whose number of reference pairs is nearest to the mean."""
    length = snapshot.ordered.lengths().astype(float)
    year = _years(snapshot)
    pairs = np.bincount(year - year.min(), length * (length - 1))
    return np.asarray(year == year.min() + int(np.argmin(np.abs(pairs - pairs.mean()))))
