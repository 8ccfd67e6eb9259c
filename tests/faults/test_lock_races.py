"""The lock of loading where two reach for it at the same moment."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from helpers.waiting import PATIENCE_S, wait_until

from scinet.errors import SchemaError
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.load.journal import WriteLock

WAITING = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN status"


@contextmanager
def before_its_commit(database: Database, name: str, **params: Any) -> Iterator[None]:
    """A statement has run in another transaction, which commits once somebody waits for it."""
    has_run = threading.Event()

    def work(tx: Transaction) -> None:
        tx.rows(name, **params)
        has_run.set()
        wait_until(lambda: bool([*database.read_text(WAITING)]), "somebody waits for the lock")

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(database.write, work)
        assert has_run.wait(PATIENCE_S)
        yield
        other.result()


def holder(database: Database) -> str | None:
    rows = database.rows("load/lock_seen")
    return rows[0]["holder"] if rows else None


def test_one_that_is_given_back_meanwhile_is_taken(database: Database) -> None:
    first, second = WriteLock(database, "first"), WriteLock(database, "second")
    first.acquire()
    with before_its_commit(database, "load/lock_release", holder=first.holder):
        second.acquire()
    assert holder(database) == second.holder


def taken_over(database: Database, lock: WriteLock) -> dict[str, Any]:
    return {**vars(WriteLock(database, "thief"))["_me"], "holder": "thief", "old": lock.holder}


def test_no_life_is_shown_of_one_that_is_taken_over_meanwhile(database: Database) -> None:
    lock = WriteLock(database, "slow")
    lock.acquire()
    with (
        before_its_commit(database, "load/lock_take", **taken_over(database, lock)),
        pytest.raises(SchemaError, match="another loader took over"),
    ):
        database.write(lock.heartbeat)
    assert holder(database) == "thief"


def test_one_that_is_taken_over_meanwhile_is_not_given_back(database: Database) -> None:
    lock = WriteLock(database, "slow")
    lock.acquire()
    with before_its_commit(database, "load/lock_take", **taken_over(database, lock)):
        lock.release()
    assert holder(database) == "thief"
