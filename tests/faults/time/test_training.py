"""Systems that learn: what they learn from questions of a day, and answer to them."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.networks.audited_tasks import SMALL_SYSTEMS, small, stand_in
from helpers.networks.dated_worlds import arrays, day_of_seed, pairs, together
from helpers.proof import Proof

from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Split, Task, TaskDraft, write_task
from scinet.eval.task_type import BuildContext
from scinet.experiments.leak_audit.compare import find_difference
from scinet.experiments.leak_audit.probes import make_answers_probe
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import SYSTEMS, make_system
from scinet.models.text import dense

LEARNING: Final = {
    name: kind for name, kind in SYSTEMS.items() if issubclass(kind, TrainableSystem)
}
TASKS: Final = (
    "prescience/collaborators", "prescience/prior-work", "prescience/impact", "sciimpact/citation",
)  # fmt: skip


def of_one_day(draft: TaskDraft, day: date, folder: Path) -> Task:
    """All questions as of the day, to learn from, in splits that end a year later."""
    results = [
        (replace(query, before=day, query_id=f"q{place}-{number}", candidates=None), truth)
        for place, split in enumerate(draft.splits.values())
        for number, (query, truth) in enumerate(zip(split.queries, split.truth, strict=True))
    ]
    queries = [query for query, _ in results]
    truth = [{**row, "query_id": query.query_id} for query, row in results]
    end = day + timedelta(365)
    splits = {item: Split(end, queries, truth, {}) for item in ("train", "val")}
    return write_task(replace(draft, splits=splits), folder)


@pytest.mark.parametrize("name", TASKS)
def test_training(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, proof: Proof) -> None:
    """Nothing that a system learns from questions of a day moves with what is dated later."""
    monkeypatch.setattr(dense, "embed", stand_in)
    task_type = TASK_TYPES[name]
    moved: dict[str, str] = {}
    tried: set[str] = set()
    trials = proof.trials(short=1, full=25)
    silent = 0
    for number in range(2 * trials + 8):
        if number - silent == trials:
            break
        seed = proof.seed * trials + number
        both, day = together(pairs(seed, 3)), day_of_seed(seed)
        sides = [AuditWorld(arrays(records), None) for records in (both.past, both.whole)]
        context = BuildContext(sides[0].snapshot.until(day), day, 0, None, stand_in)
        options = task_type.read_options(small(name, day))
        draft = task_type.build(context, options)
        if not any(split.queries for split in draft.splits.values()):
            silent += 1
            continue
        task = of_one_day(draft, day, tmp_path / str(number))
        queries = task.queries("train")
        told = set.intersection(*(set(query.inputs) for query in queries))
        fitting = [
            name
            for name, kind in LEARNING.items()
            if kind.supports(task_type.answers) and kind.needs <= told
        ]
        # In the short form the last one, which costs least.
        for system in fitting if trials > 1 else fitting[-1:]:
            probe = make_answers_probe(
                make_system(system, SMALL_SYSTEMS.get(system)), task_type, task, queries[:6]
            )
            results: list[Any] = [probe.look(world) for world in sides]
            tried.add(system)
            if (where := find_difference(results[0], results[1], system)) is not None:
                moved.setdefault(system, f"seed {seed}, {day}: {where}")
    else:
        pytest.fail("too few graphs have questions")
    proof.count(**{"systems": len(tried), "without questions": silent})
    assert moved == {}
