"""Benchmarks, each beside another program in the same run."""

from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app

bench = typer.Typer(no_args_is_help=True, help="Time heavy jobs beside other programs.")
app.add_typer(bench, name="bench")


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
    from scinet.graph.bench import disruption as timed

    output.emit_one(timed(papers, seed=seed), as_json=as_json)


@bench.callback()
def _bench() -> None:
    # Keeps `disruption` a word of its own while it is the only benchmark.
    pass
