"""Every task, built small from the audited world."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from helpers.scored_network import BEFORE

from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Task, write
from scinet.eval.task_type import Material
from scinet.experiments.leak_audit.worlds import World

SPLITS: Final = {"train_years": "3", "validation_years": "2", "targets": "12"}
WINDOWS: Final = {
    "abstracts": "any",
    "future_days": "730",
    "new_days": "730",
    "gap_days": "0",
    "prior_days": "1461",
    "test_share": "0.5",
}
# Options with which a task fits the small world; without an entry it is built as it is.
SMALL_TASKS: Final[Mapping[str, Mapping[str, str]]] = {
    "scinetbench/ego-novelty": {"k": "5", "min_papers": "20", "novelty_unit": "paper"},
    "scinetbench/ego-disruption": {"k": "5", "min_papers": "20", "strict_min_citations": "3"},
    "scinetbench/pair-citation": {"queries": "6", "min_truth": "3", "k": "10"},
    "scinetbench/pair-co-mention": {"queries": "6", "min_truth": "3", "k": "10"},
    "scinetbench/pair-sentiment": {"queries": "6", "min_truth": "1", "k": "10"},
    "scinetbench/path": {"pairs_per_subfield": "2"},
    "prescience/prior-work": {**SPLITS, "known": "title", "candidates": "two_hop"},
    "prescience/collaborators": {
        **SPLITS,
        "candidates": "degree",
        "negatives": "15",
        "seed_author": "highest_h_index",
    },
    "prescience/contribution": SPLITS,
    "prescience/impact": {**SPLITS, "since": "2010-01-01", "dated": "year"},
    "sciencemeter/judgment": WINDOWS,
    "sciencemeter/generation": WINDOWS,
    "sciimpact/citation": {
        "since": "2008-01-01",
        "train_years": "5",
        "validation_years": "2",
        "horizon": "1",
        "ratio": "1.5",
        "min_count": "1",
        "match": "none",
    },
}


def stand_in(lines: Sequence[str]) -> Any:
    """Vectors that follow from each text alone, as those of the model do, at no cost."""
    seeds = [int.from_bytes(hashlib.sha256(line.encode()).digest()[:8], "big") for line in lines]
    found = np.array([np.random.default_rng(seed).normal(size=384) for seed in seeds])
    vectors = found.reshape(-1, 384)
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def built(name: str, world: World, folder: Path) -> Task:
    task_type = TASK_TYPES[name]
    options = task_type.read_options(SMALL_TASKS.get(name, {}))
    assert world.database is not None
    past = world.snapshot.until(BEFORE)
    return write(
        task_type.build(Material(past, BEFORE, 0, world.database, stand_in), options), folder
    )
