"""Every system that ranks or foresees, on a network of citations alone: no paper has a text."""

from datetime import date
from typing import Any

import pytest
from helpers.build import Paper, snapshot_of

from scinet.eval.answer import Answer, Number
from scinet.eval.ranked_list import AuthorList, PaperList, items_of
from scinet.eval.suites import named
from scinet.eval.task import Query
from scinet.models.base.run import answers
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import SYSTEMS, make

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
    Number: "prescience/impact",
}
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


@pytest.mark.parametrize("system", SYSTEMS_OF)
def test_no_system_needs_a_text(system: str) -> None:
    titles: Any = dict.fromkeys(("p1", "p2", "p3"))
    snapshot = snapshot_of(PAPERS, AUTHORS, titles=titles).until(BEFORE)
    query = Query("q", "", INPUTS, BEFORE, 10)
    task_type = named(SYSTEMS_OF[system])
    (given,) = answers(make(system), [query], task_type, snapshot=snapshot)
    if "bm25" in system:
        assert not items_of(given)
