"""Author map for author disambiguation: which ids are one person, which papers are whose.

A line assigns all papers of an author id, or one of them, to a person. The map is applied to
records before they are stored, so its effect does not depend on the order or way of loading.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from scinet.errors import DataError
from scinet.graph.schema.identifiers import add_source
from scinet.graph.schema.records import Author, BadRecordError, Notes, PaperRecord, digest
from scinet.graph.sources import fields, tables
from scinet.graph.sources.entries import Format, ObjectFormat
from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import UNREADABLE, InputLine, ReadProgress, SourceFile, is_json
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import merge_authors
from scinet.graph.sources.rows import read_file

MAPPED: Final = "mapped."
"""Prefix of the counter of authorships changed by an entry, before its number."""
KEYS: Final = frozenset({"author_id", "person_id"})
_COLUMNS: Final = (*sorted(KEYS), "paper_id", "name")
_CONTROL: Final = re.compile("[\\x00-\\x1f]")
FORM: Final = "Give it the columns author_id and person_id; docs/load.md has an example."
_Names = dict[str, str]
_Places = dict[str, dict[str | None, tuple[int, str]]]


class AuthorMapEntry(NamedTuple):
    """Entry for one paper of an author, or for all papers without an entry of their own."""

    author: str
    person: str
    paper: str | None
    name: str | None
    line: InputLine


@dataclass(frozen=True, slots=True)
class People:
    """Author map as written to a file; worker processes read it again from there.

    Attributes:
        file: The entries in canonical order, as JSON.
        sha256: Hash of the content, independent of how the input was written.
    """

    file: Path
    sha256: str

    def applied(self, record: PaperRecord, counts: Counter[str]) -> PaperRecord:
        """Replace the authors of a record by persons; count the entries that changed it."""
        places, names = _read_map(self.file, self.sha256)
        by_id: dict[str, Author] = {}
        repeated = 0
        for author in record.authors:
            mapped_author = _map_author(author, record.id, places, names, counts)
            if (earlier := by_id.get(mapped_author.id)) is not None:
                repeated += 1
                mapped_author = merge_authors(earlier, mapped_author)
            by_id[mapped_author.id] = mapped_author
        authors = tuple(by_id.values())
        if authors == record.authors:
            return record
        if repeated:
            record.notes.counts["accepted.author_twice"] += repeated
            record.notes.counts["authorships.repeated"] += repeated
            record.notes.counts["authorships.loaded"] -= repeated
            places_before = sum(len(a.institutions) for a in record.authors)
            lost = places_before - sum(len(a.institutions) for a in authors)
            record.notes.counts["affiliations.repeated"] += lost
            record.notes.counts["affiliations.loaded"] -= lost
        # The prefix that ranks versions by the time of change stays.
        when, mark, content_hash = record.digest.rpartition("-")
        changed = digest((content_hash, [(a.id, a.name, a.given_ids) for a in authors]))
        return replace(record, authors=authors, digest=f"{when}{mark}{changed}")


def _map_author(
    author: Author, paper: str, places: _Places, names: _Names, counts: Counter[str]
) -> Author:
    of_papers = places.get(author.id, {})
    entry = of_papers.get(paper) or of_papers.get(None)
    own, given_ids = author.id, None
    if entry is not None:
        number, own = entry
        given_ids = author.id if own != author.id else None
        counts[f"{MAPPED}{number}"] += 1
    name = names.get(own, author.name)
    if (own, name) == (author.id, author.name):
        return author
    return replace(author, id=own, name=name, given_ids=given_ids)


@lru_cache(maxsize=2)
def _read_map(file: Path, _: str) -> tuple[_Places, _Names]:
    listed = orjson.loads(file.read_bytes())
    places: _Places = {}
    for number, (author, paper, person) in enumerate(listed["entries"]):
        places.setdefault(author, {})[paper] = number, person
    return places, listed["names"]


def map_columns(names: Sequence[str]) -> list[str] | None:
    """Return the columns of a table in lower case; None if it is not an author map."""
    lowered = list(map(tables.normalise_column, names))
    return lowered if set(lowered) >= KEYS else None


def map_lines(file: SourceFile) -> Iterator[InputLine]:
    """Yield the lines of a map: of JSON unchanged, of a table each row as JSON.

    Raises:
        FileFaultError: If it breaks.
        DataError: If it is not an author map.
    """
    reading = ReadProgress()
    if is_json(file):
        yield from read_file(file, reading)
        for fault in reading.faults:
            raise FileFaultError(fault.name, fault.reason, fault.message)
        return
    rows = tables.read_table(file, reading, map_columns, _stated)
    if rows is None:
        raise DataError(f"{file.name} is not a map of authors", hint=FORM)
    yield from rows


def _stated(_: Any, cells: dict[str, str]) -> dict[str, str]:
    return {name: cells[name].strip() for name in _COLUMNS if cells.get(name, "").strip()}


def parse_entry(line: InputLine, source: str | None) -> AuthorMapEntry:
    """Parse a line, with ids prefixed by the source.

    Raises:
        BadRecordError: If it is not valid.
    """
    if line.reason:
        raise BadRecordError(line.reason, UNREADABLE[line.reason])
    record, notes = parse_object(line.data, is_last=line.is_last), Notes()
    author, person = (_entry_id(record, key, source, notes) for key in ("author_id", "person_id"))
    has_paper = record.get("paper_id") not in (None, "")
    paper = _entry_id(record, "paper_id", source, notes) if has_paper else None
    return AuthorMapEntry(author, person, paper, fields.read_name(record, "name", notes), line)


def _entry_id(record: dict[str, Any], key: str, source: str | None, notes: Notes) -> str:
    identifier = fields.read_required_id(record, key, notes)
    if _CONTROL.search(identifier):
        raise BadRecordError("control_character", f"has a control character in {key!r}")
    return add_source(identifier, source)


def check_consistent(entries: Sequence[AuthorMapEntry]) -> tuple[list[AuthorMapEntry], _Names]:
    """Return the entries in order without repeats, and the names of persons.

    Raises:
        DataError: If two contradict each other; both lines are named.
    """
    by_key: dict[tuple[str, str], AuthorMapEntry] = {}
    named: dict[str, AuthorMapEntry] = {}
    for item in entries:
        earlier = by_key.setdefault((item.author, item.paper or ""), item)
        if earlier.person != item.person:
            what = item.author if item.paper is None else f"{item.author} on {item.paper}"
            raise _contradiction_error(
                earlier,
                f"{what} is {earlier.person}, but {item.person} on line {item.line.number}",
                "Leave one of them out, or say with paper_id which papers are whose.",
            )
        if item.name is not None:
            earlier = named.setdefault(item.person, item)
            if earlier.name != item.name:
                raise _contradiction_error(
                    earlier,
                    f"{item.person} is called {earlier.name!r}, but {item.name!r} on line "
                    f"{item.line.number}",
                    "Write one name, or leave it out.",
                )
    for item in entries:
        earlier = by_key.get((item.person, ""), item)
        if item.author != item.person and earlier.author == item.person != earlier.person:
            raise _contradiction_error(
                item,
                f"{item.author} is {item.person}, who is {earlier.person} on line "
                f"{earlier.line.number}",
                "Write the same person on both lines.",
            )
    names = {person: str(item.name) for person, item in named.items()}
    return [by_key[key] for key in sorted(by_key)], names


def _contradiction_error(where: AuthorMapEntry, what: str, hint: str) -> DataError:
    return DataError(f"{where.line.file}, line {where.line.number}: {what}", hint=hint)


def write_map(entries: Sequence[AuthorMapEntry], names: _Names, file: Path) -> People:
    """Write the result of :func:`check_consistent` to a file."""
    content = {"entries": [(e.author, e.paper, e.person) for e in entries], "names": names}
    file.write_bytes(orjson.dumps(content))
    return People(file, digest(content))


_FOREIGN: Final[Any] = {
    "name": "is a map of authors",
    "hint": "Give it with --authors, beside the papers.",
    "is_foreign": True,
}
FORMATS: Final = (
    ObjectFormat(lambda item: item.keys() >= KEYS, **_FOREIGN),
    Format(
        test=lambda head: (
            "its columns are those of one" if any(map(map_columns, head.names())) else ""
        ),
        **_FOREIGN,
    ),
)
