"""Growth of time and memory of the heavy jobs with the size of the network.

Each job runs at each size in a process of its own. The work is counted and not timed: the items
that any program must read. Where time and work grow with one exponent, the growth is that of the
network.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from benchmarks import arrays, disruption, links
from benchmarks.arrays import about
from benchmarks.clock import timed
from scinet import machine
from scinet.errors import ScinetError
from scinet.experiments.process import run_once
from scinet.graph.indicators.pagerank import page_rank
from scinet.graph.links.decay import coauthorship
from scinet.graph.links.features import neighbour_features
from scinet.graph.links.networks import network
from scinet.graph.paths import most_cited_path
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

NAME: Final = "growth"
SIZES: Final = {
    "small": (500, 1_000, 2_000),
    "full": (10_000, 100_000, 1_000_000, 5_000_000, 10_000_000),
}
_BYTES_PER_PAPER: Final = 2_000
_PAIRS: Final = 20
_HALF_LIFE: Final = 1_000.0
_STYLES: Final = ("-", "--", "-.", ":")
_INCHES: Final = (9, 4.2)

Prepared: TypeAlias = tuple[Callable[[], object], Callable[[], int]]
"""The job, and the function that counts its work."""


def measure(sizes: tuple[int, ...], *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Run every job at every size.

    Returns:
        ``rows``, one for each job and size: seconds, peak memory, amount and unit of work, work per
        second; a failed one has its ``error`` instead. ``fits``, one for each job: exponents of
        time and work over papers. And the machine.
    """
    before = machine.machine_facts()["load_average"]
    rows = [
        {"job": job, "unit": unit, "papers": papers, **_measure_at(job, papers, networks, seed)}
        for papers in sizes
        for job, (unit, _) in JOBS.items()
    ]
    fits = [{"job": job, **_fit([row for row in rows if row["job"] == job])} for job in JOBS]
    result = about(NAME, "time, memory and work by size", max(sizes), seed, before)
    return {**result, "rows": rows, "fits": fits}


def exponent(papers: list[int], amount: list[float]) -> float | None:
    """Return the slope in log-log scale; None for fewer than two sizes."""
    if len(papers) < 2:
        return None
    return float(np.polyfit(np.log(papers), np.log(amount), 1)[0])


def draw(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw time and peak memory of each job over papers as SVG, reproducible byte by byte."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    done = [row for row in rows if "error" not in row]
    with mpl.rc_context({"svg.hashsalt": "scinet", "font.size": 8}):
        figure = Figure(figsize=_INCHES, layout="constrained")
        panels = figure.subplots(1, 2)
        columns = (("seconds", "seconds"), ("peak_mib", "peak memory, MiB"))
        for axes, (name, title) in zip(panels, columns, strict=True):
            for number, job in enumerate(dict.fromkeys(row["job"] for row in done)):
                points = [(row["papers"], row[name]) for row in done if row["job"] == job]
                style = _STYLES[number % len(_STYLES)]
                axes.plot(*zip(*points, strict=True), style, marker=".", label=job)
            axes.set(xscale="log", yscale="log", xlabel="papers", title=title)
            axes.grid(alpha=0.3)
        labels = panels[0].get_legend_handles_labels()
        figure.legend(*labels, loc="outside lower center", ncols=2)
        figure.savefig(file, format="svg", metadata={"Date": None})


def _measure_at(job: str, papers: int, networks: Path, seed: int) -> dict[str, Any]:
    try:
        room, citations = arrays.ready(job, networks, papers, seed, _BYTES_PER_PAPER)
        limit = arrays.limit_s(papers)
        return {"citations": citations, **run_once(_timed, job, room, limit_s=limit)}
    except ScinetError as error:
        return {"error": f"{error}. {error.hint}"}


def _timed(job: str, room: Path) -> dict[str, Any]:
    work, count = JOBS[job][1](arrays.snapshot_of(room))
    best, _ = timed(work)
    peak = machine.peak_memory_mib()
    amount = count()  # after the peak is read, since it takes memory too
    return {"seconds": best, "peak_mib": peak, "work": amount, "work_per_s": amount / best}


def _fit(rows: list[dict[str, Any]]) -> dict[str, float | None]:
    done = [row for row in rows if "error" not in row]
    columns = ([row[name] for row in done] for name in ("papers", "seconds", "work"))
    papers, seconds, work = columns
    return {"time": exponent(papers, seconds), "work": exponent(papers, work)}


def _pair_features(snapshot: Snapshot) -> Prepared:
    adjacency = network(snapshot, "citation")
    pairs = links.random_pairs(adjacency, snapshot.num_papers // 10)
    neighbour_features(adjacency, pairs[:10])  # compiles
    return lambda: neighbour_features(adjacency, pairs), lambda: links.two_hops(adjacency, pairs)


def _path(snapshot: Snapshot) -> Prepared:
    ends = links.chained_pairs(snapshot, _PAIRS)
    most_cited_path(snapshot, *ends[0], max_hops=None)  # compiles
    rows = snapshot.ordered

    def count() -> int:
        places = [(snapshot.index(a), snapshot.index(b)) for a, b in ends]
        return sum(
            _count_reachable(rows.indptr, rows.indices, early, late) for early, late in places
        )

    return lambda: [most_cited_path(snapshot, a, b, max_hops=None) for a, b in ends], count


def _joint_papers(snapshot: Snapshot) -> Prepared:
    few = snapshot.until(date_of(int(snapshot.day[10])))
    coauthorship(few, half_life_days=_HALF_LIFE)  # compiles
    return (
        lambda: coauthorship(snapshot, half_life_days=_HALF_LIFE),
        lambda: len(coauthorship(snapshot, half_life_days=_HALF_LIFE).day),
    )


@njit(cache=True)
def _count_reachable(indptr: Int64, reference: Int32, early: int, late: int) -> int:
    """Count the citations reachable along references from one paper back to another."""
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


# Jobs by title, each with its unit of work and its function.
JOBS: Final[dict[str, tuple[str, Callable[[Snapshot], Prepared]]]] = {
    "CD within five years, every paper": (
        "citations of references",
        lambda past: (disruption.within_window(past), lambda: disruption.visits(past)),
    ),
    "five features of pairs, one for ten papers": ("neighbours of neighbours", _pair_features),
    f"most cited path of any length, {_PAIRS} pairs": ("citations in between", _path),
    "PageRank of every paper": (
        "citations",
        lambda past: (lambda: page_rank(past), lambda: len(past.cites.indices)),
    ),
    "joint papers of all pairs of authors, to be asked at any day": (
        "pairs in papers",
        _joint_papers,
    ),
    "for comparison: the day of every cited paper, copied": (
        "citations",
        lambda past: (lambda: past.day[past.cites.indices], lambda: len(past.cites.indices)),
    ),
}
