"""What people and models say of citations, papers and texts."""

from scinet.cli import progress
from scinet.cli.verbs import group, verb
from scinet.session.annotate import Annotate
from scinet.session.published import annotate_scipaths_papers

annotate = group("annotate", "What people and models say of papers and citations.")
_MODEL = "--model NAME --ledger llm.sqlite"


verb(
    annotate,
    "citations readers",
    Annotate.annotate_citations,
    progress=progress.bar("mentions"),
)
verb(annotate, "labels sentiment.jsonl.gz --source acl", Annotate.annotate_labels)
verb(
    annotate,
    f"papers claims --papers 100 --out claims.jsonl {_MODEL}",
    Annotate.annotate_papers,
    spelt={"start": "--from"},
)
verb(
    annotate,
    f"scipaths acl:P02-1040 --out silver {_MODEL}",
    Annotate.annotate_scipaths,
    arguments={"papers": "PAPER…"},
)
verb(annotate, "scipaths-papers dev.json --out papers.jsonl", annotate_scipaths_papers)
verb(
    annotate,
    "agreement people.jsonl pro=judged.json --positive full",
    Annotate.annotate_agreement,
    arguments={"files": "[NAME=]FILE…"},
)
verb(
    annotate,
    f"calibration tasks/contribution {_MODEL}",
    Annotate.calibrate,
    progress=progress.bar("ladders"),
)
verb(annotate, f"check-calibration ladder.json {_MODEL}", Annotate.check_calibration)
