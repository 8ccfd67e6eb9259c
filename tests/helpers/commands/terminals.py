"""Commands whose standard error is a terminal, as where people type them."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from helpers.commands.served_command import SCINET


@dataclass
class Terminal:
    """A command whose standard error is a terminal."""

    process: subprocess.Popen[str]
    screen: int
    shown: str = ""

    def look(self) -> bool:
        try:
            more = os.read(self.screen, 4096)
        except OSError:  # the command has closed it
            more = b""
        self.shown += more.decode(errors="replace")
        return bool(more)

    def until(self, text: str) -> None:
        while text not in self.shown:
            assert self.look(), self.shown

    def ended(self) -> int:
        while self.look():
            pass
        return self.process.wait(60)


@contextmanager
def terminal(environment: Mapping[str, str], folder: Path, *words: str) -> Iterator[Terminal]:
    screen, inside = os.openpty()
    with subprocess.Popen(
        [*SCINET, *words],
        env={**environment, "TERM": "xterm"},
        cwd=folder,
        stderr=inside,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        os.close(inside)
        try:
            yield Terminal(process, screen)
        finally:
            os.close(screen)
            process.kill()
