"""One graph, one answer: neither the order of loading nor what is dated later moves anything."""

import random
from collections.abc import Iterator
from datetime import date
from typing import Any

import numpy as np
from helpers.build import Paper, load_graph
from helpers.two_sides import Network, as_snapshot

from scinet.graph.communities import stored
from scinet.graph.communities.finding import find_and_store
from scinet.graph.connection import Database
from scinet.graph.gds.constructed import EMBEDDINGS
from scinet.graph.gds.embeddings import embed
from scinet.graph.snapshot import Snapshot, read

CUT = date(2004, 1, 1)
WORDS = ["abc", "bcd", "cde", "def", "efg", "fgh"]
MIXES = ("citation", "citation=1,co-citation=1,coupling=1")


def tangled(papers: int = 160) -> Network:
    """Papers that cite one another without any order, so that many communities are as good."""
    chance = random.Random(0)  # noqa: S311 - a network, no secret
    names = [f"p{number:03d}" for number in range(papers)]
    chance.shuffle(names)
    rows: list[Paper] = [
        (name, str(2000 + place // 40), sorted(chance.sample(names[:place], min(3, place))))
        for place, name in enumerate(names)
    ]
    titles = {name: " ".join(chance.sample(WORDS, 3)) for name in names}
    return rows, {name: [f"a{chance.randrange(20):02d}"] for name in names}, titles


def loads(database: Database) -> Iterator[Snapshot]:
    """Arrays before the day: loaded as it is, in two orders, and with a future, loaded first."""
    papers, authors, titles = tangled()
    chance = random.Random(1)  # noqa: S311 - an order
    future: list[Paper] = [
        (f"late{n}", "2004-01-01", chance.sample([row[0] for row in papers], 60)) for n in range(9)
    ]
    every = [papers, *(chance.sample(papers, len(papers)) for _ in range(2)), future + papers]
    for rows in every:
        database.rows("admin/wipe")
        load_graph(database, rows, authors, titles=titles | {f"late{n}": "xyz" for n in range(9)})
        yield read(database, CUT)


def test_no_answer_follows_the_order_of_loading_or_the_future(database: Database) -> None:
    expected = as_snapshot(tangled()).until(CUT)
    found: list[list[Any]] = []
    for past in loads(database):
        for name, value in vars(expected).items():
            if isinstance(value, np.ndarray):
                np.testing.assert_array_equal(getattr(past, name), value, err_msg=name)
        kept = []
        for mix in MIXES:
            find_and_store(database, before=CUT, mix=mix, min_size=2)
            graph = past.graph_fingerprint
            kept.append(stored(database, before=CUT, mix=mix, graph_fingerprint=graph))
        rows = [embed(database, past, method, dimensions=8, seed=1) for method in EMBEDDINGS]
        assert all(one.any() for one in rows)
        found.append([kept, [one.tobytes() for one in rows]])
    assert len(found) == 4
    assert len(found[0][0][0]) > 3
    assert all(other == found[0] for other in found)
