"""Speed of reading a folder of files as a load does, and of the bare parser as its bound.

Run in a process of its own that imports no more than a load does, so its memory is the reader's.
"""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import orjson

from benchmarks.clock import timed
from scinet import machine
from scinet.graph.load.batch import batch_lines, read_records
from scinet.graph.load.failure import unreadable_error
from scinet.graph.load.plan import plan_load
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.files import ReadProgress

_WITHIN_S: Final = 15.0
Parser = Callable[[Path], int]


def rate(folder: Path, parser: Parser | None) -> dict[str, Any]:
    """Return seconds and peak memory of reading, counts, and the seconds of the parser."""
    seconds, (papers, cited) = timed(lambda: counted(folder), within_s=_WITHIN_S)
    measures = {
        "seconds": seconds,
        "papers": papers,
        "citations": cited,
        "peak_mib": machine.peak_memory_mib(),
    }
    if parser is None:
        return measures
    alone, _ = timed(lambda: parser(folder), within_s=_WITHIN_S)
    return {**measures, "parser_s": alone}


def counted(folder: Path) -> tuple[int, int]:
    """Make all paper and full-text records; return the numbers of papers and citations."""
    papers = cited = 0
    with plan_load([folder], kind=None, source="bench", table=CountTable({})) as plan:
        faults = list(plan.faults)
        for part in plan.parts:
            reading = ReadProgress()
            for lines in batch_lines(part.kind.lines(part.files, reading), part.kind.batch_size):
                made, _ = read_records(lines, part.kind.make, part.source)
                if part.kind.has_papers:
                    papers += len(made)
                    cited += sum(len(entry.record.references) for entry in made)
            faults += reading.faults
    if faults:
        raise unreadable_error(faults)
    return papers, cited


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.is_file())


def json_lines(folder: Path) -> int:
    """Parse each line with orjson; return the number of objects."""
    rows = 0
    for file in _files(folder):
        with file.open("rb") as lines:
            for line in lines:
                orjson.loads(line)
                rows += 1
    return rows


def json_documents(folder: Path) -> int:
    """Parse whole documents with orjson; return their number."""
    return sum(bool(orjson.loads(file.read_bytes())) for file in _files(folder))


def parquet(folder: Path) -> int:
    """Convert rows to Python objects; return their number."""
    from pyarrow import parquet as tables

    return sum(
        len(batch.to_pylist())
        for file in _files(folder)
        for batch in tables.ParquetFile(file).iter_batches()
    )


def bibtex(folder: Path) -> int:
    """Split entries into fields; return the number of entries."""
    from bibtexparser.entrypoint import parse_string

    texts = (file.read_text(encoding="utf-8") for file in _files(folder))
    return sum(len(parse_string(text).entries) for text in texts)


def ris(folder: Path) -> int:
    """Split entries into fields; return the number of entries."""
    import rispy

    return sum(len(rispy.loads(file.read_text(encoding="utf-8"))) for file in _files(folder))


def table(folder: Path) -> int:
    """Split rows into cells; return the number of rows."""
    rows = 0
    for file in _files(folder):
        with file.open(encoding="utf-8", newline="") as stream:
            rows += sum(1 for _ in csv.reader(stream))
    return rows


def xml(folder: Path) -> int:
    """Parse whole documents without keeping them; return the number of elements."""
    import lxml.etree as etree

    elements = 0
    for file in _files(folder):
        for _, element in etree.iterparse(file, events=("end",)):
            elements += 1
            element.clear()
    return elements


NAMES: Final[dict[Parser, str]] = {
    json_lines: "orjson, line by line",
    json_documents: "orjson",
    parquet: "pyarrow",
    bibtex: "bibtexparser",
    ris: "rispy",
    table: "csv",
    xml: "lxml",
}
