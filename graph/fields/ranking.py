"""Ranking of the papers of a field by several criteria."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.extension import suggest
from scinet.graph.analysis.paper_map import byline
from scinet.graph.db.connection import Database
from scinet.graph.fields.groups import Field
from scinet.graph.fields.result_cache import load_or_compute
from scinet.graph.fields.themes import recent_start
from scinet.graph.indicators import citations, disruption, novelty, sleeping
from scinet.graph.paths import main_path
from scinet.graph.schema.choices import Leading
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot, grouping
from scinet.graph.snapshot.csr import Int64
from scinet.graph.snapshot.grouping import Grouping

# Score of each paper of a field, larger first and NaN if undefined; the number that it rests on,
# which orders equal scores; and columns to show.
Ranked: TypeAlias = tuple[NDArray[np.float64], NDArray[Any], Mapping[str, NDArray[Any]]]
# Citing papers and references that a ranked paper has at least: few make extreme values.
_FLOORS: Final[Mapping[str, tuple[int, int]]] = {
    "disruptive": (10, 5),
    "novel": (0, 5),
    "bridging": (5, 0),
}


def rank_papers(
    database: Database,
    past: Snapshot,
    field: Field,
    *,
    rank: Leading = "cited",
    limit: int | None = 20,
    min_citations: int | None = None,
    min_references: int | None = None,
    cache: Path | None = None,
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Rank the papers of a field; see :meth:`scinet.Graph.leading`."""
    if rank == "main-path":
        shown, columns = _rank_main_path(past, field.papers)
        about = {"ranked": len(shown), "tied": 0, "min_citations": 0, "min_references": 0}
    else:
        citing, cited = _FLOORS.get(rank, (0, 0))
        floors = {
            "min_citations": citing if min_citations is None else min_citations,
            "min_references": cited if min_references is None else min_references,
        }
        shown, columns, counts = _top_papers(database, past, field, rank, limit, floors, cache)
        about = {**counts, **floors}
    rows = [
        {
            "paper_id": str(past.paper_id[paper]),
            "title": past.title[paper],
            "date": date_of(int(past.day[paper])),
            "authors": byline(past, paper),
            "citations": int(past.citations[paper]),
        }
        | {name: column[i].item() for name, column in columns.items()}
        for i, paper in enumerate(shown.tolist())
    ]
    return rows, about


def _top_papers(
    database: Database,
    past: Snapshot,
    field: Field,
    rank: Leading,
    limit: int | None,
    floors: Mapping[str, int],
    cache: Path | None,
) -> tuple[Int64, Mapping[str, NDArray[Any]], dict[str, int]]:
    """Return the papers with the largest scores, their columns, and how many share the first."""
    places = field.papers
    if rank == "novel":
        value, evidence, columns = _rank_novel(database, past, places, cache)
    elif rank in _RANKS:
        value, evidence, columns = _RANKS[rank](past, places, field.groups)
    else:
        raise DataError(f"papers by {rank!r}", hint=suggest(rank, get_args(Leading)))
    if any(floors.values()):
        later = np.bincount(past.ordered.indices, minlength=past.num_papers)[places]
        references = past.ordered.lengths()[places]
        value[(later < floors["min_citations"]) | (references < floors["min_references"])] = np.nan
    order = np.lexsort((-past.citations[places], -evidence, -value))
    order = order[~np.isnan(value[order])]
    tied = int(np.sum(value == value[order[0]])) if len(order) else 0
    counts = {"ranked": len(order), "tied": tied}
    order = order[:limit]
    return places[order], {name: column[order] for name, column in columns.items()}, counts


def _rank_main_path(past: Snapshot, papers: Int64) -> tuple[Int64, Mapping[str, NDArray[Any]]]:
    path = main_path(past, papers=papers)
    shown = np.array([past.index(paper) for paper in path.papers], dtype=np.int64)
    return shown, {"spc": np.array([np.nan, *path.spc])[: len(shown)]}


def _rank_cited(past: Snapshot, papers: Int64, _: Grouping) -> Ranked:
    value = past.citations[papers].astype(np.float64)
    return value, value, {}


def _rank_rising(past: Snapshot, papers: Int64, _: Grouping) -> Ranked:
    """Score by citations of the last two years less those of the two before."""
    later, both = (
        citations.citation_counts(past, since=date_of(recent_start(past, years)))[papers]
        for years in (2, 4)
    )
    gain = 2 * later - both
    columns = {"recent": later, "before_that": both - later}
    return np.where(gain > 0, gain, np.nan), later, columns


def _rank_disruptive(past: Snapshot, papers: Int64, _: Grouping) -> Ranked:
    """Score as in the statement ``field/most_disruptive``."""
    counts = disruption.compute_disruption(past, window_years=None, focal=papers)
    references = past.ordered.lengths()[papers]
    columns = {"di": counts.di, "n_i": counts.n_i, "n_j": counts.n_j, "references": references}
    return np.where(references > 0, counts.di, np.nan), counts.n_i + counts.n_j, columns


def _rank_sleeping(past: Snapshot, papers: Int64, _: Grouping) -> Ranked:
    beauty = sleeping.compute_beauty(past)
    value = beauty.coefficient[papers]
    columns = {
        "sleeping_beauty": value,
        "awakening_years": beauty.awakening_years[papers],
        "peak_years": beauty.peak_years[papers],
    }
    return np.where(value > 0, value, np.nan), value, columns


def _rank_bridging(past: Snapshot, papers: Int64, groups: Grouping) -> Ranked:
    """Score by participation: 1 - the sum over fields of the squared share of links to each.

    Source:
        Guimera and Amaral (2005), doi:10.1038/nature03288.
    """
    place = np.full(past.num_papers, -1, dtype=np.int64)
    place[papers] = np.arange(len(papers))
    ends = past.cites.row_numbers(), past.cites.indices
    source, target = (np.concatenate(pair) for pair in (ends, ends[::-1]))
    is_defined = (place[source] >= 0) & (groups.code[target] >= 0) & (source != target)
    paper, field = place[source[is_defined]], groups.code[target[is_defined]].astype(np.int64)
    pair, times = np.unique(paper * groups.num_groups + field, return_counts=True)
    paper = pair // groups.num_groups
    links = np.bincount(paper, times, minlength=len(papers))
    squares = np.bincount(paper, times.astype(np.float64) ** 2, minlength=len(papers))
    value = 1 - squares / np.maximum(links, 1) ** 2
    columns = {
        "participation": value,
        "links": links.astype(np.int64),
        "fields": np.bincount(paper, minlength=len(papers)),
    }
    return np.where(value > 0, value, np.nan), links, columns


def _rank_novel(database: Database, past: Snapshot, papers: Int64, cache: Path | None) -> Ranked:
    """Score by the tenth percentile of z over pairs of cited venues; lower is more novel."""

    def compute() -> dict[str, Any]:
        try:
            venues = grouping.group_papers(past, "venue", database=database)
        except DataError:
            return {name: [None] * past.num_papers for name in ("p10", "median", "pairs")}
        scores = novelty.compute_novelty(past, venues.code)
        return {"p10": scores.p10, "median": scores.median, "pairs": scores.pairs}

    scores = load_or_compute(cache, past, "novelty", compute)
    columns = {name: np.array(values, dtype=np.float64)[papers] for name, values in scores.items()}
    return -columns["p10"], columns["pairs"], columns


_RANKS: Final[Mapping[str, Callable[[Snapshot, Int64, Grouping], Ranked]]] = {
    "cited": _rank_cited,
    "rising": _rank_rising,
    "disruptive": _rank_disruptive,
    "bridging": _rank_bridging,
    "sleeping": _rank_sleeping,
}
