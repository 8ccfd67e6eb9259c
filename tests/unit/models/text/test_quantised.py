"""The IVF-PQ index beside exact search, on vectors and on a sentence model of a user."""

from pathlib import Path

import numpy as np
import pytest
from helpers.language import tiny_bert
from helpers.networks.build import snapshot_of
from helpers.networks.scored_network import BEFORE

from scinet.errors import DataError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system
from scinet.models.text.quantised import build_index, search_index
from scinet.models.text.vector_cache import Vectors

pytest.importorskip("faiss")


def unit(rng: np.random.Generator, rows: int, size: int) -> Vectors:
    result = rng.normal(size=(rows, size))
    return np.asarray(result / np.linalg.norm(result, axis=1, keepdims=True), dtype=np.float32)


def test_with_all_cells_and_fine_codes_it_is_nearly_exact() -> None:
    rng = np.random.default_rng(0)
    vectors, asked = unit(rng, 600, 8), unit(rng, 20, 8)
    options = {"cells": 16, "parts": 8, "bits": 8}
    index = build_index(vectors, **options, probes=99)
    few = build_index(vectors, **options, probes=1)
    for item in asked:
        near, result = search_index(index, item, 600)
        assert sorted(result) == list(range(600))
        assert (np.diff(near) <= 0).all()
        # A number is rounded to one of 256 values that were learned for its place.
        assert np.abs(near - vectors[result] @ item).max() < 0.05
        assert np.argmax(vectors @ item) in result[:3]
        # One cell of sixteen is searched.
        assert 0 < len(search_index(few, item, 600)[1]) < 200
    again = build_index(vectors, **options, probes=99)
    assert (
        search_index(again, asked[0], 600)[1].tolist()
        == search_index(index, asked[0], 600)[1].tolist()
    )


def test_what_cannot_be_indexed() -> None:
    vectors = unit(np.random.default_rng(0), 100, 8)
    with pytest.raises(DataError, match="8 numbers are not divided into 3 parts"):
        build_index(vectors, cells=4, parts=3, bits=4, probes=1)
    with pytest.raises(DataError, match="100 texts are too few for 4 cells and codes of 8 bits"):
        build_index(vectors, cells=4, parts=4, bits=8, probes=1)


def test_a_model_of_the_user(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    tiny = tiny_bert.write(tmp_path)
    words = Transformer(str(tiny))
    SentenceTransformer(modules=[words, Pooling(16)]).save(str(tmp_path / "model"))
    titles = {f"p{n}": " ".join(["deep", "trees", "of", "words"][: n % 4 + 1]) for n in range(40)}
    past = snapshot_of([(name, "2001-01-01", []) for name in titles], titles=titles).until(BEFORE)
    query = Query("q1", "?", {"subfield": "deep trees of"}, BEFORE, 10)
    settings = {"encoder": str(tmp_path / "model"), "parts": "16", "bits": "2", "cells": "1"}

    def listed(cache: Path | None, **more: str) -> list[str | None]:
        system = make_system("dense-index", {**settings, **more})
        kind = get_task_type("scinetbench/ego-novelty")
        [answer] = answer_queries(system, [query], kind, snapshot=past, cache=cache)
        return [item.id for item in get_items(answer)]

    same = [name for name, title in titles.items() if title == "deep trees of"]
    assert len(listed(None)) == 10
    assert set(listed(None)) <= set(same)
    assert listed(tmp_path / "cache") == listed(tmp_path / "cache") == listed(None)
    assert listed(None, depth="3") == listed(None)[:3]
    with pytest.raises(DataError, match="no sentence model"):
        listed(None, encoder=str(tmp_path / "nothing"))
