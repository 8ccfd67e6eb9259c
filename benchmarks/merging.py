"""What others type to add citations between works that are there: nothing is checked or journalled.

All that a way needs is made beforehand: the clock runs while the database is at work.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, TypeAlias

import numpy as np

from benchmarks.study import Place, statement
from scinet.errors import DataError, QueryError
from scinet.graph import schema
from scinet.graph.connection import Database
from scinet.graph.query import load

_LIMIT_S: Final = 10.0  # of the way that asks once per citation
_PER_REQUEST: Final = 1_000
_PER_TRANSACTION: Final = 2_000

Citation: TypeAlias = tuple[str, str, int]
Way: TypeAlias = Callable[[Place, Sequence[Citation]], AbstractContextManager[Callable[[], int]]]
"""Gives what loads citations, in the end a part of them, and says how many it loaded."""


def measured(place: Place, citations: Sequence[Citation], way: Way) -> dict[str, Any]:
    """Time a way; the second time counts, as with ours."""
    ids = sorted({paper for citing, cited, _ in citations for paper in (citing, cited)})
    for _ in range(2):  # the first time a server plans all statements and compiles itself
        place.database.rows("admin/wipe")
        schema.ensure(place.database)
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
    """Refuse a time where the database holds another number of citations than were loaded."""
    found = database.rows("export/counts")[0]["citations"]
    if found != citations:
        raise DataError(
            f"{found:,} citations are in the database, {citations:,} were loaded",
            hint="One of the ways is wrong, so no time is reported.",
        )


@contextmanager
def unwind(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """By lists of what a paper cites, some thousand papers a transaction."""
    cited: dict[tuple[str, int], list[str]] = defaultdict(list)
    for citing, other, day in citations:
        cited[citing, day].append(other)
    rows = [{"citing": one, "day": day, "cited": all_} for (one, day), all_ in cited.items()]

    def do() -> int:
        for start in range(0, len(rows), _PER_TRANSACTION):
            part = rows[start : start + _PER_TRANSACTION]
            place.database.rows(statement("create_citations"), rows=part)
        return len(citations)

    yield do


@contextmanager
def row_wise(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """A transaction for each, in random order, as many as can be done in some seconds."""
    order = np.random.default_rng(place.seed).permutation(len(citations)).tolist()
    text, database = load(statement("merge_citation")).text, place.database

    def do() -> int:
        begun = time.perf_counter()
        for number, place_in_list in enumerate(order, start=1):
            citing, cited, day = citations[place_in_list]
            given = {"citing": citing, "cited": cited, "day": day}
            database.driver.execute_query(text, given, database_=database.name)
            if time.perf_counter() - begun > _LIMIT_S:
                return number
        return len(citations)

    yield do


@contextmanager
def load_csv(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """From a table that the server fetches."""
    table = "citing,cited,day\n" + "".join(f"{a},{b},{day}\n" for a, b, day in citations)
    with _served(table.encode()) as url:

        def do() -> int:
            place.database.rows(statement("load_csv"), url=url)
            return len(citations)

        yield do


@contextmanager
def py2neo_bulk(place: Place, citations: Sequence[Citation]) -> Iterator[Callable[[], int]]:
    """By py2neo's function for bulk, on an open connection."""
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
