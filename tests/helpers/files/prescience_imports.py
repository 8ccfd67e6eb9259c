"""PreScience's tasks made of its own rows, and what they ask."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers.files.prescience_rows import WORLD
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import import_draft

from scinet.eval.official_files import get_official
from scinet.eval.task import TaskDraft
from scinet.graph.snapshot import Snapshot

PRESCIENCE = get_official("prescience")
PAPERS: list[Paper] = [(one.id, one.date, one.cites) for one in WORLD]
AUTHORS = {one.id: one.authors for one in WORLD}


def world_as_snapshot() -> Snapshot:
    return snapshot_of(PAPERS, AUTHORS)


def imported(
    name: str, files: Sequence[Path], options: dict[str, str] | None = None, **how: Any
) -> TaskDraft:
    how = {"source": "prescience", **how, **(options or {})}
    return import_draft(f"prescience/{name}", files, **how)


def asked(draft: TaskDraft, split: str = "test") -> list[tuple[Any, ...]]:
    result = draft.splits[split]
    return [
        (truth["paper_id"], query.inputs, query.before, truth["items"])
        for query, truth in zip(result.queries, result.truth, strict=True)
    ]
