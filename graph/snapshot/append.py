"""Extension of a snapshot by later papers, appended unsorted to each array."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scinet.errors import NotFoundError
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.records import PaperRecord
from scinet.graph.snapshot.arrays import Snapshot
from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.snapshot.edit import extend_column, first_days, last_days, to_objects
from scinet.graph.snapshot.names import Codes

Network = TypeVar("Network", bound=Snapshot)


def append_papers(
    past: Network,
    records: Sequence[PaperRecord],
    before: date,
    graph_fingerprint: str,
    *,
    citations: Sequence[tuple[str, str]] = (),
) -> Network:
    """Append papers dated from the end of a snapshot up to a later day.

    New authors, venues, fields and names follow the existing ones, whatever their ids.

    Args:
        records: Papers in order of day and id; references to unknown papers are left out.
        before: The later day, exclusive.
        graph_fingerprint: Fingerprint of the extended graph, so that caches tell it apart.
        citations: Citations from existing papers to new ones: (citing, cited).
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
        cites.append(sorted({item for item in map(place, record.references) if item >= 0}))
        bylines.append([author.of(item.id) for item in record.authors])
        names += [name.of(item.name) if item.name else -1 for item in record.authors]
        called += [None] * (len(author.names) - len(called))
        for item in record.authors:
            called[author.of(item.id)] = called[author.of(item.id)] or item.name
        venues.append(-1 if record.venue is None else venue.of(record.venue.id))
        memberships = []
        for field in record.fields:
            code, level = subject.of(field.id), LEVELS.index(field.level)
            if code == len(subjects):
                subjects.append((field.name, field.level))
            memberships.append((code, title.of(field.name) if field.name else -1, level))
            if field.is_primary:
                main[number, level] = code
        inside.append(sorted(memberships))
    late = [(past.index(citing), row[cited]) for citing, cited in citations]
    members = np.array([item for row in inside for item in row], dtype=np.int32).reshape(-1, 3)
    return replace(
        past,
        before=before,
        graph_fingerprint=graph_fingerprint,
        paper_id=extend_column(past.paper_id, [record.id for record in records]),
        title=extend_column(past.title, [record.title for record in records]),
        abstract=extend_column(past.abstract, [record.abstract for record in records]),
        day=_extend_column(past.day, last_days(records)),
        first_day=_extend_column(past.first_day, first_days(records)),
        cites=_append_rows(_extend_rows(past.cites, late), cites),
        author_id=to_objects(author.names),
        author_name=to_objects(called),
        authored=_append_rows(past.authored, bylines),
        venue_id=to_objects(venue.names),
        venue=_extend_column(past.venue, venues),
        field_id=to_objects(subject.names),
        field_name=to_objects([item for item, _ in subjects]),
        field_level=to_objects([item for _, item in subjects]),
        in_field=_append_rows(
            past.in_field, [[code for code, _, _ in memberships] for memberships in inside]
        ),
        main_field=np.concatenate((past.main_field, main)),
        written_name=to_objects(name.names),
        authored_name=_extend_column(past.authored_name, names),
        written_field=to_objects(title.names),
        in_field_name=_extend_column(past.in_field_name, members[:, 1]),
        in_field_level=_extend_column(past.in_field_level, members[:, 2]),
    )


def _extend_column(column: Int32, more: Sequence[int] | Int32) -> Int32:
    return np.concatenate((column, np.array(more, dtype=np.int32)))


def _append_rows(rows: Csr, more: Sequence[Sequence[int]]) -> Csr:
    ends = rows.indptr[-1] + np.cumsum([len(row) for row in more], dtype=np.int64)
    flat = [entry for row in more for entry in row]
    return Csr(np.concatenate((rows.indptr, ends)), _extend_column(rows.indices, flat))


def _extend_rows(rows: Csr, more: Sequence[tuple[int, int]]) -> Csr:
    """Add entries that are larger than all those of their rows."""
    if not more:
        return rows
    row, column = np.array(sorted(more), dtype=np.int64).T
    counts: NDArray[np.int64] = np.bincount(row, minlength=rows.num_rows)
    indices = np.insert(rows.indices, rows.indptr[row + 1], column).astype(np.int32)
    return Csr(rows.indptr + np.concatenate(([0], np.cumsum(counts))), indices)
