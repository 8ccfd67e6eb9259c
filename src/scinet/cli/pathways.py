"""Pathways of contributions: the papers that they name."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app

_pathways = typer.Typer(no_args_is_help=True, help="Contributions, and what enabled them.")
app.add_typer(_pathways, name="pathways")


@_pathways.command("papers")
def papers(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="JSON lists of claims.")],
    *,
    out: Annotated[Path, typer.Option(help="File of records to write (.jsonl).")],
    as_json: output.AsJson = False,
) -> None:
    """Write records of the papers that claims name, dated as far as their ids tell.

    Load them with `scinet load records`, then the claims with `scinet load pathways`.

    Example: scinet pathways papers dev.json --out papers.jsonl
    """
    from scinet.graph.sources.pathway_files import write_papers

    output.emit_one({**write_papers(files, out), "file": out}, as_json=as_json)
