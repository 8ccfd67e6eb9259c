"""Nodes shared by papers: authors, venues, research fields, institutions, artefacts.

They keep every printed name; of several values of another property the smallest wins.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.links import node_numbers
from scinet.graph.schema.printed_names import distinct_names, extra_variants, utf16_key
from scinet.graph.schema.records import PaperRecord

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

Values: TypeAlias = tuple[str | None, ...]
Several = dict[str, set[str]]
SHARED: Final[dict[str, tuple[str, ...]]] = {
    "author": ("orcid",),
    "venue": (),
    "field": ("level",),
    "institution": (),
    "artifact": ("kind",),
}
"""Properties besides the name, by kind of node."""
_HASHED: Final = {
    "field": ("id", "name", "level"),
    "artifact": ("id", "kind", "name", "count", "read_on"),
}
_STORED: Final[dict[str, tuple[str, ...]]] = {
    **SHARED,
    "artifact": ("kind", "count", "read_on"),
}
NO_COUNT: Final[dict[str, Any]] = {"count": None, "read_on": None}


def _empty_by_kind() -> dict[str, dict[Any, Any]]:
    return {kind: {} for kind in SHARED}


@dataclass(frozen=True, slots=True)
class SharedNodes:
    """Shared nodes of some papers.

    Attributes:
        nodes: Their properties besides the name, by kind and id.
        printed: Number of times each name is printed, by kind, then id and name.
    """

    nodes: dict[str, dict[str, Values]] = field(default_factory=_empty_by_kind)
    printed: dict[str, dict[tuple[str, str | None], int]] = field(default_factory=_empty_by_kind)

    def add(self, record: PaperRecord) -> None:
        """Add the nodes of a paper."""
        for author in record.authors:
            self._add("author", author.id, author.name, (author.orcid,))
            for institution in author.institutions:
                self._add("institution", institution.id, institution.name, ())
        if record.venue is not None:
            self._add("venue", record.venue.id, record.venue.name, ())
        for subject in record.fields:
            self._add("field", subject.id, subject.name, (subject.level,))
        for artifact in (*record.released, *(r.artifact for r in record.referrals)):
            self._add("artifact", artifact.id, artifact.name, (artifact.kind,))

    def _add(self, kind: str, identifier: str, name: str | None, values: Values) -> None:
        nodes, printed, key = self.nodes[kind], self.printed[kind], (identifier, name)
        printed[key] = printed.get(key, 0) + 1
        earlier = nodes.setdefault(identifier, values)
        if earlier != values:
            nodes[identifier] = smaller_values(earlier, values)

    def write(
        self, tx: "Transaction", change: HashSum | None, several: Several
    ) -> dict[str, dict[str, int]]:
        """Store new or changed nodes, and add the gained and lost fingerprint rows to ``change``.

        Args:
            several: By kind, gets the ids for which papers print several names; these get their
                name when all papers are stored (:mod:`.node_names`).

        Returns:
            The internal ids of all nodes, by kind and id.
        """
        numbers: dict[str, dict[str, int]] = {kind: {} for kind in self.nodes}
        for kind, nodes in self.nodes.items():
            if not nodes:
                continue
            forms: dict[str, set[str | None]] = defaultdict(set)
            for identifier, name in self.printed[kind]:
                forms[identifier].add(name)
            keys = SHARED[kind]
            columns = ("id", "number", "name", "names", *_STORED[kind])
            [answer] = tx.rows(f"load/{kind}_stored", ids=list(nodes))
            rows = {node[0]: dict(zip(columns, node, strict=True)) for node in answer["nodes"]}
            fresh = []
            for identifier, values in nodes.items():
                row, printed = rows.get(identifier), forms[identifier]
                stored: Values | None = None
                if row is not None:
                    stored = tuple(row[key] for key in keys)
                    printed |= _stored_forms(row)
                    values = values if values == stored else smaller_values(stored, values)
                if len(printed) > 1:
                    several.setdefault(kind, set()).add(identifier)
                if row is not None and values == stored and distinct_names(printed) == row["names"]:
                    continue
                new = {
                    "id": identifier,
                    **name_properties(printed),
                    **dict(zip(keys, values, strict=True)),
                }
                fresh.append(new)
                if change is not None:
                    if row is not None:
                        change.add(kind, [fingerprint_values(kind, row)], times=-1)
                    change.add(kind, [fingerprint_values(kind, {**NO_COUNT, **(row or {}), **new})])
            numbers[kind] = {identifier: row["number"] for identifier, row in rows.items()}
            if fresh:
                numbers[kind] |= node_numbers(tx.rows(f"load/{kind}", rows=fresh))
        return numbers


def _stored_forms(row: Mapping[str, Any]) -> set[str | None]:
    """Return the printed names of a stored node; None for a record without a name."""
    names = row["names"]
    if names is None:
        return {row["name"]}
    return {*names, None} if len(names) == 1 else set(names)


def name_properties(forms: Iterable[str | None]) -> dict[str, Any]:
    """Return the name properties of a node: the smallest name, until they are counted."""
    printed = set(forms)
    names = distinct_names(printed)
    name = names[0] if names else next(iter(printed))
    return {"name": name, "names": names, "spellings": extra_variants(printed)}


def smaller_values(first: Iterable[str | None], second: Iterable[str | None]) -> Values:
    """Return the smaller of two values of each property, in the database's order."""
    return tuple(
        b if a is None else a if b is None else min(a, b, key=utf16_key)
        for a, b in zip(first, second, strict=True)
    )


def fingerprint_values(kind: str, row: Mapping[str, Any]) -> list[Any]:
    """Return the fingerprint row of a node, with the smallest of several names."""
    names = row.get("names")
    row = {**row, "name": names[0] if names else row["name"]}
    return [row[key] for key in _HASHED.get(kind, ("id", "name"))]
