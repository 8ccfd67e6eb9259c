"""The network that projects vectors, how it learns, and what it makes of vectors."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scinet.errors import DataError
from scinet.models.base.epochs import fit, key_of, repeatable, restoring, trained_checkpoint
from scinet.models.base.system import Context
from scinet.models.base.training import TrainingData
from scinet.models.projection.samples import Bag, Sample, samples
from scinet.models.text.vector_cache import Vectors

if TYPE_CHECKING:
    from scinet.models.projection.systems import Projected

_CLIP = 1.0  # largest length of a gradient


def network(size: int, settings: "Projected") -> nn.Module:
    """Two layers, from vectors of a size to projected ones."""
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


def means(bags: Iterable[Bag], vectors: Vectors) -> Vectors:
    """Mean vector of the papers of each bag that have one, else 0, ``(bags, dimensions)``."""
    has_vector = np.asarray(vectors.any(axis=1))
    known = (bag[has_vector[bag]] for bag in bags)
    zero = np.zeros(vectors.shape[1], dtype=np.float32)
    found = [vectors[bag].mean(axis=0) if len(bag) else zero for bag in known]
    return np.array(found, dtype=np.float32).reshape(-1, vectors.shape[1])


def loss(projected: Tensor, parts: Sequence[tuple[int, int, int]], temperature: float) -> Tensor:
    """Minus the logarithm of the share of the true items, the mean over samples.

    Args:
        projected: Teams, true and wrong items of one sample after another.
        parts: How many each sample has of them.

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


def train(settings: "Projected", data: TrainingData) -> Mapping[str, Any]:
    """Learn; see :meth:`scinet.models.base.training.TrainableSystem.train`."""
    vectors = settings.of_papers(data)
    learned, judged = (
        [
            one
            for sample in samples(
                data,
                split,
                recent=settings.recent,
                negatives=(settings.hard, settings.easy),
                items=settings.items,
                seed=settings.seed,
            )
            if (one := _with_vectors(sample, vectors)) is not None
        ]
        for split in ("train", "val")
    )
    for name, found in (("train", learned), ("val", judged)):
        if not found:
            raise DataError(
                f"no question of split {name} teaches anything ({data.task.folder})",
                hint="Build the task with more train_years and validation_years.",
            )
    with repeatable():
        torch.manual_seed(settings.seed)
        module = network(vectors.shape[1], settings)
    optimizer = torch.optim.AdamW(
        module.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )

    def of(batch: Sequence[Sample]) -> Tensor:
        bags = [bag for one in batch for bag in (*one.team, *one.true, *one.wrong)]
        parts = [(len(one.team), len(one.true), len(one.wrong)) for one in batch]
        projected = module(torch.from_numpy(means(bags, vectors)))
        return loss(projected, parts, settings.temperature)

    def epoch(number: int) -> float:
        rng = np.random.default_rng([settings.seed, number])
        torch.manual_seed(int(rng.integers(2**62)))
        module.train()
        order, total = rng.permutation(len(learned)), 0.0
        for start in range(0, len(order), settings.batch):
            chosen = [learned[place] for place in order[start : start + settings.batch]]
            optimizer.zero_grad()
            found = of(chosen)
            found.backward()  # type: ignore[no-untyped-call]  # torch states no types here
            torch.nn.utils.clip_grad_norm_(module.parameters(), _CLIP)
            optimizer.step()
            total += found.item() * len(chosen)
        return total / len(learned)

    def value() -> float:
        module.eval()
        with torch.inference_mode():
            parts = range(0, len(judged), settings.batch)
            lists = [judged[start : start + settings.batch] for start in parts]
            return -sum(of(one).item() * len(one) for one in lists) / len(judged)

    state = fit(
        module,
        optimizer,
        epoch,
        value,
        figure="val_log_share",
        epochs=settings.epochs,
        patience=settings.patience,
        folder=data.folder,
        key=key_of(settings),
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


def projection(settings: "Projected", context: Context) -> nn.Module:
    """The network as it was learned."""
    about = trained_checkpoint(settings, context)
    with restoring(context.training):
        module = network(about["input"], settings)
        module.load_state_dict(about["best"])
    return module.eval()


def projected(module: nn.Module, vectors: Vectors) -> NDArray[np.float32]:
    """Projected vectors, 0 where they are 0, shape ``(rows, size)``."""
    with repeatable(), torch.inference_mode():
        found: NDArray[np.float32] = module(torch.from_numpy(vectors)).numpy()
    found[~vectors.any(axis=1)] = 0.0
    return found


def _with_vectors(sample: Sample, vectors: Vectors) -> Sample | None:
    """The sample without those who have no vector; None where too few are left."""

    def known(bags: Sequence[Bag]) -> list[Bag]:
        return [bag for bag in bags if vectors[bag].any()]

    found = Sample(known(sample.team), known(sample.true), known(sample.wrong))
    return found if found.team and found.true and found.wrong else None
