"""Growth: work counted by hand, exponents of known powers, a picture that does not change."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import GOLDEN, snapshot_of
from helpers.networks.measured import FACTS

from benchmarks import arrays, growth
from benchmarks.__main__ import main
from benchmarks.disruption import visits
from benchmarks.links import two_hops
from benchmarks.page import page
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
