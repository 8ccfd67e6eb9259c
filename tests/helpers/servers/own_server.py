"""A local server as users start it, which a test may kill."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.waiting import PATIENCE_S, wait_until

from scinet.graph.db.connection import Database
from scinet.server.control import start, status, stop
from scinet.server.home import local_connection
from scinet.server.process import free_port
from scinet.settings import Neo4jSettings, ServerSettings


@contextmanager
def own_server(
    home: Path, *, heap: str = "512m", page_cache: str = "64m"
) -> Iterator[ServerSettings]:
    settings = ServerSettings(
        home=home, port=free_port(), heap=heap, page_cache=page_cache, wait_s=PATIENCE_S
    )
    yield settings
    stop(settings)


def address(settings: ServerSettings) -> Neo4jSettings:
    """Where the server answers, which is started unless it runs."""
    start(settings)
    connection = local_connection(settings)
    assert connection is not None
    return connection


def connected(settings: ServerSettings) -> Database:
    return Database.connect(address(settings))


def kill(settings: ServerSettings) -> None:
    """Kill the server unless it has ended by itself, and wait until it is gone."""
    if (pid := status(settings).pid) is not None:
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not status(settings).running, "the server is gone")
