"""Snapshots, indicators and paths on the command line."""

from pathlib import Path

import pytest
from helpers.build import GOLDEN, load_graph
from helpers.command_line import rows, run

from scinet.graph.connection import Database
from scinet.graph.snapshot import open_snapshot


@pytest.mark.parametrize("engine", ["database", "arrays"])
def test_golden_graph(database: Database, uri: str, tmp_path: Path, engine: str) -> None:
    load_graph(database, GOLDEN)
    words = ("indicators", "disruption", "--window", "none", "--engine", engine, "--json")
    [four] = rows(run(uri, tmp_path, *words, "--paper", "4"))
    assert list(four) == ["paper_id", "n_i", "n_j", "n_k", "cd", "di"]
    assert four == {
        "paper_id": "4",
        "n_i": 3,
        "n_j": 2,
        "n_k": 1,
        "cd": pytest.approx(1 / 6),
        "di": pytest.approx(1 / 5),
    }
    [path] = rows(run(uri, tmp_path, "path", "9", "1", "--engine", engine, "--json"))
    assert (path["papers"], path["citations"], path["total"]) == (["1", "4", "9"], [2, 5, 0], 7)
    [none] = rows(run(uri, tmp_path, "path", "5", "10", "--engine", engine, "--json"))
    assert (none["papers"], none["total"]) == ([], None)


def test_all_papers_are_ranked_and_written(database: Database, uri: str, tmp_path: Path) -> None:
    load_graph(database, GOLDEN)
    told = run(uri, tmp_path, "indicators", "disruption", "--write", "--json")
    found = rows(told)
    # What builds on nothing here has nothing to disrupt, and is in no ranking.
    assert found[0]["paper_id"] == "4"
    assert {row["paper_id"] for row in found} == {p for p, _, cited in GOLDEN if cited}
    assert "4 of 11 papers have no earlier reference" in told.stderr
    for engine in ("database", "arrays"):
        words = ("indicators", "disruption", "--paper", "2", "--engine", engine, "--json")
        [one] = rows(alone := run(uri, tmp_path, *words))
        assert one["di"] == 1
        assert "1 of 1 papers are cited while nobody cites their references" in alone.stderr
    assert database.read_text("MATCH (p:Paper) RETURN count(p.n_i_5) AS n").send(None)["n"] == 11
    [stored] = database.read_text("MATCH (p:Paper {id: '4'}) RETURN p.n_i_5 AS n_i, p.di_5 AS di")
    assert stored == {"n_i": 3, "di": pytest.approx(1 / 5)}
    refused = run(uri, tmp_path, "indicators", "disruption", "--write", "--before", "1998-01-01")
    assert refused.returncode == 1
    assert refused.stderr.startswith("scinet: write with before")
    top = rows(run(uri, tmp_path, "indicators", "citations", "--top", "1", "--json"))
    assert top == [{"paper_id": "4", "citations": 5}]


def test_a_window_in_days_ends_on_its_last_day(
    database: Database, uri: str, tmp_path: Path
) -> None:
    load_graph(database, GOLDEN)
    words = ("indicators", "disruption", "--paper", "2", "--json", "--window-days")
    # Paper 2 is of 1993-12-31, the first to cite it of 1995-12-31, 730 days later.
    found = [rows(run(uri, tmp_path, *words, days))[0]["n_i"] for days in ("729", "730")]
    assert found == [0, 1]
    refused = run(uri, tmp_path, *words, "730", "--write")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "window_days with write" in refused.stderr


def test_a_snapshot_is_written_and_opened(database: Database, uri: str, tmp_path: Path) -> None:
    load_graph(database, GOLDEN)
    folder = tmp_path / "out"
    words = ("network", "snapshot", "--before", "1996-01-01", "--out", str(folder), "--json")
    [told] = rows(run(uri, tmp_path, *words))
    assert list(told) == ["counts", "left_out", "graph_fingerprint"]
    assert told["counts"]["papers"] == open_snapshot(folder).num_papers == 5
    assert run(uri, tmp_path, "path", "4", "9", "--before", "1996-01-01").returncode == 1
    assert run(uri, tmp_path, "indicators", "disruption", "--window", "x").returncode == 1
