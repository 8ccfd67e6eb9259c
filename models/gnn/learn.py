"""Training and scoring of graph networks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch import Tensor

from scinet.errors import DataError
from scinet.models.base import epochs
from scinet.models.base.epochs import (
    guard_restore,
    read_trained_checkpoint,
    run_deterministically,
    training_key,
)
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData
from scinet.models.gnn.candidate_lists import CandidateList, NodeQuery
from scinet.models.gnn.network import Network, Part, make_batches, order_candidates
from scinet.models.history import Floats
from scinet.models.temporal_graph.dated_graph import Relation
from scinet.models.text.tfidf import TitleSpace, TitleWords

if TYPE_CHECKING:
    from scinet.models.gnn.systems import GraphNetwork


_PLACES: Final = 1000
_MAX_GRADIENT_NORM: Final = 1.0  # largest length of a gradient


def train(settings: "GraphNetwork", data: TrainingData) -> Mapping[str, Any]:
    """Train a network until validation stops improving, or resume a training.

    A query's true candidates compete with wrong ones reached by its walks (a softmax over them);
    those are sampled anew each epoch, half of them from the first places.
    """
    first = min(query.before for query in data.task.queries("train"))
    space = TitleSpace.of(data.snapshot.until(first).title, settings.title_dimensions)
    network = Network.on(data.snapshot, settings, space)
    train_questions, val_questions = (
        _sample_questions(
            _keep_answered(settings.make_questions(data, split), split), most, settings.seed
        )
        for split, most in (("train", settings.questions), ("val", settings.measured))
    )
    learned, judged = (
        list(network.candidate_lists(questions)) for questions in (train_questions, val_questions)
    )
    optimizer = torch.optim.Adam(network.scorer.parameters(), lr=settings.learning_rate)
    state = epochs.fit(
        network.scorer,
        optimizer,
        lambda number: _run_epoch(network, optimizer, learned, number),
        lambda: mean_ndcg(judged, network.scored(judged)),
        figure="val_ndcg",
        epochs=settings.epochs,
        patience=settings.patience,
        folder=data.folder,
        key=training_key(settings),
        extra={
            "relations": [list(name) for name in network.graph.relations],
            "words": space.words.weights,
            "axes": torch.from_numpy(space.axes),
        },
        progress=data.progress,
    )
    return {
        "epochs": state.epoch,
        "best_epoch": state.best_epoch,
        "val_ndcg": state.curve[state.best_epoch]["val_ndcg"],
        "val_ndcg_of_the_walk": state.curve[0]["val_ndcg"],
        "parameters": sum(weight.numel() for weight in network.scorer.parameters()),
        "questions": len(train_questions),
        "measured": len(val_questions),
        "device": network.device.type,
        "curve": state.curve,
    }


def score_nodes(
    settings: "GraphNetwork", context: Context, questions: Sequence[NodeQuery]
) -> Iterator[Floats]:
    """Yield scores of all nodes for each query, NaN for unreached ones."""
    checkpoint = read_trained_checkpoint(settings, context)
    with guard_restore(context.training):
        space = TitleSpace(TitleWords(checkpoint["words"]), checkpoint["axes"].numpy())
        if space.axes.shape != (len(space.words.weights), settings.title_dimensions):
            raise ValueError("directions of other words")
        relations: list[Relation] = [
            (sender, verb, receiver) for sender, verb, receiver in checkpoint["relations"]
        ]
        network = Network.on(context.snapshot, settings, space, relations)
        network.scorer.load_state_dict(checkpoint["best"])
    candidates = list(network.candidate_lists(questions))
    with run_deterministically():
        logits = network.scored(candidates)
    for listed, values in zip(candidates, logits, strict=True):
        scores = np.full(network.graph.sizes[settings.ranks], np.nan)
        scores[listed.candidates[: len(values)]] = values
        # Unranked candidates follow in the order of the walk.
        later = order_candidates(listed, values)[len(values) :]
        scores[listed.candidates[later]] = values.min(initial=0.0) - np.arange(1.0, len(later) + 1)
        yield scores


def _keep_answered(questions: Sequence[NodeQuery], split: str) -> Sequence[NodeQuery]:
    """Keep queries with a true answer: without one all orders are equal."""
    answered = [question for question in questions if question.true]
    if not answered:
        raise DataError(
            f"no question of split {split} has a true answer",
            hint="Build the task with more train_years and validation_years.",
        )
    return answered


def _sample_questions(questions: Sequence[NodeQuery], most: int, seed: int) -> Sequence[NodeQuery]:
    if not 0 < most < len(questions):
        return questions
    sampled = np.sort(np.random.default_rng(seed).choice(len(questions), most, replace=False))
    return [questions[place] for place in sampled]


def mean_ndcg(lists: Sequence[CandidateList], logits: Sequence[Floats]) -> float:
    """Compute the mean nDCG at 1,000, with unreached true answers counted as missed.

    Each list has a true answer.
    """
    values = []
    for listed, values_of in zip(lists, logits, strict=True):
        gain = listed.is_true[order_candidates(listed, values_of)][:_PLACES]
        discount = 1.0 / np.log2(np.arange(2, _PLACES + 2))
        ideal = discount[: listed.truths].sum()
        values.append(float(discount[: len(gain)] @ gain) / ideal)
    return float(np.mean(values))


def _run_epoch(
    network: Network, optimizer: torch.optim.Optimizer, train: Sequence[CandidateList], epoch: int
) -> float:
    """Train one epoch over the queries; return the mean loss."""
    generator = np.random.default_rng([network.settings.seed, epoch])
    torch.manual_seed(int(generator.integers(2**63)))
    network.scorer.train()
    mixed = [train[place] for place in generator.permutation(len(train))]
    steps = list(make_batches(mixed, network.settings.batch))
    total, questions = 0.0, 0
    for number in generator.permutation(len(steps)):
        sampled = (_sample_negatives(mixed[place], network, generator) for place in steps[number])
        parts = [part for part in sampled if part is not None]
        if not parts:
            continue
        loss = _loss(network.logits(parts, epoch + 1), parts)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch states no types here
        torch.nn.utils.clip_grad_norm_(network.scorer.parameters(), _MAX_GRADIENT_NORM)
        optimizer.step()
        total += loss.item() * len(parts)
        questions += len(parts)
    return total / max(questions, 1)


def _sample_negatives(
    listed: CandidateList, network: Network, generator: np.random.Generator
) -> Part | None:
    """Sample the true candidates and some wrong ones; None where there is nothing to learn."""
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
    lengths = [len(places) for _, places in parts]
    losses = []
    for (listed, places), own in zip(parts, torch.split(logits, lengths), strict=True):
        is_true = torch.from_numpy(listed.is_true[places]).to(own.device)
        losses.append(-own.log_softmax(dim=0)[is_true].mean())
    return torch.stack(losses).mean()
