"""From training data to weights, and from weights to scores: what all graph networks share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from scinet.models.base.checkpoint import key_of, restoring, trained_checkpoint
from scinet.models.base.epochs import repeatable
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData
from scinet.models.gnn.candidate_lists import Question
from scinet.models.gnn.network import Network, order_of
from scinet.models.gnn.training import fit
from scinet.models.history import Floats
from scinet.models.temporal_graph.dated_graph import Relation
from scinet.models.text.tfidf import TitleSpace, TitleWords

if TYPE_CHECKING:
    from scinet.models.gnn.systems import GraphNetwork


def train(settings: "GraphNetwork", data: TrainingData) -> Mapping[str, Any]:
    """Train a network; see :meth:`scinet.models.base.training.TrainableSystem.train`."""
    first = min(query.before for query in data.task.queries("train"))
    space = TitleSpace.of(data.snapshot.until(first).title, settings.title_dimensions)
    network = Network.on(data.snapshot, settings, space)
    train_questions, val_questions = (
        _some(settings.questions_of(data, split), most, settings.seed)
        for split, most in (("train", settings.questions), ("val", settings.measured))
    )
    state = fit(
        network,
        list(network.candidate_lists(train_questions)),
        list(network.candidate_lists(val_questions)),
        folder=data.folder,
        key=key_of(settings),
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


def rank(
    settings: "GraphNetwork", context: Context, questions: Sequence[Question]
) -> Iterator[Floats]:
    """Scores of all nodes for each question, NaN for what no walk reaches."""
    about = trained_checkpoint(settings, context)
    with restoring(context.training):
        space = TitleSpace(TitleWords(about["words"]), about["axes"].numpy())
        relations: list[Relation] = [(one, verb, other) for one, verb, other in about["relations"]]
        network = Network.on(context.snapshot, settings, space, relations)
        network.scorer.load_state_dict(about["best"])
    found = list(network.candidate_lists(questions))
    with repeatable():
        logits = network.scored(found)
    for listed, values in zip(found, logits, strict=True):
        scores = np.full(network.graph.sizes[settings.ranks], np.nan)
        scores[listed.candidates[: len(values)]] = values
        # What was not put in order follows as the walk has it.
        later = order_of(listed, values)[len(values) :]
        scores[listed.candidates[later]] = values.min(initial=0.0) - np.arange(1.0, len(later) + 1)
        yield scores


def _some(questions: Sequence[Question], most: int, seed: int) -> Sequence[Question]:
    if not 0 < most < len(questions):
        return questions
    chosen = np.sort(np.random.default_rng(seed).choice(len(questions), most, replace=False))
    return [questions[place] for place in chosen]
