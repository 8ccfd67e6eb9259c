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


_Results = Annotated[Path, typer.Option("--results", "--out", help="Folder of results.")]


@bench.command()
def run(
    names: Annotated[list[str], typer.Argument(help="Workloads such as B1 B5, or all.")],
    *,
    scale: Annotated[Scale, typer.Option(help="Size of the networks.")] = Scale.SMALL,
    out: _Results = Path("bench-out"),
    again: Annotated[bool, typer.Option("--again", help="Repeat what is there.")] = False,
    as_json: output.AsJson = False,
) -> None:
    """Time workloads beside other programs; what is in the folder already is not repeated.

    Answers are compared before a time is told. A workload that fails is named with its reason,
    and the others still run.

    Example: scinet bench run all --scale full --out bench-out
    """
    from scinet.graph.bench.results import run_all

    output.emit(
        run_all(names, scale.value, out, again=again),
        as_json=as_json,
        columns=("name", "peer", "seconds", "peer_seconds", "ratio", "goal", "missing", "error"),
    )


@bench.command()
def page(
    out: _Results = Path("bench-out"),
    file: Annotated[Path, typer.Option(help="Page to write.")] = Path("performance.md"),
) -> None:
    """Write the results of a folder as a page.

    Example: scinet bench page --results bench-out --file docs/performance.md
    """
    from scinet.graph.bench.page import page as written
    from scinet.graph.bench.results import stored

    results = stored(out)
    command = f"scinet bench run all --scale {results[-1]['scale']} --out {out}"
    again = f"{command}\nscinet bench page --results {out} --file {file}"
    file.write_text(written(results, again), encoding="utf-8")
    output.emit_one({"page": str(file), "results": len(results)}, as_json=False)
