"""Snapshots, indicators and paths on the command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.commands.typed import Scinet
from helpers.networks.build import GOLDEN, load_graph

from scinet.graph.connection import Database
from scinet.graph.snapshot import open_snapshot

DISRUPTION = ("indicators", "disruption", "--json")


@pytest.fixture(scope="module", autouse=True)
def golden(shared_database: Database) -> Iterator[None]:
    shared_database.rows("admin/wipe")
    load_graph(shared_database, GOLDEN)
    yield
    shared_database.rows("admin/wipe")


@pytest.mark.parametrize("engine", ["database", "arrays"])
def test_golden_graph(scinet: Scinet, engine: str) -> None:
    words = (*DISRUPTION, "--engine", engine, "--paper")
    [four] = scinet(*words, "4", "--window", "none").rows
    assert list(four) == ["paper_id", "n_i", "n_j", "n_k", "cd", "di"]
    counts = {"n_i": 3, "n_j": 2, "n_k": 1}
    assert four == {
        "paper_id": "4", **counts, "cd": pytest.approx(1 / 6), "di": pytest.approx(1 / 5)
    }  # fmt: skip
    [two] = (alone := scinet(*words, "2")).rows
    assert two["di"] == 1
    assert "1 of 1 papers are cited while nobody cites their references" in alone.err
    [path] = scinet("path", "9", "1", "--engine", engine, "--json").rows
    assert (path["papers"], path["citations"], path["total"]) == (["1", "4", "9"], [2, 5, 0], 7)
    [none] = scinet("path", "5", "10", "--engine", engine, "--json").rows
    assert (none["papers"], none["total"]) == ([], None)


def test_all_papers_are_ranked_and_written(scinet: Scinet, shared_database: Database) -> None:
    told = scinet(*DISRUPTION, "--window", "4", "--open-windows", "marked", "--write")
    # What builds on nothing here has nothing to disrupt, and is in no ranking.
    assert told.rows[0]["paper_id"] == "4"
    assert {row["paper_id"] for row in told.rows} == {p for p, _, cited in GOLDEN if cited}
    assert "4 of 11 papers have no earlier reference" in told.err
    # The network ends with 1999: four years after 1995 are over, those after 1997 are not.
    newer = ["10", "5", "6", "7", "8", "9"]
    assert sorted(row["paper_id"] for row in told.rows if row["window_open"]) == newer
    assert "6 of 11 papers have a window that ends after the last day" in told.err
    assert "more may come" in told.err
    ranked = scinet(*DISRUPTION, "--window", "4")
    assert [row["paper_id"] for row in ranked.rows] == ["4"]
    assert "they are left out" in ranked.err.splitlines()[-1]
    stored = _stored(shared_database)
    assert len(stored) == 11
    n_i, di, is_open = stored["4"]
    assert (n_i, is_open) == (3, None)
    assert di == pytest.approx(1 / 5)
    assert [paper for paper in sorted(stored) if stored[paper][2]] == newer
    scinet(*DISRUPTION, "--window", "4", "--open-windows", "left_out", "--write")
    assert sorted(_stored(shared_database)) == ["0", "1", "2", "3", "4"]
    refused = scinet("indicators", "disruption", "--write", "--before", "1998-01-01").refusal
    assert refused.startswith("write with before")
    top = scinet("indicators", "citations", "--top", "1", "--json").rows
    assert top == [{"paper_id": "4", "citations": 5}]


def test_each_row_says_whether_its_window_is_open(scinet: Scinet) -> None:
    words = (*DISRUPTION, "--paper", "4", "--windows", "4", "--before", "1998-12-31")
    assert [row["window_open"] for row in scinet(*words).rows] == [False, False, True, True]
    left = scinet(*words, "--open-windows", "left_out")
    assert [row["window"] for row in left.rows] == [1, 2]


def _stored(database: Database) -> dict[str, tuple[int, float, bool | None]]:
    rows = database.read_text(
        "MATCH (p:Paper) WHERE p.n_i_4 IS NOT NULL RETURN p.id AS id, p.n_i_4 AS n_i,"
        " p.di_4 AS di, p.window_open_4 AS is_open"
    )
    return {row["id"]: (row["n_i"], row["di"], row["is_open"]) for row in rows}


def test_a_window_in_days_ends_on_its_last_day(scinet: Scinet) -> None:
    words = ("indicators", "disruption", "--paper", "2", "--window-days")
    # Paper 2 is of 1993-12-31, the first to cite it of 1995-12-31, 730 days later.
    found = [scinet(*words, days, "--json").rows[0]["n_i"] for days in ("729", "730")]
    assert found == [0, 1]
    assert "window_days with write" in scinet(*words, "730", "--write").refusal


def test_a_snapshot_is_written_and_opened(scinet: Scinet) -> None:
    [told] = scinet("network", "snapshot", "--before", "1996-01-01", "--out", "out", "--json").rows
    assert list(told) == ["counts", "left_out", "graph_fingerprint"]
    assert told["counts"]["papers"] == open_snapshot(Path("out")).num_papers == 5
    assert scinet("path", "4", "9", "--before", "1996-01-01").code == 1
    assert scinet("indicators", "disruption", "--window", "x").code == 1
