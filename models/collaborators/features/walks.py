"""Walks from one author to the other and back: step by step, and with restarts."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scinet.graph.links.walks import Steps, among_authors, one_each, restarted, visits
from scinet.graph.snapshot.csr import Int32
from scinet.models.collaborators.features.lists import Columns, Lists
from scinet.models.history import Float32, Past


@dataclass(frozen=True, slots=True)
class Walk:
    """A restarting walk among authors; half-life in years, citations as a share of the steps."""

    half_life: float
    citations: float
    restart: float


NEAR: Final = Walk(half_life=3.0, citations=0.05, restart=0.25)
SHORT: Final = Walk(half_life=1.0, citations=0.05, restart=0.5)
CITING: Final = Walk(half_life=3.0, citations=0.5, restart=0.25)
_STEPPING: Final = (1.0, 4.0)
_STEPS: Final = 3
_BACK_STEPS: Final = 8
_TOLERANCE: Final = 1e-2


def walks(past: Past, lists: Lists) -> Columns:
    """Shares of time and probabilities of each pair.

    ``walk_near``, ``walk_short`` and ``walk_citing`` are shares of time of walks that restart at
    the seed; ``walk_back`` is the share that a walk like the first, but restarted at the other
    author, spends at the seed. ``steps_h_n`` is the probability to be at the other author n steps
    after the seed over joint papers of half-life h years, ``steps_back_h_n`` the reverse.
    """
    columns: Columns = {
        f"walk_{name}": lists.read(time_shares(past, walk, lists.seed))
        for name, walk in (("near", NEAR), ("short", SHORT), ("citing", CITING))
    }
    start: Float32 = np.zeros((past.snapshot.num_authors, len(lists.seed)), dtype=np.float32)
    start[lists.seed, np.arange(len(lists.seed))] = 1.0
    for half_life in _STEPPING:
        step = past.once(step_of, half_life, 0.0)
        for name, move in (("steps", step), ("steps_back", past.once(_turned, half_life, 0.0))):
            share = start
            for number in range(1, _STEPS + 1):
                share = move(share)
                columns[f"{name}_{half_life:g}_{number}"] = lists.read(share)
    turned = past.once(_turned, NEAR.half_life, NEAR.citations)
    back = restarted(turned, start, restart=NEAR.restart, steps=_BACK_STEPS, ends=True)
    columns["walk_back"] = lists.read(back)
    return columns


def time_shares(past: Past, walk: Walk, seeds: Int32) -> Float32:
    """Share of time of walks from each seed, ``(authors, seeds)``, stored for the latest seeds."""
    known = past.once(_latest)
    if walk not in known or not np.array_equal(seeds, known[walk][0]):
        step = past.once(step_of, walk.half_life, walk.citations)
        found = visits(step, one_each(seeds), restart=walk.restart, tolerance=_TOLERANCE)
        known[walk] = seeds, np.hstack([share for _, share in found]).astype(np.float32)
    return known[walk][1]


def _latest(_: Past) -> dict[Walk, tuple[Int32, Float32]]:
    return {}


def step_of(past: Past, half_life: float, citations: float) -> Steps:
    """A step among authors in single precision; see :func:`among_authors`."""
    step = among_authors(past.snapshot, half_life_years=half_life, citation_share=citations)
    return step.single()


def _turned(past: Past, half_life: float, citations: float) -> Steps:
    return past.once(step_of, half_life, citations).turned()
