"""Candidates: papers near to a title, walks that start there, and what is shared, by hand."""

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.eval.task import Query
from scinet.graph.schema.dates import day_of, parse_date
from scinet.models.gnn.candidate_lists import (
    NodeQuery,
    build_candidate_lists,
    build_title_contexts,
    shared_history,
)
from scinet.models.temporal_graph.dated_graph import CITED_BY, CITES, DatedGraph
from scinet.models.temporal_graph.dated_walks import Walker, WalkSpec
from scinet.models.text import dense

PAPERS: list[Paper] = [
    ("p1", "2000-01", []),
    ("p2", "2001-01", []),
    ("p3", "2002-01", ["p1"]),
    ("p4", "2003-01", []),
    ("p5", "2006-01", ["p2"]),
]
TITLES = {
    "p1": "speech noise", "p2": "tree grammar", "p3": "tree parser", "p4": "lexicon",
    "p5": "tree parser",
}  # fmt: skip
AUTHORS = {"p1": ["ann"], "p4": ["bob"]}
BEFORE = date(2005, 1, 1)
STAYS = WalkSpec({CITED_BY: 1.0, CITES: 1.0}, "paper", 1.0)


def embed(lines: Sequence[str]) -> np.ndarray:
    """Vectors of length 1 with one number per word, so that cosines are short fractions."""
    words = ["speech", "noise", "tree", "grammar", "parser", "lexicon"]
    values = np.zeros((len(lines), dense.DIMENSIONS), dtype=np.float32)
    for row, line in zip(values, lines, strict=True):
        # What a model says of no text at all is not to be heard.
        row[[words.index(word) for word in line.split()] or 0] = 1.0
    result: np.ndarray = values / np.linalg.norm(values, axis=1, keepdims=True)
    return result


def test_papers_near_to_a_title_share_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are earlier ones; the other half starts at what the team cites."""
    monkeypatch.setattr(dense, "embed", embed)
    snapshot = snapshot_of(PAPERS, AUTHORS, titles=TITLES)
    asked = [
        Query("q1", "", {"title": "tree parser"}, BEFORE, 9),
        Query("q2", "", {"title": ""}, BEFORE, 9),
    ]
    named, silent = build_title_contexts(asked, snapshot, None)
    # One word of two in common: a cosine of 1/2, beside 1. The twin of 2006 is not yet there.
    assert named.near.tolist() == [1, 2]
    assert named.odds == pytest.approx([1 / 3, 2 / 3])
    assert named.nearness(np.array([0, 2, 1])) == pytest.approx([0, 1, 0.5])
    assert not len(silent.near)

    walker = Walker(DatedGraph.from_snapshot(snapshot))
    day = day_of(BEFORE)
    questions = [NodeQuery([1], [0, 3], day, title=first) for first in (named, silent)]
    questions.append(NodeQuery([1], [], day, title=named))
    first, second, cites_nothing = build_candidate_lists(walker, "paper", [STAYS], questions, 9)
    # Half of the starts at what the team cites, half at what is near to the title.
    assert first.candidates.tolist() == [2, 0, 3, 1]
    assert np.exp(first.features[:, 0]) == pytest.approx([1 / 3, 1 / 4, 1 / 4, 1 / 6], abs=1e-6)
    assert first.features[:, -1] == pytest.approx([1, 0, 0, 0.5])
    assert second.candidates.tolist() == [0, 3]
    assert second.features[:, -1] == pytest.approx([0, 0])
    assert np.exp(cites_nothing.features[:, 0]) == pytest.approx([2 / 3, 1 / 3], abs=1e-6)


SHARED = [
    ("p1", "2000-01-01", []),
    ("p2", "2004-03-01", ["p1"]),
    ("p3", "2004-06-01", ["p1", "p2"]),
    ("p4", "2005-01-01", ["p1", "p3"]),
]
TEAMS = {"p1": ["ann", "bob"], "p2": ["ann"], "p3": ["ann", "bob", "cyd"], "p4": ["ann", "dan"]}
DAY = day_of(parse_date("2005-01-01")[0])  # p4 is not there yet


def met(times: int, lately: int, last: str, *order: float) -> list[float]:
    years = (DAY - day_of(parse_date(last)[0])) / 365.25
    return [np.log1p(times), np.log1p(lately), 1 / (1 + years), *(order or (0, 0))]


def test_shared_papers_of_authors_and_citations_of_papers() -> None:
    graph = DatedGraph.from_snapshot(snapshot_of(SHARED, TEAMS))
    ann, bob, cyd, dan = range(4)
    result = shared_history(graph, "author", np.array([ann]), np.array([bob, cyd, dan]), DAY)
    expected = [
        met(2, 1, "2004-06-01", np.log1p(2), 1 / 2),
        met(1, 1, "2004-06-01", np.log1p(1), 1),
        [0.0] * 5,
    ]
    assert result == pytest.approx(np.array(expected), abs=1e-6)
    (backwards,) = shared_history(graph, "author", np.array([cyd]), np.array([ann]), DAY)
    assert backwards == pytest.approx(np.array(met(1, 1, "2004-06-01", 0.0, 1 / 3)), abs=1e-6)
    # Papers are met by citing them: ann cited p1 in p2 and in p3, which bob wrote with her.
    result = shared_history(graph, "paper", np.array([ann, bob]), np.array([0, 1, 2]), DAY)
    expected = [met(3, 3, "2004-06-01"), met(2, 2, "2004-06-01"), [0.0] * 5]
    assert result == pytest.approx(np.array(expected), abs=1e-6)
