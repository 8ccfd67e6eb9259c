"""Lists of dated edges: the neighbours of each node, earliest edge first.

An edge exists from the day on which both of its ends do. The edges of a row are in order of that
day, so those before any day are a prefix of the row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

Relation: TypeAlias = tuple[str, str, str]

CITES: Final = ("paper", "cites", "paper")
CITED_BY: Final = ("paper", "cited_by", "paper")
WROTE: Final = ("author", "wrote", "paper")
WRITTEN_BY: Final = ("paper", "written_by", "author")
PUBLISHES: Final = ("venue", "publishes", "paper")
PUBLISHED_IN: Final = ("paper", "published_in", "venue")
HOLDS: Final = ("field", "holds", "paper")
IN_FIELD: Final = ("paper", "in_field", "field")


@dataclass(frozen=True)
class DatedGraph:
    """Nodes of some kinds, and for each relation the dated edges into each node.

    A relation is named as in PyTorch Geometric: sender, verb, receiver; a message runs from the
    sender to the receiver.

    Attributes:
        sizes: Number of nodes by kind.

    Shapes:
        sender: ``(edges,)``, the other end of each edge, relation after relation, receiver after
            receiver, earliest first.
        day: ``(edges,)``, first day of existence.
        pointer: The edges of receiver ``v`` of relation ``r`` are those from
            ``pointer[begin[r] + v]`` to the next.
        origin: ``(edges,)``, original position of each edge in its relation; None when the order
            was not changed.
    """

    sizes: Mapping[str, int]
    relations: Sequence[Relation]
    sender: Int32
    day: Int32
    pointer: Int64
    begin: Int64
    origin: Mapping[Relation, Int64] = field(default_factory=dict)

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot, relations: Sequence[Relation] = ()) -> Self:
        """Build from papers, authors, venues and fields of a snapshot, each relation both ways.

        A citation of a later paper exists from the day of the cited one. By default all relations
        between kinds with nodes are taken.
        """
        venue = _single_column(snapshot.venue)
        venues, fields = len(snapshot.venue_id), len(snapshot.field_id)
        rows: dict[Relation, Csr] = {
            CITES: snapshot.cited_by,
            CITED_BY: snapshot.cites,
            WROTE: snapshot.authored,
            WRITTEN_BY: snapshot.author_papers,
            PUBLISHES: venue,
            PUBLISHED_IN: venue.transpose(venues),
            HOLDS: snapshot.in_field,
            IN_FIELD: snapshot.in_field.transpose(fields),
        }
        counts = (snapshot.num_papers, snapshot.num_authors, venues, fields)
        sizes = dict(zip(("paper", "author", "venue", "field"), counts, strict=True))
        filled = [name for name in rows if sizes[name[0]] and sizes[name[2]]]
        selected = {name: rows[name] for name in relations or filled}
        sizes = {
            kind: size for kind, size in sizes.items() if any(kind in name for name in selected)
        }
        days = [_edge_days(name, row, snapshot.day) for name, row in selected.items()]
        return cls._join(sizes, selected, days)

    @classmethod
    def from_edges(
        cls,
        sizes: Mapping[str, int],
        edges: Mapping[Relation, tuple[NDArray[np.integer], NDArray[np.integer]]],
        days: Mapping[Relation, NDArray[np.integer]],
    ) -> Self:
        """Build from any edges: senders, receivers and first days, ``(edges,)`` each."""
        rows, dated, origin = {}, [], {}
        for name, (sender, receiver) in edges.items():
            order = np.lexsort((days[name], receiver))
            rows[name] = Csr.from_sequences(receiver[order], sender[order], sizes[name[2]])
            dated.append(np.asarray(days[name])[order].astype(np.int32))
            origin[name] = order.astype(np.int64)
        return replace(cls._join(sizes, rows, dated), origin=origin)

    @classmethod
    def _join(
        cls, sizes: Mapping[str, int], rows: Mapping[Relation, Csr], days: Sequence[Int32]
    ) -> Self:
        edges = np.cumsum([0, *(len(row.indices) for row in rows.values())])
        nodes = np.cumsum([0, *(len(row.indptr) for row in rows.values())])
        pointers = [row.indptr + first for row, first in zip(rows.values(), edges, strict=False)]
        return cls(
            sizes=dict(sizes),
            relations=tuple(rows),
            sender=np.concatenate([row.indices for row in rows.values()]).astype(np.int32),
            day=np.concatenate(days).astype(np.int32),
            pointer=np.concatenate(pointers).astype(np.int64),
            begin=nodes[:-1].astype(np.int64),
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of nodes, in the order of their numbers."""
        return tuple(self.sizes)

    @cached_property
    def offsets(self) -> Int64:
        """First number of each kind in the common numbering of nodes, shape ``(kinds + 1,)``."""
        return np.cumsum([0, *self.sizes.values()]).astype(np.int64)

    @cached_property
    def ends(self) -> Int64:
        """Kind of the sender and of the receiver of each relation, shape ``(2, relations)``."""
        place = {kind: number for number, kind in enumerate(self.sizes)}
        pairs = [(place[sender], place[receiver]) for sender, _, receiver in self.relations]
        return np.array(pairs, dtype=np.int64).reshape(-1, 2).T.copy()

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return self.sender.nbytes + self.day.nbytes + self.pointer.nbytes

    def edge_slice(self, relation: Relation) -> slice:
        """Return the slice of ``sender`` and ``day`` of a relation."""
        number = self.relations.index(relation)
        first = self.begin[number]
        last = first + self.sizes[relation[2]]
        return slice(int(self.pointer[first]), int(self.pointer[last]))


def _single_column(codes: Int32) -> Csr:
    """Build rows with one column each, or none where the code is -1."""
    stated = codes >= 0
    pointer = np.concatenate(([0], np.cumsum(stated))).astype(np.int64)
    return Csr(pointer, codes[stated].astype(np.int32))


def _edge_days(relation: Relation, rows: Csr, day: Int32) -> Int32:
    sender, _, receiver = relation
    if sender != "paper":
        return day[rows.row_numbers()]
    if receiver != "paper":
        return day[rows.indices]
    # Papers are in order of day, so the later of two is the one with the larger position.
    return day[np.maximum(rows.row_numbers(), rows.indices)]
