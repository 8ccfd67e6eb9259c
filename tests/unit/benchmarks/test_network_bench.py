"""The job whose memory is measured, on a small network."""

from pathlib import Path

import numpy as np

from benchmarks import arrays
from benchmarks.table import WORKLOADS
from benchmarks.workload import Job, answer_of


def test_a_network_is_trained_and_asked(tmp_path: Path) -> None:
    arrays.write(str(tmp_path / "network"), 300, 1)
    found = answer_of(WORKLOADS["B20"].ours(Job(tmp_path / "network", np.arange(5), 5))())
    assert len(found) == 5
    assert (found > 0).all()
