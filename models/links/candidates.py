"""Negatives: what a source could have linked to and did not.

Every source has two lists of its own, reported apart. *Random* negatives are any targets.
*Hard* ones are, half and half, within two steps of the source's team and about as well connected
as one of its positives. All existed before the period, and none is linked to the source before
or in it. Each source draws from its own stream of random numbers, seeded by its id, so that no
other source moves its list.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.links import network
from scinet.graph.snapshot import Csr
from scinet.models.links.questions import Questions

Ints = NDArray[np.int64]

_WINDOW = 100  # how far a well-connected negative may stand from a positive in that order


@dataclass(frozen=True)
class Candidates:
    """Negatives of each source.

    Shapes:
        random, hard: ``(sources, negatives)``, target codes, no repeats in a row. The width is
            smaller than asked when some source has fewer left to draw from.
    """

    random: Ints
    hard: Ints


def draw_candidates(questions: Questions, negatives: int, seed: int) -> Candidates:
    """Draw both lists for every source.

    Args:
        questions: Sources with positives.
        negatives: Length of each list.
        seed: With the period and the source's id it fixes the draw.
    """
    links = network(questions.past, questions.network)
    by_degree = np.argsort(links.lengths(), kind="stable")
    place = np.empty_like(by_degree)
    place[by_degree] = np.arange(len(by_degree))
    random, hard = [], []
    for source in range(questions.num_sources):
        generator = _stream(questions, source, seed)
        positives = questions.positives.row(source)
        barred = np.zeros(questions.num_targets, dtype=np.bool_)
        barred[positives] = True
        barred[questions.excluded.row(source)] = True
        pool = generator.permutation(np.flatnonzero(~barred))
        random.append(pool[:negatives])
        near = _within_two_steps(questions, links, source)
        first = generator.permutation(near[~barred[near]])[: negatives // 2]
        around = place[generator.choice(positives, 4 * negatives)]
        around += generator.integers(-_WINDOW, _WINDOW, len(around), endpoint=True)
        alike = by_degree[np.clip(around, 0, len(by_degree) - 1)]
        # What the two kinds cannot fill is filled from the whole pool.
        hard.append(_distinct(np.concatenate((first, alike[~barred[alike]], pool)))[:negatives])
    return Candidates(random=_table(random), hard=_table(hard))


def _within_two_steps(questions: Questions, links: Csr, source: int) -> Ints:
    team = questions.members.row(source)
    if questions.targets == "paper":
        papers = questions.past.author_papers
        start = np.concatenate([papers.row(author) for author in team])
    else:
        start = team
    once = np.concatenate([links.row(node) for node in start])
    twice = [links.row(node) for node in np.unique(once)]
    result: Ints = np.unique(np.concatenate((start, once, *twice))).astype(np.int64)
    return result


def _stream(questions: Questions, source: int, seed: int) -> np.random.Generator:
    key = f"{seed} {questions.period.start} {questions.source_id[source]}"
    digest = hashlib.blake2b(key.encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "little"))


def _distinct(values: Ints) -> Ints:
    _, first = np.unique(values, return_index=True)
    return values[np.sort(first)]


def _table(rows: list[Ints]) -> Ints:
    width = min(map(len, rows), default=0)
    if width == 0:
        raise DataError(
            "a source has no other target than its true ones",
            hint="Load a larger network, or choose a later --before.",
        )
    return np.array([row[:width] for row in rows], dtype=np.int64).reshape(len(rows), width)
