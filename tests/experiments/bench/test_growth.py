"""Growth: work counted by hand, exponents of known powers, a picture that does not change."""

from pathlib import Path

import numpy as np
import pytest
from helpers.build import GOLDEN, snapshot_of

from scinet.experiments.bench import arrays, growth
from scinet.experiments.bench.disruption import visits
from scinet.experiments.bench.links import two_hops
from scinet.experiments.bench.page import page
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


def test_page_and_picture(tmp_path: Path) -> None:
    row = {"unit": "steps", "peak_mib": 9.0, "work": 70, "work_per_s": 7.0, "citations": 8}
    rows = [
        {"job": "a job", "papers": papers, "seconds": papers / 10, **row} for papers in (100, 1_000)
    ]
    rows.append({"job": "a job", "papers": 10_000, "error": "no memory. Free some."})
    growth.draw(rows, tmp_path / "one.svg")
    growth.draw(rows, tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    result = {
        **{key: [0.5, 0, 0] for key in ("load_average", "load_average_before")},
        **dict.fromkeys(("python", "numpy", "numba", "scinet", "processor"), "x"),
        "cores": 2,
        "memory_gib": 3.0,
        "time": "2020-01-02T03:04:05",
        "name": "growth",
        "missing": [],
        "rows": rows,
        "fits": [{"job": "a job", "time": 1.0, "work": 0.0}],
    }
    text = page([result], "the command", {"growth": "one.svg"})
    assert "| a job | 1 | 0 |" in text
    assert "| a job | 1,000 | 8 | 100 | 9 | 70 | steps | 7 |" in text
    assert "(one.svg)" in text
    assert "* a job, 10,000: no memory. Free some." in text
