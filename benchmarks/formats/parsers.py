"""What the parser of a format takes alone, of which nobody makes a paper yet: the lower bound."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import orjson

Parser = Callable[[Path], int]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.is_file())


def json_lines(folder: Path) -> int:
    """Objects of all lines."""
    found = 0
    for file in _files(folder):
        with file.open("rb") as lines:
            for line in lines:
                orjson.loads(line)
                found += 1
    return found


def json_documents(folder: Path) -> int:
    """Whole documents."""
    return sum(bool(orjson.loads(file.read_bytes())) for file in _files(folder))


def parquet(folder: Path) -> int:
    """Rows as objects of Python."""
    from pyarrow import parquet as tables

    return sum(
        len(batch.to_pylist())
        for file in _files(folder)
        for batch in tables.ParquetFile(file).iter_batches()
    )


def bibtex(folder: Path) -> int:
    """Entries, split into fields."""
    from bibtexparser.entrypoint import parse_string

    texts = (file.read_text(encoding="utf-8") for file in _files(folder))
    return sum(len(parse_string(text).entries) for text in texts)


def ris(folder: Path) -> int:
    """Entries, split into fields."""
    import rispy

    return sum(len(rispy.loads(file.read_text(encoding="utf-8"))) for file in _files(folder))


def table(folder: Path) -> int:
    """Rows of cells."""
    found = 0
    for file in _files(folder):
        with file.open(encoding="utf-8", newline="") as stream:
            found += sum(1 for _ in csv.reader(stream))
    return found


def xml(folder: Path) -> int:
    """Elements of whole documents, of which nothing is kept."""
    import lxml.etree as etree

    found = 0
    for file in _files(folder):
        for _, element in etree.iterparse(file, events=("end",)):
            found += 1
            element.clear()
    return found


NAMES: Final[dict[Parser, str]] = {
    json_lines: "orjson, line by line",
    json_documents: "orjson",
    parquet: "pyarrow",
    bibtex: "bibtexparser",
    ris: "rispy",
    table: "csv",
    xml: "lxml",
}
