"""Files of Semantic Scholar, put together: papers with their abstracts and citations.

A release has them in files of their own, in no common order. All is sorted into files on disk by
paper first, each of which fits into memory.

Source:
    api.semanticscholar.org, the data sets papers, abstracts and citations; answers of the API.
"""

import re
import tempfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import orjson

from scinet.graph.records import BadRecordError
from scinet.graph.sources.faults import FileFaultError, noted
from scinet.graph.sources.files import Line, Reading, SourceFile
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import row_files, row_lines
from scinet.graph.sources.semantic_scholar import (
    ABSTRACT,
    CITATION,
    CITED,
    CITES,
    CITING,
    CORPUS_ID,
    NESTED,
    PAGE,
    check,
    corpus_id,
    end,
    is_abstract,
    lowered,
    own_id,
    said,
    semantic_record,
)
from scinet.graph.sources.semantic_scholar_diffs import Latest, is_deletion

_PAPER: Final = frozenset({"publicationdate", "year", "title", "externalids", "venue"})
_NOT_STORED: Final = {
    "summaries (tldrs)": frozenset({CORPUS_ID, "model", "text"}),
    "embeddings": frozenset({CORPUS_ID, "model", "vector"}),
    "authors, whose names stand in its papers": frozenset({"authorid", "name"}),
    "former ids of papers": frozenset({"sha", CORPUS_ID, "primary"}),
}
"""Other data sets of a release, by the keys of their rows."""
_NAMED: Final = re.compile(r"([0-9a-f]{40})|CorpusId\W?(\d+)", re.IGNORECASE)
_BUCKET: Final = 32 * 1024 * 1024  # bytes of packed files
_MOST: Final = 256  # files that are open at once


def kind(record: Mapping[str, Any]) -> str | None:
    """What an object of Semantic Scholar is: empty when it is loaded, None when it is of others."""
    keys = lowered(record).keys()
    if is_deletion(keys) or keys >= CITATION or keys & PAGE.keys() or keys >= ABSTRACT:
        return ""
    for name, marks in _NOT_STORED.items():
        if keys >= marks and not keys & _PAPER:
            return name
    is_paper = CORPUS_ID in keys or ("paperId" in record and bool(keys & _PAPER))
    return "" if is_paper and keys & _PAPER else None


class _Part(NamedTuple):
    """What a row says of one paper.

    Attributes:
        field: ``paper``, ``abstract``, or :data:`CITES`.
    """

    paper: str
    field: str
    value: Any


class _Context(NamedTuple):
    """What is known before the rows of papers are sorted.

    Attributes:
        known: By long id the corpus id.
    """

    known: Mapping[str, str]
    latest: Latest
    reading: Reading


def papers(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The papers of all files, each as one line with its abstract and its citations.

    Rows of diffs take the place of those of the same key. Of several objects of one paper each
    field is that of the one that says most. Abstracts and citations of papers that no file has are
    counted and left out; bad rows stay as they are.
    """
    known, latest = _corpus_ids(found), Latest(found, reading)
    number = min(_MOST, 1 + sum(file.size for file in found) // _BUCKET)
    with tempfile.TemporaryDirectory(prefix="scinet-") as folder:
        buckets = [Path(folder) / str(one) for one in range(number)]
        with ExitStack() as stack:
            streams = [stack.enter_context(bucket.open("wb")) for bucket in buckets]
            for place, file in enumerate(found):
                with noted(reading.faults, file.name):
                    yield from _sorted_in(file, place, streams, _Context(known, latest, reading))
        for bucket in buckets:
            yield from _together(bucket, found, reading)


def rows(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The rows of all files as they are; those that are no papers stand for no record."""
    for line in row_files(found, reading):
        try:
            keys = lowered(parse_object(line.data)).keys()
        except BadRecordError:
            continue
        yield line._replace(rows=int(bool(keys & (_PAPER | PAGE.keys()))))


def _corpus_ids(found: Sequence[SourceFile]) -> dict[str, str]:
    """By long id the corpus id, where an answer of the API states both."""
    known: dict[str, str] = {}

    def look(item: Any) -> None:
        if isinstance(item, list):
            for one in item:
                look(one)
        elif isinstance(item, dict):
            if isinstance(long := item.get("paperId"), str) and (own := own_id(lowered(item))):
                known[long] = own
            for name in ("references", "citations", "citedPaper", "citingPaper"):
                look(item.get(name))

    for file in found:
        for line in row_lines(file, Reading()):
            if b'"paperId"' not in line.data and line.data != b"null":
                break  # a release
            try:
                look(parse_object(line.data))
            except BadRecordError:
                continue
    return known


def _sorted_in(
    file: SourceFile,
    place: int,
    streams: Sequence[BinaryIO],
    about: _Context,
) -> Iterator[Line]:
    """Write the rows of a file to those of their papers; yield those that are to be rejected."""
    for line in row_lines(file, about.reading):
        if line.data == b"null":
            about.reading.accepted["paper_not_found"] += 1
            continue
        try:
            parts = list(_parts(line, file, about))
        except BadRecordError:
            yield line
            continue
        for part in parts:
            row = orjson.dumps([place, line.number, line.offset, *part]) + b"\n"
            streams[zlib.crc32(part.paper.encode()) % len(streams)].write(row)


def _parts(line: Line, file: SourceFile, context: _Context) -> Iterator[_Part]:
    """What a row says, paper by paper; a bad row says nothing."""
    if line.reason:
        raise BadRecordError(line.reason, "cannot be read")
    known, reading = context.known, context.reading
    row = lowered(parse_object(line.data, is_last=line.is_last))
    if not context.latest.counts(file, row):
        return
    if row.keys() >= CITATION:
        yield from _citation(end(row, CITING), end(row, CITED), row, reading)
        return
    check(row)
    if side := next((name for name in PAGE if name in row), None):
        other, here = lowered(row[side] or {}), _paper_of(file)
        here, there = known.get(here, here), _known(other, known)
        citing, cited = (here, there) if PAGE[side] else (there, here)
        yield from _citation(citing, cited, row, reading)
        if other.keys() & _PAPER and there is not None:
            yield _paper(there, other)
    elif is_abstract(row):
        yield _Part(str(row[CORPUS_ID]), "abstract", row["abstract"])
    else:
        semantic_record(row, None)  # else it is rejected as it stands
        paper = _known(row, known) or ""
        yield _paper(paper, row)
        for name, is_citing in NESTED.items():
            for one in row.get(name) or ():
                about = lowered(one) if isinstance(one, dict) else {}
                other_paper = _known(about, known)
                citing, cited = (paper, other_paper) if is_citing else (other_paper, paper)
                yield from _citation(citing, cited, about, reading)


def _paper(paper: str, item: Mapping[str, Any]) -> _Part:
    stated = {key: value for key, value in lowered(item).items() if value not in (None, [], "")}
    if CORPUS_ID not in stated and (own := corpus_id(paper)):
        stated[CORPUS_ID] = int(own)
    for name in NESTED:
        stated.pop(name, None)
    return _Part(paper, "paper", stated)


def _citation(
    citing: str | None, cited: str | None, row: dict[str, Any], reading: Reading
) -> Iterator[_Part]:
    stated = said(row)
    if citing is None:
        reading.accepted["citation_without_citing"] += 1
    else:
        yield _Part(citing, CITES, {"id": cited, **stated})


def _known(item: Mapping[str, Any], known: Mapping[str, str]) -> str | None:
    own = own_id(lowered(item))
    return own and known.get(own, own)


def _paper_of(file: SourceFile) -> str:
    """The paper whose citations a page holds, which stands in the name of its file alone."""
    found = _NAMED.search(Path(file.name).name)
    if found is None:
        message = "is a page of citations that does not say of which paper: put its id, "
        remedy = "40 hexadecimal digits or CorpusId…, in its name"
        raise FileFaultError(file.name, "page_without_paper", f"{message}{remedy}")
    return (found[1] or found[2]).lower()


def _together(bucket: Path, found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The papers of which a file on disk has rows, in the order of the first row of each."""
    rows: dict[str, list[tuple[Line, dict[str, Any]]]] = {}
    others: dict[str, dict[str, list[Any]]] = {
        "abstract": defaultdict(list), CITES: defaultdict(list),
    }  # fmt: skip
    with bucket.open("rb") as stream:
        for data in stream:
            place, number, offset, paper, field, value = orjson.loads(data)
            if field == "paper":
                line = Line(found[place].name, number, offset, b"")
                rows.setdefault(paper, []).append((line, value))
            else:
                others[field][paper].append(value)
    bucket.unlink()
    for paper, listed in rows.items():
        made: dict[str, Any] = {}
        for _, value in sorted(listed, key=lambda one: (-len(one[1]), orjson.dumps(one[1]))):
            made = {**value, **made}
        if texts := [text for text in others["abstract"].pop(paper, ()) if text]:
            made.setdefault("abstract", min(texts))
        cites = others[CITES].pop(paper, [])
        made[CITES] = [one for one in cites if one["id"] is not None]
        made["lost"] = len(cites) - len(made[CITES])
        yield listed[0][0]._replace(data=orjson.dumps(made), rows=len(listed))
    left = {"abstract_of_unknown_paper": "abstract", "citation_of_unknown_paper": CITES}
    reading.accepted += Counter(
        {name: sum(map(len, others[field].values())) for name, field in left.items()}
    )
