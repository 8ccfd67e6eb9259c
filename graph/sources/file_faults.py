"""Faults of whole files: a faulty file is reported, and the other files are still read."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

MAX_EXPANSION: Final = 200


@dataclass(frozen=True, slots=True)
class FileFault:
    """Reason why a file could not be read, or not to its end."""

    name: str
    reason: str
    message: str


class FileFaultError(Exception):
    """Exception that carries a :class:`FileFault`; never leaves the loading code."""

    def __init__(self, name: str, reason: str, message: str) -> None:
        super().__init__(message)
        self.fault = FileFault(name, reason, message)


@contextmanager
def collect_faults(faults: list[FileFault], name: str) -> Iterator[None]:
    """Append the fault raised inside the block to the list, and continue after it."""
    try:
        yield
    except FileFaultError as error:
        faults.append(error.fault)
    except OSError as error:
        faults.append(os_fault(name, error).fault)


def os_fault(name: str, error: OSError) -> FileFaultError:
    """Translate an operating system error to a file fault."""
    messages = {
        errno.ENOENT: ("missing_file", "does not exist"),
        errno.EACCES: ("no_permission", "may not be read"),
        errno.EPERM: ("no_permission", "may not be read"),
        errno.ELOOP: ("symlink_loop", "is a link to itself"),
        errno.EISDIR: ("is_directory", "is a folder"),
        errno.ENOTDIR: ("missing_file", "does not exist"),
        errno.ENAMETOOLONG: ("missing_file", "does not exist"),
    }
    reason, message = messages.get(error.errno or 0, ("unreadable", error.strerror or str(error)))
    return FileFaultError(name, reason, message)


def expansion_fault(name: str) -> FileFaultError:
    """Make the error for a file that unpacks to far more than its size."""
    message = f"unpacks to more than {MAX_EXPANSION} times its size"
    return FileFaultError(name, "expansion_over_200x", message)
