"""Candidates, heuristics and metrics of a period against plain versions."""

from datetime import date

import numpy as np
import pytest
from helpers.build import snapshot_of
from helpers.two_sides import as_snapshot, two_communities

from scinet.models.links.candidates import draw_candidates
from scinet.models.links.heuristics import heuristic_scores
from scinet.models.links.measure import METRICS, controls, metric_rows
from scinet.models.links.pairs import Pairs, Scored
from scinet.models.links.periods import Period
from scinet.models.links.questions import TASKS
from scinet.models.text.tfidf import TitleWords, directions

YEAR = Period("test", date(2008, 1, 1), date(2009, 1, 1))


@pytest.mark.parametrize("task", TASKS)
def test_negatives_are_no_links_and_were_there(task: str) -> None:
    asked = TASKS[task](as_snapshot(two_communities(2)), YEAR)
    found = draw_candidates(asked, 5, seed=0)
    assert found.random.shape == found.hard.shape == (asked.num_sources, 5)
    for source in range(asked.num_sources):
        barred = {*asked.positives.row(source), *asked.excluded.row(source)}
        for drawn in (found.random[source], found.hard[source]):
            assert len(set(drawn)) == 5
            assert not barred & set(drawn)
            assert max(drawn) < asked.num_targets
    other = draw_candidates(asked, 5, seed=1)
    assert not np.array_equal(found.random, other.random)


def test_hard_negatives_are_near() -> None:
    asked = TASKS["links/citation"](as_snapshot(two_communities(2)), YEAR)
    found = draw_candidates(asked, 20, seed=0)
    side = np.array([int(paper[-2:]) % 2 for paper in asked.past.paper_id])
    own = np.array([int(paper[-2:]) % 2 for paper in asked.source_id])
    near = (side[found.hard] == own[:, None]).mean()
    # Half of them come from two steps away, which never leaves the community.
    assert near > 0.65 > (side[found.random] == own[:, None]).mean()


def test_lists_shrink_where_little_is_left() -> None:
    asked = TASKS["links/coauthor"](as_snapshot(two_communities(2)), YEAR)
    found = draw_candidates(asked, 1000, seed=0)
    assert 0 < found.random.shape[1] < asked.num_targets


def test_pairs_come_back_where_they_were() -> None:
    asked = TASKS["links/citation"](as_snapshot(two_communities(2)), YEAR)
    candidates = draw_candidates(asked, 10, seed=0)
    pairs = Pairs.of(asked, candidates)
    assert len(set(zip(pairs.source, pairs.target, strict=True))) == len(pairs.source)
    found = pairs.arrange((pairs.source * 10_000 + pairs.target).astype(np.float64))
    own = np.arange(asked.num_sources)[:, None] * 10_000.0
    assert np.array_equal(found.negatives["hard"], own + candidates.hard)
    assert np.array_equal(found.negatives["random"], own + candidates.random)
    rows = asked.positives.row_numbers()
    assert np.array_equal(found.positive, rows * 10_000.0 + asked.positives.indices)


def test_heuristics_worked_by_hand() -> None:
    papers = [
        ("old", "2000-01", []),
        ("mid", "2006-01", ["old"]),
        ("own1", "2006-05", ["old"]),
        ("own2", "2007-05", ["old", "mid"]),
        ("new", "2008-05", ["mid"]),
    ]
    authors = {"own1": ["x"], "own2": ["x", "y"], "mid": ["z"], "new": ["x", "y"]}
    asked = TASKS["links/citation"](snapshot_of(papers, authors), YEAR)
    source, target = np.zeros(2, dtype=np.int64), np.array([0, 1])
    found = heuristic_scores(asked, source, target)
    assert found["popularity"].tolist() == [3, 2 - 1]
    assert found["recent_popularity"].tolist() == [3, 1]
    assert found["cited_before"].tolist() == [2, 1]
    # own1 and old share nobody, own2 and old share mid; own1 and own2 share old with mid.
    assert found["common_neighbours"].tolist() == [1, 2]
    assert found["preferential_attachment"].tolist() == [3 * (1 + 2), 2 * (1 + 2)]
    assert found["personalised_pagerank"][0] > found["personalised_pagerank"][1] > 0


def test_title_words_are_those_of_the_past() -> None:
    words = TitleWords(["tree parser", "tree grammar", "parser", None])
    found = words.vectors(["tree canary", "parser tree", None, "grammar"]).toarray()
    # Words of one title alone do not count; parser and tree are as rare as each other.
    assert found == pytest.approx(np.array([[0, 1], [0.5**0.5, 0.5**0.5], [0, 0], [0, 0]]))
    axes = directions(words.vectors(["tree parser", "tree", "parser"]), 3)
    assert axes.shape == (2, 3)
    assert not axes[:, 1:].any()


def test_metric_rows_and_controls() -> None:
    asked = TASKS["links/citation"](as_snapshot(two_communities(2)), YEAR)
    shape = (asked.num_sources, 20)
    empty = {"random": np.zeros(shape), "hard": np.zeros(shape)}
    constant = Scored(np.zeros(len(asked.positives.indices)), empty)
    systems = {"constant": constant, **controls(asked.positives, empty, seed=0)}
    rows = metric_rows(asked.positives, systems, seed=0)
    assert len(rows) == 3 * 2 * len(METRICS)
    mean = {(row["system"], row["negatives"], row["metric"]): row["mean"] for row in rows}
    assert mean["constant", "hard", "MRR"] == pytest.approx(1 / 11)
    assert mean["constant", "hard", "AUC"] == 0.5
    assert {mean["oracle", "random", metric] for metric in METRICS} == {1.0}
    assert mean["random", "random", "MRR"] > mean["constant", "random", "MRR"]
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)
    assert {row["n"] for row in rows} == {asked.num_sources}
