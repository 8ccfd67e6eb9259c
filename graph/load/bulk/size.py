"""Estimates of the size of a bulk load, and checks of memory and disk.

Lines are counted, since the first ones are not representative: in the order of time records
become longer. Other files are estimated from their first records.
"""

import logging
import math
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scinet import machine
from scinet.errors import StorageError
from scinet.graph.load.bulk.scan import worker_count
from scinet.graph.load.plan import PlanPart
from scinet.graph.sources.file_faults import collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile, sample_chunks
from scinet.graph.sources.rows import is_by_line, read_files

_LOG: Final = logging.getLogger(__name__)
_SAMPLE_LINES: Final = 2_000
_SMALL: Final = 2**20  # bytes; fewer are not representative
# Bytes of packed files unpacked for counting: about a minute in a load of an hour.
_MOST: Final = 2**31
# Import files and the store next to them, per byte of the records.
_DISK: Final = 4
_LEAST_DISK: Final = 2**26
# The importer's heap or DuckDB's memory; each worker with its queued records; bytes for the ids of
# a paper's nodes and relationships, which the importer holds.
_MEMORY_MIB: Final = 1_024
_PER_WORKER_MIB: Final = 512
_PER_PAPER: Final = 500
# Bytes of records per second: converted to tables by one core; imported and indexed. Between the
# rates of loads of one and of ten million papers on two cores.
_MADE: Final = 4_500_000
_IMPORTED: Final = 6_000_000
_RESTART_S: Final = 20


@dataclass(frozen=True, slots=True)
class SizeEstimate:
    """Estimated size of a load.

    Attributes:
        bytes: Size of the records, unpacked.
    """

    papers: int
    bytes: int

    @property
    def import_s(self) -> float:
        """Estimated seconds for importer, restart of the server and indexes."""
        return self.bytes / _IMPORTED + _RESTART_S


def estimate_size(part: PlanPart) -> SizeEstimate:
    """Estimate size and number of the records of all files."""
    kind = part.kind
    if kind.rows is None and kind.lines is not read_files:
        return _size_from_lines(kind.lines, part.files)
    most = max(_MOST // len(part.files), _SMALL)
    sizes = [
        _count_lines(file, most)
        if kind.rows is None and file.size > _SMALL and is_by_line(file)
        else _size_from_lines(kind.rows or kind.lines, [file])
        for file in part.files
    ]
    return SizeEstimate(sum(size.papers for size in sizes), sum(size.bytes for size in sizes))


def _count_lines(file: SourceFile, most: int) -> SizeEstimate:
    """Count line ends in samples of a plain file, or in the beginning of a packed one."""
    reading = ReadProgress()
    papers = length = 0
    with collect_faults(reading.faults, file.name):
        for chunk in sample_chunks(file, reading):
            *ended, _ = chunk.split(b"\n")
            papers += sum(map(bool, ended))
            length += len(chunk)
            if reading.done >= most:
                break
    done = max(reading.done, 1)
    return SizeEstimate(papers * file.size // done, length * file.size // done)


def _size_from_lines(
    lines: Callable[[Sequence[SourceFile], ReadProgress], Iterator[InputLine]],
    files: Sequence[SourceFile],
) -> SizeEstimate:
    reading = ReadProgress()
    whole = sum(file.size for file in files)
    papers = length = done = 0
    for number, line in enumerate(lines(files, reading)):
        if reading.done > done:  # all lines of the earlier chunks have been counted
            if number >= _SAMPLE_LINES and done >= _SMALL:
                return SizeEstimate(papers * whole // done, length * whole // done)
            done = reading.done
        papers += line.rows
        length += len(line.data)
    return SizeEstimate(papers, length)


def refuse_if_too_large(size: SizeEstimate, folder: Path) -> None:
    """Compare the memory and disk that a load needs with what is free; log these and the time.

    Raises:
        StorageError: If the disk of the folder is too full.
        ScinetError: If the memory does not suffice.
    """
    memory = _MEMORY_MIB + worker_count() * _PER_WORKER_MIB + size.papers * _PER_PAPER // 2**20
    machine.refuse_if_too_large(
        f"a bulk load of {size.papers:,} papers",
        memory,
        hint="Free some, or load with --no-bulk.",
    )
    while not folder.exists():
        folder = folder.parent
    needed, free = _LEAST_DISK + _DISK * size.bytes, shutil.disk_usage(folder).free
    if free < needed:
        raise StorageError(
            f"a bulk load of {size.papers:,} papers needs about {needed // 2**20:,} MiB of disk, "
            f"{free // 2**20:,} are free ({folder})",
            hint="Free some, or move the server with SCINET_SERVER_HOME.",
        )
    seconds = size.bytes / (_MADE * worker_count()) + size.import_s
    _LOG.info(
        "a bulk load of %d papers: about %d MiB of memory, %d MiB of disk, %d min",
        size.papers,
        memory,
        needed // 2**20,
        math.ceil(seconds / 60),
    )
