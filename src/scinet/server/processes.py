"""Lookup of server processes and their homes."""

import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from scinet.errors import ScinetError
from scinet.server.home import Home

_PROC: Final = Path("/proc")
_MARK: Final = "--home-dir="


def is_serving(pid: int | None, folder: Path) -> bool:
    """Whether a process is the running server of this folder; its id may be reused."""
    return pid is not None and f"{_MARK}{folder}" in _arguments(pid)


def home_of_port(port: int) -> Path | None:
    """Return the home whose server has a port; None without one, or without access."""
    for pid, folder in _running_servers():
        with suppress(ScinetError):
            started = Home(folder).started()
            if started is not None and (started.pid, started.port) == (pid, port):
                return folder
    return None


def switch_hint(folder: Path) -> str:
    """Format a hint on how to use the server of another home."""
    return f"To use that server: `export SCINET_SERVER_HOME={shlex.quote(str(folder))}`."


def _running_servers() -> Iterator[tuple[int, Path]]:
    if not (_PROC / "self").exists():
        return
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            for word in _arguments(int(entry.name)):
                if word.startswith(_MARK):
                    yield int(entry.name), Path(word.removeprefix(_MARK))


def _arguments(pid: int) -> list[str]:
    """Return the arguments of a command line; empty when the process is gone or a zombie."""
    if (_PROC / "self").exists():
        try:
            content = (_PROC / str(pid) / "cmdline").read_bytes()
        except OSError:
            return []
        return [os.fsdecode(word) for word in content.split(b"\0")]
    command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    # ps joins the words by spaces, which a folder may contain as well.
    _, mark, rest = done.stdout.partition(_MARK)
    return [mark + rest.partition(" --config-dir=")[0]]
