"""Novelty of papers as a table, and the pairs behind the novelty of one."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from scinet.errors import DataError
from scinet.graph import grouping
from scinet.graph.connection import Database
from scinet.graph.indicators import novelty
from scinet.graph.indicators.table import Table, positions, ranked, refuse_write_before, stored_ids
from scinet.graph.indicators.write import write as store
from scinet.graph.snapshot import read


def novelty_table(
    database: Database,
    *,
    item: str = "venue",
    stratum: str | None = None,
    papers: Sequence[str] | None = None,
    before: date | None = None,
    write: bool = False,
    cache: Path | None = None,
) -> Table:
    """How atypically papers combine what they cite, most novel first."""
    refuse_write_before(before, write=write)
    if write and stratum is not None:
        raise DataError("write with stratum", hint="Leave one of them out.")
    ids = stored_ids(database, papers, before)
    past = read(database, before, cache=cache)
    items = grouping.of(past, item, database=database).code
    strata = None if stratum is None else grouping.of(past, stratum, database=database).code
    found = novelty.on_arrays(past, items, stratum=strata)
    stored = None
    if write:
        values = {"novelty_p10": found.p10, "novelty_median": found.median}
        graph = past.graph_fingerprint
        stored = store(
            database, past.paper_id.tolist(), values, graph_fingerprint=graph, group=item
        )
    chosen = np.arange(past.num_papers) if ids is None else positions(past, ids)
    undefined = int(np.isnan(found.p10[chosen]).sum())
    # NaN sorts last; equal values stay in time order.
    order = chosen[np.argsort(found.p10[chosen], kind="stable")]
    # What the arrays never held, such as references without a record, then what made no slot.
    left_out = {k: n for k, n in past.left_out.items() if n} | dict(found.left_out)
    return ranked(
        past.paper_id,
        {"p10": found.p10, "median": found.median, "pairs": found.pairs},
        order,
        left_out=left_out,
        notes=(f"papers without a pair: {undefined:,} of {len(chosen):,}",),
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
    """The pairs that a paper combines, the most atypical first; see :func:`novelty_table`."""
    [stored] = stored_ids(database, [paper], before) or [paper]
    past = read(database, before, cache=cache)
    items = grouping.of(past, item, database=database)
    strata = None if stratum is None else grouping.of(past, stratum, database=database).code
    found = novelty.pairs_of(past, items.code, past.index(stored), stratum=strata)
    columns = {
        "first_id": items.id[found.first],
        "first": items.name[found.first],
        "second_id": items.id[found.second],
        "second": items.name[found.second],
    }
    columns |= {n: getattr(found, n) for n in ("times", "count", "expected", "variance", "z")}
    values = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [dict(zip(columns, row, strict=True)) for row in values]
