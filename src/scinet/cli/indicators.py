"""Disruption of papers; other numbers about them stand in ``impact.py`` and ``novelty.py``."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.graph.indicators.table import Table

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
    from scinet.graph.indicators.tables import disruption_table

    years, day = _years(window), output.cut_off(before)
    shared.refuse_write_before(day, write=write)
    with output.database() as db:
        table = disruption_table(
            db,
            papers=paper,
            before=day,
            window_years=years,
            windows=windows,
            window_days=window_days,
            least=least,
            engine=shared.engine_of(engine),
            write=write,
            cache=shared.cache(),
        )
    show(table, None if paper is not None else shared.most(limit, as_json=as_json), as_json=as_json)


def show(table: "Table", limit: int | None, *, as_json: bool) -> None:
    """Print a table, and on standard error what a reader has to know of it."""
    if table.stored is not None:
        sys.stderr.write(f"stored on {table.stored:,} papers\n")
    if table.snapshot is not None and table.key == "paper_id":
        counted = ", ".join(f"{count:,} {kind}" for kind, count in table.left_out.items() if count)
        sys.stderr.write(f"left out: {counted or 'nothing'}\n")
    sys.stderr.writelines(f"{note}\n" for note in table.notes)
    rows = table.rows(limit)
    if not as_json and table.snapshot is not None and "name" not in table.columns:
        rows = shared.named(table.snapshot, rows)
    output.emit(rows, as_json=as_json)


def _years(window: str) -> int | None:
    return None if window == "none" else shared.number(window, "--window", least=1)
