"""Compute on the whole graph: snapshots, indicators, paths."""

import sys
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scinet.graph.connection import Database
    from scinet.graph.indicators.disruption import Counts
    from scinet.graph.snapshot import Snapshot

indicators = typer.Typer(no_args_is_help=True, help="Numbers that describe papers.")
app.add_typer(indicators, name="indicators")


class EngineName(StrEnum):
    """Who computes."""

    DATABASE = "database"
    ARRAYS = "arrays"


_Engine = Annotated[
    EngineName | None,
    typer.Option("--engine", help="Who computes; chosen by size when not given."),
]
_Papers = Annotated[
    list[str] | None, typer.Option("--paper", help="Id of a paper, repeatable; all when not given.")
]
_Limit = Annotated[
    int | None,
    typer.Option("--limit", "--top", min=1, help="Rows to print; all with --json, else 20."),
]


@app.command()
def snapshot(
    out: Annotated[Path, typer.Option(help="Folder to write; an older snapshot is replaced.")],
    before: Annotated[
        str, typer.Option(help="Cut-off day YYYY-MM-DD, exclusive; nothing later is written.")
    ],
    *,
    as_json: output.AsJson = False,
) -> None:
    """Write the graph before a day as arrays: .npy and Parquet files with a manifest.

    Example: scinet snapshot --before 2010-01-01 --out acl-2010
    """
    from scinet.graph.snapshot.store import counts, save

    day = output.cut_off(before)
    with output.database() as db:
        arrays = _arrays(db, day)
    save(arrays, out)
    output.emit_one(
        {
            "counts": counts(arrays),
            "left_out": dict(arrays.left_out),
            "graph_fingerprint": arrays.graph_fingerprint,
        },
        as_json=as_json,
    )


@indicators.command()
def disruption(
    *,
    paper: _Papers = None,
    window: Annotated[str, typer.Option(help="Calendar years after the paper, or none.")] = "5",
    window_days: Annotated[
        int | None,
        typer.Option(min=1, help="Days instead of years, to compare with other programs."),
    ] = None,
    before: output.Before = None,
    engine: _Engine = None,
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Also store the numbers on the papers (cd_5 for 5 years, cd for none); not with "
            "--before, which the property could not tell.",
        ),
    ] = False,
    limit: _Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """How far papers replace what they build on: the counts, CD and DI, most disruptive first.

    Rows are in order of di, then of citing papers. A paper without later citations has no di.

    Example: scinet indicators disruption --window 5 --top 10
    """
    from scinet.graph.indicators import disruption as indicator
    from scinet.graph.indicators.write import write as store

    years, day = _years(window), output.cut_off(before)
    if write and day is not None:
        raise DataError(
            "--write with --before (the stored number would not tell the day)",
            hint="Leave one of them out.",
        )
    if window_days is not None and (write or engine == EngineName.DATABASE):
        raise DataError(
            "--window-days is computed on arrays and not stored",
            hint="Leave out --write and --engine database, or give the window in years.",
        )
    with output.database() as db:
        ids = _identified(db, paper)
        chosen = _engine(EngineName.ARRAYS if window_days else engine, ids)
        if ids is not None and chosen == "database":
            counted = indicator.in_database(db, ids, window_years=years, before=day)
        else:
            whole = _arrays(db, day)
            focal = None if ids is None else _positions(whole, ids)
            ids = whole.paper_id.tolist() if ids is None else ids
            counted = (
                indicator.in_database(db, ids, window_years=years, before=day)
                if chosen == "database"
                else indicator.on_arrays(
                    whole, window_years=years, window_days=window_days, focal=focal
                )
            )
        if write:
            stored = store(db, ids, counted, window_years=years)
            sys.stderr.write(f"stored on {stored:,} papers\n")
    if as_json or paper is not None:
        output.emit(_ranked(ids, counted, _most(limit, as_json=as_json)), as_json=as_json)
        return
    rows = [row for row in _ranked(ids, counted, None) if _builds_on_any(whole, row["paper_id"])]
    sys.stderr.write(
        f"{len(ids) - len(rows):,} of {len(ids):,} papers have no earlier reference here: "
        "nothing can be cited along with them, and they are listed with --json only\n"
    )
    output.emit(_titled(whole, rows[: _most(limit, as_json=False)]), as_json=False)


@indicators.command()
def citations(
    *,
    paper: _Papers = None,
    before: output.Before = None,
    engine: _Engine = None,
    limit: _Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Citations of papers as of a day, most cited first.

    Example: scinet indicators citations --before 2010-01-01 --top 10
    """
    import numpy as np

    from scinet.graph.indicators import citations as indicator

    day = output.cut_off(before)
    with output.database() as db:
        ids = _identified(db, paper)
        chosen = _engine(engine, ids)
        if chosen == "database":
            ids = _arrays(db, day).paper_id.tolist() if ids is None else ids
            counted = indicator.in_database(db, ids, before=day)
        else:
            arrays = _arrays(db, day)
            counted = indicator.counts(arrays)
            counted = counted if ids is None else counted[_positions(arrays, ids)]
            ids = arrays.paper_id.tolist() if ids is None else ids
    order = np.argsort(-counted, kind="stable")[: _most(limit, as_json=as_json)]
    output.emit(
        ({"paper_id": ids[row], "citations": int(counted[row])} for row in order), as_json=as_json
    )


@app.command()
def path(
    a: Annotated[str, typer.Argument(help="Id of a paper.")],
    b: Annotated[str, typer.Argument(help="Id of another; the two are put in time order.")],
    *,
    max_hops: Annotated[
        str | None,
        typer.Option(help="Most steps, or none; two more than the shortest path by default."),
    ] = None,
    shortest: Annotated[bool, typer.Option("--shortest", help="Only shortest paths.")] = False,
    before: output.Before = None,
    engine: _Engine = None,
    as_json: output.AsJson = False,
) -> None:
    """The most cited path of references between two papers, from the earlier to the later.

    Each step goes to a paper dated strictly later. The path with the most citations in total wins.

    Example: scinet path P02-1040 D15-1166 --max-hops 6
    """
    from dataclasses import asdict

    from scinet.graph import paths
    from scinet.graph.paths.best import Bound

    bound: Bound = "shortest+2"
    if max_hops is not None:
        bound = None if max_hops == "none" else _number(max_hops, "--max-hops", least=0)
    day = output.cut_off(before)
    with output.database() as db:
        one, other = _identified(db, [a, b]) or (a, b)
        if _engine(engine, None) == "database":
            found = paths.in_database(
                db, one, other, max_hops=bound, shortest_only=shortest, before=day
            )
            whole = None if as_json else _arrays(db, day)
        else:
            whole = _arrays(db, day)
            found = paths.most_cited(whole, one, other, max_hops=bound, shortest_only=shortest)
    if as_json or whole is None:
        output.emit_one(asdict(found), as_json=True)
        return
    if not found.papers:
        steps = "" if found.max_hops is None else f" within {found.max_hops} steps"
        sys.stderr.write(f"no chain of references joins {one} and {other}{steps}\n")
        return
    rows = [
        {"paper_id": paper, "citations": count}
        for paper, count in zip(found.papers, found.citations, strict=True)
    ]
    output.emit(_titled(whole, rows), as_json=False)
    sys.stderr.write(
        f"{found.hops} steps, {found.total:,} citations in all; paths with that total: "
        f"{found.optimal_paths}; citations without order in time, left out: "
        f"{found.left_out_edges:,}\n"
    )


def _arrays(db: "Database", before: date | None) -> "Snapshot":
    from scinet.graph.snapshot import read
    from scinet.settings import CacheSettings

    return read(db, before, cache=CacheSettings().cache)


def _identified(db: "Database", papers: list[str] | None) -> list[str] | None:
    from scinet.graph import identify

    return None if papers is None else [identify.paper(db, paper) for paper in papers]


def _positions(arrays: "Snapshot", ids: "Sequence[str]") -> Any:
    import numpy as np

    return np.array([arrays.index(paper) for paper in ids], dtype=np.int64)


def _engine(asked: EngineName | None, ids: "Sequence[str] | None") -> str:
    from scinet.graph.engine import choose

    chosen = choose(asked.value if asked else None, items=None if ids is None else len(ids))
    sys.stderr.write(f"engine: {chosen}\n")
    return chosen


def _builds_on_any(arrays: "Snapshot", paper: str) -> bool:
    return len(arrays.ordered.row(arrays.index(paper))) > 0


def _titled(arrays: "Snapshot", rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows for people: with year and title."""
    from scinet.graph.dates import date_of

    positions = [arrays.index(row["paper_id"]) for row in rows]
    return [
        {**row, "year": date_of(int(arrays.day[i])).year, "title": arrays.title[i]}
        for row, i in zip(rows, positions, strict=True)
    ]


def _ranked(ids: "Sequence[str]", counts: "Counts", most: int | None) -> list[dict[str, Any]]:
    import numpy as np

    cd, di, citing = counts.cd, counts.di, counts.n_i + counts.n_j
    order = np.lexsort((np.asarray(ids), -citing, -np.nan_to_num(di, nan=-2.0)))[:most]
    return [
        {
            "paper_id": ids[row],
            "n_i": int(counts.n_i[row]),
            "n_j": int(counts.n_j[row]),
            "n_k": int(counts.n_k[row]),
            "cd": float(cd[row]),
            "di": float(di[row]),
        }
        for row in order
    ]


def _most(limit: int | None, *, as_json: bool) -> int | None:
    return 20 if limit is None and not as_json else limit


def _years(window: str) -> int | None:
    return None if window == "none" else _number(window, "--window", least=1)


def _number(text: str, option: str, *, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise DataError(
            f"{option} {text}", hint=f"It takes a number from {least} up, or the word none."
        )
    return int(text)
