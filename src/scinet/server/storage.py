"""Atomic writes, locks between processes, and errors of the file system."""

import errno
import fcntl
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scinet.errors import StorageError

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_MB: Final = 10**6
_logger = logging.getLogger(__name__)


@contextmanager
def translate_os_errors(folder: Path, *, needed: int = 0) -> Iterator[None]:
    """Translate OSErrors of the block.

    Raises:
        StorageError: If the disk is full or the folder cannot be written.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise _disk_full_error(folder, needed) from error
        raise StorageError(
            f"{folder} cannot be written: {(error.strerror or str(error)).lower()}",
            hint="Choose another with SCINET_SERVER_HOME (data) or SCINET_SERVER_CACHE (jars).",
        ) from error


def check_space(folder: Path, needed: int) -> None:
    """Refuse to begin work on a disk without enough space."""
    with translate_os_errors(folder):
        free = shutil.disk_usage(folder).free
    if free < needed:
        raise _disk_full_error(folder, needed)


def replace_file(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Write a file atomically.

    Raises:
        OSError: If it cannot be written; an older file stays then.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def exclusive_lock(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Let one process at a time into the block; the system frees the lock of a killed one.

    Args:
        path: Lock file of the work; created when missing.
        wait: Whether to wait for another process, or to go on without the lock.
    """
    with translate_os_errors(path.parent):
        stream = path.open("a")
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            held = True
        except BlockingIOError:
            held = wait
            if wait:
                _logger.warning("another scinet works in %s: waiting for it", path.parent)
                fcntl.flock(stream, fcntl.LOCK_EX)
        yield held


def _disk_full_error(folder: Path, needed: int) -> StorageError:
    wanted = f", {-(-needed // _MB)} MB needed" if needed else ""
    return StorageError(
        f"no space left ({folder}{wanted})", hint="Free some and run the same command again."
    )
