"""The bound on a ratio: look-ups counted by hand, and the sentence that tells of them."""

import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks import arrays, links, page, walking
from benchmarks.workload import Job

# A star: node 0 has three neighbours, the others have one.
STAR = np.array([0, 3, 4, 5, 6]), np.array([1, 2, 3, 0, 0, 0], dtype=np.int32)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("floor")
    arrays.write(str(folder), 300, 1)
    return folder


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
    told = page._bound({**result, "floor_s": 1e-4, "peer_seconds": 0.02, "goal": 50})
    assert told == (
        "B0: 2 look-ups take 0.0001 s at least, a peer takes 20 µs for each of 1,000 items: no "
        "program that does this work is more than 200 times as fast, and the goal of 50 is 25% of "
        "that."
    )
