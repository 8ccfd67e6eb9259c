"""Resources of each Spark verb on this machine: ``python -m benchmarks.spark``.

CPU seconds of all processes, Java and workers included, beside the work counted in the tables, so
that the needs of a cluster can be computed from the work of a network.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from benchmarks.family import Family
from scinet import machine
from scinet.errors import ScinetError
from scinet.experiments.markdown import format_table
from scinet.experiments.process import run_once
from scinet.graph.schema.dates import add_years
from scinet.graph.synthetic import generate
from scinet.graph.synthetic.write import PAPERS
from scinet.spark import engine, verbs

_LIMIT_S: Final = 1_800.0
_WINDOW_CITATIONS: Final = "citations of a paper and its references in five years"
# Jobs by title, each with its verb, unit of work and arguments.
_JOBS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "tables": ("tables", "papers and citations", {"source": "s"}),
    "disruption within five years": ("disruption", _WINDOW_CITATIONS, {}),
    "co-citation, three times and more": ("co_citation", "pairs of references", {"minimum": 3}),
    "coupling by four references and more": ("coupling", "pairs of citing papers", {"minimum": 4}),
    "novelty of venues": ("novelty", "pairs of references", {"item": "venue"}),
}
_HEAD: Final = ("job", "seconds", "CPU s", "peak MiB", "work", "counted in", "CPU each, µs")


def measure(num_papers: int, room: Path, *, seed: int = 1) -> list[dict[str, Any]]:
    """Make tables of a simulated network, and run every verb on them.

    Returns:
        A row for each verb: seconds, CPU seconds and peak memory of all processes, the work and its
        unit, and CPU microseconds per unit.

    Raises:
        ScinetError: If a verb fails, or takes more than half an hour.
    """
    generate(num_papers, seed, room / "network")
    rows = []
    for job, (verb, unit, how) in _JOBS.items():
        done = run_once(_run_verb, verb, how, room, limit_s=_LIMIT_S, has_children=True)
        work = counted(room / "tables")[unit]
        rows.append(
            {"job": job, **done, "work": work, "unit": unit, "us": done["cpu_s"] / work * 1e6}
        )
    return rows


def counted(tables: Path) -> dict[str, int]:
    """Return the amounts of work in tables, by unit."""
    columns = ["citing", "cited", "day", "cited_day"]
    cites = pd.read_parquet(tables / "citations", columns=columns).dropna(subset="cited")
    references, citations = (
        np.unique(cites[name].to_numpy(np.int64), return_counts=True)[1].astype(np.int64)
        for name in ("citing", "cited")
    )
    papers = len(pd.read_parquet(tables / "papers", columns=["number"]))
    return {
        "papers and citations": papers + len(cites),
        _WINDOW_CITATIONS: _count_window_citations(cites.dropna().astype(np.int64)),
        "pairs of references": int((references * (references - 1) // 2).sum()),
        "pairs of citing papers": int((citations * (citations - 1) // 2).sum()),
    }


def _count_window_citations(cites: pd.DataFrame) -> int:
    """Count citations within five years of papers with a reference and of these references."""
    ordered = cites[cites.day > cites.cited_day]
    focal = ordered.drop_duplicates("citing")
    met = np.concatenate((ordered["cited"].to_numpy(), focal["citing"].to_numpy()))
    day = np.concatenate((ordered["day"].to_numpy(), focal["day"].to_numpy()))
    last = add_years(day.astype(np.int32), 5).astype(np.int64)
    low = ordered["day"].min()
    width = last.max() - low + 1
    keys = np.sort(ordered["cited"].to_numpy() * width + ordered["day"].to_numpy() - low)
    to_last, to_own = (
        np.searchsorted(keys, met * width + end - low, side="right") for end in (last, day)
    )
    return int((to_last - to_own).sum())


def _run_verb(verb: str, how: dict[str, Any], room: Path) -> dict[str, Any]:
    tables = room / "tables"
    arguments = (room / "network" / PAPERS, tables) if verb == "tables" else (tables, room / verb)
    # Spark starts before the clock, and stays up until the CPU time of its workers is read.
    with engine.open_session(), Family() as family:
        begun = time.perf_counter()
        getattr(verbs, verb)(*arguments, **how)
        seconds = time.perf_counter() - begun
    return {"seconds": seconds, "cpu_s": family.cpu_s, "peak_mib": family.peak_mib}


def page(rows: list[dict[str, Any]], num_papers: int) -> str:
    """Format the rows as a Markdown table under a description."""
    names = ("job", "seconds", "cpu_s", "peak_mib", "work", "unit", "us")
    cells = [
        [
            f"{row[n]:,.3g}"
            if n == "us"
            else f"{row[n]:,.0f}"
            if n not in ("job", "unit")
            else row[n]
            for n in names
        ]
        for row in rows
    ]
    about = machine.machine_facts()
    return (
        f"{num_papers:,} simulated papers; {about['processor']}, {about['cores']} cores, "
        f"{about['memory_gib']} GiB.\n\n{format_table(_HEAD, cells)}\n"
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark")
    parser.add_argument("--papers", type=int, default=100_000)
    num_papers = parser.parse_args().papers
    try:
        with tempfile.TemporaryDirectory(prefix="scinet-", ignore_cleanup_errors=True) as room:
            sys.stdout.write(page(measure(num_papers, Path(room)), num_papers))
    except ScinetError as error:
        sys.exit(f"{error}. {error.hint}".rstrip())


if __name__ == "__main__":
    main()
