"""Exports of reference managers, databases and publishers: papers, and the full text of some.

All files are read twice: first to index the papers, then to resolve references against this index
and to merge the entries that several databases have for one paper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson

from scinet.graph.schema.identifiers import add_source, slugify
from scinet.graph.schema.records import (
    BadRecordError,
    FulltextRecord,
    Notes,
    PaperRecord,
    Remark,
)
from scinet.graph.sources import entry_warnings, values
from scinet.graph.sources.entries import Entry
from scinet.graph.sources.file_faults import collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.fulltext import fulltext_record
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.recognise import find_format, read_entries
from scinet.graph.sources.reference_matching import CitedWork, PaperIndex, ResolvedReference
from scinet.graph.sources.rows import read_file

_MATCHING: Final = "fitting"  # references of an entry that match a paper by more than an id
_EXTRA_FIELDS: Final = (  # of entries, not of records
    *("ids", "cited", "place", "text", "paragraphs", "unlocated"),
    _MATCHING,
)
_READ: Final = "counts"  # counters of an entry, collected while it was read


class MatchedReference(NamedTuple):
    """Reference that matches a paper, whatever id it states, and is stored as a citation.

    Attributes:
        place: Line of its entry.
        citing: Stored id of the citing paper.
        cited: Stored id of the cited paper.
        said: The parsed reference.
    """

    place: InputLine
    citing: str
    cited: str
    said: CitedWork
    resolved: ResolvedReference


def entry_record(entry: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record, with the counters of its references."""
    counts, doubtful = entry.pop(_READ, {}), entry.pop(entry_warnings.KEY, ())
    made = paper_record(entry, source)
    entry_warnings.add_doubts(made.notes, doubtful)
    what = "references name no paper among those read, and have no id"
    _note_count(made.notes, counts, "references", what)
    return made


def text_record(entry: dict[str, Any], source: str | None) -> FulltextRecord:
    """Make a valid full-text record, with the counters of its mentions."""
    counts = entry.pop(_READ, {})
    made = fulltext_record(entry, source)
    what = "mentions are of references that name no paper and have no id"
    _note_count(made.notes, counts, "mentions", what)
    return made


def _note_count(notes: Notes, counts: Mapping[str, int], name: str, what: str) -> None:
    notes.counts.update(counts)
    if lost := counts.get(f"{name}.rejected.unresolved"):
        notes.left_out.append(Remark("unresolved", f"{lost} of its {what}"))


def papers(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the papers of all files, each as a line of the interchange format."""
    for line, entry in _papers(files, reading):
        yield line if entry is None else _record_line(line, entry)


def matched_references(
    files: Sequence[SourceFile], source: str | None
) -> Iterator[MatchedReference]:
    """Yield the references of all files that match a paper, whatever id they state."""
    for line, entry in _papers(files, ReadProgress()):
        if entry is None or not (listed := entry.get(_MATCHING)):
            continue
        try:
            record = entry_record(parse_object(_record_line(line, entry).data), source)
        except BadRecordError:  # the load itself reports it
            continue
        stored = set(record.references)
        for place, reference, resolved in listed:
            if (cited := add_source(resolved.paper, source)) in stored:
                yield MatchedReference(place, record.id, cited, reference, resolved)


def _papers(
    files: Sequence[SourceFile], reading: ReadProgress
) -> Iterator[tuple[InputLine, Entry | None]]:
    """Yield the merged entry of each paper; None for a line to be rejected."""
    index, records = _index_papers(files)
    waiting: dict[str, list[tuple[InputLine, Entry]]] = {}
    for line, entry in _entries(files, reading):
        if entry is None or "ids" not in entry or not entry.get("id"):
            yield line, entry
        else:
            paper = entry["id"] = index.own(entry["id"])
            counts: Counter[str] = Counter()
            text = entry.pop("text", None)
            if text is not None and records[paper] > 1:  # all fields decide which entry is richer
                entry |= values.drop_empty(text())
            if listed := list(entry.pop("cited", ())):
                entry["cited"] = listed
            resolved = list(index.resolve(listed, counts))
            cited = [to.paper for to in resolved]
            entry["references"] = sorted(
                {identifier for identifier in cited if identifier is not None}
            )
            entry[_READ] = entry.get(_READ, {}) | _count_references(
                counts, cited, entry["references"]
            )
            entry[_MATCHING] = [
                (line, reference, to)
                for reference, to in zip(listed, resolved, strict=True)
                if to.fits
            ]
            same = waiting.setdefault(paper, [])
            same.append((line, entry))
            if len(same) == records[paper]:
                yield _merge_entries(waiting.pop(paper))


def texts(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the full text of all files, one line of the interchange format per paper."""
    listed = [(file, find_format(file).kind == "articles") for file in files]
    index, _ = _index_papers([file for file, is_article in listed if is_article])
    for file, is_article in listed:
        if not is_article:
            yield from read_file(file, reading)
            continue
        for line, entry in _entries([file], reading):
            yield line if entry is None else _fulltext_line(line, entry, index)


def _fulltext_line(line: InputLine, entry: Entry, index: PaperIndex) -> InputLine:
    cited = [to.paper for to in index.resolve(entry.get("cited", ()), Counter())]
    text = entry["text"]()
    lost = 0
    for paragraph in text["paragraphs"]:
        mentions = paragraph["mentions"]
        for mention in mentions:
            mention["paper_id"] = cited[mention.pop("reference")]
        paragraph["mentions"] = [
            mention_row for mention_row in mentions if mention_row["paper_id"] is not None
        ]
        lost += len(mentions) - len(paragraph["mentions"])
    unlocated = text["unlocated"]
    counts = {
        "mentions.read": lost + unlocated,
        "mentions.rejected.unresolved": lost,
        "mentions.rejected.unlocated": unlocated,
    }
    paper = index.own(entry["id"]) if entry.get("id") else None
    made = {"paper_id": paper, "paragraphs": text["paragraphs"] or None, _READ: counts}
    return line._replace(data=orjson.dumps(made))


def _index_papers(files: Sequence[SourceFile]) -> tuple[PaperIndex, Counter[str]]:
    index = PaperIndex()
    times: Counter[str] = Counter()
    for _, entry in _entries(files, ReadProgress()):
        if entry is not None and entry.get("id"):
            index.add(entry)
            times[entry["id"]] += "ids" in entry
    records: Counter[str] = Counter()
    for identifier, number in times.items():
        records[index.own(identifier)] += number
    return index, records


def _entries(
    files: Sequence[SourceFile], reading: ReadProgress
) -> Iterator[tuple[InputLine, Entry | None]]:
    for file in files:
        with collect_faults(reading.faults, file.name):
            yield from read_entries(file, reading)


def _count_references(
    counts: Counter[str], cited: Sequence[str | None], references: Sequence[str]
) -> dict[str, int]:
    """Count references beyond those listed in the record."""
    lost = counts.pop("unresolved", 0)
    more = {
        "references.read": len(cited) - len(references),
        "references.repeated": len(cited) - lost - len(references),
        "references.rejected.unresolved": lost,
    }
    matched = {f"references.{name}": number for name, number in counts.items()}
    return {name: number for name, number in {**matched, **more}.items() if number}


def _merge_entries(same: list[tuple[InputLine, Entry]]) -> tuple[InputLine, Entry]:
    """Merge the entries of one paper: each field from the richest entry that has it.

    References and external ids are united.
    """
    line = same[0][0]._replace(rows=sum(line.rows for line, _ in same))
    if len(same) == 1:
        return line, same[0][1]
    doubtful = [item for _, entry in same for item in entry.pop(entry_warnings.KEY, ())]
    fits = [item for _, entry in same for item in entry.pop(_MATCHING)]
    ordered = sorted((entry for _, entry in same), key=lambda e: (-len(e), repr(sorted(e.items()))))
    made: Entry = {}
    counts: Counter[str] = Counter({"accepted.put_together": 1})
    for entry in ordered:
        counts.update(entry.pop(_READ))
        for name, value in entry.items():
            earlier: Any = made.setdefault(name, value)
            if name == "references":
                made[name] = sorted({*earlier, *value})
            elif name == "external_ids":
                made[name] = {**value, **earlier}
            elif name in {"title", "date"} and _differs(name, earlier, value):
                counts[f"accepted.{name}s_disagree"] += 1
    gone = sum(len(entry["references"]) for entry in ordered) - len(made["references"])
    counts.update({"references.read": gone, "references.repeated": gone})
    made[_READ] = {name: number for name, number in counts.items() if number}
    made[entry_warnings.KEY], made[_MATCHING] = doubtful, fits
    return line, made


def _differs(name: str, first: str, second: str) -> bool:
    if name == "date":
        return values.period_end(first)[:4] != values.period_end(second)[:4]
    return slugify(first) != slugify(second)


def _record_line(line: InputLine, entry: Entry) -> InputLine:
    return line._replace(
        data=orjson.dumps({k: v for k, v in entry.items() if k not in _EXTRA_FIELDS})
    )
