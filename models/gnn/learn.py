"""From a lesson to weights, and from weights to scores: what all graph networks share."""

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
from scinet.models.gnn.candidate_lists import Asked, Slate, features_of, slates
from scinet.models.gnn.encoder import Shape
from scinet.models.gnn.memory import needed_mib
from scinet.models.gnn.network import ENCODERS, View, order_of, scored
from scinet.models.gnn.sampling import Inputs
from scinet.models.gnn.scorer import PairScorer
from scinet.models.gnn.title_space import TitleSpace
from scinet.models.gnn.training import Plan, fit, repeatable
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.dated_walks import Walker, WalkSpec
from scinet.models.temporal_graph.sampling import widths
from scinet.models.text.tfidf import TitleWords

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
            kind=settings.answers,
            seeds=settings.batch * (settings.top + 5),
            hidden=settings.hidden,
            features=max(inputs.features().values()),
            title_dimensions=settings.title_dimensions,
        )
        refuse_if_too_large(settings.name, needed, hint=_SMALLER)
        view = View(
            graph=graph,
            inputs=inputs,
            kind=settings.answers,
            fan_out=fan_out,
            strategy="uniform" if settings.draw == "uniform" else "recent",
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
                features=features_of(settings.courses, told=settings.knows_title),
                dropout=settings.dropout,
            )
        return cls(view, Walker(graph), scorer.to(device), settings)

    def slates(self, asked: Sequence[Asked]) -> Iterator[Slate]:
        """Questions with the candidates that walks reach."""
        settings = self.settings
        courses: Sequence[WalkSpec] = settings.courses
        yield from slates(self.walker, settings.answers, courses, asked, settings.longest)


def train(
    settings: "GraphNetwork",
    lesson: TrainingData,
    asked: Callable[[str], Sequence[Asked]],
) -> Mapping[str, Any]:
    """Train a network; see :meth:`scinet.models.base.training.Learned.train`.

    Args:
        settings: Everything that can be chosen.
        lesson: What to learn from.
        asked: Questions of a split with their true answers.
    """
    first = min(query.before for query in lesson.task.queries("train"))
    space = TitleSpace.of(lesson.snapshot.until(first), settings.title_dimensions)
    workshop = NetworkOnGraph.on(lesson.snapshot, settings, space)
    train_questions = _some(asked("train"), settings.questions, settings.seed)
    val_questions = _some(asked("val"), settings.measured, settings.seed)
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
        workshop.scorer,
        workshop.view,
        list(workshop.slates(train_questions)),
        list(workshop.slates(val_questions)),
        plan,
        folder=lesson.folder,
        key=_key(settings),
        beside={
            "relations": [list(name) for name in workshop.view.graph.relations],
            "words": space.words.weights,
            "axes": torch.from_numpy(space.axes),
        },
        progress=lesson.progress,
    )
    return {
        "epochs": state.epoch,
        "best_epoch": state.best_epoch,
        "val_ndcg": state.curve[state.best_epoch]["val_ndcg"],
        "val_ndcg_of_the_walk": state.curve[0]["val_ndcg"],
        "parameters": sum(weight.numel() for weight in workshop.scorer.parameters()),
        "questions": len(train_questions),
        "measured": len(val_questions),
        "device": workshop.view.device.type,
        "curve": state.curve,
    }


def rank(settings: "GraphNetwork", context: Context, asked: Sequence[Asked]) -> Iterator[Floats]:
    """Scores of all nodes for each question, NaN for what no walk reaches.

    Args:
        settings: Those that it was trained with.
        context: Everything before the day of the questions, and what was learned.
        asked: The questions.

    Raises:
        DataError: If it was not trained.
    """
    about = context.learned and read_checkpoint(context.learned, _key(settings))
    if not about:
        raise DataError(
            f"{settings.name} has learned nothing yet", hint="Train it with `scinet train`."
        )
    space = TitleSpace(TitleWords.of_weights(about["words"]), about["axes"].numpy())
    relations: list[Relation] = [(one, verb, other) for one, verb, other in about["relations"]]
    workshop = NetworkOnGraph.on(context.snapshot, settings, space, relations)
    workshop.scorer.load_state_dict(about["best"])
    nodes = workshop.view.graph.sizes[settings.answers]
    found = list(workshop.slates(asked))
    with repeatable():
        logits = scored(
            workshop.scorer, workshop.view, found, top=settings.top, batch=settings.batch
        )
    for slate, values in zip(found, logits, strict=True):
        order = order_of(slate, values)
        scores = np.full(nodes, np.nan)
        scores[slate.candidates[: len(values)]] = values
        # What was not put in order follows as the walk has it.
        later = order[len(values) :]
        scores[slate.candidates[later]] = values.min(initial=0.0) - np.arange(1.0, len(later) + 1)
        yield scores


def _some(asked: Sequence[Asked], most: int, seed: int) -> Sequence[Asked]:
    if not 0 < most < len(asked):
        return asked
    chosen = np.sort(np.random.default_rng(seed).choice(len(asked), most, replace=False))
    return [asked[place] for place in chosen]


def _key(settings: "GraphNetwork") -> str:
    text = json.dumps([settings.name, settings.version, settings.settings])
    return hashlib.sha256(text.encode()).hexdigest()
