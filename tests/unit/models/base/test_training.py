"""Systems that learn: what a training leaves behind, and what is refused."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError, NotFoundError, SplitError
from scinet.eval.answer import Answer
from scinet.eval.ranked_list import AuthorList, RankedItem
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Task
from scinet.extension import reference_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base import run
from scinet.models.base.training import TrainableSystem, TrainingData, read_trained_model, train
from scinet.models.registry import load_trained_system, make_learner, make_system

KIND = get_task_type("prescience/collaborators")
END = date(2009, 1, 1)


@dataclass(frozen=True)
class Habit(TrainableSystem):
    """Answers with whom the training years answered most often."""

    name = "habit"
    version = "1"
    track = "graph"
    summary = "a test's own"
    answers = AuthorList

    least: int = 1

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Count true authors."""
        if self.least < 0:
            raise KeyboardInterrupt
        assert data.snapshot.before == data.task.before["val"]
        rows = data.task.truth("train").values()
        counted = Counter(author for row in rows for author in row["items"])
        kept = {name: n for name, n in counted.items() if n >= self.least}
        (data.folder / "counts.json").write_text(json.dumps(kept))
        return {"authors": len(kept)}

    def answer(self, queries: Sequence[Query], context: Any) -> Iterator[Answer]:
        """The counted authors."""
        counted = json.loads((context.learned / "counts.json").read_text())
        names = sorted(counted, key=lambda name: (-counted[name], name))
        for query in queries:
            yield AuthorList(query.query_id, tuple(RankedItem(name) for name in names))


@pytest.fixture
def world(tmp_path: Path) -> tuple[Task, Snapshot]:
    snapshot = as_snapshot(two_communities(1))
    return built(snapshot, tmp_path / "task", 2), snapshot


def built(snapshot: Snapshot, folder: Path, years: int) -> Task:
    given = {"train_years": str(years), "validation_years": str(min(years, 1))}
    return build_task(KIND, snapshot, END, folder, **given)


def taught(world: tuple[Task, Snapshot], folder: Path, **given: str) -> dict[str, Any]:
    task, snapshot = world
    system = make_learner(reference_of(Habit), given)
    return train(system, KIND, task, snapshot=snapshot, folder=folder)


def test_what_was_learned_answers_the_task(world: tuple[Task, Snapshot], tmp_path: Path) -> None:
    task, snapshot = world
    about = taught(world, tmp_path / "model", least="2")
    assert about["settings"] == {"seed": 0, "least": 2}
    assert about["figures"]["authors"] > 0
    assert json.loads((tmp_path / "model" / "model.json").read_text()) == about
    assert taught(world, tmp_path / "model", least="2") == about  # as it was, seconds too
    system = load_trained_system(tmp_path / "model", task)
    assert system == Habit(least=2)
    out = tmp_path / "run.jsonl"
    past, model = snapshot.until(END), tmp_path / "model"
    run.run(system, KIND, task, snapshot=past, out=out, learned=model)
    ids = [query.query_id for query in task.queries()]
    result = KIND.read_run(out, task)
    assert result.header.settings == {"seed": 0, "least": 2}
    assert len(result.answers) == len(ids) > 0


def test_what_is_refused(world: tuple[Task, Snapshot], tmp_path: Path) -> None:
    task, snapshot = world
    with pytest.raises(DataError, match="habit is not trained"):
        next(run.answer_queries(Habit(), task.queries(), KIND, snapshot=snapshot))
    with pytest.raises(NotFoundError, match="no trained model"):
        read_trained_model(tmp_path / "nothing")
    taught(world, tmp_path / "model")
    with pytest.raises(DataError, match="another training"):
        taught(world, tmp_path / "model", least="3")
    other = built(snapshot, tmp_path / "other", 1)
    with pytest.raises(DataError, match="trained on another task"):
        load_trained_system(tmp_path / "model", other)
    with pytest.raises(SplitError, match="no queries in split train"):
        taught((built(snapshot, tmp_path / "bare", 0), snapshot), tmp_path / "third")
    with pytest.raises(DataError, match=r"pair-line returns choices, .* asks for authors"):
        train(make_learner("pair-line"), KIND, task, snapshot=snapshot, folder=tmp_path / "pairs")
    assert not (tmp_path / "pairs").exists()
    with pytest.raises(DataError, match="popularity cannot be trained"):
        make_learner("popularity", {"seed": "0"})
    with pytest.raises(DataError, match="has no setting 'most'"):
        make_system(reference_of(Habit), {"most": "1"})


def test_what_no_system_has_now_is_refused(world: tuple[Task, Snapshot], tmp_path: Path) -> None:
    """A setting, and a name; with the command to type instead."""
    task, _ = world
    taught(world, tmp_path / "model")
    file = tmp_path / "model" / "model.json"
    about = json.loads(file.read_text())
    file.write_text(json.dumps(about | {"settings": {"seed": 0, "depth": 3, "least": 1}}))
    with pytest.raises(DataError, match=r"habit was trained with settings .*: depth \(") as refused:
        load_trained_system(tmp_path / "model", task)
    assert "it has seed, least." in (refused.value.hint or "")
    file.write_text(json.dumps(about | {"system": "gone", "class": "scinet.old:Gone"}))
    with pytest.raises(DataError, match="gone was trained, and no system has") as refused:
        load_trained_system(tmp_path / "model", task)
    assert f"`scinet train SYSTEM {task.folder}" in (refused.value.hint or "")
    with pytest.raises(NotFoundError, match="no system named 'colaborators-walk'") as unknown:
        make_system("colaborators-walk")
    assert "collaborators-walk" in (unknown.value.hint or "")


def test_a_stopped_training_is_told(world: tuple[Task, Snapshot], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        taught(world, tmp_path / "model", least="-1")
    with pytest.raises(DataError, match="stopped before its end"):
        read_trained_model(tmp_path / "model")
