"""PreScience's files: tasks and predictions in and out beside the published scripts."""

from datetime import date
from pathlib import Path

import pytest
from helpers.networks.scoring import draft_of
from helpers.official import prescience_corpora
from helpers.official.comparison import Published
from helpers.official.prescience_corpora import PERIOD
from helpers.official.prescience_tasks import (
    PRESCIENCE,
    PUBLISHED,
    asked,
    files_of,
    imported,
    instances,
    loaded,
)  # fmt: skip

from scinet.eval.task import Task, write_task
from scinet.graph.snapshot import Snapshot

pytestmark = pytest.mark.official

SEEDS = ("first", "last", "highest_h_index", "random")


def test_instances(prescience: Published, corpora: list[Path], tmp_path: Path) -> None:
    clone, suite = prescience
    with suite.comparing(
        "`dataset.create_evaluation_instances` of four tasks: `task import`"
    ) as compared:
        for folder in corpora:
            for name in PUBLISHED:
                for which in SEEDS if name == "collaborators" else ("first",):
                    options = {"seed_author": which} if name == "collaborators" else {}
                    theirs = instances(clone, folder, name, which)
                    ours = asked(
                        imported(name, files_of(folder), tmp_path / "task", **options), name
                    )
                    compared.case((folder.name, name, which), theirs, ours)


def test_rows_out(prescience: Published, corpora: list[Path], tmp_path: Path) -> None:
    clone, suite = prescience
    with suite.comparing("`utils.load_corpus` of files: of what `task export` makes of them") as c:
        for folder in corpora:
            theirs = loaded(clone, folder)
            for name in PUBLISHED:
                if (task := imported(name, files_of(folder), tmp_path / "task")) is None:
                    continue
                out = tmp_path / "out"
                out.mkdir(exist_ok=True)
                PRESCIENCE.write_instances(
                    task, lambda: pytest.fail("no graph"), split="test", out=out / "test.parquet"
                )
                c.case((folder.name, name), theirs, loaded(clone, out))


AFTER = date(2027, 1, 1)
"""When all windows of citations are over."""


def built(graph: Snapshot, name: str, folder: Path, seed_author: str) -> Task | None:
    options = {"since": PERIOD[0]} | (
        {"seed_author": seed_author} if name == "collaborators" else {}
    )
    before = AFTER if name == "impact" else date.fromisoformat(PERIOD[1])
    draft = draft_of(f"prescience/{name}", graph.until(before), options)
    return write_task(draft, folder) if draft.splits["test"].queries else None


def exported(task: Task, graph: Snapshot, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    PRESCIENCE.write_instances(task, lambda: graph, split="test", out=folder / "test.parquet")
    return folder


def test_rows_of_graphs(prescience: Published, tmp_path: Path) -> None:
    """Tasks that are made of a graph, and what the published scripts make of their rows."""
    clone, suite = prescience
    expected = {
        "prior work of a team that has not cited": "the published task leaves it out; one of a "
        "graph, which holds all references, asks about it"
    }
    with suite.comparing(
        "`dataset.create_evaluation_instances` of rows that `task export` makes of a graph: its "
        "own questions",
        expected=expected,
    ) as c:
        for seed in range(60):
            graph = prescience_corpora.graph_of(prescience_corpora.world(seed))
            for name in PUBLISHED:
                for which in SEEDS[:3] if name == "collaborators" else SEEDS[:1]:
                    task = built(graph, name, tmp_path / "task", which)
                    if task is None:
                        continue
                    out = exported(task, graph, tmp_path / "out")
                    theirs, ours = instances(clone, out, name, which), asked(task, name)
                    if name == "prior-work" and len(theirs) < len(ours):
                        c.case((seed, name), theirs, ours, expected=next(iter(expected)))
                        known = {paper[0] for paper in theirs}
                        ours = [paper for paper in ours if paper[0] in known]
                    c.case((seed, name, which), theirs, ours)
