"""Start of Neo4j in a home folder, for the user's server and those of tests."""

import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scinet.errors import GraphUnavailableError, ScinetError, ServerMissingError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.db.driver import is_unreachable, neo4j
from scinet.server.home import HOST, Home
from scinet.server.install import installed_jars
from scinet.server.java import find_java
from scinet.server.lock import load_lock
from scinet.server.memory import choose_memory
from scinet.server.processes import home_of_port, switch_hint
from scinet.server.program import ServerProgram, server_command, server_configuration, set_password
from scinet.server.release_channels import DEFAULT, LANES
from scinet.server.storage import check_space, translate_os_errors
from scinet.settings import Neo4jSettings, ServerSettings, environment

_LAST_LINES: Final = 4
_PAUSE_S: Final = 0.4
_SLOWEST: Final = 10
# An empty store with its logs takes 3 MB; less than this is a disk about to be full.
_LEAST_SPACE: Final = 32 * 2**20


class HeapError(GraphUnavailableError):
    """Error of a server whose heap is too small for its transaction log."""

    def __init__(self, home: Home) -> None:
        super().__init__(
            f"the server's heap does not suffice to read its transaction log ({home.debug_log})",
            hint="`scinet server start --recover` takes as much as that needs; or give more with "
            "--heap.",
        )


@dataclass(frozen=True, slots=True)
class Server:
    """Server that answers."""

    uri: str
    pid: int


def free_port() -> int:
    """Return a port that is free now; another process may still take it first."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def launch(program: ServerProgram) -> "subprocess.Popen[bytes]":
    """Write the configuration and start the process; it does not answer yet.

    The process has a session of its own: Ctrl-C in the terminal does not reach it.
    """
    _check_port(program.port)
    home = program.home
    check_space(home.folder, _LEAST_SPACE)
    home.configure(server_configuration(program))
    if program.password and home.new_password():
        set_password(program)
    home.rotate_logs()
    with translate_os_errors(home.folder):
        log = home.log.open("ab")
    try:
        with log:
            return subprocess.Popen(  # noqa: S603 - no shell
                server_command(program),
                cwd=home.folder,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    except OSError as error:
        raise ServerMissingError(
            f"Java does not run ({program.java.path}: {error.strerror})",
            hint="Set JAVA_HOME to a Java that does.",
        ) from error


def wait_ready(
    connection: Neo4jSettings, home: Home, wait_s: float, alive: Callable[[], bool]
) -> None:
    """Return as soon as the server answers.

    Args:
        wait_s: Seconds of silence after which it is given up: a server that still writes into its
            logs is only slow, and gets up to ten times as long.

    Raises:
        HeapError: If its heap is too small for its recovery.
        GraphUnavailableError: If it ends or does not answer in time, with the last lines of its
        log; or if it refuses the password.
        StorageError: If it fails and the disk is full.
    """
    begun = heard = time.monotonic()
    written = 0
    while (now := time.monotonic()) < min(heard + wait_s, begun + _SLOWEST * wait_s):
        is_alive = alive()  # checked before the logs are read, which then have its last words
        logs = home.read_logs()
        if written != (written := logs.written):
            heard = now
        try:
            Database.connect(connection).close()
        except GraphUnavailableError as error:
            if isinstance(error.__cause__, neo4j.exceptions.AuthError):
                raise GraphUnavailableError(
                    f"{connection.uri} refuses the password in {home.password}",
                    hint="Write the right one into that file.",
                ) from error
            was_reached = not is_unreachable(error.__cause__)
        else:
            return
        if logs.is_torn:
            raise _torn_log_error(home)
        if logs.is_heap_short:
            raise HeapError(home)
        if not is_alive:
            raise _no_answer_error(home, "the server ended at its start")
        if was_reached:  # logs of our own requests are no sign of its progress
            written = home.read_logs().written
        time.sleep(_PAUSE_S)
    waited = time.monotonic() - begun
    raise _no_answer_error(home, f"the server did not answer within {waited:.1f} s")


@contextmanager
def run_temporary(
    settings: ServerSettings, folder: Path, port: int, more: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """Run a throw-away server without a password until the block ends, then kill it."""
    name = settings.lane or DEFAULT
    program = ServerProgram(
        lane=LANES[name],
        home=Home(folder),
        jars=installed_jars(settings, load_lock(name)),
        java=find_java(LANES[name]),
        memory=choose_memory(settings.heap, settings.page_cache),
        port=port,
        password=False,
        more=more or {},
    )
    program.home.prepare()
    process = launch(program)
    uri = f"bolt://{HOST}:{port}"
    try:
        connection = Neo4jSettings.model_construct(uri=uri)
        wait_ready(connection, program.home, settings.wait_s, lambda: process.poll() is None)
        yield Server(uri, process.pid)
    finally:
        process.kill()  # the checkpoint of a graceful stop is not needed
        process.wait()


def last_lines(log: Path, count: int) -> list[str]:
    """Read the end of a log, oldest line first; empty when there is none."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return lines[-count:] if count else []


def _torn_log_error(home: Home) -> GraphUnavailableError:
    return GraphUnavailableError(
        f"the server's transaction log is torn, as after a full disk ({home.folder})",
        hint="Make room and run `scinet server start --recover`: it cuts the log after the last "
        "whole transaction. Then repeat the load that was running; it resumes from there.",
    )


def _no_answer_error(home: Home, what: str) -> ScinetError:
    try:
        # With a full disk it may live on without ever answering, and its log has little.
        check_space(home.folder, _LEAST_SPACE // 16)
    except StorageError as error:
        return error
    lines = [line.strip() for line in last_lines(home.log, 1000)]
    # The last cause of a Java error is the first one in time; stack frames do not help a user.
    causes = [line for line in lines if line.startswith("Caused by: ")]
    telling = [line for line in lines if line and not line.startswith(("at ", "... "))]
    last_words = " | ".join(causes[-1:] or telling[-_LAST_LINES:]) or "nothing"
    return GraphUnavailableError(
        f"{what}; last output: {last_words.rstrip('.')} ({home.log}, {home.debug_log.name})",
        hint="See more with `scinet server logs`; SCINET_SERVER_WAIT_S gives a slow machine time.",
    )


def port_problem(port: int) -> str:
    """Return why a server cannot listen on a loopback port; an empty string when it can."""
    # Otherwise another server would answer the wait.
    with socket.socket() as probe:
        probe.settimeout(1)
        if probe.connect_ex((HOST, port)) == 0:
            return "in use"
    with socket.socket() as probe:
        # Closing connections of a just stopped server must not block its successor.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            return (error.strerror or "not free").lower()
    return ""


def _check_port(port: int) -> None:
    if reason := port_problem(port):
        what = f"port {port} on {HOST}: {reason}"
        if (folder := home_of_port(port)) is not None:
            raise GraphUnavailableError(
                f"{what} by another server of scinet ({folder})",
                hint=f"{switch_hint(folder)} With --port this one starts beside it.",
            )
        raise GraphUnavailableError(
            what,
            hint="Choose another with --port, or set NEO4J_URI if that is your own server.",
        )
