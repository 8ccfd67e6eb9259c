"""Tables of indicators: selection of papers, choice of engine, ranking, and exclusions.

``scinet indicators`` and the methods of a graph return these.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.db import engine as engines
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.db.engine import Engine
from scinet.graph.indicators import ages, disruption, sleeping
from scinet.graph.indicators import citations as counting
from scinet.graph.indicators.authors import author_metrics
from scinet.graph.indicators.normalised import normalise, publication_year
from scinet.graph.indicators.stale_values import COMPUTED
from scinet.graph.indicators.table import (
    IndicatorTable,
    positions,
    rank_table,
    refuse_write_before,
    resolve_ids,
)
from scinet.graph.indicators.windows import Bools, are_open, excludes_open, open_window_notes
from scinet.graph.indicators.write import write_numbers as store
from scinet.graph.schema.choices import OpenWindows
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot, grouping, read_snapshot

Columns: TypeAlias = Mapping[str, NDArray[Any]]
_Computed: TypeAlias = tuple[Columns, tuple[str, ...], Bools | None]
"""Columns of all papers, notes for the reader, and open windows if there is a window."""


def disruption_table(
    database: Database,
    *,
    papers: Sequence[str] | None = None,
    before: date | None = None,
    window_years: int | None = 5,
    windows: int | None = None,
    window_days: int | None = None,
    least: int | None = None,
    open_windows: OpenWindows | None = None,
    engine: Engine | None = None,
    write: bool = False,
    cache: Path | None = None,
) -> IndicatorTable:
    """Rank papers by disruption; ties of di go to the paper cited by more.

    A paper without a reference to an earlier paper of the network has nothing to disrupt: its di is
    1 once it is cited at all. It is shown when named, and left out of the ranking of all. So is one
    whose longest window is open, unless ``open_windows`` says otherwise.
    """
    refuse_write_before(before, write=write)
    options = {"windows": windows, "window_days": window_days, "least": least}
    special = [name for name, value in options.items() if value is not None]
    if len(special) > 1:
        raise DataError(" with ".join(special), hint="Give one of them.")
    if special and engine == "database":
        raise DataError(f"{special[0]} on the database", hint="Only arrays compute it.")
    if write and (window_days or least):
        raise DataError(f"{special[0]} with write", hint="Store numbers of windows in years.")
    ids = resolve_ids(database, papers, before)
    graph = fingerprint.stored_fingerprint(database) if write else ""
    selected = engines.choose_engine(
        "arrays" if special else engine, items=None if ids is None else len(ids)
    )
    extra: dict[str, NDArray[Any]] = {}
    past = focal = None
    if selected == "arrays" or ids is None:
        past = read_snapshot(database, before, cache=cache)
        focal = None if ids is None else positions(past, ids)
        ids = past.paper_id.tolist() if ids is None else ids
    if selected == "database" or past is None:
        result = disruption.compute_in_database(
            database, ids, window_years=window_years, before=before
        )
        counted: dict[int | None, disruption.DisruptionCounts] = {window_years: result}
    elif windows:
        stack = disruption.compute_windows(past, years=windows, focal=focal)
        counted = dict(enumerate(stack, start=1))
    elif least:
        result, extra["fewer_shared"] = disruption.compute_with_threshold(
            past, least=least, window_years=window_years, focal=focal
        )
        counted = {window_years: result}
    else:
        result = disruption.compute_disruption(
            past, window_years=window_years, window_days=window_days, focal=focal
        )
        counted = {window_years: result}
    stored = None
    if write:
        for years, counts in counted.items():
            stored = store(
                database,
                ids,
                _stored_columns(
                    counts.columns(), None if years is None else counts.is_open, open_windows
                ),
                graph_fingerprint=graph,
                window_years=years,
                is_whole=papers is None,
            )
    table = _disruption_rows(
        np.asarray(ids, dtype=object),
        counted,
        extra,
        past,
        windows,
        has_window=bool(windows or window_days or window_years),
        is_ranking=papers is None,
        is_left_out=excludes_open(open_windows, is_ranking=papers is None),
    )
    return replace(table, stored=stored)


def _disruption_rows(
    ids: NDArray[Any],
    counted: Mapping[int | None, disruption.DisruptionCounts],
    extra: Columns,
    past: Snapshot | None,
    windows: int | None,
    *,
    has_window: bool,
    is_ranking: bool,
    is_left_out: bool,
) -> IndicatorTable:
    last = list(counted.values())[-1]
    citing = last.n_i + last.n_j
    order = np.lexsort((ids.astype(str), -citing, -np.nan_to_num(last.di, nan=-2.0)))
    notes: tuple[str, ...] = ()
    if past is not None and is_ranking:
        order = order[past.ordered.lengths()[order] > 0]
        notes = (
            f"{len(ids) - len(order):,} of {len(ids):,} papers have no earlier reference in the"
            " network and so nothing to disrupt: they are left out",
        )
    elif not is_ranking and (bare := np.count_nonzero((citing > 0) & (last.n_j + last.n_k == 0))):
        notes = (
            f"{bare:,} of {len(ids):,} papers are cited while nobody cites their references,"
            " as where none is in the network: their values say little",
        )
    if has_window:
        notes += open_window_notes(last.is_open, is_left_out=is_left_out)
    if is_left_out and is_ranking:  # papers are ranked by the longest window
        order = order[~last.is_open[order]]
    rows = np.repeat(order, len(counted))
    columns: dict[str, NDArray[Any]] = {}
    if windows:
        columns["window"] = np.tile(np.array(list(counted)), len(order))
    for name in ("n_i", "n_j", "n_k", "cd", "di", *(["is_open"] if has_window else [])):
        values = np.stack([getattr(counts, name) for counts in counted.values()], axis=1)
        columns["window_open" if name == "is_open" else name] = values[order].reshape(-1)
    columns |= {name: column[rows] for name, column in extra.items()}
    # Of named papers only closed windows are shown.
    is_shown = ~columns["window_open"] if has_window and is_left_out else slice(None)
    columns = {name: column[is_shown] for name, column in columns.items()}
    left_out = {} if past is None else counting.excluded_counts(past)
    return IndicatorTable("paper_id", ids[rows][is_shown], columns, left_out, notes, past)


def citation_table(
    database: Database,
    *,
    papers: Sequence[str] | None = None,
    before: date | None = None,
    since: date | None = None,
    window_years: int | None = None,
    open_windows: OpenWindows | None = None,
    engine: Engine | None = None,
    write: bool = False,
    cache: Path | None = None,
) -> IndicatorTable:
    """Rank papers by citations, since a day or in their first years.

    Other arguments are those of :func:`disruption_table`.
    """
    refuse_write_before(before, write=write)
    if write and since is not None:
        raise DataError("write with since", hint="Leave one of them out.")
    ids = resolve_ids(database, papers, before)
    graph = fingerprint.stored_fingerprint(database) if write else ""
    past = None
    if engines.choose_engine(engine, items=None if ids is None else len(ids)) == "database":
        ids = read_snapshot(database, before, cache=cache).paper_id.tolist() if ids is None else ids
        counted, is_open = counting.counts_in_database(
            database, ids, before=before, since=since, window_years=window_years
        )
    else:
        past = read_snapshot(database, before, cache=cache)
        selection = slice(None) if ids is None else positions(past, ids)
        counted = counting.citation_counts(past, since=since, window_years=window_years)[selection]
        is_open = are_open(past, (window_years, None))[selection]
        ids = past.paper_id.tolist() if ids is None else ids
    columns: dict[str, NDArray[Any]] = {"citations": counted}
    has_window = window_years is not None
    stored = None
    if write:
        stored = store(
            database,
            ids,
            _stored_columns(columns, is_open if has_window else None, open_windows),
            graph_fingerprint=graph,
            window_years=window_years,
            is_whole=papers is None,
        )
    return rank_table(
        np.asarray(ids, dtype=object),
        columns,
        np.argsort(-counted, kind="stable"),
        is_open=is_open if has_window else None,
        is_left_out=excludes_open(open_windows, is_ranking=papers is None),
        snapshot=past,
        stored=stored,
    )


def normalised_table(
    database: Database, /, *, by: str = "venue", window_years: int | None = None, **how: Any
) -> IndicatorTable:
    """Rank papers by citations relative to the same year and venue, community or field.

    A window is also open where that of a compared paper is. Other arguments are those of
    :func:`disruption_table`.
    """

    def compute(past: Snapshot) -> _Computed:
        groups = grouping.group_papers(past, by, database=database)
        cited = counting.citation_counts(past, window_years=window_years)
        year = publication_year(past)
        scores = normalise(cited, year, groups.code)
        columns = {
            "normalised_citations": scores.score,
            "citations": cited,
            "citation_percentile": scores.percentile,
            "top_share": scores.top_share,
        }
        notes = (f"{groups.ungrouped:,} papers without {by} have no value",)
        if window_years is None:
            return columns, notes, None
        _, cell = np.unique(np.stack([groups.code, year]), axis=1, return_inverse=True)
        is_open = are_open(past, (window_years, None))
        return columns, notes, np.bincount(cell.reshape(-1), is_open)[cell.reshape(-1)] > 0

    return _compute_table(database, compute, group=by, window_years=window_years, **how)


def sleeping_table(database: Database, /, **how: Any) -> IndicatorTable:
    """Rank papers by the sleeping beauty coefficient; see :func:`disruption_table`."""

    def compute(past: Snapshot) -> _Computed:
        beauty = sleeping.compute_beauty(past)
        return (
            {
                "sleeping_beauty": beauty.coefficient,
                "awakening_years": beauty.awakening_years,
                "peak_years": beauty.peak_years,
            },
            (),
            None,
        )

    return _compute_table(database, compute, **how)


def age_table(database: Database, /, *, cited: bool = False, **how: Any) -> IndicatorTable:
    """Rank papers by the age of their references, or by their age when cited.

    The order is by the median, which has no window: papers stay whose first five years go on. Other
    arguments are those of :func:`disruption_table`.
    """

    def compute(past: Snapshot) -> _Computed:
        result = (ages.citation_ages if cited else ages.reference_ages)(past)
        names = ("median_years", "mean_years", "recent_share", "counted")
        columns = {name: getattr(result, name) for name in names}
        return columns, (), are_open(past, (ages.RECENT_YEARS, None)) if cited else None

    return _compute_table(database, compute, open_windows="marked", **how)


def author_table(
    database: Database,
    *,
    authors: Sequence[str] | None = None,
    before: date | None = None,
    cache: Path | None = None,
) -> IndicatorTable:
    """Rank authors by h, with papers, citations, g, i10 and m."""
    ids = None
    if authors is not None:
        ids = [identify.identify(database, "author", author, before=before) for author in authors]
    past = read_snapshot(database, before, cache=cache)
    metrics = author_metrics(past)
    order = np.lexsort((-metrics.citations, -metrics.h_index))
    if ids is not None:
        order = order[np.isin(past.author_id[order], ids)]
    names = ("papers", "citations", "h_index", "g_index", "i10", "m_quotient")
    columns = {"name": past.author_name[order]}
    columns |= {name: getattr(metrics, name)[order] for name in names}
    return IndicatorTable("author_id", past.author_id[order], columns, snapshot=past)


def _compute_table(
    database: Database,
    compute: Callable[[Snapshot], _Computed],
    *,
    papers: Sequence[str] | None = None,
    before: date | None = None,
    open_windows: OpenWindows | None = None,
    write: bool = False,
    group: str | None = None,
    window_years: int | None = None,
    cache: Path | None = None,
) -> IndicatorTable:
    """Compute for all papers and show some; the first column ranks, undefined values last."""
    refuse_write_before(before, write=write)
    paper_ids = resolve_ids(database, papers, before)
    past = read_snapshot(database, before, cache=cache)
    wanted = None if paper_ids is None else positions(past, paper_ids)
    columns, notes, is_open = compute(past)
    stored = None
    if write:
        indicators = {name: columns[name] for name in columns if name in COMPUTED}
        ids = past.paper_id.tolist()
        stored = store(
            database,
            ids,
            _stored_columns(indicators, is_open, open_windows),
            graph_fingerprint=past.graph_fingerprint,
            group=group,
            window_years=window_years,
        )
    order = np.argsort(-np.nan_to_num(next(iter(columns.values())), nan=-np.inf), kind="stable")
    if wanted is not None:
        order = order[np.isin(order, wanted)]
    return rank_table(
        past.paper_id,
        columns,
        order,
        is_open=is_open,
        is_left_out=excludes_open(open_windows, is_ranking=papers is None),
        left_out=counting.excluded_counts(past),
        notes=notes,
        snapshot=past,
        stored=stored,
    )


def _stored_columns(columns: Columns, is_open: Bools | None, choice: OpenWindows | None) -> Columns:
    """Return the columns to store, with open windows marked or their values removed."""
    if is_open is None:
        return columns
    marks = is_open.astype(object)
    marks[~is_open] = None
    if choice == "left_out":
        columns = {name: _blank_open(column, is_open) for name, column in columns.items()}
    return {**columns, "window_open": marks}


def _blank_open(column: NDArray[Any], is_open: Bools) -> NDArray[Any]:
    result = column.copy() if column.dtype.kind == "f" else column.astype(object)
    result[is_open] = np.nan if column.dtype.kind == "f" else None
    return result
