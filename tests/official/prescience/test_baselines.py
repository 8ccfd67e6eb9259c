"""PreScience's published baselines beside ours."""

import json
import math
import pickle
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers.official.comparison import Published
from helpers.official.prescience_tasks import PUBLISHED, files_of, imported, loaded

from scinet.models.prescience import baselines, fusion

pytestmark = pytest.mark.official

# Name of a published script, its further arguments, and our name of the baseline.
SCRIPTS: dict[str, list[tuple[str, tuple[str, ...], str]]] = {
    "collaborators": [
        ("frequency", (), "frequency"),
        ("frequency", ("--strategy", "iterated"), "frequency-iterated"),
        ("embedding_fusion", (), "embedding-fusion"),
        ("mean_pooling", (), "mean-pooling"),
        ("rank_fusion", (), "rank-fusion"),
        ("hierarchical", ("--pca_dim", "8"), "hierarchical-clustering"),
    ],
    "prior-work": [
        ("frequency", (), "frequency"),
        ("mean_pooling", (), "embedding-fusion"),
        ("embedding_fusion", (), "embedding-fusion-references"),
        ("rank_fusion", (), "rank-fusion"),
        ("hierarchical", ("--pca_dim", "8"), "hierarchical-clustering"),
    ],
}


# Whose queries are as near to two items: authors with the same papers, the mean of two papers.
WITH_TIES = {("collaborators", "rank-fusion"), ("prior-work", "embedding-fusion-references")}
NEAR = 1e-5


def embeddings(folder: Path, kind: str) -> Path:
    rng = np.random.default_rng(7)
    rows = pq.read_table(folder / "test.parquet").to_pylist()
    vectors = {row["corpus_id"]: rng.normal(size=(1, 8)).astype(np.float32) for row in rows}
    data = {name: {"key": vector, "query": vector} for name, vector in vectors.items()}
    file = folder / f"all_papers.{kind}_embeddings.pkl"
    file.write_bytes(pickle.dumps({"metadata": None, "data": data}))
    return file


def in_groups(record: dict[str, Any]) -> list[Any]:
    """A list as its scores, with the items of equal ones in order of id.

    Neither faiss nor a sort decides ties in a way that is documented, and sums of float32 differ
    in the last digits by the order of their terms.
    """
    name = next(name for name in record if name.startswith("predicted_") and "_ids" in name)
    groups: list[tuple[float, list[str]]] = []
    last = math.nan
    for item, score in zip(record[name], record[name.replace("_ids", "_scores")], strict=True):
        if score == last or abs(score - last) < NEAR:
            groups[-1][1].append(item)
        else:
            groups.append((float(score), [item]))
        last = score
    return [(score, sorted(items)) for score, items in groups]


class TiesReversed(fusion.VectorIndex):
    """The index with near ones in the other order, where five digits do not tell them apart."""

    def nearest(self, query: fusion.Vector, k: int) -> tuple[list[str], list[float]]:
        ids, scores = super().nearest(query, len(self.ids))
        sign = 1 if self.space.is_l2 else -1
        order = sorted(range(len(ids)), key=lambda n: (round(sign * scores[n], 5), -n))[:k]
        return [ids[n] for n in order], [scores[n] for n in order]


@pytest.mark.parametrize("name", SCRIPTS)
def test_baselines(
    prescience: Published,
    corpora: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    clone, suite = prescience
    ties = {"lists with ties": "which of two equally near ones is first is left to faiss and numpy"}
    for script, arguments, ours in SCRIPTS[name]:
        path = f"task_{PUBLISHED[name]}_prediction/baseline_{script}.py"
        with suite.comparing(
            f"`{' '.join([path, *arguments])}`: `predictions baseline {ours}`",
            expected=ties if (name, ours) in WITH_TIES else {},
            within=0.0 if script == "frequency" else NEAR,
        ) as c:
            for number, folder in enumerate(corpora[:40]):
                loaded(clone, folder)
                kind = ("grit", "specter2")[number % 2]
                if (task := imported(name, files_of(folder), tmp_path / "task")) is None:
                    continue
                vectors = None
                more: tuple[str, ...] = ("--output_dir", "made", *arguments)
                if script != "frequency":
                    vectors = embeddings(folder, kind)
                    more = (*more, "--embeddings_dir", str(folder), "--embedding_type", kind)
                clone.script(path, *more, folder=tmp_path)
                [file] = (tmp_path / "made").iterdir()
                listed = json.loads(file.read_text("utf-8"))["data"]
                theirs = {item["corpus_id"]: item for item in listed}
                file.unlink()
                run = partial(
                    baselines.make_predictions,
                    task,
                    ours,
                    vectors=vectors,
                    is_l2=kind == "specter2",
                )
                made = run()["data"]
                with monkeypatch.context() as patched:
                    patched.setattr(fusion, "VectorIndex", TiesReversed)
                    other = run()["data"]
                for item, reversed_one in zip(made, other, strict=True):
                    has_ties = in_groups(item) != in_groups(reversed_one)
                    meant = "lists with ties" if has_ties and (name, ours) in WITH_TIES else None
                    known = in_groups(theirs[item["corpus_id"]])
                    c.case((folder.name, item["corpus_id"]), known, in_groups(item), expected=meant)
