"""Train GraphSAGE on a forecasting task and measure it beside every heuristic.

The result folder holds ``checkpoint.pt``, ``curve.jsonl`` (one object per epoch: ``epoch``,
``loss``, ``val_mrr``, ``seconds``) and ``result.json``:

* ``task``, ``model``, ``before``, ``seed``, ``settings``, ``versions``, ``graph_fingerprint``;
* ``periods``: ``{name, start, end, sources, positives, targets, left_out}`` in time order;
* ``training``: ``{epochs, best_epoch, parameters, seconds}``;
* ``metrics``: rows ``{system, negatives, metric, mean, low, high, n}`` on the test period, where
  ``negatives`` is ``random`` or ``hard``, ``low`` and ``high`` are the ends of a 95 % interval
  over ``n`` sources.
"""

import hashlib
import json
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import torch

from scinet import saving
from scinet.errors import DataError, NotFoundError
from scinet.graph.snapshot import Snapshot
from scinet.models.gnn.title_space import TitleSpace
from scinet.models.links.candidates import draw_candidates
from scinet.models.links.examples import Examples
from scinet.models.links.heuristics import heuristic_scores
from scinet.models.links.measure import controls, mean_reciprocal_rank, metric_rows
from scinet.models.links.pairs import Pairs
from scinet.models.links.periods import TEST, periods
from scinet.models.links.questions import TASKS, Questions
from scinet.models.links.sage import SageLinkScorer
from scinet.models.links.training import State, fit, scores

MODELS: Final = ("sage",)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be chosen.

    Attributes:
        seed: Fixes sources, candidates, weights and order.
        epochs: Most epochs.
        patience: Epochs without a better validation MRR after which training ends.
        train_years: Years to learn on, before the validation year.
        learning_rate: Step of Adam.
        batch: Sources per step.
        hidden: Size of an embedding.
        layers: How many steps messages travel.
        dropout: Share of activations that training sets to 0.
        title_dimensions: Main directions of the titles.
        identity_bits: Length of each node's code, a multiple of 8.
        negatives: Length of each list of negatives.
        max_sources: Most sources measured in the validation and in the test year.
    """

    seed: int = 0
    epochs: int = 8
    patience: int = 4
    train_years: int = 2
    learning_rate: float = 0.01
    batch: int = 512
    hidden: int = 64
    layers: int = 2
    dropout: float = 0.2
    title_dimensions: int = 64
    identity_bits: int = 256
    negatives: int = 100
    max_sources: int = 500


def run_experiment(
    snapshot: Snapshot,
    task: str,
    *,
    before: date,
    folder: Path,
    settings: Settings | None = None,
    model: str = "sage",
    progress: Callable[[dict[str, float]], None] | None = None,
) -> dict[str, Any]:
    """Train, choose, test and write the result folder; goes on where a killed run stopped.

    Args:
        snapshot: Holds at least everything before ``before``.
        task: ``links/citation`` or ``links/coauthor``.
        before: End of the test year, exclusive.
        folder: Result folder.
        settings: Defaults when not given.
        model: ``sage``.
        progress: Told the row of each finished epoch.

    Returns:
        What ``result.json`` holds.

    Raises:
        NotFoundError: If there is no such task or model.
        DataError: If a period has nothing to foresee, or the folder holds another training.
        SplitError: If the snapshot ends earlier.
        StorageError: If the folder cannot be written.
    """
    settings = settings or Settings()
    if task not in TASKS:
        raise NotFoundError(f"no task {task!r}", hint=f"There are {', '.join(TASKS)}.")
    if model not in MODELS:
        raise NotFoundError(f"no model {model!r}", hint=f"There is {', '.join(MODELS)}.")
    asked = _questions(snapshot, task, before, settings)
    space = TitleSpace.of(asked[0].past, settings.title_dimensions)
    *training, validation, test = (Examples.of(q, space, settings.identity_bits) for q in asked)
    network = _network(training[0], settings)
    chosen = _Measured(validation, settings)
    state = fit(
        network,
        training,
        chosen.mrr,
        folder=folder,
        key=_key(snapshot, task, before, settings),
        epochs=settings.epochs,
        patience=settings.patience,
        learning_rate=settings.learning_rate,
        batch=settings.batch,
        seed=settings.seed,
        progress=progress,
    )
    tested = _Measured(test, settings)
    result = {
        "task": task,
        "model": model,
        "before": before.isoformat(),
        "seed": settings.seed,
        "settings": asdict(settings),
        "versions": _versions(),
        "graph_fingerprint": snapshot.graph_fingerprint,
        "periods": [_described(questions) for questions in asked],
        "training": {
            "epochs": state.epoch,
            "best_epoch": state.best_epoch,
            "parameters": sum(weight.numel() for weight in network.parameters()),
            "seconds": sum(row["seconds"] for row in state.curve),
        },
        "metrics": tested.rows(network, model),
    }
    _write(folder, result, state)
    return result


class _Measured:
    """Questions with their candidates, ready to be scored."""

    def __init__(self, examples: Examples, settings: Settings) -> None:
        self.examples = examples
        self.seed = settings.seed
        self.questions = examples.questions
        candidates = draw_candidates(self.questions, settings.negatives, settings.seed)
        self.pairs = Pairs.of(self.questions, candidates)

    def mrr(self, network: SageLinkScorer) -> float:
        """Mean of the MRR on random and on hard negatives."""
        found = scores(network, self.examples, self.pairs.source, self.pairs.target)
        values = mean_reciprocal_rank(self.questions.positives, self.pairs.arrange(found))
        return sum(values.values()) / len(values)

    def rows(self, network: SageLinkScorer, name: str) -> list[dict[str, Any]]:
        """Metrics of the network, every heuristic and the controls."""
        source, target = self.pairs.source, self.pairs.target
        raw = {
            name: scores(network, self.examples, source, target),
            **heuristic_scores(self.questions, source, target),
        }
        systems = {system: self.pairs.arrange(found) for system, found in raw.items()}
        positives = self.questions.positives
        floor = controls(positives, systems[name].negatives, self.seed)
        return metric_rows(positives, systems | floor, self.seed)


def _questions(snapshot: Snapshot, task: str, before: date, settings: Settings) -> list[Questions]:
    result = []
    for period in periods(before, settings.train_years):
        questions = TASKS[task](snapshot, period)
        if not questions.num_sources:
            raise DataError(
                f"nothing to foresee from {period.start} to {period.end} in {task}",
                hint="Choose another --before, or load a network with papers in those years.",
            )
        # Training uses every source; measuring some hundreds is exact enough.
        measured = period.name in {TEST, "validation"}
        result.append(
            questions.draw(settings.max_sources, settings.seed) if measured else questions
        )
    return result


def _network(examples: Examples, settings: Settings) -> SageLinkScorer:
    views = examples.graph.views
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        return SageLinkScorer(
            {kind: x.shape[1] for kind, x in examples.graph.x.items()},
            (views["author"].shape[1], views[examples.targets].shape[1]),
            title=settings.title_dimensions,
            hidden=settings.hidden,
            layers=settings.layers,
            dropout=settings.dropout,
        )


def _key(snapshot: Snapshot, task: str, before: date, settings: Settings) -> str:
    # More epochs go on with the same training.
    chosen = {f.name: getattr(settings, f.name) for f in fields(settings) if f.name != "epochs"}
    content = [task, before.isoformat(), snapshot.graph_fingerprint, chosen, _versions()]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _versions() -> dict[str, str]:
    packages = ("scinet", "numpy", "scipy", "torch", "torch-geometric")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def _described(questions: Questions) -> dict[str, Any]:
    period = questions.period
    return {
        "name": period.name,
        "start": period.start.isoformat(),
        "end": period.end.isoformat(),
        "sources": questions.num_sources,
        "positives": len(questions.positives.indices),
        "targets": questions.num_targets,
        "left_out": questions.left_out,
    }


def _write(folder: Path, result: dict[str, Any], state: State) -> None:
    curve = "".join(json.dumps(row) + "\n" for row in state.curve)
    saving.write(curve, folder / "curve.jsonl")
    saving.write(json.dumps(result, indent=2) + "\n", folder / "result.json")
