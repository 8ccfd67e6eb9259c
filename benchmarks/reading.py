"""Speed of reading the files of each format into checked papers, beside the bare parser.

A simulated network is written in every format and read by a process each, from format detection to
records ready to store, on one core and without a database. No time is shown unless all papers and
references were read.
"""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.arrays import about
from benchmarks.formats import markup, objects, rate, texts
from benchmarks.formats.papers import Papers, of_folder
from benchmarks.formats.rate import Parser
from benchmarks.importing import written
from scinet import machine
from scinet.errors import DataError, ScinetError
from scinet.experiments.process import run_once
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.sources.recognise import FORMATS as READERS

NAME: Final = "reading"
SIZES: Final = {"small": (300,), "full": (20_000,)}
_BYTES_PER_PAPER: Final = 40_000
_LIMIT_S: Final = 600.0


def measure(sizes: tuple[int, ...], *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Write the largest network in every format, and read each.

    Returns:
        ``rows``, one for each format: papers, citations and megabytes per second, peak memory of
        the reader, and its time as a multiple of that of its ``parser`` alone; a failed one has its
        ``error`` instead. ``left_out`` lists formats that are not timed.
    """
    before, num_papers = machine.machine_facts()["load_average"], max(sizes)
    needed = 500 + _BYTES_PER_PAPER * num_papers // 2**20
    machine.refuse_if_too_large(f"{NAME} {num_papers:,} papers", needed, hint=machine.SMALLER)
    with tempfile.TemporaryDirectory(prefix="scinet-") as name:
        room, network = Path(name), networks / f"records-{num_papers}-{seed}"
        run_once(written, network, num_papers, seed, limit_s=_LIMIT_S)
        counts = run_once(_write, network, room, limit_s=_LIMIT_S)
        rows = [_row(number, room, counts) for number in range(len(FORMATS))]
    result = about(NAME, "papers of every format", num_papers, seed, before)
    return {**result, "citations": counts["citations"], "rows": rows, "left_out": [*left_out()]}


def _write(network: Path, room: Path) -> dict[str, Any]:
    listed = of_folder(network)
    for number, file_format in enumerate(FORMATS):
        folder = _folder(room, number)
        folder.mkdir()
        file_format.write(listed, folder)
    return {"papers": len(listed), "citations": sum(len(paper.cites) for paper in listed)}


def _folder(room: Path, number: int) -> Path:
    return room / f"format-{number}"


def _row(number: int, room: Path, counts: dict[str, Any]) -> dict[str, Any]:
    form, folder = FORMATS[number], _folder(room, number)
    try:
        done = run_once(rate.rate, folder, form.parser, limit_s=_LIMIT_S)
        expected = (counts["papers"], counts["citations"] if form.has_references else 0)
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
    name = rate.NAMES[form.parser]
    return {**row, "parser": name, "times_parser": seconds / done["parser_s"]}


@dataclass(frozen=True)
class Format:
    """File format of a benchmark.

    Attributes:
        readers: Names of what is read, in :data:`~scinet.graph.sources.recognise.FORMATS`.
        write: Writes papers into an empty folder.
        parser: Bare parser; None where the reader has its own.
        has_references: Whether the format contains citations.
    """

    title: str
    readers: frozenset[str]
    write: Callable[[Papers, Path], None]
    parser: Parser | None
    has_references: bool = True


def _format(
    title: str,
    reader: str,
    write: Callable[[Papers, Path], None],
    parser: Parser | None,
    *,
    has_references: bool = True,
) -> Format:
    return Format(title, frozenset({reader}), write, parser, has_references)


FORMATS: Final = (
    _format("JSON lines of scinet", "records", objects.records, rate.json_lines),
    _format("OpenAlex, JSON lines", "OpenAlex", objects.openalex_lines, rate.json_lines),
    _format("OpenAlex, pages of its API", "OpenAlex", objects.openalex_pages,
            rate.json_documents),
    _format("OpenAlex, Parquet of its snapshot", "OpenAlex Parquet", objects.openalex_table,
            rate.parquet),
    _format(
        "Semantic Scholar, a release", "Semantic Scholar", objects.semantic_scholar,
        rate.json_lines,
    ),
    _format("Crossref, JSON lines", "Crossref", objects.crossref, rate.json_lines),
    _format("Scopus, CSV", "Scopus", texts.scopus, rate.table),
    Format(
        "Web of Science, tagged text",
        frozenset({"Web of Science", "Web of Science plain text"}),
        texts.web_of_science,
        None,
    ),
    _format("Dimensions, CSV", "Dimensions", texts.dimensions, rate.table),
    _format("Lens, CSV", "Lens", texts.lens, rate.table),
    _format("PubMed, XML", "PubMed XML", markup.pubmed, rate.xml),
    _format("JATS, full text", "JATS", markup.jats, rate.xml),
    _format("TEI of GROBID, full text", "TEI", markup.tei, rate.xml),
    _format("unarXive, full text", "unarXive", objects.unarxive, rate.json_lines),
    _format("BibTeX", "BibTeX", texts.bibtex, rate.bibtex, has_references=False),
    _format("RIS", "RIS", texts.ris, rate.ris, has_references=False),
    _format("CSL-JSON", "CSL-JSON", objects.csl, rate.json_documents, has_references=False),
    _format("arXiv, JSON lines", "arXiv", objects.arxiv, rate.json_lines,
            has_references=False),
    _format("DBLP, XML", "DBLP", markup.dblp, rate.xml, has_references=False),
    _format("ACL Anthology, XML", "ACL Anthology", markup.acl_anthology, rate.xml,
            has_references=False),
)  # fmt: skip
LEFT_OUT: Final = {
    "EndNote": "tagged text of EndNote, which is read as that of Web of Science is",
    "EndNote XML": "XML of EndNote, which is read as that of PubMed is",
    "PubMed": "tagged text of PubMed, which is read as that of Web of Science is",
    "PubMed MEDLINE": "sets of MEDLINE, which are read as those of PubMed are",
    "PubMed Bookshelf": "sets of books, which are read as those of PubMed are",
    "Lens JSON": "JSON of Lens, which is read as that of Crossref is",
    "PubMed CSV": "CSV of PubMed, which is read as that of Lens is",
    "Publish or Perish": "CSV of Publish or Perish, which is read as that of Lens is",
    "Google Scholar": "CSV of Google Scholar, which is read as that of Lens is",
    "IEEE Xplore": "CSV of IEEE Xplore, which is read as that of Lens is",
    "OpenAlex CSV": "CSV of OpenAlex, which becomes JSON lines first",
    "OpenAlex merged works": "ids of merged works, which are no papers",
    "table of papers or citations": "tables of your own, which become JSON lines first",
    "AMiner": "papers of AMiner, which are read as those of OpenAlex are",
    "AMiner text": "text of AMiner, which is read as that of Web of Science is",
    "PreScience Parquet": "rows of PreScience, which are those of one benchmark",
    "PreScience": "rows of PreScience, which are those of one benchmark",
    "ScienceMeter": "triplets of ScienceMeter, which are those of one benchmark",
}
"""Reasons for readers of papers that are not timed."""


def all_readers() -> frozenset[str]:
    """Return the names of all readers of papers."""
    return frozenset(form.name for form in READERS.values() if form.kind in PAPER_KINDS)


def left_out() -> Iterator[str]:
    """Yield the formats that are not timed, with their reasons."""
    timed = {name for one in FORMATS for name in one.readers}
    for name in sorted(all_readers() - timed):
        yield LEFT_OUT.get(name, f"{name}, which nothing here writes yet")
