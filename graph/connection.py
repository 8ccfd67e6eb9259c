"""A connection to the graph database; the only module that calls the driver."""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, LiteralString, Self, TypeAlias, TypeVar, cast

from scinet.errors import GraphUnavailableError, QueryError, ScinetError
from scinet.graph.query import load
from scinet.settings import Neo4jSettings


@contextmanager
def _hidden(*packages: str) -> Iterator[None]:
    """Make packages look as if they were not installed."""
    found = {name: sys.modules.get(name) for name in packages}
    sys.modules.update(dict.fromkeys(packages))  # type: ignore[arg-type]  # None: import fails
    try:
        yield
    finally:
        for name, module in found.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


# The driver imports these to take their values as parameters, which is never asked of it, and
# that takes three times as long as a statement.
with _hidden("numpy", "pandas", "pyarrow"):
    import neo4j
    from neo4j import Driver, GraphDatabase, ManagedTransaction, NotificationMinimumSeverity, Query
    from neo4j.exceptions import (
        AuthError,
        ClientError,
        DriverError,
        Neo4jError,
        ServiceUnavailable,
        TransientError,
    )
    from neo4j.graph import Node, Path, Relationship
    from neo4j.time import Date, DateTime

Row: TypeAlias = dict[str, Any]
T = TypeVar("T")

_START_HINT = "Start one with `scinet server start`, or set NEO4J_URI."


class Transaction:
    """Named statements inside one transaction; made by :meth:`Database.write`."""

    def __init__(self, transaction: ManagedTransaction | neo4j.Transaction) -> None:
        self._transaction = transaction

    def rows(self, name: str, /, **params: Any) -> list[Row]:
        """Run a named statement; see :meth:`Database.rows`."""
        query = load(name)
        return [_row(r) for r in self._transaction.run(query.text, query.bind(params))]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the server says that a statement would do.

    Attributes:
        kind: ``r`` for a read, ``rw``, ``w`` or ``s`` (schema) for others.
        operators: Names of all operators of the plan.
        procedures: Details of the procedure calls in the plan.
        details: Details of all operators, with expressions in the server's own words.
        notifications: Titles of the server's warnings.
    """

    kind: str
    operators: tuple[str, ...]
    procedures: tuple[str, ...]
    details: tuple[str, ...]
    notifications: tuple[str, ...]


class Database:
    """Runs named statements; close it, or use it in a ``with`` block."""

    def __init__(self, driver: Driver, database: str = "neo4j") -> None:
        self.driver = driver
        self.name = database

    @classmethod
    def connect(cls, settings: Neo4jSettings) -> Self:
        """Open a connection and make sure that it answers.

        Raises:
            GraphUnavailableError: If the server cannot be reached, refuses the login or has no
                such database.
        """
        uri = settings.uri
        if uri is None:
            raise GraphUnavailableError("no graph database is set", hint=_START_HINT)
        if not uri.startswith(("bolt", "neo4j")):
            raise GraphUnavailableError(
                f"{uri} is no address of a graph database", hint="It looks like bolt://HOST:7687."
            )
        auth = (settings.username, settings.password.get_secret_value())
        try:
            driver = GraphDatabase.driver(
                uri, auth=auth, notifications_min_severity=NotificationMinimumSeverity.OFF
            )
        except (DriverError, ValueError) as error:
            raise GraphUnavailableError(
                f"{uri} is no address of a graph database", hint="It looks like bolt://HOST:7687."
            ) from error
        try:
            with driver.session(database=settings.database) as session:
                session.run("RETURN 1").consume()
        except (DriverError, Neo4jError) as error:
            driver.close()
            raise _unavailable(error, settings) from error
        return cls(driver, settings.database)

    def rows(self, name: str, /, **params: Any) -> list[Row]:
        """Run a named statement and return all its rows.

        Args:
            name: Statement name, such as ``ranking/co_citation``.
            **params: The parameters that its header declares; those with a default may be
                omitted.

        Returns:
            One dictionary per row; dates are ``datetime.date``.

        Raises:
            QueryError: If a parameter is missing or unknown, or the server refuses the
                statement.
            GraphUnavailableError: If the connection is lost.
        """
        return list(self.stream(name, **params))

    def stream(self, name: str, /, fetch_size: int = 1000, **params: Any) -> Iterator[Row]:
        """Run a named statement and yield its rows as they come, with bounded memory.

        Args:
            name: Statement name.
            fetch_size: Rows asked for at a time; small when one row holds long lists.
            **params: As in :meth:`rows`.

        Yields:
            One dictionary per row.

        Raises:
            QueryError: As in :meth:`rows`.
            GraphUnavailableError: As in :meth:`rows`.
        """
        query = load(name)
        values = query.bind(params)
        access = "READ" if query.mode == "read" else "WRITE"
        with (
            _translated(name),
            self.driver.session(
                database=self.name, fetch_size=fetch_size, default_access_mode=access
            ) as session,
        ):
            for record in session.run(query.text, values):
                yield _row(record)

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run several statements in one transaction, again when a passing fault undid it.

        Args:
            work: Called with the transaction, perhaps more than once; its result is returned
                after the commit.

        Raises:
            QueryError: If the server refuses a statement; nothing is written then.
            GraphUnavailableError: If the connection is lost. Whether the transaction was
                committed is then unknown, so ``work`` must be safe to repeat.
        """
        with (
            _translated("a transaction"),
            self.driver.session(database=self.name) as session,
        ):
            return session.execute_write(lambda transaction: work(Transaction(transaction)))

    @contextmanager
    def rehearsal(self) -> Iterator["Rehearsal"]:
        """The same graph inside one transaction whose every change is undone at the end.

        Nobody else sees the changes. Until the end others wait who write to the same nodes.

        Raises:
            QueryError: If the transaction cannot be begun.
            GraphUnavailableError: If the connection is lost.
        """
        with _translated("a rehearsal"), self.driver.session(database=self.name) as session:
            transaction = session.begin_transaction()
            try:
                yield Rehearsal(self, transaction)
            finally:
                transaction.close()  # undoes what is not committed

    def explain(
        self, text: str, params: Row | None = None, *, with_notifications: bool = True
    ) -> Plan:
        """Ask the server for the plan of any text, without running it.

        Args:
            text: The statement.
            params: Values of its parameters.
            with_notifications: Whether to ask for the server's warnings, which the driver logs.

        Raises:
            QueryError: If the text is no valid statement.
            GraphUnavailableError: If the connection is lost.
        """
        with (
            _translated("the statement"),
            self.driver.session(
                database=self.name,
                default_access_mode="READ",
                notifications_min_severity=NotificationMinimumSeverity.INFORMATION
                if with_notifications
                else NotificationMinimumSeverity.OFF,
            ) as session,
        ):
            result = session.run(_literal("EXPLAIN " + text), params or {})
            summary = result.consume()
        operators: list[str] = []
        procedures: list[str] = []
        details: list[str] = []
        pending: list[Any] = [summary.plan or {}]
        while pending:
            step = pending.pop()
            operator = str(step.get("operatorType", "")).partition("@")[0]
            operators.append(operator)
            details.append(str(step.get("args", {}).get("Details", "")))
            if "ProcedureCall" in operator:
                procedures.append(details[-1])
            pending.extend(step.get("children", []))
        return Plan(
            kind=summary.query_type or "",
            operators=tuple(operators),
            procedures=tuple(procedures),
            details=tuple(details),
            notifications=tuple(
                str(status.status_description)
                for status in summary.gql_status_objects
                if status.is_notification
            ),
        )

    def read_text(
        self, text: str, *, params: Row | None = None, timeout_s: float = 10.0
    ) -> Generator[Row, None, None]:
        """Run any text as a read with a time limit; guard it before (``graph.guard``).

        Raises:
            QueryError: If the server refuses the text or the time is over.
            GraphUnavailableError: If the connection is lost.
        """
        with (
            _translated("the statement"),
            self.driver.session(database=self.name, default_access_mode="READ") as session,
        ):
            query = Query(_literal(text), timeout=timeout_s)
            for record in session.run(query, params or {}):
                yield _row(record)

    def close(self) -> None:
        """Close all sockets."""
        self.driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Rehearsal(Database):
    """A database inside one transaction that is not going to be committed.

    Made by :meth:`Database.rehearsal`. Graph Data Science reads in transactions of its own and so
    does not see what happens here; :func:`scinet.graph.gds.projection.client` refuses.
    """

    def __init__(self, database: Database, transaction: neo4j.Transaction) -> None:
        super().__init__(database.driver, database.name)
        self._transaction = transaction

    def stream(self, name: str, /, fetch_size: int = 1000, **params: Any) -> Iterator[Row]:  # noqa: ARG002
        """Run a named statement in the transaction; see :meth:`Database.stream`."""
        query = load(name)
        values = query.bind(params)
        with _translated(name):
            for record in self._transaction.run(query.text, values):
                yield _row(record)

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run several statements in the transaction; they are undone with it."""
        with _translated("a transaction"):
            return work(Transaction(self._transaction))

    def read_text(
        self,
        text: str,
        *,
        params: Row | None = None,
        timeout_s: float = 10.0,  # noqa: ARG002
    ) -> Generator[Row, None, None]:
        """Run any text in the transaction, which has no time limit of its own."""
        with _translated("the statement"):
            for record in self._transaction.run(_literal(text), params or {}):
                yield _row(record)

    def close(self) -> None:
        """Nothing: the connection is another's."""


def _literal(text: str) -> LiteralString:
    """Let text of a user through to the driver, which otherwise takes literals only."""
    return cast("LiteralString", text)  # type: ignore[redundant-cast]


def _row(record: Any) -> Row:
    return {key: _plain(value) for key, value in record.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float) or value is None:
        return value
    if isinstance(value, Date | DateTime):
        return value.to_native()
    if isinstance(value, list):
        # Long lists hold one kind of value: looking at each of a million integers costs more
        # than decoding them.
        return value if value and isinstance(value[0], str | int) else [_plain(v) for v in value]
    if isinstance(value, dict | Node | Relationship):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(node) for node in value.nodes] if isinstance(value, Path) else value


@contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except (DriverError, Neo4jError) as error:
        raise _translate(error, name) from error


def _translate(error: DriverError | Neo4jError, name: str) -> ScinetError:
    if isinstance(error, TransientError) and "MemoryPool" in (error.code or ""):
        return GraphUnavailableError(
            f"the server ran out of memory ({name})",
            hint="Give it more with `scinet server start --heap 2g`, or ask for less.",
        )
    if isinstance(error, ClientError) and "TransactionTimedOut" in (error.code or ""):
        return QueryError(
            f"the time limit was reached ({name})",
            hint="Ask for less, or give more time with --timeout.",
        )
    if isinstance(error, DriverError | ServiceUnavailable):
        return GraphUnavailableError(f"the connection was lost ({name})", hint=_START_HINT)
    message = " ".join(str(error.message).split())
    return QueryError(f"{message.removesuffix('.')} ({name})", hint="Nothing was changed.")


def _unavailable(error: DriverError | Neo4jError, settings: Neo4jSettings) -> ScinetError:
    where = settings.uri
    if isinstance(error, AuthError):
        return GraphUnavailableError(
            f"{where} refuses the password of {settings.username}",
            hint="Set NEO4J_USERNAME and NEO4J_PASSWORD.",
        )
    if isinstance(error, ClientError) and "DatabaseNotFound" in (error.code or ""):
        return GraphUnavailableError(
            f"{where} has no database {settings.database!r}", hint="Set NEO4J_DATABASE."
        )
    return GraphUnavailableError(f"no graph database answers at {where}", hint=_START_HINT)
