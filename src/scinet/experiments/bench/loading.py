"""Loading a network, and reading citations out again: scinet's ways versus what others type.

The loader checks every record, writes papers, authors, venues and citations, journals its batches
and takes the fingerprint; the others only add citations between works that are there. So a
citation of ours costs all that, and the comparison leans to the others.
"""

import gzip
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import numpy as np
import orjson
from numpy.typing import NDArray

from scinet.errors import DataError, QueryError, ServerMissingError
from scinet.experiments.bench.clock import timed
from scinet.experiments.bench.study import Place, load
from scinet.graph import schema
from scinet.graph.dates import day_of, parse_date
from scinet.graph.load.graph_counts import node_blocks
from scinet.graph.load.loading import load as load_files
from scinet.graph.snapshot import read
from scinet.server.importing import import_files
from scinet.settings import ServerSettings

ROWS: Final = 10_000
_LIMIT_S: Final = 10.0  # of the way that asks once per citation
_PER_REQUEST: Final = 1_000
_BLOCKS_AT_A_TIME: Final = 8  # a row holds thousands of citations

Citation: TypeAlias = tuple[str, str, int]


def ways(place: Place) -> dict[str, Any]:
    """Load some citations in every way, then the whole network in ours, on a warm server."""
    citations, papers = _citations(place), _papers(place)
    rng = np.random.default_rng(place.seed)
    chosen = np.sort(rng.permutation(len(citations))[:ROWS])
    sample = [citations[number] for number in chosen.tolist()]
    others = {
        "UNWIND, CREATE: the limit": _unwind,
        "MERGE, a transaction for each": _row_wise,
        "LOAD CSV, MERGE": _load_csv,
    }
    missing = [] if find_spec("py2neo") else ["py2neo"]
    if not missing:
        others["py2neo, merged in bulk"] = _py2neo
    rows: list[dict[str, Any]] = [
        {"way": way, **_measured(place, sample, len(citations), do)} for way, do in others.items()
    ]
    seconds = 0.0
    for _ in range(2):  # the first time a server plans all statements and compiles itself
        place.database.rows("admin/wipe")
        start = time.perf_counter()
        load(place)
        seconds = time.perf_counter() - start
    _expect(place, len(citations))
    told = {"papers": papers, "citations": len(citations), "estimated": False}
    ours = {"way": "scinet load, everything", "seconds": seconds}
    rows = [
        row if "error" in row else {**told, **row, "all_s": row["seconds"]}
        for row in (ours, *_bulk(place))
    ] + rows
    for row in rows:
        if "seconds" in row:
            row["citations_per_s"] = row["citations"] / row["seconds"]
            if "papers" in row:
                row["papers_per_s"] = row["papers"] / row["seconds"]
    summary = ", ".join(f"{row['way']}: {row['all_s']:.3g} s" for row in rows if "all_s" in row)
    return {"citations": len(citations), "rows": rows, "summary": summary, "missing": missing}


def _bulk(place: Place) -> list[dict[str, Any]]:
    """The same in bulk, without the restart of a server; and its importer alone."""
    with TemporaryDirectory(prefix="scinet-") as folder:
        files = Path(folder) / "files"
        start = time.perf_counter()
        load_files(place.database, place.papers, source="bench", import_files=files)
        middle = time.perf_counter()
        try:
            import_files(ServerSettings(), files)
        except ServerMissingError as error:
            return [{"way": "scinet load, in bulk", "error": str(error)}]
        end = time.perf_counter()
    return [
        {"way": "scinet load, everything, in bulk", "seconds": end - start},
        {"way": "Neo4j's importer alone, ready-made files", "seconds": end - middle},
    ]


def _papers(place: Place) -> int:
    with gzip.open(place.papers) as lines:
        return sum(1 for _ in lines)


def _citations(place: Place) -> list[Citation]:
    with gzip.open(place.papers) as lines:
        return [
            (record["id"], cited, day_of(parse_date(record["date"])[0]))
            for record in map(orjson.loads, lines)
            for cited in record["references"]
        ]


def _measured(
    place: Place,
    sample: Sequence[Citation],
    total: int,
    do: Callable[[Place, Sequence[Citation]], int],
) -> dict[str, Any]:
    """Time a way that adds citations between works that are there."""
    place.database.rows("admin/wipe")
    schema.ensure(place.database)
    ids = sorted({paper for citing, cited, _ in sample for paper in (citing, cited)})
    place.database.write(lambda tx: tx.rows("load/work", ids=ids))
    start = time.perf_counter()
    try:
        done = do(place, sample)
    except QueryError as error:
        return {"error": str(error)}
    seconds = time.perf_counter() - start
    _expect(place, done)
    return {
        "citations": done,
        "seconds": seconds,
        "all_s": seconds * total / done,
        "estimated": done < total,
    }


def _expect(place: Place, citations: int) -> None:
    found = place.database.rows("export/counts")[0]["citations"]
    if found != citations:
        raise DataError(
            f"{found:,} citations are in the database, {citations:,} were loaded",
            hint="One of the ways is wrong, so no time is reported.",
        )


def _unwind(place: Place, sample: Sequence[Citation]) -> int:
    cited: dict[tuple[str, int], list[str]] = defaultdict(list)
    for citing, other, day in sample:
        cited[citing, day].append(other)
    rows = [{"citing": one, "day": day, "cited": all_} for (one, day), all_ in cited.items()]
    place.database.write(lambda tx: tx.rows("bench/create_citations", rows=rows))
    return len(sample)


def _row_wise(place: Place, sample: Sequence[Citation]) -> int:
    begun = time.perf_counter()
    for number, (citing, cited, day) in enumerate(sample, start=1):
        place.database.rows("bench/merge_citation", citing=citing, cited=cited, day=day)
        if time.perf_counter() - begun > _LIMIT_S:
            return number
    return len(sample)


def _load_csv(place: Place, sample: Sequence[Citation]) -> int:
    table = "citing,cited,day\n" + "".join(f"{a},{b},{day}\n" for a, b, day in sample)
    with _served(table.encode()) as url:
        place.database.rows("bench/load_csv", url=url)
    return len(sample)


def _py2neo(place: Place, sample: Sequence[Citation]) -> int:
    import py2neo  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from py2neo.bulk import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
        merge_relationships,
    )

    settings = place.settings
    graph: Any = py2neo.Graph(
        settings.uri, auth=(settings.username, settings.password.get_secret_value())
    )
    key = ("Work", "id")
    for start in range(0, len(sample), _PER_REQUEST):
        part = [(a, {"day": day}, b) for a, b, day in sample[start : start + _PER_REQUEST]]
        merge_relationships(graph.auto(), part, "CITES", start_node_key=key, end_node_key=key)
    return len(sample)


@contextmanager
def _served(content: bytes) -> Iterator[str]:
    """An address on this machine where a database on it can fetch a table."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the name is given
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/citations.csv"
    finally:
        server.shutdown()
        server.server_close()


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
    pairs = [(row["citing"], row["cited"]) for row in place.database.stream("bench/citation_rows")]
    return np.array(pairs, dtype=np.int64)
