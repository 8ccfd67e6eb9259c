"""Every task, built small from the audited world."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
from helpers.networks.scored_network import BEFORE

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
    "scinetbench/path": {"pairs_per_subfield": "2", "k": "10"},
    "scinetbench/survey": {"k": "10"},
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

_ANY_PAIRS: Final = {"ratio": "1", "min_count": "1", "match": "none"}
# Few papers release anything: all of them, split by chance.
_RELEASED: Final = {f"sciimpact/{one}": {"folds": "2"} for one in ("code", "dataset", "model")}

# Settings with which a system that learns is done within a second.
SMALL_NETWORK: Final = {
    "epochs": "1",
    "questions": "10",
    "measured": "5",
    "top": "8",
    "hidden": "8",
    "heads": "2",
    "fan_out": "3",
    "title_dimensions": "4",
}
SMALL_SYSTEMS: Final[Mapping[str, Mapping[str, str]]] = {
    "dense-index": {"cells": "4", "parts": "8", "bits": "2"},
    "collaborators-gnn": SMALL_NETWORK | {"encoder": "sage"},
    "prior-work-gnn": SMALL_NETWORK | {"encoder": "hgt"},
    "prior-work-title-gnn": SMALL_NETWORK | {"encoder": "temporal"},
    "collaborators-projection": {"epochs": "1", "hidden": "8", "size": "4"},
    "prior-work-projection": {"epochs": "1", "hidden": "8", "size": "4"},
    "collaborators-lambdarank": {"trees": "5", "bags": "1", "min_leaf": "5", "candidates": "20"},
    "impact-boosted": {"trees": "5", "bags": "1", "min_leaf": "1", "rows": "1", "subjects": "4"},
}


def small(name: str, day: date) -> dict[str, str]:
    """Options with which a task fits a random graph of as many papers, as of a day."""
    since = {"since": f"{day.year - 2}-01-01"}
    is_recent = name.startswith(("prescience/impact", "sciimpact/")) and name not in _RELEASED
    return {
        **SMALL_TASKS.get(name, {}),
        **(since if is_recent else {}),
        **({"train_years": "1", "validation_years": "1"} if name == "sciimpact/citation" else {}),
        **(_ANY_PAIRS if name.startswith("sciimpact/") and name not in SMALL_TASKS else {}),
        **_RELEASED.get(name, {}),
        **({"min_count": "0"} if name == "sciimpact/award" else {}),
        **({"queries": "4", "min_truth": "1"} if name.startswith("scinetbench/pair") else {}),
        **({"min_papers": "4"} if name.startswith("scinetbench/ego") else {}),
    }


def stand_in(lines: Sequence[str]) -> Any:
    """Vectors that follow from each text alone, as those of the model do, at no cost."""
    seeds = [int.from_bytes(hashlib.sha256(line.encode()).digest()[:8], "big") for line in lines]
    found = np.array([np.random.default_rng(seed).normal(size=384) for seed in seeds])
    vectors = found.reshape(-1, 384)
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def built(
    name: str, world: World, folder: Path, more: Mapping[str, str] | None = None, seed: int = 0
) -> Task:
    """The task as it fits the world, with ``more`` options where it has them."""
    task_type = TASK_TYPES[name]
    known = {one.name for one in fields(task_type.options)}
    added = {key: value for key, value in (more or {}).items() if key in known}
    options = task_type.read_options({**SMALL_TASKS.get(name, {}), **added})
    assert world.database is not None
    past = world.snapshot.until(BEFORE)
    return write(
        task_type.build(Material(past, BEFORE, seed, world.database, stand_in), options), folder
    )
