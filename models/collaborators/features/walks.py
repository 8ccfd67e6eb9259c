"""Where walks from the seed would be: step by step, with restarts, and back to the seed."""

from typing import Final

import numpy as np

from scinet.graph.links.walks import Real, Steps
from scinet.models.collaborators.features.past import Columns, Lists, Past, Walk, step_of

NEAR: Final = Walk(half_life=3.0, citations=0.05, restart=0.25)
SHORT: Final = Walk(half_life=1.0, citations=0.05, restart=0.5)
CITING: Final = Walk(half_life=3.0, citations=0.5, restart=0.25)
_STEPPING: Final = (1.0, 4.0)
_STEPS: Final = 3
_BACK_STEPS: Final = 8


def walks(past: Past, lists: Lists) -> Columns:
    """Shares of time and probabilities of each pair.

    ``walk_near``, ``walk_short`` and ``walk_citing`` are shares of time of walks that restart at
    the seed; ``walk_back`` is the share that a walk like the first, but restarted at the other
    author, spends at the seed. ``steps_h_n`` is the probability to be at the other author n steps
    after the seed over joint papers of half-life h years, ``steps_back_h_n`` the reverse.
    """
    columns: Columns = {
        f"walk_{name}": lists.read(past.visits(walk, lists.seed))
        for name, walk in (("near", NEAR), ("short", SHORT), ("citing", CITING))
    }
    start: Real = np.zeros((past.snapshot.num_authors, len(lists.seed)), dtype=np.float32)
    start[lists.seed, np.arange(len(lists.seed))] = 1.0
    for half_life in _STEPPING:
        step = past.once(step_of, half_life, 0.0)
        for name, move in (("steps", step), ("steps_back", past.once(_turned, half_life, 0.0))):
            share = start
            for number in range(1, _STEPS + 1):
                share = move(share)
                columns[f"{name}_{half_life:g}_{number}"] = lists.read(share)
    turned = past.once(_turned, NEAR.half_life, NEAR.citations)
    columns["walk_back"] = lists.read(_arrivals(turned, start, NEAR.restart))
    return columns


def _turned(past: Past, half_life: float, citations: float) -> Steps:
    return past.once(step_of, half_life, citations).turned()


def _arrivals(turned: Steps, target: Real, restart: float) -> Real:
    """Share of time at the targets of walks that restart at each node and end in dead ends."""
    share = restart * target
    for _ in range(_BACK_STEPS):
        share = restart * target + (1 - restart) * turned(share)
    return share
