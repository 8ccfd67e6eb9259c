"""Training learns, repeats itself, and survives being killed."""

import json
import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.two_sides import as_snapshot, two_communities

from scinet.errors import DataError, NotFoundError
from scinet.models.links.experiment import Settings, run_experiment
from scinet.models.links.questions import TASKS

BEFORE = date(2009, 1, 1)
SMALL = Settings(
    epochs=6, patience=6, hidden=16, title_dimensions=8, identity_bits=32, negatives=20
)

# Kills itself the hard way after the second epoch, as the machine would.
_KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
from scinet.models.links.experiment import Settings, run_experiment
from two_sides import as_snapshot, two_communities

def end(row):
    if row["epoch"] == 2:
        os.kill(os.getpid(), signal.SIGKILL)

run_experiment(
    as_snapshot(two_communities(5)), "links/coauthor", before=date(2009, 1, 1),
    folder=Path(sys.argv[1]), progress=end, settings=Settings(
        epochs=6, patience=6, hidden=16, title_dimensions=8, identity_bits=32, negatives=20
    ),
)
"""


def train(folder: Path, task: str = "links/coauthor", settings: Settings = SMALL) -> dict[str, Any]:
    network = as_snapshot(two_communities(5))
    return run_experiment(network, task, before=BEFORE, folder=folder, settings=settings)


def means(result: dict[str, Any], negatives: str) -> dict[str, float]:
    return {
        row["system"]: row["mean"]
        for row in result["metrics"]
        if row["metric"] == "MRR" and row["negatives"] == negatives
    }


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    training = {name: value for name, value in result["training"].items() if name != "seconds"}
    return {**result, "training": training}


def curve(folder: Path) -> list[dict[str, float]]:
    lines = (folder / "curve.jsonl").read_text().splitlines()
    return [
        {name: value for name, value in json.loads(line).items() if name != "seconds"}
        for line in lines
    ]


@pytest.mark.parametrize("task", TASKS)
def test_a_network_finds_the_two_communities(task: str, tmp_path: Path) -> None:
    result = train(tmp_path, task)
    found = means(result, "random")
    assert found["sage"] > found["random"] + 0.05
    assert found["oracle"] == 1.0
    assert json.loads((tmp_path / "result.json").read_text()) == result
    assert set(result) == {
        "task",
        "model",
        "before",
        "seed",
        "settings",
        "versions",
        "graph_fingerprint",
        "periods",
        "training",
        "metrics",
    }
    assert len(curve(tmp_path)) == result["training"]["epochs"]
    assert not list(tmp_path.glob("*.partial"))


def test_a_seed_repeats_itself_and_another_does_not(tmp_path: Path) -> None:
    settings = Settings(**{**_fields(SMALL), "epochs": 2})
    one = train(tmp_path / "one", settings=settings)
    two = train(tmp_path / "two", settings=settings)
    assert timeless(one) == timeless(two)
    other = train(tmp_path / "other", settings=Settings(**{**_fields(settings), "seed": 1}))
    assert other["metrics"] != one["metrics"]


def test_a_killed_training_ends_as_an_unbroken_one(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    command = [sys.executable, "-W", "ignore", "-c", _KILLED, str(tmp_path / "killed")]
    ended = subprocess.run(command, env=environment, check=False, capture_output=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    assert (tmp_path / "killed" / "checkpoint.pt").exists()
    assert not (tmp_path / "killed" / "result.json").exists()
    resumed, unbroken = train(tmp_path / "killed"), train(tmp_path / "unbroken")
    assert timeless(resumed) == timeless(unbroken)
    assert curve(tmp_path / "killed") == curve(tmp_path / "unbroken")


def test_a_finished_training_is_not_repeated_and_goes_on_when_asked(tmp_path: Path) -> None:
    short = Settings(**{**_fields(SMALL), "epochs": 2})
    first = train(tmp_path, settings=short)
    assert train(tmp_path, settings=short) == first
    longer = train(tmp_path, settings=Settings(**{**_fields(SMALL), "epochs": 3}))
    assert longer["training"]["epochs"] == 3


def test_another_training_in_the_folder_is_refused(tmp_path: Path) -> None:
    short = Settings(**{**_fields(SMALL), "epochs": 1})
    train(tmp_path, settings=short)
    with pytest.raises(DataError, match="other settings or data"):
        train(tmp_path, settings=Settings(**{**_fields(short), "hidden": 8}))
    (tmp_path / "checkpoint.pt").write_bytes(b"torn")
    with pytest.raises(DataError, match="damaged"):
        train(tmp_path, settings=short)


def test_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    network = as_snapshot(two_communities(5))
    with pytest.raises(NotFoundError, match="no task"):
        run_experiment(network, "links/nothing", before=BEFORE, folder=tmp_path)
    with pytest.raises(NotFoundError, match="no model"):
        run_experiment(network, "links/coauthor", before=BEFORE, folder=tmp_path, model="gat")
    with pytest.raises(DataError, match="nothing to foresee"):
        run_experiment(network, "links/coauthor", before=date(1990, 1, 1), folder=tmp_path)


def _fields(settings: Settings) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(settings)
