"""What people and models say of citations, papers and texts."""

from pathlib import Path
from typing import Any

from scinet.cli import progress
from scinet.cli.verbs import group, verb
from scinet.session.annotate import Annotate

annotate = group("annotate", "What people and models say of papers and citations.")
_MODEL = "--model NAME --ledger llm.sqlite"


def _papers_named(files: list[Path], *, out: Path) -> dict[str, Any]:
    """Write records of the papers that published pathways name, dated as far as their ids allow.

    Load both with ``scinet load``, the papers first.

    Args:
        files: JSON lists of claims.
        out: File of records to write (.jsonl).
    """
    from scinet.graph.sources.scipaths_files import write_papers

    return {**write_papers(files, out), "file": out}


verb(
    annotate,
    "citations readers",
    Annotate.annotate_citations,
    progress=progress.counted("mentions"),
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
verb(annotate, "scipaths-papers dev.json --out papers.jsonl", _papers_named)
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
