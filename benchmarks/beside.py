"""Disruption of ours and the peer while other programs keep the memory busy.

One process per core reads and writes through more memory than any cache holds. A program that
shares cores with them loses its share of the cores, and beyond that memory bandwidth.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numba
import numpy as np

from benchmarks import arrays, workload
from benchmarks.arrays import about
from benchmarks.table import WORKLOADS
from scinet import machine
from scinet.experiments.process import WorkerProgram

NAME: Final = "B22"
TITLE: Final = "disruption beside programs that stream through memory"
SIZES: Final = {"small": (500, 2_000), "full": (28_000, 1_000_000)}
_JOB: Final = replace(WORKLOADS["B1"], sample=500)
_NUMBERS: Final = 2**25  # 256 MiB


def measure(sizes: tuple[int, ...], *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Time ours and the peer, first alone and then beside others, at each number of papers.

    Returns:
        ``rows``, one for each program and size: seconds alone and beside others, their ratio, and
        the ratio expected if only the cores were shared.
    """
    before = machine.machine_facts()["load_average"]
    rows = [row for papers in sizes for row in _rows(papers, networks, seed)]
    return {
        **about(NAME, TITLE, max(sizes), seed, before),
        "citations": rows[-1]["citations"],
        "missing": [] if any(row["way"] != "scinet" for row in rows) else [_JOB.package],
        "rows": rows,
        "summary": f"{_JOB.title}, of which the peer does {_JOB.sample}, alone and beside "
        f"{machine.core_count()} programs that each go through {8 * _NUMBERS // 2**20} MiB over "
        "and over",
    }


def _rows(papers: int, networks: Path, seed: int) -> Iterator[dict[str, Any]]:
    room, citations = arrays.ready(NAME, networks, papers, seed, _JOB.bytes_per_paper)
    sample = workload.sample_of(_JOB, papers, seed)
    with (
        TemporaryDirectory() as answers,
        workload.sides(_JOB, room, papers, sample, Path(answers)) as programs,
    ):
        alone = workload.best(workload.taken(programs))
        with _streaming(machine.core_count()):
            beside = workload.best(workload.taken(programs))
    threads = {"ours": numba.get_num_threads(), "peer": 1}
    for side in programs:
        running = threads[side] + machine.core_count()
        yield {
            "way": "scinet" if side == "ours" else _JOB.peer,
            "papers": papers,
            "citations": citations,
            "alone_s": alone[side],
            "beside_s": beside[side],
            "slower": beside[side] / alone[side],
            "shared": max(running / machine.core_count(), 1.0),
        }


@contextmanager
def _streaming(count: int) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(count):
            stack.callback(WorkerProgram(_stream).close)
        yield


def _stream(pipe: Connection) -> None:
    numbers = np.ones(_NUMBERS)
    pipe.send({})
    while not pipe.poll():  # until the pipe is closed
        numbers += 1.0
