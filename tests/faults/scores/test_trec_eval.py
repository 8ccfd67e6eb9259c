"""Metrics of ranked lists against trec_eval, called through ir_measures."""

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from helpers.networks.toy_tasks import DAY
from helpers.proof import Proof

from scinet.eval import run
from scinet.eval.list_task import Ids
from scinet.eval.metrics import retrieval
from scinet.eval.ranked_list import PaperList, RankedItem
from scinet.eval.run import Run, RunHeader
from scinet.eval.run_writer import RunWriter
from scinet.eval.suites.prescience import metrics as prescience
from scinet.eval.suites.scipaths.grounding import GroundingTask
from scinet.eval.task import Query, Split, Task, TaskDraft, write_task
from scinet.eval.task_type import ScoredQuery, ScoringContext

ir_measures = pytest.importorskip("ir_measures")

Grades = Mapping[str, int]
_DEPTHS = (1, 3, 5, 10, 20, 50)
_DOCUMENTS = tuple(f"d{number:02d}" for number in range(40))


class Listed(GroundingTask):
    """A ranking of papers whose truth are grades written by hand."""

    suite, name = "test", "listed"
    headline = "AP"

    def score(
        self, asked: Sequence[ScoredQuery[Ids]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Every metric of lists, by the name that ir_measures has for it."""
        del context
        return [_ours(item.answer or (), item.truth["grades"]) for item in asked]


def _ours(listed: Sequence[str], grades: Grades) -> dict[str, float]:
    gains = {item: float(grade) for item, grade in grades.items() if grade > 0}
    results = {
        "AP": retrieval.average_precision(listed, gains),
        "RR": retrieval.reciprocal_rank(listed, gains),
        "Rprec": prescience.strict_scores(listed, gains)["R-precision"],
    }
    for k in _DEPTHS:
        results[f"R@{k}"] = retrieval.recall_at(listed, gains, k)
        results[f"nDCG@{k}"] = retrieval.ndcg_at(listed, gains, k)
        results[f"Success@{k}"] = retrieval.hits_at(listed, gains, k)
        # precision_at divides by the true items where these are fewer than k, as it says.
        results[f"P@{k}"] = retrieval.precision_at(listed, gains, k) * min(k, len(gains)) / k
    return results


def _theirs(
    truth: Mapping[str, Grades], scores: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """Metrics by query; a query without an answer is in none, and counts 0 with us."""
    measures = [ir_measures.parse_measure(name) for name in _ours((), {"d": 1})]
    results: dict[str, dict[str, float]] = {
        query: dict.fromkeys(map(str, measures), 0.0) for query in truth
    }
    for item in ir_measures.iter_calc(measures, truth, scores):
        results[item.query_id][str(item.measure)] = item.value
    return results


def _case(rng: random.Random) -> tuple[dict[str, int], list[RankedItem]]:
    """Grades with zeros among them, and a list: often tied, repeated, short or empty."""
    judged = rng.sample(_DOCUMENTS, rng.randint(1, 25))
    grades = {name: rng.choice((0, 1, 1, 2, 3)) for name in judged}
    grades[judged[0]] = rng.randint(1, 3)  # something is true
    length = rng.choice((0, 1, 2, 5, 20, 60))
    names = [rng.choice(_DOCUMENTS) for _ in range(length)]
    values = rng.choice((1, 2, 5, 1000))  # so many different scores: one is all tied
    scores = sorted((float(rng.randrange(values)) for _ in names), reverse=True)
    return grades, [
        RankedItem(name, None, score) for name, score in zip(names, scores, strict=True)
    ]


def _best(items: Sequence[RankedItem]) -> dict[str, float]:
    """The score of each item at its first place."""
    return {str(item.id): float(item.score or 0) for item in reversed(items)}


def _order_of_trec_eval(items: Sequence[RankedItem]) -> list[RankedItem]:
    """By score, of equal ones the later id first; an item once."""
    best = _best(items)
    names = sorted(sorted(best, reverse=True), key=lambda name: -best[name])
    return [RankedItem(name, None, best[name]) for name in names]


def _cases(proof: Proof, trials: int) -> Iterator[tuple[dict[str, int], list[RankedItem]]]:
    rng = random.Random(proof.seed)
    return (_case(rng) for _ in range(trials))


def _task(truth: Mapping[str, Grades], folder: Path) -> Task:
    queries = [Query(name, "which?", {}, DAY, 100) for name in truth]
    rows = [{"query_id": name, "grades": grades} for name, grades in truth.items()]
    split = Split(DAY, queries, rows)
    return write_task(TaskDraft("test", "listed", {}, 0, {}, {}, "f" * 64, {"test": split}), folder)


def _read_again(
    task: Task,
    lists: Mapping[str, list[RankedItem]],
    ties: Literal["shuffled", "listed"],
    file: Path,
) -> Run:
    """The lists as a run file of them is read."""
    writer = RunWriter(file, RunHeader("one", "1", task.fingerprint, "text", {}, None, ties=ties))
    for query, items in lists.items():
        writer.write(PaperList(query, tuple(items)))
    writer.finish()
    return run.read_run(
        file, fingerprint=task.fingerprint, queries=list(lists), answers=Listed.answers
    )


@pytest.mark.parametrize("order", ["that of trec_eval", "shuffled"])
def test_metrics_are_those_of_trec_eval(proof: Proof, order: str, tmp_path: Path) -> None:
    """AP, RR, R-precision, and nDCG, recall, success and precision at k are those of trec_eval."""
    cases = list(_cases(proof, proof.trials(short=300, full=10_000)))
    truth = {f"q{number}": grades for number, (grades, _) in enumerate(cases)}
    given = {f"q{number}": items for number, (_, items) in enumerate(cases)}
    task = _task(truth, tmp_path / "task")
    if order == "shuffled":
        read = _read_again(task, given, "shuffled", tmp_path / "run.jsonl")
    else:
        lists = {query: _order_of_trec_eval(items) for query, items in given.items()}
        read = _read_again(task, lists, "listed", tmp_path / "run.jsonl")
    context = ScoringContext(task)
    [resolved] = Listed().resolve([read], task.queries(), context)
    ours = Listed().score(resolved.scored(task.queries(), task.truth()), context)
    if order == "shuffled":  # trec_eval is given our order as scores
        scores = {
            query: {item: -float(place) for place, item in enumerate(listed)}
            for query, listed in resolved.answers.items()
        }
        # A list and what trec_eval is given of it differ in nothing but the order of ties.
        for query, items in given.items():
            best = _best(items)
            assert sorted(best.values(), reverse=True) == [best[score] for score in scores[query]]
    else:  # trec_eval is given the tied scores
        scores = {query: _best(items) for query, items in given.items()}
    theirs = _theirs(truth, scores)
    largest = max(
        abs(row[name] - theirs[query][name])
        for query, row in zip(truth, ours, strict=True)
        for name in row
    )
    assert largest < 1e-9
    proof.count(
        order=order,
        metrics=len(ours[0]),
        empty=sum(not items for items in given.values()),
        repeats=sum(len({i.id for i in items}) < len(items) for items in given.values()),
        tied=sum(len({i.score for i in items}) < len(items) for items in given.values()),
        difference=largest,
    )


def test_ties_are_worth_what_a_random_order_is(proof: Proof, tmp_path: Path) -> None:
    """A scorer that gives all the same score gets what a random order gets, wherever truth stands.

    Each of 20 items stands anywhere as likely: the mean of RR over the queries is that of one true
    item among them, ``(1/1 + … + 1/20) / 20``, within four standard errors.
    """
    trials = proof.trials(short=400, full=10_000)
    pool = _DOCUMENTS[:20]
    grades = {f"q{number}": {pool[number % 20]: 1} for number in range(trials)}
    task = _task(grades, tmp_path / "task")
    results: dict[str, list[dict[str, float]]] = {}
    for place in ("first", "last"):
        lists = {}
        for query, true in grades.items():
            others = [name for name in pool if name not in true]
            names = [*true, *others] if place == "first" else [*others[::-1], *true]
            lists[query] = [RankedItem(name, None, 1.0) for name in names]
        read = _read_again(task, lists, "shuffled", tmp_path / f"{place}.jsonl")
        [resolved] = Listed().resolve([read], task.queries(), ScoringContext(task))
        assert resolved.counts["tied_score_share"] == 1.0
        asked = resolved.scored(task.queries(), task.truth())
        results[place] = Listed().score(asked, ScoringContext(task))
    assert results["first"] == results["last"]
    ranks = [row["RR"] for row in results["first"]]
    by_chance = np.array([1 / place for place in range(1, 21)])
    error = float(by_chance.std()) / trials**0.5
    assert abs(float(np.mean(ranks)) - float(by_chance.mean())) < 4 * error
    proof.count(RR=round(float(np.mean(ranks)), 4), by_chance=round(float(by_chance.mean()), 4))
