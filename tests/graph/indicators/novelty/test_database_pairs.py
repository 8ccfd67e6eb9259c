"""The pairs that the database counts for one paper are those of the arrays."""

import random
from datetime import date

from build import Paper, load_graph
from networks import DATES

from scinet.graph.connection import Database
from scinet.graph.indicators.novelty import pairs_of
from scinet.graph.snapshot import read

CUT_OFFS = (None, date(2001, 3, 1), date(2005, 1, 1))  # the second lies inside a year


def test_database_and_arrays_count_the_same_pairs(database: Database) -> None:
    # Dense and with few dates, so that references of the same day and forward in time are common.
    chance = random.Random(3)  # noqa: S311 - a network, no secret
    names = [f"p{number:02}" for number in range(40)]
    papers: list[Paper] = [
        (
            paper,
            chance.choice(DATES),
            [other for other in chance.sample(names, 12) if other != paper],
        )
        for paper in names
    ]
    venues = {paper: chance.choice("ABC") for paper in names if chance.random() < 0.8}
    load_graph(database, papers, venues=venues)
    whole = read(database)
    seen = shared = 0
    for before in CUT_OFFS:
        snapshot = whole if before is None else whole.until(before)
        for place, paper in enumerate(snapshot.paper_id):
            table = pairs_of(snapshot, snapshot.venue, place)
            ids = zip(snapshot.venue_id[table.first], snapshot.venue_id[table.second], strict=True)
            counts = zip(table.times.tolist(), table.count.tolist(), strict=True)
            rows = database.rows("novelty/pairs", paper_id=paper, before=before)
            asked = {
                (row["venue_id"], row["other_venue_id"]): (row["times"], row["year_count"])
                for row in rows
            }
            assert asked == dict(zip(ids, counts, strict=True)), (paper, before)
            seen += len(rows)
            shared += sum(row["year_count"] > row["times"] for row in rows)
    assert seen > 200
    assert shared > 100


def test_a_paper_that_is_not_visible_has_no_pairs(database: Database) -> None:
    load_graph(
        database,
        [("a", "1998", []), ("b", "1999", []), ("x", "2000", ["a", "b"])],
        venues={"a": "North", "b": "North"},
    )
    [row] = database.rows("novelty/pairs", paper_id="x")
    assert (row["times"], row["year_count"]) == (1, 1)
    assert not database.rows("novelty/pairs", paper_id="x", before=date(2000, 12, 31))
