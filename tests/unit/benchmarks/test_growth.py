"""Growth and bounds: work counted by hand, exponents of known powers, pictures and sentences."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import GOLDEN, snapshot_of
from helpers.networks.measured import FACTS

from benchmarks import arrays, growth, links, walking
from benchmarks.__main__ import main
from benchmarks.disruption import visits
from benchmarks.links import two_hops
from benchmarks.page import _bound, page
from benchmarks.table import WORKLOADS
from benchmarks.workload import Job, answer_of
from scinet.graph.links.networks import network


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("growth")
    arrays.write(str(folder), 300, 1)
    return folder


def test_work_of_the_golden_graph() -> None:
    snapshot = snapshot_of(GOLDEN)
    naive = 0
    for paper in range(snapshot.num_papers):
        for cited in snapshot.ordered.row(paper):
            later = snapshot.day[snapshot.ordered_by.row(int(cited))] - snapshot.day[paper]
            naive += int(np.count_nonzero((later > 0) & (later <= 1_825)))
    assert visits(snapshot) == naive > 0
    adjacency = network(snapshot, "citation")
    degree = {str(paper): len(adjacency.row(row)) for row, paper in enumerate(snapshot.paper_id)}
    pairs = np.array([[snapshot.index("5"), 0], [snapshot.index("5"), 1]])
    assert two_hops(adjacency, pairs) == degree["2"] == 3


def test_exponents() -> None:
    assert growth.exponent([10, 100, 1_000], [3.0, 300.0, 30_000.0]) == pytest.approx(2)
    assert growth.exponent([10], [3.0]) is None


@pytest.mark.parametrize("key", growth.JOBS)
def test_each_job_counts_its_work(key: str, room: Path) -> None:
    done = growth._timed(key, room)
    assert done["work"] > 0
    assert done["work_per_s"] == done["work"] / done["seconds"]


def grown(sizes: tuple[int, ...]) -> dict[str, Any]:
    """A result whose job takes a tenth of a second for each paper."""
    row = {"unit": "steps", "peak_mib": 9.0, "work": 70, "work_per_s": 7.0, "citations": 8}
    rows = [{"job": "a job", "papers": papers, "seconds": papers / 10, **row} for papers in sizes]
    fits = [{"job": "a job", "time": 1.0, "work": 0.0}]
    return {**FACTS, "name": "growth", "papers": max(sizes), "rows": rows, "fits": fits}


def test_page_and_picture(tmp_path: Path) -> None:
    result = grown((100, 1_000))
    rows = result["rows"]
    rows.append({"job": "a job", "papers": 10_000, "error": "no memory. Free some."})
    growth.draw(rows, tmp_path / "one.svg")
    growth.draw(rows, tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    text = page([result], "the command", {"growth": "one.svg"})
    assert "| a job | 1 | 0 |" in text
    assert "| a job | 1,000 | 8 | 100 | 9 | 70 | steps | 7 |" in text
    assert "(one.svg)" in text
    assert "* a job, 10,000: no memory. Free some." in text


@pytest.mark.parametrize(("scale", "sizes"), [("small", "100"), ("full", "5,000")])
def test_page_of_one_scale_of_a_folder_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scale: str, sizes: str
) -> None:
    for name, papers in (("small", 100), ("full", 5_000)):
        stated = json.dumps({**grown((papers, 2 * papers)), "scale": name})
        (tmp_path / f"growth-{name}.json").write_text(stated)
    file = tmp_path / "p.md"
    words = ["bench", "page", "--scale", scale, "--results", str(tmp_path), "--file", str(file)]
    monkeypatch.setattr(sys, "argv", words)
    main()
    text = file.read_text()
    assert text.count("## Growth") == text.count("(p-growth.svg)") == 1
    drawn = [line.split("|")[2].strip() for line in text.splitlines() if "| steps |" in line]
    assert drawn[0] == sizes
    assert len(drawn) == 2
    assert f"page --scale {scale} --results {tmp_path}" in text


# A star: node 0 has three neighbours, the others have one.
STAR = np.array([0, 3, 4, 5, 6]), np.array([1, 2, 3, 0, 0, 0], dtype=np.int32)


def test_looks_are_those_of_the_node_with_fewer_neighbours() -> None:
    pairs = np.array([[0, 1], [1, 2], [0, 0]])
    found = np.empty((3, 5))
    assert links.look(*STAR, pairs, found) == 1 + 1 + 3
    assert found.tolist() == [[1] * 5, [1] * 5, [3] * 5]


def test_work_of_a_network_is_told(room: Path) -> None:
    found = links.least_features(Job(room, np.arange(1_000), 1_000))
    assert found["floor_s"] > 0
    assert "0.056 MB to read and write" in found["floor_of"]  # 7 numbers of 8 bytes


def test_every_neighbour_is_added_for_eight_sources_at_once() -> None:
    share = np.arange(2 * 4 * 8, dtype=float).reshape(2, 4, 8)
    moved = np.empty_like(share)
    walking.follow(*STAR, share, moved)
    np.testing.assert_array_equal(moved[:, 0], share[:, 1] + share[:, 2] + share[:, 3])
    for node in (1, 2, 3):
        np.testing.assert_array_equal(moved[:, node], share[:, 0])


def test_steps_of_walks_are_told(room: Path) -> None:
    found = walking.least_nearest(Job(room, np.arange(70), 70))
    steps = re.search(r"in each of ([\d.]+) steps", found["floor_of"])
    assert steps is not None
    assert 5 < float(steps[1]) < 50  # walking takes 132
    assert found["floor_s"] > 0


def test_the_goal_is_told_as_a_share_of_the_bound() -> None:
    result = {"name": "B0", "peer": "a peer", "floor_of": "2 look-ups", "items": 1_000}
    # Twenty milliseconds for a thousand pairs, a two-hundredth of that at least.
    told = _bound({**result, "floor_s": 1e-4, "peer_seconds": 0.02, "goal": 50})
    assert told == (
        "B0: 2 look-ups take 0.0001 s at least, a peer takes 20 µs for each of 1,000 items: no "
        "program that does this work is more than 200 times as fast, and the goal of 50 is 25% of "
        "that."
    )


def test_a_network_is_trained_and_asked(room: Path) -> None:
    found = answer_of(WORKLOADS["B20"].ours(Job(room, np.arange(5), 5))())
    assert len(found) == 5
    assert (found > 0).all()
