"""What people and models say of citations, papers and texts."""

from pathlib import Path
from typing import Any

import typer

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.annotate import Annotate

annotate = typer.Typer(
    no_args_is_help=True, help="What people and models say of papers and citations."
)
app.add_typer(annotate, name="annotate")
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
    "citations",
    Annotate.annotate_citations,
    plain,
    arguments={"readers": "READERS"},
    progress=progress.counted("mentions"),
    example="scinet annotate citations readers",
)
verb(
    annotate,
    "labels",
    Annotate.annotate_labels,
    plain,
    arguments={"file": "LABELS"},
    example="scinet annotate labels sentiment.jsonl.gz --source acl",
)
verb(
    annotate,
    "papers",
    Annotate.annotate_papers,
    plain,
    arguments={"what": "claims|subjects"},
    spelt={"start": "--from", "papers": "--papers"},
    example=f"scinet annotate papers claims --papers 100 --out claims.jsonl {_MODEL}",
)
verb(
    annotate,
    "scipaths",
    Annotate.annotate_scipaths,
    plain,
    arguments={"papers": "PAPER…"},
    example=f"scinet annotate scipaths acl:P02-1040 --out silver {_MODEL}",
)
verb(
    annotate,
    "scipaths-papers",
    _papers_named,
    plain,
    arguments={"files": "FILE…"},
    example="scinet annotate scipaths-papers dev.json --out papers.jsonl",
)
verb(
    annotate,
    "agreement",
    Annotate.annotate_agreement,
    plain,
    arguments={"files": "[NAME=]FILE…"},
    example="scinet annotate agreement people.jsonl pro=judged.json --positive full",
)
verb(
    annotate,
    "calibration",
    Annotate.calibrate,
    plain,
    arguments={"task": "TASK"},
    progress=progress.bar("ladders"),
    example=f"scinet annotate calibration tasks/contribution {_MODEL}",
)
verb(
    annotate,
    "check-calibration",
    Annotate.check_calibration,
    plain,
    arguments={"file": "LADDERS"},
    example=f"scinet annotate check-calibration ladder.json {_MODEL}",
)
