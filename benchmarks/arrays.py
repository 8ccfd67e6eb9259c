"""What both sides of a workload read: a simulated network, as arrays in a folder."""

from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from scinet import machine
from scinet.experiments.process import LIMIT_S, run_once
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.synthetic.network import simulate

_S_PER_PAPER: Final = 2e-3  # ten times what the slowest step takes, to make import files


def ready(
    what: str, networks: Path, num_papers: int, seed: int, bytes_per_paper: int
) -> tuple[Path, int]:
    """The folder of a network and its number of citations; refused where memory is short."""
    needed = 500 + bytes_per_paper * num_papers // 2**20
    machine.refuse_if_too_large(f"{what} on {num_papers:,} papers", needed, hint=machine.SMALLER)
    room = networks / f"{num_papers}-{seed}"
    arguments = (str(room), num_papers, seed)
    return room, run_once(write, *arguments, limit_s=limit_s(num_papers))["citations"]


def limit_s(num_papers: int) -> float:
    """How long a step on so many papers may take."""
    return LIMIT_S + num_papers * _S_PER_PAPER


def write(folder: str, num_papers: int, seed: int) -> dict[str, Any]:
    """Simulate a network unless the folder holds it; returns the number of citations."""
    done = Path(folder) / "done"
    if not done.is_file():
        Path(folder).mkdir(parents=True, exist_ok=True)
        network = simulate(num_papers, seed)
        citing = network.references.row_numbers()
        # Peers have no rule for citations without order, so all get only those with one.
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
    """``cites`` (citing to cited papers) or ``authored`` (papers to authors)."""
    return Csr(np.load(folder / f"{name}-indptr.npy"), np.load(folder / f"{name}-indices.npy"))


def snapshot_of(folder: Path) -> Snapshot:
    """A snapshot without texts; the id of a paper is its position."""
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
    # As wide as the largest, so that their order as text is that of the numbers.
    width = len(str(count))
    return np.array([f"{number:0{width}}" for number in range(count)], dtype=object)


def about(
    name: str, title: str, papers: int, seed: int, load_before: list[float]
) -> dict[str, Any]:
    """What every result holds: of what, how large, and the machine with its load."""
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
