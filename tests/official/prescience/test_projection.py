"""PreScience's learned projection beside ours, with the same weights."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from helpers.official.comparison import Published
from torch import Tensor

from scinet.models.projection.learn import build_network, mil_nce_loss, project_vectors
from scinet.models.projection.systems import PriorWorkProjection

pytestmark = pytest.mark.official

SIZE, HIDDEN, OUT = 10, 12, 7


def test_network(prescience: Published, tmp_path: Path) -> None:
    """Vectors of authors and papers by a checkpoint that both read."""
    clone, suite = prescience
    code = (
        "from task_{0}_prediction.projection_model import ProjectionModel\n"
        "def made(checkpoint, vectors, authors):\n"
        "    model = ProjectionModel(checkpoint, vectors, device='cpu')\n"
        "    return [model.encode_author(one).tolist() for one in authors], "
        "model.encode_papers_batch(list(vectors)).tolist()\n"
        "import utils; utils.made = made\n"
    )
    for task in ("coauthor", "priorwork"):
        clone.call("builtins:exec", code.format(task), {})
        with suite.comparing(
            f"`task_{task}_prediction/projection_model.py`, the same weights: vectors of authors "
            "and papers",
            within=1e-5,
        ) as compared:
            for seed in range(20):
                rng = np.random.default_rng(seed)
                torch.manual_seed(seed)
                module = build_network(SIZE, PriorWorkProjection(hidden=HIDDEN, size=OUT)).eval()
                file = tmp_path / "checkpoint.pt"
                state = module.state_dict().items()
                weights = {f"encoder.projection.projection.{name}": item for name, item in state}
                about = {"embed_dim": SIZE, "hidden_dim": HIDDEN, "out_dim": OUT}
                torch.save({"hyper_parameters": about, "state_dict": weights}, file)
                vectors = rng.normal(size=(15, SIZE)).astype(np.float32)
                given = {str(n): {"key": row[None]} for n, row in enumerate(vectors)}
                bags = [rng.choice(15, size, replace=False) for size in (1, 2, 5, 10)]
                listed = [[str(item) for item in bag] for bag in bags]
                theirs = clone.call("utils:made", str(file), given, listed)
                means = np.stack([vectors[bag].mean(axis=0) for bag in bags])
                ours = (
                    project_vectors(module, means).tolist(),
                    project_vectors(module, vectors).tolist(),
                )
                compared.case(seed, theirs, ours)


def test_loss(prescience: Published) -> None:
    clone, suite = prescience
    code = (
        "import torch\n"
        "from task_priorwork_prediction.projection_model import multi_positive_info_nce_loss\n"
        "def lost(query, true, wrong):\n"
        "    parts = [torch.tensor(one) for one in (query, true, wrong)]\n"
        "    return multi_positive_info_nce_loss(*parts).item()\n"
        "import utils; utils.lost = lost\n"
    )
    clone.call("builtins:exec", code, {})
    what = "`projection_model.multi_positive_info_nce_loss`: the loss of a batch"
    far = {
        "true items far off": "theirs adds 1e-8 to sums of exponentials and to shares, which "
        "counts where these are small"
    }
    with suite.comparing(what, expected=far, within=1e-4) as compared:
        for seed in range(200):
            rng = np.random.default_rng(seed)
            batch, true, wrong = (int(rng.integers(1, 6)) for _ in range(3))
            parts: list[Any] = [
                rng.normal(size=(batch, n, SIZE)).astype(np.float32) for n in (1, true, wrong)
            ]
            theirs = clone.call("utils:lost", parts[0][:, 0], *parts[1:])
            rows: Tensor = torch.from_numpy(np.concatenate(parts, axis=1).reshape(-1, SIZE))
            ours = mil_nce_loss(rows, [(1, true, wrong)] * batch, 0.07).item()
            unit = [part / np.linalg.norm(part, axis=2, keepdims=True) for part in parts]
            near, other = (
                np.exp((unit[0] * item).sum(axis=2) / 0.07).sum(axis=1) for item in unit[1:]
            )
            is_far = min(near.min(), (near / (near + other)).min()) < 1e-3
            compared.case(seed, theirs, ours, expected="true items far off" if is_far else None)
