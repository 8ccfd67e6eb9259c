"""Checkpoints that were damaged or made by others: one line, whatever is in them."""

import io
import random
import zipfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
import torch
from torch import nn

from scinet.errors import DataError
from scinet.models.base.epochs import NAME, TrainingState, fit, read_checkpoint

_SEED: Final = 7


def trained(folder: Path, epochs: int) -> TrainingState:
    """A line through points, learned for so many epochs."""
    torch.manual_seed(_SEED)
    module = nn.Linear(2, 1)
    optimizer = torch.optim.Adam(module.parameters(), lr=0.1)
    points = torch.tensor([[1.0, 2.0], [3.0, 4.0]])

    def epoch(_: int) -> float:
        optimizer.zero_grad()
        loss = (module(points) - 1).square().mean()
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return fit(
        module, optimizer, epoch, lambda: -module(points).sum().item(), figure="value",
        epochs=epochs, patience=epochs, folder=folder, key="key", extra={},
    )  # fmt: skip


@cache
def content() -> dict[str, Any]:
    """What the checkpoint of a training of two epochs holds."""
    with TemporaryDirectory() as name:
        trained(Path(name), 2)
        held = read_checkpoint(Path(name), "key")
    assert held is not None
    return held


def stored(folder: Path, held: object) -> bytes:
    file = io.BytesIO()
    torch.save(held, file)
    (folder / NAME).write_bytes(file.getvalue())
    return file.getvalue()


def test_a_checkpoint_with_any_byte_changed_or_cut_is_damaged(tmp_path: Path) -> None:
    whole = stored(tmp_path, content())
    rng = random.Random(_SEED)  # noqa: S311 - not for secrets
    refused = 0
    for _ in range(30):
        changed = bytearray(whole)
        for _ in range(rng.choice((1, 1, 4, 40))):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        cut = rng.random() < 0.2
        (tmp_path / NAME).write_bytes(changed[: rng.randrange(len(changed))] if cut else changed)
        try:
            read_checkpoint(tmp_path, "key")
        except DataError as error:
            refused += "the checkpoint is damaged" in str(error)
    assert refused > 15  # what changes no value is no damage


def _packed(whole: bytes) -> bytes:
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(whole)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name) + bytes(100_000))
    return file.getvalue()


@pytest.mark.parametrize("held", [[], "text", None, 1, [{"key": "key"}]])
def test_a_checkpoint_of_another_kind_is_damaged(held: object, tmp_path: Path) -> None:
    stored(tmp_path, held)
    with pytest.raises(DataError, match="the checkpoint is damaged"):
        read_checkpoint(tmp_path, "key")


def test_a_checkpoint_that_unpacks_to_more_is_damaged(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(_packed(stored(tmp_path, content())))
    with pytest.raises(DataError, match="the checkpoint is damaged"):
        read_checkpoint(tmp_path, "key")


def _learned(part: str, other: object) -> dict[str, Any]:
    """What the optimizer has learned, but for a part of its first parameter."""
    saved: dict[str, Any] = content()["optimizer"]
    state = {**saved["state"], 0: {**saved["state"][0], part: other}}
    return {**saved, "state": state}


def _same(other: object) -> object:
    return other


_WRONG: Final[tuple[object, ...]] = (None, [], "x", 7.5)
_PARTS: Final = ("epoch", "curve", "best_epoch", "best", "model", "optimizer")
_OTHERS: Final[tuple[tuple[str, Callable[[], object]], ...]] = (
    *((name, partial(_same, other)) for name in _PARTS for other in _WRONG),
    ("curve", lambda: [{}, {}, {}]),
    ("curve", lambda: [{"epoch": one, "value": "x"} for one in range(3)]),
    ("best", lambda: {"weight": torch.zeros(3, 3), "bias": torch.zeros(1)}),
    ("best_epoch", lambda: 99),
    ("epoch", lambda: -1),
    ("optimizer", lambda: {"state": {0: {"step": torch.tensor(1.0)}}, "param_groups": []}),
    ("optimizer", lambda: _learned("step", torch.zeros(3))),
    ("optimizer", lambda: _learned("exp_avg", torch.zeros(5))),
    ("optimizer", lambda: _learned("exp_avg_sq", "text")),
)


@pytest.mark.parametrize(("name", "value"), _OTHERS)
def test_a_checkpoint_with_other_values_is_refused(
    name: str, value: Callable[[], object], tmp_path: Path
) -> None:
    stored(tmp_path, {**content(), name: value()})
    with pytest.raises(DataError, match="the checkpoint was written by another version"):
        trained(tmp_path, 4)


def test_a_stopped_training_goes_on_with_its_own_settings(tmp_path: Path) -> None:
    groups = [{**group, "lr": "text"} for group in content()["optimizer"]["param_groups"]]
    held = {**content(), "optimizer": {**content()["optimizer"], "param_groups": groups}}
    stored(tmp_path, held)
    resumed = trained(tmp_path, 4)
    whole = trained(tmp_path / "whole", 4)
    assert [row["value"] for row in resumed.curve] == [row["value"] for row in whole.curve]
