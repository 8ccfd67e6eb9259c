"""Immediate restart of the user's server, which its other readers wait for.

Neo4j does not check a time limit inside an expression, and only ending its process ends one. Reads
lose nothing by that: they are repeated. A separate process starts the server, so that the command
with the expensive statement returns at once.
"""

import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from scinet.errors import ScinetError
from scinet.server.home import Home, StartRecord
from scinet.server.processes import is_serving
from scinet.server.storage import exclusive_lock
from scinet.settings import ServerSettings

_STOP_S: Final = 10.0
_RESTART_S: Final = 600.0
_PAUSE_S: Final = 0.1
_logger = logging.getLogger(__name__)


class OwnServer:
    """Server of a home, as seen by its readers."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self.known = self.process()

    def process(self) -> int | None:
        """Return the process that serves the home; None while none does."""
        started = self._home.started()
        return started.pid if started and is_serving(started.pid, self._home.folder) else None

    def restart(self, process: int) -> bool:
        """End a process at once and have another one started, which goes on after this returns.

        Returns:
            Whether this call ended it. It does not where another command just starts or stops the
            server, nor where another process serves the home by now.
        """
        home = self._home
        with exclusive_lock(home.lock, wait=False) as held:
            started = home.started()
            if not held or started is None or process != started.pid or process != self.process():
                return False
            home.await_restart(os.getpid())
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            end = time.monotonic() + _STOP_S
            while self.process() is not None and time.monotonic() < end:
                time.sleep(_PAUSE_S / 10)
            starter = subprocess.Popen(  # noqa: S603 - no shell
                [sys.executable, "-m", __name__, str(home.folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            home.await_restart(starter.pid)
        Thread(target=starter.wait, daemon=True).start()  # else it stays in the table of processes
        return True

    def has_restarted(self, before: int | None) -> bool:
        """Whether another process serves the home than before; waits for one that is starting."""
        if self._home.is_restarting():
            _logger.warning("the server is started again after a read without end: waiting for it")
        end = time.monotonic() + _RESTART_S
        while self._home.is_restarting() and time.monotonic() < end:
            time.sleep(_PAUSE_S)
        self.known = self.process()
        return self.known not in {None, before}


def restart_server(folder: Path) -> None:
    """Start the server of a home as it was, unless that was stopped or started meanwhile."""
    from scinet.server.control import start  # readers do without the rest of the package

    home = Home(folder)
    started = home.started()
    try:
        if started is not None and home.is_restarting():
            start(_previous_settings(home, started))
    except ScinetError as error:
        with suppress(OSError), home.log.open("a", encoding="utf-8") as log:
            log.write(f"scinet: {error}\n")
    finally:
        home.end_restart()


def _previous_settings(home: Home, started: StartRecord) -> ServerSettings:
    return ServerSettings(
        home=home.folder,
        port=started.port,
        heap=started.heap,
        page_cache=started.page_cache,
        lane=started.lane,
    )


if __name__ == "__main__":
    restart_server(Path(sys.argv[1]))
