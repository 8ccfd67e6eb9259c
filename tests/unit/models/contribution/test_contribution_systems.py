"""Systems that answer with an earlier paper, and those that let a language model write."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.built_tasks import build_task
from helpers.networks.endings import ending
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import DataError
from scinet.eval.answer import Answer, get_content
from scinet.eval.evaluate import evaluate
from scinet.eval.run import Run
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.contribution import ContributionTask
from scinet.eval.task import Task
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base.run import answer_queries, run
from scinet.models.base.system import System
from scinet.models.contribution.language_model import sample_examples
from scinet.models.registry import make_system
from scinet.models.text import dense

END = date(2012, 1, 1)
PAPERS: list[Paper] = [
    ("a", "2009-01-01", []),
    ("b", "2009-02-01", ["a"]),
    ("c", "2009-03-01", ["a"]),
    ("bare", "2009-04-01", ["a"]),  # has no abstract
    ("apart", "2009-05-01", []),
    ("one", "2011-02-01", ["a", "b", "c", "bare"]),
    ("two", "2011-03-01", ["bare"]),
    ("three", "2011-04-01", ["a", "one"]),
]
VENUES = {"a": "x", "b": "y", "c": "y", "apart": "y", "bare": "z"}
# On a line: b lies between a and c, and so nearest to the centre of all three.
PLACES = {"a": 0.0, "b": 0.5, "c": 0.9}


def network(papers: Sequence[Paper] = PAPERS) -> Snapshot:
    made = snapshot_of(papers, venues=VENUES)
    abstracts = [None if p == "bare" else f"abstract of {p}" for p in made.paper_id]
    return replace(made, abstract=np.array(abstracts, dtype=object))


@pytest.fixture
def task(tmp_path: Path) -> Task:
    folder, since = tmp_path / "task", "2011-01-01"
    return build_task(get_task_type("prescience/contribution"), network(), END, folder, since=since)


def answered(task: Task, system: System, asker: LLMSession | None = None) -> dict[str, Answer]:
    """Answers by the paper that was asked about."""
    task_type = ContributionTask()
    with_truth = task_type.add_truth(task, split="test")
    queries = with_truth if system.sees_truth else task.queries()
    result = answer_queries(system, queries, task_type, snapshot=network().until(END), asker=asker)
    truth = task.truth()
    return {truth[answer.query_id]["paper_id"]: answer for answer in result}


def chosen(task: Task, name: str, **settings: str) -> dict[str, Any]:
    result = answered(task, make_system(name, settings))
    for answer in result.values():
        paper = answer.explanation
        abstract = "" if paper == "bare" else f"abstract of {paper}"
        assert get_content(answer) == {"title": f"Title of {paper}", "abstract": abstract}
    return {paper: answer.explanation for paper, answer in result.items()}


def test_a_random_reference_has_an_abstract_where_one_has(task: Task) -> None:
    drawn = [chosen(task, "random-reference", seed=str(seed)) for seed in range(12)]
    assert {item["one"] for item in drawn} == {"a", "b", "c"}
    assert {item["two"] for item in drawn} == {"bare"}
    assert drawn[0] == chosen(task, "random-reference", seed="0")


def test_the_nearest_lies_in_the_middle(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def on_a_line(lines: list[str]) -> Any:
        angles = [PLACES.get(line.rpartition(" ")[2], 0.0) for line in lines]
        return np.array([[np.cos(a), np.sin(a)] for a in angles], dtype=np.float32)

    monkeypatch.setattr(dense, "embed", on_a_line)
    result = chosen(task, "nearest-reference")
    assert result == {"one": "b", "two": "bare", "three": "a"}  # of two in reach the earlier
    assert "later papers" in make_system("nearest-reference").settings["caution"]


def test_a_random_paper_is_of_the_venue_of_most_references(task: Task) -> None:
    drawn = [chosen(task, "random-paper", seed=str(seed)) for seed in range(20)]
    # Of venue y, and never what is asked about: it has no venue.
    assert {item["one"] for item in drawn} == {"b", "c", "apart"}
    assert {item["two"] for item in drawn} == {"bare"}  # nothing at z has an abstract
    assert {item["three"] for item in drawn} == {"a"}


def test_examples_are_earlier_papers_with_what_they_built_on() -> None:
    whole = network()
    result = sample_examples(whole, 9, seed=0)
    assert {value["title"] for value in result} == {
        "Title of b",
        "Title of c",
        "Title of one",
        "Title of two",
        "Title of three",
    }
    value = next(example for example in result if example["title"] == "Title of one")
    assert [paper["title"] for paper in value["papers"]] == [
        f"Title of {p}" for p in ("a", "b", "c", "bare")
    ]
    assert len(sample_examples(whole, 2, seed=0)) == 2
    past = sample_examples(whole.until(date(2011, 2, 1)), 9, seed=0)
    assert {example["title"] for example in past} == {"Title of b", "Title of c"}
    assert sample_examples(whole, 0, seed=0) == []


GOOD = {"reasoning": "both", "title": "On what follows", "abstract": "It follows."}


def test_failures_are_kept_and_a_run_is_replayed(
    task: Task, tmp_path: Path, endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    endpoint.answer = lambda *_: json.dumps(GOOD)
    endpoint.faults["abstract of c"] = ["prose", "refusal"]
    task_type, system = get_task_type(task.id), make_system("contribution-llm")
    asker = open_asker()

    def runs(name: str, asker: LLMSession) -> Run:
        file = tmp_path / name
        snapshot = network().until(END)
        run(system, task_type, task, snapshot=snapshot, out=file, asker=asker)
        return task_type.read_run(file, task)

    result = runs("run.jsonl", asker)
    truth = {row["paper_id"]: query for query, row in task.truth().items()}
    by_paper = {paper: result.answers[query] for paper, query in truth.items()}
    assert sorted(ending(item) for item in by_paper.values()) == ["invalid", "ok", "refused"]
    ok = next(item for item in by_paper.values() if ending(item) == "ok")
    assert get_content(ok) == GOOD
    assert ok.usage is not None
    assert ok.usage["calls"] == 1
    assert result.header.settings["prompt"].startswith("prescience/contribution ")
    score = evaluate(task_type, task, [result])[0]
    assert (score.counts["refused"], score.counts["invalid"], score.counts["answered"]) == (1, 1, 1)

    sent = len(endpoint.requests)
    runs("again.jsonl", open_asker(replay=True))
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "run.jsonl").read_bytes()
    assert len(endpoint.requests) == sent


def test_a_paraphrase_says_it_is_one(task: Task, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = lambda *_: json.dumps({"title": "again", "abstract": "in other words"})
    system = make_system("paraphrase")
    result = answered(task, system, open_asker())
    assert {get_content(answer)["title"] for answer in result.values() if get_content(answer)} == {
        "again"
    }
    asked = [request["messages"][-1]["content"] for request in endpoint.requests]
    assert all(sum(f"abstract of {paper}" in text for text in asked) == 1 for paper in result)
    assert "truth" in system.settings["caution"]
    with pytest.raises(DataError, match="truth"):
        list(
            answer_queries(
                system,
                task.queries(),
                get_task_type(task.id),
                snapshot=network(),
                asker=open_asker(),
            )
        )
