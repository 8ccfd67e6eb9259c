"""Processes that run ``scinet`` as it is typed, forked from one that has imported everything.

A trial so costs tenths of a second. A child is a process of its own, which SIGKILL leaves no chance
to put anything in order; it may also be asked to die at one of its transactions.
"""

import functools
import gc
import importlib
import itertools
import json
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.waiting import wait_until

INSIDE: Final = "inside"  # all was sent, nothing was committed
AFTER: Final = "after"  # it was committed
_BATCH: Final = 20  # records of a load
_UNDONE: Final = 12  # rows of a removal
_PAUSE_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: its exit code, below zero for a signal, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def killed(self) -> bool:
        return self.code == -signal.SIGKILL


def listens(pid: int) -> bool:
    """Whether a process has a handler of SIGTERM, as it has none before ``main`` is called."""
    text = Path(f"/proc/{pid}/status").read_text()
    caught = next((line for line in text.splitlines() if line.startswith("SigCgt:")), ": 0")
    return bool(int(caught.split()[1], 16) >> signal.SIGTERM - 1 & 1)


@dataclass(slots=True)
class Child:
    pid: int
    out: Path
    err: Path
    code: int | None = None

    def runs(self) -> bool:
        if self.code is None:
            self.code = _forker().ask("poll", self.pid)
        return self.code is None

    def send(self, number: int) -> None:
        if self.runs():
            os.kill(self.pid, number)

    def runs_for(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while self.runs() and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _PAUSE_S))
        return self.runs()

    def killed_after(self, seconds: float) -> bool:
        self.runs_for(seconds)
        self.send(signal.SIGKILL)
        return self.wait().killed

    def wait(self) -> Ended:
        wait_until(lambda: not self.runs(), "the command has ended")
        assert self.code is not None
        return Ended(self.code, self.out.read_text(), self.err.read_text())


class _Forker:
    """The process that has imported everything; it ends when nobody can write to it any more."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            # As the script of an installed command ends. With -m a KeyboardInterrupt that passed
            # through eval or exec, which dataclasses use, would make Python end by SIGINT.
            [sys.executable, "-c", "from helpers.commands import nursery; nursery.nurse()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=inherited(
                PYTHONPATH=os.pathsep.join(
                    [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
                )
            ),
        )

    def ask(self, what: str, value: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([what, value]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def inherited(**more: str) -> dict[str, str]:
    """The environment of the tests without the user's database, and more."""
    return {name: text for name, text in os.environ.items() if "NEO4J" not in name} | more


@functools.cache
def _forker() -> _Forker:
    return _Forker()


class Nursery:
    """Starts commands.

    Args:
        environment: All their variables.
        small: Whether batches of loads and removals are small, so that few records make many.
    """

    def __init__(self, environment: Mapping[str, str], *, small: bool = True) -> None:
        self._environment = dict(environment)
        self._small = small

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
        forker = _forker()
        name = Path(forker.folder.name, uuid.uuid4().hex)
        out, err = name.with_suffix(".out"), name.with_suffix(".err")
        for file in (out, err):
            file.touch()  # a child may be killed before it opens them
        job = {
            "words": list(words),
            "folder": str(folder),
            "environment": self._environment | dict(environment or {}),
            "small": self._small,
            "out": str(out),
            "err": str(err),
            "dies": dies,
            "to_its_end": to_its_end,
        }
        return Child(forker.ask("start", job), out, err)

    def run(
        self, words: Sequence[str], folder: Path, *, dies: tuple[str, int] | None = None
    ) -> Ended:
        return self.start(words, folder, dies=dies).wait()


@pytest.fixture(scope="session")
def nursery(uri: str, tmp_path_factory: pytest.TempPathFactory) -> Nursery:
    """A nursery whose commands know nothing but the database of the tests."""
    home = str(tmp_path_factory.mktemp("home"))
    return Nursery(inherited(NEO4J_URI=uri, SCINET_CACHE=home, HOME=home))


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
    for name in ("scinet.cli", "scinet.session", "scinet.graph"):
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(module.name)


def _be(job: dict[str, Any]) -> None:
    """Become the command; its end is the end of this process, with all that Python does then."""
    from scinet.cli import main

    for target, name in ((0, os.devnull), (1, job["out"]), (2, job["err"])):
        flags = os.O_RDONLY if target == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        opened = os.open(name, flags, 0o600)
        os.dup2(opened, target)
        os.close(opened)
    os.chdir(job["folder"])
    os.environ.clear()
    os.environ.update(job["environment"])
    if job["small"]:
        _make_small()
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


def _make_small() -> None:
    from scinet.graph.load import kinds, undo

    vars(kinds)["KINDS"].update(
        {name: replace(kind, batch_size=_BATCH) for name, kind in kinds.KINDS.items()}
    )
    vars(undo)["UNDOS"].update(
        {
            name: tuple(replace(item, size=_UNDONE) for item in listed)
            for name, listed in undo.UNDOS.items()
        }
    )


def _die(place: str, number: int) -> None:
    """Let this process kill itself at a writing transaction."""
    from scinet.graph.db import query
    from scinet.graph.db.connection import Database

    write, stream = Database.write, Database.stream
    counter = itertools.count(1)

    def hit() -> None:
        if next(counter) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def writing(self: Database, work: Any) -> Any:
        def whole(tx: Any) -> Any:
            result = work(tx)
            if place == INSIDE:
                hit()
            return result

        result = write(self, whole)
        if place == AFTER:
            hit()
        return result

    def streaming(self: Database, name: str, /, **params: Any) -> Iterator[Any]:
        yield from stream(self, name, **params)
        if query.load_query(name).mode == "write" and place == AFTER:
            hit()

    Database.write = writing  # type: ignore[method-assign]
    Database.stream = streaming  # type: ignore[method-assign,assignment]
