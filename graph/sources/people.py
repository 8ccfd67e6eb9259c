"""A map of authors: which ids of a source are one person, and whose papers an id has.

A line gives all papers of an author id, or one of them, to a person. It changes records before
they are stored, and so nothing of it depends on the order or the way of loading.
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
from scinet.graph.identifiers import with_source
from scinet.graph.records import Author, BadRecordError, Notes, PaperRecord, digest
from scinet.graph.sources import fields, tables
from scinet.graph.sources.faults import FileFaultError
from scinet.graph.sources.files import UNREADABLE, Line, Reading, SourceFile, is_json
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.papers import joined
from scinet.graph.sources.rows import row_lines

MAPPED: Final = "mapped."
"""Before the number of an entry: how many authorships it changed."""
KEYS: Final = frozenset({"author_id", "person_id"})
_COLUMNS: Final = (*sorted(KEYS), "paper_id", "name")
_CONTROL: Final = re.compile("[\\x00-\\x1f]")
FORM: Final = "Give it the columns author_id and person_id; docs/load.md has an example."
_Names = dict[str, str]
_Places = dict[str, dict[str | None, tuple[int, str]]]


class Entry(NamedTuple):
    """What a line says; of one paper, else of all that no other entry names."""

    author: str
    person: str
    paper: str | None
    name: str | None
    line: Line


@dataclass(frozen=True, slots=True)
class People:
    """A map that was read; processes that make records read it again from their file.

    Attributes:
        file: The entries in an order of their own, as JSON.
        sha256: Of what the map says, however it is written.
    """

    file: Path
    sha256: str

    def applied(self, record: PaperRecord, counts: Counter[str]) -> PaperRecord:
        """The record with persons as its authors; entries that changed it are counted."""
        places, names = _read_back(self.file, self.sha256)
        found: dict[str, Author] = {}
        repeated = 0
        for author in record.authors:
            one = _person(author, record.id, places, names, counts)
            if (earlier := found.get(one.id)) is not None:
                repeated += 1
                one = joined(earlier, one)
            found[one.id] = one
        authors = tuple(found.values())
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
        # The time at which a source changed the record stays in front.
        when, mark, said = record.digest.rpartition("-")
        changed = digest((said, [(a.id, a.name, a.given_ids) for a in authors]))
        return replace(record, authors=authors, digest=f"{when}{mark}{changed}")


def _person(
    author: Author, paper: str, places: _Places, names: _Names, counts: Counter[str]
) -> Author:
    of_papers = places.get(author.id, {})
    entry = of_papers.get(paper) or of_papers.get(None)
    own, given = author.id, None
    if entry is not None:
        number, own = entry
        given = author.id if own != author.id else None
        counts[f"{MAPPED}{number}"] += 1
    name = names.get(own, author.name)
    if (own, name) == (author.id, author.name):
        return author
    return replace(author, id=own, name=name, given_ids=given)


@lru_cache(maxsize=2)
def _read_back(file: Path, _: str) -> tuple[_Places, _Names]:
    listed = orjson.loads(file.read_bytes())
    places: _Places = {}
    for number, (author, paper, person) in enumerate(listed["entries"]):
        places.setdefault(author, {})[paper] = number, person
    return places, listed["names"]


def is_map(names: Sequence[str]) -> list[str] | None:
    """The columns of a table in small letters, None where it is no map of authors."""
    lowered = list(map(tables.plain, names))
    return lowered if set(lowered) >= KEYS else None


def written(file: SourceFile) -> Iterator[Line]:
    """The lines of a map: of JSON as they are, of a table each row as such a line.

    Raises:
        FileFaultError: If it breaks.
        DataError: If it is something else.
    """
    reading = Reading()
    if is_json(file):
        yield from row_lines(file, reading)
        for fault in reading.faults:
            raise FileFaultError(fault.name, fault.reason, fault.message)
        return
    opened = tables.opened(file, reading, is_map)
    if opened is None:
        raise DataError(f"{file.name} is no map of authors", hint=FORM)
    header, rows = opened
    for number, row in rows:
        cells = tables.as_cells(header, row)
        if cells is None:
            yield tables.bad_row(row, file.name, number)
            continue
        said = {name: cells[name].strip() for name in _COLUMNS if cells.get(name, "").strip()}
        yield Line(file.name, number, 0, orjson.dumps(said))


def entry(line: Line, source: str | None) -> Entry:
    """What a line says, with ids below the source.

    Raises:
        BadRecordError: If it says nothing that can be used.
    """
    if line.reason:
        raise BadRecordError(line.reason, UNREADABLE[line.reason])
    record, notes = parse_object(line.data, is_last=line.is_last), Notes()
    author, person = (_id(record, key, source, notes) for key in ("author_id", "person_id"))
    has_paper = record.get("paper_id") not in (None, "")
    paper = _id(record, "paper_id", source, notes) if has_paper else None
    return Entry(author, person, paper, fields.name(record, "name", notes), line)


def _id(record: dict[str, Any], key: str, source: str | None, notes: Notes) -> str:
    found = fields.required_id(record, key, notes)
    if _CONTROL.search(found):
        raise BadRecordError("control_character", f"has a control character in {key!r}")
    return with_source(found, source)


def consistent(entries: Sequence[Entry]) -> tuple[list[Entry], _Names]:
    """The entries in order without repeats, and the names of persons.

    Raises:
        DataError: If two contradict each other; both lines are named.
    """
    found: dict[tuple[str, str], Entry] = {}
    named: dict[str, Entry] = {}
    for one in entries:
        other = found.setdefault((one.author, one.paper or ""), one)
        if other.person != one.person:
            what = one.author if one.paper is None else f"{one.author} on {one.paper}"
            raise _contradiction(
                other,
                f"{what} is {other.person}, but {one.person} on line {one.line.number}",
                "Leave one of them out, or say with paper_id which papers are whose.",
            )
        if one.name is not None:
            other = named.setdefault(one.person, one)
            if other.name != one.name:
                raise _contradiction(
                    other,
                    f"{one.person} is called {other.name!r}, but {one.name!r} on line "
                    f"{one.line.number}",
                    "Write one name, or leave it out.",
                )
    for one in entries:
        other = found.get((one.person, ""), one)
        if one.author != one.person and other.author == one.person != other.person:
            raise _contradiction(
                one,
                f"{one.author} is {one.person}, who is {other.person} on line {other.line.number}",
                "Write the same person on both lines.",
            )
    names = {person: str(one.name) for person, one in named.items()}
    return [found[key] for key in sorted(found)], names


def _contradiction(where: Entry, what: str, hint: str) -> DataError:
    return DataError(f"{where.line.file}, line {where.line.number}: {what}", hint=hint)


def stored(entries: Sequence[Entry], names: _Names, file: Path) -> People:
    """What :func:`consistent` gives, written for those that apply it."""
    said = {"entries": [(e.author, e.paper, e.person) for e in entries], "names": names}
    file.write_bytes(orjson.dumps(said))
    return People(file, digest(said))
