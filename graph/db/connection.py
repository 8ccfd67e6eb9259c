"""Connection to the graph database; the only module that calls the driver."""

from asyncio import CancelledError
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, LiteralString, Protocol, Self, TypeAlias, TypeVar, cast

from scinet.errors import GraphUnavailableError, QueryError
from scinet.graph.db import plan, text_references
from scinet.graph.db.driver import (
    START_HINT,
    is_interrupted,
    neo4j,
    translate_errors,
    unavailable_error,
    unreadable_error,
)
from scinet.graph.db.query import NamedStatement, load_query
from scinet.settings import Neo4jSettings, TextSettings

Row: TypeAlias = dict[str, Any]
T = TypeVar("T")
Shown: TypeAlias = Callable[[Iterable[str]], frozenset[str]]
"""Function from labels, or a relationship type, to the properties returned in answers."""
# A reader that stops still waits for the requested rows, and one may be large.
_FEW_ROWS = 20
MAX_TIMEOUT_S: Final = 7 * 86_400.0
_SIMPLE = frozenset({str, int, float, bool, type(None)})


class DatabaseServer(Protocol):
    """Server process of a database that scinet started and may end."""

    known: int | None
    """Process id of the server when last checked."""

    def process(self) -> int | None:
        """Return the id of the serving process; None while there is none."""

    def restart(self, process: int) -> bool:
        """Kill a process and have another one started; return whether this call did."""

    def has_restarted(self, before: int | None) -> bool:
        """Whether another process serves than before; waits for one that is starting."""


class Transaction:
    """Named statements inside one transaction; made by :meth:`Database.write`."""

    def __init__(self, transaction: neo4j.ManagedTransaction | neo4j.Transaction) -> None:
        self._transaction = transaction

    def rows(self, name: str, /, **params: Any) -> list[Row]:
        """Run a named statement; see :meth:`Database.rows`.

        References to external texts are not resolved: writing the texts again needs the references.
        """
        query = load_query(name)
        return [_row(r) for r in self._transaction.run(query.text, query.bind(params))]


class Database:
    """Connection that runs named statements; close it, or use it in a ``with`` block.

    Attributes:
        name: Database of the server.
        place: Address of the server, empty where only the driver has it.
        text_folder: Present folder of external texts; None for the one stated in the graph.
        server: Server process, if scinet may end it.
    """

    server: DatabaseServer | None = None

    def __init__(
        self,
        driver: neo4j.Driver,
        database: str = "neo4j",
        place: str = "",
        text_folder: Path | None = None,
    ) -> None:
        self.driver = driver
        self.name = database
        self.place = place
        self.text_folder = text_folder

    @classmethod
    def connect(cls, settings: Neo4jSettings, server: DatabaseServer | None = None) -> Self:
        """Open a connection and check that the server answers."""
        uri = settings.uri
        if uri is None:
            raise GraphUnavailableError("no graph database is configured", hint=START_HINT)
        if "@" in uri or "?" in uri:
            raise GraphUnavailableError(
                f"{settings.place} must not contain a user, a password or an option",
                hint="Set NEO4J_URI to bolt://HOST:7687, NEO4J_USERNAME and NEO4J_PASSWORD.",
            )
        wrong = GraphUnavailableError(
            f"{settings.place} is not the address of a graph database",
            hint="It looks like bolt://HOST:7687.",
        )
        if not settings.place.startswith(("bolt", "neo4j")):
            raise wrong
        auth = (settings.username, settings.password.get_secret_value())
        try:
            driver = neo4j.GraphDatabase.driver(
                settings.place,
                auth=auth,
                notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
            )
        except (neo4j.exceptions.DriverError, ValueError) as error:
            raise wrong from error
        try:
            with driver.session(database=settings.database) as session:
                session.run("RETURN 1").consume()
        except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError) as error:
            driver.close()
            raise unavailable_error(error, settings) from error
        except UnicodeError:
            driver.close()
            raise GraphUnavailableError(
                "the address, the user or the password of the database is not UTF-8",
                hint="Set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD.",
            ) from None
        except ValueError as error:  # the port is not a number
            driver.close()
            raise wrong from error
        database = cls(driver, settings.database, settings.place, TextSettings().text_folder)
        database.server = server
        return database

    def rows(self, name: str, /, **params: Any) -> list[Row]:
        """Run a named statement: one dictionary per row, dates as ``datetime.date``."""
        return self.again(
            lambda: list(self._stream(load_query(name), 1000, params)), load_query(name).mode
        )

    def stream(self, name: str, /, fetch_size: int = 1000, **params: Any) -> Iterator[Row]:
        """Run a named statement and yield rows; fetch few at a time when one holds long lists."""
        query = load_query(name)

        def begun() -> tuple[list[Row], Iterator[Row]]:
            rows = self._stream(query, fetch_size, params)
            return list(islice(rows, 1)), rows

        first, others = self.again(begun, query.mode)
        yield from first
        yield from others

    def again(self, read: Callable[[], T], mode: str = "read") -> T:
        """Return the result of a read, repeated once if the server was restarted meanwhile.

        Writes are not repeated: only the caller knows whether that is safe.
        """
        before = self.server.known if self.server else None
        try:
            return read()
        except GraphUnavailableError:
            if mode != "read" or self.server is None or not self.server.has_restarted(before):
                raise
        return read()

    def _stream(
        self, query: NamedStatement, fetch_size: int, params: Row
    ) -> Generator[Row, None, None]:
        name, values = query.name, query.bind(params)
        access = "READ" if query.mode == "read" else "WRITE"
        with self._session(name, fetch_size=fetch_size, default_access_mode=access) as session:
            yield from self._answer(query, session.run(query.text, values))

    def _answer(self, query: NamedStatement, records: Iterable[neo4j.Record]) -> Iterator[Row]:
        rows = map(_row, records)
        if query.searches_text:
            text_references.warn_note(text_references.unsearched_note(self))
        return text_references.fill_texts(self, rows, query.texts) if query.texts else rows

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run several statements in one transaction, and retry after a transient error.

        Args:
            work: Called with the transaction, perhaps more than once; its result is returned
                after the commit.

        Raises:
            GraphUnavailableError: If the connection is lost. Whether the transaction was
                committed is then unknown, so ``work`` must be safe to repeat.
        """
        with self._session("a transaction") as session:
            return session.execute_write(lambda transaction: work(Transaction(transaction)))

    @contextmanager
    def rolled_back(self) -> Iterator["RolledBack"]:
        """Yield the database inside one transaction that is rolled back at the end.

        Others do not see its changes, but writers to the same nodes wait until the end.
        """
        with self._session("a rolled-back transaction") as session:
            yield RolledBack(self, session.begin_transaction())  # closing the session rolls back

    def explain(
        self,
        text: str,
        params: Row | None = None,
        *,
        timeout_s: float = MAX_TIMEOUT_S,
        mark: str = "",
    ) -> plan.QueryPlan:
        """Return the server's plan of a statement, without running it."""
        warn = {"notifications_min_severity": neo4j.NotificationMinimumSeverity.INFORMATION}
        with self._reading(lines_before=1, **warn) as session:
            result = session.run(_timed_query("EXPLAIN\n" + text, timeout_s, mark), params or {})
            return plan.read_plan(text, result.consume())

    def plan_rows(
        self,
        text: str,
        *,
        params: Row | None = None,
        profile: bool = False,
        timeout_s: float = 10.0,
        mark: str = "",
    ) -> list[Row]:
        """Return the plan of a statement as a table; guard it before (``graph.db.guard``)."""
        with self._reading(lines_before=1) as session:
            statement = ("PROFILE\n" if profile else "EXPLAIN\n") + text
            result = session.run(_timed_query(statement, timeout_s, mark), params or {})
            for _ in result:  # the profile is complete after the last row
                pass
            return plan.plan_rows(result.consume())

    def read_text(
        self,
        text: str,
        *,
        params: Row | None = None,
        timeout_s: float = 10.0,
        mark: str = "",
        shown: Shown | None = None,
    ) -> Generator[Row, None, None]:
        """Run a statement as a read with a time limit; guard it before (``graph.db.guard``).

        Args:
            mark: Mark by which ``admin/marked_transactions`` finds it while it runs.
            shown: Properties to return of whole nodes and relationships; all when None.
        """
        with self._reading(fetch_size=_FEW_ROWS) as session:
            result = session.run(_timed_query(text, timeout_s, mark), params or {})
            yield from text_references.fill_texts(self, (_row(record, shown) for record in result))

    def answers(self) -> bool:
        """Whether the server still answers."""
        try:
            self.driver.verify_connectivity()
        except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError):
            return False
        return True

    @contextmanager
    def _session(self, what: str, *, lines_before: int = 0, **how: Any) -> Iterator[neo4j.Session]:
        with translate_errors(what, lines_before=lines_before):
            session = self.driver.session(database=self.name, **how)
            try:
                with _close_on_interrupt(session):
                    yield session
            finally:
                with _close_on_interrupt(session):  # does nothing after an interrupt
                    session.close()

    def _reading(self, **how: Any) -> AbstractContextManager[neo4j.Session]:
        return self._session("the statement", default_access_mode="READ", **how)

    def close(self) -> None:
        """Close all sockets."""
        try:
            self.driver.close()
        except RuntimeError:  # an interrupt broke its count of connections; all are released now
            self.driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class RolledBack(Database):
    """Database inside one transaction that is never committed.

    Made by :meth:`Database.rolled_back`. Graph Data Science reads in its own transactions and does
    not see these changes; :func:`scinet.graph.gds.client.client` refuses.
    """

    def __init__(self, database: Database, transaction: neo4j.Transaction) -> None:
        super().__init__(database.driver, database.name, database.place, database.text_folder)
        self._transaction = transaction

    def _stream(
        self, query: NamedStatement, fetch_size: int, params: Row
    ) -> Generator[Row, None, None]:
        with translate_errors(query.name):
            result = self._transaction.run(query.text, query.bind(params))
            yield from self._answer(query, result)

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run several statements in the transaction; they are rolled back with it."""
        with translate_errors("a transaction"):
            return work(Transaction(self._transaction))

    def read_text(
        self,
        text: str,
        *,
        params: Row | None = None,
        timeout_s: float = 10.0,
        mark: str = "",
        shown: Shown | None = None,
    ) -> Generator[Row, None, None]:
        """Run a statement in the transaction, which has no time limit of its own."""
        with translate_errors("the statement"):
            result = self._transaction.run(_literal(text), params or {})
            yield from text_references.fill_texts(self, (_row(record, shown) for record in result))

    def close(self) -> None:
        """Do nothing: the connection belongs to another database object."""


@contextmanager
def _close_on_interrupt(session: neo4j.Session) -> Iterator[None]:
    """Abandon the connection after Ctrl-C; the server then rolls back what was not committed.

    In the middle of an answer its state is unknown, and a clean close by the driver might block
    forever.
    """
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        if not is_interrupted(error):
            raise
        session.__exit__(CancelledError, None, None)  # type: ignore[no-untyped-call]
        raise KeyboardInterrupt from error


def _literal(text: str) -> LiteralString:
    """Cast a user's text for the driver, which accepts only literals."""
    return cast("LiteralString", text)  # type: ignore[redundant-cast]


def _timed_query(text: str, timeout_s: float, mark: str) -> neo4j.Query:
    if not 0 < timeout_s <= MAX_TIMEOUT_S:
        raise QueryError(
            f"a time limit of {timeout_s} s", hint=f"Give seconds, at most {MAX_TIMEOUT_S:.0f}."
        )
    metadata = {"scinet": mark} if mark else None
    return neo4j.Query(_literal(text), metadata=metadata, timeout=timeout_s)


def _row(record: Any, shown: Shown | None = None) -> Row:
    return {key: _convert_value(value, shown) for key, value in record.items()}


def _convert_value(value: Any, shown: Shown | None = None) -> Any:
    if isinstance(value, str | int | float) or value is None:
        return value
    if isinstance(value, neo4j.time.Date | neo4j.time.DateTime):
        return value.to_native()
    if isinstance(value, list):
        # Check types first: converting each of a million integers costs more than decoding them.
        return (
            value
            if _SIMPLE.issuperset(map(type, value))
            else [_convert_value(v, shown) for v in value]
        )
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        labels = value.labels if isinstance(value, neo4j.graph.Node) else [value.type]
        keys = value.keys() if shown is None else value.keys() & shown(labels)
        return {key: _convert_value(value[key]) for key in value if key in keys}
    if isinstance(value, dict):
        return {key: _convert_value(inner, shown) for key, inner in value.items()}
    if type(value).__name__ == "BrokenHydrationObject":  # the driver raises only at the top of rows
        raise unreadable_error("the statement")
    is_path = isinstance(value, neo4j.graph.Path)
    return [_convert_value(node, shown) for node in value.nodes] if is_path else value
