"""Start, stop and look at the user's own server; each command finds it by its home folder."""

import logging
import os
import queue
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from scinet.errors import GraphUnavailableError, ScinetError, StorageError
from scinet.graph.connection import Database
from scinet.server.home import Home, Started
from scinet.server.install import installed
from scinet.server.java import find
from scinet.server.lanes import DEFAULT, LANES
from scinet.server.lock import committed
from scinet.server.memory import choose, larger, text
from scinet.server.process import HeapError, last_lines, launch, port_trouble, wait_ready
from scinet.server.program import Program
from scinet.server.seen import serves
from scinet.server.storage import exclusive
from scinet.settings import LaneName, ServerSettings

_STOP_S: Final = 60.0
_ANSWERS_S: Final = 10.0
_PAUSE_S: Final = 0.1
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Status:
    """State of the local server; address, process and sizes are None when none runs."""

    running: bool
    uri: str | None
    pid: int | None
    lane: LaneName
    versions: dict[str, str]
    heap: str | None
    page_cache: str | None
    home: str


def lane_of(settings: ServerSettings) -> LaneName:
    """Lane of the data in the home; while there are none, the one that is asked for."""
    started = Home(settings.home).started()
    return started.lane if started else settings.lane or DEFAULT


def port_of(settings: ServerSettings) -> int:
    """Port that a start takes: the one that is set, else the last of this home, while it is free.

    Whoever knows the address of the server then finds it there again.
    """
    started = Home(settings.home).started()
    if started is None or "port" in settings.model_fields_set or started.port == settings.port:
        return settings.port
    if trouble := port_trouble(started.port):
        _logger.warning(
            "port %d, where the server of %s was, is %s: it starts on another",
            started.port,
            settings.home,
            trouble,
        )
        return settings.port
    return started.port


def start(settings: ServerSettings, *, recover: bool = False) -> tuple[Status, bool]:
    """Start the local server unless it runs, and wait until it answers.

    A second start at the same time waits for the first and finds its server. Whatever ends the
    wait, Ctrl-C too, ends the process. Unless a port is set, it is the one that the home had.

    Returns:
        Its status, and whether this call started it.

    Raises:
        ServerMissingError: If the jars or Java are missing.
        GraphUnavailableError: If the port is taken, the memory does not suffice, or the server
            ends or does not answer in time.
        StorageError: If the home cannot be written, or its data are of another lane.
        ValueError: If a size is malformed.
    """
    home = Home(settings.home)
    memory = choose(settings.heap, settings.page_cache)
    home.prepare()
    with exclusive(home.lock):
        lane = lane_of(settings)
        if settings.lane not in {None, lane}:
            raise StorageError(
                f"the data are of lane {lane}, not {settings.lane} ({home.folder})",
                hint=f"Choose lane {lane}, or another folder with SCINET_SERVER_HOME.",
            )
        if (found := _running(home)) is not None:
            wait_ready(
                home.connection(found.uri),
                home,
                settings.wait_s,
                lambda: serves(found.pid, home.folder),
            )
            return status(settings), False
        lock = committed(lane)
        port = port_of(settings)
        java = find(LANES[lane])
        home.put_in_place()
        program = Program(
            LANES[lane],
            home,
            installed(settings, lock),
            java,
            memory,
            port,
            password=True,
            recover=recover,
        )
        versions = {**lock.versions, "java": str(java.version)}
        while True:
            try:
                process = _answering(program, lane, versions, settings.wait_s)
                break
            except HeapError:
                if not recover:
                    raise
                program = replace(program, memory=larger(program.memory))
                heap = text(program.memory.heap)
                _logger.warning("the heap does not suffice to read the log: trying %s", heap)
    # The process outlives this command on purpose; without this Python warns about it.
    process.returncode = 0
    return status(settings), True


def _answering(
    program: Program, lane: LaneName, versions: dict[str, str], wait_s: float
) -> "subprocess.Popen[bytes]":
    """A new process that answers; whatever ends the wait ends it."""
    home = program.home
    process = launch(program)
    started = Started(
        pid=process.pid,
        port=program.port,
        heap=text(program.memory.heap),
        page_cache=text(program.memory.page_cache),
        versions=versions,
        lane=lane,
    )
    try:
        home.remember(started)
        connection = home.connection(started.uri)
        wait_ready(connection, home, wait_s, lambda: process.poll() is None)
    except BaseException:
        _end(process)
        _forget(home, started)
        raise
    return process


def stop(settings: ServerSettings) -> int | None:
    """Stop the local server and wait until it has written everything.

    One that does not end, such as inside an expression of a statement, is killed: what was
    committed stands in its log, which the next start reads.
    """
    home = Home(settings.home)
    if (started := _running(home)) is None or started.pid is None:
        home.end_restart()
        return None
    pid = started.pid
    # Without the lock when a start waits for this very server: stopping it ends that wait.
    with exclusive(home.lock, wait=False):
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        except PermissionError as error:
            raise GraphUnavailableError(
                f"process {pid} belongs to another user", hint="Stop it as that user."
            ) from error
        if not _gone(pid, home, _STOP_S):
            _logger.warning(
                "the server did not end within %g s and was killed; nothing committed is lost",
                _STOP_S,
            )
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            if not _gone(pid, home, _STOP_S):
                raise GraphUnavailableError(
                    f"the server cannot be killed (process {pid})",
                    hint="It may wait for a disk that does not answer. Try again later.",
                )
        home.end_restart()
        _forget(home, started)
    return pid


def _gone(pid: int, home: Home, wait_s: float) -> bool:
    """Whether the process of a home ends within some seconds."""
    deadline = time.monotonic() + wait_s
    while serves(pid, home.folder):
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_S)
    return True


def status(settings: ServerSettings) -> Status:
    """State of the local server, without asking it."""
    home = Home(settings.home)
    found = _running(home)
    lane = lane_of(settings)
    return Status(
        running=found is not None,
        uri=found.uri if found else None,
        pid=found.pid if found else None,
        lane=lane,
        versions=found.versions if found else committed(lane).versions,
        heap=found.heap if found else None,
        page_cache=found.page_cache if found else None,
        home=str(home.folder),
    )


def answers(settings: ServerSettings) -> bool:
    """Whether the local server answers: not while it starts, nor where it reads a torn log."""
    home = Home(settings.home)
    if (found := _running(home)) is None:
        return False
    said: queue.SimpleQueue[ScinetError | None] = queue.SimpleQueue()

    def ask() -> None:
        try:
            Database.connect(home.connection(found.uri)).close()
            said.put(None)
        except ScinetError as error:
            said.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return said.get(timeout=_ANSWERS_S) is None
    except queue.Empty:
        return False


def logs(settings: ServerSettings, count: int) -> list[str]:
    """Last lines that the server wrote, oldest first."""
    return last_lines(Home(settings.home).log, count)


def _running(home: Home) -> Started | None:
    started = home.started()
    if started is None or started.pid is None:
        return None
    if serves(started.pid, home.folder):
        return started
    _logger.info("process %d of %s is gone", started.pid, home.folder)
    return None


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _forget(home: Home, started: Started) -> None:
    try:
        home.remember(replace(started, pid=None))
    except ScinetError as error:
        # A note of a process that is gone does no harm.
        _logger.info("%s", error)
