"""The learned order of co-authors: it repeats, learns who belongs together, and sees no future."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.training import TrainingData, train
from scinet.models.collaborators.lambdarank import CollaboratorsLambdarank, build_examples

KIND = get_task_type("prescience/collaborators")
END = date(2010, 1, 1)
TINY = CollaboratorsLambdarank(trees=8, min_leaf=5, leaves=4, bags=1, candidates=20)


@pytest.fixture(scope="module")
def whole() -> Snapshot:
    return as_snapshot(two_communities(1))


@pytest.fixture(scope="module")
def task(whole: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Task:
    years = {"train_years": "1", "validation_years": "1"}
    return build_task(KIND, whole, END, tmp_path_factory.mktemp("lists") / "task", **years)


def test_it_repeats_and_keeps_sides_apart(whole: Snapshot, task: Task, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        about = train(TINY, KIND, task, snapshot=whole, folder=folder)
    assert (folders[0] / "trees.json").read_bytes() == (folders[1] / "trees.json").read_bytes()
    figures = about["figures"]
    assert 0 < figures["candidate_recall"]["val"] <= 1
    assert sum(figures["importances"].values()) == pytest.approx(1.0)
    queries = task.queries()
    result = answer_queries(TINY, queries, KIND, snapshot=whole, learned=folders[0])
    for query, answer in zip(queries, result, strict=True):
        listed = [str(item.id) for item in get_items(answer)]
        assert query.inputs["author_id"] not in listed
        # The names of authors tell their side, and nobody crosses.
        assert {name[:2] for name in listed} == {query.inputs["author_id"][:2]}
        scores = [item.score or 0.0 for item in get_items(answer)]
        assert scores == sorted(scores, reverse=True)


def test_other_authors_follow_by_a_walk(whole: Snapshot, task: Task, tmp_path: Path) -> None:
    few = CollaboratorsLambdarank(trees=4, min_leaf=5, leaves=4, bags=1, candidates=3)
    train(few, KIND, task, snapshot=whole, folder=tmp_path / "few")
    queries = task.queries()[:2]
    result = answer_queries(few, queries, KIND, snapshot=whole, learned=tmp_path / "few")
    assert all(len(get_items(answer)) > 3 for answer in result)


def test_true_authors_are_never_left_out(whole: Snapshot, task: Task, tmp_path: Path) -> None:
    data = TrainingData(task, KIND, whole, tmp_path)
    whole_table, recall = build_examples("train", data, replace(TINY, far_negatives=1.0))
    drawn, same = build_examples("train", data, replace(TINY, negatives=2, far_negatives=0.5))
    val, _ = build_examples("val", data, replace(TINY, negatives=2, far_negatives=0.5))
    assert val.weights is not None
    assert set(val.weights.tolist()) == {1.0}  # the validation is not a sample
    assert drawn.labels.sum() == whole_table.labels.sum() > 0
    assert recall == same
    assert len(drawn.groups) == len(whole_table.groups)
    assert len(drawn.labels) < len(whole_table.labels)
    assert drawn.weights is not None
    assert set(drawn.weights.tolist()) == {1.0, 2.0}
    # Rows that were drawn stand for those that were not.
    assert drawn.weights.sum() == pytest.approx(len(whole_table.labels), rel=0.1)


def test_settings_and_files_that_do_not_fit(whole: Snapshot, task: Task, tmp_path: Path) -> None:
    for wrong in ({"candidates": 0}, {"far_negatives": 2.0}, {"objective": "other"}, {"bags": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            CollaboratorsLambdarank(**wrong)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "trees.json").write_text("nothing\n{}\n")
    with pytest.raises(DataError, match="incomplete model"):
        list(
            answer_queries(TINY, task.queries()[:1], KIND, snapshot=whole, learned=tmp_path / "bad")
        )
