"""This machine: its hardware and memory, and the end of processes with their parent."""

import os
import platform
import threading
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing import current_process, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

from scinet.errors import ScinetError

SMALLER: Final = "Free some, or take --scale small."


def machine_facts() -> dict[str, Any]:
    """Return hardware, load and versions."""
    return {
        "processor": _read_proc("/proc/cpuinfo", "model name") or platform.machine(),
        "cores": core_count(),
        "memory_gib": round(_read_meminfo("MemTotal") / 2**20, 1),
        "load_average": [round(value, 2) for value in os.getloadavg()],
        "python": platform.python_version(),
        **{name: version(name) for name in ("scinet", "numba", "numpy", "scipy")},
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def core_count() -> int:
    """Number of cores available to this process, which batch systems and containers may limit."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def refuse_if_too_large(what: str, needed_mib: int, *, hint: str) -> None:
    """Refuse a job that needs more memory than is free.

    Raises:
        ScinetError: If it does not fit.
    """
    free = free_memory_mib()
    if free and needed_mib > free:
        raise ScinetError(
            f"{what} needs about {needed_mib:,} MiB, {free:,} are free",
            hint=hint,
        )


def free_memory_mib() -> int:
    """Free memory in MiB; 0 where the system does not report it."""
    return _read_meminfo("MemAvailable") // 1024


def peak_memory_mib(process: int | None = None) -> float:
    """Peak memory of a process, by default this one, since its exec."""
    status = Path(f"/proc/{process or 'self'}/status")
    if status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def is_importing() -> bool:
    """Whether this is a worker that still imports its parent's script."""
    return bool(getattr(current_process(), "_inheriting", False))  # as the standard library asks


def end_with_parent() -> None:
    """End this process when its parent is killed; running the command again repeats the work."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _read_meminfo(name: str) -> int:
    """Return a value of /proc/meminfo in KiB; 0 if missing."""
    return int((_read_proc("/proc/meminfo", name) or "0").split()[0])


def _read_proc(file: str, key: str) -> str | None:
    path = Path(file)
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == key:
                return value.strip()
    return None
