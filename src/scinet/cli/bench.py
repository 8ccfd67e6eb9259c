"""Benchmarks, each beside another program in the same run."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app

bench = typer.Typer(no_args_is_help=True, help="Time heavy jobs beside other programs.")
app.add_typer(bench, name="bench")


class Scale(StrEnum):
    """Size of the networks."""

    SMALL = "small"
    FULL = "full"


@bench.command()
def disruption(
    *,
    papers: Annotated[
        int, typer.Option(min=1_000, help="Size of the simulated network.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the network.")] = 1,
    as_json: output.AsJson = False,
) -> None:
    """Disruption of every paper of a simulated network within five years, beside cdindex.

    The results of both are compared before a time is printed.

    Example: scinet bench disruption --papers 100000
    """
    from scinet.graph.bench.disruption import disruption as timed

    output.emit_one(timed(papers, seed=seed), as_json=as_json)


@bench.command()
def run(
    names: Annotated[list[str], typer.Argument(help="Workloads such as B1 B5, or all.")],
    *,
    scale: Annotated[Scale, typer.Option(help="Size of the networks.")] = Scale.SMALL,
    out: Annotated[Path, typer.Option(help="Folder of results, a file each.")] = Path("bench-out"),
    again: Annotated[bool, typer.Option("--again", help="Repeat what is there.")] = False,
    as_json: output.AsJson = False,
) -> None:
    """Time workloads beside other programs; what is in the folder already is not repeated.

    A workload that fails is named with its reason, and the others still run.

    Example: scinet bench run all --scale full --out bench-out
    """
    from scinet.graph.bench.results import run_all

    output.emit(
        run_all(names, scale.value, out, again=again),
        as_json=as_json,
        columns=("name", "peer", "seconds", "peer_seconds", "ratio", "goal", "missing", "error"),
    )
