"""Answers that know nothing, and answers that know the truth: the floor and the ceiling.

A metric that does not put them in their places, or a system that does not stand between them, is
a fault to find before any other number is read.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from scinet.eval.task import Query, Row
from scinet.eval.tasks.kind import Kind, Scoring

NAMES: Final = ("random", "constant", "oracle", "anti-oracle")


def answer(
    name: str,
    kind: Kind,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    pool: Sequence[str],
    scoring: Scoring,
    *,
    seed: int,
) -> dict[str, list[str]]:
    """What a control returns to each query.

    Args:
        name: ``random``: other papers for each query; ``constant``: the same ones for all;
            ``oracle``: the truth; ``anti-oracle``: as far from it as can be.
        kind: The task.
        queries: What is asked.
        truth: Rows of ``truth.jsonl`` by query.
        pool: Papers that may be returned, in a fixed order.
        scoring: The mode, since truth may depend on it.
        seed: Seed of what is drawn.

    Returns:
        Paper ids, best first, by query.

    Raises:
        ValueError: If there is no such control.
    """
    if name not in NAMES:
        raise ValueError(f"no control named {name!r}")
    rng = np.random.default_rng([seed, NAMES.index(name)])
    most = max((query.k for query in queries), default=0) + 2  # some may be the query's own
    same = _draw(pool, most, rng)
    answers: dict[str, list[str]] = {}
    for query in queries:
        row = truth[query.query_id]
        if name == "oracle":
            answers[query.query_id] = kind.ideal(query, row, scoring)
        elif name == "anti-oracle":
            answers[query.query_id] = kind.wrong(query, row, pool, scoring, rng)
        else:
            papers = same if name == "constant" else _draw(pool, most, rng)
            answers[query.query_id] = kind.guess(query, papers)
    return answers


def _draw(pool: Sequence[str], count: int, rng: np.random.Generator) -> list[str]:
    return [pool[i] for i in rng.permutation(len(pool))[:count]]
