"""Pairs, candidates, embeddings and communities on the command line, by hand."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import Paper, load_graph

from scinet.graph.db.connection import Database

# x wrote with y in 2000 and with w in 2003, y with z in 2001; all meet in 2004.
PAPERS: list[Paper] = [
    ("p", "2000", []),
    ("q", "2001", ["p"]),
    ("r", "2003", ["p", "q"]),
    ("f", "2004", ["r"]),
]
AUTHORS = {"p": ["x", "y"], "q": ["y", "z"], "r": ["x", "w"], "f": ["w", "x", "y", "z"]}
NOW = ("--before", "2004-01-01", "--json")


@pytest.fixture(scope="module", autouse=True)
def graph(shared_database: Database) -> None:
    shared_database.rows("admin/wipe")
    load_graph(shared_database, PAPERS, AUTHORS)


def test_features_of_pairs(scinet: Scinet) -> None:
    # Until 2004 a path: w - x - y - z.
    links = ("network", "links")
    [pair] = scinet(*links, "x", "z", *NOW).rows
    assert (pair["a"], pair["b"], pair["common_neighbours"]) == ("x", "z", 1)
    assert pair["jaccard"] == 1 / 2
    assert pair["preferential_attachment"] == 2
    assert pair["katz"] == pytest.approx(0.05**2)
    assert pair["faded_coauthorship"] == 0
    assert 0 < pair["personalised_pagerank"] < 1
    assert 0 < pair["author_walk"] < 1
    file = Path("pairs.tsv")
    file.write_text("x\tz\nw,z\n\n", "utf-8")
    many = scinet(*links, "pairs.tsv", *NOW).rows
    assert [(row["a"], row["b"]) for row in many] == [("x", "z"), ("w", "z")]
    assert many[0] == pair
    assert many[1]["katz"] == pytest.approx(0.05**3)
    papers = (*links, "p", "q", "--network", "co-citation", *NOW)
    [arrays] = scinet(*papers).rows
    [database] = scinet(*papers, "--engine", "database").rows
    assert (arrays["strength"], arrays["salton"]) == (1, pytest.approx(1 / 2**0.5))
    assert {key: arrays[key] for key in database} == pytest.approx(database)

    file.write_text("x\tz\nx\n", "utf-8")
    assert scinet(*links, "pairs.tsv").refusal.startswith("pairs.tsv, line 2: 'x' is not a pair")
    assert scinet(*links, "x", "x").refusal.startswith("a pair of 'x' and 'x'")


def test_candidates_are_ranked_by_the_feature_asked(scinet: Scinet) -> None:
    words = ("network", "candidates", "x")
    faded = (*words, "--by", "faded_coauthorship", *NOW)
    result = scinet(*faded)
    assert [(r["author_id"], r["linked"]) for r in result.rows] == [("w", True), ("y", True)]
    first = scinet(*faded, "--top", "1")
    assert len(first.rows) == 1
    for done in (result, first):
        assert "2 candidates with faded_coauthorship above 0" in done.err
    [new] = scinet(*words, "--unlinked", *NOW).rows
    assert list(new)[:2] == ["author_id", "personalised_pagerank"]
    assert new["author_id"] == "z"
    refused = scinet(*words, "--by", "luck", *NOW[:2]).refusal
    assert refused.startswith("no feature 'luck' of the coau")
    unborn = scinet("network", "candidates", "z", "--before", "2001-01-01").refusal
    assert unborn.startswith("no author is called 'z' before 2001-01-01")


def test_embeddings_stand_beside_the_snapshot(scinet: Scinet) -> None:
    made = ("network", "embeddings")
    options = ("fastrp", "--dimensions", "8", "--seed", "3", *NOW, "--out")
    [told] = scinet(*made, *options, "rows.parquet").rows
    assert (told["papers"], told["dimensions"], told["before"]) == (3, 8, "2004-01-01")
    table = pq.read_table("rows.parquet").to_pydict()
    assert table["paper_id"] == ["p", "q", "r"]
    assert scinet(*made, *options, "rows.npy").code == 0
    np.testing.assert_array_equal(
        np.load("rows.npy"), np.array(table["embedding"], dtype=np.float32)
    )
    for words, why in (
        (("fastrp", "--dimensions", "900000000", "--out", "rows.npy"), "fastrp needs up to"),
        (("node2vec", "--out", "rows.csv"), "--out rows.csv"),
        # A folder that is a file.
        (("node2vec", "--out", "rows.parquet/x.npy"), "rows.parquet/x.npy cannot be written"),
    ):
        assert scinet(*made, *words).refusal.startswith(why), words


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
