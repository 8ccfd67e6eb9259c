"""One job, done by us and by a peer on the same arrays, each in a process of its own.

The two take turns, the best of three counts, and their answers are compared before a time is told.
"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.bench.disruption import Program, machine, peak_mib, simulated, wanted

Answer: TypeAlias = NDArray[Any]
Prepare: TypeAlias = Callable[[Path], Callable[[], Answer]]
_REPEATS: Final = 3


@dataclass(frozen=True)
class Workload:
    """A job and its peer.

    Attributes:
        name: Its id in the table.
        title: What is computed.
        peer_package: The peer; the workload is timed alone when it is not installed.
        ours: Reads the arrays of a folder; what it returns does the job, an entry per item.
        peer: The same for the peer, which does only the items of ``sample``.
        sample: Positions that the peer does, from the number of papers and the seed; None for all.
        goal: Ratio to be reached on a quiet machine; below ``alarm`` something is broken.
        target_mib: Memory that our process should stay within.
        papers: Size of the simulated network by scale.
    """

    name: str
    title: str
    peer_package: str
    ours: Prepare
    peer: Prepare
    sample: Callable[[int, int], NDArray[np.int64]] | None
    goal: float
    alarm: float
    target_mib: int
    papers: dict[str, int]


def measure(workload: Workload, num_papers: int, *, seed: int = 1) -> dict[str, Any]:
    """Time a workload on a simulated network.

    Args:
        workload: What to do.
        num_papers: Size of the network.
        seed: Of the network and of the sample.

    Returns:
        Sizes, seconds and peak memory of both, their ratio, goal and machine. A peer that is not
        installed is named in ``missing``. ``estimated`` says that the peer did a sample only.

    Raises:
        DataError: If the answers differ; no time is told then.
        ScinetError: If a process ends early.
    """
    before = machine()
    sides = {"ours": workload.ours}
    if find_spec(workload.peer_package):
        sides["peer"] = workload.peer
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        sample = None if workload.sample is None else workload.sample(num_papers, seed)
        if sample is not None:
            np.save(room / "focal.npy", sample)
        Program(simulated, name, num_papers, seed).close()
        programs: dict[str, Program] = {}
        try:
            for side, prepare in sides.items():
                programs[side] = Program(_side, name, side, prepare)
            turns = [{side: p.ask() for side, p in programs.items()} for _ in range(_REPEATS)]
        finally:
            for program in programs.values():
                program.close()
        items = len(np.load(room / "ours-answer.npy", mmap_mode="r"))
        if "peer" in sides:
            _refuse_difference(workload, room, sample)
    seconds = {side: min(turn[side]["seconds"] for turn in turns) for side in sides}
    peak = {side: max(turn[side]["peak_mib"] for turn in turns) for side in sides}
    result: dict[str, Any] = {
        "name": workload.name,
        "title": workload.title,
        "papers": num_papers,
        "seed": seed,
        "network": "simulated",
        "items": items,
        "seconds": seconds["ours"],
        "peak_mib": peak["ours"],
        "target_mib": workload.target_mib,
        "goal": workload.goal,
        "alarm": workload.alarm,
        "missing": [] if "peer" in sides else [workload.peer_package],
        **machine(),
        "load_average_before": before["load_average"],
    }
    if "peer" in sides:
        whole = 1.0 if sample is None else items / len(sample)
        estimate = seconds["peer"] * whole
        result |= {
            "peer": f"{workload.peer_package} {version(workload.peer_package)}",
            "peer_items": items if sample is None else len(sample),
            "peer_seconds": estimate,
            "estimated": sample is not None,
            "peer_peak_mib": peak["peer"],
            "equal": True,
            "ratio": estimate / seconds["ours"],
        }
    return result


def _refuse_difference(workload: Workload, room: Path, sample: NDArray[np.int64] | None) -> None:
    ours, theirs = np.load(room / "ours-answer.npy"), np.load(room / "peer-answer.npy")
    ours = ours if sample is None else ours[sample]
    same = ours.shape == theirs.shape and np.isclose(
        ours, theirs, rtol=1e-9, atol=0, equal_nan=True
    )
    if not np.all(same):
        raise DataError(
            f"{workload.name} differs from {workload.peer_package}",
            hint="One of the two is wrong, so no time is told.",
        )


def _side(pipe: Connection, room: str, side: str, prepare: Prepare) -> None:
    work = prepare(Path(room))
    pipe.send({})
    while wanted(pipe):
        start = time.perf_counter()
        answer = work()
        seconds = time.perf_counter() - start
        np.save(Path(room) / f"{side}-answer.npy", answer)
        pipe.send({"seconds": seconds, "peak_mib": peak_mib()})
