"""Time disruption of a whole network on arrays, beside an independent program.

Every program runs in a process of its own, so that its peak memory is its own; they take turns on
the same arrays, and their results are compared before a time is told.
"""

import os
import platform
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from scinet.errors import DataError, ScinetError
from scinet.graph.indicators.disruption import on_arrays
from scinet.graph.simulation.network import simulate
from scinet.graph.snapshot import Csr, Snapshot

PEER: Final = "cdindex"
WINDOW_DAYS: Final = 1_825  # five years, as the peer counts them
_REPEATS: Final = 3
_SAMPLE: Final = 2_000


def disruption(num_papers: int, *, seed: int = 1) -> dict[str, Any]:
    """Time CD of all papers of a simulated network within five years.

    Args:
        num_papers: Size of the network.
        seed: Of the network and of the sample.

    Returns:
        Sizes; seconds for all papers, the best of three after compiling; peak memory of the
        process in MiB; for the peer the seconds for a random sample, the estimate for all from it,
        and how many times ours is faster. A peer that is not installed is named in ``missing``.

    Raises:
        DataError: If the two disagree about any paper; no time is told then.
        ScinetError: If a process ends early, for want of memory.
    """
    with tempfile.TemporaryDirectory() as room:
        focal = np.random.default_rng(seed).permutation(num_papers)[:_SAMPLE]
        np.save(Path(room) / "focal.npy", np.sort(focal))
        maker = Program(simulated, room, num_papers, seed)
        maker.close()
        programs = {"ours": Program(_ours, room)}
        if find_spec(PEER):
            programs["peer"] = Program(_peer, room)
        try:
            answers = [
                {name: program.ask() for name, program in programs.items()} for _ in range(_REPEATS)
            ]
        finally:
            for program in programs.values():
                program.close()
        if "peer" in programs:
            _refuse_difference(Path(room))
    ours = programs["ours"].ready
    seconds = {key: min(a["ours"][key] for a in answers) for key in answers[0]["ours"]}
    result = {
        "papers": num_papers,
        "citations": ours["citations"],
        "window_days": WINDOW_DAYS,
        "threads": ours["threads"],
        "seconds": seconds["all_threads"],
        "seconds_one_thread": seconds["one_thread"],
        "peak_mib": max(a["ours"]["peak_mib"] for a in answers),
        "missing": [] if "peer" in programs else [PEER],
        **machine(),
    }
    if "peer" in programs:
        result |= _peer_facts(programs["peer"].ready, answers, seconds, num_papers, len(focal))
    return result


def _peer_facts(
    ready: dict[str, Any],
    answers: list[dict[str, dict[str, Any]]],
    ours: dict[str, Any],
    num_papers: int,
    sampled: int,
) -> dict[str, Any]:
    sample_s = min(answer["peer"]["sample"] for answer in answers)
    estimate = sample_s * num_papers / sampled
    return {
        "peer": f"{PEER} {version(PEER)}",
        "peer_build_seconds": ready["build"],
        "peer_sample": sampled,
        "peer_sample_seconds": sample_s,
        "peer_seconds_estimated": estimate,
        "peer_peak_mib": max(answer["peer"]["peak_mib"] for answer in answers),
        "equal": True,
        "ratio": estimate / ours["all_threads"],
        "ratio_one_thread": estimate / ours["one_thread"],
    }


def _refuse_difference(room: Path) -> None:
    focal = np.load(room / "focal.npy")
    ours, theirs = np.load(room / "ours.npy")[focal], np.load(room / "peer.npy")
    same = np.isclose(ours, theirs, rtol=1e-12, atol=0, equal_nan=True)
    if not same.all():
        wrong = int(np.flatnonzero(~same)[0])
        raise DataError(
            f"CD differs from {PEER} for {np.count_nonzero(~same)} of {len(focal)} papers, such as "
            f"paper {focal[wrong]}: {ours[wrong]} and {theirs[wrong]}",
            hint="One of the two is wrong, so no time is told.",
        )


def machine() -> dict[str, Any]:
    """Hardware, load and versions, as they are now."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load_average": [round(value, 2) for value in os.getloadavg()],
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


class Program:
    """A process that prepares once and then runs once per request."""

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        context = get_context("spawn")  # a fork would start with our memory
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=work, args=(other, *arguments), daemon=True)
        self._process.start()
        other.close()
        self.ready = self._receive()

    def ask(self) -> dict[str, Any]:
        """Run once more."""
        self._pipe.send(None)
        return self._receive()

    def close(self) -> None:
        """End the process."""
        self._pipe.close()  # the process waits for a request, and ends without one
        self._process.join()

    def _receive(self) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = self._pipe.recv()
        except EOFError as error:
            raise ScinetError(
                "a process of the benchmark ended early",
                hint="Take fewer papers; the memory may be short.",
            ) from error
        return answer


def simulated(pipe: Connection, room: str, num_papers: int, seed: int) -> None:
    """Write the arrays of a simulated network to a folder."""
    network = simulate(num_papers, seed)
    citing = network.references.row_numbers()
    # The peer has no rule for citations without order, so both get only those with one.
    ordered = network.references.keep(network.day[citing] > network.day[network.references.indices])
    np.save(Path(room) / "day.npy", network.day)
    np.save(Path(room) / "indptr.npy", ordered.indptr)
    np.save(Path(room) / "indices.npy", ordered.indices)
    pipe.send({})


def _ours(pipe: Connection, room: str) -> None:
    folder = Path(room)
    snapshot = arrays_of(folder)
    _ = snapshot.ordered, snapshot.ordered_by
    on_arrays(snapshot, window_days=WINDOW_DAYS, focal=np.arange(10))  # compiles
    threads = numba.get_num_threads()
    pipe.send({"citations": len(snapshot.cites.indices), "threads": threads})
    while wanted(pipe):
        start = time.perf_counter()
        counts = on_arrays(snapshot, window_days=WINDOW_DAYS)
        both = time.perf_counter()
        on_arrays(snapshot, window_days=WINDOW_DAYS, threads=1)
        end = time.perf_counter()
        np.save(folder / "ours.npy", counts.cd)
        pipe.send({"all_threads": both - start, "one_thread": end - both, "peak_mib": peak_mib()})


def _peer(pipe: Connection, room: str) -> None:
    folder = Path(room)
    start = time.perf_counter()
    graph = cdindex_graph(folder)
    focal = np.load(folder / "focal.npy").tolist()
    pipe.send({"build": time.perf_counter() - start})
    while wanted(pipe):
        start = time.perf_counter()
        found = [graph.cdindex(paper, WINDOW_DAYS) for paper in focal]
        seconds = time.perf_counter() - start
        values = np.array([np.nan if value is None else value for value in found])
        np.save(folder / "peer.npy", values)
        pipe.send({"sample": seconds, "peak_mib": peak_mib()})


def cdindex_graph(folder: Path) -> Any:
    """The network as the peer holds it."""
    # The peer's licence is GPL: it is imported in its own process only, and nothing needs it.
    import cdindex

    graph = cdindex.Graph()
    for paper, day in enumerate(np.load(folder / "day.npy").tolist()):
        graph.add_vertex(paper, day)
    rows = Csr(np.load(folder / "indptr.npy"), np.load(folder / "indices.npy"))
    for paper in range(rows.num_rows):
        for cited in rows.row(paper).tolist():
            graph.add_edge(paper, cited)
    return graph


def wanted(pipe: Connection) -> bool:
    """Wait for a request; False when there will be none."""
    try:
        pipe.recv()
    except EOFError:
        return False
    return True


def arrays_of(folder: Path) -> Snapshot:
    """A snapshot of citations alone."""
    day = np.load(folder / "day.npy")
    cites = Csr(np.load(folder / "indptr.npy"), np.load(folder / "indices.npy"))
    none, empty = np.empty(0, dtype=object), np.empty(0, dtype=np.int32)
    text = np.empty(len(day), dtype=object)
    return Snapshot(
        before=None,
        graph_fingerprint="simulated",
        paper_id=text,
        day=day,
        first_day=day,
        title=text,
        abstract=text,
        cites=cites,
        author_id=none,
        author_name=none,
        authored=Csr(np.zeros(len(day) + 1, dtype=np.int64), empty),
        venue_id=none,
        venue=empty,
        co_mention=empty.reshape(0, 2),
        co_mention_citing=empty,
        left_out={},
    )


def peak_mib() -> float:
    """Largest memory this process had; the kernel's own count, which starts at its exec."""
    status = Path("/proc/self/status")
    if status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
