"""Answers that know nothing, and answers that know the truth: the floor and the ceiling.

A metric that does not put them in their places, or a system that does not stand between them, is
a fault to find before any other number is read.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from scinet.eval.run import CHOICES, Answer, Item
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Scoring, TaskType

NAMES: Final = ("random", "constant", "oracle", "anti-oracle")


def answer(
    name: str,
    task_type: TaskType,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    pool: Sequence[str],
    scoring: Scoring,
    *,
    seed: int,
) -> dict[str, Answer]:
    """What a control returns to each query.

    Args:
        name: ``random``: other papers for each query, the true numbers shuffled, a coin's side;
            ``constant``: the same papers for all, the median of the true numbers, A;
            ``oracle``: the truth; ``anti-oracle``: as far from it as can be, which for numbers is
            the largest true one for the smallest and so on. Of texts and records: the true ones of
            other queries, that of the first query for all, the true one, nothing.
        task_type: The task.
        queries: What is asked.
        truth: Rows of ``truth.jsonl`` by query.
        pool: Papers that may be returned, in a fixed order; not looked at without lists.
        scoring: The mode, since truth may depend on it.
        seed: Seed of what is drawn.

    Returns:
        One answer per query.

    Raises:
        ValueError: If there is no such control.
    """
    if name not in NAMES:
        raise ValueError(f"no control named {name!r}")
    rng = np.random.default_rng([seed, NAMES.index(name)])
    if task_type.answers == "number":
        found = _numbers(name, task_type, queries, truth, scoring, rng)
    elif task_type.answers == "choice":
        found = _choices(name, task_type, queries, truth, scoring, rng)
    elif task_type.answers in {"text", "record"}:
        found = _written(name, task_type, queries, truth, scoring, rng)
    else:
        found = _lists(name, task_type, queries, truth, pool, scoring, rng)
    return {answer.query_id: answer for answer in found}


def _lists(
    name: str,
    task_type: TaskType,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    pool: Sequence[str],
    scoring: Scoring,
    rng: np.random.Generator,
) -> list[Answer]:
    most = max((query.k for query in queries), default=0) + 2  # some may be the query's own
    same = _draw(pool, most, rng)
    answers: list[Answer] = []
    for query in queries:
        row = truth[query.query_id]
        papers: Sequence[str]
        if name == "oracle":
            best = task_type.ideal(query, row, scoring)
            papers = best if isinstance(best, list) else []
        elif name == "anti-oracle":
            papers = task_type.wrong(query, row, pool, scoring, rng)
        else:
            own = pool if query.candidates is None else query.candidates
            if name == "random":
                drawn = _draw(own, most, rng)
            else:  # candidates stand in order of id, the same in every list
                drawn = same if query.candidates is None else list(own)
            papers = task_type.guess(query, drawn)
        answers.append(Answer(query.query_id, tuple(map(Item, papers))))
    return answers


def _numbers(
    name: str,
    task_type: TaskType,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    scoring: Scoring,
    rng: np.random.Generator,
) -> list[Answer]:
    true = np.array(
        [task_type.ideal(one, truth[one.query_id], scoring) for one in queries], dtype=float
    )
    if name == "random":
        values = rng.permutation(true)
    elif name == "constant":
        values = np.full(len(true), np.median(true))
    elif name == "oracle":
        values = true
    else:
        order = np.argsort(true, kind="stable")
        values = np.empty_like(true)
        values[order] = true[order[::-1]]
    return [
        Answer(query.query_id, value=float(value))
        for query, value in zip(queries, values, strict=True)
    ]


def _choices(
    name: str,
    task_type: TaskType,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    scoring: Scoring,
    rng: np.random.Generator,
) -> list[Answer]:
    first, second = CHOICES
    answers: list[Answer] = []
    for query in queries:
        right = task_type.ideal(query, truth[query.query_id], scoring)
        if name == "random":
            choice = CHOICES[rng.integers(2)]
        elif name == "constant":
            choice = first
        else:
            choice = first if (right == first) == (name == "oracle") else second
        answers.append(Answer(query.query_id, choice=choice))
    return answers


def _written(
    name: str,
    task_type: TaskType,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    scoring: Scoring,
    rng: np.random.Generator,
) -> list[Answer]:
    if name == "anti-oracle":
        return []
    true = [task_type.ideal(one, truth[one.query_id], scoring) for one in queries]
    if name == "random":  # a derangement: everyone gets the next one's in a random circle
        circle = rng.permutation(len(true))
        taken = dict(zip(circle.tolist(), np.roll(circle, 1).tolist(), strict=True))
    elif name == "constant":
        taken = dict.fromkeys(range(len(true)), 0)
    else:
        taken = {place: place for place in range(len(true))}
    answers: list[Answer] = []
    for place, query in enumerate(queries):
        given: Any = true[taken[place]]
        is_text = task_type.answers == "text"
        answers.append(
            Answer(query.query_id, text=given) if is_text else Answer(query.query_id, record=given)
        )
    return answers


def _draw(pool: Sequence[str], count: int, rng: np.random.Generator) -> list[str]:
    return [pool[i] for i in rng.permutation(len(pool))[:count]]
