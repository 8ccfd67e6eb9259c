"""Growth of time and memory of preparing a bulk load with the size of the network.

The steps of ``scinet load`` in bulk before Neo4j's importer begins, from packed JSON lines to its
input tables: no database is needed. The memory of all processes together should not grow with the
number of papers.
"""

import shutil
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.arrays import about, limit_s
from benchmarks.family import Family
from benchmarks.growth import exponent
from scinet import machine
from scinet.errors import DataError, ScinetError
from scinet.experiments.process import run_once
from scinet.graph.load.bulk.prepare import LoadEntry, prepare
from scinet.graph.load.bulk.size import estimate_size, refuse_if_too_large
from scinet.graph.load.plan import plan_load
from scinet.graph.sources.counts import CountTable
from scinet.graph.synthetic import generate
from scinet.graph.synthetic.write import PAPERS

NAME: Final = "import-files"
SIZES: Final = {"small": (500, 1_000, 2_000), "full": (10_000, 100_000, 1_000_000)}
JOB: Final = "import files of all papers"
_BYTES_PER_PAPER: Final = 1_000  # of the simulation, which needs more than the import


def measure(sizes: tuple[int, ...], *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Prepare the import files of a network of each size.

    Returns:
        ``rows``, one for each size: seconds, CPU seconds of all processes, papers and citations per
        second, peak memory of all processes; a failed one has its ``error`` instead. ``fits``:
        exponents of CPU seconds, and of papers and citations, over papers.
    """
    before = machine.machine_facts()["load_average"]
    rows = [
        {"job": JOB, "papers": papers, **_measure_at(papers, networks, seed)} for papers in sizes
    ]
    done = [row for row in rows if "error" not in row]
    columns = ([row[name] for row in done] for name in ("papers", "cpu_s", "work"))
    papers, seconds, work = columns
    fit = {"job": JOB, "time": exponent(papers, seconds), "work": exponent(papers, work)}
    result = about(NAME, "import files by size", max(sizes), seed, before)
    return {**result, "rows": rows, "fits": [fit]}


def _measure_at(papers: int, networks: Path, seed: int) -> dict[str, Any]:
    folder = networks / f"records-{papers}-{seed}"
    try:
        needed = 500 + _BYTES_PER_PAPER * papers // 2**20
        machine.refuse_if_too_large(f"{papers:,} papers", needed, hint=machine.SMALLER)
        limit = limit_s(papers)
        run_once(written, folder, papers, seed, limit_s=limit)
        return run_once(_prepare, folder, papers, limit_s=limit, has_children=True)
    except ScinetError as error:
        return {"error": f"{error}. {error.hint}"}


def written(folder: Path, papers: int, seed: int) -> dict[str, Any]:
    """Simulate a network unless the folder holds it; return an empty result."""
    if not (folder / PAPERS).is_file():
        generate(papers, seed, folder)
    return {}


def _prepare(folder: Path, papers: int) -> dict[str, Any]:
    # Beside the network: import files can be larger than the temporary folder allows.
    target = Path(tempfile.mkdtemp(prefix="import-", dir=folder))
    try:
        with plan_load([folder / PAPERS], kind=None, source="bench", table=CountTable({})) as plan:
            [part] = plan.parts
            refuse_if_too_large(estimate_size(part), target)
            entry = LoadEntry("bench", part, part.kind.batch_size, {}, {})
            begun = time.perf_counter()
            with Family() as family:
                done = prepare(entry, target, lambda _: None)
            seconds = time.perf_counter() - begun
    finally:
        shutil.rmtree(target, ignore_errors=True)
    if done.account["loaded"] != papers:
        raise DataError(
            f"{done.account['loaded']:,} of {papers:,} papers were prepared",
            hint="The loader is wrong, so no time is reported.",
        )
    citations = done.account["references.read"]
    return {
        "citations": citations,
        "seconds": seconds,
        "cpu_s": family.cpu_s,
        "peak_mib": family.peak_mib,
        "work": papers + citations,
        "unit": "papers and citations",
        "work_per_s": (papers + citations) / seconds,
    }
