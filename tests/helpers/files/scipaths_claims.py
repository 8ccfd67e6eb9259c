"""Claims of SciPaths as its files hold them, and tasks that are made of such files."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from helpers.networks.scoring import header_of, import_draft

from scinet.eval import task as tasks
from scinet.eval.official_files import get_official
from scinet.eval.run import RunHeader
from scinet.eval.task import Task

SUITE = get_official("scipaths")
A, B, C = (letter * 40 for letter in "abc")


def grounding(identifier: str) -> dict[str, Any]:
    return {"paper_id": identifier, "ref_title": f"Title {identifier[:3]}", "external_ids": {}}


def claim(paper: str, number: int, *steps: list[str], year: int = 2024) -> dict[str, Any]:
    """A claim with the papers that each of its contributions is grounded in."""
    return {
        "claim_id": f"claim:{paper}:{number + 1}",
        "claim_idx": number,
        "conference_year": year,
        "target_paper_id": paper,
        "target_title": f"Paper {paper}",
        "target_contribution": f"Dataset: Claim {number} of {paper}.",
        "enabling_contributions": [
            {
                "enabling_contribution_id": f"{paper}::ingredient::{place}",
                "enabling_contribution": f"Need {place}",
                "canonical_grounding": grounding(papers[0]) if papers else None,
                "additional_groundings": [grounding(item) for item in papers[1:]],
                "canonical_annotation": {"roles": ["CORE_METHOD"], "rationale": "Why."},
            }
            for place, papers in enumerate(steps)
        ],
    }


CLAIMS = [
    claim("p1", 0, [A, B], ["ref:7"], []),
    claim("p1", 1, [C], year=2023),
    claim("p2", 0, [], []),
]


def made(folder: Path, name: str, *rows: Any, **options: Any) -> Task:
    """A task of rows in a file; its name is the split."""
    file = folder / f"{options.pop('file', 'dev')}.json"
    file.write_text(json.dumps(rows))
    before = date(2026, 1, 1) if file.stem == "test" else None
    draft = import_draft(f"scipaths/{name}", [file], source="scipaths", before=before, **options)
    return tasks.write_task(draft, folder / name)


def header(task: Task, split: str = "val") -> RunHeader:
    return header_of(task, "one", split=split)
