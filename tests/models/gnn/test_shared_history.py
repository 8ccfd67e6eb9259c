"""What authors and candidates share, counted by hand."""

import numpy as np
import pytest
from helpers.build import snapshot_of

from scinet.graph.dates import day_of, parse_date
from scinet.models.gnn.candidate_lists import shared_history
from scinet.models.temporal_graph.dated_graph import DatedGraph

PAPERS = [
    ("p1", "2000-01-01", []),
    ("p2", "2004-03-01", ["p1"]),
    ("p3", "2004-06-01", ["p1", "p2"]),
    ("p4", "2005-01-01", ["p1", "p3"]),
]
AUTHORS = {"p1": ["ann", "bob"], "p2": ["ann"], "p3": ["ann", "bob", "cyd"], "p4": ["ann", "dan"]}
BEFORE = day_of(parse_date("2005-01-01")[0])  # p4 is not there yet


def met(times: int, lately: int, last: str, *order: float) -> list[float]:
    years = (BEFORE - day_of(parse_date(last)[0])) / 365.25
    return [np.log1p(times), np.log1p(lately), 1 / (1 + years), *(order or (0, 0))]


def test_shared_papers_of_authors_and_citations_of_papers() -> None:
    graph = DatedGraph.of_snapshot(snapshot_of(PAPERS, AUTHORS))
    ann, bob, cyd, dan = range(4)
    found = shared_history(graph, "author", np.array([ann]), np.array([bob, cyd, dan]), BEFORE)
    expected = [
        met(2, 1, "2004-06-01", np.log1p(2), 1 / 2),
        met(1, 1, "2004-06-01", np.log1p(1), 1),
        [0.0] * 5,
    ]
    assert found == pytest.approx(np.array(expected), abs=1e-6)
    (backwards,) = shared_history(graph, "author", np.array([cyd]), np.array([ann]), BEFORE)
    assert backwards == pytest.approx(np.array(met(1, 1, "2004-06-01", 0.0, 1 / 3)), abs=1e-6)
    # Papers are met by citing them: ann cited p1 in p2 and in p3, which bob wrote with her.
    found = shared_history(graph, "paper", np.array([ann, bob]), np.array([0, 1, 2]), BEFORE)
    expected = [met(3, 3, "2004-06-01"), met(2, 2, "2004-06-01"), [0.0] * 5]
    assert found == pytest.approx(np.array(expected), abs=1e-6)
