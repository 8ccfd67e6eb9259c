"""Benchmarks, each beside another program in the same run."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet import saving
from scinet.cli import output
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.experiments.bench.study import Ground

bench = typer.Typer(no_args_is_help=True, help="Time heavy jobs beside other programs.")
app.add_typer(bench, name="bench")


class Scale(StrEnum):
    """Size of the networks."""

    SMALL = "small"
    FULL = "full"


_Results = Annotated[Path, typer.Option("--results", "--out", help="Folder of results.")]


@bench.command()
def run(
    names: Annotated[list[str], typer.Argument(help="Workloads such as B1 B18 growth, or all.")],
    *,
    scale: Annotated[Scale, typer.Option(help="Size of the networks.")] = Scale.SMALL,
    out: _Results = Path("bench-out"),
    again: Annotated[bool, typer.Option("--again", help="Repeat what is there.")] = False,
    as_json: output.AsJson = False,
) -> None:
    """Time workloads beside other programs; what is in the folder already is not repeated.

    Answers are compared before a time is told. A workload that fails is named with its reason,
    and the others still run. B16 to B19 need a database: a throw-away server is started for them,
    or NEO4J_URI names an empty one, which they fill and empty again.

    Example: scinet bench run all --scale full --out bench-out
    """
    from scinet.experiments.bench import gnn as networks
    from scinet.experiments.bench import sampler as sampler
    from scinet.experiments.bench.results import run_all

    further = {**sampler.WORKLOADS, **networks.WORKLOADS}
    output.emit(
        _aloud(run_all(names, scale.value, out, ground=_ground, again=again, further=further)),
        as_json=as_json,
        columns=("name", "peer", "seconds", "peer_seconds", "ratio", "goal", "told", "error"),
    )


@bench.command()
def page(
    out: _Results = Path("bench-out"),
    file: Annotated[Path, typer.Option(help="Page to write.")] = Path("performance.md"),
) -> None:
    """Write the results of a folder as a page, and how jobs grow as a plot beside it.

    Example: scinet bench page --results bench-out --file docs/performance.md
    """
    from scinet.experiments.bench.growth import NAME
    from scinet.experiments.bench.page import page as written
    from scinet.experiments.bench.plot import draw
    from scinet.experiments.bench.results import stored

    results = stored(out)
    command = f"scinet bench run all --scale {results[-1]['scale']} --out {out}"
    again = f"{command}\nscinet bench page --results {out} --file {file}"
    file.parent.mkdir(parents=True, exist_ok=True)
    plot = file.with_name(f"{file.stem}-growth.svg")
    grown = [result for result in results if result["name"] == NAME and "error" not in result]
    for result in grown:
        draw(result["rows"], plot)
    saving.write(written(results, again, plot.name if grown else None), file)
    output.emit_one({"page": str(file), "results": len(results)}, as_json=False)


@contextmanager
def _ground() -> "Iterator[Ground]":
    """The database of NEO4J_URI, which must be empty, or that of a throw-away server."""
    from scinet.experiments.bench.study import Ground
    from scinet.server.process import free_port, running
    from scinet.settings import Neo4jSettings, ServerSettings

    settings = Neo4jSettings()
    if settings.uri is not None:
        ground = Ground(settings)
        try:
            yield ground
        finally:
            ground.clear()
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sys.stderr.write("starting a throw-away server\n")
        with running(ServerSettings(), Path(folder), free_port()) as server:
            yield Ground(Neo4jSettings.model_construct(uri=server.uri))


def _aloud(results: "Iterator[dict[str, Any]]") -> "Iterator[dict[str, Any]]":
    """Say each result on standard error as it comes: the whole takes a while."""
    for result in results:
        told = result.get("error") or result.get("told") or f"ratio {result.get('ratio', '-')}"
        sys.stderr.write(f"{result['name']}: {told}\n")
        yield result
