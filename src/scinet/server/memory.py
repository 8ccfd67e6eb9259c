"""Memory of the server.

Default: an eighth of the machine's memory as Java heap, at least 1 GiB and at most 8 GiB, and an
eighth as page cache, at least 256 MiB and at most 16 GiB; below 2 GiB of memory 512 MiB and 128
MiB. That is 1 GiB and 256 MiB, which the ACL network needs, on 2 GiB, and 2 GiB each, which a
million papers need, on 16 GiB, and leaves three quarters to models and the system.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scinet.errors import GraphUnavailableError

_MIB: Final = 2**20
_GIB: Final = 2**30
_UNITS: Final = {"k": 2**10, "m": _MIB, "g": _GIB}
_STEP: Final = 256 * _MIB
_SIZE = re.compile(r"([1-9]\d{0,8})([kmg])")
# A container may have less than the machine; version 2 and version 1 of control groups.
_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


@dataclass(frozen=True, slots=True)
class Memory:
    """Sizes in bytes."""

    heap: int
    page_cache: int


def parse_size(text: str) -> int:
    """Parse a size such as ``512m`` or ``1g`` to bytes."""
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f"{text!r} is not a size such as 512m or 1g")
    return int(match[1]) * _UNITS[match[2]]


def format_size(size: int) -> str:
    """Format a size in the largest unit that divides it, such as ``1g``."""
    for unit, factor in reversed(_UNITS.items()):
        if size % factor == 0:
            return f"{size // factor}{unit}"
    return f"{size // _UNITS['k']}k"


def physical_memory() -> int:
    """Return the memory of this machine, or of its container, in bytes."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in _LIMITS:
        try:
            limit = path.read_text(encoding="ascii").strip()
        except OSError:
            continue
        if limit.isdigit():
            total = min(total, int(limit))
    return total


def choose_memory(heap: str | None, page_cache: str | None, *, total: int | None = None) -> Memory:
    """Choose missing sizes, and check that both fit.

    Raises:
        ValueError: If a size is malformed.
        GraphUnavailableError: If both together exceed the memory; the server would end at once.
    """
    total = physical_memory() if total is None else total
    small = total < 2 * _GIB
    eighth = total // 8 // _STEP * _STEP
    memory = Memory(
        heap=parse_size(heap)
        if heap
        else 512 * _MIB
        if small
        else min(max(eighth, _GIB), 8 * _GIB),
        page_cache=parse_size(page_cache)
        if page_cache
        else 128 * _MIB
        if small
        else min(max(eighth, 256 * _MIB), 16 * _GIB),
    )
    if memory.heap + memory.page_cache > total:
        raise GraphUnavailableError(
            f"heap {format_size(memory.heap)} and page cache {format_size(memory.page_cache)} "
            "exceed the memory"
            f" ({total / _GIB:.1f} GiB)",
            hint="Give less with --heap and --page-cache; small networks need 1g and 256m.",
        )
    return memory


def double_heap(memory: Memory, *, total: int | None = None) -> Memory:
    """Double the heap, or take all available memory.

    Raises:
        GraphUnavailableError: If it has all already.
    """
    total = physical_memory() if total is None else total
    most = (total - memory.page_cache) // _STEP * _STEP
    if memory.heap >= most:
        raise GraphUnavailableError(
            "the server's transaction log cannot be read with a heap of "
            f"{format_size(memory.heap)}, all "
            f"that this machine has ({total / _GIB:.1f} GiB)",
            hint="Start it once on a machine with more memory, and stop it there.",
        )
    return Memory(min(2 * memory.heap, most), memory.page_cache)
