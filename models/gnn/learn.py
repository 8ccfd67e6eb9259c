"""From training data to weights, and from weights to scores: what all graph networks share."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.snapshot import Snapshot
from scinet.machine import refuse_if_too_large
from scinet.models.base.checkpoint import read_checkpoint
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData
from scinet.models.gnn.candidate_lists import CandidateList, Question, candidate_lists, features_of
from scinet.models.gnn.encoder import Shape
from scinet.models.gnn.memory import needed_mib
from scinet.models.gnn.network import ENCODERS, View, order_of, scored
from scinet.models.gnn.sampling import Inputs
from scinet.models.gnn.scorer import PairScorer
from scinet.models.gnn.training import Plan, fit, repeatable
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.dated_walks import Walker
from scinet.models.temporal_graph.sampling import widths
from scinet.models.text.tfidf import TitleSpace, TitleWords

if TYPE_CHECKING:
    from scinet.models.gnn.systems import GraphNetwork

Floats: TypeAlias = NDArray[np.float64]

_SMALLER: Final = "Give a smaller -o batch=…, -o fan_out=… or -o hidden=…."


@dataclass(frozen=True)
class NetworkOnGraph:
    """A network on a graph, with all that it needs to score questions."""

    view: View
    walker: Walker
    scorer: PairScorer
    settings: "GraphNetwork"

    @classmethod
    def on(
        cls,
        snapshot: Snapshot,
        settings: "GraphNetwork",
        space: TitleSpace,
        relations: Sequence[Relation] = (),
    ) -> "NetworkOnGraph":
        """A network without training."""
        graph = DatedGraph.of_snapshot(snapshot, relations)
        inputs = Inputs(graph, snapshot.title, space)
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        fan_out = widths(graph, [settings.fan_out] * settings.hops)
        # A step sees the candidates of a batch, and a team of a few authors each.
        needed = needed_mib(
            graph,
            fan_out,
            node_type=settings.ranks,
            seeds=settings.batch * (settings.top + 5),
            hidden=settings.hidden,
            features=max(inputs.features().values()),
            title_dimensions=settings.title_dimensions,
        )
        refuse_if_too_large(settings.name, needed, hint=_SMALLER)
        view = View(
            graph=graph,
            inputs=inputs,
            node_type=settings.ranks,
            fan_out=fan_out,
            strategy="uniform" if settings.sampling == "uniform" else "recent",
            key=(settings.seed,),
            device=device,
        )
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            shape = Shape(
                features=inputs.features(),
                relations=graph.relations,
                hidden=settings.hidden,
                layers=settings.hops,
                heads=settings.heads,
                dropout=settings.dropout,
            )
            scorer = PairScorer(
                ENCODERS[settings.encoder](shape),
                hidden=settings.hidden,
                features=features_of(settings.walks, knows_title=settings.knows_title),
                dropout=settings.dropout,
            )
        return cls(view, Walker(graph), scorer.to(device), settings)

    def candidate_lists(self, questions: Sequence[Question]) -> Iterator[CandidateList]:
        """The candidates that walks reach."""
        settings = self.settings
        yield from candidate_lists(
            self.walker, settings.ranks, settings.walks, questions, settings.candidates
        )


def train(
    settings: "GraphNetwork",
    data: TrainingData,
    questions: Callable[[str], Sequence[Question]],
) -> Mapping[str, Any]:
    """Train a network; see :meth:`scinet.models.base.training.TrainableSystem.train`.

    Args:
        settings: Everything that can be chosen.
        data: What to learn from.
        questions: Questions of a split with their true answers.
    """
    first = min(query.before for query in data.task.queries("train"))
    space = TitleSpace.of(data.snapshot.until(first).title, settings.title_dimensions)
    network = NetworkOnGraph.on(data.snapshot, settings, space)
    train_questions = _some(questions("train"), settings.questions, settings.seed)
    val_questions = _some(questions("val"), settings.measured, settings.seed)
    plan = Plan(
        epochs=settings.epochs,
        patience=settings.patience,
        learning_rate=settings.learning_rate,
        batch=settings.batch,
        negatives=settings.negatives,
        top=settings.top,
        seed=settings.seed,
    )
    state = fit(
        network.scorer,
        network.view,
        list(network.candidate_lists(train_questions)),
        list(network.candidate_lists(val_questions)),
        plan,
        folder=data.folder,
        key=_key(settings),
        extra={
            "relations": [list(name) for name in network.view.graph.relations],
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
        "device": network.view.device.type,
        "curve": state.curve,
    }


def rank(
    settings: "GraphNetwork", context: Context, questions: Sequence[Question]
) -> Iterator[Floats]:
    """Scores of all nodes for each question, NaN for what no walk reaches.

    Args:
        settings: Those that it was trained with.
        context: Everything before the day of the questions, and what was learned.
        questions: The questions.

    Raises:
        DataError: If it was not trained.
    """
    about = context.learned and read_checkpoint(context.learned, _key(settings))
    if not about:
        raise DataError(
            f"{settings.name} has not been trained", hint="Train it with `scinet train`."
        )
    space = TitleSpace(TitleWords(about["words"]), about["axes"].numpy())
    relations: list[Relation] = [(one, verb, other) for one, verb, other in about["relations"]]
    network = NetworkOnGraph.on(context.snapshot, settings, space, relations)
    network.scorer.load_state_dict(about["best"])
    nodes = network.view.graph.sizes[settings.ranks]
    found = list(network.candidate_lists(questions))
    with repeatable():
        logits = scored(network.scorer, network.view, found, top=settings.top, batch=settings.batch)
    for listed, values in zip(found, logits, strict=True):
        order = order_of(listed, values)
        scores = np.full(nodes, np.nan)
        scores[listed.candidates[: len(values)]] = values
        # What was not put in order follows as the walk has it.
        later = order[len(values) :]
        scores[listed.candidates[later]] = values.min(initial=0.0) - np.arange(1.0, len(later) + 1)
        yield scores


def _some(questions: Sequence[Question], most: int, seed: int) -> Sequence[Question]:
    if not 0 < most < len(questions):
        return questions
    chosen = np.sort(np.random.default_rng(seed).choice(len(questions), most, replace=False))
    return [questions[place] for place in chosen]


def _key(settings: "GraphNetwork") -> str:
    text = json.dumps([settings.name, settings.version, settings.settings])
    return hashlib.sha256(text.encode()).hexdigest()
