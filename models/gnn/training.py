"""One training loop: every epoch ends in a checkpoint, and a killed training goes on from there.

What is random in an epoch depends on the seed and the number of the epoch alone, so a training
that was stopped and went on ends as one that was not, bit for bit on a CPU.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from scinet.models.base.checkpoint import read_checkpoint, write_checkpoint
from scinet.models.base.threads import one_thread
from scinet.models.gnn.candidate_lists import CandidateList
from scinet.models.gnn.network import Network, Part, batches, order_of
from scinet.models.history import Floats

_LOG: Final = logging.getLogger(__name__)
_PLACES: Final = 1000
_CLIP: Final = 1.0  # largest length of a gradient


@dataclass
class State:
    """How far a training is.

    Attributes:
        epoch: Finished epochs.
        curve: One row per epoch, from epoch 0, which is the walk alone.
        best_epoch: The epoch whose weights were best on validation.
        best: Those weights.
    """

    epoch: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)
    best_epoch: int = 0
    best: dict[str, Tensor] = field(default_factory=dict)


def fit(
    network: Network,
    train: Sequence[CandidateList],
    val: Sequence[CandidateList],
    *,
    folder: Path,
    key: str,
    extra: Mapping[str, Any],
    progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> State:
    """Train until validation stops getting better, or go on with a training in ``folder``.

    A question's true candidates compete with wrong ones that its walks reach (a softmax over them);
    those are sampled anew each epoch, half of them from the first places. In the end the network
    holds the weights that were best on validation. The key names all that the training depends on,
    and the checkpoint holds what is extra, too.

    Raises:
        DataError: If the folder holds another training, or its checkpoint cannot be read.
    """
    settings, scorer = network.settings, network.scorer
    optimizer = torch.optim.Adam(scorer.parameters(), lr=settings.learning_rate)
    state = State()
    with repeatable():
        if saved := read_checkpoint(folder, key):
            scorer.load_state_dict(saved["model"])
            optimizer.load_state_dict(saved["optimizer"])
            state = State(saved["epoch"], saved["curve"], saved["best_epoch"], saved["best"])
            _LOG.info("resumed after epoch %d", state.epoch)
        while True:
            begun = time.perf_counter()
            row: dict[str, float] = {}
            if state.curve:
                without_better = state.epoch - state.best_epoch
                if state.epoch >= settings.epochs or without_better >= settings.patience:
                    break
                row["loss"] = _epoch(network, optimizer, train, state.epoch)
                state.epoch += 1
            value = mean_ndcg(val, network.scored(val))
            if value > max((past["val_ndcg"] for past in state.curve), default=-1.0):
                state.best_epoch = state.epoch
                weights = scorer.state_dict().items()
                state.best = {name: one.detach().cpu().clone() for name, one in weights}
            row |= {"epoch": state.epoch, "val_ndcg": value, "seconds": time.perf_counter() - begun}
            state.curve.append(row)
            _LOG.info("epoch %d: validation nDCG %.4f", state.epoch, value)
            content = {**asdict(state), **extra}
            content |= {"model": scorer.state_dict(), "optimizer": optimizer.state_dict()}
            write_checkpoint(folder, key, content)
            if progress is not None:
                progress(row)
    scorer.load_state_dict(state.best)
    return state


@contextmanager
def repeatable() -> Iterator[None]:
    """One thread and a random state of our own; the caller's are given back."""
    devices = list(range(torch.cuda.device_count()))
    with one_thread(), torch.random.fork_rng(devices=devices):
        yield


def mean_ndcg(lists: Sequence[CandidateList], logits: Sequence[Floats]) -> float:
    """Mean nDCG of the first 1,000 places, true answers that no walk reached counted as missed."""
    values = []
    for listed, values_of in zip(lists, logits, strict=True):
        gain = listed.is_true[order_of(listed, values_of)][:_PLACES]
        discount = 1.0 / np.log2(np.arange(2, _PLACES + 2))
        ideal = discount[: listed.truths].sum()
        values.append(float(discount[: len(gain)] @ gain) / ideal)
    return float(np.mean(values))


def _epoch(
    network: Network, optimizer: torch.optim.Optimizer, train: Sequence[CandidateList], epoch: int
) -> float:
    """One pass over the questions; the mean loss."""
    generator = np.random.default_rng([network.settings.seed, epoch])
    torch.manual_seed(int(generator.integers(2**63)))
    network.scorer.train()
    mixed = [train[place] for place in generator.permutation(len(train))]
    steps = list(batches(mixed, network.settings.batch))
    total, questions = 0.0, 0
    for number in generator.permutation(len(steps)):
        sampled = (_sampled(mixed[place], network, generator) for place in steps[number])
        parts = [part for part in sampled if part is not None]
        if not parts:
            continue
        loss = _loss(network.logits(parts, epoch + 1), parts)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch states no types here
        torch.nn.utils.clip_grad_norm_(network.scorer.parameters(), _CLIP)
        optimizer.step()
        total += loss.item() * len(parts)
        questions += len(parts)
    return total / max(questions, 1)


def _sampled(
    listed: CandidateList, network: Network, generator: np.random.Generator
) -> Part | None:
    """The true candidates and some wrong ones; None where there is nothing to learn."""
    negatives = network.settings.negatives
    places = np.arange(min(network.settings.top, len(listed.candidates)))
    is_true = listed.is_true[places]
    true, wrong = places[is_true], places[~is_true]
    if not len(true) or not len(wrong):
        return None
    first = wrong[: negatives // 2]
    later = generator.permutation(wrong[negatives // 2 :])[: negatives - len(first)]
    return listed, np.concatenate((true, first, later))


def _loss(logits: Tensor, parts: Sequence[Part]) -> Tensor:
    lengths = [len(chosen) for _, chosen in parts]
    losses = []
    for (listed, chosen), own in zip(parts, torch.split(logits, lengths), strict=True):
        is_true = torch.from_numpy(listed.is_true[chosen]).to(own.device)
        losses.append(-own.log_softmax(dim=0)[is_true].mean())
    return torch.stack(losses).mean()
