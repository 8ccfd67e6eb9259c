"""How fast files of each format become checked papers, beside what the parser takes alone.

One simulated network is written in every format that people bring. A process each reads one,
from the look at what the file holds to records that may be stored, on one core and without a
database. No time is shown unless all papers and all their references were read.
"""

import tempfile
from pathlib import Path
from typing import Any, Final

from benchmarks.arrays import about
from benchmarks.formats import papers, parsers
from benchmarks.formats.known import FORMATS, left_out
from benchmarks.formats.rate import rate
from scinet import machine
from scinet.errors import DataError, ScinetError
from scinet.experiments.process import once
from scinet.graph.simulation import generate

NAME: Final = "reading"
PAPERS: Final = {"small": 300, "full": 20_000}
_BYTES_PER_PAPER: Final = 40_000
_LIMIT_S: Final = 600.0


def measure(num_papers: int, *, seed: int = 1) -> dict[str, Any]:
    """Write a network in every format, and read each.

    Returns:
        ``rows``, one for each format: papers, citations and megabytes in a second, peak memory of
        the process that read, and how often as long as its ``parser`` alone it took; one that
        failed has its ``error`` instead. ``left_out`` lists formats that are not timed.
    """
    before = machine.facts()["load_average"]
    needed = 500 + _BYTES_PER_PAPER * num_papers // 2**20
    machine.refuse_if_too_large(f"{NAME} {num_papers:,} papers", needed, hint=machine.SMALLER)
    with tempfile.TemporaryDirectory(prefix="scinet-") as name:
        room = Path(name)
        written = once(_write, room, num_papers, seed, limit_s=_LIMIT_S)
        rows = [_row(number, room, written) for number in range(len(FORMATS))]
    result = about(NAME, "papers of every format", num_papers, seed, before)
    citations = written["citations"]
    return {**result, "citations": citations, "rows": rows, "left_out": list(left_out())}


def _write(room: Path, num_papers: int, seed: int) -> dict[str, Any]:
    generate(num_papers, seed, room / "network")
    listed = papers.of_folder(room / "network")
    for number, one in enumerate(FORMATS):
        folder = _folder(room, number)
        folder.mkdir()
        one.write(listed, folder)
    return {"papers": len(listed), "citations": sum(len(paper.cites) for paper in listed)}


def _folder(room: Path, number: int) -> Path:
    return room / f"format-{number}"


def _row(number: int, room: Path, written: dict[str, Any]) -> dict[str, Any]:
    form, folder = FORMATS[number], _folder(room, number)
    try:
        done = once(rate, folder, form.parser, limit_s=_LIMIT_S)
        expected = (written["papers"], written["citations"] if form.has_references else 0)
        if (done["papers"], done["citations"]) != expected:
            raise DataError(
                f"{done['papers']:,} papers and {done['citations']:,} citations were read, "
                f"{expected[0]:,} and {expected[1]:,} were written",
                hint="Its reader or its writer is wrong, so no time is reported.",
            )
    except ScinetError as error:
        return {"format": form.title, "error": f"{error}. {error.hint}".rstrip()}
    seconds = done["seconds"]
    size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
    row = {
        "format": form.title,
        **done,
        "papers_per_s": done["papers"] / seconds,
        "citations_per_s": done["citations"] / seconds if form.has_references else None,
        "megabytes": size,
        "mb_per_s": size / seconds,
    }
    if form.parser is None:
        return row
    name = parsers.NAMES[form.parser]
    return {**row, "parser": name, "times_parser": seconds / done["parser_s"]}
