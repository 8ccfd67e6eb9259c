"""A disk of a few megabytes, which tests fill, empty and write-protect."""

import gc
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Disk:
    """A disk of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "fill"

    @property
    def used(self) -> int:
        return shutil.disk_usage(self.folder).used

    def fill(self, left: int) -> None:
        with self._filler.open("wb") as stream:
            while (room := shutil.disk_usage(self.folder).free - left) > 0:
                stream.write(b"x" * min(room, 2**20))
                stream.flush()

    def unfill(self) -> None:
        self._filler.unlink(missing_ok=True)

    def protect(self, *, on: bool) -> None:
        """Let nobody write to it, root included, or let all."""
        gc.collect()  # it cannot be protected while a file is open for writing
        done = _mount("-o", f"remount,{'ro' if on else 'rw'}", str(self.folder))
        assert not done.returncode, done.stderr

    def empty(self) -> None:
        for file in self.folder.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Disk]:
    """A disk of so many bytes, such as ``8m``; the test is skipped where nothing can be mounted."""
    folder.mkdir()
    done = _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    try:
        yield Disk(folder)
    finally:
        _mount("-l", str(folder), program="umount")


def _mount(*words: str, program: str = "mount") -> "subprocess.CompletedProcess[str]":
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)
