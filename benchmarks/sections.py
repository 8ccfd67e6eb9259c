"""The sections of the page of results: a study, reading, growth."""

from collections.abc import Iterable
from typing import Any, Final

from benchmarks.cells import values
from scinet.experiments.markdown import bullets

_SERIES: Final = {
    "growth": (
        "Growth",
        "Each job at each size in a process of its own. The work is counted, not timed: what must "
        "be looked at, whatever the program. Exponents are fitted over all sizes. A time that "
        "grows faster than its work is that of memory: what is known of a paper fits into the "
        "nearest cache of ten thousand papers, and into none of ten million. How much this alone "
        "comes to shows the last job, which does nothing but look up.",
    ),
    "import-files": (
        "Growth of a bulk load",
        "From packed JSON lines to the tables that Neo4j's importer reads: each paper checked, all "
        "hashed, repeats and works without a record found; without a database, and without the "
        "importer. *CPU s* and *peak MiB* are of all processes together: one reads the files and "
        "in the end sorts on disk within 2 GB of memory, which a million papers do not fill, and "
        "unless there are few papers one for each core makes the tables. The exponent is that of "
        "the CPU seconds.",
    ),
}
_READING: Final = """\
How fast files become checked papers that may be stored: what a file holds is recognised, it is
hashed, parsed and checked, in one process on one core, without a database. One simulated network
was written in every format, and no time is shown unless all its papers and all its citations came
back. *Parser alone* is the least that any program takes that uses that library: the same files,
parsed by it and thrown away. Formats without citations/s do not say who cites whom. BibTeX and RIS
were written by scinet's own export, without abstracts. There is no peer: no other program makes
papers of all of these."""


def study(result: dict[str, Any]) -> list[str]:
    """What was measured in a database, or of several programs."""
    crossings = [
        {**one, "crossover": one["crossover"] or "no number"} for one in result.get("crossings", ())
    ]
    rows = result["rows"]
    client = f"; client peak {result['peak_mib']:,.0f} MiB" if "peak_mib" in result else ""
    return [
        f"## {result['name']}: {result['title']}",
        f"{result['papers']:,} papers, {result['citations']:,} citations{client}. "
        f"{result['summary']}.",
        *values(crossings),
        *values([row for row in rows if "error" not in row]),
        *failed(f"{row['way']}: {row['error']}" for row in rows if "error" in row),
    ]


def grown(result: dict[str, Any], plot: str | None) -> list[str]:
    """How time, memory and work grow."""
    fits = [
        {"job": fit["job"], "time_exponent": fit["time"], "work_exponent": fit["work"]}
        for fit in result["fits"]
        if fit["time"] is not None
    ]
    rows = result["rows"]
    title, text = _SERIES[result["name"]]
    return [
        f"## {title}",
        text,
        *([f"![time and memory over papers]({plot})"] if plot else []),
        *values(fits),
        *values([row for row in rows if "error" not in row]),
        *failed(f"{r['job']}, {r['papers']:,}: {r['error']}" for r in rows if "error" in r),
    ]


def read(result: dict[str, Any]) -> list[str]:
    """How fast files of each format become papers."""
    rows = result["rows"]
    return [
        "## Reading",
        _READING,
        f"{result['papers']:,} papers, {result['citations']:,} citations.",
        *values([row for row in rows if "error" not in row]),
        *failed(f"{row['format']}: {row['error']}" for row in rows if "error" in row),
        f"Not timed: {'; '.join(result['left_out'])}.",
    ]


def failed(lines: Iterable[str]) -> list[str]:
    """What failed, as a list; nothing where nothing did."""
    listed = bullets(lines)
    return ["Failed:", listed] if listed else []
