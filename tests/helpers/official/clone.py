"""A user's clone of published code, called in a process of its own, apart from our modules."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

_HERE = Path(__file__).parent


class PublishedError(Exception):
    """The published code raised an exception; its type and message."""


class Clone:
    def __init__(self, folder: Path, suite: str, downloads: Path) -> None:
        """``downloads``: where the stand-ins find what the published code would download."""
        self.folder = folder
        self.suite = suite
        self.downloads = downloads
        self._process = subprocess.Popen(
            [sys.executable, str(_HERE / "worker.py"), str(folder), suite],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": "0", "DOWNLOADS": str(downloads)},
        )

    @classmethod
    @contextmanager
    def of(cls, folder: Path, suite: str, downloads: Path) -> Iterator[Self]:
        clone = cls(folder, suite, downloads)
        try:
            yield clone
        finally:
            clone._process.stdin and clone._process.stdin.close()  # it ends with its input
            clone._process.wait(timeout=30)
            clone._process.stdout and clone._process.stdout.close()

    @property
    def commit(self) -> str:
        """The commit that is checked out; files changed since it are not accepted."""
        git = ["git", "-c", "safe.directory=*", "-C", str(self.folder)]
        changed = subprocess.check_output([*git, "status", "--porcelain", "-uno"], text=True)
        assert not changed, f"the clone {self.folder} has changed files:\n{changed}"
        return subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip()

    def call(self, function: str, *args: Any, **kwargs: Any) -> Any:
        """Call ``module:function`` of the clone and return its value."""
        return self._ask(("call", function, args, kwargs))

    def each(self, function: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call a function for each tuple of arguments; where it raises, the PublishedError."""
        result = self._ask(("each", function, arguments))
        return [value if is_value else PublishedError(value) for is_value, value in result]

    def script(self, path: str, *arguments: str, folder: Path) -> None:
        """Run a script of the clone as its users do, in a working folder."""
        self._ask(("script", path, arguments, str(folder)))

    def _ask(self, request: object) -> Any:
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        pickle.dump(request, to)
        to.flush()
        try:
            is_value, value = pickle.load(back)  # noqa: S301  # written by our own worker
        except EOFError:
            raise AssertionError(f"the process of {self.suite} ended; see its messages") from None
        if not is_value:
            raise PublishedError(value)
        return value
