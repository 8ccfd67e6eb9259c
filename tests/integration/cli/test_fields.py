"""Communities on the command line: a mix, a day, and the day after."""

import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import Paper, load_graph

from scinet.graph.connection import Database

COMMUNITIES = ("network", "communities")


def test_communities_of_a_mix_are_followed(scinet: Scinet, database: Database) -> None:
    papers: list[Paper] = [("r", "2000", []), ("s", "2000", []), ("t", "2000", [])]
    papers += [(f"a{i}", "2001", ["r"]) for i in range(4)]
    papers += [(f"b{i}", "2001", ["s"]) for i in range(3)]
    papers += [(f"b{i}", "2003", ["s"]) for i in range(3, 6)]
    papers += [(f"c{i}", "2003", ["t"]) for i in range(2)]
    load_graph(database, papers)
    mix = (*COMMUNITIES, "--mix", "coupling=3", "--min-size", "2", "--json")
    one, two = scinet(*mix, "--before", "2002-01-01").rows
    assert one["community_id"] == one["lineage_id"] == "community:2002-01-01:coupling:1:0:1"
    assert (one["papers"], two["papers"], one["mix"]) == (4, 3, "coupling")
    assert "change" not in one

    # The smaller one has outgrown the larger, and a third one is new.
    rows = scinet(*mix, "--before", "2004-01-01", "--follow", "2002-01-01").rows
    assert [(r["papers"], r["change"], r["related_id"], r["overlap"]) for r in rows] == [
        (6, "continued", two["community_id"], 1.0),
        (4, "continued", one["community_id"], 1.0),
        (2, "new", None, None),
    ]
    kept = [two["community_id"], one["community_id"], rows[2]["community_id"]]
    assert [row["lineage_id"] for row in rows] == kept
    refused = scinet(*COMMUNITIES, "--follow", "2001-01-01").refusal
    assert "no communities as of 2001-01-01" in refused


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mix", "cocitation=1"], "'cocitation' joins no papers"),
        (["--before", "2002-01-01", "--follow", "2002-01-01"], "2002-01-01 is not before"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_read(
    scinet: Scinet, words: list[str], message: str
) -> None:
    assert message in scinet(*COMMUNITIES, *words).refusal
