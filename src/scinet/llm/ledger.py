"""Ledger: a SQLite file with a row for every request, committed before it is sent.

A killed process leaves rows without an end; the next one marks them unknown, charges them at their
worst case and does not send them again by default. A success is never sent again.
"""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field

from scinet import atomic_files
from scinet.errors import DataError, StorageError
from scinet.llm.budget import Charge
from scinet.llm.question import State, Status, TokenUsage
from scinet.llm.response_parser import MAX_TOKENS

_FORMAT: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS question (
    key TEXT PRIMARY KEY,            -- SHA-256 of the next column
    canonical TEXT NOT NULL          -- everything that the answer depends on, as JSON
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempt (
    key TEXT NOT NULL REFERENCES question (key),
    number INTEGER NOT NULL,         -- from 1, within the key
    item TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    model TEXT NOT NULL,
    worst_tokens INTEGER NOT NULL,
    worst_cost REAL,                 -- null: the model has no price
    state TEXT NOT NULL CHECK (state IN ('sent', 'done', 'failed', 'unknown')),
    status TEXT,
    reason TEXT,
    prompt_tokens INTEGER NOT NULL DEFAULT 0,
    completion_tokens INTEGER NOT NULL DEFAULT 0,
    cost REAL DEFAULT 0,
    is_estimated INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0, -- from the request to its end
    answered_by TEXT,                -- the model that the endpoint named
    body TEXT,
    sha256 TEXT,                     -- of the body
    sent_at TEXT NOT NULL,           -- UTC
    PRIMARY KEY (key, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS unasked ( -- questions that no request was sent for, and why
    key TEXT PRIMARY KEY REFERENCES question (key),
    item TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;
"""


_Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_TOKENS)]
_Amount: TypeAlias = Annotated[float, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """Row of one request and its end; the columns are explained in the schema above."""

    key: str
    number: _Count
    item: str
    endpoint: str
    model: str
    worst_tokens: Annotated[int, Field(ge=0)]
    worst_cost: _Amount | None
    state: State
    status: Status | None
    reason: str | None
    prompt_tokens: _Count
    completion_tokens: _Count
    cost: _Amount | None
    is_estimated: int
    seconds: _Amount
    answered_by: str | None
    body: str | None
    sha256: str | None
    sent_at: str

    @property
    def usage(self) -> TokenUsage:
        """Its usage; the worst case while unknown."""
        if self.state == "sent":
            return TokenUsage(1, self.worst_tokens, 0, self.worst_cost, is_estimated=True)
        tokens = self.prompt_tokens, self.completion_tokens
        return TokenUsage(1, *tokens, self.cost, bool(self.is_estimated), self.seconds)


COLUMNS: Final = tuple(field.name for field in fields(Attempt))
_INSERT: Final = f"INSERT INTO attempt VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608
_SELECT_ALL: Final[Mapping[str, str]] = {
    "question": "SELECT * FROM question ORDER BY key",
    "attempt": "SELECT * FROM attempt ORDER BY key, number",
    "unasked": "SELECT * FROM unasked ORDER BY key",
}
_ADD: Final[Mapping[str, str]] = {
    "question": "INSERT OR IGNORE INTO question VALUES (?, ?)",
    "unasked": "INSERT OR IGNORE INTO unasked VALUES (?, ?, ?, ?)",
}
_MISSING_QUESTIONS: Final = " UNION ALL ".join(
    f"SELECT key, item FROM {table} WHERE key NOT IN (SELECT key FROM question)"  # noqa: S608
    for table in ("attempt", "unasked")
)


class Ledger(AbstractContextManager["Ledger"]):
    """Open ledger; thread-safe."""

    def __init__(self, path: Path, *, is_read_only: bool = False) -> None:
        """Open a ledger for reading, or open or create one under an exclusive lock.

        Unless it is read only, requests without an end become unknown.
        """
        self.path = path
        self._lock = Lock()
        self._claim: int | None = None
        if is_read_only:
            if not path.is_file():
                raise StorageError(f"there is no ledger ({path})", hint="Name an existing file.")
        else:
            self._claim = _lock_ledger(path)
        try:
            self._open(is_read_only=is_read_only)
        except BaseException:
            self._release()
            raise

    def _open(self, *, is_read_only: bool) -> None:
        mode = "ro" if is_read_only else "rwc"
        with self._translate_errors():
            self._db = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            if version != _FORMAT and (is_read_only or version):  # a new file has 0
                raise StorageError(
                    f"this is not a ledger of format {_FORMAT} ({self.path})",
                    hint="Name a file that --ledger of this version of scinet has written.",
                )
            if not is_read_only:
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
                self._db.executescript(_SCHEMA)
                self._db.execute(f"PRAGMA user_version = {_FORMAT}")
                self._end_interrupted()

    def _end_interrupted(self) -> None:
        self._db.execute(
            "UPDATE attempt SET state = 'unknown', status = 'endpoint_error',"
            " reason = 'interrupted', prompt_tokens = worst_tokens, cost = worst_cost,"
            " is_estimated = 1 WHERE state = 'sent'"
        )

    def begin(
        self, key: str, canonical: str, item: str, endpoint: str, model: str, worst: Charge
    ) -> int:
        """Record that a request is about to be sent; on disk when this returns."""
        sent_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO question VALUES (?, ?)", (key, canonical))
            db.execute("DELETE FROM unasked WHERE key = ?", (key,))
            (number,) = db.execute(
                "SELECT coalesce(max(number), 0) + 1 FROM attempt WHERE key = ?", (key,)
            ).fetchone()
            db.execute(
                "INSERT INTO attempt (key, number, item, endpoint, model, worst_tokens, worst_cost,"
                " state, sent_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'sent', ?)",
                (key, number, item, endpoint, model, worst.tokens, worst.cost, sent_at),
            )
        return int(number)

    def end(self, key: str, number: int, **columns: Any) -> None:
        """Record the end of a request, by columns of its row."""
        body = columns.get("body")
        columns["sha256"] = None if body is None else sha256(body)
        assigned = ", ".join(f"{name} = :{name}" for name in columns)
        with self._transaction() as db:
            db.execute(
                f"UPDATE attempt SET {assigned} WHERE key = :key AND number = :number",  # noqa: S608
                {**columns, "key": key, "number": number},
            )

    def leave(self, key: str, canonical: str, item: str, status: str, reason: str) -> None:
        """Record why no request was sent for a question."""
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO question VALUES (?, ?)", (key, canonical))
            db.execute(
                "INSERT OR REPLACE INTO unasked VALUES (?, ?, ?, ?)", (key, item, status, reason)
            )

    def attempts(self, key: str) -> list[Attempt]:
        """Return the attempts at a question, in order."""
        rows = self._rows("SELECT * FROM attempt WHERE key = ? ORDER BY number", key)
        return [self._checked(Attempt(*row)) for row in rows]

    def unasked(self, key: str) -> tuple[Status, str] | None:
        """Return status and reason of a question without a request; None once answered."""
        rows = self._rows("SELECT status, reason FROM unasked WHERE key = ?", key)
        return rows[0] if rows else None

    def spent(self) -> Charge:
        """Sum the usage of all attempts."""
        rows = self._rows(
            # total() is a float and never overflows, whatever an endpoint reported.
            "SELECT count(*), CAST(total(prompt_tokens + completion_tokens) AS INTEGER),"
            " coalesce(sum(cost), 0.0), coalesce(sum(cost IS NULL), 0) FROM attempt"
        )
        calls, tokens, cost, unpriced = rows[0]
        return Charge(calls, tokens, None if unpriced else cost)

    def endpoints(self, model: str) -> list[str]:
        """Return the addresses at which a model was used."""
        rows = self._rows(
            "SELECT DISTINCT endpoint FROM attempt WHERE model = ? ORDER BY endpoint", model
        )
        return [row[0] for row in rows]

    def counts(self) -> list[dict[str, Any]]:
        """Count attempts, tokens and cost by model, state, status and reason."""
        return self._dicts(
            "SELECT model, state, status, reason, count(*) AS attempts,"
            " CAST(total(prompt_tokens) AS INTEGER) AS prompt_tokens,"
            " CAST(total(completion_tokens) AS INTEGER) AS completion_tokens,"
            " iif(sum(cost IS NULL), NULL, sum(cost)) AS cost,"
            " sum(coalesce(answered_by <> model, 0)) AS by_other_models"
            " FROM attempt GROUP BY model, state, status, reason"
            " UNION ALL SELECT json_extract(canonical, '$.model'), 'unasked', status, reason,"
            " 0, 0, 0, 0.0, 0"
            " FROM unasked JOIN question USING (key) GROUP BY 1, 3, 4"
            " ORDER BY model, state, status, reason"
        )

    @contextmanager
    def reading(self) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
        """Iterate over a consistent view of all rows, each with its table.

        They are read one by one, by key; no other use of this object is allowed in the block.
        """
        with self._lock, self._translate_errors():
            self._db.execute("BEGIN")
            try:
                yield self._iterate_rows()
            finally:
                if self._db.in_transaction:  # a damaged file has ended it already
                    self._db.execute("ROLLBACK")

    def _iterate_rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for table, statement in _SELECT_ALL.items():
            cursor = self._db.execute(statement)
            names = [column[0] for column in cursor.description]
            for row in cursor:
                yield table, dict(zip(names, row, strict=True))

    def add(self, rows: Iterable[tuple[str, tuple[Any, ...]]], source: Path) -> None:
        """Add rows of another ledger; a question answered in either is not unasked.

        All are written or, on an error, none.

        Args:
            rows: Tables and values in the order of their columns.
            source: Their file, for messages.

        Raises:
            DataError: If an attempt lacks its question.
            StorageError: If an attempt exists with another end.
        """
        with self._transaction() as db:
            for table, row in rows:
                if table == "attempt":
                    self._add_attempt(db, row)
                else:
                    db.execute(_ADD[table], row)
            for key, item in db.execute(_MISSING_QUESTIONS):
                raise DataError(
                    f"{item:.99} lacks its question {key:.12} ({source})",
                    hint="Take a whole file of `scinet llm export`.",
                )
            db.execute(
                "DELETE FROM unasked WHERE key IN (SELECT key FROM attempt WHERE state = 'done')"
            )
            self._end_interrupted()

    def _add_attempt(self, db: sqlite3.Connection, row: tuple[Any, ...]) -> None:
        key, number, item, *_ = row
        stored = db.execute(
            "SELECT * FROM attempt WHERE key = ? AND number = ?", (key, number)
        ).fetchone()
        if stored is None:
            db.execute(_INSERT, row)
        elif stored != row:
            raise StorageError(
                f"attempt {number} at {item} is there with another end ({self.path})",
                hint="Import into a new ledger.",
            )

    def close(self) -> None:
        """Close the file and release the lock."""
        with self._lock:
            self._db.close()
        self._release()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _dicts(self, statement: str) -> list[dict[str, Any]]:
        with self._lock, self._translate_errors():
            cursor = self._db.execute(statement)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        with self._lock, self._translate_errors():
            return self._db.execute(statement, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._translate_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                if self._db.in_transaction:  # a full disk has ended it already
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
            raise StorageError(
                f"the ledger cannot be read or written: {error} ({self.path})",
                hint="Free space or repair its folder; a damaged ledger is replaced by its export.",
            ) from error

    def _checked(self, attempt: Attempt) -> Attempt:
        if attempt.body is not None and sha256(attempt.body) != attempt.sha256:
            raise StorageError(
                f"the answer to {attempt.item} was changed ({self.path})",
                hint="Take the ledger from its export, or ask in a new one.",
            )
        return attempt

    def _release(self) -> None:
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None


def sha256(text: str) -> str:
    """Compute the checksum of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def usage_of(attempts: list[Attempt]) -> TokenUsage:
    """Sum the usage of all attempts at a question."""
    return sum((row.usage for row in attempts), TokenUsage())


def _lock_ledger(path: Path) -> int:
    """Lock the ledger for this process; a killed process releases it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = os.open(
            atomic_files.add_suffix(path, "lock"), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644
        )
    except OSError as error:
        raise StorageError(
            f"the ledger cannot be written: {error.strerror} ({path})",
            hint="Name a file in a folder that you may write to.",
        ) from error
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(claim)
        raise StorageError(
            f"another process uses the ledger ({path})",
            hint="Wait until it has ended, or name another file.",
        ) from error
    return claim
