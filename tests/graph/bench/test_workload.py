"""Workloads on tiny networks: equality is what counts, never the time."""

from dataclasses import replace
from pathlib import Path

import pytest
from wrong_peer import zeros

from scinet.errors import DataError, NotFoundError
from scinet.graph.bench.results import run_all
from scinet.graph.bench.table import WORKLOADS
from scinet.graph.bench.workload import measure


@pytest.mark.parametrize("name", WORKLOADS)
def test_peer_agrees(name: str) -> None:
    result = measure(WORKLOADS[name], 300)
    assert result["equal"]
    assert result["missing"] == []
    assert result["ratio"] == result["peer_seconds"] / result["seconds"]


def test_wrong_peer_gets_no_time() -> None:
    with pytest.raises(DataError, match="B5 differs from duckdb"):
        measure(replace(WORKLOADS["B5"], peer=zeros), 300)


def test_missing_peer_is_named() -> None:
    result = measure(replace(WORKLOADS["B5"], peer_package="not_there"), 300)
    assert result["missing"] == ["not_there"]
    assert "ratio" not in result


def test_finished_workload_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "B5-small.json").write_text('{"name": "B5", "kept": true}')
    assert list(run_all(["B5"], "small", tmp_path)) == [{"name": "B5", "kept": True}]
    with pytest.raises(NotFoundError, match="no workload 'B99'"):
        list(run_all(["B99"], "small", tmp_path))
