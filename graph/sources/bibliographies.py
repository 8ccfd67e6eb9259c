"""Bibliographies as people export them: BibTeX, RIS and CSL-JSON, seen from the first bytes."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import orjson

from scinet.graph.records import BadRecordError
from scinet.graph.sources import bibtex, csl, ris
from scinet.graph.sources.faults import FileFaultError, noted
from scinet.graph.sources.files import Line, Reading, SourceFile, is_json, unpacked
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import row_lines

Entries = Callable[[str], Iterator[tuple[int, dict[str, Any] | str]]]

TEXTS: Final[tuple[tuple[re.Pattern[str], Entries], ...]] = (
    (re.compile(r"(?:\s*%[^\n]*\n)*\s*@\w+\s*[{(]"), bibtex.entries),
    (re.compile(r"\s*TY  ?-"), ris.entries),
)
_SHOWN: Final = 1024  # bytes of an entry that cannot be read
_LARGEST: Final = 512 * 1024 * 1024  # bytes; the parsers hold a whole text


def papers(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The entries of all files, each as a line of the interchange format."""
    for file in found:
        with noted(reading.faults, file.name):
            yield from _of_file(file, reading)


def _of_file(file: SourceFile, reading: Reading) -> Iterator[Line]:
    if is_json(file):
        yield from _items(file, reading)
        return
    text = _decoded(_whole(file, reading), reading)
    for pattern, entries in TEXTS:
        if pattern.match(text):
            for number, entry in entries(text):
                if isinstance(entry, str):
                    shown = entry.encode()[:_SHOWN]
                    yield Line(file.name, number, 0, shown, reason="malformed_entry")
                else:
                    yield Line(file.name, number, 0, orjson.dumps(entry))
            return


def _items(file: SourceFile, reading: Reading) -> Iterator[Line]:
    for line in row_lines(file, reading):
        try:
            item = parse_object(line.data)
        except BadRecordError:
            yield line  # to be rejected where lines are checked
            continue
        try:
            yield line._replace(data=orjson.dumps(csl.record(item)))
        except BadRecordError:
            yield line._replace(reason="malformed_entry")


def _whole(file: SourceFile, reading: Reading) -> bytes:
    found = bytearray()
    for chunk in unpacked(file, reading):
        found += chunk
        if len(found) > _LARGEST:
            raise FileFaultError(file.name, "over_512_MiB", "is larger than a bibliography may be")
    return bytes(found)


def _decoded(data: bytes, reading: Reading) -> str:
    """A text in UTF-8, or else in the code of older Windows programs."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        reading.accepted["not_utf8"] += 1
        return data.decode("cp1252", errors="replace")
