"""What reference managers, databases and publishers export: papers, and the text of some.

Entries of all files are read twice: first to know which papers there are, then to find what the
references of each say among them, and to put together what several databases say of one paper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson

from scinet.graph.identifiers import slugify, with_source
from scinet.graph.records import BadRecordError, FulltextRecord, Notes, PaperRecord, Remark
from scinet.graph.sources import doubts, values
from scinet.graph.sources.cited import Cited, Papers, Resolved
from scinet.graph.sources.entries import Entry, entries, of_file
from scinet.graph.sources.faults import noted
from scinet.graph.sources.files import Line, Reading, SourceFile
from scinet.graph.sources.fulltext import fulltext_record
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.rows import row_lines

_FITTING: Final = "fitting"  # references of an entry that fit a paper, whatever id they state
_BESIDES: Final = (  # of no record
    *("ids", "cited", "place", "text", "paragraphs", "unlocated"),
    _FITTING,
)
_READ: Final = "counts"  # what was counted of an entry while it was read


class Reference(NamedTuple):
    """A reference that fits a paper, whatever id it states, and is stored as a citation.

    Attributes:
        place: The entry that has it.
        citing: Id of the paper of that entry, as it is stored.
        cited: Id of what it was resolved to, as it is stored.
    """

    place: Line
    citing: str
    cited: str
    said: Cited
    resolved: Resolved


def entry_record(entry: dict[str, Any], source: str | None) -> PaperRecord:
    """Make one valid record, with what was counted of its references."""
    counts, doubtful = entry.pop(_READ, {}), entry.pop(doubts.KEY, ())
    made = paper_record(entry, source)
    doubts.note(made.notes, doubtful)
    what = "references name no paper among those read, and have no id"
    _note(made.notes, counts, "references", what)
    return made


def text_record(entry: dict[str, Any], source: str | None) -> FulltextRecord:
    """Make one valid record of full text, with what was counted of its mentions."""
    counts = entry.pop(_READ, {})
    made = fulltext_record(entry, source)
    what = "mentions are of references that name no paper and have no id"
    _note(made.notes, counts, "mentions", what)
    return made


def _note(notes: Notes, counts: Mapping[str, int], name: str, what: str) -> None:
    notes.counts.update(counts)
    if lost := counts.get(f"{name}.rejected.unresolved"):
        notes.left_out.append(Remark("unresolved", f"{lost} of its {what}"))


def papers(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The papers of all files, each as a line of the interchange format."""
    for line, entry in _papers(found, reading):
        yield line if entry is None else _written(line, entry)


def fitting(found: Sequence[SourceFile], source: str | None) -> Iterator[Reference]:
    """The references of all files that fit a paper, whatever id they state; ids below a source."""
    for line, entry in _papers(found, Reading()):
        if entry is None or not (listed := entry.get(_FITTING)):
            continue
        try:
            record = entry_record(parse_object(_written(line, entry).data), source)
        except BadRecordError:  # which the load itself tells
            continue
        stored = set(record.references)
        for place, said, resolved in listed:
            if (cited := with_source(resolved.paper, source)) in stored:
                yield Reference(place, record.id, cited, said, resolved)


def _papers(found: Sequence[SourceFile], reading: Reading) -> Iterator[tuple[Line, Entry | None]]:
    """The entries of papers, those of one paper put together; None for a line to be rejected."""
    known, records = _known(found)
    waiting: dict[str, list[tuple[Line, Entry]]] = {}
    for line, entry in _entries(found, reading):
        if entry is None or "ids" not in entry or not entry.get("id"):
            yield line, entry
        else:
            paper = entry["id"] = known.own(entry["id"])
            counts: Counter[str] = Counter()
            text = entry.pop("text", None)
            if text is not None and records[paper] > 1:  # what is richer is judged by all fields
                entry |= values.filled(text())
            if listed := list(entry.pop("cited", ())):
                entry["cited"] = listed
            resolved = list(known.resolve(listed, counts))
            cited = [to.paper for to in resolved]
            entry["references"] = sorted({one for one in cited if one is not None})
            entry[_READ] = _counted(counts, cited, entry["references"])
            entry[_FITTING] = [
                (line, said, to) for said, to in zip(listed, resolved, strict=True) if to.fits
            ]
            same = waiting.setdefault(paper, [])
            same.append((line, entry))
            if len(same) == records[paper]:
                yield _together(waiting.pop(paper))


def texts(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The full text of all files, each paper's as a line of the interchange format."""
    listed = [(file, of_file(file) == "articles") for file in found]
    known, _ = _known([file for file, is_article in listed if is_article])
    for file, is_article in listed:
        if not is_article:
            yield from row_lines(file, reading)
            continue
        for line, entry in _entries([file], reading):
            yield line if entry is None else _text(line, entry, known)


def _text(line: Line, entry: Entry, known: Papers) -> Line:
    cited = [to.paper for to in known.resolve(entry.get("cited", ()), Counter())]
    text = entry["text"]()
    lost = 0
    for paragraph in text["paragraphs"]:
        mentions = paragraph["mentions"]
        for mention in mentions:
            mention["paper_id"] = cited[mention.pop("reference")]
        paragraph["mentions"] = [one for one in mentions if one["paper_id"] is not None]
        lost += len(mentions) - len(paragraph["mentions"])
    unlocated = text["unlocated"]
    counts = {
        "mentions.read": lost + unlocated,
        "mentions.rejected.unresolved": lost,
        "mentions.rejected.unlocated": unlocated,
    }
    paper = known.own(entry["id"]) if entry.get("id") else None
    made = {"paper_id": paper, "paragraphs": text["paragraphs"] or None, _READ: counts}
    return line._replace(data=orjson.dumps(made))


def _known(found: Sequence[SourceFile]) -> tuple[Papers, Counter[str]]:
    """All papers of the files, and how many entries each has."""
    known = Papers()
    times: Counter[str] = Counter()
    for _, entry in _entries(found, Reading()):
        if entry is not None and entry.get("id"):
            known.add(entry)
            times[entry["id"]] += "ids" in entry
    records: Counter[str] = Counter()
    for identifier, number in times.items():
        records[known.own(identifier)] += number
    return known, records


def _entries(found: Sequence[SourceFile], reading: Reading) -> Iterator[tuple[Line, Entry | None]]:
    for file in found:
        with noted(reading.faults, file.name):
            yield from entries(file, reading)


def _counted(
    counts: Counter[str], cited: Sequence[str | None], references: Sequence[str]
) -> dict[str, int]:
    """What is counted of references beyond those that the record lists."""
    lost = counts.pop("unresolved", 0)
    more = {
        "references.read": len(cited) - len(references),
        "references.repeated": len(cited) - lost - len(references),
        "references.rejected.unresolved": lost,
    }
    matched = {f"references.{name}": number for name, number in counts.items()}
    return {name: number for name, number in {**matched, **more}.items() if number}


def _together(same: list[tuple[Line, Entry]]) -> tuple[Line, Entry]:
    """One entry of all that databases say of a paper: of each field what the richest says.

    References and external ids are those of all.
    """
    line = same[0][0]._replace(rows=sum(line.rows for line, _ in same))
    if len(same) == 1:
        return line, same[0][1]
    doubtful = [one for _, entry in same for one in entry.pop(doubts.KEY, ())]
    fits = [one for _, entry in same for one in entry.pop(_FITTING)]
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
    made[doubts.KEY], made[_FITTING] = doubtful, fits
    return line, made


def _differs(name: str, one: str, other: str) -> bool:
    if name == "date":
        return values.end(one)[:4] != values.end(other)[:4]
    return slugify(one) != slugify(other)


def _written(line: Line, entry: Entry) -> Line:
    return line._replace(data=orjson.dumps({k: v for k, v in entry.items() if k not in _BESIDES}))
