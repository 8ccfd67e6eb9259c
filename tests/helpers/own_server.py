"""A local server as users start it, which a test may kill."""

import os
import signal
import time

from scinet.graph.connection import Database
from scinet.server.control import start, status
from scinet.server.home import local_connection
from scinet.settings import Neo4jSettings, ServerSettings


def address(settings: ServerSettings) -> Neo4jSettings:
    """Where the server answers, which is started unless it runs."""
    start(settings)
    connection = local_connection(settings)
    assert connection is not None
    return connection


def connected(settings: ServerSettings) -> Database:
    """The database of the server."""
    return Database.connect(address(settings))


def kill(settings: ServerSettings) -> None:
    """Kill the server, and wait until it is gone."""
    pid = status(settings).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while status(settings).running:
        time.sleep(0.02)
