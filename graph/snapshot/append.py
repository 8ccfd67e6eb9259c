"""A snapshot a few days later: what is new goes to the end of each array, unsorted."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scinet.errors import NotFoundError
from scinet.graph.choices import LEVELS
from scinet.graph.records import PaperRecord
from scinet.graph.snapshot.arrays import Snapshot
from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.snapshot.edit import first_days, last_days, longer, objects
from scinet.graph.snapshot.names import Codes

Network = TypeVar("Network", bound=Snapshot)


def appended(
    past: Network,
    records: Sequence[PaperRecord],
    before: date,
    graph_fingerprint: str,
    *,
    citations: Sequence[tuple[str, str]] = (),
) -> Network:
    """The papers of a snapshot, and those that appeared from its end up to a later day.

    New authors, venues, fields and names come after those that are known, whatever their ids.

    Args:
        records: Papers in order of day and id; references to what is not there are left out.
        before: The later day, exclusive.
        graph_fingerprint: Of the graph that this is then, so that no cache takes it for the first.
        citations: Citations of papers that are known already to new ones: (citing, cited).
    """
    row = {record.id: past.num_papers + number for number, record in enumerate(records)}

    def place(paper: str) -> int:
        try:
            return row[paper] if paper in row else past.index(paper)
        except NotFoundError:
            return -1

    author, name = Codes(list(past.author_id)), Codes(list(past.written_name))
    venue, title = Codes(list(past.venue_id)), Codes(list(past.written_field))
    subject = Codes(list(past.field_id))
    called, subjects = (
        list(past.author_name),
        list(zip(past.field_name, past.field_level, strict=True)),
    )
    cites: list[list[int]] = []
    bylines: list[list[int]] = []
    names: list[int] = []
    venues: list[int] = []
    inside: list[list[tuple[int, int, int]]] = []
    main = np.full((len(records), len(LEVELS)), -1, dtype=np.int32)
    for number, record in enumerate(records):
        cites.append(sorted({one for one in map(place, record.references) if one >= 0}))
        bylines.append([author.of(one.id) for one in record.authors])
        names += [name.of(one.name) if one.name else -1 for one in record.authors]
        called += [None] * (len(author.names) - len(called))
        for one in record.authors:
            called[author.of(one.id)] = called[author.of(one.id)] or one.name
        venues.append(-1 if record.venue is None else venue.of(record.venue.id))
        found = []
        for field in record.fields:
            code, level = subject.of(field.id), LEVELS.index(field.level)
            if code == len(subjects):
                subjects.append((field.name, field.level))
            found.append((code, title.of(field.name) if field.name else -1, level))
            if field.is_primary:
                main[number, level] = code
        inside.append(sorted(found))
    late = [(past.index(citing), row[cited]) for citing, cited in citations]
    members = np.array([one for row in inside for one in row], dtype=np.int32).reshape(-1, 3)
    return replace(
        past,
        before=before,
        graph_fingerprint=graph_fingerprint,
        paper_id=longer(past.paper_id, [record.id for record in records]),
        title=longer(past.title, [record.title for record in records]),
        abstract=longer(past.abstract, [record.abstract for record in records]),
        day=_with(past.day, last_days(records)),
        first_day=_with(past.first_day, first_days(records)),
        cites=_rows(_wider(past.cites, late), cites),
        author_id=objects(author.names),
        author_name=objects(called),
        authored=_rows(past.authored, bylines),
        venue_id=objects(venue.names),
        venue=_with(past.venue, venues),
        field_id=objects(subject.names),
        field_name=objects([one for one, _ in subjects]),
        field_level=objects([one for _, one in subjects]),
        in_field=_rows(past.in_field, [[code for code, _, _ in found] for found in inside]),
        main_field=np.concatenate((past.main_field, main)),
        written_name=objects(name.names),
        authored_name=_with(past.authored_name, names),
        written_field=objects(title.names),
        in_field_name=_with(past.in_field_name, members[:, 1]),
        in_field_level=_with(past.in_field_level, members[:, 2]),
    )


def _with(column: Int32, more: Sequence[int] | Int32) -> Int32:
    return np.concatenate((column, np.array(more, dtype=np.int32)))


def _rows(rows: Csr, more: Sequence[Sequence[int]]) -> Csr:
    """More rows at the end."""
    ends = rows.indptr[-1] + np.cumsum([len(one) for one in more], dtype=np.int64)
    flat = [entry for one in more for entry in one]
    return Csr(np.concatenate((rows.indptr, ends)), _with(rows.indices, flat))


def _wider(rows: Csr, more: Sequence[tuple[int, int]]) -> Csr:
    """Further entries, larger than all that their rows have."""
    if not more:
        return rows
    row, column = np.array(sorted(more), dtype=np.int64).T
    counts: NDArray[np.int64] = np.bincount(row, minlength=rows.num_rows)
    indices = np.insert(rows.indices, rows.indptr[row + 1], column).astype(np.int32)
    return Csr(rows.indptr + np.concatenate(([0], np.cumsum(counts))), indices)
