"""Labels of citations, and claims and subjects of papers; others are in the files named so."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

annotate = typer.Typer(
    no_args_is_help=True, help="What people and models say of papers and citations."
)
app.add_typer(annotate, name="annotate")

_Out = Annotated[Path, typer.Option(help="File of JSON lines to write.")]
_From = Annotated[
    str | None, typer.Option("--from", help="First day of the papers; all without it.")
]
_Papers = Annotated[int, typer.Option("--papers", min=0, help="Papers sampled; 0 for all.")]


@annotate.command()
def citations(
    readers: Annotated[Path, typer.Argument(help="Folder of `scinet train citation-reader`.")],
    *,
    before: output.Before = None,
    as_json: output.AsJson = False,
) -> None:
    """Label every mention in the loaded full text, and sum the labels up on the citations.

    The same command again goes on where it was stopped; what people labelled stays as it is.

    Example: scinet annotate citations readers
    """
    from scinet.experiments import annotate as library

    day = output.cut_off(before)
    with shared.graph() as graph, output.progress() as display:
        bar = display.add_task("mentions", total=None)
        result = library.citations(
            graph, readers, before=day, progress=lambda count: display.advance(bar, count)
        )
    output.emit_one(result, as_json=as_json)


@annotate.command()
def labels(
    file: Annotated[Path, typer.Argument(metavar="LABELS", help="Labelled sentences, JSON lines.")],
    *,
    source: Annotated[
        str | None, typer.Option(help="Prefix of the ids, such as acl; as given without it.")
    ] = None,
    as_json: output.AsJson = False,
) -> None:
    """Store labels given by people on citations, and on the mentions that they belong to.

    They take precedence over those of a reader.

    Example: scinet annotate labels sentiment.jsonl.gz --source acl
    """
    from scinet.experiments import annotate as library

    with shared.graph() as graph:
        output.emit_one(library.labels(graph, file, source=source), as_json=as_json)


@annotate.command()
@model.asks(without=("retry_unknown", "repair"))
def claims(
    *,
    out: _Out,
    start: _From = None,
    before: output.Before = None,
    papers: _Papers = 0,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Write one claim that each paper supports and one that it refutes; `scinet load` loads them.

    Example: scinet annotate claims --papers 100 --out claims.jsonl --model m --ledger claims.sqlite
    """
    _written("claims", out, start, before, papers, seed, language, as_json=as_json)


@annotate.command()
@model.asks(without=("retry_unknown", "repair"))
def subjects(
    *,
    out: _Out,
    start: _From = None,
    before: output.Before = None,
    papers: _Papers = 0,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Write what papers are about in a phrase, for `task build ... -o subjects=FILE`.

    Example: scinet annotate subjects --out subjects.jsonl --model m --ledger subjects.sqlite
    """
    _written("subjects", out, start, before, papers, seed, language, as_json=as_json)


def _written(
    what: Literal["claims", "subjects"],
    out: Path,
    start: str | None,
    before: str | None,
    papers: int,
    seed: int,
    language: model.Language,
    *,
    as_json: bool,
) -> None:
    from scinet.experiments import annotate as library

    day, first = output.cut_off(before), output.cut_off(start)
    with (
        shared.graph() as graph,
        language.open(graph.before(day).graph_fingerprint, seed=seed) as asker,
    ):
        found = library.papers(
            graph, asker, what, out=out, start=first, before=day, papers=papers, seed=seed
        )
        output.emit_one(found, as_json=as_json)
