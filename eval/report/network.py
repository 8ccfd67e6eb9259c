"""Network statistics of the report: size, years, disruption, a path."""

from collections.abc import Iterable, Sequence
from datetime import date

import numpy as np

from scinet.eval.task import Row
from scinet.graph.indicators import citations, disruption
from scinet.graph.paths import BestPath, most_cited_path
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot

_MIN_CITATIONS = 20
_MIN_PAPERS = 100
_MAX_LISTED = 10
_WINDOW_YEARS = 5
_MAX_TRIED = 200  # recent papers tried as the end of the path


def count_per_year(snapshot: Snapshot) -> list[tuple[int, int, int]]:
    """Count papers of each year and the citations they make, from the first to the last year."""
    if snapshot.num_papers == 0:
        return []
    year = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    first = int(year[0])
    papers = np.bincount(year - first)
    citation_counts = np.bincount(year - first, weights=snapshot.cites.lengths()).astype(np.int64)
    return [
        (first + i, int(p), int(c))
        for i, (p, c) in enumerate(zip(papers, citation_counts, strict=True))
    ]


def find_reference_drop(years: Sequence[tuple[int, int, int]]) -> Row | None:
    """Return the latest year in which references per paper fell by a third or more, or None.

    The row holds ``year`` and the references per paper ``before`` and ``after``.

    Args:
        years: As :func:`count_per_year` returns them. Pairs of years with fewer than 100 papers in
            one of them are skipped: they fall by chance.
    """
    for (_, papers, citation_counts), (year, later_papers, later_made) in zip(
        years[-2::-1], years[:0:-1], strict=True
    ):
        if min(papers, later_papers) >= _MIN_PAPERS:
            before, after = citation_counts / papers, later_made / later_papers
            if after <= before * 2 / 3:
                return {"year": year, "before": before, "after": after}
    return None


def rank_by_disruption(snapshot: Snapshot) -> Row:
    """Rank papers by disruption (DI) in a five-year window.

    Among papers with references and at least 20 citing papers in the window, whose window was over
    when the snapshot ends: small or unfinished counts reach the extremes by chance.

    Returns:
        ``most``: the papers above 0, highest DI first, ties by more citing papers, then by id;
        ``least``: those below 0, lowest first; ``eligible`` and ``median``: number and median DI of
        the ranked papers; ``undefined``: papers without a CD; ``open``: papers whose window is not
        over; ``fewest`` and ``window_years``: the selection criteria.
    """
    counts = disruption.compute_disruption(snapshot, window_years=_WINDOW_YEARS)
    citing = counts.n_i + counts.n_j
    cd, di = counts.cd, counts.di
    enough = (
        (citing >= _MIN_CITATIONS)
        & ~counts.is_open
        & (snapshot.ordered.lengths() > 0)
        & ~np.isnan(cd)
    )
    papers = np.flatnonzero(enough)
    ids = snapshot.paper_id[papers].astype(str)
    order = papers[np.lexsort((ids, -citing[papers], -di[papers]))]
    lowest = papers[np.lexsort((ids, -citing[papers], di[papers]))]

    def listed(positions: Iterable[np.integer]) -> list[Row]:
        return [
            {
                "paper_id": str(snapshot.paper_id[i]),
                "title": str(snapshot.title[i] or snapshot.paper_id[i]),
                "year": date_of(int(snapshot.day[i])).year,
                **{name: getattr(counts, name)[i] for name in ("n_i", "n_j", "n_k", "cd", "di")},
            }
            for i in positions
        ]

    return {
        "most": listed(order[di[order] > 0][:_MAX_LISTED]),
        "least": listed(lowest[di[lowest] < 0][:_MAX_LISTED]),
        "eligible": len(order),
        "undefined": int(np.isnan(cd).sum()),
        "open": int(counts.is_open.sum()),
        "fewest": _MIN_CITATIONS,
        "window_years": _WINDOW_YEARS,
        "median": float(np.median(di[order])) if len(order) else float("nan"),
    }


def find_famous_path(snapshot: Snapshot) -> BestPath | None:
    """Find the most-cited path from the most cited paper to a recent, much cited one.

    The end is the most cited paper of the last two calendar years with a chain of references to the
    start, other than a direct citation; only the 200 most cited are tried. None when there is no
    such path.
    """
    if snapshot.num_papers == 0:
        return None
    cited = citations.citation_counts(snapshot)
    start = int(np.argmax(cited))
    last = date_of(int(snapshot.day[-1]))
    recent = int(np.searchsorted(snapshot.day, day_of(date(last.year - 1, 1, 1))))
    direct = set(snapshot.ordered_by.row(start).tolist())
    late = recent + np.argsort(-cited[recent:], kind="stable")
    for end in late[:_MAX_TRIED]:
        if int(end) in direct or end <= start:
            continue
        path = most_cited_path(snapshot, str(snapshot.paper_id[start]), str(snapshot.paper_id[end]))
        if path.papers:
            return path
    return None
