"""Reading all citations out of a database: blocks of lists versus a row for each."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.experiments.bench.study import Place
from scinet.graph.snapshot import read

_TURNS = 3
_BLOCKS_AT_A_TIME = 8  # a row holds thousands of citations


def ways(place: Place) -> dict[str, Any]:
    """Read them in both ways, and everything else by a snapshot."""
    found: dict[str, NDArray[np.int64]] = {}
    rows = []
    for way, do in (("blocks of lists", _blocks), ("a row for each citation", _rows)):
        seconds = []
        for _ in range(_TURNS):
            start = time.perf_counter()
            found[way] = do(place)
            seconds.append(time.perf_counter() - start)
        rows.append(_row(way, len(found[way]), min(seconds)))
    blocks, pairs = (np.sort(_keys(one)) for one in found.values())
    if not np.array_equal(blocks, pairs):
        raise DataError(
            "two ways of reading the citations differ", hint="One is wrong, so no time is reported."
        )
    start = time.perf_counter()
    snapshot = read(place.database)
    everything = time.perf_counter() - start
    rows.append(_row("snapshot: papers, texts, authors and all", len(blocks), everything))
    ratio = rows[1]["seconds"] / rows[0]["seconds"]
    return {
        "citations": len(snapshot.cites.indices),
        "rows": rows,
        "ratio": ratio,
        "summary": f"blocks are {ratio:.3g} times as fast as a row for each citation",
    }


def _blocks(place: Place) -> NDArray[np.int64]:
    top = place.database.rows("export/counts")[0]["top_paper"]
    parts = [
        np.array([row["citing"], row["cited"]], dtype=np.int64)
        for row in place.database.stream("export/citations", fetch_size=_BLOCKS_AT_A_TIME, top=top)
    ]
    return np.concatenate(parts, axis=1).T


def _rows(place: Place) -> NDArray[np.int64]:
    pairs = [(row["citing"], row["cited"]) for row in place.database.stream("bench/citation_rows")]
    return np.array(pairs, dtype=np.int64)


def _keys(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    keys: NDArray[np.int64] = pairs[:, 0] << 32 | pairs[:, 1]
    return keys


def _row(way: str, citations: int, seconds: float) -> dict[str, Any]:
    return {
        "way": way,
        "citations": citations,
        "seconds": seconds,
        "citations_per_s": citations / seconds,
    }
