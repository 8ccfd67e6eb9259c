"""One training loop: every epoch ends in a checkpoint, and a killed training goes on from there.

A source's true targets compete with *all* other targets (a softmax over them), so no negatives
are drawn for training. Random numbers of an epoch depend on the seed and the epoch alone, so a
training that was stopped and resumed ends as one that was not.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scinet.models.base.checkpoint import read_checkpoint, write_checkpoint
from scinet.models.base.threads import one_thread
from scinet.models.links.examples import Examples
from scinet.models.links.sage import SageLinkScorer

_LOG: Final = logging.getLogger(__name__)
_CELLS: Final = 8_000_000  # scores held at once: about 100 MB with their gradients

Curve: TypeAlias = list[dict[str, float]]


@dataclass
class State:
    """Where a training stands.

    Attributes:
        epoch: Finished epochs.
        curve: One row per finished epoch: epoch, loss, val_mrr, seconds.
        best_epoch: The epoch whose weights were best on validation; 0 before the first.
        best: Those weights.
    """

    epoch: int = 0
    curve: Curve = field(default_factory=list)
    best_epoch: int = 0
    best: dict[str, Tensor] = field(default_factory=dict)


def fit(
    model: SageLinkScorer,
    training: list[Examples],
    validate: Callable[[SageLinkScorer], float],
    *,
    folder: Path,
    key: str,
    epochs: int,
    patience: int,
    learning_rate: float,
    batch: int,
    seed: int,
    progress: Callable[[dict[str, float]], None] | None = None,
) -> State:
    """Train until validation stops getting better, or go on with a training in ``folder``.

    Args:
        model: Ends with the weights that were best on validation.
        training: Examples of the training periods.
        validate: Gives the validation MRR of a model.
        folder: Where the checkpoint is kept.
        key: Names everything that the training depends on; a checkpoint of another is refused.
        epochs: Most epochs in total.
        patience: Epochs without a better validation MRR after which it ends.
        learning_rate: Step of Adam.
        batch: Most sources per step; fewer when there are many targets.
        seed: Fixes order and dropout.
        progress: Told the row of each finished epoch.

    Raises:
        DataError: If the folder holds another training, or its checkpoint cannot be read.
        StorageError: If the checkpoint cannot be written.
    """
    optimizer = torch.optim.Adam(model.parameter_groups(learning_rate))
    state = State()
    if saved := read_checkpoint(folder, key):
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        state = State(saved["epoch"], saved["curve"], saved["best_epoch"], saved["best"])
        _LOG.info("resumed after epoch %d", state.epoch)
    with _repeatable():
        while state.epoch < epochs and state.epoch - state.best_epoch < max(patience, 1):
            started = time.perf_counter()
            loss = _epoch(model, optimizer, training, batch, [seed, state.epoch])
            value = validate(model)
            state.epoch += 1
            seconds = time.perf_counter() - started
            row = {"epoch": state.epoch, "loss": loss, "val_mrr": value, "seconds": seconds}
            if value > max((past["val_mrr"] for past in state.curve), default=-1.0):
                state.best_epoch = state.epoch
                state.best = {name: w.clone() for name, w in model.state_dict().items()}
            state.curve.append(row)
            write_checkpoint(folder, key, _saved(model, optimizer, state))
            _LOG.info("epoch %d: loss %.4f, validation MRR %.4f", state.epoch, loss, value)
            if progress:
                progress(row)
    model.load_state_dict(state.best)
    return state


def scores(
    model: SageLinkScorer, examples: Examples, source: NDArray[np.int64], target: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Logits of pairs, shape ``(pairs,)``.

    Args:
        model: A trained scorer.
        examples: The period that the pairs belong to.
        source: Source of each pair, ascending, shape ``(pairs,)``.
        target: Target of each pair, shape ``(pairs,)``.
    """
    model.eval()
    result = np.empty(len(source))
    with torch.no_grad(), _repeatable():
        embedded = model.encoder(examples.graph)
        step = max(1, _CELLS // max(1, examples.num_targets))
        for start in range(0, examples.num_sources, step):
            chosen = np.arange(start, min(start + step, examples.num_sources))
            logits = model.logits(
                examples.graph, embedded, examples.targets, *examples.sources(chosen)
            ).numpy()
            first, last = np.searchsorted(source, [start, start + step])
            result[first:last] = logits[source[first:last] - start, target[first:last]]
    return result


def _epoch(
    model: SageLinkScorer,
    optimizer: torch.optim.Optimizer,
    training: list[Examples],
    batch: int,
    seed: list[int],
) -> float:
    generator = np.random.default_rng(seed)
    torch.manual_seed(int(generator.integers(2**63)))
    model.train()
    steps = []
    for examples in training:
        size = max(1, min(batch, _CELLS // max(1, examples.num_targets)))
        order = generator.permutation(examples.num_sources)
        steps += [(examples, order[at : at + size]) for at in range(0, len(order), size)]
    total = 0.0
    for number in generator.permutation(len(steps)):
        examples, chosen = steps[number]
        loss = _loss(model, examples, chosen)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch states no types here
        optimizer.step()
        total += loss.item() * len(chosen)
    return total / sum(examples.num_sources for examples in training)


def _loss(model: SageLinkScorer, examples: Examples, chosen: NDArray[np.int64]) -> Tensor:
    logits = model(examples.graph, examples.targets, *examples.sources(chosen))
    barred_row, barred = examples.excluded(chosen)
    if len(barred):
        logits = logits.index_put((barred_row, barred), torch.tensor(-1e9))
    row, positive = examples.positives(chosen)
    weight = 1.0 / torch.bincount(row, minlength=len(chosen))[row]
    gained: Tensor = (logits.log_softmax(dim=1)[row, positive] * weight).sum()
    return -gained / len(chosen)


def _saved(model: nn.Module, optimizer: torch.optim.Optimizer, state: State) -> dict[str, Any]:
    return {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "epoch": state.epoch,
        "curve": state.curve,
        "best_epoch": state.best_epoch,
        "best": state.best,
    }


@contextmanager
def _repeatable() -> Iterator[None]:
    """One thread and a random state of our own; the caller's are given back."""
    with one_thread(), torch.random.fork_rng(devices=[]):
        yield
