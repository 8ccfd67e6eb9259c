"""Paths by the database and on arrays: the same answers on the same random networks."""

import random
from datetime import date
from typing import Any

import pytest
from build import Paper, load_graph
from networks import DATES

from scinet.errors import SplitError
from scinet.graph import paths
from scinet.graph.connection import Database
from scinet.graph.paths.objective import ENDPOINTS, OBJECTIVES
from scinet.graph.snapshot import Snapshot, read

DAYS = [None, date(2001, 3, 1), date(2005, 1, 1)]


@pytest.fixture(scope="module")
def six_networks(shared_database: Database) -> Snapshot:
    """Six networks of eight papers with few dates, in the database and as arrays."""
    chance = random.Random(5)  # noqa: S311 - a network, no secret
    papers: list[Paper] = [
        (
            f"{number}-p{one}",
            chance.choice(DATES),
            [f"{number}-p{other}" for other in range(8) if other != one and chance.random() < 0.4],
        )
        for number in range(6)
        for one in range(8)
    ]
    shared_database.rows("admin/wipe")
    load_graph(shared_database, papers)
    return read(shared_database)


@pytest.mark.parametrize("before", DAYS)
def test_both_engines_find_the_same_best_path(
    shared_database: Database, six_networks: Snapshot, before: date | None
) -> None:
    chance = random.Random(7)  # noqa: S311
    snapshot = six_networks if before is None else six_networks.until(before)
    for _ in range(25):
        a = chance.choice(list(snapshot.paper_id))
        b = chance.choice([paper for paper in snapshot.paper_id if paper[0] == a[0]])
        asked: dict[str, Any] = {
            "max_hops": chance.choice([1, 2, 3, 6]),
            "objective": chance.choice(OBJECTIVES),
            "endpoints": chance.choice(ENDPOINTS),
            "weights_before": chance.choice(DAYS[:2]),
        }
        found = paths.in_database(shared_database, a, b, before=before, **asked)
        assert found == paths.most_cited(snapshot, a, b, **asked)
        few = {"max_hops": asked["max_hops"], "limit": chance.choice([1, 3, 50])}
        rows = shared_database.rows("path/all", source_id=a, target_id=b, before=before, **few)
        listed, truncated = paths.all_paths(snapshot, a, b, **few)
        if a != b:  # the statement tells of steps, and there is none
            assert [row["papers"] for row in rows] == listed
            assert {row["truncated"] for row in rows} <= {truncated}


def test_the_database_refuses_weights_of_the_future(shared_database: Database) -> None:
    with pytest.raises(SplitError):
        paths.in_database(
            shared_database, "a", "b", before=date(2001, 1, 1), weights_before=date(2002, 1, 1)
        )
