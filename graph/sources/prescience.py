"""Paper rows of PreScience, converted to objects of the interchange format.

A paper has a row per file and role, some richer than others: the rows of all files are merged
first (:func:`papers`). ``key_references`` are only the influential references, and the record is
marked so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import orjson

from scinet.graph.schema.records import BadRecordError, Notes, PaperRecord, digest
from scinet.graph.sources import entry_warnings, fields
from scinet.graph.sources.entries import Format, ObjectFormat
from scinet.graph.sources.files import UNREADABLE, InputLine, ReadProgress, SourceFile
from scinet.graph.sources.head import Head
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.parquet_rows import MAGIC
from scinet.graph.sources.rows import read_file

KEY: Final = "corpus_id"
SOURCE: Final = "prescience"
TARGET: Final = "target"
_OBJECTS: Final = frozenset({"authors", "key_references"})
_LISTS: Final = _OBJECTS | {"categories", "roles"}
_SYNTHETIC: Final = "synthetic"
_KNOWN: Final = frozenset(
    {
        "corpus_id", "arxiv_id", "date", "title", "abstract", "categories", "roles",
        "key_references", "authors", "citation_trajectory", entry_warnings.KEY,
    }
)  # fmt: skip
_VERSIONS: Final = 50  # bound on the versions of a paper that a row is compared with
# Rows of one paper that differ in one of these are not two halves of one record.
_ONE_VALUE: Final = ("arxiv_id", "date", "title", "abstract", "categories", "citation_trajectory")


def prescience_record(row: dict[str, Any], source: str | None) -> PaperRecord:
    """Make a valid record of a row.

    Args:
        row: The JSON object; a field that is null is absent.

    Source:
        The data card of PreScience (allenai/prescience), for the form of rows.
    """
    notes = Notes()
    if unknown := row.keys() - _KNOWN:
        notes.counts["accepted.unknown_field"] += len(unknown)
    own = fields.read_required_id(row, KEY, notes)
    listed = row.get("key_references")
    record = {
        "id": own,
        "title": row.get("title"),
        "abstract": row.get("abstract"),
        "date": row.get("date"),
        "authors": [
            {"id": author.get("author_id"), "name": author.get("name")}
            for author in fields.read_objects(row, "authors", notes)
        ],
        "references": [
            reference.get(KEY) for reference in fields.read_objects(row, "key_references", notes)
        ],
        "fields": [
            {"id": f"arxiv:{name}", "name": name, "level": "subfield", "is_primary": place == 0}
            for place, name in enumerate(fields.read_texts(row, "categories", notes))
        ],
        "external_ids": {"arxiv": row.get("arxiv_id"), "corpus_id": own},
        "simulated": any(
            role.startswith(_SYNTHETIC) for role in fields.read_texts(row, "roles", notes)
        ),
    }
    made = paper_record(record, source)
    made.notes.add(notes)
    entry_warnings.add_doubts(made.notes, row.get(entry_warnings.KEY, ()))
    if type(listed) is not list:
        return made
    # Missing references differ from an empty list of influential ones.
    return replace(
        made, has_influential_only=True, digest=digest([made.digest, "has_influential_only"])
    )


def papers(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the merged rows of all files: a line for each paper.

    A row that contradicts earlier rows of its paper stays a line of its own, and the load decides
    which counts. A paper without a byline gets as authors, in order of id, those whose publication
    histories name it. Bad rows stay as they are, to be rejected.

    All papers are held in memory, about a gigabyte for the published files.
    """
    by_paper: dict[str, list[tuple[InputLine, bytes]]] = {}
    histories: dict[str, set[str]] = {}
    names: dict[str, str | None] = {}
    for line in (line for file in files for line in read_file(file, reading)):
        try:
            row = _check_row(line)
        except BadRecordError:
            yield line
            continue
        for author in row.get("authors") or ():
            past = author.pop("publication_history", None)
            identifier = author.get("author_id")
            if past and identifier:
                histories.setdefault(identifier, set()).update(past)
                names[identifier] = author.get("name")
        _add_row(by_paper.setdefault(row[KEY], []), line, row)
    without_byline = {
        identifier
        for identifier, versions in by_paper.items()
        for _, data in versions
        if not orjson.loads(data).get("authors")
    }
    written = _authors_by_paper(without_byline, histories)
    for identifier, versions in by_paper.items():
        for line, data in versions:
            if identifier in written and not (row := orjson.loads(data)).get("authors"):
                row["authors"] = [
                    {"author_id": author, "name": names[author]} for author in written[identifier]
                ]
                data = orjson.dumps(row)
            yield line._replace(data=data)


def _check_row(line: InputLine) -> dict[str, Any]:
    """Return the row without null fields if its record is valid."""
    if line.reason:
        raise BadRecordError(line.reason, UNREADABLE[line.reason])
    row = parse_object(line.data, is_last=line.is_last)
    row.pop(entry_warnings.KEY, None)  # of another meaning
    prescience_record(row, None)  # raises if the row is to be rejected
    notes = Notes()
    row[KEY] = fields.read_required_id(row, KEY, notes)
    for name in _LISTS & row.keys():
        is_list = type(row[name]) is list
        row[name] = (fields.read_objects if name in _OBJECTS else fields.read_texts)(
            row, name, notes
        )
        if not is_list:
            del row[name]
    for author in row.get("authors", ()):
        author["publication_history"] = fields.read_texts(author, "publication_history", notes)
        author["author_id"] = fields.read_own_id(author, "author_id", notes)
    for reference in row.get("key_references", ()):
        reference[KEY] = fields.read_own_id(reference, KEY, notes)
    entry_warnings.keep_notes(notes, row)
    return {name: value for name, value in row.items() if value is not None}


def _add_row(versions: list[tuple[InputLine, bytes]], line: InputLine, row: dict[str, Any]) -> None:
    """Add a row to the first version of its paper that it does not contradict."""
    for place, (first, data) in enumerate(versions[:_VERSIONS]):
        both = _merge_rows(orjson.loads(data), row)
        if both is not None:
            versions[place] = (first._replace(rows=first.rows + 1), orjson.dumps(both))
            return
    versions.append((line._replace(is_last=False), orjson.dumps(row)))


def _merge_rows(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any] | None:
    """Merge two rows of a paper; None if they contradict each other."""
    if any(name in first and name in second and first[name] != second[name] for name in _ONE_VALUE):
        return None
    bylines = [row["authors"] for row in (first, second) if row.get("authors")]
    if len(bylines) > 1 and _byline_persons(bylines[0]) != _byline_persons(bylines[1]):
        return None
    both = {**first, **second}
    if roles := [*first.get("roles", ()), *second.get("roles", ())]:
        both["roles"] = list(dict.fromkeys(roles))
    if cited := [*first.get("key_references", ()), *second.get("key_references", ())]:
        both["key_references"] = list({reference[KEY]: reference for reference in cited}.values())
    if doubts := [*first.get(entry_warnings.KEY, ()), *second.get(entry_warnings.KEY, ())]:
        both[entry_warnings.KEY] = doubts
    if bylines:
        # Only the row of a target states the authors' numbers on its day.
        both["authors"] = max(
            bylines,
            key=lambda listed: sum(v is not None for first in listed for v in first.values()),
        )
    return both


def _byline_persons(byline: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    return [(author.get("author_id"), author.get("name")) for author in byline]


def _authors_by_paper(wanted: set[str], histories: dict[str, set[str]]) -> dict[str, list[str]]:
    authors_by_paper: dict[str, list[str]] = {}
    for author in sorted(histories):
        for paper in histories[author] & wanted:
            authors_by_paper.setdefault(paper, []).append(author)
    return authors_by_paper


def _is_table(head: Head) -> str:
    if head.parquet is None and head.data.startswith(MAGIC):
        return "it is a damaged Parquet file"  # its reader says where
    return f"its columns include {KEY}" if KEY in (head.parquet or ()) else ""


FORMATS: Final = (
    ObjectFormat(
        lambda item: KEY in item and "id" not in item,
        name="PreScience",
        kind="prescience",
        page="benchmarks",
    ),
    Format(test=_is_table, name="PreScience Parquet", kind="prescience", page="benchmarks"),
)
SIDE_FILE: Final = ObjectFormat(
    lambda item: item.keys() == {"key", "value"},
    name="is a side file of PreScience",
    hint="Load the paper rows, which hold the same.",
    is_foreign=True,
)
