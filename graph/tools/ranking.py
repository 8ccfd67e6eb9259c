"""Ranking of the papers of a group by an indicator, and selection by years."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.indicators import disruption
from scinet.graph.snapshot import Snapshot

Places: TypeAlias = NDArray[np.int64]


def filter_years(
    snapshot: Snapshot, places: Places, since: int | None, until: int | None
) -> Places:
    """Select papers of some years, both inclusive, in the same order."""
    days = snapshot.day[places].astype("datetime64[D]")
    year = days.astype("datetime64[Y]").astype(np.int64) + 1970
    first = -np.inf if since is None else since
    last = np.inf if until is None else until
    return places[(year >= first) & (year <= last)]


def rank_cited(snapshot: Snapshot, places: Places) -> Places:
    """Rank papers by citations; ties to the earlier one."""
    return places[np.lexsort((places, -snapshot.citations[places]))]


def rank_disruptive(
    snapshot: Snapshot, places: Places, *, min_references: int, min_citations: int
) -> tuple[Places, disruption.DisruptionCounts]:
    """Rank papers by disruption without a window, ties by later papers; and return all counts."""
    counts = disruption.compute_disruption(snapshot, window_years=None, focal=places)
    citing = counts.n_i + counts.n_j
    references = snapshot.ordered.lengths()[places]
    selected = np.flatnonzero((references >= min_references) & (citing >= max(1, min_citations)))
    order = np.lexsort((places[selected], -citing[selected], -counts.di[selected]))
    return places[selected[order]], counts


def rank_novel(
    snapshot: Snapshot, places: Places, value: NDArray[np.float64], *, min_references: int
) -> Places:
    """Rank papers by a percentile; low is novel, NaN unknown, ties to the more cited."""
    references = snapshot.ordered.lengths()[places]
    selected = places[~np.isnan(value[places]) & (references >= min_references)]
    return selected[np.lexsort((selected, -snapshot.citations[selected], value[selected]))]
