"""One training loop: every epoch ends in a checkpoint, and a killed training goes on from there.

What is random in an epoch depends on the seed and the number of the epoch alone, so a training
that was stopped and went on ends as one that was not, bit for bit on a CPU.
"""

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from scinet.models.base.checkpoint import read_checkpoint, restoring, write_checkpoint
from scinet.models.base.threads import one_thread

_LOG: Final = logging.getLogger(__name__)


@dataclass
class State:
    """How far a training is.

    Attributes:
        curve: One row per epoch, from epoch 0, before any learning.
        best_epoch: The epoch whose weights were best on validation.
    """

    epoch: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)
    best_epoch: int = 0
    best: dict[str, Tensor] = field(default_factory=dict)


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
) -> State:
    """Train until validation stops getting better, or go on with a training in ``folder``.

    In the end the module holds the weights that were best on validation.

    Args:
        epoch: Makes one epoch, given how many came before, and returns its mean loss.
        value: On validation, the larger the better.
        figure: Name of that value.
        patience: Epochs without a better value after which training ends.
        key: Names all that the training depends on.
        extra: What the checkpoint holds, too.
    """
    state = State()
    with repeatable():
        if saved := read_checkpoint(folder, key):
            with restoring(folder):
                module.load_state_dict(saved["model"])
                optimizer.load_state_dict(saved["optimizer"])
                state = State(saved["epoch"], saved["curve"], saved["best_epoch"], saved["best"])
            _LOG.info("resumed after epoch %d", state.epoch)
        while True:
            begun = time.perf_counter()
            row: dict[str, float] = {}
            if state.curve:
                if state.epoch >= epochs or state.epoch - state.best_epoch >= patience:
                    break
                row["loss"] = epoch(state.epoch)
                state.epoch += 1
            found = value()
            if found > max((past[figure] for past in state.curve), default=-math.inf):
                state.best_epoch = state.epoch
                weights = module.state_dict().items()
                state.best = {name: one.detach().cpu().clone() for name, one in weights}
            row |= {"epoch": state.epoch, figure: found, "seconds": time.perf_counter() - begun}
            state.curve.append(row)
            _LOG.info("epoch %d: %s %.4f", state.epoch, figure, found)
            content = {**asdict(state), **extra}
            content |= {"model": module.state_dict(), "optimizer": optimizer.state_dict()}
            write_checkpoint(folder, key, content)
            if progress is not None:
                progress(row)
    module.load_state_dict(state.best)
    return state


@contextmanager
def repeatable() -> Iterator[None]:
    """One thread and a random state of our own; the caller's are given back."""
    devices = list(range(torch.cuda.device_count()))
    with one_thread(), torch.random.fork_rng(devices=devices):
        yield
