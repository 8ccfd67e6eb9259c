"""``scinet statistics``: what the network looks like, and a simulated one."""

from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


@app.command()
def statistics(
    *,
    before: Annotated[
        str | None, typer.Option(help="Cut-off day YYYY-MM-DD, exclusive; everything without.")
    ] = None,
    simulated: Annotated[
        bool,
        typer.Option(
            "--simulated",
            help="Also a SIMULATED network of as many papers and references each.",
        ),
    ] = False,
    as_json: output.AsJson = False,
) -> None:
    """Describe citations, ages, clustering and teams of the network.

    Example: scinet statistics --before 2010-01-01 --simulated
    """
    from scinet.graph.simulation.statistics import of_snapshot, simulated_like

    day = output.cut_off(before)
    with output.database() as db:
        arrays = shared.read_arrays(db, day)
    found = of_snapshot(arrays)
    rows = [{"statistic": name, "network": value} for name, value in found.items()]
    if simulated:
        others = simulated_like(arrays)
        for row in rows:
            row["simulated"] = others[str(row["statistic"])]
    output.emit(rows, as_json=as_json)
