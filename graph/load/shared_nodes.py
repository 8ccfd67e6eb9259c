"""Nodes that several papers name: authors, venues, research fields, institutions, artefacts.

Of several values of one of their properties the smallest stays.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet.graph.load.fingerprint import Sum
from scinet.graph.load.links import numbered
from scinet.graph.records import PaperRecord
from scinet.graph.text_order import as_compared

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

Values: TypeAlias = tuple[str | None, ...]
SHARED: Final = {
    "author": ("name", "orcid"),
    "venue": ("name",),
    "field": ("name", "level"),
    "institution": ("name",),
    "artifact": ("name", "kind"),
}
"""Kinds of nodes with their properties."""
_HASHED: Final = {
    "field": ("id", "name", "level"),
    "artifact": ("id", "kind", "name", "count", "read_on"),
}
_STORED: Final[dict[str, tuple[str, ...]]] = {
    **SHARED,
    "artifact": ("name", "kind", "count", "read_on"),
}
NO_COUNT: Final[dict[str, Any]] = {"count": None, "read_on": None}


@dataclass(frozen=True, slots=True)
class SharedNodes:
    """Nodes that some papers name, by kind and id."""

    nodes: dict[str, dict[str, Values]] = field(
        default_factory=lambda: {kind: {} for kind in SHARED}
    )

    def add(self, record: PaperRecord) -> None:
        """Add those of a paper."""
        authors = self.nodes["author"]
        for author in record.authors:
            values = author.name, author.orcid
            if authors.setdefault(author.id, values) != values:
                self._add("author", author.id, values)
            for one in author.institutions:
                self._add("institution", one.id, (one.name,))
        if record.venue is not None:
            self._add("venue", record.venue.id, (record.venue.name,))
        for subject in record.fields:
            self._add("field", subject.id, (subject.name, subject.level))
        for artifact in (*record.released, *(r.artifact for r in record.referrals)):
            self._add("artifact", artifact.id, (artifact.name, artifact.kind))

    def _add(self, kind: str, identifier: str, values: Values) -> None:
        nodes = self.nodes[kind]
        earlier = nodes.get(identifier)
        if earlier is None:
            nodes[identifier] = values
        elif earlier != values:
            nodes[identifier] = smallest(earlier, values)

    def write(self, tx: "Transaction", change: Sum | None) -> dict[str, dict[str, int]]:
        """Store what the graph does not have; rows that it gains and loses are added.

        Returns:
            The internal numbers of all, by kind and id.
        """
        numbers: dict[str, dict[str, int]] = {kind: {} for kind in self.nodes}
        for kind, nodes in self.nodes.items():
            if not nodes:
                continue
            names = SHARED[kind]
            columns = ("id", "number", *_STORED[kind])
            [found] = tx.rows(f"load/{kind}_stored", ids=list(nodes))
            there = {one[0]: dict(zip(columns, one, strict=True)) for one in found["nodes"]}
            fresh = []
            for identifier, values in nodes.items():
                row = there.get(identifier)
                if row is not None:
                    stored = tuple(row[name] for name in names)
                    if values == stored or (values := smallest(stored, values)) == stored:
                        continue
                new = {"id": identifier, **dict(zip(names, values, strict=True))}
                fresh.append(new)
                if change is not None:
                    if row is not None:
                        change.add(kind, [hashed(kind, row)], times=-1)
                    change.add(kind, [hashed(kind, {**NO_COUNT, **(row or {}), **new})])
            numbers[kind] = {identifier: row["number"] for identifier, row in there.items()}
            if fresh:
                numbers[kind] |= numbered(tx.rows(f"load/{kind}", rows=fresh))
        return numbers


def smallest(one: Iterable[str | None], other: Iterable[str | None]) -> Values:
    """Of two values of each property the smaller one, as the database compares texts."""
    return tuple(
        b if a is None else a if b is None else min(a, b, key=as_compared)
        for a, b in zip(one, other, strict=True)
    )


def hashed(kind: str, row: Mapping[str, Any]) -> list[Any]:
    """What the fingerprint has of a node."""
    return [row[name] for name in _HASHED.get(kind, ("id", "name"))]
