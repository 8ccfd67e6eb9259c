"""Read all lines of a bulk load into shards, several at once in processes of their own."""

import gc
import signal
import sys
import types
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import active_children, current_process, get_context
from pathlib import Path
from typing import Final

from scinet.errors import ScinetError
from scinet.graph.load.batch import Lines, batched
from scinet.graph.load.bulk.resolve import Repeats
from scinet.graph.load.bulk.shard import Job, is_done, make
from scinet.graph.load.plan import Part
from scinet.graph.sources import files
from scinet.machine import cores, end_with_parent, peak_mib

_BATCHES: Final = 8  # of a shard
# With 16, the process that cuts the files into jobs has no time left: 43.9, 29.4 and 26.1 s with
# 4, 8 and 16 for a million papers.
_MOST: Final = 16


def scan(
    part: Part,
    run: str,
    folder: Path,
    batch_size: int,
    progress: Callable[[int], None],
    repeats: Repeats | None = None,
    *,
    texts: Path | None = None,
) -> tuple[int, files.Reading, float]:
    """Make the shards that are missing; with repeats, make those anew that have some.

    Returns:
        The number of shards, what became known while the files were read, and the MiB that the
        processes which read records took at most, added up.
    """
    number = 0
    reading = files.Reading()

    def jobs() -> Iterator[Job]:
        nonlocal number
        lines = batched(part.kind.lines(part.files, reading), batch_size)
        for number, batches in enumerate(_shards(lines), start=1):
            name = part.kind.name
            job = Job(
                folder, number - 1, name, part.source, run, batches, people=part.people,
                texts=texts, filled_dates=part.filled_dates,
            )  # fmt: skip
            if repeats is not None:
                job = repeats.told(job)
            if repeats.concern(job) if repeats is not None else not is_done(job):
                yield job
            progress(reading.done)

    workers_mib = _make_all(jobs())
    return number, reading, workers_mib


def _make_all(jobs: Iterator[Job]) -> float:
    some = list(islice(jobs, 2))
    # One is not worth a second process, and a daemon may not have any.
    if len(some) < 2 or current_process().daemon:
        for job in chain(some, jobs):
            make(job)
        return 0.0
    waiting: deque[Future[int]] = deque()
    try:
        with _processes() as pool:
            for job in chain(some, jobs):
                waiting.append(pool.submit(_made, job))
                while len(waiting) > 2 * workers():
                    waiting.popleft().result()
            for future in waiting:
                future.result()
            return sum(peak_mib(one.pid) for one in active_children())
    except BrokenProcessPool as error:
        raise ScinetError(
            "a process that reads the records was killed, as the system does without memory",
            hint="Free some memory and run the same command again: it goes on where it stopped.",
        ) from error


def _shards(lines: Iterator[Lines]) -> Iterator[list[Lines]]:
    while shard := list(islice(lines, _BATCHES)):
        yield shard


def workers() -> int:
    """How many processes read records."""
    return min(cores(), _MOST)


@contextmanager
def _processes() -> Iterator[ProcessPoolExecutor]:
    """Processes that begin with nothing of ours, not even with the script that called us."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    pool = ProcessPoolExecutor(workers(), get_context("spawn"), _begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        sys.modules["__main__"] = main


def _made(job: Job) -> int:
    number = make(job)
    gc.collect()
    return number


def _begin() -> None:
    # Records refer to nothing in a circle; looking for circles all the time takes a fifth longer.
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits for us
    end_with_parent()
