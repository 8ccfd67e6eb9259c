"""Workload: a job done by scinet and by a peer on the same arrays, each in its own process.

They alternate, the best of up to three runs counts, and their results are compared before a time is
shown.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks import arrays
from benchmarks.arrays import about
from scinet import machine
from scinet.errors import DataError
from scinet.experiments.process import WorkerProgram, run_once, wait_for_request

Answer: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Job:
    """Job of one side: the positions of a sample of all items, on the arrays of a folder."""

    room: Path
    items: NDArray[np.int64]
    total: int


Found: TypeAlias = Answer | Callable[[], Answer]
"""An answer, or a function that converts a peer's result to one, which is not timed."""
Prepare: TypeAlias = Callable[[Job], Callable[[], Found]]
Agree: TypeAlias = Callable[[Answer, Answer], str]
_REPEATS: Final = 3
_TURNS_S: Final = 15.0  # limit of all turns: none is begun that would exceed it


class DifferenceError(DataError):
    """Different results of two programs."""


def equal(ours: Answer, theirs: Answer) -> str:
    """Refuse differences in integers, and above 1e-9 in others; NaN equals NaN."""
    same = ours.shape == theirs.shape and np.isclose(
        ours, theirs, rtol=0 if ours.dtype.kind in "iu" else 1e-9, atol=0, equal_nan=True
    )
    if not np.all(same):
        raise DifferenceError("the answers differ")
    return "equal"


@dataclass(frozen=True, kw_only=True)
class Workload:
    """Workload: a job and its peer.

    Attributes:
        package: Package of the peer; the workload is timed alone when it is not installed.
        ours: Reads the arrays and returns a function that does the job.
        theirs: The same for the peer, which does only the items of the sample; None where only
            memory is measured.
        goal: Expected ratio on a quiet machine.
        alarm: Ratio below which something is broken.
        target_mib: Memory limit of our process.
        items: Returns the number of items from that of papers.
        agree: Compares our results of the sample with the peer's, and describes the agreement.
        bytes_per_paper: Memory of both sides at most, for refusal.
        floor: Time of the least work, where that bounds the ratio: it is counted, and a kernel that
            does nothing else is timed with all threads. No program can reach a ratio above this
            bound.
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
    floor: Callable[[Job], dict[str, Any]] | None = None


def measure(
    workload: Workload, num_papers: int, *, seed: int = 1, networks: Path
) -> dict[str, Any]:
    """Time a workload on a simulated network, which is stored for the next one.

    A peer that is not installed is named in ``missing``. ``estimated`` is true where the peer did
    only a sample.
    """
    before = machine.machine_facts()["load_average"]
    room, citations = arrays.ready(
        workload.name, networks, num_papers, seed, workload.bytes_per_paper
    )
    items = workload.items(num_papers)
    every = np.arange(items)
    sample = sample_of(workload, items, seed)
    with tempfile.TemporaryDirectory() as name:
        with sides(workload, room, items, sample, Path(name)) as programs:
            turns = taken(programs)
        answers = [np.load(f"{name}/{side}.npy") for side in programs]
    seconds = best(turns)
    peak = {side: turns[0][side]["peak_mib"] for side in turns[0]}  # later ones hold answers, too
    result = {
        **about(workload.name, workload.title, num_papers, seed, before),
        "citations": citations,
        "items": items,
        "turns": len(turns),
        "seconds": seconds["ours"],
        "peak_mib": peak["ours"],
        "target_mib": workload.target_mib,
        "goal": workload.goal,
        "alarm": workload.alarm,
        "peer": workload.peer,
    }
    if "peer" not in seconds:
        return {**result, "missing": [workload.package] if workload.theirs else []}
    if workload.floor is not None:
        result |= run_once(workload.floor, Job(room, every, items))
    ours, theirs = answers
    estimate = seconds["peer"] * items / len(sample)
    return {
        **result,
        "peer_version": version(workload.package),
        "peer_items": len(sample),
        "peer_seconds": estimate,
        "estimated": workload.sample is not None,
        "peer_peak_mib": peak["peer"],
        "agreement": _agreement(workload, ours[sample] if workload.sample else ours, theirs),
        "ratio": estimate / seconds["ours"],
    }


def _agreement(workload: Workload, ours: Answer, theirs: Answer) -> str:
    try:
        return workload.agree(ours, theirs)
    except DifferenceError as error:
        raise DataError(
            f"{workload.name} differs from {workload.peer}: {error}",
            hint="One of the two is wrong, so no time is reported.",
        ) from error


def sample_of(workload: Workload, items: int, seed: int) -> NDArray[np.int64]:
    """Return the sorted items of the peer."""
    if workload.sample is None:
        return np.arange(items)
    return np.sort(np.random.default_rng(seed).permutation(items)[: workload.sample])


@contextmanager
def sides(
    workload: Workload, room: Path, items: int, sample: NDArray[np.int64], answers: Path
) -> Iterator[dict[str, WorkerProgram]]:
    """Yield processes with a prepared job, ``ours`` and, if installed, the ``peer``."""
    jobs = {"ours": (workload.ours, np.arange(items))}
    if workload.theirs is not None and find_spec(workload.package):
        jobs["peer"] = (workload.theirs, sample)
    programs: dict[str, WorkerProgram] = {}
    try:
        for side, (prepare, part) in jobs.items():
            job = Job(room, part, items)
            programs[side] = WorkerProgram(_side, str(answers / f"{side}.npy"), prepare, job)
        yield programs
    finally:
        for program in programs.values():
            program.close()


def taken(programs: dict[str, WorkerProgram]) -> list[dict[str, dict[str, Any]]]:
    """Run up to three turns, in which the sides alternate; return their results."""
    turns: list[dict[str, dict[str, Any]]] = []
    begun = time.monotonic()
    while len(turns) < _REPEATS:
        turns.append({side: program.run_again() for side, program in programs.items()})
        spent = time.monotonic() - begun
        if spent * (len(turns) + 1) / len(turns) > _TURNS_S:
            break
    return turns


def best(turns: list[dict[str, dict[str, Any]]]) -> dict[str, float]:
    """Return seconds of the best turn of each side."""
    return {side: min(turn[side]["seconds"] for turn in turns) for side in turns[0]}


def _side(pipe: Connection, answer_file: str, prepare: Prepare, job: Job) -> None:
    work = prepare(job)
    pipe.send({})
    while wait_for_request(pipe):
        start = time.perf_counter()
        output = work()
        seconds, peak = time.perf_counter() - start, machine.peak_memory_mib()
        np.save(answer_file, answer_of(output))
        pipe.send({"seconds": seconds, "peak_mib": peak})


def answer_of(found: Found) -> Answer:
    """Return the answer, converted if necessary."""
    return found() if callable(found) else found
