"""The job whose memory is measured, on a small network."""

from pathlib import Path

import numpy as np

from scinet.graph.bench import arrays
from scinet.graph.bench.workload import Job
from scinet.models.gnn.bench import WORKLOADS


def test_a_network_is_trained_and_asked(tmp_path: Path) -> None:
    arrays.write(str(tmp_path / "network"), 2_000, 1)
    found = WORKLOADS["B20"].ours(Job(tmp_path / "network", np.arange(5), 5))()
    assert len(found) == 5
    assert (found > 0).all()
