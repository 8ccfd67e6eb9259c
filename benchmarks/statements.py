"""Statements of scinet versus alternatives: citation export, and own Cypher as of a day."""

import time
from collections.abc import Callable, Mapping
from statistics import geometric_mean
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.clock import timed
from benchmarks.study import Place, statement
from scinet.errors import DataError
from scinet.graph.as_of import answerable_properties, restrict_to_day
from scinet.graph.db.graph_counts import node_blocks
from scinet.graph.db.query import load_query
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import read_snapshot

_BLOCKS_AT_A_TIME: Final = 8  # thousands of citations per row


def exports(place: Place) -> dict[str, Any]:
    """Read citations in both ways, and the rest by a snapshot."""
    blocks_s, blocks = timed(lambda: _blocks(place))
    pairs_s, pairs = timed(lambda: _citation_rows(place))
    if not np.array_equal(np.unique(blocks, axis=0), np.unique(pairs, axis=0)):
        raise DataError(
            "two ways of reading the citations differ", hint="One is wrong, so no time is reported."
        )
    start = time.perf_counter()
    snapshot = read_snapshot(place.database)
    everything = time.perf_counter() - start
    seconds = {
        "blocks of lists": blocks_s,
        "a row for each citation": pairs_s,
        "snapshot: papers, texts, authors and all": everything,
    }
    rows = [
        {"way": way, "citations": len(pairs), "seconds": took, "citations_per_s": len(pairs) / took}
        for way, took in seconds.items()
    ]
    ratio = pairs_s / blocks_s
    return {
        "citations": len(snapshot.cites.indices),
        "rows": rows,
        "ratio": ratio,
        "summary": f"blocks are {ratio:.3g} times as fast as a row for each citation",
    }


def _blocks(place: Place) -> NDArray[np.int64]:
    blocks = node_blocks(place.database)
    parts = [
        np.array([row["citing"], row["cited"]], dtype=np.int64)
        for row in place.database.stream(
            "export/citations", fetch_size=_BLOCKS_AT_A_TIME, blocks=blocks
        )
    ]
    return np.concatenate(parts, axis=1).T


def _citation_rows(place: Place) -> NDArray[np.int64]:
    pairs = [
        (row["citing"], row["cited"]) for row in place.database.stream(statement("citation_rows"))
    ]
    return np.array(pairs, dtype=np.int64)


STATEMENTS: Final = (
    "own_cited",
    "own_degree",
    "own_coauthors",
    "own_chain",
    "own_latest",
    "own_names",
)


def beside_conditions(place: Place) -> dict[str, Any]:
    """Time each statement as of the day by which half of the papers were published."""
    snapshot = read_snapshot(place.database)
    half = snapshot.num_papers // 2
    paper, day = str(snapshot.paper_id[half - 1]), date_of(int(snapshot.day[half]))
    rows: list[dict[str, Any]] = []
    for name in STATEMENTS:
        own, by_hand = load_query(statement(name)), load_query(statement(f"{name}_before"))
        params = {"paper_id": paper} if "paper_id" in own.params else {}
        restricted = restrict_to_day(own.text, day, params)
        ask = _prepare(place, by_hand.text, by_hand.bind({**params, "before": day}))
        hand_s, expected = timed(ask)
        own_s, own_rows = timed(_prepare(place, restricted.statement, restricted.params))
        if own_rows != expected:
            raise DataError(
                f"the rows differ ({name})", hint="One is wrong, so no time is reported."
            )
        about = {"way": own.summary.removesuffix("."), "hand_s": hand_s, "own_s": own_s}
        rows.append({**about, "ratio": own_s / hand_s})
    ratio = geometric_mean(row["ratio"] for row in rows)
    return {
        "citations": len(snapshot.cites.indices),
        "rows": rows,
        "summary": f"on average {ratio:.2f} times as long as with conditions by hand",
    }


def _prepare(
    place: Place, text: str, params: Mapping[str, Any]
) -> Callable[[], list[dict[str, Any]]]:
    """Return a function that runs a statement, whose plan is made before."""
    values = dict(params)
    place.database.explain(text, values)
    return lambda: list(place.database.read_text(text, params=values, shown=answerable_properties))
