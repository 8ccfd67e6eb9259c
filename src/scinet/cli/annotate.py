"""Annotations of citations, papers and texts by people and models."""

from scinet.cli import progress
from scinet.cli.verbs import add_command, add_group
from scinet.session.annotate import Annotate
from scinet.session.published import annotate_scipaths_papers

annotate = add_group("annotate", "What people and models say of papers and citations.")
_MODEL = "--model NAME --ledger llm.sqlite"


add_command(
    annotate,
    "citations readers",
    Annotate.annotate_citations,
    progress=progress.bar_progress("mentions"),
)
add_command(annotate, "labels sentiment.jsonl.gz --source acl", Annotate.annotate_labels)
add_command(
    annotate,
    f"papers claims --papers 100 --out claims.jsonl {_MODEL}",
    Annotate.annotate_papers,
    option_names={"start": "--from"},
)
add_command(
    annotate,
    f"scipaths acl:P02-1040 --out silver {_MODEL}",
    Annotate.annotate_scipaths,
    arguments={"papers": "PAPER…"},
)
add_command(annotate, "scipaths-papers dev.json --out papers.jsonl", annotate_scipaths_papers)
add_command(
    annotate,
    "agreement people.jsonl pro=judged.json --positive full",
    Annotate.annotate_agreement,
    arguments={"files": "[NAME=]FILE…"},
)
add_command(
    annotate,
    f"calibration tasks/contribution {_MODEL}",
    Annotate.calibrate,
    progress=progress.bar_progress("ladders"),
)
add_command(annotate, f"check-calibration ladder.json {_MODEL}", Annotate.check_calibration)
