"""Reading all citations out of a database: scinet's way versus a row for each."""

import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.clock import timed
from benchmarks.study import Place, statement
from scinet.errors import DataError
from scinet.graph.load.graph_counts import node_blocks
from scinet.graph.snapshot import read

_BLOCKS_AT_A_TIME: Final = 8  # a row holds thousands of citations


def exports(place: Place) -> dict[str, Any]:
    """Read them in both ways, and everything else by a snapshot."""
    blocks_s, blocks = timed(lambda: _blocks(place))
    pairs_s, pairs = timed(lambda: _citation_rows(place))
    if not np.array_equal(np.unique(blocks, axis=0), np.unique(pairs, axis=0)):
        raise DataError(
            "two ways of reading the citations differ", hint="One is wrong, so no time is reported."
        )
    start = time.perf_counter()
    snapshot = read(place.database)
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
