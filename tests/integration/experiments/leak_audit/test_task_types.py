"""What an audit compares of each task: nothing is called equal where nothing was compared."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from helpers.networks.audited_tasks import built, stand_in
from helpers.networks.audited_world import load_world
from helpers.networks.build import load_rows

from scinet.eval.suites import TASK_TYPES
from scinet.eval.suites.sciimpact import candidates
from scinet.eval.task import Row
from scinet.eval.task_type import BuildContext
from scinet.experiments.leak_audit import probes
from scinet.experiments.leak_audit.audit import audit_answers
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.connection import Database

_PAIRS: Final = {"train_years": "3", "validation_years": "2", "ratio": "1", "min_count": "0"}


@pytest.fixture(scope="module")
def world(shared_database: Database) -> AuditWorld:
    return load_world(shared_database)


def _more(name: str) -> Mapping[str, str]:
    is_bare = name.startswith("sciimpact/") and name != "sciimpact/citation"
    return {**_PAIRS, "match": "none"} if is_bare else {}


@pytest.mark.parametrize("name", TASK_TYPES)
def test_every_task_is_compared_or_said_not_to_be(
    name: str, world: AuditWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probes, "embed", stand_in)
    task_type = TASK_TYPES[name]
    task = built(name, world, tmp_path / "task", _more(name))
    findings = audit_answers([], task_type, task, world, days=1, queries=4)
    assert {item.difference for item in findings if item.equal is False} == set()
    assert [item.compared > 0 for item in findings] == [bool(item.equal) for item in findings]
    parts = {"arrays", "task files"}
    days = {query.before for split in task.before for query in task.queries(split)}
    if min(days) < min(task.before.values()):  # else all are asked as of the end, as are the files
        parts.add("queries")
    assert {item.part for item in findings if item.equal} == parts


def test_a_patent_of_the_test_in_truth_to_learn_from_is_caught(
    world: AuditWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert world.database is not None
    papers = [str(paper) for paper in world.snapshot.paper_id]
    rows = [
        {"paper": paper, "kind": "patent", "id": f"US{place}-{n}", "date": "2005-01-01"}
        for place, paper in enumerate(papers)
        for n in range(1 + place % 3)
    ]
    load_rows(world.database, *rows, kind="documents")
    name = "sciimpact/patent"
    task = built(name, world, tmp_path / "task", _more(name))
    assert all(
        item.equal for item in audit_answers([], TASK_TYPES[name], task, world, days=1, queries=4)
    )

    def of_the_test(context: BuildContext, *_: object) -> list[Row]:
        asked = {"kinds": ["patent"], "before": context.before}
        return context.graph.rows("task/document_counts", **asked)

    monkeypatch.setattr(candidates, "_document_counts", of_the_test)
    task = built(name, world, tmp_path / "late", _more(name))
    findings = audit_answers([], TASK_TYPES[name], task, world, days=1, queries=4)
    moved = {item.as_of for item in findings if item.equal is False}
    assert moved == {task.before["train"], task.before["val"]}
