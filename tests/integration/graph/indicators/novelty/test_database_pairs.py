"""The pairs that the database counts for one paper are those of the arrays."""

import random
from datetime import date
from typing import Any

import pytest
from helpers.networks.build import Paper, load_graph
from helpers.networks.networks import DATES

from scinet.graph import grouping
from scinet.graph.connection import Database
from scinet.graph.indicators.novelty import pairs_of
from scinet.graph.snapshot import read

CUT_OFFS = (None, date(2001, 3, 1), date(2005, 1, 1))  # the second lies inside a year


@pytest.mark.parametrize(
    ("by", "statement", "given"),
    [("venue", "novelty/pairs", {}), ("topic", "novelty/field_pairs", {"level": "topic"})],
)
def test_database_and_arrays_count_the_same_pairs(
    database: Database, by: str, statement: str, given: dict[str, Any]
) -> None:
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
    # Up to three fields of falling score on each level, so the main one must be told from others.
    fields = {
        paper: [(f"{level}-{one}", level) for level in ("field", "topic") for one in held]
        for paper in names
        for held in [chance.sample("UVW", chance.randrange(4))]
    }
    load_graph(database, papers, venues=venues, fields=fields)
    whole = read(database)
    seen = shared = 0
    for before in CUT_OFFS:
        snapshot = whole if before is None else whole.until(before)
        items = grouping.of(snapshot, by)
        for place, paper in enumerate(snapshot.paper_id):
            table = pairs_of(snapshot, items.code, place)
            ids = zip(items.id[table.first], items.id[table.second], strict=True)
            counts = zip(table.times.tolist(), table.count.tolist(), strict=True)
            rows = database.rows(statement, paper_id=paper, before=before, **given)
            asked = {
                (one, other): (times, count)
                for one, other, times, count in (row.values() for row in rows)
            }
            assert asked == dict(zip(ids, counts, strict=True)), (paper, before)
            seen += len(rows)
            shared += sum(row["year_count"] > row["times"] for row in rows)
    assert seen > 100
    assert shared > 50


def test_a_field_has_the_level_that_a_paper_states(database: Database) -> None:
    """A later paper that calls topic F a subfield changes nothing for the papers before it."""
    load_graph(
        database,
        [("a", "2000", []), ("b", "2000", []), ("c", "2005", ["a", "b"]), ("z", "2020", [])],
        fields={"a": [("F", "topic")], "b": [("F", "topic")], "z": [("F", "subfield")]},
    )
    asked = {"paper_id": "c", "before": date(2010, 1, 1)}
    [row] = database.rows("novelty/field_pairs", level="topic", **asked)
    assert (row["field_id"], row["times"], row["year_count"]) == ("F", 1, 1)
    assert not database.rows("novelty/field_pairs", level="subfield", **asked)
