"""Features of authors who may write together: against naive counts on random networks."""

from datetime import date

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.links.walks import author_steps, visits
from scinet.graph.snapshot import Csr, Snapshot
from scinet.models.collaborators.features.byline import byline_features
from scinet.models.collaborators.features.joint_papers import joint_paper_features
from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.collaborators.features.profiles import (
    career_features,
    citation_features,
    subject_features,
)
from scinet.models.collaborators.features.shared_coauthors import shared_coauthor_features
from scinet.models.collaborators.features.table import compute_features, find_candidates
from scinet.models.collaborators.features.walks import NEAR_WALK, walk_features
from scinet.models.history import History

BEFORE = date(2010, 1, 1)
PAPERS: list[Paper] = [
    ("p1", "2000-01", []),
    ("p2", "2001-01", ["p1"]),
    ("p3", "2008-01", ["p1", "p2"]),
    ("p4", "2009-01", ["p2", "p3"]),
    ("p5", "2009-02", ["p2", "p1"]),
]
_TEAMS = (["ann", "bob"], ["bob", "ann"], ["ann", "cyd"], ["cyd", "dan"], ["eve", "bob"])
TEAMS = {paper: team for (paper, *_), team in zip(PAPERS, _TEAMS, strict=True)}


@st.composite
def pasts(draw: st.DrawFn) -> History:
    """A random network with two authors or more."""
    papers = draw(networks())
    teams = {**draw(bylines(papers)), papers[0][0]: ["a", "b"]}
    return History(snapshot_of(papers, teams).until(BEFORE))


def all_pairs(snapshot: Snapshot) -> AuthorLists:
    """A list of all others for each author."""
    number = snapshot.num_authors
    others = [[other for other in range(number) if other != item] for item in range(number)]
    return AuthorLists(
        np.arange(number, dtype=np.int32),
        np.arange(number + 1, dtype=np.int64) * (number - 1),
        np.array(others, dtype=np.int32).ravel(),
    )


def of_pair(columns: Columns, past: History, seed: str, other: str) -> dict[str, float]:
    """Values of one pair by name."""
    lists = all_pairs(past.snapshot)
    numbers = [list(past.snapshot.author_id).index(item) for item in (seed, other)]
    row = np.flatnonzero((lists.pairs == numbers).all(axis=1))[0]
    return {name: float(values[row]) for name, values in columns.items()}


def known() -> History:
    return History(snapshot_of(PAPERS, TEAMS).until(BEFORE))


@settings(max_examples=15)
@given(past=pasts())
def test_joint_papers_are_those_of_a_naive_count(past: History) -> None:
    lists = all_pairs(past.snapshot)
    columns = {**joint_paper_features(past, lists), **byline_features(past, lists)}
    teams, written = past.snapshot.authored, past.snapshot.author_papers
    for row, (seed, other) in enumerate(lists.pairs):
        joint = [paper for paper in written.row(seed) if other in teams.row(paper)]
        results = {name: values[row] for name, values in columns.items()}
        ages = past.age[joint]
        assert results["joint"] == len(joint)
        assert results["joint_faded_2"] == pytest.approx((0.5 ** (ages / 2)).sum())
        assert results["joint_of_seed"] == len(joint) / len(written.row(seed))
        assert results["joint_in_latest_2"] == sum(p in joint for p in written.row(seed)[-2:])
        assert results["joint_seed_first"] == sum(teams.row(p)[0] == seed for p in joint)
        assert results["joint_other_last"] == sum(teams.row(p)[-1] == other for p in joint)
        behind = [
            p for p in joint if list(teams.row(p)).index(seed) < list(teams.row(p)).index(other)
        ]
        weight = [0.5 ** past.age[p] / (len(teams.row(p)) - 1) for p in behind]
        assert results["behind_1"] == pytest.approx(sum(weight))
        if joint:
            since = [paper for paper in written.row(other) if paper > joint[-1]]
            assert results["papers_of_other_since_joint"] == len(since)
            assert results["years_since_joint"] == past.age[joint[-1]]
            assert results["years_since_first_joint"] == past.age[joint[0]]
            assert results["team_of_last_joint"] == len(teams.row(joint[-1]))
        else:
            assert np.isnan(results["years_since_joint"])
            assert np.isnan(results["other_last_in_last_joint"])


@settings(max_examples=15)
@given(past=pasts())
def test_shared_coauthors_are_those_of_a_naive_count(past: History) -> None:
    lists = all_pairs(past.snapshot)
    columns = shared_coauthor_features(past, lists)
    teams, written = past.snapshot.authored, past.snapshot.author_papers
    number = past.snapshot.num_authors

    def joint(item: int, other: int) -> list[int]:
        return [int(p) for p in written.row(item) if item != other and other in teams.row(p)]

    def faded(item: int, other: int) -> float:
        return float(sum(0.5 ** past.age[p] for p in joint(item, other)))

    for row, (seed, other) in enumerate(lists.pairs):
        shared = [m for m in range(number) if m != other and joint(seed, m) and joint(m, other)]
        recent = [m for m in shared if any(past.age[p] <= 3 for p in joint(seed, m))]
        ages = [past.age[p] for m in recent for p in joint(m, other)]
        last = [m for m in teams.row(written.row(seed)[-1]) if m != seed]
        assert columns["common_neighbours"][row] == len(shared)
        assert columns["shared_lately"][row] == sum(age <= 3 for age in ages)
        paths = [min(faded(seed, m), faded(m, other)) for m in shared]
        assert columns["strongest_path"][row] == pytest.approx(max(paths, default=0.0))
        knows = sum(bool(joint(m, other)) for m in last if m != other)
        assert columns["team_of_last_knows"][row] == pytest.approx(knows / max(len(last), 1))
        youngest = columns["years_since_shared"][row]
        assert youngest == min(ages) if ages else np.isnan(youngest)


@settings(max_examples=15)
@given(past=pasts())
def test_walks_are_those_of_dense_matrices(past: History) -> None:
    lists = all_pairs(past.snapshot)
    columns = walk_features(past, lists)
    number = past.snapshot.num_authors
    step = author_steps(past.snapshot, half_life_years=4.0, citation_share=0.0)
    matrix = step(np.eye(number))
    for row, (seed, other) in enumerate(lists.pairs):
        twice = matrix @ matrix
        assert columns["steps_4_2"][row] == pytest.approx(twice[other, seed], abs=1e-6)
        assert columns["steps_back_4_2"][row] == pytest.approx(twice[seed, other], abs=1e-6)
    near = author_steps(
        past.snapshot, half_life_years=NEAR_WALK.half_life, citation_share=NEAR_WALK.citations
    )
    starts = Csr(np.arange(number + 1, dtype=np.int64), np.arange(number, dtype=np.int32))
    _, exact = next(iter(visits(near, starts, restart=NEAR_WALK.restart, tolerance=1e-9)))
    assert columns["walk_near"] == pytest.approx(lists.read(exact), abs=1e-2)
    ends = 0.25 * np.linalg.inv(np.eye(number) - 0.75 * near(np.eye(number)))
    back = ends[lists.pairs[:, 0], lists.pairs[:, 1]]
    assert columns["walk_back"] == pytest.approx(back, abs=0.11)


def test_citations_between_two_authors() -> None:
    past = known()
    columns = citation_features(past, all_pairs(past.snapshot))
    result = of_pair(columns, past, "cyd", "ann")
    # p3 (cyd, ann) cites p1 and p2 of ann; p4 (cyd) cites p2 and p3 of ann.
    assert result["cites"] == 4
    # ann's p2 and p3 cite nothing of cyd's; p4, which cites p3 of cyd, is cyd's own.
    assert result["cited"] == 0
    assert of_pair(columns, past, "ann", "cyd")["cited"] == 4
    # eve's p5 shares p1 (cited 3 times) and p2 (3) with p3, p2 with p4: of cyd, three thirds.
    assert of_pair(columns, past, "eve", "cyd")["coupled"] == pytest.approx(1.0)
    # p3 cites p1 and p2, both of ann and bob; p5 too; p4 cites p2 and p3. Each has two references.
    # By paper of ann (p1, p2) beside p1 and p2 of dan: dan's p4 is never cited.
    assert of_pair(columns, past, "dan", "ann")["co_cited"] == 0


def test_subjects_and_careers_by_hand() -> None:
    titles = {
        "p1": "Parsing trees",
        "p2": "Parsing trees",
        "p3": "Speech",
        "p4": "Speech",
        "p5": "",
    }
    venues = {"p1": "a", "p2": "a", "p3": "b", "p4": "b", "p5": "a"}
    past = History(snapshot_of(PAPERS, TEAMS, venues, titles).until(BEFORE))
    lists = all_pairs(past.snapshot)
    columns = subject_features(past, lists)
    assert of_pair(columns, past, "dan", "cyd")["titles"] == pytest.approx(1.0)
    assert of_pair(columns, past, "dan", "bob")["titles"] == 0.0
    assert of_pair(columns, past, "dan", "bob")["venues"] == 0.0
    assert of_pair(columns, past, "eve", "bob")["venues"] == pytest.approx(1.0)
    careful = of_pair(career_features(past, lists), past, "ann", "bob")
    assert (careful["seed_papers"], careful["other_papers"]) == (3, 3)
    assert careful["other_papers_1"] == 1
    assert careful["seed_first_author"] == pytest.approx(2 / 3)
    assert careful["seed_coauthors"] == 2
    assert careful["seed_citations"] == 3 + 3 + 1


def test_lists_hold_everyone_near_and_not_the_seed() -> None:
    past = known()
    lists = find_candidates(past, np.arange(past.snapshot.num_authors, dtype=np.int32), 10)
    for number, seed in enumerate(lists.seed):
        inside = lists.other[lists.first[number] : lists.first[number + 1]]
        assert seed not in inside
        assert len(set(inside)) == len(inside) == past.snapshot.num_authors - 1
    names, values = compute_features(past, lists)
    assert len(set(names)) == len(names) == values.shape[1]
    assert values.dtype == np.float32
    near, place = (values[:, names.index(item)] for item in ("walk_near", "rank_by_walk_near"))
    for first, end in zip(lists.first, lists.first[1:], strict=False):
        order = np.argsort(-near[first:end], kind="stable")
        assert (np.diff(place[first:end][order]) >= 0).all()
        assert place[first:end].sum() == pytest.approx((end - first) * (end - first + 1) / 2)


def test_features_are_as_of_a_day() -> None:
    with pytest.raises(ValueError, match="ends at a day"):
        History(snapshot_of(PAPERS, TEAMS))
