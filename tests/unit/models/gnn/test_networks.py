"""Graph networks: they start at their walks, learn, go on when killed, and see no future."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import torch
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet import machine
from scinet.errors import DataError, ScinetError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task, write_task
from scinet.eval.task_type import BuildContext
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.training import train
from scinet.models.gnn.candidate_lists import NodeQuery
from scinet.models.gnn.systems import CollaboratorsNetwork, PriorWorkNetwork
from scinet.models.registry import load_trained_system, make_learner
from scinet.models.text.tfidf import TitleSpace

END = date(2009, 1, 1)
TINY = {
    "epochs": "2", "questions": "12", "measured": "6", "top": "8", "hidden": "8", "heads": "2",
    "fan_out": "3", "title_dimensions": "4",
}  # fmt: skip


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return as_snapshot(two_communities(1))


YEARS = {"train_years": "2", "validation_years": "1"}


@pytest.fixture(scope="module")
def tasks(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    names = {"author": "collaborators", "paper": "prior-work"}
    folder = tmp_path_factory.mktemp("tasks")
    return {
        kind: build_task(get_task_type(f"prescience/{name}"), snapshot, END, folder / name, **YEARS)
        for kind, name in names.items()
    }


def taught(
    name: str, task: Task, snapshot: Snapshot, folder: Path, progress: Any = None, **given: str
) -> Mapping[str, Any]:
    made, kind = make_learner(name, TINY | given), get_task_type(task.id)
    return train(made, kind, task, snapshot=snapshot, folder=folder, progress=progress)


def lists(
    name: str, task: Task, snapshot: Snapshot, folder: Path, **given: str
) -> dict[str, list[tuple[str, float]]]:
    made, queries = make_learner(name, TINY | given), task.queries()[:4]
    result = answer_queries(
        made, queries, get_task_type(task.id), snapshot=snapshot, learned=folder
    )
    return {a.query_id: [(str(i.id), float(i.score or 0.0)) for i in get_items(a)] for a in result}


@pytest.mark.parametrize(
    ("name", "encoder"),
    [
        ("collaborators-gnn", "sage"),
        ("collaborators-gnn", "hgt"),
        ("collaborators-gnn", "temporal"),
        ("prior-work-gnn", "hgt"),
    ],
)
def test_a_network_learns_and_answers(
    name: str, encoder: str, tasks: dict[str, Task], snapshot: Snapshot, tmp_path: Path
) -> None:
    task = tasks["author" if name.startswith("collaborators") else "paper"]
    curve: list[Mapping[str, Any]] = []
    figures = taught(name, task, snapshot, tmp_path, curve.append, encoder=encoder)["figures"]
    assert [row["epoch"] for row in curve] == [0, 1, 2]
    assert figures["val_ndcg"] == max(row["val_ndcg"] for row in curve)
    assert figures["val_ndcg_of_the_walk"] == curve[0]["val_ndcg"]
    assert load_trained_system(tmp_path, task) == make_learner(name, TINY | {"encoder": encoder})
    result = lists(name, task, snapshot, tmp_path, encoder=encoder)
    for query in task.queries()[:4]:
        scores = [score for _, score in result[query.query_id]]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) > 8  # more than were put in order
        assert query.inputs.get("author_id") not in dict(result[query.query_id])
    # The same as of the same days when nothing later was ever known.
    assert lists(name, task, snapshot.until(END), tmp_path, encoder=encoder) == result


def test_a_killed_training_goes_on(
    tasks: dict[str, Task], snapshot: Snapshot, tmp_path: Path
) -> None:
    def stop(row: Mapping[str, Any]) -> None:
        if row["epoch"] == 1:
            raise KeyboardInterrupt

    given = {"patience": "9", "epochs": "3", "sampling": "uniform"}
    name, task = "collaborators-gnn", tasks["author"]
    with pytest.raises(KeyboardInterrupt):
        taught(name, task, snapshot, tmp_path / "killed", stop, **given)
    seen: list[int] = []
    for folder in ("killed", "whole"):
        taught(
            name, task, snapshot, tmp_path / folder, lambda row: seen.append(row["epoch"]), **given
        )
    assert seen == [2, 3, 0, 1, 2, 3]
    first, second = (
        torch.load(tmp_path / folder / "checkpoint.pt", weights_only=True)
        for folder in ("killed", "whole")
    )
    for part in ("model", "best"):
        assert all(torch.equal(first[part][key], second[part][key]) for key in second[part])
    losses = [[row.get("loss") for row in ended["curve"]] for ended in (first, second)]
    assert losses[0] == losses[1]


def test_questions_without_an_answer_count_for_nothing(snapshot: Snapshot, tmp_path: Path) -> None:
    task_type = get_task_type("prescience/prior-work")
    options = task_type.read_options(YEARS)
    draft = task_type.build(BuildContext(snapshot.until(END), END, 0), options)
    val = draft.splits["val"]
    for emptied in (1, len(val.truth)):
        truth = [{**row, "items": []} for row in val.truth[:emptied]] + list(val.truth[emptied:])
        splits = {**draft.splits, "val": replace(val, truth=truth)}
        task = write_task(replace(draft, splits=splits), tmp_path / f"task-{emptied}")
        out, given = tmp_path / f"model-{emptied}", {"measured": "0"}
        if emptied > 1:
            with pytest.raises(DataError, match="no question of split val has a true answer"):
                taught("prior-work-gnn", task, snapshot, out, **given)
            continue
        figures = taught("prior-work-gnn", task, snapshot, out, **given)["figures"]
        assert figures["measured"] == len(val.truth) - 1
        assert 0.0 < figures["val_ndcg"] <= 1.0


def test_before_it_learns_it_answers_as_the_walk(snapshot: Snapshot) -> None:
    from scinet.models.gnn.network import Network, order_candidates

    settings = cast(CollaboratorsNetwork, make_learner("collaborators-gnn", TINY))
    network = Network.on(snapshot, settings, TitleSpace.of(snapshot.until(END).title, 4))
    asked = [NodeQuery([seed], (), day_of(END), {seed}) for seed in range(4)]
    candidate_lists = list(network.candidate_lists(asked))
    logits = network.scored(candidate_lists)
    for listed, values in zip(candidate_lists, logits, strict=True):
        assert (order_candidates(listed, values) == np.arange(len(listed.candidates))).all()


@pytest.mark.parametrize("encoder", ["sage", "hgt", "temporal"])
def test_a_score_depends_on_its_question_and_past_alone(encoder: str, snapshot: Snapshot) -> None:
    from scinet.models.gnn.network import Network

    settings = cast(PriorWorkNetwork, make_learner("prior-work-gnn", TINY | {"encoder": encoder}))
    space = TitleSpace.of(snapshot.until(END).title, 4)
    number = {author: place for place, author in enumerate(snapshot.author_id)}
    assert list(number) == list(snapshot.until(END).author_id)
    asked = [NodeQuery([team], [team, team + 1], day_of(END)) for team in range(4)]
    results = []
    for part, most in ((snapshot, 4), (snapshot, 1), (snapshot.until(END), 2)):
        network = Network.on(part, replace(settings, batch=most), space)
        # The walk alone would say nothing of the network.
        torch.nn.init.ones_(network.scorer.last.weight)
        candidate_lists = list(network.candidate_lists(asked))
        results.append(network.scored(candidate_lists))
    for together, alone, early in zip(*results, strict=True):
        assert alone == pytest.approx(together, abs=1e-5)
        assert early == pytest.approx(together, abs=1e-5)
        assert len(np.unique(together.round(6))) > 1


def test_too_large_a_network_is_refused_with_the_number(
    tasks: dict[str, Task], snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "free_memory_mib", lambda: 100)
    with pytest.raises(
        ScinetError, match=r"collaborators-gnn needs about [\d,]+ MiB, 100 are free"
    ):
        taught("collaborators-gnn", tasks["author"], snapshot, tmp_path)


def test_settings_outside_their_range_are_refused() -> None:
    for name, value in (
        ("learning_rate", "-1"),
        ("dropout", "1"),
        ("top", "0"),
        ("sampling", "old"),
        ("encoder", "gat"),
        ("hidden", "7"),
    ):
        with pytest.raises(DataError, match=name):
            make_learner("collaborators-gnn", {name: value})


def test_untrained_ones_are_refused(
    tasks: dict[str, Task], snapshot: Snapshot, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match="has not been trained"):
        lists("collaborators-gnn", tasks["author"], snapshot, tmp_path)
