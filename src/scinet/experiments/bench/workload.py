"""One job, done by us and by a peer on the same arrays, each in a process of its own.

The two take turns, the best of up to three counts, and their answers are compared before a time is
told.
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

import numba
import numpy as np
from numpy.typing import NDArray

from scinet import machine
from scinet.errors import DataError
from scinet.experiments.bench import arrays
from scinet.experiments.process import Program, once, peak_mib, wanted

Answer: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Job:
    """What one side is to do.

    Attributes:
        room: Folder of the arrays.
        items: Numbers of the items to do.
        total: How many items there are.
    """

    room: Path
    items: NDArray[np.int64]
    total: int


Prepare: TypeAlias = Callable[[Job], Callable[[], Answer]]
Agree: TypeAlias = Callable[[Answer, Answer], str]
_REPEATS: Final = 3
_TURNS_S: Final = 15.0  # no further turn is begun that would last beyond


class DifferenceError(DataError):
    """Two programs gave different answers."""


def equal(ours: Answer, theirs: Answer) -> str:
    """Say that both are equal: whole numbers exactly, others to 1e-9, undefined in one place.

    Raises:
        DifferenceError: If they are not.
    """
    same = ours.shape == theirs.shape and np.isclose(
        ours, theirs, rtol=0 if ours.dtype.kind in "iu" else 1e-9, atol=0, equal_nan=True
    )
    if not np.all(same):
        raise DifferenceError("the answers differ")
    return "equal"


@dataclass(frozen=True)
class Workload:
    """A job and its peer.

    Attributes:
        name: Its id in the table.
        title: What is computed.
        peer: Name of the peer.
        package: What the peer needs; the workload is timed alone when it is not installed.
        ours: Reads the arrays; what it returns does the job.
        theirs: The same for the peer, which does only the items of the sample; None where the
            memory alone is the question.
        goal: Ratio to be reached on a quiet machine.
        alarm: Below it something is broken.
        target_mib: Memory that our process should stay within.
        papers: Size of the simulated network by scale.
        items: How many items there are, from the number of papers; a sample of them is taken.
        sample: Items that the peer does; None for all.
        agree: Compares our answers to the sample with the peer's, and says how they agree.
        bytes_per_paper: What both sides together need at most, for the refusal.
    """

    name: str
    title: str
    peer: str
    package: str
    ours: Prepare
    theirs: Prepare | None
    goal: float
    alarm: float
    target_mib: int
    papers: dict[str, int]
    items: Callable[[int], int] = int
    sample: int | None = None
    agree: Agree = equal
    bytes_per_paper: int = 4_000


def measure(
    workload: Workload, num_papers: int, *, seed: int = 1, networks: Path | None = None
) -> dict[str, Any]:
    """Time a workload on a simulated network.

    Args:
        workload: What to do.
        num_papers: Size of the network.
        seed: Of the network and of the sample.
        networks: Folder that keeps networks for the next workload; None keeps none.

    Returns:
        Sizes, seconds and peak memory of both, their ratio, goal and machine. A peer that is not
        installed is named in ``missing``. ``estimated`` says that the peer did a sample only.

    Raises:
        DataError: If the answers differ; no time is reported then.
        ScinetError: If the memory is short or a process ends early.
    """
    needed = 500 + workload.bytes_per_paper * num_papers // 2**20
    machine.refuse_if_too_large(
        f"{workload.name} on {num_papers:,} papers", needed, hint=machine.SMALLER
    )
    before = machine.facts()
    sides = {"ours": workload.ours}
    if workload.theirs is not None and find_spec(workload.package):
        sides["peer"] = workload.theirs
    items = workload.items(num_papers)
    sample = _sample(items, workload.sample, seed)
    with tempfile.TemporaryDirectory() as name:
        room = (networks or Path(name)) / f"{num_papers}-{seed}"
        made = once(arrays.write, str(room), num_papers, seed)
        programs: dict[str, Program] = {}
        try:
            for side, prepare in sides.items():
                part = np.arange(items) if side == "ours" else sample
                job = Job(room, part, items)
                programs[side] = Program(_side, f"{name}/{side}.npy", prepare, job)
            turns = _turns(programs)
        finally:
            for program in programs.values():
                program.close()
        agreement = None
        if "peer" in sides:
            ours, theirs = np.load(f"{name}/ours.npy"), np.load(f"{name}/peer.npy")
            try:
                agreement = workload.agree(
                    ours if workload.sample is None else ours[sample], theirs
                )
            except DifferenceError as error:
                raise DataError(
                    f"{workload.name} differs from {workload.peer}: {error}",
                    hint="One of the two is wrong, so no time is reported.",
                ) from error
    seconds = {side: min(turn[side]["seconds"] for turn in turns) for side in sides}
    peak = {side: max(turn[side]["peak_mib"] for turn in turns) for side in sides}
    result: dict[str, Any] = {
        "name": workload.name,
        "title": workload.title,
        "network": "simulated",
        "papers": num_papers,
        "citations": made["citations"],
        "seed": seed,
        "threads": numba.get_num_threads(),
        "items": items,
        "turns": len(turns),
        "seconds": seconds["ours"],
        "peak_mib": peak["ours"],
        "target_mib": workload.target_mib,
        "goal": workload.goal,
        "alarm": workload.alarm,
        "peer": workload.peer,
        "missing": [] if "peer" in sides or workload.theirs is None else [workload.package],
        **machine.facts(),
        "load_average_before": before["load_average"],
    }
    if "peer" in sides:
        estimate = seconds["peer"] * items / len(sample)
        result |= {
            "peer_version": version(workload.package),
            "peer_items": len(sample),
            "peer_seconds": estimate,
            "estimated": workload.sample is not None,
            "peer_peak_mib": peak["peer"],
            "agreement": agreement,
            "ratio": estimate / seconds["ours"],
        }
    return result


def _turns(programs: dict[str, Program]) -> list[dict[str, dict[str, Any]]]:
    turns: list[dict[str, dict[str, Any]]] = []
    begun = time.monotonic()
    while len(turns) < _REPEATS:
        turns.append({side: program.ask() for side, program in programs.items()})
        spent = time.monotonic() - begun
        if spent * (len(turns) + 1) / len(turns) > _TURNS_S:
            break
    return turns


def _sample(items: int, size: int | None, seed: int) -> NDArray[np.int64]:
    if size is None:
        return np.arange(items)
    return np.sort(np.random.default_rng(seed).permutation(items)[:size])


def _side(pipe: Connection, answer_file: str, prepare: Prepare, job: Job) -> None:
    work = prepare(job)
    pipe.send({})
    while wanted(pipe):
        start = time.perf_counter()
        answer = work()
        seconds = time.perf_counter() - start
        np.save(answer_file, answer)
        pipe.send({"seconds": seconds, "peak_mib": peak_mib()})
