"""Triplets of ScienceMeter in the published form, and tasks and runs made of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helpers.networks import scoring

from scinet.eval.answer import RecordAnswer
from scinet.eval.run import Run
from scinet.eval.task import Task, write_task
from scinet.graph.snapshot import Snapshot

DATES = {"prior": "2023-01-10", "new": "2024-05-02", "future": "2024-12-20"}


def paper(name: str, date: str, types: list[str] | None = None) -> dict[str, Any]:
    return {
        "paperId": name,
        "url": f"https://example.org/{name}",
        "title": f"Study {name}",
        "abstract": f"The finding of {name} improves the model.",
        "publicationTypes": types,
        "publicationDate": date,
        "synthetic_support_claim": f"The finding of {name} improves the model.",
        "synthetic_refute_claim": f"The finding of {name} degrades the model.",
    }


def triplet(number: int, **ids: str) -> dict[str, Any]:
    """Papers p1, n1, f1 for 1; another paper by set."""
    return {
        f"{name}_paper": paper(ids.get(name, f"{name[0]}{number}"), date)
        for name, date in DATES.items()
    }


def file_of(path: Path, rows: Any, *, lines: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows))
    return path


def task_of(
    folder: Path,
    files: list[Path],
    name: str = "judgment",
    snapshot: Snapshot | None = None,
    **options: Any,
) -> Task:
    draft = scoring.import_draft(
        f"sciencemeter/{name}", files, source="s2", snapshot=snapshot, **options
    )
    return write_task(draft, folder / name)


def run_of(task: Task, name: str, records: Mapping[str, Mapping[str, Any]]) -> Run:
    answers = [RecordAnswer(query_id, record=record) for query_id, record in records.items()]
    return scoring.run_of(task, answers, name)


def judgment(choice: str, *, sure: bool = True) -> dict[str, Any]:
    """Three equal replies, sure in every sign or in none."""
    others = [choice, choice] if sure else [{"yes": "no", "no": "yes"}[choice]] * 2
    return {
        "choices": [choice, *others],
        "replies": [],
        "more_information": "no" if sure else "yes",
        "confident": "yes" if sure else "no",
    }
