"""Loading a network by scinet versus the usual ways of others.

The loader checks every record, writes papers, authors, venues and citations, journals its batches
and computes the fingerprint. Its bound is the bare creation of the same nodes and links, without
look-ups, checks, hashes or journal. The others only add citations between existing works, which
favours them. Their input is prepared beforehand: only the work of the database is timed.
"""

import gzip
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
import orjson

from benchmarks.study import SOURCE, Place, load, statement
from scinet.errors import DataError, QueryError, ServerMissingError
from scinet.graph.db import indexes
from scinet.graph.db.connection import Database
from scinet.graph.db.query import load_query as read_statement
from scinet.graph.load.kinds import kind_of
from scinet.graph.load.links import link_papers, node_numbers
from scinet.graph.load.loading import load as load_files
from scinet.graph.load.papers import own_properties
from scinet.graph.load.shared_nodes import SHARED, SharedNodes, name_properties
from scinet.graph.schema.dates import day_of, parse_date
from scinet.graph.schema.printed_names import most_common_name
from scinet.graph.schema.records import PaperRecord
from scinet.server.importing import import_files
from scinet.server.process import free_port, run_temporary
from scinet.settings import Neo4jSettings, ServerSettings

_LIMIT_S: Final = 10.0  # of the way with one request per citation
_PER_REQUEST: Final = 1_000
_PER_TRANSACTION: Final = 2_000
_LABELS: Final = {
    "paper": ["Work", "Paper"], "author": ["Author"], "venue": ["Venue"], "field": ["Field"],
}  # fmt: skip

T = TypeVar("T")
Citation: TypeAlias = tuple[str, str, int]
Way: TypeAlias = Callable[[Place, Sequence[Citation]], AbstractContextManager[Callable[[], int]]]
"""Yields a function that loads all citations or a part, and returns their number."""


def ways(place: Place) -> dict[str, Any]:
    """Load the citations in every way and the whole network in ours, on a warm server.

    Each is done twice and the second time counts, except that ours in bulk starts a server. Ours is
    a first load, which makes the indexes at its end, and so is the limit.
    """
    citations, papers = _citations(place), _papers(place)
    missing = [] if find_spec("py2neo") else ["py2neo"]
    by_package = {} if missing else {"py2neo, merged in bulk": py2neo_bulk}
    rows: list[dict[str, Any]] = [
        {"way": way, **measured(place, citations, do)}
        for way, do in {**_OTHERS, **by_package}.items()
    ]
    least = {"way": "UNWIND, CREATE, everything: the limit", "seconds": created(place)}
    expect(place.database, len(citations))
    seconds = 0.0
    for _ in range(2):
        renew(place.database)
        start = time.perf_counter()
        load(place)
        seconds = time.perf_counter() - start
    expect(place.database, len(citations))
    told = {"papers": papers, "citations": len(citations), "estimated": False}
    ours = {"way": "scinet load, everything", "seconds": seconds}
    rows = [
        row if "error" in row else {**told, **row, "all_s": row["seconds"]}
        for row in (ours, *_bulk(place, len(citations)), least)
    ] + rows
    for row in rows:
        if "seconds" in row:
            row["citations_per_s"] = row["citations"] / row["seconds"]
            if "papers" in row:
                row["papers_per_s"] = row["papers"] / row["seconds"]
    summary = ", ".join(f"{row['way']}: {row['all_s']:.3g} s" for row in rows if "all_s" in row)
    return {"citations": len(citations), "rows": rows, "summary": summary, "missing": missing}


def _bulk(place: Place, citations: int) -> list[dict[str, Any]]:
    """Load in bulk, until the load is complete; and run Neo4j's importer alone.

    The time includes the start of the server on the import files, as for a restarted local one; the
    load then creates the indexes and closes the account.
    """
    settings = ServerSettings()
    with TemporaryDirectory(prefix="scinet-", ignore_cleanup_errors=True) as folder:
        files = Path(folder) / "files"
        start = time.perf_counter()
        load_files(place.database, place.papers, source=SOURCE, import_files=files)
        written = time.perf_counter()
        try:
            data = import_files(settings, files)
        except ServerMissingError as error:
            return [{"way": "scinet load, in bulk", "error": str(error)}]
        imported = time.perf_counter()
        with (
            run_temporary(settings, data.parent, free_port()) as server,
            Database.connect(Neo4jSettings.model_construct(uri=server.uri)) as database,
        ):
            load_files(database, place.papers, source=SOURCE)
            end = time.perf_counter()
            expect(database, citations)
    return [
        {
            "way": "scinet load, everything, in bulk, a start of the server included",
            "seconds": end - start,
        },
        {"way": "Neo4j's importer alone, ready-made files", "seconds": imported - written},
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


def renew(database: Database) -> None:
    """Make the graph one that was never loaded into, but for its constraints."""
    for name in indexes.expected_names() - indexes.constraint_names():
        database.driver.execute_query(f"DROP INDEX {name} IF EXISTS", database_=database.name)
    database.rows("admin/wipe")
    indexes.ensure_constraints(database)


def created(place: Place) -> float:
    """Return the seconds of bare creation; the second time counts."""
    kind = kind_of("records")
    with gzip.open(place.papers) as lines:
        records: list[PaperRecord] = [kind.make(orjson.loads(line), SOURCE) for line in lines]
    nodes = {"paper": [{"id": record.id, **own_properties(record)} for record in records]}
    shared = SharedNodes()
    for record in records:
        shared.add(record)
    for name, found in shared.nodes.items():
        printed: dict[str, Counter[str | None]] = defaultdict(Counter)
        for (one, form), times in shared.printed[name].items():
            printed[one][form] += times
        nodes[name] = [
            {"id": one, **name_properties(printed[one]), "name": most_common_name(printed[one])}
            | dict(zip(SHARED[name], values, strict=True))
            for one, values in found.items()
        ]
    seconds = 0.0
    for _ in range(2):
        renew(place.database)
        start = time.perf_counter()
        _create(place, records, nodes, kind.batch_size)
        indexes.ensure_schema(place.database)
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
            numbers[name] |= node_numbers(found)
    for some in _parts(records, size):
        place.database.write(
            partial(link_papers, records=some, works=numbers["paper"], shared=numbers)
        )


def _parts(items: list[T], size: int) -> Iterator[list[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def measured(place: Place, citations: Sequence[Citation], way: Way) -> dict[str, Any]:
    """Time a way; the second time counts, as with ours."""
    ids = sorted({paper for citing, cited, _ in citations for paper in (citing, cited)})
    for _ in range(2):  # at first the server plans all statements and compiles code
        place.database.rows("admin/wipe")
        indexes.ensure_schema(place.database)
        place.database.write(lambda tx: tx.rows("load/work", ids=ids))
        with way(place, citations) as do:
            start = time.perf_counter()
            try:
                done = do()
            except QueryError as error:
                return {"error": str(error)}
            seconds = time.perf_counter() - start
        expect(place.database, done)
    return {
        "citations": done,
        "seconds": seconds,
        "all_s": seconds * len(citations) / done,
        "estimated": done < len(citations),
    }


def expect(database: Database, citations: int) -> None:
    """Refuse a time unless the database holds as many citations as were loaded."""
    found = database.rows("export/counts")[0]["citations"]
    if found != citations:
        raise DataError(
            f"{found:,} citations are in the database, {citations:,} were loaded",
            hint="One of the ways is wrong, so no time is reported.",
        )


@contextmanager
def unwind(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """Load lists of the citations of each paper, some thousand papers a transaction."""
    cited: dict[tuple[str, int], list[str]] = defaultdict(list)
    for citing, other, day in citations:
        cited[citing, day].append(other)
    rows = [
        {"citing": one, "day": day, "cited": cited_ids} for (one, day), cited_ids in cited.items()
    ]

    def do() -> int:
        for start in range(0, len(rows), _PER_TRANSACTION):
            part = rows[start : start + _PER_TRANSACTION]
            place.database.rows(statement("create_citations"), rows=part)
        return len(citations)

    yield do


@contextmanager
def row_wise(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """Load each citation in its own transaction, in random order, as many as the time allows."""
    order = np.random.default_rng(place.seed).permutation(len(citations)).tolist()
    text, database = read_statement(statement("merge_citation")).text, place.database

    def do() -> int:
        begun = time.perf_counter()
        for number, place_in_list in enumerate(order, start=1):
            citing, cited, day = citations[place_in_list]
            params = {"citing": citing, "cited": cited, "day": day}
            database.driver.execute_query(text, params, database_=database.name)
            if time.perf_counter() - begun > _LIMIT_S:
                return number
        return len(citations)

    yield do


@contextmanager
def load_csv(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """Load from a table that the server fetches."""
    table = "citing,cited,day\n" + "".join(f"{a},{b},{day}\n" for a, b, day in citations)
    with _serve_table(table.encode()) as url:

        def do() -> int:
            place.database.rows(statement("load_csv"), url=url)
            return len(citations)

        yield do


@contextmanager
def py2neo_bulk(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """Load by py2neo's bulk function, on an open connection."""
    import py2neo  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from py2neo.bulk import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
        merge_relationships,
    )

    settings = place.settings
    graph: Any = py2neo.Graph(
        settings.uri, auth=(settings.username, settings.password.get_secret_value())
    )
    key = ("Work", "id")
    rows = [(a, {"day": day}, b) for a, b, day in citations]

    def do() -> int:
        for start in range(0, len(rows), _PER_REQUEST):
            part = rows[start : start + _PER_REQUEST]
            merge_relationships(graph.auto(), part, "CITES", start_node_key=key, end_node_key=key)
        return len(rows)

    yield do


@contextmanager
def _serve_table(content: bytes) -> Iterator[str]:
    """Serve a table to a database on this machine; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the name is given
            """Disable logging."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/citations.csv"
    finally:
        server.shutdown()
        server.server_close()


_OTHERS: Final[dict[str, Way]] = {
    "UNWIND, CREATE, citations alone": unwind,
    "MERGE, a transaction for each": row_wise,
    "LOAD CSV, MERGE": load_csv,
}
