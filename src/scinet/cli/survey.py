"""Write a literature review on a topic, with citations that are all looked up."""

import sys
from typing import TYPE_CHECKING

import typer

from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.publish import Publish

if TYPE_CHECKING:
    from scinet.experiments.survey import Survey


def _review(found: "Survey", line: Line) -> None:
    about = found.about()
    if (out := line.given["out"]) is not None:
        line.emit({**about, "review": str(out)})
    elif line.as_json:
        line.emit({**about, "review": found.text})
    else:
        typer.echo(found.text)
        sys.stderr.write(
            f"{found.written_by}; {about['papers_given']} papers before {found.before} given, "
            f"{about['papers_cited']} cited, {len(about['citations_dropped'])} citations dropped\n"
        )


verb(
    app,
    'survey "machine translation" --before 2014-01-01 --out review.md',
    Publish.survey,
    _review,
    spelt={"source": "--context"},
)
