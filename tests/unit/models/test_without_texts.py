"""Every system that ranks or foresees where there is little to go by: no text, or no author."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from helpers.language.word_vectors import embed_words
from helpers.networks.build import Paper, snapshot_of

from scinet.eval.answer import Answer, NumberAnswer
from scinet.eval.ranked_list import AuthorList, PaperList, get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.models.base.run import answer_queries
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import SYSTEMS, make_system
from scinet.models.text import dense
from scinet.models.text.vector_cache import Vectors

BEFORE = date(2010, 1, 1)
PAPERS: list[Paper] = [
    ("p1", "2004-01-01", []),
    ("p2", "2005-01-01", ["p1"]),
    ("p3", "2006-01-01", ["p1", "p2"]),
]
AUTHORS = {"p1": ["ann"], "p2": ["ann", "bob"], "p3": ["bob", "cyd"]}
TASKS: dict[type[Answer], str] = {
    PaperList: "prescience/prior-work",
    AuthorList: "prescience/collaborators",
    NumberAnswer: "prescience/impact",
}
TEAMS: list[list[str]] = [[], ["ann"]]
INPUTS: dict[str, Any] = {
    "title": "chart parsing",
    "author_id": "bob",
    "author_ids": ["ann", "bob"],
    "author_places": [1, 2],
    "team_size": 2,
    "venue_id": None,
    "reference_ids": ["p1"],
    "months": 12,
    "claim": "chart parsing",
    "contributions": ["parsing"],
}
SYSTEMS_OF = {
    name: TASKS[one.answers]
    for name, one in SYSTEMS.items()
    if one.answers in TASKS and one.needs <= INPUTS.keys()
    if not (one.asks_model or one.asks_database or one.sees_truth)
    if not issubclass(one, TrainableSystem) and name != "dense-index"  # it says that it cannot
}


@pytest.fixture(autouse=True)
def embeddings(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The texts that are embedded, by their words: the real model takes seconds to load."""
    asked: list[Sequence[str]] = []

    def embed(lines: Sequence[str]) -> Vectors:
        asked.append(lines)
        return embed_words(lines)

    monkeypatch.setattr(dense, "embed", embed)
    return asked


@pytest.mark.parametrize("system", SYSTEMS_OF)
def test_no_system_needs_a_text(system: str, embeddings: list[Sequence[str]]) -> None:
    titles: Any = dict.fromkeys(("p1", "p2", "p3"))
    snapshot = snapshot_of(PAPERS, AUTHORS, titles=titles).until(BEFORE)
    query = Query("q", "", INPUTS, BEFORE, 10)
    task_type = get_task_type(SYSTEMS_OF[system])
    (given,) = answer_queries(make_system(system), [query], task_type, snapshot=snapshot)
    if "bm25" in system:
        assert not get_items(given)
    # Whoever uses the static model says what it may know.
    assert bool(embeddings) == (
        dense.CAUTION["caution"] in make_system(system).settings.get("caution", "")
    )


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("system", [n for n in SYSTEMS_OF if "author_ids" in SYSTEMS[n].needs])
def test_no_system_needs_an_author(system: str) -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS).until(BEFORE)
    inputs = {**INPUTS, "author_places": []}
    asked = [Query(f"q{len(t)}", "", {**inputs, "author_ids": t}, BEFORE, 10) for t in TEAMS]
    task_type = get_task_type(SYSTEMS_OF[system])
    alone = [
        next(answer_queries(make_system(system), [query], task_type, snapshot=snapshot))
        for query in asked
    ]
    assert list(answer_queries(make_system(system), asked, task_type, snapshot=snapshot)) == alone
