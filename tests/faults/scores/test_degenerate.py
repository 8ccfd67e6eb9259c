"""Runs that know nothing, for every task: refused in a line, or scored below an honest run.

The answers are made from the shape of the true ones, so that a new task is in the table without a
line here.
"""

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, get_args

import numpy as np
import pytest
from helpers import proof as proofs
from helpers.networks.audited_tasks import built
from helpers.networks.audited_world import load_world
from helpers.networks.scored_network import BEFORE
from helpers.proof import Proof

from scinet.errors import DataError
from scinet.eval import controls, significance
from scinet.eval.evaluate import evaluate
from scinet.eval.list_task import ListTask
from scinet.eval.options import EvaluationOptions
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Query, Task
from scinet.eval.task_type import Scoring, ScoringContext, TaskType
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.connection import Database
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system

Line: TypeAlias = dict[str, Any]
HONEST: Final = "half"
_SLACK: Final = 1e-9


@dataclass(frozen=True)
class Case:
    """A task with what its answers are made of.

    Attributes:
        pool: Everything that a list may hold, sorted; nothing where lists are not asked for.
        ideal: The best answer to each query, as a run holds it.
    """

    task_type: TaskType
    task: Task
    queries: Sequence[Query]
    pool: Sequence[str]
    ideal: Mapping[str, Line]
    seed: int

    def everywhere(self, made: Callable[[Query, Line], Line]) -> list[Line]:
        return [
            {"query_id": query.query_id, **made(query, self.ideal[query.query_id])}
            for query in self.queries
        ]

    @property
    def first(self) -> Line:
        return self.ideal[self.queries[0].query_id]


def _changed(
    value: Any,
    *,
    text: Callable[[str], str] = str,
    number: Callable[[float], float] = float,
    listed: Callable[[list[Any]], list[Any]] = list,
) -> Any:
    """The same structure with other texts, numbers and lists in it."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    more: dict[str, Any] = {"text": text, "number": number, "listed": listed}
    if isinstance(value, list):
        return [_changed(item, **more) for item in listed(value)]
    if isinstance(value, dict):
        return {key: _changed(item, **more) for key, item in value.items()}
    return value


def _tied(names: Sequence[str]) -> Line:
    return {"items": [{"id": name, "score": 1.0} for name in dict.fromkeys(names)]}


def _constant(case: Case) -> list[Line]:
    if case.pool:
        return case.everywhere(lambda _, __: _tied(case.pool))
    return case.everywhere(lambda _, __: case.first)


def _truth_first(case: Case) -> list[Line]:
    """One score for all, and the file lists what is true first."""
    if not case.pool:
        return _constant(case)
    return case.everywhere(lambda _, i: _tied([*(item["id"] for item in i["items"]), *case.pool]))


def _not_a_number(value: float) -> Callable[[Case], list[Line]]:
    def made(query: Query, ideal: Line) -> Line:
        del query
        if "items" in ideal:
            return {"items": [{**item, "score": value} for item in ideal["items"]]}
        changed = _changed(ideal, number=lambda _: value)
        return {**changed, "score": value} if changed == ideal else changed

    return lambda case: case.everywhere(made)


def _empty(case: Case) -> list[Line]:
    return case.everywhere(
        lambda _, i: _changed(i, text=lambda _: "", number=lambda _: 0.0, listed=lambda _: [])
    )


def _everything(case: Case) -> list[Line]:
    """All items in any order, all texts one after the other, all entries of all lists."""
    if case.pool:
        rng = np.random.default_rng(case.seed)
        return case.everywhere(
            lambda _, __: {"items": [{"id": case.pool[n]} for n in rng.permutation(len(case.pool))]}
        )
    every = _union(list(case.ideal.values()))
    return case.everywhere(lambda _, __: every)


def _union(values: Sequence[Any]) -> Any:
    first = values[0]
    if isinstance(first, dict):
        return {key: _union([value[key] for value in values if key in value]) for key in first}
    if isinstance(first, list):
        return list({json.dumps(item): item for value in values for item in value}.values())
    if isinstance(first, str):
        return " ".join(dict.fromkeys(values))
    return max(values)


def _copy(case: Case) -> list[Line]:
    """The words of the question, and the papers that it names."""

    def made(query: Query, ideal: Line) -> Line:
        if "items" in ideal:
            named = [text for text in _texts(query.inputs) if text in set(case.pool)]
            return {"items": [{"id": text} for text in named]}
        words = " ".join([query.text, *_texts(query.inputs)])
        changed: Line = _changed(ideal, text=lambda _: words, number=lambda _: float(len(words)))
        return changed

    return case.everywhere(made)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


SCORERS: Final[Mapping[str, Callable[[Case], list[Line]]]] = {
    "one score for all": _constant,
    "one score, truth first": _truth_first,
    "NaN": _not_a_number(math.nan),
    "infinite": _not_a_number(math.inf),
    "no answer": lambda _: [],
    "empty": _empty,
    "everything": _everything,
    "copy of the question": _copy,
}


@pytest.fixture(scope="module")
def world(shared_database: Database) -> Iterator[AuditWorld]:
    yield load_world(shared_database)
    shared_database.rows("admin/wipe")


# With more questions than the audit needs, so that chance alone reaches no honest score; a task of
# few questions is tried with other chances until so many were asked.
MORE: Final = {"targets": "60", "match": "none", "ratio": "1.1", "uses": "6", "since": "2002-01-01"}
ENOUGH: Final = 60
# No answer of any list is a ranking there: the true path in the file is a true path.
_PATHS: Final = {name for name, one in TASK_TYPES.items() if not getattr(one, "is_ranking", True)}


def _case(
    task_type: TaskType, task: Task, context: ScoringContext, known: Mapping[str, Run], seed: int
) -> Case:
    ideal: dict[str, Line] = {}
    for query, answer in known["oracle"].answers.items():
        ideal[query] = json.loads(json.dumps(answer.row()))
        del ideal[query]["query_id"]
    pool = sorted(task_type.pool(context)) if isinstance(task_type, ListTask) else []
    return Case(task_type, task, task.queries(), pool, ideal, seed)


def _half(known: Mapping[str, Run], task: Task) -> Run:
    """An honest run: it knows every second answer, and guesses the others."""
    results = {
        query: known["random" if place % 2 else "oracle"].answers[query]
        for place, query in enumerate(known["oracle"].answers)
    }
    return Run(RunHeader(HONEST, "1", task.fingerprint, "text", {}, None), results)


def _read(case: Case, scorer: str, folder: Path) -> Run | str:
    """The run of a scorer, read from its file; or the line that refuses it."""
    header = {"system": scorer, "version": "1", "track": "text"}
    header["task_fingerprint"] = case.task.fingerprint
    file = folder / f"{scorer}.jsonl"
    lines = [header, *SCORERS[scorer](case)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    try:
        return case.task_type.read_run(file, case.task)
    except DataError as error:
        said = error
    assert str(file) in str(said)
    assert "\n" not in str(said)
    assert said.hint
    return str(said)


@pytest.mark.parametrize("name", TASK_TYPES)
def test_who_knows_nothing_stands_below_who_knows_half(
    proof: Proof, name: str, world: AuditWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that knows nothing is refused in a line, or scored below one that knows half."""
    for resamples in ("_RESAMPLES", "_FEW_RESAMPLES"):  # intervals are not what is shown
        monkeypatch.setattr(significance, resamples, 99)
    task_type = TASK_TYPES[name]
    by_seed: dict[str, dict[str, list[float]]] = defaultdict(dict)
    refused = scored = asked = 0
    past = world.snapshot.until(BEFORE)
    scorings: tuple[Scoring, ...] = get_args(Scoring)
    questions = proof.trials(short=ENOUGH, full=5 * ENOUGH)
    for seed in itertools.count(proof.seed):
        if asked >= questions:
            break
        task = built(name, world, tmp_path / f"task{seed}", MORE, seed=seed)
        assert task.queries()
        asked += len(task.queries())
        for scoring in scorings if proofs.folder() else scorings[:1]:
            context = ScoringContext(task, scoring, world.database, "test", past)
            controlled = controls.make_control_runs(task_type, task.queries(), context, seed=seed)
            known = {item.header.system: item for item in controlled}
            case = _case(task_type, task, context, known, seed)
            results = {scorer: _read(case, scorer, tmp_path) for scorer in SCORERS}
            refused += sum(isinstance(item, str) for item in results.values())
            for scorer in ("NaN", "infinite"):
                assert isinstance(results[scorer], str)
            runs = [item for item in results.values() if isinstance(item, Run)]
            runs += [_half(known, task), *_popular(case, world)]
            how: dict[str, Any] = {"database": world.database, "snapshot": past}
            options = EvaluationOptions(scoring=scoring, seed=seed)
            means = {
                result.header.system: metric.mean
                for result in evaluate(task_type, task, runs, options, **how)
                for metric in result.metrics
                if metric.metric == task_type.headline
            }
            scored += len(means)
            for item, value in means.items():
                by_seed[scoring].setdefault(item, []).append(value)
            best = means["oracle"]
            least = min(means["anti-oracle"], means["no answer"])
            assert [item for item, value in means.items() if value > best + _SLACK] == []
            assert [item for item, value in means.items() if value < least - _SLACK] == []
    judged = {*SCORERS, "constant", "random"}
    if name in _PATHS:
        judged -= {"one score, truth first"}
    above = {
        scoring: [
            item
            for item in sorted(judged & results.keys())
            if np.mean(results[item]) > np.mean(results[HONEST]) + _SLACK
        ]
        for scoring, results in by_seed.items()
    }
    assert above["strict"] == [], by_seed["strict"]
    # As published, some scores count what is found among any number of answers.
    officially = ", ".join(above.get("official", ()))
    proof.count(runs=scored, refused=refused, above_officially=officially)


def _popular(case: Case, world: AuditWorld) -> list[Run]:
    """What the most cited papers are worth, where papers are asked for."""
    system = make_system("popularity")
    if not system.supports(case.task_type.answers):
        return []
    past = world.snapshot.until(BEFORE)
    result = answer_queries(
        system, case.queries, case.task_type, database=world.database, snapshot=past
    )
    header = RunHeader("popularity", "1", case.task.fingerprint, "graph", {}, None)
    return [Run(header, {item.query_id: item for item in result})]
