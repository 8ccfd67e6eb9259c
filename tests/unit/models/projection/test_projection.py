"""Learned projections: what they learn from by hand, the loss by a naive reference, no future."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest
import torch
from helpers.language.word_vectors import embed_words
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.models.base.run import answer_queries
from scinet.models.base.training import TrainingData, train
from scinet.models.projection.learn import bag_means, mil_nce_loss
from scinet.models.projection.samples import Items, TrainingSample, make_samples
from scinet.models.projection.systems import (
    CollaboratorsProjection,
    PriorWorkProjection,
    ProjectionSystem,
)
from scinet.models.text import dense

END = date(2012, 1, 1)
PAPERS: list[Paper] = [
    ("a", "2001-01-01", []),
    ("b", "2002-01-01", ["a"]),
    ("c", "2003-01-01", ["b"]),
    ("d", "2004-01-01", ["c"]),
    ("far", "2005-01-01", []),
    ("asked", "2010-06-01", ["d", "a"]),
    ("tested", "2011-06-01", ["far"]),
]
AUTHORS = {
    "a": ["bob", "cyd"],
    "b": ["bob"],
    "c": ["cyd", "eve"],
    "d": ["ann", "bob"],
    "far": ["dan"],
    "asked": ["ann", "dan"],
    "tested": ["ann", "cyd"],
}
LATER: list[Paper] = [("new", "2010-06-01", ["a", "far"]), ("z", "2010-07-01", ["asked"])]
TEAMS = {**AUTHORS, "new": ["ann", "eve"], "z": ["dan", "eve"]}


def data(papers: list[Paper], name: str, folder: Path) -> TrainingData:
    given = {"since": "2011-01-01", "train_years": "1"}
    known = {paper: team for paper, team in TEAMS.items() if paper in {item[0] for item in papers}}
    past = snapshot_of(papers, known).until(END)
    task_type = get_task_type(f"prescience/{name}")
    task = build_task(task_type, past, END, folder, **given)
    return TrainingData(task, task_type, past, folder)


def found(
    papers: list[Paper], name: str, folder: Path, items: Items, negatives: tuple[int, int]
) -> list[tuple[list[list[str]], ...]]:
    """Samples of the training questions with the names of papers, those of later papers aside."""
    known = data(papers, name, folder)
    ids = known.snapshot.paper_id

    def named_bags(sample: TrainingSample) -> tuple[list[list[str]], ...]:
        parts = (sample.team, sample.true, sample.wrong)
        return tuple([ids[bag].tolist() for bag in bags] for bags in parts)

    rows = make_samples(known, "train", recent=2, negatives=negatives, items=items, seed=0)
    truth = known.task.truth("train")
    asked = [truth[query.query_id]["paper_id"] for query in known.task.queries("train")]
    return [named_bags(row) for row, paper in zip(rows, asked, strict=True) if paper == "asked"]


def test_references_a_step_away_and_anywhere(tmp_path: Path) -> None:
    # ann wrote d, which cites c, which cites b: c is known, b a step away, far is anywhere.
    [(team, true, wrong)] = found(PAPERS, "prior-work", tmp_path / "one", "papers", (5, 5))
    assert team == [["d"], ["far"]]
    assert true == [["a"], ["d"]]
    assert wrong == [["b"], ["far"]]
    [(_, _, wrong)] = found(PAPERS, "prior-work", tmp_path / "easy", "papers", (0, 5))
    assert wrong == [["far"]]
    again = found([*PAPERS, *LATER], "prior-work", tmp_path / "later", "papers", (5, 5))
    assert again == [(team, true, [["b"], ["far"]])]


def test_co_authors_a_step_away_and_anywhere(tmp_path: Path) -> None:
    # ann wrote with bob, he with cyd; eve wrote with neither of the two; dan is true.
    [(team, true, wrong)] = found(PAPERS, "collaborators", tmp_path / "one", "authors", (5, 5))
    assert team == [["d"]]
    assert true == [["far"]]
    assert wrong == [["a", "c"], ["c"]]  # cyd a step away, eve anywhere, by their latest papers
    again = found([*PAPERS, *LATER], "collaborators", tmp_path / "later", "authors", (5, 5))
    assert again == [(team, true, wrong)]


def test_the_loss_is_the_share_of_the_true() -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(9, 4)).astype(np.float32)
    parts = [(2, 1, 2), (1, 2, 1)]
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    expected = []
    for start, (team, true, wrong) in ((0, parts[0]), (5, parts[1])):
        query = rows[start : start + team].mean(axis=0)
        query /= np.linalg.norm(query)
        items = unit[start + team : start + team + true + wrong]
        odds = np.exp(items @ query / 0.5)
        expected.append(-np.log(odds[:true].sum() / odds.sum()))
    assert float(mil_nce_loss(torch.from_numpy(rows), parts, 0.5)) == pytest.approx(
        np.mean(expected)
    )


def test_means_are_of_papers_that_have_a_vector() -> None:
    vectors = np.array([[2, 0], [0, 4], [0, 0]], dtype=np.float32)
    bags = [np.array(item, dtype=np.int32) for item in ([0, 1], [1, 2], [2], [])]
    assert bag_means(bags, vectors).tolist() == [[1, 2], [0, 4], [0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("collaborators", CollaboratorsProjection), ("prior-work", PriorWorkProjection)],
)
def test_it_learns_and_answers_and_goes_on(
    name: str, kind: type[ProjectionSystem], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)
    whole = as_snapshot(two_communities(1))
    task_type = get_task_type(f"prescience/{name}")
    years = {"train_years": "3", "validation_years": "1"}
    task = build_task(task_type, whole, date(2010, 1, 1), tmp_path / "task", **years)
    system = kind(hidden=32, size=8, epochs=6, learning_rate=0.01, batch=8, dropout=0.0)
    rows: list[object] = []

    def stop(row: object) -> None:
        rows.append(row)
        if len(rows) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(system, task_type, task, snapshot=whole, folder=tmp_path / "parts", progress=stop)
    figures = [
        train(system, task_type, task, snapshot=whole, folder=tmp_path / entry)["figures"]
        for entry in ("parts", "whole")
    ]
    curves = [[row["val_log_share"] for row in entry["curve"]] for entry in figures]
    assert curves[0] == curves[1]
    assert figures[0]["val_loss"] <= figures[0]["val_loss_before"]
    losses = [row["loss"] for row in figures[0]["curve"][1:]]
    assert len(losses) == 6
    assert losses[-1] < losses[0]
    queries = task.queries()[:3]
    learned = [
        list(answer_queries(system, queries, task_type, snapshot=whole, learned=tmp_path / entry))
        for entry in ("parts", "whole")
    ]
    assert learned[0] == learned[1]
    for answer in learned[0]:
        scores = [item.score or 0.0 for item in get_items(answer)]
        assert len(scores) > 5
        assert max(scores) <= 1.0 + 1e-6
        assert scores == sorted(scores, reverse=True)
    with pytest.raises(DataError, match="is not trained"):
        list(answer_queries(system, queries, task_type, snapshot=whole))
