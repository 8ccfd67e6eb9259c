"""Disruption of papers; other numbers about them stand in ``impact.py`` and ``novelty.py``."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scinet.graph.indicators.disruption import Counts

indicators = typer.Typer(no_args_is_help=True, help="Numbers that describe papers.")
app.add_typer(indicators, name="indicators")


@indicators.command()
def disruption(
    *,
    paper: shared.Papers = None,
    window: Annotated[str, typer.Option(help="Calendar years after the paper, or none.")] = "5",
    windows: Annotated[
        int | None,
        typer.Option(min=1, help="All windows of 1 to so many years, a row for each."),
    ] = None,
    window_days: Annotated[
        int | None,
        typer.Option(min=1, help="Days instead of years, to compare with other programs."),
    ] = None,
    least: Annotated[
        int | None,
        typer.Option(
            min=1, help="Shared references that n_j asks for: 5 makes cd DI5, di DI5 without n_k."
        ),
    ] = None,
    before: output.Before = None,
    engine: shared.Engine = None,
    write: shared.Write = False,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """How far papers replace what they build on: the counts, CD and DI, most disruptive first.

    Rows are in order of di, then of citing papers. A paper without later citations has no di.
    --write stores cd_5 for 5 years, cd for none.

    Example: scinet indicators disruption --window 5 --top 10
    """
    from scinet.graph.indicators import disruption as indicator
    from scinet.graph.indicators.write import write as store

    years, day = _years(window), output.cut_off(before)
    shared.refuse_write_before(day, write=write)
    special = [name for name, given in _given(windows, window_days, least) if given]
    if len(special) > 1:
        raise DataError(f"{' with '.join(special)}", hint="Give one of them.")
    if special and engine == shared.EngineName.DATABASE:
        raise DataError(f"{special[0]} is computed on arrays", hint="Leave out --engine database.")
    if write and (window_days or least):
        raise DataError(
            f"{special[0]} is computed on arrays and not stored", hint="Leave out --write."
        )
    with output.database() as db:
        ids = shared.identified(db, paper)
        chosen = shared.choose_engine(shared.EngineName.ARRAYS if special else engine, ids)
        whole = focal = None
        if chosen == "arrays" or ids is None:
            whole = shared.read_arrays(db, day)
            focal = None if ids is None else shared.positions(whole, ids)
            ids = whole.paper_id.tolist() if ids is None else ids
        columns: dict[str, Any] = {}
        if chosen == "database" or whole is None:
            counted = {years: indicator.in_database(db, ids, window_years=years, before=day)}
        elif windows:
            stack = indicator.all_windows(whole, years=windows, focal=focal)
            counted = dict(enumerate(stack, start=1))
        elif least:
            found, columns["fewer_shared"] = indicator.with_threshold(
                whole, least=least, window_years=years, focal=focal
            )
            counted = {years: found}
        else:
            counted = {
                years: indicator.on_arrays(
                    whole, window_years=years, window_days=window_days, focal=focal
                )
            }
        if write:
            for number, counts in counted.items():
                stored = store(db, ids, counts.columns(), window_years=number)
            sys.stderr.write(f"stored on {stored:,} papers\n")
    if whole is not None:
        shared.tell_left_out(whole)
    order = _ranked(ids, list(counted.values())[-1])
    if not as_json and whole is not None and paper is None:
        building = whole.ordered.lengths() > 0
        sys.stderr.write(
            f"{int((~building).sum()):,} of {len(ids):,} papers have no earlier reference here: "
            "nothing can be cited along with them, and they are listed with --json only\n"
        )
        order = order[building[order]]
    order = order[: shared.most(limit, as_json=as_json or paper is not None)]
    rows = [
        {
            "paper_id": ids[row],
            **({"window": number} if windows else {}),
            **_values(counts, row),
            **{name: int(column[row]) for name, column in columns.items()},
        }
        for row in order
        for number, counts in counted.items()
    ]
    if not as_json and whole is not None and paper is None:
        rows = shared.titled(whole, rows)
    output.emit(rows, as_json=as_json)


def _given(
    windows: int | None, window_days: int | None, least: int | None
) -> list[tuple[str, int | None]]:
    return [("--windows", windows), ("--window-days", window_days), ("--least", least)]


def _ranked(ids: "Sequence[str]", counts: "Counts") -> Any:
    import numpy as np

    citing = counts.n_i + counts.n_j
    return np.lexsort((np.asarray(ids), -citing, -np.nan_to_num(counts.di, nan=-2.0)))


def _values(counts: "Counts", row: int) -> dict[str, Any]:
    return {
        "n_i": int(counts.n_i[row]),
        "n_j": int(counts.n_j[row]),
        "n_k": int(counts.n_k[row]),
        "cd": float(counts.cd[row]),
        "di": float(counts.di[row]),
    }


def _years(window: str) -> int | None:
    return None if window == "none" else shared.number(window, "--window", least=1)
