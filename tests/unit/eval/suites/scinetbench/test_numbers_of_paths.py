"""The path task where there are more paths than whole numbers of 64 bits, or than floats."""

import math
import sys
from datetime import date
from pathlib import Path

import pytest
from helpers.networks.build import snapshot_of
from helpers.networks.networks import dense
from helpers.networks.scoring import draft_of

from scinet.eval.suites.scinetbench.path import PathOptions, _count_paths, describe_paths
from scinet.eval.task import Task, write_task


def built(papers: int, folder: Path, **more: str) -> Task:
    network = dense(papers, 20)
    names = [paper for paper, _, _ in network]
    titles = {name: f"On {name}" for name in names}
    # The day after the last paper.
    before = date.fromordinal(date.fromisoformat(network[-1][1]).toordinal() + 1)
    cut = snapshot_of(network, venues=dict.fromkeys(names, "v"), titles=titles).until(before)
    given = {"subfield_by": "venue", "count_paths": "yes", "max_hops": "none", "emerging": "99"}
    given |= {"pairs_per_subfield": "9", **more}
    return write_task(draft_of("scinetbench/path", cut, given), folder)


def test_a_task_with_more_paths_than_integers_is_written(tmp_path: Path) -> None:
    task = built(120, tmp_path / "task")
    ways = [1]
    for _ in range(119):
        ways.append(sum(ways[-20:]))
    rows = task.truth("test")
    assert len(rows) == 9
    for query in task.queries("test"):
        early, late = (int(query.inputs[end][1:]) for end in ("source_id", "target_id"))
        row = rows[query.query_id]
        # Between two papers it does not matter how many came before them.
        assert row["n_paths"] == pytest.approx(ways[late - early], rel=1e-9)
        assert row["n_paths_cut"] == 0
    assert task.counts["n_paths"] == pytest.approx(sum(row["n_paths"] for row in rows.values()))
    assert task.counts["n_paths"] > 2**64


def test_a_task_with_more_paths_than_floats_is_written(tmp_path: Path) -> None:
    task = built(1900, tmp_path / "task", classical="1", emerging="9", max_hops="600")
    assert task.counts["n_paths"] == sys.float_info.max
    assert task.counts["n_paths_cut"] >= 0
    assert "Infinity" not in (tmp_path / "task" / "task.json").read_text()
    rows = list(task.truth("test").values())
    said = describe_paths(rows, [row["paths"][0] for row in rows])
    assert all(map(math.isfinite, said.values()))
    most = [{"n_optimal": sys.float_info.max}] * 2
    assert describe_paths(most, [["a", "b"]] * 2) == {
        "hops": 1.0,
        "optimal_paths": sys.float_info.max,
    }


@pytest.mark.parametrize("max_hops", [69, 70, 73])
def test_a_bound_cuts_off_no_fewer_paths_than_none(max_hops: int) -> None:
    snapshot = snapshot_of(dense(75, 75))
    options = PathOptions(count_paths="yes", max_hops=str(max_hops))
    ends = {"source_id": "p0000", "target_id": "p0074"}
    result = _count_paths(snapshot, ends, options)
    # Each of the 73 papers in between is on a path or not.
    assert result["n_paths"] == pytest.approx(2**73, rel=1e-12)
    longer = sum(math.comb(73, inner) for inner in range(max_hops, 74))
    assert result["n_paths_cut"] == pytest.approx(longer, abs=2**24)
    assert result["n_paths_cut"] >= 0
