"""Communities: two cliques are two groups, named by their words, as of a day only."""

import math
from datetime import date

import numpy as np
import pytest
from build import Paper, load_graph, snapshot_of

from scinet.errors import GraphUnavailableError
from scinet.graph import projection
from scinet.graph.communities import detect, telling_words, write
from scinet.graph.connection import Database

CUT = date(2005, 1, 1)


def two_fields() -> tuple[list[Paper], dict[str, str]]:
    """Two groups where everybody cites everybody earlier, and one future link between all."""
    papers: list[Paper] = []
    titles = {}
    for field, word in (("a", "parsing"), ("b", "speech")):
        for i in range(6):
            papers.append(
                (f"{field}{i}", f"200{i % 5}-0{i + 1}", [f"{field}{j}" for j in range(i)])
            )
            titles[f"{field}{i}"] = f"On {word} with common models {i}"
    papers.append(("late", "2006", [p[0] for p in papers]))
    return papers, titles


def test_communities_are_found_named_and_stored(database: Database) -> None:
    papers, titles = two_fields()
    load_graph(database, papers, titles=titles)
    snapshot = snapshot_of(papers, titles=titles).until(CUT)
    found = detect(database, snapshot, min_size=3)
    assert [set(c.papers) for c in found] == [{f"{f}{i}" for i in range(6)} for f in "ab"]
    assert ["parsing" in c.name for c in found] == [True, False]
    for _ in range(2):  # the second time replaces the first
        write(database, found, before=CUT, resolution=1.0, seed=0, graph_fingerprint="this")
        rows = database.rows("community/members", before=CUT, graph_fingerprint="this")
        assert [(r["community_id"], r["size"]) for r in rows] == [
            (c.id, len(c.papers)) for c in found
        ]
    for other in ({"before": date(2006, 1, 1)}, {"graph_fingerprint": "older"}, {"seed": 1}):
        asked = {"before": CUT, "graph_fingerprint": "this", **other}
        assert database.rows("community/members", **asked) == []


def test_page_rank_of_a_star_is_the_closed_form(database: Database) -> None:
    # Three papers cite one: each has 0.15, the cited one 0.15 + 0.85 * 3 * 0.15. The fourth
    # citation lies on the cut-off day and must not count.
    papers: list[Paper] = [("hub", "2000", [])]
    papers += [(f"p{i}", "2001", ["hub"]) for i in range(3)]
    papers += [("late", "2002-01-01", ["hub"])]
    load_graph(database, papers)
    ranked = projection.page_rank(database, date(2002, 1, 1))
    assert list(ranked["paper_id"]) == ["hub", "p0", "p1", "p2"]
    np.testing.assert_allclose(ranked["page_rank"], [0.15 + 0.85 * 0.45, 0.15, 0.15, 0.15])
    assert len(projection.page_rank(database, None)) == 5


def test_nothing_is_found_before_the_first_paper(database: Database) -> None:
    papers, titles = two_fields()
    load_graph(database, papers, titles=titles)
    assert projection.page_rank(database, date(1990, 1, 1)).empty
    assert detect(database, snapshot_of(papers).until(date(1990, 1, 1))) == []


def test_what_does_not_fit_is_refused(database: Database) -> None:
    with pytest.raises(GraphUnavailableError, match="it needs up to 1,048,576 MiB"):
        projection.refuse_if_too_large(database, "it", 2**40)


def test_telling_words_are_those_that_set_apart() -> None:
    names = telling_words([["the tree", "a tree of the"], ["the sea", "sea of the"], []], words=1)
    assert names == ["tree", "sea", "untitled"]


def test_names_are_never_alike() -> None:
    assert telling_words([["tree"], ["tree"], ["tree"]]) == [
        "untitled",
        "untitled (2)",
        "untitled (3)",
    ]


def test_log_odds_by_hand() -> None:
    # tree: 2 of 3 words inside, 0 of 3 outside, prior 2 of 6.
    names = telling_words([["tree", "tree bark"], ["sea", "sea salt"]], words=2)
    z_tree = (math.log(4 / 5) - math.log(2 / 7)) / math.sqrt(1 / 4 + 1 / 2)
    z_bark = (math.log(2 / 7) - math.log(1 / 8)) / math.sqrt(1 / 2 + 1 / 1)
    assert z_tree > z_bark > 0
    assert names == ["tree, bark", "sea, salt"]
