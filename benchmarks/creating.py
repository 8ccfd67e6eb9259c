"""Creating a whole network, and nothing else: the least that storing it by statements can take.

Every node and link that scinet stores, with the same properties, by its own statement for links;
but no paper is looked up, none is known to be there before, none is checked, hashed or journalled,
and all records are made before the clock starts.
"""

import gzip
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, TypeVar

import orjson

from benchmarks.study import SOURCE, Place, statement
from scinet.graph import schema
from scinet.graph.load.kinds import kind_of
from scinet.graph.load.links import link, numbered
from scinet.graph.load.papers import own
from scinet.graph.load.shared_nodes import SHARED, SharedNodes, named
from scinet.graph.printed_names import commonest
from scinet.graph.records import PaperRecord

_LABELS: Final = {
    "paper": ["Work", "Paper"], "author": ["Author"], "venue": ["Venue"], "field": ["Field"],
}  # fmt: skip

T = TypeVar("T")


def created(place: Place) -> float:
    """The seconds for all of it; the second time counts."""
    kind = kind_of("records")
    with gzip.open(place.papers) as lines:
        records: list[PaperRecord] = [kind.make(orjson.loads(line), SOURCE) for line in lines]
    nodes = {"paper": [{"id": record.id, **own(record)} for record in records]}
    shared = SharedNodes()
    for record in records:
        shared.add(record)
    for name, found in shared.nodes.items():
        printed: dict[str, Counter[str | None]] = defaultdict(Counter)
        for (one, form), times in shared.printed[name].items():
            printed[one][form] += times
        nodes[name] = [
            {"id": one, **named(printed[one]), "name": commonest(printed[one])}
            | dict(zip(SHARED[name], values, strict=True))
            for one, values in found.items()
        ]
    seconds = 0.0
    for _ in range(2):
        place.database.rows("admin/wipe")
        schema.ensure(place.database)
        start = time.perf_counter()
        _create(place, records, nodes, kind.batch_size)
        seconds = time.perf_counter() - start
    return seconds


def _create(
    place: Place, records: list[PaperRecord], nodes: dict[str, list[dict[str, Any]]], size: int
) -> None:
    numbers: dict[str, dict[str, int]] = {}
    for name, rows in nodes.items():
        numbers[name] = {}
        for part in _parts(rows, size):
            found = place.database.rows(statement("create"), rows=part, labels=_LABELS[name])
            numbers[name] |= numbered(found)
    for some in _parts(records, size):
        place.database.write(partial(link, records=some, works=numbers["paper"], shared=numbers))


def _parts(items: list[T], size: int) -> Iterator[list[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))
