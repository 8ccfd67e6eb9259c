"""Home folder of one server: configuration, data, logs, password, and the last start.

It has everything that another process needs to connect to the server, so the commands need no
daemon of their own.
"""

import os
import re
import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, get_args

import orjson
from pydantic import SecretStr

from scinet.errors import GraphUnavailableError, StorageError
from scinet.server.release_channels import DEFAULT
from scinet.server.storage import replace_file, translate_os_errors
from scinet.settings import LaneName, Neo4jSettings, ServerSettings

HOST = "127.0.0.1"
USERNAME = "neo4j"
_UNSAFE = re.compile("[\n\r\ud800-\udfff]")
# Message of Neo4j when a transaction log ends in the middle, as after a full disk.
_TORN = "recovery not possible"
_CONNECTIONS = "[o.n.b."
_PAUSE = re.compile(r"(\S+ \S+) +WARN .*VmPauseMonitor.*\bgcTime=(\d+)")
_FEW_PAUSES = 3
_LONG_S = 5
# Messages of Java, passed on by Neo4j, when the heap is too small.
_SHORT = ("java.lang.OutOfMemoryError", "Java heap space")


@dataclass(frozen=True, slots=True)
class StartRecord:
    """Record of the last start in a home; written when the process exists.

    Attributes:
        pid: Process id, or None once it was stopped.
        port: Bolt port on the loopback address.
        lane: Lane of the jars; another lane cannot read the data, or not write them back.
    """

    pid: int | None
    port: int
    heap: str
    page_cache: str
    versions: dict[str, str]
    lane: LaneName = DEFAULT

    @property
    def uri(self) -> str:
        """Address of the server."""
        return f"bolt://{HOST}:{self.port}"


@dataclass(frozen=True, slots=True)
class Logs:
    """Text of both logs since a start."""

    text: str

    @property
    def written(self) -> int:
        """Number of characters, without messages about connections."""
        return sum(len(line) for line in self.text.splitlines() if _CONNECTIONS not in line)

    @property
    def is_torn(self) -> bool:
        """Whether the server reported that it cannot read its transaction log."""
        return _TORN in self.text

    @property
    def is_heap_short(self) -> bool:
        """Whether the server reported that its Java heap is too small.

        Java reports it late or never while it can still free a little: then it only collects
        garbage, and Neo4j logs nothing but pauses.
        """
        return any(mark in self.text for mark in _SHORT) or _has_long_pauses(self.text.splitlines())


class Home:
    """Paths inside a home folder, and the small files scinet keeps there."""

    def __init__(self, folder: Path) -> None:
        # Resolved, so that the command line of the process has one path whatever links lead to it.
        self.folder = folder.expanduser().resolve()
        self.conf = self.folder / "conf"
        self.data = self.folder / "data"
        self.log = self.folder / "logs" / "server.log"
        self.debug_log = self.folder / "logs" / "debug.log"
        self.lock = self.folder / "lock"
        self.password = self.folder / "password"
        self.bulk = self.folder / "bulk"
        self._imported = self.folder / "imported"
        self._started = self.folder / "started.json"
        self._restarting = self.folder / "restarting"

    def prepare(self) -> None:
        """Create the folders."""
        if _UNSAFE.search(str(self.folder)):
            raise StorageError(
                f"{str(self.folder)!a} is not a name that a configuration can hold",
                hint="Choose another folder with SCINET_SERVER_HOME.",
            )
        if os.pathsep in str(self.folder):
            raise StorageError(
                f"{self.folder} has a {os.pathsep!r} in its name",
                hint="Choose another folder with SCINET_SERVER_HOME.",
            )
        with translate_os_errors(self.folder):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for name in ("conf", "data", "logs", "run", "import"):
                (self.folder / name).mkdir(exist_ok=True)
            self.lock.touch()

    def configure(self, settings: Mapping[str, str]) -> None:
        """Write ``conf/neo4j.conf``, including the settings of every home."""
        fixed = {
            f"server.directories.{name}": str(self.folder / name)
            for name in ("data", "logs", "run", "import")
        }
        lines = (f"{key}={_escape_value(value)}\n" for key, value in {**fixed, **settings}.items())
        with translate_os_errors(self.folder):
            replace_file(self.conf / "neo4j.conf", "".join(lines).encode())

    def rotate_logs(self) -> None:
        """Rename the logs of the previous start, and begin empty ones."""
        with translate_os_errors(self.folder):
            for log in (self.log, self.debug_log):
                if log.exists():
                    log.replace(log.with_suffix(".old.log"))
                log.touch()

    def read_logs(self) -> Logs:
        """Read the server's logs since its start; empty where they are unreadable."""
        logs = (log.read_text("utf-8", "replace") for log in (self.log, self.debug_log))
        with suppress(OSError):
            return Logs("\n".join(logs))
        return Logs("")

    def new_password(self) -> bool:
        """Make a password file, readable by the user only, unless the server has one.

        Returns:
            Whether the server does not know the password yet.
        """
        has_database = any(
            (self.data / name).exists() for name in ("dbms/auth.ini", "databases/system")
        )
        if not self.password.exists():
            if has_database:
                raise StorageError(
                    f"the password of the server is missing ({self.password})",
                    hint=f"Put it back, or delete {self.folder} to begin with an empty graph.",
                )
            with translate_os_errors(self.folder):
                # Hexadecimal: no character in it has a meaning in a command line.
                replace_file(self.password, f"{secrets.token_hex(16)}\n".encode(), mode=0o600)
        return not has_database

    def take(self, data: Path) -> None:
        """Schedule the database of another folder to replace this one's at the next start."""
        with translate_os_errors(self.folder):
            data.rename(self._imported)

    def install_data(self) -> None:
        """Replace the data by an imported database, also after an interruption."""
        with translate_os_errors(self.folder):
            for part in ("databases", "transactions"):
                imported = self._imported / part / "neo4j"
                if imported.exists():
                    place = self.data / part / "neo4j"
                    shutil.rmtree(place, ignore_errors=True)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    imported.rename(place)
            if self._imported.exists():
                shutil.rmtree(self.bulk, ignore_errors=True)
                shutil.rmtree(self._imported)

    def save_started(self, started: StartRecord) -> None:
        """Save the record of a start."""
        with translate_os_errors(self.folder):
            replace_file(self._started, orjson.dumps(asdict(started)) + b"\n")

    def started(self) -> StartRecord | None:
        """Read the record of the last start, running or not; None when there was none.

        Raises:
            StorageError: If the data are of a lane unknown to this version.
        """
        try:
            content: dict[str, Any] = orjson.loads(self._started.read_bytes())
            started = StartRecord(**content)
        except (OSError, ValueError, TypeError):
            return None
        if started.lane not in get_args(LaneName):
            raise StorageError(
                f"the data are of lane {started.lane!r}, which this version does not know"
                f" ({self.folder})",
                hint="Use the scinet that began them, or another folder with SCINET_SERVER_HOME.",
            )
        is_sound = isinstance(content["pid"], int | None) and isinstance(content["port"], int)
        return started if is_sound else None

    def await_restart(self, process: int) -> None:
        """Record that a process is about to start the server again."""
        with translate_os_errors(self.folder):
            replace_file(self._restarting, f"{process}\n".encode())

    def is_restarting(self) -> bool:
        """Whether a living process is about to start the server again."""
        try:
            os.kill(int(self._restarting.read_text(encoding="ascii")), 0)
        except (OSError, ValueError):
            return False
        return True

    def end_restart(self) -> None:
        """Remove the record of :meth:`await_restart`."""
        with suppress(OSError):
            self._restarting.unlink()

    def connection(self, uri: str) -> Neo4jSettings:
        """Return the settings to connect to the server of this home at an address."""
        try:
            password = self.password.read_text(encoding="ascii").strip()
        except OSError as error:
            raise GraphUnavailableError(
                f"the password of the local server cannot be read ({self.password})",
                hint="Run the command as the user who started the server.",
            ) from error
        # model_construct ignores NEO4J_* of the environment, which are about another server.
        return Neo4jSettings.model_construct(
            uri=uri, username=USERNAME, password=SecretStr(password), database="neo4j"
        )


def local_connection(settings: ServerSettings) -> Neo4jSettings | None:
    """Return the settings of the local server, or None when none was ever started."""
    home = Home(settings.home)
    started = home.started()
    return None if started is None else home.connection(started.uri)


def _has_long_pauses(lines: list[str]) -> bool:
    """Whether the last lines are of pauses that took most of the time between them."""
    last_first = takewhile(bool, map(_PAUSE.match, reversed(lines)))
    pauses = [match.groups() for match in last_first if match][::-1]
    if len(pauses) < _FEW_PAUSES:
        return False
    first, last = (
        datetime.strptime(when, "%Y-%m-%d %H:%M:%S.%f%z") for when, _ in (pauses[0], pauses[-1])
    )
    spent_s = sum(int(spent) for _, spent in pauses[1:]) / 1000
    return spent_s > max(_LONG_S, (last - first).total_seconds() / 2)


def _escape_value(value: str) -> str:
    return value.replace("\\", "\\\\")
