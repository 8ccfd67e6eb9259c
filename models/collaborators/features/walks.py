"""Features of walks between two authors: step by step, and with restarts."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scinet.graph.links.walks import Steps, author_steps, restart_walks, single_starts, visits
from scinet.graph.snapshot.csr import Int32
from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.history import Float32, History


@dataclass(frozen=True, slots=True)
class Walk:
    """Walk with restart among authors; half-life in years, citations as a share of the steps."""

    half_life: float
    citations: float
    restart: float


NEAR_WALK: Final = Walk(half_life=3.0, citations=0.05, restart=0.25)
SHORT_WALK: Final = Walk(half_life=1.0, citations=0.05, restart=0.5)
CITATION_WALK: Final = Walk(half_life=3.0, citations=0.5, restart=0.25)
_STEP_HALF_LIVES: Final = (1.0, 4.0)
_STEPS: Final = 3
_BACK_STEPS: Final = 8
_TOLERANCE: Final = 1e-2


def walk_features(past: History, lists: AuthorLists) -> Columns:
    """Compute shares of time and probabilities of each pair.

    ``walk_near``, ``walk_short`` and ``walk_citing`` are shares of time of walks that restart at
    the seed; ``walk_back`` is the share that a walk like the first, but restarted at the other
    author, spends at the seed. ``steps_h_n`` is the probability to be at the other author n steps
    after the seed over joint papers of half-life h years, ``steps_back_h_n`` the reverse.
    """
    columns: Columns = {
        f"walk_{name}": lists.read(walk_shares(past, walk, lists.seed))
        for name, walk in (("near", NEAR_WALK), ("short", SHORT_WALK), ("citing", CITATION_WALK))
    }
    start: Float32 = np.zeros((past.snapshot.num_authors, len(lists.seed)), dtype=np.float32)
    start[lists.seed, np.arange(len(lists.seed))] = 1.0
    for half_life in _STEP_HALF_LIVES:
        step = past.once(make_step, half_life, 0.0)
        for name, move in (
            ("steps", step),
            ("steps_back", past.once(_reversed_step, half_life, 0.0)),
        ):
            share = start
            for number in range(1, _STEPS + 1):
                share = move(share)
                columns[f"{name}_{half_life:g}_{number}"] = lists.read(share)
    turned = past.once(_reversed_step, NEAR_WALK.half_life, NEAR_WALK.citations)
    back = restart_walks(turned, start, restart=NEAR_WALK.restart, steps=_BACK_STEPS, ends=True)
    columns["walk_back"] = lists.read(back)
    return columns


def walk_shares(past: History, walk: Walk, seeds: Int32) -> Float32:
    """Compute shares of time of walks from each seed, ``(authors, seeds)``; the latest are kept."""
    latest = past.once(_share_cache)
    if walk not in latest or not np.array_equal(seeds, latest[walk][0]):
        step = past.once(make_step, walk.half_life, walk.citations)
        batches = visits(step, single_starts(seeds), restart=walk.restart, tolerance=_TOLERANCE)
        latest[walk] = seeds, np.hstack([share for _, share in batches]).astype(np.float32)
    return latest[walk][1]


def _share_cache(_: History) -> dict[Walk, tuple[Int32, Float32]]:
    return {}


def make_step(past: History, half_life: float, citations: float) -> Steps:
    """Make a step among authors in single precision; see :func:`author_steps`."""
    step = author_steps(past.snapshot, half_life_years=half_life, citation_share=citations)
    return step.single()


def _reversed_step(past: History, half_life: float, citations: float) -> Steps:
    return past.once(make_step, half_life, citations).turned()
