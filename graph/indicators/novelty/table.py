"""Novelty of papers as a table, and the pairs behind the novelty of one."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.indicators import novelty
from scinet.graph.indicators.table import (
    IndicatorTable,
    positions,
    rank_table,
    refuse_write_before,
    resolve_ids,
)
from scinet.graph.indicators.write import write_numbers as store
from scinet.graph.snapshot import grouping, read_snapshot


def novelty_table(
    database: Database,
    *,
    item: str = "venue",
    stratum: str | None = None,
    papers: Sequence[str] | None = None,
    before: date | None = None,
    write: bool = False,
    cache: Path | None = None,
) -> IndicatorTable:
    """Rank papers by the atypicality of their combinations of references, most novel first."""
    refuse_write_before(before, write=write)
    if write and stratum is not None:
        raise DataError("write with stratum", hint="Leave one of them out.")
    ids = resolve_ids(database, papers, before)
    past = read_snapshot(database, before, cache=cache)
    items = grouping.group_papers(past, item, database=database).code
    strata = (
        None if stratum is None else grouping.group_papers(past, stratum, database=database).code
    )
    scores = novelty.compute_novelty(past, items, stratum=strata)
    stored = None
    if write:
        values = {"novelty_p10": scores.p10, "novelty_median": scores.median}
        graph = past.graph_fingerprint
        stored = store(
            database, past.paper_id.tolist(), values, graph_fingerprint=graph, group=item
        )
    selected = np.arange(past.num_papers) if ids is None else positions(past, ids)
    undefined = int(np.isnan(scores.p10[selected]).sum())
    # NaN sorts last; equal values stay in time order.
    order = selected[np.argsort(scores.p10[selected], kind="stable")]
    # First what is not in the snapshot, such as references without a record.
    left_out = {k: n for k, n in past.left_out.items() if n} | dict(scores.left_out)
    return rank_table(
        past.paper_id,
        {"p10": scores.p10, "median": scores.median, "pairs": scores.pairs},
        order,
        left_out=left_out,
        notes=(f"papers without a pair: {undefined:,} of {len(selected):,}",),
        snapshot=past,
        stored=stored,
    )


def novelty_pair_rows(
    database: Database,
    paper: str,
    *,
    item: str = "venue",
    stratum: str | None = None,
    before: date | None = None,
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """Return a paper's item pairs, the most atypical first; see :func:`novelty_table`."""
    [stored] = resolve_ids(database, [paper], before) or [paper]
    past = read_snapshot(database, before, cache=cache)
    items = grouping.group_papers(past, item, database=database)
    strata = (
        None if stratum is None else grouping.group_papers(past, stratum, database=database).code
    )
    pairs = novelty.explain_pairs(past, items.code, past.index(stored), stratum=strata)
    columns = {
        "first_id": items.id[pairs.first],
        "first": items.name[pairs.first],
        "second_id": items.id[pairs.second],
        "second": items.name[pairs.second],
    }
    columns |= {n: getattr(pairs, n) for n in ("times", "count", "expected", "variance", "z")}
    values = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [dict(zip(columns, row, strict=True)) for row in values]
