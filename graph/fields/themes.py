"""Relations between fields: sizes, citations, centrality and density."""

from typing import Any, Final

import numpy as np

from scinet.graph.indicators.normalised import publication_year
from scinet.graph.schema.dates import add_years, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.grouping import Grouping

RECENT: Final = 2  # years


def themes(
    past: Snapshot, groups: Grouping
) -> tuple[list[dict[str, Any]], list[tuple[str, str, int]]]:
    """Return one row per field, the largest first; and the citations between every two.

    Ties between papers are citations, each of strength 1. ``centrality`` sums those that join a
    field with others, ``density`` those inside it, divided by its papers.

    Returns:
        Rows; and the id of the citing field, of the cited one, and the number of citations.

    Source:
        Callon, Courtial and Laville (1991), doi:10.1007/BF02019280, for words and themes.
    """
    size = groups.num_groups
    inside = groups.code >= 0
    code = groups.code[inside]
    papers = np.bincount(code, minlength=size)
    citing, cited = past.cites.row_numbers(), past.cites.indices
    a, b = (groups.code[ends].astype(np.int64) for ends in (citing, cited))
    is_valid = (a >= 0) & (b >= 0) & (citing != cited)
    pair, times = np.unique(a[is_valid] * size + b[is_valid], return_counts=True)
    source, target = pair // size, pair % size
    ties = np.bincount(source[source == target], times[source == target], minlength=size)
    apart = source != target
    source, target, times = source[apart], target[apart], times[apart]
    centrality = sum(np.bincount(end, times, minlength=size) for end in (source, target))
    year = publication_year(past)[inside]
    since = recent_start(past)
    columns = {
        "papers": papers,
        "citations": np.bincount(code, past.citations[inside], minlength=size).astype(np.int64),
        "recent": np.bincount(code[past.day[inside] >= since], minlength=size),
        "mean_year": np.bincount(code, year, minlength=size) / papers,
        "centrality": np.asarray(centrality, dtype=np.int64),
        "density": ties / papers,
    }
    order = np.lexsort((groups.id.astype(str), -papers)).tolist()
    rows = [
        {"field_id": groups.id[i], "name": groups.name[i]}
        | {name: column[i].item() for name, column in columns.items()}
        for i in order
    ]
    between = zip(groups.id[source], groups.id[target], times.tolist(), strict=True)
    return rows, list(between)


def recent_start(past: Snapshot, years: int = RECENT) -> int:
    """Return the first day of the last years before the cutoff, or up to the newest paper."""
    newest = int(past.day[-1]) + 1 if past.num_papers else 0
    end = newest if past.before is None else day_of(past.before)
    return int(add_years(np.array([end], dtype=np.int32), -years)[0])
