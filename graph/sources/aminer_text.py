"""Reader of the text format of the first nine releases of AMiner's citation data.

Each line begins with a mark that names its field; empty lines separate papers.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import orjson

from scinet.graph.sources.files import (
    InputLine,
    ReadProgress,
    SourceFile,
    read_beginning,
    read_lines,
)
from scinet.graph.sources.whole_file import decode_head

PATTERN: Final = re.compile(r"\s*+(?:\d++[^\S\n]*+\n\s*+)?(?:#index[^\n]*+\n\s*+)?#[*@]")
"""Beginning of such a file, which may state the number of papers; author files have no titles."""
_HEAD: Final = 4096  # bytes
_SHOWN: Final = 1024  # bytes of a paper that cannot be read
_MARK: Final = re.compile(rb"#(index|arnetid|citation|year|conf|[*@%!tco])[ \t]*(.*)", re.DOTALL)
_MANY: Final = b"%"
_GO_ON: Final = frozenset({b"*", b"!"})  # over several lines
_STRAY: Final = b""
_MarkedValues = dict[bytes, list[bytes]]


def is_text(file: SourceFile) -> bool:
    """Whether a file is in this text format."""
    return PATTERN.match(decode_head(read_beginning(file, _HEAD))) is not None


def papers(file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the papers of a file, each as a line of JSON placed at its first line.

    A paper that is still open where the file breaks is dropped.
    """
    faults = len(reading.faults)
    held: list[InputLine] = []
    first = b""
    for line in read_lines(file, reading):
        match = _MARK.match(line.data)
        mark = match[1] if match else b""
        if held and mark and (mark == first or line.number > held[-1].number + 1):
            yield _paper_line(held)
            held = []
        if mark and not held:
            first = mark
        if held or mark:  # else the number of papers
            held.append(line)
    if held and len(reading.faults) == faults:
        yield _paper_line(held)


def _paper_line(held: list[InputLine]) -> InputLine:
    whole = b"\n".join(line.data for line in held)
    made = held[0]._replace(data=whole, is_last=held[-1].is_last)
    if reason := next((line.reason for line in held if line.reason), ""):
        return made._replace(data=whole[:_SHOWN], reason=reason)
    marked = _marked_values(held)
    if _STRAY in marked or any(len(marked[mark]) > 1 for mark in marked.keys() - {_MANY}):
        return made._replace(data=whole[:_SHOWN], reason="malformed_entry")
    try:
        return made._replace(data=orjson.dumps(_record_object(marked)))
    except UnicodeDecodeError:
        return made  # to be rejected where lines are checked


def _marked_values(held: list[InputLine]) -> _MarkedValues:
    marked: _MarkedValues = defaultdict(list)
    last = b""
    for line in held:
        if match := _MARK.match(line.data):
            last = match[1]
            marked[last].append(match[2].strip())
        elif last in _GO_ON:
            marked[last][-1] += b" " + line.data.strip()
        elif not line.data.startswith(b"#"):
            marked[_STRAY].append(line.data)
    return marked


def _record_object(marked: _MarkedValues) -> dict[str, Any]:
    def first_value(*marks: bytes) -> str:
        return next((marked[mark][0].decode() for mark in marks if mark in marked), "")

    names = first_value(b"@")
    made: dict[str, Any] = {
        "title": first_value(b"*"),
        "authors": list(filter(None, map(str.strip, names.split(";" if ";" in names else ",")))),
        "year": first_value(b"t", b"year"),
        "venue": first_value(b"c", b"conf"),
        "references": [cited.decode() for cited in marked.get(_MANY, ()) if cited],
        "abstract": first_value(b"!"),
    }
    return made | {"id": first_value(b"index")} if b"index" in marked else made
