"""Names of shared nodes, updated after papers are stored or removed."""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from scinet.graph.load.batch import split_batches
from scinet.graph.load.shared_nodes import Several, name_properties
from scinet.graph.schema.printed_names import most_common_name

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction
    from scinet.graph.load.journal import WriteLock

_BATCH_SIZE: Final = 2_000
_KINDS: Final = ("author", "venue", "field", "institution", "artifact")


def update_names(tx: "Transaction", ids: Iterable[str], kind: str) -> None:
    """Give nodes of a kind the name printed most often; delete nodes without relationships."""
    forms = {row["number"]: dict(row["forms"]) for row in tx.rows(f"load/{kind}_prune", ids=ids)}
    rows = [
        {"number": number, **name_properties(times), "name": most_common_name(times)}
        for number, times in forms.items()
    ]
    if rows:
        tx.rows("load/name", rows=rows)


def update_ambiguous_names(db: "Database", lock: "WriteLock", several: Several | None) -> None:
    """Give nodes for which records print several names the commonest.

    Args:
        several: Their ids by kind; None for all in the graph.
    """
    ids_by_kind = _stored_ids(db) if several is None else several
    for kind in _KINDS:
        for part in split_batches(sorted(ids_by_kind.get(kind, ())), _BATCH_SIZE):
            lock.write(part, partial(update_names, kind=kind))


def _stored_ids(db: "Database") -> Mapping[str, list[str]]:
    rows = db.rows("load/several_names")
    rows.sort(key=itemgetter("kind"))
    return {kind: [row["id"] for row in some] for kind, some in groupby(rows, itemgetter("kind"))}
