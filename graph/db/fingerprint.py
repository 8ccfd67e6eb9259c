"""Fingerprint of a graph: equal exactly when two graphs hold the same source data.

The SHA-256 hashes of all canonical rows, of natural keys and source properties, are added modulo
2^256. A sum needs no sort and does not depend on order, batches or interruptions. Internal ids,
computed values (indicators, communities, counts on citations) and bookkeeping stay out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from orjson import dumps

from scinet.errors import QueryError, SchemaError
from scinet.graph.db.graph_counts import graph_counts, node_blocks
from scinet.graph.db.request_cache import once_per_request

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row

_KINDS: Final = (
    "work", "paper", "author", "venue", "paragraph",
    "citation", "authorship", "publication", "mention", "co_mention",
    # Only some sources have these; without rows they do not change the sum.
    "field", "institution", "field_membership", "affiliation", "authorship_detail",
    "artifact", "release", "referral", "paper_detail",
    "contribution", "attribution", "pathway_step", "grounding", "claim",
)  # fmt: skip
_PLURALS: Final = {kind: f"{kind}s" for kind in _KINDS}
_LABELS: Final = {kind: name.encode() for kind, name in _PLURALS.items()}
# Kinds without own counts: empty when these are.
_AMONG: Final = {
    "works": "unknown_works", "paper_details": "papers", "authorship_details": "authorships",
}  # fmt: skip
_JOINED: Final = int.from_bytes(sha256(b"same work 1").digest(), "big")  # 1: by these rules
_BLOCKS_AT_A_TIME: Final = 10  # one row holds thousands of values


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Fingerprint with the numbers of rows by kind."""

    hex: str
    counts: dict[str, int]


class HashSum:
    """Sum of the hashes of rows, with their numbers by kind."""

    def __init__(self) -> None:
        self.total = 0
        self.counts = dict.fromkeys(_PLURALS.values(), 0)

    def add(self, kind: str, rows: Iterable[Any], *, times: int = 1) -> None:
        """Add rows of a kind; subtract them with ``times=-1``."""
        label, total, number = _LABELS[kind], 0, 0
        try:
            for values in rows:
                total += int.from_bytes(sha256(label + dumps(values)).digest(), "big")
                number += 1
        except TypeError as error:
            raise _unstorable_error(error) from error
        self._add(kind, times * total, times * number)

    def add_texts(self, kind: str, start: str, texts: Sequence[str], *ends: Any) -> None:
        """Add the row ``(start, text, *ends)`` of each text."""
        try:
            written = dumps(texts)
            opening, closing = _LABELS[kind] + dumps((start, ""))[:-2], dumps(("", *ends))[2:]
        except TypeError as error:
            raise _unstorable_error(error) from error
        if not texts or b"\\" in written:  # a text may contain the separator
            self.add(kind, ((start, text, *ends) for text in texts))
            return
        hashes = [sha256(opening + o + closing).digest() for o in written[2:-2].split(b'","')]
        self._add(kind, sum(map(int.from_bytes, hashes)), len(hashes))

    def _add(self, kind: str, total: int, number: int) -> None:
        self.total += total
        self.counts[_PLURALS[kind]] += number

    def join(self, total: int, counts: Mapping[str, int]) -> None:
        """Add another sum."""
        self.total += total
        for name, number in counts.items():
            self.counts[name] += number

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of all rows added."""
        return Fingerprint(f"{self.total % 2**256:064x}", self.counts)


def _unstorable_error(error: TypeError) -> QueryError:
    return QueryError(f"a value cannot be stored: {error}", hint="Correct its line.")


def stored_fingerprint(db: "Database") -> str:
    """Return the fingerprint stored by the last load."""
    return _read_fingerprint(db.rows("load/snapshot_newest"))


def request_fingerprint(db: "Database") -> str:
    """Return the same, read once in a request; later reads in it see that graph or a newer one."""
    return _read_fingerprint(newest_load(db))


def newest_load(db: "Database") -> "list[Row]":
    """Return the load that started last, read once in a request; empty for an empty graph."""
    return once_per_request((newest_load, db), lambda: db.rows("load/snapshot_newest"))


def _read_fingerprint(newest: "list[Row]") -> str:
    if not newest:
        raise SchemaError(
            "the graph is empty", hint="Load something first with `scinet load FILE`."
        )
    [row] = newest
    if not row["finished"]:
        if row["kind"] == "remove":
            raise half_removed_error(row["source"], row["of_kind"])
        raise SchemaError(
            f"load {row['run']} ({row['kind']}) is incomplete",
            hint="Run the same `scinet load` command again, which goes on where it stopped; or "
            "`scinet remove --unfinished`.",
        )
    return str(row["fingerprint"])


def shown_fingerprint(base: str, *, is_joined: bool, completed: Iterable[str] = ()) -> str:
    """Return the fingerprint of a graph with combined records.

    Combined works follow from the records, so their sum plus a constant suffices; a graph with the
    same records uncombined has another fingerprint.

    Args:
        completed: Hashes of papers that are put together of several records of one id.
    """
    if not is_joined:
        return base
    total = int(base, 16) + _JOINED + sum(int(one, 16) for one in completed)
    return f"{total % 2**256:064x}"


def half_removed_error(source: str | None, kind: str | None) -> SchemaError:
    """Make the error for an interrupted removal of a source, or of one kind of it."""
    command = f"scinet remove {source or '--unfinished'}" + (f" --as {kind}" if kind else "")
    return SchemaError(
        f"the removal of {source or 'loads'} is incomplete", hint=f"Run `{command}` to resume."
    )


def compute_fingerprint(db: "Database") -> Fingerprint:
    """Read the whole graph in blocks and add up the hashes of its rows.

    Args:
        db: The graph, without concurrent writers.
    """
    blocks, held = node_blocks(db), graph_counts(db)
    whole = HashSum()
    for kind, name in _PLURALS.items():
        if not held[_AMONG.get(name, name)]:
            continue
        for block in db.stream(f"admin/source_{kind}", fetch_size=_BLOCKS_AT_A_TIME, blocks=blocks):
            whole.add(kind, block["rows"])
    return whole.fingerprint()
