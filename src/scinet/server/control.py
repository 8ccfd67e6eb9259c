"""Control of the user's own server: start, stop and status; found by its home folder."""

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
from scinet.graph.db.connection import Database
from scinet.server.home import Home, StartRecord
from scinet.server.install import installed_jars
from scinet.server.java import find_java
from scinet.server.lock import load_lock
from scinet.server.memory import choose_memory, double_heap, format_size
from scinet.server.process import HeapError, last_lines, launch, port_problem, wait_ready
from scinet.server.processes import is_serving
from scinet.server.program import ServerProgram
from scinet.server.release_channels import DEFAULT, LANES
from scinet.server.storage import exclusive_lock
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


def data_lane(settings: ServerSettings) -> LaneName:
    """Return the lane of the data in the home; without data, the requested one."""
    started = Home(settings.home).started()
    return started.lane if started else settings.lane or DEFAULT


def choose_port(settings: ServerSettings) -> int:
    """Choose the port of a start: the one that is set, else the last of this home if free.

    So the address of the server stays the same.
    """
    started = Home(settings.home).started()
    if started is None or "port" in settings.model_fields_set or started.port == settings.port:
        return settings.port
    if trouble := port_problem(started.port):
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

    A concurrent second start waits for the first and finds its server. Any end of the wait, Ctrl-C
    too, ends the process. Unless a port is set, it is the last one of the home.

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
    memory = choose_memory(settings.heap, settings.page_cache)
    home.prepare()
    with exclusive_lock(home.lock):
        lane = data_lane(settings)
        if settings.lane not in {None, lane}:
            raise StorageError(
                f"the data are of lane {lane}, not {settings.lane} ({home.folder})",
                hint=f"Choose lane {lane}, or another folder with SCINET_SERVER_HOME.",
            )
        if (started := _running_server(home)) is not None:
            wait_ready(
                home.connection(started.uri),
                home,
                settings.wait_s,
                lambda: is_serving(started.pid, home.folder),
            )
            return status(settings), False
        lock = load_lock(lane)
        port = choose_port(settings)
        java = find_java(LANES[lane])
        home.install_data()
        program = ServerProgram(
            LANES[lane],
            home,
            installed_jars(settings, lock),
            java,
            memory,
            port,
            password=True,
            recover=recover,
        )
        versions = {**lock.versions, "java": str(java.version)}
        while True:
            try:
                process = _start_process(program, lane, versions, settings.wait_s)
                break
            except HeapError:
                if not recover:
                    raise
                program = replace(program, memory=double_heap(program.memory))
                heap = format_size(program.memory.heap)
                _logger.warning("the heap does not suffice to read the log: trying %s", heap)
    # The process outlives this command on purpose; without this Python warns about it.
    process.returncode = 0
    return status(settings), True


def _start_process(
    program: ServerProgram, lane: LaneName, versions: dict[str, str], wait_s: float
) -> "subprocess.Popen[bytes]":
    """Start a process and wait until it answers; any end of the wait ends it."""
    home = program.home
    process = launch(program)
    started = StartRecord(
        pid=process.pid,
        port=program.port,
        heap=format_size(program.memory.heap),
        page_cache=format_size(program.memory.page_cache),
        versions=versions,
        lane=lane,
    )
    try:
        home.save_started(started)
        connection = home.connection(started.uri)
        wait_ready(connection, home, wait_s, lambda: process.poll() is None)
    except BaseException:
        _kill_process(process)
        _forget_server(home, started)
        raise
    return process


def stop(settings: ServerSettings) -> int | None:
    """Stop the local server and wait until it has written everything.

    A process that does not end, such as inside an expression of a statement, is killed: committed
    data is in its log, which the next start reads.
    """
    home = Home(settings.home)
    if (started := _running_server(home)) is None or started.pid is None:
        home.end_restart()
        return None
    pid = started.pid
    # Without the lock when a start waits for this very server: stopping it ends that wait.
    with exclusive_lock(home.lock, wait=False):
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        except PermissionError as error:
            raise GraphUnavailableError(
                f"process {pid} belongs to another user", hint="Stop it as that user."
            ) from error
        if not _await_exit(pid, home, _STOP_S):
            _logger.warning(
                "the server did not end within %g s and was killed; nothing committed is lost",
                _STOP_S,
            )
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            if not _await_exit(pid, home, _STOP_S):
                raise GraphUnavailableError(
                    f"the server cannot be killed (process {pid})",
                    hint="It may wait for a disk that does not answer. Try again later.",
                )
        home.end_restart()
        _forget_server(home, started)
    return pid


def _await_exit(pid: int, home: Home, wait_s: float) -> bool:
    """Whether the process of a home ends within some seconds."""
    deadline = time.monotonic() + wait_s
    while is_serving(pid, home.folder):
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_S)
    return True


def status(settings: ServerSettings) -> Status:
    """Return the state of the local server, without contacting it."""
    home = Home(settings.home)
    started = _running_server(home)
    lane = data_lane(settings)
    return Status(
        running=started is not None,
        uri=started.uri if started else None,
        pid=started.pid if started else None,
        lane=lane,
        versions=started.versions if started else load_lock(lane).versions,
        heap=started.heap if started else None,
        page_cache=started.page_cache if started else None,
        home=str(home.folder),
    )


def answers(settings: ServerSettings) -> bool:
    """Whether the local server answers: not while it starts, nor with a torn log."""
    home = Home(settings.home)
    if (started := _running_server(home)) is None:
        return False
    outcome: queue.SimpleQueue[ScinetError | None] = queue.SimpleQueue()

    def ask() -> None:
        try:
            Database.connect(home.connection(started.uri)).close()
            outcome.put(None)
        except ScinetError as error:
            outcome.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return outcome.get(timeout=_ANSWERS_S) is None
    except queue.Empty:
        return False


def logs(settings: ServerSettings, count: int) -> list[str]:
    """Return the last lines of the server's log, oldest first."""
    return last_lines(Home(settings.home).log, count)


def _running_server(home: Home) -> StartRecord | None:
    started = home.started()
    if started is None or started.pid is None:
        return None
    if is_serving(started.pid, home.folder):
        return started
    _logger.info("process %d of %s is gone", started.pid, home.folder)
    return None


def _kill_process(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _forget_server(home: Home, started: StartRecord) -> None:
    try:
        home.save_started(replace(started, pid=None))
    except ScinetError as error:
        # A stale record of an ended process does no harm.
        _logger.info("%s", error)
