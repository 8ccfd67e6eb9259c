"""Projection network: architecture, training and inference."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scinet.errors import DataError
from scinet.models.base.epochs import (
    fit,
    guard_restore,
    read_trained_checkpoint,
    run_deterministically,
    training_key,
)
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData
from scinet.models.projection.samples import Bag, TrainingSample, make_samples
from scinet.models.text.vector_cache import Vectors

if TYPE_CHECKING:
    from scinet.models.projection.systems import ProjectionSystem

_MAX_GRADIENT_NORM = 1.0  # largest length of a gradient


def build_network(size: int, settings: "ProjectionSystem") -> nn.Module:
    """Build two layers, from the vectors' size to the projected size."""
    layers = nn.Sequential(
        nn.Linear(size, settings.hidden),
        nn.LayerNorm(settings.hidden),
        nn.GELU(),
        nn.Dropout(settings.dropout),
        nn.Linear(settings.hidden, settings.size),
    )
    for layer in layers:
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
    return layers


def bag_means(bags: Iterable[Bag], vectors: Vectors) -> Vectors:
    """Average the vectors of each bag's papers that have one, else 0, ``(bags, dimensions)``."""
    has_vector = np.asarray(vectors.any(axis=1))
    embedded = (bag[has_vector[bag]] for bag in bags)
    zero = np.zeros(vectors.shape[1], dtype=np.float32)
    vectors_of_bags = [vectors[bag].mean(axis=0) if len(bag) else zero for bag in embedded]
    return np.array(vectors_of_bags, dtype=np.float32).reshape(-1, vectors.shape[1])


def mil_nce_loss(
    projected: Tensor, parts: Sequence[tuple[int, int, int]], temperature: float
) -> Tensor:
    """Compute the negative log of the true items' share, averaged over samples.

    Args:
        projected: Teams, true and wrong items of one sample after another.
        parts: Numbers of these in each sample.

    Source:
        Miech et al. (2020), arXiv:1912.06430, MIL-NCE, equation 2 with one query.
    """
    losses = []
    for listed, (team, true, _) in zip(
        torch.split(projected, [sum(part) for part in parts]), parts, strict=True
    ):
        query = nn.functional.normalize(listed[:team].mean(dim=0), dim=0)
        logits = nn.functional.normalize(listed[team:], dim=1) @ query / temperature
        losses.append(logits.logsumexp(dim=0) - logits[:true].logsumexp(dim=0))
    return torch.stack(losses).mean()


def train(settings: "ProjectionSystem", data: TrainingData) -> Mapping[str, Any]:
    """Train; see :meth:`scinet.models.base.training.TrainableSystem.train`."""
    vectors = settings.embed_papers(data)
    learned, judged = (
        [
            item
            for sample in make_samples(
                data,
                split,
                recent=settings.recent,
                negatives=(settings.hard, settings.easy),
                items=settings.items,
                seed=settings.seed,
            )
            if (item := _drop_unembedded(sample, vectors)) is not None
        ]
        for split in ("train", "val")
    )
    for name, result in (("train", learned), ("val", judged)):
        if not result:
            raise DataError(
                f"no question of split {name} teaches anything ({data.task.folder})",
                hint="Build the task with more train_years and validation_years.",
            )
    with run_deterministically():
        torch.manual_seed(settings.seed)
        module = build_network(vectors.shape[1], settings)
    optimizer = torch.optim.AdamW(
        module.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )

    def of(batch: Sequence[TrainingSample]) -> Tensor:
        bags = [bag for item in batch for bag in (*item.team, *item.true, *item.wrong)]
        parts = [(len(item.team), len(item.true), len(item.wrong)) for item in batch]
        projected = module(torch.from_numpy(bag_means(bags, vectors)))
        return mil_nce_loss(projected, parts, settings.temperature)

    def epoch(number: int) -> float:
        rng = np.random.default_rng([settings.seed, number])
        torch.manual_seed(int(rng.integers(2**62)))
        module.train()
        order, total = rng.permutation(len(learned)), 0.0
        for start in range(0, len(order), settings.batch):
            batch_samples = [learned[place] for place in order[start : start + settings.batch]]
            optimizer.zero_grad()
            result = of(batch_samples)
            result.backward()  # type: ignore[no-untyped-call]  # torch states no types here
            torch.nn.utils.clip_grad_norm_(module.parameters(), _MAX_GRADIENT_NORM)
            optimizer.step()
            total += result.item() * len(batch_samples)
        return total / len(learned)

    def value() -> float:
        module.eval()
        with torch.inference_mode():
            parts = range(0, len(judged), settings.batch)
            lists = [judged[start : start + settings.batch] for start in parts]
            return -sum(of(item).item() * len(item) for item in lists) / len(judged)

    state = fit(
        module,
        optimizer,
        epoch,
        value,
        figure="val_log_share",
        epochs=settings.epochs,
        patience=settings.patience,
        folder=data.folder,
        key=training_key(settings),
        extra={"input": vectors.shape[1]},
        progress=data.progress,
    )
    return {
        "epochs": state.epoch,
        "best_epoch": state.best_epoch,
        "val_loss": -state.curve[state.best_epoch]["val_log_share"],
        "val_loss_before": -state.curve[0]["val_log_share"],
        "questions": len(learned),
        "measured": len(judged),
        "curve": state.curve,
    }


def load_projection(settings: "ProjectionSystem", context: Context) -> nn.Module:
    """Load the trained network."""
    checkpoint = read_trained_checkpoint(settings, context)
    with guard_restore(context.training):
        module = build_network(checkpoint["input"], settings)
        module.load_state_dict(checkpoint["best"])
    return module.eval()


def project_vectors(module: nn.Module, vectors: Vectors) -> NDArray[np.float32]:
    """Project vectors, 0 where they are 0, shape ``(rows, size)``."""
    with run_deterministically(), torch.inference_mode():
        output: NDArray[np.float32] = module(torch.from_numpy(vectors)).numpy()
    output[~vectors.any(axis=1)] = 0.0
    return output


def _drop_unembedded(sample: TrainingSample, vectors: Vectors) -> TrainingSample | None:
    """Drop bags without a vector from a sample; None where too few are left."""

    def known(bags: Sequence[Bag]) -> list[Bag]:
        return [bag for bag in bags if vectors[bag].any()]

    reduced = TrainingSample(known(sample.team), known(sample.true), known(sample.wrong))
    return reduced if reduced.team and reduced.true and reduced.wrong else None
