"""How graph networks learn: a softmax over the true candidates and some that walks reach."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from scinet.models.base import epochs
from scinet.models.base.epochs import State
from scinet.models.gnn.candidate_lists import CandidateList
from scinet.models.gnn.network import Network, Part, batches, order_of
from scinet.models.history import Floats

_PLACES: Final = 1000
_CLIP: Final = 1.0  # largest length of a gradient


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
    those are sampled anew each epoch, half of them from the first places. The rest is as in
    :func:`~scinet.models.base.epochs.fit`.
    """
    settings, scorer = network.settings, network.scorer
    optimizer = torch.optim.Adam(scorer.parameters(), lr=settings.learning_rate)
    return epochs.fit(
        scorer,
        optimizer,
        lambda number: _epoch(network, optimizer, train, number),
        lambda: mean_ndcg(val, network.scored(val)),
        figure="val_ndcg",
        epochs=settings.epochs,
        patience=settings.patience,
        folder=folder,
        key=key,
        extra=extra,
        progress=progress,
    )


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
