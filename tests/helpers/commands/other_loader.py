"""Another loader, as far as the lock of loading shows it."""

from typing import Any

from scinet.graph.db.connection import Database

HOLDER = "h"


def set_lock(db: Database, **values: Any) -> None:
    """Pretend that it holds the lock, by default on another machine since this moment."""
    text = (
        "CREATE (:Lock {id: 'load', run: 'other', holder: $holder, host: $host, pid: $pid, "
        "born: $born, since: datetime(), heartbeat: datetime() - duration({seconds: $age_s})})"
    )
    given = {"host": "elsewhere", "pid": 1, "born": None, "age_s": 0, "holder": HOLDER, **values}
    with db.driver.session() as session:
        session.run(text, given).consume()


def rob(db: Database) -> None:
    with db.driver.session() as session:
        session.run("MATCH (l:Lock) SET l.holder = 'thief'").consume()
