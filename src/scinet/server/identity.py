"""Tell whether a process is the server of a home: its id may be given anew to another program."""

import os
import subprocess
from pathlib import Path
from typing import Final

_TABLE: Final = Path("/proc")
_MARK: Final = "--home-dir="


def serves(pid: int | None, folder: Path) -> bool:
    """Whether the process runs and was started as the server of this folder."""
    return pid is not None and f"{_MARK}{folder}" in _arguments(pid)


def _arguments(pid: int) -> list[str]:
    """Words of the command line; none when the process is gone or only waits to be reaped."""
    if (_TABLE / "self").exists():
        try:
            content = (_TABLE / str(pid) / "cmdline").read_bytes()
        except OSError:
            return []
        return [os.fsdecode(word) for word in content.split(b"\0")]
    command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    # ps joins the words by spaces, which a folder may hold as well.
    _, mark, rest = done.stdout.partition(_MARK)
    return [mark + rest.partition(" --config-dir=")[0]]
