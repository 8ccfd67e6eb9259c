"""What each verb of ``scinet spark`` takes on this machine, for plans of larger ones.

CPU seconds of all processes, Java and the workers among them, beside work that is counted in the
tables: so that what a cluster needs can be worked out from the work that a network makes.
"""

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

import scinet.spark
from scinet import machine
from scinet.errors import DataError, ScinetError
from scinet.experiments.bench.arrays import about
from scinet.experiments.bench.importing import written
from scinet.experiments.family import Family
from scinet.experiments.process import once
from scinet.graph.simulation.write import PAPERS as FILE

NAME: Final = "spark"
PAPERS: Final = {"small": 200, "full": 100_000}
_LIMIT_S: Final = 1_800.0
_NEEDED_MIB: Final = 8_000

# The verb, what its work is counted in, and how it is asked.
_JOBS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "tables": ("tables", "papers and citations", {}),
    "disruption within five years": ("disruption", "citations of references", {}),
    "co-citation, three times and more": ("co_citation", "pairs of references", {"minimum": 3}),
    "coupling by four references and more": ("coupling", "pairs of citing papers", {"minimum": 4}),
    "novelty of venues": ("novelty", "pairs of references", {"item": "venue"}),
}


def measure(num_papers: int, *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Make tables of a simulated network, and everything that is made of tables.

    Returns:
        ``rows``, one for each verb: seconds, CPU seconds and peak memory of all processes, the
        work, and microseconds of CPU for each unit of it; one that failed has its ``error``.
    """
    before = machine.facts()["load_average"]
    machine.refuse_if_too_large(f"{NAME}, {num_papers:,} papers", _NEEDED_MIB, hint=machine.SMALLER)
    source = networks / f"records-{num_papers}-{seed}"
    once(written, source, num_papers, seed, limit_s=_LIMIT_S)
    room = Path(tempfile.mkdtemp(prefix="spark-", dir=source))
    try:
        rows = [_row(job, source / FILE, room) for job in _JOBS]
        citations = counted(room / "tables")["citations"]
    finally:
        shutil.rmtree(room, ignore_errors=True)
    result = about(NAME, "verbs of Spark on one machine", num_papers, seed, before)
    return {**result, "citations": citations, "rows": rows}


def counted(tables: Path) -> dict[str, int]:
    """The work in tables, by the name of its unit, and the number of citations among papers."""
    cites = pd.read_parquet(tables / "citations", columns=["citing", "cited"]).dropna()
    references, citations = (
        np.unique(cites[name].to_numpy(np.int64), return_counts=True)[1].astype(np.int64)
        for name in ("citing", "cited")
    )
    papers = len(pd.read_parquet(tables / "papers", columns=["number"]))
    return {
        "citations": len(cites),
        "papers and citations": papers + len(cites),
        "citations of references": int((citations**2).sum()),
        "pairs of references": int((references * (references - 1) // 2).sum()),
        "pairs of citing papers": int((citations * (citations - 1) // 2).sum()),
    }


def _row(job: str, file: Path, room: Path) -> dict[str, Any]:
    verb, unit, how = _JOBS[job]
    try:
        done = once(_timed, verb, how, file, room, limit_s=_LIMIT_S, has_children=True)
    except ScinetError as error:
        return {"job": job, "error": f"{error}. {error.hint}"}
    work = counted(room / "tables")[unit]
    return {"job": job, **done, "work": work, "unit": unit, "cpu_us": done["cpu_s"] / work * 1e6}


def _timed(verb: str, how: dict[str, Any], file: Path, room: Path) -> dict[str, Any]:
    given = (file, room / "tables") if verb == "tables" else (room / "tables", room / verb)
    ask: Callable[..., Any] = getattr(scinet.spark, verb)
    begun = time.perf_counter()
    with Family() as family:
        ask(*given, **({"source": "s"} if verb == "tables" else how))
    seconds = time.perf_counter() - begun
    if verb != "tables" and not any((room / verb).rglob("*.parquet")):
        raise DataError(f"{verb} has no answer", hint="It is wrong, so no time is reported.")
    return {"seconds": seconds, "cpu_s": family.cpu_s, "peak_mib": family.peak_mib}
