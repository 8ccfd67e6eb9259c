"""Every task, built small from the audited world."""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
from helpers.networks.scored_network import BEFORE

from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Task, write_task
from scinet.eval.task_type import BuildContext
from scinet.experiments.leak_audit.worlds import AuditWorld

_SMALL: Final = tomllib.loads(
    (Path(__file__).parents[2] / "golden" / "small.toml").read_text("utf-8")
)
SMALL_TASKS: Final[Mapping[str, Mapping[str, str]]] = _SMALL["tasks"]
SMALL_SYSTEMS: Final[Mapping[str, Mapping[str, str]]] = _SMALL["systems"]
_ANY_PAIRS: Final = {"ratio": "1", "min_count": "1", "match": "none"}
# Few papers release anything: all of them, split by chance.
_RELEASED: Final = {f"sciimpact/{one}": {"folds": "2"} for one in ("code", "dataset", "model")}


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
    values = np.array([np.random.default_rng(seed).normal(size=384) for seed in seeds])
    vectors = values.reshape(-1, 384)
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def built(
    name: str, world: AuditWorld, folder: Path, more: Mapping[str, str] | None = None, seed: int = 0
) -> Task:
    """The task as it fits the world, with ``more`` options where it has them."""
    task_type = TASK_TYPES[name]
    known = {field.name for field in fields(task_type.options)}
    added = {key: value for key, value in (more or {}).items() if key in known}
    options = task_type.read_options({**SMALL_TASKS.get(name, {}), **added})
    assert world.database is not None
    past = world.snapshot.until(BEFORE)
    return write_task(
        task_type.build(BuildContext(past, BEFORE, seed, world.database, stand_in), options), folder
    )
