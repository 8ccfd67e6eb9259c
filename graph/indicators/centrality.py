"""Centrality of papers and authors as a table."""

from datetime import date
from pathlib import Path

import numpy as np

from scinet.errors import DataError
from scinet.extension import suggest
from scinet.graph import links
from scinet.graph.db.connection import Database
from scinet.graph.indicators import betweenness
from scinet.graph.indicators import citations as counting
from scinet.graph.indicators import pagerank as walks
from scinet.graph.indicators.table import IndicatorTable, rank_table
from scinet.graph.links import Network
from scinet.graph.schema.choices import Centrality
from scinet.graph.snapshot import read_snapshot


def centrality_table(
    database: Database,
    by: Centrality = "pagerank",
    *,
    network: Network = "citation",
    before: date | None = None,
    damping: float = 0.85,
    tau_years: float = 2.6,
    alpha: float = 0.5,
    directed: bool = False,
    sources: int | None = None,
    seed: int = 0,
    cache: Path | None = None,
) -> IndicatorTable:
    """Rank papers by PageRank or CiteRank, or papers or authors by betweenness."""
    if by not in (names := ("pagerank", "citerank", "betweenness")):
        raise DataError(f"no centrality {by!r}", hint=suggest(by, names))
    if by != "betweenness" and (network != "citation" or directed or sources is not None):
        raise DataError(
            f"{by} with network, directed or sources", hint="These are options of betweenness."
        )
    if by == "betweenness":
        return _betweenness(database, network, before, directed, sources, seed, cache)
    past = read_snapshot(database, before, cache=cache)
    name = "page_rank" if by == "pagerank" else "cite_rank"
    value = (
        walks.page_rank(past, damping=damping)
        if by == "pagerank"
        else walks.cite_rank(past, tau_years=tau_years, alpha=alpha)
    )
    order = np.argsort(-value, kind="stable")
    return rank_table(
        past.paper_id, {name: value}, order, left_out=counting.excluded_counts(past), snapshot=past
    )


def _betweenness(
    database: Database,
    network: Network,
    before: date | None,
    directed: bool,  # noqa: FBT001 - private
    sources: int | None,
    seed: int,
    cache: Path | None,
) -> IndicatorTable:
    if directed and network != "citation":
        raise DataError(f"directed with network {network}", hint="Only citations go one way.")
    past = read_snapshot(database, before, cache=cache)
    adjacency = past.cites if directed else links.network(past, network)
    count = betweenness.choose_sources(adjacency) if sources is None else sources
    result = betweenness.betweenness(adjacency, directed=directed, sources=count, seed=seed)
    exact = "exact" if result.is_exact else f"an estimate, seed {seed}"
    notes = (f"sources: {result.sources:,} of {len(result.value):,}, {exact}",)
    ids, value = links.node_ids(past, network), result.value
    order = betweenness.rank_descending(value, ids)
    key = "author_id" if network == "coauthor" else "paper_id"
    return IndicatorTable(key, ids[order], {"betweenness": value[order]}, {}, notes, past)
