"""Commands that listen until Ctrl-C, as users start them: `explore` and `mcp --http`."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SCINET: Final = (sys.executable, "-c", "from scinet.cli import main; main()")


@dataclass(frozen=True)
class Served:
    """A command that listens."""

    address: str
    pid: int

    def resident_mib(self) -> float:
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) / 1024


def environment(uri: str, folder: Path, **more: str) -> dict[str, str]:
    """What a command that runs in a folder knows: the database, and a cache next to the folder."""
    cache = folder.with_name(f"{folder.name}-cache")
    return {
        "NEO4J_URI": uri,
        "SCINET_CACHE": str(cache),
        "HOME": str(cache),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        **more,
    }


@contextmanager
def serving(*words: str, folder: Path, environment: Mapping[str, str]) -> Iterator[Served]:
    """A command on a free port, which Ctrl-C ends without a word."""
    process = subprocess.Popen(
        [*SCINET, *words, "--port", "0"],
        env=environment,
        cwd=folder,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    try:
        match = re.search(r"http://\S+", first)
        assert match, first + process.stderr.read()
        yield Served(match[0], process.pid)
    finally:
        process.send_signal(2)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err, err[:4000]
    assert err.endswith("scinet: stopped. Re-run the command to resume.\n")
