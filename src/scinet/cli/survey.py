"""Write a literature review on a topic, with citations that are all looked up."""

import sys
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.llm.asker import Asker


class SourceName(StrEnum):
    """Where the papers come from; as in :data:`scinet.models.survey.review.Source`."""

    GRAPH = "graph"
    TEXT = "text"
    NONE = "none"


@app.command()
@model.asks(without=("workers", "repair"))
def survey(
    topic: Annotated[str, typer.Argument(help="Words that titles or abstracts hold.")],
    *,
    before: output.Before = None,
    context: Annotated[
        SourceName,
        typer.Option(help="Papers that it is written from: by citations, by text search, or none."),
    ] = SourceName.GRAPH,
    papers: Annotated[int, typer.Option(min=2, max=200, help="Papers given at most.")] = 30,
    out: Annotated[Path | None, typer.Option(help="Markdown file; else it is printed.")] = None,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Write a literature review on a topic; every citation is looked up in the graph.

    A citation that names no paper before the day is removed and counted. With a ledger, a
    language model writes; else the review lists first sentences of abstracts, and says so.

    Example: scinet survey "machine translation" --before 2014-01-01 --out review.md
    """
    from scinet.experiments.survey import survey as write_survey

    day = output.cut_off(before)
    with ExitStack() as stack:

        def opened(fingerprint: str) -> "Asker":
            return stack.enter_context(language.open(fingerprint))

        found = write_survey(
            topic,
            stack.enter_context(shared.graph()),
            before=day,
            source=context.value,
            papers=papers,
            open_asker=opened if language.is_named else None,
        )
    about = found.about()
    if out is not None:
        found.write(out)
        output.emit_one({**about, "review": str(out)}, as_json=as_json)
    elif as_json:
        output.emit_one({**about, "review": found.text}, as_json=True)
    else:
        typer.echo(found.text)
        sys.stderr.write(
            f"{found.written_by}; {about['papers_given']} papers before {found.before} given, "
            f"{about['papers_cited']} cited, {len(about['citations_dropped'])} citations dropped\n"
        )
