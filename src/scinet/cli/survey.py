"""Write a literature review on a topic, with citations that are all looked up."""

import sys
from contextlib import ExitStack
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app


class SourceName(StrEnum):
    """Where the papers come from; as in :data:`scinet.models.survey.review.SOURCES`."""

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

    A citation of what is no paper before the day is taken out and counted. With a ledger, a
    language model writes; else the review lists first sentences of abstracts, and says so.

    Example: scinet survey "machine translation" --before 2014-01-01 --out review.md
    """
    from scinet.eval.suites import named
    from scinet.graph.dates import date_of
    from scinet.models.base.system import Context
    from scinet.models.survey.review import review, write
    from scinet.settings import CacheSettings

    with ExitStack() as stack:
        db = stack.enter_context(output.database())
        known = shared.read_arrays(db, output.cut_off(before))
        # Without a day all that is dated counts, and what is shown still has one.
        day = known.before or date_of(int(known.day.max(initial=0))) + timedelta(days=1)
        asker = None
        if language.is_named:
            asker = stack.enter_context(language.open(known.graph_fingerprint))
        task_type, cache = named("scinetbench/survey"), CacheSettings().cache
        given = Context(known.until(day), day, task_type, db, cache, asker=asker)
        found = review(topic, given, source=context.value, papers=papers)
    about = {
        "topic": topic,
        "before": day.isoformat(),
        "written_by": asker.endpoint.model if asker else "nobody: first sentences of abstracts",
        "papers_given": found.given,
        "papers_cited": len(found.cited),
        "citations_dropped": list(found.dropped),
    }
    if out is not None:
        write(found, out)
        output.emit_one({**about, "review": str(out)}, as_json=as_json)
    elif as_json:
        output.emit_one({**about, "review": found.text}, as_json=True)
    else:
        typer.echo(found.text)
        sys.stderr.write(
            f"{about['written_by']}; {found.given} papers before {day} given, "
            f"{len(found.cited)} cited, {len(found.dropped)} citations dropped\n"
        )
