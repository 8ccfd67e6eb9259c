"""Input of both sides of a workload: a simulated network, as arrays in a folder."""

from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from scinet import machine
from scinet.experiments.process import LIMIT_S, run_once
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.synthetic.network import simulate

_S_PER_PAPER: Final = 2e-3  # ten times the slowest step, making import files


def ready(
    what: str, networks: Path, num_papers: int, seed: int, bytes_per_paper: int
) -> tuple[Path, int]:
    """Return the folder of a network and its number of citations; refused if memory is short."""
    needed = 500 + bytes_per_paper * num_papers // 2**20
    machine.refuse_if_too_large(f"{what} on {num_papers:,} papers", needed, hint=machine.SMALLER)
    room = networks / f"{num_papers}-{seed}"
    arguments = (str(room), num_papers, seed)
    return room, run_once(write, *arguments, limit_s=limit_s(num_papers))["citations"]


def limit_s(num_papers: int) -> float:
    """Return the time limit of a step on this many papers."""
    return LIMIT_S + num_papers * _S_PER_PAPER


def write(folder: str, num_papers: int, seed: int) -> dict[str, Any]:
    """Simulate a network unless the folder holds it; return the number of citations."""
    done = Path(folder) / "done"
    if not done.is_file():
        Path(folder).mkdir(parents=True, exist_ok=True)
        network = simulate(num_papers, seed)
        citing = network.references.row_numbers()
        # Peers have no rule for citations against the order of time: all get only those in order.
        is_ordered = network.day[citing] > network.day[network.references.indices]
        cites = network.references.keep(is_ordered)
        for name, rows in (("cites", cites), ("authored", network.authored)):
            np.save(Path(folder) / f"{name}-indptr.npy", rows.indptr)
            np.save(Path(folder) / f"{name}-indices.npy", rows.indices)
        for name in ("day", "venue", "topic"):
            np.save(Path(folder) / f"{name}.npy", getattr(network, name))
        done.touch()
    return {"citations": len(rows_of(Path(folder), "cites").indices)}


def rows_of(folder: Path, name: str) -> Csr:
    """Return the rows of ``cites`` (citing to cited papers) or ``authored`` (papers to authors)."""
    return Csr(np.load(folder / f"{name}-indptr.npy"), np.load(folder / f"{name}-indices.npy"))


def snapshot_of(folder: Path) -> Snapshot:
    """Return a snapshot without texts; the id of a paper is its position."""
    day, venue = np.load(folder / "day.npy"), np.load(folder / "venue.npy")
    authored = rows_of(folder, "authored")
    authors = _numbers(int(authored.indices.max()) + 1)
    text = np.empty(len(day), dtype=object)
    return Snapshot(
        before=None,
        graph_fingerprint="simulated",
        paper_id=_numbers(len(day)),
        day=day,
        first_day=day,
        title=text,
        abstract=text,
        cites=rows_of(folder, "cites"),
        author_id=authors,
        author_name=authors,
        authored=authored,
        venue_id=_numbers(int(venue.max()) + 1),
        venue=venue,
        co_mention=np.empty((0, 2), dtype=np.int32),
        co_mention_citing=np.empty(0, dtype=np.int32),
        left_out={},
    )


def _numbers(count: int) -> np.ndarray:
    # Equal widths, so that text order is numeric order.
    width = len(str(count))
    return np.array([f"{number:0{width}}" for number in range(count)], dtype=object)


def about(
    name: str, title: str, papers: int, seed: int, load_before: list[float]
) -> dict[str, Any]:
    """Return the fields shared by all results: name, size, and the machine with its load."""
    return {
        "name": name,
        "title": title,
        "network": "simulated",
        "papers": papers,
        "seed": seed,
        "threads": numba.get_num_threads(),
        "missing": [],
        **machine.machine_facts(),
        "load_average_before": load_before,
    }
