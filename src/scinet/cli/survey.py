"""Write a literature review on a topic, with citations that are all looked up."""

import sys
from typing import TYPE_CHECKING

import typer

from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.publish import Publish

if TYPE_CHECKING:
    from scinet.experiments.survey import Survey


def _print_review(survey: "Survey", line: Invocation) -> None:
    metadata = survey.about()
    if (out := line.options["out"]) is not None:
        line.emit({**metadata, "review": str(out)})
    elif line.as_json:
        line.emit({**metadata, "review": survey.text})
    else:
        typer.echo(survey.text)
        sys.stderr.write(
            f"{survey.written_by}; {metadata['papers_given']} papers before {survey.before} given, "
            f"{metadata['papers_cited']} cited, {len(metadata['citations_dropped'])} citations "
            "dropped\n"
        )


add_command(
    app,
    'survey "machine translation" --before 2014-01-01 --out review.md',
    Publish.survey,
    _print_review,
    option_names={"source": "--context"},
)
