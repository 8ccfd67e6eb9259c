"""Pairs, candidates and embeddings on the command line, on a network small enough to check."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import helpers.command_line as command_line
import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers.build import Paper, load_graph
from helpers.command_line import rows

from scinet.graph.connection import Database

Run = Callable[..., subprocess.CompletedProcess[str]]

# x wrote with y in 2000 and with w in 2003, y with z in 2001; all meet in 2004.
PAPERS: list[Paper] = [
    ("p", "2000", []),
    ("q", "2001", ["p"]),
    ("r", "2003", ["p", "q"]),
    ("f", "2004", ["r"]),
]
AUTHORS = {"p": ["x", "y"], "q": ["y", "z"], "r": ["x", "w"], "f": ["w", "x", "y", "z"]}
NOW = ("--before", "2004-01-01", "--json")


@pytest.fixture
def run(database: Database, uri: str, tmp_path: Path) -> Run:
    load_graph(database, PAPERS, AUTHORS)

    return lambda *words: command_line.run(uri, tmp_path, *words)


def refused(done: subprocess.CompletedProcess[str], says: str) -> None:
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.stderr.startswith(f"scinet: {says}"), done.stderr


def test_features_of_pairs(run: Run, tmp_path: Path) -> None:
    # Until 2004 a path: w - x - y - z.
    [pair] = rows(run("network", "links", "x", "z", *NOW))
    assert (pair["a"], pair["b"], pair["common_neighbours"]) == ("x", "z", 1)
    assert pair["jaccard"] == 1 / 2
    assert pair["preferential_attachment"] == 2
    assert pair["katz"] == pytest.approx(0.05**2)
    assert pair["faded_coauthorship"] == 0
    assert 0 < pair["personalised_pagerank"] < 1
    assert 0 < pair["author_walk"] < 1
    file = tmp_path / "pairs.tsv"
    file.write_text("x\tz\nw,z\n\n", "utf-8")
    many = rows(run("network", "links", str(file), *NOW))
    assert [(row["a"], row["b"]) for row in many] == [("x", "z"), ("w", "z")]
    assert many[0] == pair
    assert many[1]["katz"] == pytest.approx(0.05**3)
    papers = ("network", "links", "p", "q", "--network", "co-citation", *NOW)
    [arrays] = rows(run(*papers))
    [database] = rows(run(*papers, "--engine", "database"))
    assert (arrays["strength"], arrays["salton"]) == (1, pytest.approx(1 / 2**0.5))
    assert {key: arrays[key] for key in database} == pytest.approx(database)

    file.write_text("x\tz\nx\n", "utf-8")
    refused(run("network", "links", str(file)), f"{file}, line 2: 'x' is not a pair")
    refused(run("network", "links", "x", "x"), "a pair of 'x' and 'x'")


def test_candidates_are_ranked_by_the_feature_asked(run: Run) -> None:
    found = run("network", "candidates", "x", "--by", "faded_coauthorship", *NOW)
    assert [(r["author_id"], r["linked"]) for r in rows(found)] == [("w", True), ("y", True)]
    assert "2 candidates with faded_coauthorship above 0" in found.stderr
    first = run("network", "candidates", "x", "--by", "faded_coauthorship", "--top", "1", *NOW)
    assert len(rows(first)) == 1
    assert "2 candidates with faded_coauthorship above 0" in first.stderr
    [new] = rows(run("network", "candidates", "x", "--unlinked", *NOW))
    assert new["author_id"] == "z"
    assert list(new)[:2] == ["author_id", "personalised_pagerank"]
    refused(run("network", "candidates", "x", "--by", "luck"), "no feature 'luck' of the coau")
    unborn = run("network", "candidates", "z", "--before", "2001-01-01")
    refused(unborn, "no author is called 'z' before 2001-01-01")


def test_embeddings_stand_beside_the_snapshot(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    options = ("--dimensions", "8", "--seed", "3", "--out")
    [told] = rows(run("network", "embeddings", "fastrp", *options, str(file), *NOW))
    assert (told["papers"], told["dimensions"], told["before"]) == (3, 8, "2004-01-01")
    table = pq.read_table(file).to_pydict()
    assert table["paper_id"] == ["p", "q", "r"]
    array = file.with_suffix(".npy")
    assert run("network", "embeddings", "fastrp", *options, str(array), *NOW[:2]).returncode == 0
    np.testing.assert_array_equal(np.load(array), np.array(table["embedding"], dtype=np.float32))
    large = run("network", "embeddings", "fastrp", "--dimensions", "900000000", "--out", str(array))
    refused(large, "fastrp needs up to")
    refused(run("network", "embeddings", "node2vec", "--out", "rows.csv"), "--out rows.csv")
    within = file / "x.npy"  # in a file
    refused(
        run("network", "embeddings", "node2vec", "--out", str(within)),
        f"{within} cannot be written",
    )
