"""Training loop with a checkpoint after every epoch and resumption.

Randomness in an epoch depends on the seed and the number of the epoch alone, so a resumed training
ends as an uninterrupted one, bit for bit on a CPU. A checkpoint is one file, written atomically.
"""

import hashlib
import json
import logging
import math
import os
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from scinet import atomic_files
from scinet.errors import DataError
from scinet.models.base.system import Context, System

NAME: Final = "checkpoint.pt"
_CUBLAS_VARIABLE: Final = "CUBLAS_WORKSPACE_CONFIG"  # PyTorch requires it
_ADAM_STATE: Final = frozenset({"step", "exp_avg", "exp_avg_sq"})  # by Adam of each parameter
_LOG: Final = logging.getLogger(__name__)


def write_checkpoint(folder: Path, key: str, content: dict[str, Any]) -> None:
    """Replace the checkpoint of a folder: tensors, plain values, lists and dictionaries of them."""
    with atomic_files.replace_file(folder / NAME) as partial, partial.open("wb") as file:
        torch.save({"key": key, **content}, file)
        file.flush()
        os.fsync(file.fileno())


def read_checkpoint(folder: Path, key: str) -> dict[str, Any] | None:
    """Read the checkpoint of a folder, written with the same key; None when there is none."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        content = _load_archive(path)
    except Exception as error:  # torch has no errors of its own for damage
        raise DataError(
            f"the checkpoint is damaged ({path})", hint="Delete it, or choose another --out."
        ) from error
    if content.get("key") != key:
        raise DataError(
            f"the folder holds a training with other settings or data ({path})",
            hint="Choose another --out.",
        )
    return content


def _load_archive(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
        # Each member has a checksum by which damage is detected, and no member is compressed.
        if size > path.stat().st_size or archive.testzip() is not None:
            raise ValueError("members that are not as they were written")
    # Tensors and plain values only: a checkpoint cannot run code.
    content = torch.load(path, weights_only=True)
    if not isinstance(content, dict):
        raise TypeError("no dictionary")
    return content


def training_key(system: System) -> str:
    """Compute a digest of all settings that the weights depend on."""
    text = json.dumps([system.name, system.version, system.settings])
    return hashlib.sha256(text.encode()).hexdigest()


def read_trained_checkpoint(system: System, context: Context) -> dict[str, Any]:
    """Read the checkpoint of a trained system."""
    content = read_checkpoint(context.training, training_key(system))
    if not content:
        raise DataError(f"{system.name} has not been trained", hint="Train it with `scinet train`.")
    return content


@contextmanager
def guard_restore(folder: Path) -> Iterator[None]:
    """Refuse a checkpoint whose parts belong to another version."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise DataError(
            f"the checkpoint was written by another version ({folder / NAME})",
            hint="Delete it; `scinet train SYSTEM TASK --out FOLDER` makes it anew.",
        ) from error


def restore_optimizer(optimizer: torch.optim.Optimizer, saved: dict[str, Any]) -> None:
    """Restore the state of an optimizer of the same parameters and settings.

    Raises:
        ValueError: If it has other parameters.
    """
    settings = [{**group} for group in optimizer.param_groups]
    optimizer.load_state_dict(saved)
    for group, own in zip(optimizer.param_groups, settings, strict=True):
        group.update({name: value for name, value in own.items() if name != "params"})
    for parameter, values in optimizer.state.items():
        if values.keys() != _ADAM_STATE or any(
            values[name].shape != (() if name == "step" else parameter.shape)
            for name in _ADAM_STATE
        ):
            raise ValueError("a state of other parameters")


@dataclass
class TrainingState:
    """Progress of a training.

    Attributes:
        curve: One row per epoch, from epoch 0, before any learning.
        best_epoch: Epoch with the best weights by validation.
    """

    epoch: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)
    best_epoch: int = 0
    best: dict[str, Tensor] = field(default_factory=dict)

    def check(self, figure: str) -> None:
        """Refuse an invalid state.

        Raises:
            ValueError: If the curve does not fit the epochs.
        """
        epochs = [row["epoch"] for row in self.curve]
        is_known = all(isinstance(row[figure], float | int) for row in self.curve)
        if not is_known or epochs != [*range(self.epoch + 1)] or self.best_epoch not in epochs:
            raise ValueError("no curve of so many epochs")


def fit(
    module: nn.Module,
    optimizer: torch.optim.Optimizer,
    epoch: Callable[[int], float],
    value: Callable[[], float],
    *,
    figure: str,
    epochs: int,
    patience: int,
    folder: Path,
    key: str,
    extra: Mapping[str, Any],
    progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> TrainingState:
    """Train until validation stops improving, or resume a training in ``folder``.

    In the end the module holds the weights that were best on validation.

    Args:
        epoch: Trains one epoch, given the number of earlier ones, and returns its mean loss.
        value: Validation, higher is better.
        key: Identifies all settings of the training.
        extra: Further content of the checkpoint.
    """
    state = TrainingState()
    with run_deterministically():
        if saved := read_checkpoint(folder, key):
            with guard_restore(folder):
                module.load_state_dict(saved["best"])  # refuse it early if it does not fit
                module.load_state_dict(saved["model"])
                restore_optimizer(optimizer, saved["optimizer"])
                state = TrainingState(
                    saved["epoch"], saved["curve"], saved["best_epoch"], saved["best"]
                )
                state.check(figure)
            _LOG.info("resumed after epoch %d", state.epoch)
        while True:
            begun = time.perf_counter()
            row: dict[str, float] = {}
            if state.curve:
                if state.epoch >= epochs or state.epoch - state.best_epoch >= patience:
                    break
                row["loss"] = epoch(state.epoch)
                state.epoch += 1
            score = value()
            if score > max((past[figure] for past in state.curve), default=-math.inf):
                state.best_epoch = state.epoch
                weights = module.state_dict().items()
                state.best = {name: tensor.detach().cpu().clone() for name, tensor in weights}
            row |= {"epoch": state.epoch, figure: score, "seconds": time.perf_counter() - begun}
            state.curve.append(row)
            _LOG.info("epoch %d: %s %.4f", state.epoch, figure, score)
            content = {**asdict(state), **extra}
            content |= {"model": module.state_dict(), "optimizer": optimizer.state_dict()}
            write_checkpoint(folder, key, content)
            if progress is not None:
                progress(row)
    module.load_state_dict(state.best)
    return state


@contextmanager
def run_deterministically() -> Iterator[None]:
    """Use one thread, an own random state, and deterministic kernels; all is restored afterwards.

    Raises:
        RuntimeError: On a GPU, an operation of the network has no deterministic kernel.
    """
    devices = list(range(torch.cuda.device_count()))
    strictly = torch.are_deterministic_algorithms_enabled()
    with limit_threads(), torch.random.fork_rng(devices=devices):
        if devices:
            os.environ.setdefault(_CUBLAS_VARIABLE, ":4096:8")
            torch.use_deterministic_algorithms(mode=True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(mode=strictly)


@contextmanager
def limit_threads() -> Iterator[None]:
    """Limit PyTorch to one thread, and restore its number afterwards.

    Its threads wait by spinning: with other work on the same cores, of the database or of another
    pool in this process, two are many times slower than one.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
