"""``scinet generate``: a simulated network in the interchange files."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli.output import AsJson, emit_one, progress
from scinet.cli.root import app


@app.command()
def generate(
    *,
    papers: Annotated[
        int, typer.Option(min=100, max=20_000_000, help="Number of papers.", show_default=True)
    ] = 5_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same files.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the files; made when it is missing.")],
    as_json: AsJson = False,
) -> None:
    """Write a SIMULATED network: papers, citations, teams and texts that do not exist.

    The folder gets papers.jsonl.gz and fulltext.jsonl.gz, which `scinet load` reads, a manifest
    with statistics, and a note that all of it is simulated.

    Example: scinet generate --papers 5000 --seed 1 --out simulated
    """
    from scinet.graph.simulation.write import generate as write_network

    with progress() as display:
        task = display.add_task("papers", total=papers)
        manifest = write_network(
            papers, seed, out, progress=lambda more: display.advance(task, more)
        )
    result = {
        "folder": str(out),
        "simulated": True,
        **manifest["options"],
        "first_date": manifest["first_date"],
        "last_date": manifest["last_date"],
    }
    if as_json:
        result["counts"], result["statistics"] = manifest["counts"], manifest["statistics"]
    else:
        result |= {**manifest["counts"], **manifest["statistics"]}
    emit_one(result, as_json=as_json)
