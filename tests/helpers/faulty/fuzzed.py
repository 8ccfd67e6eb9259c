"""A process that gives mutated inputs to readers and watches what they do.

It reads orders from its input, a line of JSON each, and answers each with a line: what was read,
and what a reader did that it must not do. Its memory is limited, an input that takes more than five
seconds of CPU is a fault, and so is a socket, a program, or a file outside of its folder.
"""

import functools
import json
import os
import random
import resource
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

from helpers.faulty.bombs import BOMBS
from helpers.faulty.fuzzing import MEMORY
from helpers.faulty.mutated_readers import READERS, Found, Reader, in_files, unbalanced
from helpers.files.network_files import outcome

_WATCHED: Final = (
    "socket.", "os.", "subprocess.", "shutil.", "ctypes.dlopen", "urllib.", "webbrowser.",
)  # fmt: skip
_HARMLESS: Final = {"os.scandir", "os.listdir", "os.walk"}


class Watch:
    """Sees what the process asks of the system, through Python's audit events."""

    def __init__(self, folder: Path) -> None:
        self.folder = os.fsencode(folder)
        self.seen: Counter[str] = Counter()
        self.is_on = False
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        if event == "open":
            path, mode, flags = arguments
            is_written = mode is not None and set(mode) & set("wax+")
            is_written = is_written or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            is_known = isinstance(path, int) or self._is_inside(path)
            if not is_known and (is_written or not _is_of_python(path)):
                self.seen[f"open {path!r:.80} {mode}"] += 1
        elif event.startswith(_WATCHED) and event not in _HARMLESS:
            # A folder of its own is taken away relative to an open one.
            is_own = event.startswith(("os.", "shutil.")) and (
                self._is_inside(arguments[0]) or not Path(arguments[0]).is_absolute()
            )
            if not is_own:
                self.seen[f"{event} {arguments!r:.80}"] += 1

    def _is_inside(self, path: Any) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        # Compiled code, time zones and what is measured here are not the reader's.
        return os.fsencode(path).startswith(self.folder) or any(
            part in os.fsencode(path) for part in (b"__pycache__", b"/proc/self/", b"/zoneinfo/")
        )


def _is_of_python(path: Any) -> bool:
    """Whether a module is imported, which is late in some libraries."""
    name = str(path)  # a folder or archive of the path is searched for installed packages
    return name.endswith((".py", ".pyc", ".so")) or name.startswith(sys.prefix) or name in sys.path


def bomb(name: str, file: Path) -> Reader:
    """The reader of one file that is much larger than it looks, or much harder; it is made now."""
    kind, write, reason = BOMBS[name]
    write(file)

    def reader(*_: object) -> Found:
        result = Found()
        result.seconds = 60
        result.counts["inputs"] = 1
        told = result.tried(functools.partial(outcome, file, kind=kind), b"")
        if told is not None:
            result.reasons.update(told.reasons)
            result.reasons.update(fault.reason for fault in told.faults)
            if what := unbalanced(told):
                result.fault(what, b"")
        if set(result.reasons) != {reason}:
            result.fault(f"{dict(result.reasons)}, not {reason}", b"")
        file.unlink()
        return result

    return reader


def other(name: str, folder: Path) -> Reader:
    if name in BOMBS:
        return bomb(name, folder / "bomb")
    from helpers.files.other_files import FORMS, mutated  # imports half of scinet

    return in_files(lambda generator, _: mutated(FORMS[name], generator))


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fuzzed-", dir=_in_memory()) as name:
        folder = Path(name)
        tempfile.tempdir = name
        sys.dont_write_bytecode = True
        os.chdir(folder)
        watch = Watch(folder)
        for order in map(json.loads, sys.stdin):
            data = Path(order["data"]) if order["data"] else None
            generator = random.Random(f"{order['reader']} {order['seed']}")  # noqa: S311 - seeded
            reader = READERS.get(order["reader"]) or other(order["reader"], folder)
            if order["reader"] not in BOMBS:
                reader(1, generator, folder, data)  # what is imported late is imported
            before = _peak(anew=True)
            resource.setrlimit(resource.RLIMIT_AS, (_address_space() + MEMORY, -1))
            watch.seen.clear()
            watch.is_on = True
            result = reader(order["inputs"], generator, folder, data)
            watch.is_on = False
            resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
            answer = {
                "counts": result.counts,
                "reasons": result.reasons.most_common(),
                "faults": result.faults,
                "seen": watch.seen,
                "slowest": result.slowest,
                "megabytes": max(0, _peak() - before) // 1024,
            }
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


def _in_memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - no disk is worn


def _status(key: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{key}:"):
            return int(line.split()[1])
    raise LookupError(key)


def _peak(*, anew: bool = False) -> int:
    """Kilobytes that the process had at most, since it was asked anew."""
    if anew:
        Path("/proc/self/clear_refs").write_text("5")
    return _status("VmHWM")


def _address_space() -> int:
    return _status("VmSize") * 1024


if __name__ == "__main__":
    main()
