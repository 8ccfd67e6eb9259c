"""Papers of AMiner's citation data sets (DBLP-Citation-network), in JSON or the early text format.

Each becomes an object of the interchange format. Keys and types differ between releases: an id is
a number or a text, an author a name or an object, and release 13 writes numbers in the syntax of
MongoDB's shell, ``NumberInt(2008)``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scinet.graph.schema.records import Notes, PaperRecord
from scinet.graph.sources import aminer_text, fields, inverted_index, values
from scinet.graph.sources.entries import Format, ObjectFormat
from scinet.graph.sources.file_faults import collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.json_lines import quote_shell_numbers
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.rows import read_file

KEY: Final = "id"
SOURCE: Final = "aminer"
_OTHER_KEY: Final = "_id"  # of release 13
_MARKS: Final = frozenset({"n_citation", "indexed_abstract"})
_OF_OTHERS: Final = frozenset({"date", "name"})
_VENUE_NAMES: Final = ("name_d", "name", "raw")
_BREAK: Final = "#TAB#"  # between affiliations, and after the last


def _is_paper(item: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a paper; AMiner's authors and venues have a name instead."""
    venue = item.get("venue")
    is_marked = bool(item.keys() & _MARKS) or (isinstance(venue, Mapping) and "raw" in venue)
    return is_marked and bool(item.keys() & {KEY, _OTHER_KEY}) and not item.keys() & _OF_OTHERS


def papers(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the papers of all files, each as a line of JSON."""
    for file in files:
        with collect_faults(reading.faults, file.name):
            if aminer_text.is_text(file):
                yield from aminer_text.papers(file, reading)
                continue
            for line in read_file(file, reading):
                yield line._replace(data=quote_shell_numbers(line.data))


def aminer_record(item: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record of a paper.

    Its number of citations is ignored: the day of the count is unknown.

    Source:
        Tang, Zhang, Yao, Li, Zhang and Su (2008), doi:10.1145/1401890.1402008, for the data.
    """
    notes = Notes()
    kind = fields.read_text(item, "doc_type", notes)
    record = {
        "title": item.get("title"),
        "abstract": _abstract(item, notes),
        "date": _year(item),
        "type": kind and kind.lower(),
        "authors": [_author(entry, notes) for entry in fields.read_items(item, "authors", notes)],
        "references": [_text_id(entry) for entry in fields.read_items(item, "references", notes)],
        "fields": list(_topics(item, notes)),
        "external_ids": {"doi": values.clean_text(fields.read_text(item, "doi", notes))},
        **_venue(item, notes),
    }
    key = KEY if KEY in item else _OTHER_KEY
    if key in item:
        record[KEY] = _text_id(item[key])
    made = paper_record(record, source)
    made.notes.add(notes)
    return made


def _text_id(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _own_id(item: dict[str, Any]) -> Any:
    """Return an id as it is, a number as text."""
    return _text_id(item.get(_OTHER_KEY) or item.get(KEY))


def _year(item: dict[str, Any]) -> str | None:
    """Return the year of publication; 0 stands for a missing one."""
    year = values.date_text(item.get("year")).strip()
    return year if year.strip("0") else None


def _abstract(item: dict[str, Any], notes: Notes) -> str | None:
    if (stated := fields.read_text(item, "abstract", notes)) is not None:
        return stated
    indexed = fields.read_mapping(item, "indexed_abstract", notes)
    index = fields.read_mapping(indexed, "InvertedIndex", notes)
    return inverted_index.rebuild_text(index, "indexed_abstract", notes)


def _author(item: Any, notes: Notes) -> Any:
    if type(item) is not dict:
        return item
    place = values.clean_text((fields.read_text(item, "org", notes) or "").replace(_BREAK, " "))
    return {
        "id": _own_id(item),
        "name": item.get("name"),
        "institutions": [{"name": place}] if place else [],
    }


def _venue(item: dict[str, Any], notes: Notes) -> dict[str, Any]:
    stated = item.get("venue")
    if type(stated) is not dict:
        return {"venue": stated}
    names = (values.clean_text(fields.read_text(stated, key, notes)) for key in _VENUE_NAMES)
    return {"venue": next(filter(None, names), None), "venue_id": _own_id(stated) or None}


def _topics(item: dict[str, Any], notes: Notes) -> Iterator[dict[str, Any]]:
    """Yield fields of study, with their weights where stated, and keywords."""
    for entry in fields.read_items(item, "fos", notes):
        stated = {"name": entry} if type(entry) is str else entry
        named = fields.read_mapping({"fos[]": stated}, "fos[]", notes)
        if name := values.clean_text(fields.read_text(named, "name", notes)):
            yield {"level": "topic", "name": name, "score": fields.read_number(named, "w", notes)}
    for word in filter(None, map(values.clean_text, fields.read_texts(item, "keywords", notes))):
        yield {"level": "topic", "name": word}


FORMATS: Final = (
    ObjectFormat(_is_paper, name="AMiner", kind="aminer", page="metadata"),
    Format(
        test=lambda head: "it begins with #" if aminer_text.PATTERN.match(head.text) else "",
        name="AMiner text",
        kind="aminer",
        page="metadata",
    ),
)
