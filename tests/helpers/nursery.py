"""Processes that run ``scinet`` as it is typed, forked from one that has imported everything.

A trial so costs tenths of a second. A child is a process of its own, which SIGKILL leaves no chance
to put anything in order; it may also be asked to die at one of its transactions.
"""

import gc
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pytest

INSIDE: Final = "inside"  # all was sent, nothing was committed
AFTER: Final = "after"  # it was committed
_BATCH: Final = 20  # records of a load
_UNDONE: Final = 12  # rows of a removal
_HANGING_S: Final = 300.0
_PAUSE_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: its exit code, below zero for a signal, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def killed(self) -> bool:
        """Whether SIGKILL ended it."""
        return self.code == -signal.SIGKILL


def listens(pid: int) -> bool:
    """Whether a process has a handler of SIGTERM, as it has none before ``main`` is called."""
    found = Path(f"/proc/{pid}/status").read_text()
    caught = next((line for line in found.splitlines() if line.startswith("SigCgt:")), ": 0")
    return bool(int(caught.split()[1], 16) >> signal.SIGTERM - 1 & 1)


@dataclass(slots=True)
class Child:
    """A command that runs."""

    nursery: "Nursery"
    pid: int
    out: Path
    err: Path
    code: int | None = None

    def runs(self) -> bool:
        """Whether it has not ended."""
        if self.code is None:
            self.code = self.nursery.ask("poll", self.pid)
        return self.code is None

    def send(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.runs():
            os.kill(self.pid, number)

    def runs_for(self, seconds: float) -> bool:
        """Let it run for some time; whether it still runs then."""
        until = time.monotonic() + seconds
        while self.runs() and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _PAUSE_S))
        return self.runs()

    def killed_after(self, seconds: float) -> bool:
        """Kill it after some time; whether it was still running."""
        self.runs_for(seconds)
        self.send(signal.SIGKILL)
        return self.wait().killed

    def wait(self) -> Ended:
        """Wait for its end."""
        late = time.monotonic() + _HANGING_S
        while self.runs():
            assert time.monotonic() < late, "the command does not end"
            time.sleep(_PAUSE_S)
        assert self.code is not None
        return Ended(self.code, self.out.read_text(), self.err.read_text())


class Nursery:
    """Starts commands against one database; a context manager."""

    def __init__(self, **environment: str) -> None:
        self._environment = environment
        self._number = itertools.count()

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            # As the script of an installed command ends. With -m a KeyboardInterrupt that passed
            # through eval or exec, which dataclasses use, would make Python end by SIGINT.
            [sys.executable, "-c", "from helpers import nursery; nursery.nurse()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={
                # What the user has set is not of the tests.
                **{name: text for name, text in os.environ.items() if "NEO4J" not in name},
                "PYTHONPATH": os.pathsep.join(
                    [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
                ),
            },
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()  # the end of its input is its end
        self._folder.cleanup()

    def start(
        self,
        words: Sequence[str],
        folder: Path,
        *,
        dies: tuple[str, int] | None = None,
        to_its_end: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> Child:
        """Start a command in a folder.

        Args:
            dies: The place, ``inside`` or ``after``, and the number of the transaction, from 1, at
                which it kills itself.
            to_its_end: Whether Python puts its own things in order when ``main`` is done, which
                takes longer than most commands.
        """
        number = next(self._number)
        out, err = (Path(self._folder.name) / f"{number}.{name}" for name in ("out", "err"))
        job = {
            "words": list(words),
            "folder": str(folder),
            "environment": self._environment | dict(environment or {}),
            "out": str(out),
            "err": str(err),
            "dies": dies,
            "to_its_end": to_its_end,
        }
        return Child(self, self.ask("start", job), out, err)

    def run(
        self, words: Sequence[str], folder: Path, *, dies: tuple[str, int] | None = None
    ) -> Ended:
        """Run a command to its end."""
        return self.start(words, folder, dies=dies).wait()

    def ask(self, what: str, value: Any) -> Any:
        """Ask the process that forks."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([what, value]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@pytest.fixture(scope="session")
def nursery(uri: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """A nursery whose commands know nothing but the database of the tests."""
    home = str(tmp_path_factory.mktemp("home"))
    with Nursery(NEO4J_URI=uri, SCINET_CACHE=home, HOME=home) as opened:
        yield opened


def nurse() -> None:
    """Fork a process for each job read, and answer with its id; say how one ended, or null."""
    _preload()
    gc.collect()
    gc.freeze()  # what is shared with the children stays shared
    for line in sys.stdin:
        what, value = json.loads(line)
        if what == "start":
            answer: Any = os.fork()
            if answer == 0:
                _be(value)
        else:
            pid, ended = os.waitpid(value, os.WNOHANG)
            answer = os.waitstatus_to_exitcode(ended) if pid else None
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _preload() -> None:
    """Import what the commands of the trials import."""
    import scinet.cli.cypher
    import scinet.cli.indicators
    import scinet.cli.load
    import scinet.cli.query
    import scinet.cli.remove
    import scinet.graph.indicators.tables
    import scinet.graph.load
    import scinet.graph.snapshot.reader
    import scinet.session.graph
    import scinet.session.opening  # noqa: F401


def _be(job: dict[str, Any]) -> None:
    """Become the command; its end is the end of this process, with all that Python does then."""
    from scinet.cli import main
    from scinet.graph.load import kinds, undo

    for target, name in ((0, os.devnull), (1, job["out"]), (2, job["err"])):
        flags = os.O_RDONLY if target == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        opened = os.open(name, flags, 0o600)
        os.dup2(opened, target)
        os.close(opened)
    os.chdir(job["folder"])
    os.environ.update(job["environment"])
    vars(kinds)["KINDS"].update(
        {name: replace(kind, batch_size=_BATCH) for name, kind in kinds.KINDS.items()}
    )
    vars(undo)["UNDOS"].update(
        {
            name: tuple(replace(one, size=_UNDONE) for one in listed)
            for name, listed in undo.UNDOS.items()
        }
    )
    if job["dies"] is not None:
        _die(*job["dies"])
    sys.argv = ["scinet", *job["words"]]
    code: Any = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    if job["to_its_end"]:
        sys.exit(code)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


def _die(place: str, number: int) -> None:
    """Let this process kill itself at a writing transaction."""
    from scinet.graph import query
    from scinet.graph.connection import Database

    write, stream = Database.write, Database.stream
    counter = itertools.count(1)

    def hit() -> None:
        if next(counter) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def writing(self: Database, work: Any) -> Any:
        def whole(tx: Any) -> Any:
            found = work(tx)
            if place == INSIDE:
                hit()
            return found

        found = write(self, whole)
        if place == AFTER:
            hit()
        return found

    def streaming(self: Database, name: str, /, **params: Any) -> Iterator[Any]:
        yield from stream(self, name, **params)
        if query.load(name).mode == "write" and place == AFTER:
            hit()

    Database.write = writing  # type: ignore[method-assign]
    Database.stream = streaming  # type: ignore[method-assign,assignment]
