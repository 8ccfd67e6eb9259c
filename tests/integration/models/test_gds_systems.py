"""Systems that go by what GDS makes: two communities told apart."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.networks.build import load_graph
from helpers.networks.two_sides import two_communities

from scinet.errors import DataError, GraphUnavailableError
from scinet.eval.ranked_list import AuthorList, get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.graph.db.connection import Database
from scinet.graph.gds.constructed import Edges, embed_nodes, predict_links
from scinet.graph.snapshot import Snapshot, read_snapshot
from scinet.models.base.run import answer_queries
from scinet.models.factorisation.embeddings import GdsEmbedding
from scinet.models.registry import SYSTEMS, make_system

DAY = date(2009, 6, 1)
ASKING = [name for name, one in SYSTEMS.items() if issubclass(one, GdsEmbedding)]
SMALL = {"dimensions": "8"}


def two_cliques(per_side: int = 12) -> Edges:
    """Two sides, each with most of its pairs joined."""
    rng = np.random.default_rng(0)
    pairs = [
        (first, second)
        for first in range(2 * per_side)
        for second in range(first + 2, 2 * per_side, 2)
        if rng.random() < 0.8
    ]
    first, second = np.array(pairs).T
    return Edges(2 * per_side, first, second, np.ones(len(first)))


def of_side(system: str, side: int) -> Query:
    if SYSTEMS[system].answers is AuthorList:
        return Query(f"q{side}", "", {"author_id": f"a{side}_00"}, DAY, 5)
    team = [f"a{side}_00", f"a{side}_01"]
    return Query(f"q{side}", "", {"author_ids": team}, DAY, 5)


def lists(
    system: str, database: Database, snapshot: Snapshot, cache: Path | None
) -> list[list[str]]:
    name = "collaborators" if SYSTEMS[system].answers is AuthorList else "prior-work"
    made, asked = make_system(system, SMALL), [of_side(system, side) for side in (0, 1)]
    result = answer_queries(
        made,
        asked,
        get_task_type(f"prescience/{name}"),
        database=database,
        snapshot=snapshot,
        cache=cache,
    )
    return [[str(item.id) for item in get_items(answer)] for answer in result]


def test_systems_tell_communities_apart(database: Database, tmp_path: Path) -> None:
    network = two_communities(1)
    load_graph(database, *network[:2], titles=network[2])
    snapshot = read_snapshot(database)
    assert {"collaborators-embeddings", "prior-work-embeddings"} <= set(ASKING)
    before = {system: lists(system, database, snapshot, tmp_path) for system in ASKING}
    for system, result in before.items():
        for side, listed in enumerate(result):
            assert listed, system
            sides = [
                int(item[1]) if SYSTEMS[system].answers is AuthorList else int(item[-2:]) % 2
                for item in listed
            ]
            assert np.mean(np.array(sides) == side) > 0.7, system
    # Earlier co-authors are never predicted.
    past = snapshot.until(date(2009, 1, 1))
    number = list(past.author_id).index("a0_00")
    papers = past.author_papers.row(number)
    earlier = {str(past.author_id[a]) for paper in papers for a in past.authored.row(paper)}
    assert not earlier & set(before["collaborators-gds-link-prediction"][0])
    assert len(list((tmp_path / "periods").iterdir())) == len(ASKING)  # kept once per year


def test_what_does_not_fit_is_refused_in_time(database: Database) -> None:
    edges = two_cliques()
    huge = Edges(10**9, edges.one, edges.other, edges.weight)
    with pytest.raises(GraphUnavailableError, match="a network from arrays needs up to"):
        embed_nodes(database, huge, "node2vec", dimensions=2, seed=0)
    none = Edges(3, edges.one[:0], edges.other[:0], edges.weight[:0])
    assert not embed_nodes(database, none, "fastrp", dimensions=2, seed=0).any()
    with pytest.raises(DataError, match="Input should be 'random undirected'"):
        make_system("collaborators-gds-link-prediction", {"split": "by time"})


def test_predicted_links_are_seeded_and_leave_nothing_behind(database: Database) -> None:
    edges = two_cliques()
    pairs, probability, area = predict_links(database, edges, dimensions=8, best=3, seed=1)
    again = predict_links(database, edges, dimensions=8, best=3, seed=1)
    np.testing.assert_array_equal(again[0], pairs)
    np.testing.assert_array_equal(again[1], probability)
    assert again[2] == area
    assert 0 < area <= 1
    joined = map(frozenset, zip(edges.one.tolist(), edges.other.tolist(), strict=True))
    assert not {*joined} & {*map(frozenset, pairs.tolist())}
    for kind in ("graph", "model"):
        left = database.read_text(f"CALL gds.{kind}.list() YIELD {kind}Name AS name RETURN name")
        assert not [row for row in left if row["name"].startswith("scinet-")]
