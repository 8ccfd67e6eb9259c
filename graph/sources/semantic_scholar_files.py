"""Files of Semantic Scholar, merged: papers with their abstracts and citations.

A release has these in separate files without a common order. All rows are first partitioned by
paper into files on disk, each of which fits into memory.

Source:
    api.semanticscholar.org, the data sets papers, abstracts and citations; answers of the API.
"""

import re
import tempfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import orjson

from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import fields
from scinet.graph.sources.entries import ObjectFormat
from scinet.graph.sources.file_faults import FileFaultError, collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_file, read_files
from scinet.graph.sources.semantic_scholar import (
    ABSTRACT,
    CITATION,
    CITED,
    CITES,
    CITING,
    CORPUS_ID,
    NESTED,
    PAGE,
    check_row,
    citation_details,
    citation_end,
    is_abstract,
    lower_keys,
    paper_id,
    parse_corpus_id,
    semantic_record,
)
from scinet.graph.sources.semantic_scholar_diffs import LatestDiffs, is_deletion

_PAPER: Final = frozenset({"publicationdate", "year", "title", "externalids", "venue"})
_NOT_STORED: Final = {
    "summaries (tldrs)": frozenset({CORPUS_ID, "model", "text"}),
    "embeddings": frozenset({CORPUS_ID, "model", "vector"}),
    "authors, whose names stand in its papers": frozenset({"authorid", "name"}),
    "former ids of papers": frozenset({"sha", CORPUS_ID, "primary"}),
}
"""Other data sets of a release, by the keys of their rows."""
_NAMED: Final = re.compile(r"([0-9a-f]{40})|CorpusId\W?(\d+)", re.IGNORECASE)
_NOT_FOUND: Final = re.compile(rb'\{\s*"error"\s*:\s*"[^"]*not found[^"]*"\s*\}', re.IGNORECASE)
_BUCKET: Final = 32 * 1024 * 1024  # bytes of packed files
_MAX_BUCKETS: Final = 256  # files that are open at once


def _is_loaded(record: Mapping[str, Any]) -> bool:
    keys = lower_keys(record).keys()
    if is_deletion(keys) or keys >= CITATION or keys & PAGE.keys() or keys >= ABSTRACT:
        return True
    is_paper = CORPUS_ID in keys or "paperId" in record
    return is_paper and bool(keys & _PAPER)


def _is_of(record: Mapping[str, Any], marks: Collection[str]) -> bool:
    """Whether a row belongs to the data set with these keys."""
    keys = lower_keys(record).keys()
    return not _is_loaded(record) and keys >= {*marks} and not keys & _PAPER


class _Part(NamedTuple):
    """Part of a row that belongs to one paper.

    Attributes:
        field: ``paper``, ``abstract``, or :data:`CITES`.
    """

    paper: str
    field: str
    value: Any


class _Context(NamedTuple):
    known: Mapping[str, str]
    latest: LatestDiffs
    reading: ReadProgress


def read_papers(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the papers of all files, each as one line with its abstract and its citations.

    Rows of diffs replace those of the same key. Of several objects of a paper each field comes from
    the richest that has it. Abstracts and citations of papers that no file has are counted and left
    out; bad rows stay as they are.
    """
    corpus_ids, latest = _corpus_ids(files), LatestDiffs(files, reading)
    number = min(_MAX_BUCKETS, 1 + sum(file.size for file in files) // _BUCKET)
    with tempfile.TemporaryDirectory(prefix="scinet-") as folder:
        buckets = [Path(folder) / str(index) for index in range(number)]
        with ExitStack() as stack:
            streams = [stack.enter_context(bucket.open("wb")) for bucket in buckets]
            for place, file in enumerate(files):
                with collect_faults(reading.faults, file.name):
                    yield from _sort_rows(
                        file, place, streams, _Context(corpus_ids, latest, reading)
                    )
        for bucket in buckets:
            yield from _merge_bucket(bucket, files, reading)


def read_rows(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the rows of all files unchanged; rows other than papers count as no record."""
    for line in read_files(files, reading):
        try:
            keys = lower_keys(parse_object(line.data)).keys()
        except BadRecordError:
            continue
        yield line._replace(rows=int(bool(keys & (_PAPER | PAGE.keys()))))


def _corpus_ids(files: Sequence[SourceFile]) -> dict[str, str]:
    """Return the corpus id by long id, where an API answer states both."""
    corpus_ids: dict[str, str] = {}

    def collect_ids(item: Any) -> None:
        if isinstance(item, list):
            for entry in item:
                collect_ids(entry)
        elif isinstance(item, dict):
            if isinstance(long := item.get("paperId"), str) and (own := paper_id(lower_keys(item))):
                corpus_ids[long] = own
            for name in ("references", "citations", "citedPaper", "citingPaper"):
                collect_ids(item.get(name))

    for file in files:
        for line in read_file(file, ReadProgress()):
            if b'"paperId"' not in line.data and line.data != b"null":
                break  # a release
            try:
                collect_ids(parse_object(line.data))
            except BadRecordError:
                continue
    return corpus_ids


def _sort_rows(
    file: SourceFile,
    place: int,
    streams: Sequence[BinaryIO],
    context: _Context,
) -> Iterator[InputLine]:
    """Write the rows of a file to the files of their papers; yield rows to be rejected."""
    for line in read_file(file, context.reading):
        if line.data == b"null" or _NOT_FOUND.fullmatch(line.data):
            context.reading.accepted["paper_not_found"] += 1
            continue
        notes = Notes()
        try:
            parts = list(_split_row(line, file, context, notes))
        except BadRecordError:
            yield line
            continue
        context.reading.accepted.update(remark.reason for remark in notes.left_out)
        for part in parts:
            row = orjson.dumps([place, line.number, line.offset, *part]) + b"\n"
            streams[zlib.crc32(part.paper.encode()) % len(streams)].write(row)


def _split_row(
    line: InputLine, file: SourceFile, context: _Context, notes: Notes
) -> Iterator[_Part]:
    if line.reason:
        raise BadRecordError(line.reason, "cannot be read")
    corpus_ids, reading = context.known, context.reading
    link = partial(_citation_parts, reading=reading, notes=notes)
    row = lower_keys(parse_object(line.data, is_last=line.is_last))
    if not context.latest.counts(file, row):
        return
    if row.keys() >= CITATION:
        yield from link(citation_end(row, CITING), citation_end(row, CITED), row)
        return
    check_row(row)
    if side := next((name for name in PAGE if name in row), None):
        other_row, own_id = lower_keys(fields.read_mapping(row, side, notes)), _paper_in_name(file)
        own_id, other_id = corpus_ids.get(own_id, own_id), _canonical_id(other_row, corpus_ids)
        citing, cited = (own_id, other_id) if PAGE[side] else (other_id, own_id)
        yield from link(citing, cited, row)
        if other_row.keys() & _PAPER and other_id is not None:
            yield _paper_part(other_id, other_row)
    elif is_abstract(row):
        abstract = fields.read_text(row, "abstract", notes)
        yield _Part(str(row[CORPUS_ID]), "abstract", abstract)
    else:
        semantic_record(row, None)  # raises if the row is to be rejected
        paper = _canonical_id(row, corpus_ids) or ""
        yield _paper_part(paper, row)
        for name, is_citing in NESTED.items():
            for entry in fields.read_items(row, name, notes):
                entry_row = lower_keys(entry) if isinstance(entry, dict) else {}
                other_paper = _canonical_id(entry_row, corpus_ids)
                citing, cited = (paper, other_paper) if is_citing else (other_paper, paper)
                yield from link(citing, cited, entry_row)


def _paper_part(paper: str, item: Mapping[str, Any]) -> _Part:
    stated = {key: value for key, value in lower_keys(item).items() if value not in (None, [], "")}
    if CORPUS_ID not in stated and (own := parse_corpus_id(paper)):
        stated[CORPUS_ID] = int(own)
    for name in NESTED:
        stated.pop(name, None)
    return _Part(paper, "paper", stated)


def _citation_parts(
    citing: str | None,
    cited: str | None,
    row: dict[str, Any],
    reading: ReadProgress,
    notes: Notes,
) -> Iterator[_Part]:
    stated = citation_details(row, notes)
    if citing is None:
        reading.accepted["citation_without_citing"] += 1
    else:
        yield _Part(citing, CITES, {"id": cited, **stated})


def _canonical_id(item: Mapping[str, Any], corpus_ids: Mapping[str, str]) -> str | None:
    own = paper_id(lower_keys(item))
    return own and corpus_ids.get(own, own)


def _paper_in_name(file: SourceFile) -> str:
    """Return the paper of a page of citations, named only in its file's name."""
    match = _NAMED.search(Path(file.name).name)
    if match is None:
        message = "is a page of citations that does not say of which paper: put its id, "
        remedy = "40 hexadecimal digits or CorpusId…, in its name"
        raise FileFaultError(file.name, "page_without_paper", f"{message}{remedy}")
    return (match[1] or match[2]).lower()


def _merge_bucket(
    bucket: Path, files: Sequence[SourceFile], reading: ReadProgress
) -> Iterator[InputLine]:
    """Yield the papers of a partition, in the order of the first row of each."""
    rows: dict[str, list[tuple[InputLine, dict[str, Any]]]] = {}
    others: dict[str, dict[str, list[Any]]] = {
        "abstract": defaultdict(list), CITES: defaultdict(list),
    }  # fmt: skip
    with bucket.open("rb") as stream:
        for data in stream:
            place, number, offset, paper, field, value = orjson.loads(data)
            if field == "paper":
                line = InputLine(files[place].name, number, offset, b"")
                rows.setdefault(paper, []).append((line, value))
            else:
                others[field][paper].append(value)
    bucket.unlink()
    for paper, listed in rows.items():
        made: dict[str, Any] = {}
        for _, value in sorted(listed, key=lambda item: (-len(item[1]), orjson.dumps(item[1]))):
            made = {**value, **made}
        if texts := [text for text in others["abstract"].pop(paper, ()) if text]:
            made.setdefault("abstract", min(texts))
        cites = others[CITES].pop(paper, [])
        made[CITES] = [item for item in cites if item["id"] is not None]
        made["lost"] = len(cites) - len(made[CITES])
        yield listed[0][0]._replace(data=orjson.dumps(made), rows=len(listed))
    leftovers = {"abstract_of_unknown_paper": "abstract", "citation_of_unknown_paper": CITES}
    reading.accepted += Counter(
        {name: sum(map(len, others[field].values())) for name, field in leftovers.items()}
    )


FORMAT: Final = ObjectFormat(
    _is_loaded, name="Semantic Scholar", kind="semanticscholar", page="semantic-scholar"
)
NOT_STORED: Final = tuple(
    ObjectFormat(
        partial(_is_of, marks=marks),
        name=f"holds {what}, of Semantic Scholar, which scinet does not load",
        hint="Load its papers, abstracts and citations.",
        is_foreign=True,
    )
    for what, marks in _NOT_STORED.items()
)
