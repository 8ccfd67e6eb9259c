"""Pathways of contributions, and the papers that published ones name."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.annotate import annotate


@annotate.command()
@model.asks()
def scipaths(
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="PAPER…", help="Papers to annotate.", show_default="most reused"),
    ] = None,
    *,
    out: Annotated[Path, typer.Option(help="Folder for the files of the stages.")],
    most: Annotated[int, typer.Option(min=1, help="Papers at most when none is named.")] = 10,
    before: Annotated[
        str | None, typer.Option(help="Citing papers count until this day, exclusive.")
    ] = None,
    examples: Annotated[
        Path | None, typer.Option(help="Solved claims to show, such as training.json.")
    ] = None,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Make pathways of papers that others reuse, from the paragraphs that mention them.

    They are made in hindsight. `scinet load OUT/run_output.json` loads them.

    Example: scinet annotate scipaths acl:P02-1040 --out silver --model m --ledger llm.sqlite
    """
    from scinet.experiments import annotate as library
    from scinet.graph.load import fingerprint

    with (
        shared.graph() as graph,
        language.open(fingerprint.current(graph.database)) as asker,
    ):
        made = library.scipaths(
            graph,
            asker,
            out=out,
            papers=papers,
            most=most,
            before=output.cut_off(before),
            examples=examples,
        )
        output.emit_one({**made, "file": out / "run_output.json"}, as_json=as_json)


@annotate.command()
def papers(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="JSON lists of claims.")],
    *,
    out: Annotated[Path, typer.Option(help="File of records to write (.jsonl).")],
    as_json: output.AsJson = False,
) -> None:
    """Write records of the papers that published pathways name, dated as far as their ids allow.

    Load both with `scinet load`, the papers first.

    Example: scinet annotate papers dev.json --out papers.jsonl
    """
    from scinet.graph.sources.scipaths_files import write_papers

    output.emit_one({**write_papers(files, out), "file": out}, as_json=as_json)
