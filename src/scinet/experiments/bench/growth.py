"""How time and memory of the heavy jobs grow with the network, from ten thousand papers on.

Each job does each size in a process of its own. Beside the time stands the work, counted and not
timed: what must be looked at, whatever the program. Where both grow with one exponent, only the
network is to blame.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numba
import numpy as np
from numba import njit

from scinet import machine
from scinet.errors import ScinetError
from scinet.experiments.bench import arrays, disruption, links, paths
from scinet.experiments.process import once, peak_mib
from scinet.graph.dates import date_of
from scinet.graph.indicators.position import page_rank
from scinet.graph.links.decay import coauthorship
from scinet.graph.links.features import of_pairs
from scinet.graph.links.networks import network
from scinet.graph.paths import most_cited
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

NAME: Final = "growth"
SIZES: Final = {
    "small": (500, 1_000, 2_000),
    "full": (10_000, 100_000, 1_000_000, 5_000_000),
}
_BYTES_PER_PAPER: Final = 2_000
_REPEATS: Final = 3
_TURNS_S: Final = 5.0  # no further turn is begun that would last beyond
_PAIRS: Final = 20
_HALF_LIFE: Final = 1_000.0


Prepared: TypeAlias = tuple[Callable[[], object], Callable[[], int]]


@dataclass(frozen=True)
class Growing:
    """A job that is done at several sizes.

    Attributes:
        title: What is computed.
        unit: What the work is counted in.
        prepare: Takes the arrays; returns what does the job, and what counts its work.
    """

    title: str
    unit: str
    prepare: Callable[[Snapshot], Prepared]


def measure(sizes: tuple[int, ...], *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Do every job at every size.

    Args:
        sizes: Numbers of papers, ascending.
        networks: Folder that keeps the simulated networks.
        seed: Of the networks.

    Returns:
        ``rows``, one for each job and size: seconds, peak memory, the amount of work and its unit,
        work per second; a size that failed has its ``error`` instead. ``fits``, one for each job:
        exponents of time and of work over papers. And the machine.
    """
    before = machine.facts()["load_average"]
    rows = [
        {"job": job.title, "unit": job.unit, "papers": papers, **_at(key, papers, networks, seed)}
        for papers in sizes
        for key, job in JOBS.items()
    ]
    fits = [{"job": job.title, **_fit(rows, job.title)} for job in JOBS.values()]
    return {
        "name": NAME,
        "title": "time, memory and work by size",
        "papers": max(sizes),
        "seed": seed,
        "threads": numba.get_num_threads(),
        "missing": [],
        "rows": rows,
        "fits": fits,
        "summary": "; ".join(
            f"{fit['job']}: time as papers^{fit['time']:.2f}, work as papers^{fit['work']:.2f}"
            for fit in fits
            if fit["time"] is not None
        ),
        **machine.facts(),
        "load_average_before": before,
    }


def exponent(papers: list[int], amount: list[float]) -> float | None:
    """Slope of a straight line through the logarithms; None for fewer than two sizes."""
    if len(papers) < 2:
        return None
    return float(np.polyfit(np.log(papers), np.log(amount), 1)[0])


def _at(key: str, papers: int, networks: Path, seed: int) -> dict[str, Any]:
    room = networks / f"{papers}-{seed}"
    try:
        machine.refuse_if_too_large(
            f"{papers:,} papers",
            500 + _BYTES_PER_PAPER * papers // 2**20,
            hint=machine.SMALLER,
        )
        made = once(arrays.write, str(room), papers, seed)
        found = once(_timed, key, str(room))
    except ScinetError as error:
        return {"error": f"{error}. {error.hint}"}
    return made | found


def _timed(key: str, room: str) -> dict[str, Any]:
    work, count = JOBS[key].prepare(arrays.snapshot_of(Path(room)))
    seconds: list[float] = []
    while len(seconds) < _REPEATS:
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
        if sum(seconds) * (len(seconds) + 1) / len(seconds) > _TURNS_S:
            break
    best, peak = min(seconds), peak_mib()
    amount = count()  # afterwards, since it takes memory too
    return {
        "seconds": best,
        "turns": len(seconds),
        "peak_mib": peak,
        "work": amount,
        "work_per_s": amount / best,
    }


def _fit(rows: list[dict[str, Any]], title: str) -> dict[str, float | None]:
    done = [row for row in rows if row["job"] == title and "error" not in row]
    papers = [row["papers"] for row in done]
    return {
        "time": exponent(papers, [row["seconds"] for row in done]),
        "work": exponent(papers, [row["work"] for row in done]),
    }


def _disruption(snapshot: Snapshot) -> Prepared:
    return disruption.within_window(snapshot), lambda: disruption.visits(snapshot)


def _pair_features(snapshot: Snapshot) -> Prepared:
    adjacency = network(snapshot, "citation")
    pairs = links.random_pairs(adjacency, snapshot.num_papers // 10)
    of_pairs(adjacency, pairs[:10])  # compiles
    return lambda: of_pairs(adjacency, pairs), lambda: links.two_hops(adjacency, pairs)


def _path(snapshot: Snapshot) -> Prepared:
    ends = paths.chained_pairs(snapshot, _PAIRS)
    most_cited(snapshot, *ends[0], max_hops=None)  # compiles
    references = snapshot.ordered

    def count() -> int:
        return sum(
            _cone(references.indptr, references.indices, snapshot.index(a), snapshot.index(b))
            for a, b in ends
        )

    return lambda: [most_cited(snapshot, a, b, max_hops=None) for a, b in ends], count


def _page_rank(snapshot: Snapshot) -> Prepared:
    return lambda: page_rank(snapshot), lambda: len(snapshot.cites.indices)


def _joint_papers(snapshot: Snapshot) -> Prepared:
    few = snapshot.until(date_of(int(snapshot.day[10])))
    coauthorship(few, half_life_days=_HALF_LIFE)  # compiles
    return (
        lambda: coauthorship(snapshot, half_life_days=_HALF_LIFE),
        lambda: len(coauthorship(snapshot, half_life_days=_HALF_LIFE).day),
    )


@njit(cache=True)
def _cone(indptr: Int64, reference: Int32, early: int, late: int) -> int:
    """Citations among what a chain of references leads to from one paper, back to another."""
    reached = np.zeros(late - early + 1, dtype=np.bool_)
    reached[late - early] = True
    citations = 0
    for paper in range(late, early, -1):
        if reached[paper - early]:
            for entry in range(indptr[paper], indptr[paper + 1]):
                if reference[entry] >= early:
                    reached[reference[entry] - early] = True
                    citations += 1
    return citations


JOBS: Final = {
    "disruption": Growing(
        "CD within five years, every paper", "citations of references", _disruption
    ),
    "pairs": Growing(
        "five features of pairs, one for ten papers", "neighbours of neighbours", _pair_features
    ),
    "path": Growing(
        f"most cited path of any length, {_PAIRS} pairs", "citations in between", _path
    ),
    "page_rank": Growing("PageRank of every paper", "citations", _page_rank),
    "coauthors": Growing(
        "joint papers of all pairs of authors, to be asked at any day",
        "pairs in papers",
        _joint_papers,
    ),
}
