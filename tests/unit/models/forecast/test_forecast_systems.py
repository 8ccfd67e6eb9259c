"""Systems that foresee co-authors and references: scores by hand, and no look at the future."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np
import pytest
from helpers.language.word_vectors import embed_words
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError, NotFoundError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.graph.links import network, two_hop
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system
from scinet.models.text import dense

BEFORE = date(2010, 1, 1)
PAPERS: list[Paper] = [
    ("p1", "2000-01", []),
    ("p2", "2001-01", ["p1"]),
    ("p3", "2008-01", ["p1", "p2"]),
    ("p4", "2009-01", ["p2", "p3"]),
    ("p5", "2009-02", ["p2", "p1"]),
]
TEAMS = (["ann", "bob"], ["ann", "bob"], ["ann", "cyd"], ["cyd", "dan"], ["eve", "bob"])
AUTHORS = {paper: team for (paper, *_), team in zip(PAPERS, TEAMS, strict=True)}


@pytest.fixture
def word_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)


def listed(
    system: str,
    inputs: Mapping[str, Any],
    given: dict[str, str] | None = None,
    snapshot: Snapshot | None = None,
) -> dict[str, float]:
    task_type = get_task_type(
        "prescience/" + ("prior-work" if "author_ids" in inputs else "collaborators")
    )
    query = Query("q", "", inputs, BEFORE, 10)
    known = snapshot or snapshot_of(PAPERS, AUTHORS)
    (result,) = answer_queries(make_system(system, given), [query], task_type, snapshot=known)
    return {str(item.id): float(item.score or 0.0) for item in get_items(result)}


def test_earlier_coauthors() -> None:
    ann = {"author_id": "ann"}
    assert listed("collaborators-frequency", ann) == {"bob": 2.0, "cyd": 1.0}
    assert listed("collaborators-frequency", ann, {"recent": "1"}) == {"cyd": 1.0}
    # A tie: the one of the later paper comes first.
    recent = {"recent": "2", "ties": "recency"}
    assert list(listed("collaborators-frequency", ann, recent)) == ["cyd", "bob"]
    # bob joins ann with one paper of eve's and three of his own, then cyd with one of dan's.
    iterated = listed("collaborators-frequency", ann, {"iterated": "2"})
    assert list(iterated) == ["bob", "cyd", "dan", "eve"]
    assert (iterated["dan"], iterated["eve"]) == (1.0, 1.0)
    assert list(listed("collaborators-frequency", ann, {"iterated": "1"})) == ["bob", "cyd", "eve"]
    days = [(BEFORE - day).days for day in (date(2000, 1, 31), date(2001, 1, 31))]
    faded = listed("collaborators-faded", ann)
    assert list(faded) == ["cyd", "bob"]
    assert faded["bob"] == pytest.approx(sum(0.5 ** (age / 365.25) for age in days))


def test_recency_breaks_ties_of_joint_papers_only() -> None:
    # bob has four papers with ann, three with yve before, and xia one with each of them at last.
    teams = [["bob", "yve"]] * 3 + [["ann", "bob"]] * 4 + [["ann", "xia"], ["bob", "xia"]]
    papers: list[Paper] = [(f"p{n}", f"{2000 + n}-01", []) for n in range(len(teams))]
    network = snapshot_of(papers, {f"p{n}": team for n, team in enumerate(teams)})
    ann, once = {"author_id": "ann"}, {"ties": "recency", "iterated": "1"}
    result = listed("collaborators-frequency", ann, once, network)
    assert list(result) == ["bob", "yve", "xia"]
    assert (result["yve"], result["xia"]) == pytest.approx((3.3, 2.9))
    twice = listed("collaborators-frequency", ann, {**once, "iterated": "2"}, network)
    assert list(twice) == ["bob", "yve", "xia"]
    assert twice["xia"] == pytest.approx(2.9)


def test_those_who_share_coauthors() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS)
    dan = list(snapshot.author_id).index("dan")
    others, features = two_hop(network(snapshot, "coauthor"), dan)
    for system, feature in (
        ("collaborators-common", "common_neighbours"),
        ("collaborators-adamic-adar", "adamic_adar"),
        ("collaborators-resource-allocation", "resource_allocation"),
    ):
        result = listed(system, {"author_id": "dan"})
        assert result == dict(
            zip(snapshot.author_id[others], map(float, features[feature]), strict=True)
        )
    # dan wrote with cyd, cyd with ann: ann is two steps away, and cyd has two co-authors.
    assert listed("collaborators-common", {"author_id": "dan"}) == {"ann": 1.0}


def test_a_walk_finds_strangers_too() -> None:
    result = listed("collaborators-walk", {"author_id": "dan"})
    assert next(iter(result)) == "cyd"
    assert "ann" in result
    assert "dan" not in result


def test_what_a_team_cites() -> None:
    team = {"author_ids": ["ann", "cyd"]}
    # ann: p2 cites p1, p3 cites p1 and p2; cyd: p3 the same, p4 cites p2 and p3.
    counted = {"p1": 3.0, "p2": 3.0, "p3": 1.0}
    assert listed("prior-work-frequency", team) == counted
    # Lately p2 was cited three times and p1 twice.
    popular = listed("prior-work-frequency", team, {"ties": "popularity"})
    assert list(popular) == ["p2", "p1", "p3"]
    assert set(listed("prior-work-walk", team)) == {"p1", "p2", "p3", "p4", "p5"}
    assert set(listed("prior-work-team-walk", team)) == {"p1", "p2", "p3", "p4", "p5"}
    together = listed("prior-work-co-cited", {"author_ids": ["bob"]}, {"recent": "1"})
    # bob's last paper cites p1 and p2: how often each is cited with either, faded.
    snapshot = snapshot_of(PAPERS, AUTHORS)
    faded = 0.5 ** ((14610 - snapshot.day) / (3 * 365.25))  # 14,610 days to 2010
    expected = np.zeros(5)
    for citing, weight in enumerate(faded):
        row = snapshot.cites.row(citing)
        expected[row] += weight * np.isin(row, [0, 1]).sum()
    assert together == pytest.approx(
        {f"p{n + 1}": float(value) for n, value in enumerate(expected) if value}
    )


def test_papers_two_citations_away() -> None:
    cyd = {"author_ids": ["cyd"]}
    # Her last paper, p4, cites p2, which cites p1, and p3, which cites both.
    assert listed("prior-work-second", cyd, {"recent": "1"}) == {"p1": 2.0, "p2": 1.0}
    # p4 shares both with itself; p3 and p5 cite p2.
    assert listed("prior-work-coupled", cyd, {"recent": "1"}) == {"p4": 2.0, "p3": 1.0, "p5": 1.0}


def test_what_is_cited_of_late() -> None:
    venues = {"p2": "acl", "p3": "acl", "p4": "lrec", "p5": "lrec"}
    snapshot = snapshot_of(PAPERS, AUTHORS, venues=venues)
    faded = 0.5 ** ((14610 - snapshot.day) / 365.25)  # 14,610 days to 2010
    anywhere: dict[str, float] = {}
    among: dict[str, float] = {}
    # dan wrote p4 alone of these, eve p5: two papers in one venue, none in the other.
    for citing, (_, _, references) in enumerate(PAPERS):
        for paper in references:
            anywhere[paper] = anywhere.get(paper, 0.0) + faded[citing]
            if citing >= 3:
                among[paper] = among.get(paper, 0.0) + 2 * faded[citing]
    team = {"author_ids": ["dan", "eve"]}
    for system, expected in (("recent-popularity", anywhere), ("prior-work-venue", among)):
        scores = listed(system, team, snapshot=snapshot)
        assert scores == pytest.approx(expected, rel=1e-5)


def test_fusion_of_any_two() -> None:
    team = {"author_ids": ["ann", "cyd"]}
    first, second = listed("prior-work-frequency", team), listed("prior-work-walk", team)
    expected: dict[str, float] = {}
    for ranking in (first, second):
        for place, paper in enumerate(list(ranking)[:3], start=1):
            expected[paper] = expected.get(paper, 0.0) + 1 / (7 + place)
    given = {"first": "prior-work-frequency", "constant": "7", "depth": "3"}
    fused = listed("prior-work-fuse", team, given)
    assert fused == pytest.approx(expected)
    assert list(fused.values()) == sorted(fused.values(), reverse=True)
    both = {"first": "collaborators-frequency", "second": "collaborators-common"}
    assert set(listed("collaborators-fuse", {"author_id": "ann"}, both)) == {
        "bob",
        "cyd",
        "dan",
        "eve",
    }
    assert "may know later papers" in make_system("collaborators-fuse").settings["caution"]
    with pytest.raises(DataError, match="collaborators-walk returns authors"):
        listed("prior-work-fuse", team, {"second": "collaborators-walk"})
    for other, what in (
        ("prior-work-lambdarank", "is not trained"),
        ("prior-work-embeddings", "asks the graph"),
    ):
        with pytest.raises(DataError, match=f"{other} {what}, prior-work-fuse fuses systems that"):
            listed("prior-work-fuse", team, {"second": other})
    with pytest.raises(NotFoundError, match="no system named 'magic'"):
        listed("prior-work-fuse", team, {"second": "magic"})


@pytest.mark.usefixtures("word_vectors")
def test_texts_of_teams_and_authors() -> None:
    titles = {
        "p1": "parser of trees", "p2": "parser and grammar", "p3": "speech noise",
        "p4": "speech signal", "p5": "trees of grammar",
    }  # fmt: skip
    snapshot = snapshot_of(PAPERS, AUTHORS, titles=titles)
    vectors = dense.embed([titles[name] for name, _, _ in PAPERS])
    own = {"ann": [0, 1, 2], "bob": [0, 1, 4], "cyd": [2, 3], "dan": [3], "eve": [4]}
    middle = {name: vectors[papers].mean(axis=0) for name, papers in own.items()}
    middle = {name: vector / np.linalg.norm(vector) for name, vector in middle.items()}

    def scored(system: str, inputs: Mapping[str, Any], **given: str) -> dict[str, float]:
        return listed(system, inputs, given, snapshot)

    team = (middle["cyd"] + middle["eve"]) / np.linalg.norm(middle["cyd"] + middle["eve"])
    assert scored("prior-work-embedding-fusion", {"author_ids": ["cyd", "eve"]}) == pytest.approx(
        {f"p{n + 1}": float(vector @ team) for n, vector in enumerate(vectors)}, abs=1e-5
    )
    assert scored("collaborators-embedding-fusion", {"author_id": "dan"}) == pytest.approx(
        {name: float(middle[name] @ middle["dan"]) for name in own if name != "dan"}, abs=1e-5
    )
    assert set(scored("prior-work-bm25", {"author_ids": ["dan"]})) == {"p3", "p4"}
    about = {"author_ids": ["dan"], "title": "grammar"}
    title_alone = {"title": "1", "near": "2", "restart": "1"}
    assert set(scored("prior-work-title-walk", about, **title_alone)) == {"p2", "p5"}
    team_alone = scored("prior-work-title-walk", about, title="0")
    assert team_alone == scored("prior-work-team-walk", about)
    assert set(scored("collaborators-bm25", {"author_id": "dan"})) == {"ann", "cyd"}
    # eve cited p1 and p2: a list of the two nearest papers to each of them, p1 and p2 or p5.
    near = vectors[[1, 0]] @ vectors.T
    expected: dict[str, float] = {}
    for row in near:
        for place, paper in enumerate(sorted(range(5), key=lambda p: (-row[p], -p))[:2], start=1):
            expected[f"p{paper + 1}"] = expected.get(f"p{paper + 1}", -6.0) + 3 - place
    scores = scored("prior-work-rank-fusion", {"author_ids": ["eve"]}, depth="2")
    assert scores == pytest.approx(expected)
    assert set(scored("collaborators-rank-fusion", {"author_id": "dan"}, depth="3")) >= {"cyd"}


def test_a_system_is_refused_where_it_has_nothing_to_go_by() -> None:
    whole = as_snapshot(two_communities(1))
    query = Query("q", "", {"author_id": whole.author_id[0]}, BEFORE, 10)
    team = Query("q", "", {"author_ids": [whole.author_id[0]]}, BEFORE, 10)
    for system, task, item, reason in (
        ("bm25", "prescience/collaborators", query, "returns papers"),
        ("collaborators-walk", "prescience/prior-work", team, "returns authors"),
        ("prior-work-walk", "scinetbench/pair-citation", query, "needs author_ids"),
    ):
        with pytest.raises(DataError, match=reason):
            list(answer_queries(make_system(system), [item], get_task_type(task), snapshot=whole))
