"""Numbers that describe papers: disruption and citation counts."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scinet.graph.indicators.disruption import Counts
    from scinet.graph.snapshot import Snapshot

indicators = typer.Typer(no_args_is_help=True, help="Numbers that describe papers.")
app.add_typer(indicators, name="indicators")


@indicators.command()
def disruption(
    *,
    paper: shared.Papers = None,
    window: Annotated[str, typer.Option(help="Calendar years after the paper, or none.")] = "5",
    window_days: Annotated[
        int | None,
        typer.Option(min=1, help="Days instead of years, to compare with other programs."),
    ] = None,
    before: output.Before = None,
    engine: shared.Engine = None,
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Also store the numbers on the papers (cd_5 for 5 years, cd for none); not with "
            "--before, which the property could not tell.",
        ),
    ] = False,
    limit: shared.Limit = None,
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
    if window_days is not None and (write or engine == shared.EngineName.DATABASE):
        raise DataError(
            "--window-days is computed on arrays and not stored",
            hint="Leave out --write and --engine database, or give the window in years.",
        )
    with output.database() as db:
        ids = shared.identified(db, paper)
        chosen = shared.choose_engine(shared.EngineName.ARRAYS if window_days else engine, ids)
        if ids is not None and chosen == "database":
            counted = indicator.in_database(db, ids, window_years=years, before=day)
        else:
            whole = shared.read_arrays(db, day)
            focal = None if ids is None else shared.positions(whole, ids)
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
        output.emit(_ranked(ids, counted, shared.most(limit, as_json=as_json)), as_json=as_json)
        return
    rows = [row for row in _ranked(ids, counted, None) if _builds_on_any(whole, row["paper_id"])]
    sys.stderr.write(
        f"{len(ids) - len(rows):,} of {len(ids):,} papers have no earlier reference here: "
        "nothing can be cited along with them, and they are listed with --json only\n"
    )
    output.emit(shared.titled(whole, rows[: shared.most(limit, as_json=False)]), as_json=False)


@indicators.command()
def citations(
    *,
    paper: shared.Papers = None,
    before: output.Before = None,
    engine: shared.Engine = None,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """Citations of papers as of a day, most cited first.

    Example: scinet indicators citations --before 2010-01-01 --top 10
    """
    import numpy as np

    from scinet.graph.indicators import citations as indicator

    day = output.cut_off(before)
    with output.database() as db:
        ids = shared.identified(db, paper)
        chosen = shared.choose_engine(engine, ids)
        if chosen == "database":
            ids = shared.read_arrays(db, day).paper_id.tolist() if ids is None else ids
            counted = indicator.in_database(db, ids, before=day)
        else:
            arrays = shared.read_arrays(db, day)
            counted = indicator.counts(arrays)
            counted = counted if ids is None else counted[shared.positions(arrays, ids)]
            ids = arrays.paper_id.tolist() if ids is None else ids
    order = np.argsort(-counted, kind="stable")[: shared.most(limit, as_json=as_json)]
    output.emit(
        ({"paper_id": ids[row], "citations": int(counted[row])} for row in order), as_json=as_json
    )


def _builds_on_any(arrays: "Snapshot", paper: str) -> bool:
    return len(arrays.ordered.row(arrays.index(paper))) > 0


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


def _years(window: str) -> int | None:
    return None if window == "none" else shared.number(window, "--window", least=1)
