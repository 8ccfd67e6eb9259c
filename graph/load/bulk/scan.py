"""Reading of all lines of a bulk load into shards, by parallel worker processes."""

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
from scinet.graph.load.batch import LineBatch, batch_lines
from scinet.graph.load.bulk.resolve import Repeats
from scinet.graph.load.bulk.shard import ShardJob, is_done, write_shard
from scinet.graph.load.plan import PlanPart
from scinet.graph.sources import files
from scinet.machine import core_count, end_with_parent, peak_memory_mib

_BATCHES: Final = 8  # of a shard
# With 16, the process that cuts the files into jobs has no time left: 43.9, 29.4 and 26.1 s with
# 4, 8 and 16 for a million papers.
_MOST: Final = 16


def scan(
    part: PlanPart,
    run: str,
    folder: Path,
    batch_size: int,
    progress: Callable[[int], None],
    repeats: Repeats | None = None,
    *,
    texts: Path | None = None,
) -> tuple[int, files.ReadProgress, float]:
    """Make the missing shards; given repeats, make again those that have some.

    Returns:
        The number of shards, the progress and faults of reading, and the summed peak memory of the
        worker processes in MiB.
    """
    number = 0
    reading = files.ReadProgress()

    def jobs() -> Iterator[ShardJob]:
        nonlocal number
        lines = batch_lines(part.kind.lines(part.files, reading), batch_size)
        for number, batches in enumerate(_shards(lines), start=1):
            name = part.kind.name
            job = ShardJob(
                folder, number - 1, name, part.source, run, batches, people=part.people,
                texts=texts, filled_dates=part.filled_dates,
            )  # fmt: skip
            if repeats is not None:
                job = repeats.with_repeats(job)
            if repeats.affects(job) if repeats is not None else not is_done(job):
                yield job
            progress(reading.done)

    workers_mib = _make_all(jobs())
    return number, reading, workers_mib


def _make_all(jobs: Iterator[ShardJob]) -> float:
    some = list(islice(jobs, 2))
    # A single job is not worth a process, and a daemon may not have children.
    if len(some) < 2 or current_process().daemon:
        for job in chain(some, jobs):
            write_shard(job)
        return 0.0
    waiting: deque[Future[int]] = deque()
    try:
        with _processes() as pool:
            for job in chain(some, jobs):
                waiting.append(pool.submit(_make_shard, job))
                while len(waiting) > 2 * worker_count():
                    waiting.popleft().result()
            for future in waiting:
                future.result()
            return sum(peak_memory_mib(process.pid) for process in active_children())
    except BrokenProcessPool as error:
        raise ScinetError(
            "a process that reads the records was killed, as the system does without memory",
            hint="Free some memory and re-run the command to resume.",
        ) from error


def _shards(lines: Iterator[LineBatch]) -> Iterator[list[LineBatch]]:
    while shard := list(islice(lines, _BATCHES)):
        yield shard


def worker_count() -> int:
    """Return the number of processes that read records."""
    return min(core_count(), _MOST)


@contextmanager
def _processes() -> Iterator[ProcessPoolExecutor]:
    """Start worker processes that do not import the caller's script."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    pool = ProcessPoolExecutor(worker_count(), get_context("spawn"), _start_worker)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        sys.modules["__main__"] = main


def _make_shard(job: ShardJob) -> int:
    number = write_shard(job)
    gc.collect()
    return number


def _start_worker() -> None:
    # Records have no reference cycles; the collector costs a fifth of the time.
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    end_with_parent()
