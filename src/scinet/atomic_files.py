"""Atomic replacement of files and folders, and one error when they cannot be written."""

import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from scinet.errors import StorageError

_HINT = "Choose another --out, or free space."


@contextmanager
def replace_file(file: Path, *, hint: str = _HINT) -> Iterator[Path]:
    """Yield a path to write to, which replaces ``file`` when the block succeeds.

    Args:
        file: Parent folders are made; an older file stays until the end of the block.
        hint: Advice when it cannot be written.

    Raises:
        StorageError: If writing fails, in the block or around it.
    """
    partial = add_suffix(file, "partial")
    with translate_os_errors(file, hint=hint):
        file.parent.mkdir(parents=True, exist_ok=True)
        with _lock_file(partial):
            try:
                yield partial
                _replace(partial, file)
            except BaseException:
                with suppress(OSError):
                    partial.unlink()
                raise


@contextmanager
def fill_folder(folder: Path, marks: Mapping[str, str]) -> Iterator[Path]:
    """Yield a folder to fill, which replaces ``folder`` when the block succeeds.

    The old folder is removed with all its content then. Where a call was killed during the
    replacement, the next one begins by restoring the old folder.

    Args:
        marks: As for :func:`refuse_foreign_folder`.

    Raises:
        StorageError: If the folder holds something else, or cannot be written.
    """
    refuse_foreign_folder(folder, marks)
    if folder.is_symlink():
        folder = folder.resolve()  # what it leads to is replaced
    partial, old = temporary_folders(folder)
    with translate_os_errors(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        _restore_folder(folder, partial, old)
        try:
            partial.mkdir()
            yield partial
            if folder.exists():
                folder.rename(old)
            partial.rename(folder)
        finally:
            with suppress(OSError):
                _restore_folder(folder, partial, old)


def temporary_folders(folder: Path) -> tuple[Path, Path]:
    """Return the paths of the new folder while it is filled, and of the old during replacement."""
    return add_suffix(folder, "partial"), folder.with_name(f".{folder.name}.replaced")


def _restore_folder(folder: Path, partial: Path, old: Path) -> None:
    """Restore the old folder unless there is a new one; delete the temporary ones."""
    if old.exists() and not folder.exists():
        old.rename(folder)
    for stale in (partial, old):
        if stale.exists():
            shutil.rmtree(stale)


@contextmanager
def _lock_file(partial: Path) -> Iterator[None]:
    """Lock a file exclusively: other writers wait, and the last one wins."""
    while True:
        with open_partial(partial) as stream:
            with suppress(OSError):  # not every file system can
                fcntl.flock(stream, fcntl.LOCK_EX)
            if _is_at(stream, partial):  # else its earlier owner has moved it away
                yield
                return


def _replace(partial: Path, file: Path) -> None:
    if partial.is_symlink():  # whoever removed its name may have put a link there
        raise _not_a_file(partial)
    partial.replace(file)


def open_partial(partial: Path) -> BinaryIO:
    """Open a partial file for appending; it is made when missing.

    Its name is predictable, so others with access to the folder could put something else there.

    Raises:
        OSError: If it is a link, a hard link, or no regular file.
    """
    how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(partial, how, 0o666)
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENXIO}:  # a link, a pipe
            raise _not_a_file(partial) from error
        raise
    info = os.fstat(descriptor)
    if not stat.S_ISREG(info.st_mode) or info.st_nlink > 1:
        os.close(descriptor)
        raise _not_a_file(partial)
    return os.fdopen(descriptor, "ab")


def _not_a_file(partial: Path) -> OSError:
    return OSError(errno.ELOOP, f"{partial} is a link, or no file of its own; remove it")


def _is_at(stream: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.lstat())
    except FileNotFoundError:
        return False


@contextmanager
def translate_os_errors(path: Path, *, hint: str = _HINT) -> Iterator[None]:
    """Translate OSError of writing a file or into a folder.

    Raises:
        StorageError: In place of OSError.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # comes from a pipe or socket, not from a file
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error.strerror or error}", hint=hint
        ) from error


def add_suffix(path: Path, ending: str) -> Path:
    """Return the path with another suffix.

    Raises:
        StorageError: If it has no name, as ``.`` and ``/``.
    """
    if not path.name:
        raise StorageError(f"{path} cannot be written: it has no name", hint="Name what to write.")
    return path.with_name(f"{path.name}.{ending}")


def refuse_input_as_output(file: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write to an input of the same call, by whatever name or link.

    Raises:
        StorageError: If it is one of the inputs.
    """
    for path in inputs:
        with suppress(OSError):
            if file.samefile(path):
                raise StorageError(
                    f"{file} would be written, and is read here", hint="Name another file to write."
                )


def refuse_same_output(files: Iterable[Path]) -> None:
    """Refuse to write several outputs to one file, by whatever name or symbolic link.

    Raises:
        StorageError: If two paths are the same file.
    """
    seen: set[Path] = set()
    for file in files:
        if (place := file.resolve()) in seen:
            raise StorageError(f"{file} would be written twice", hint="Name a file for each.")
        seen.add(place)


def refuse_foreign_folder(folder: Path, marks: Mapping[str, str]) -> None:
    """Refuse a folder with content that scinet did not write.

    Args:
        marks: Content that scinet writes first: file names with a word contained in each, folders.

    Raises:
        StorageError: If its content is foreign, or it is no folder.
    """
    while inode := _inode(folder):
        if not _is_foreign(folder, marks):
            return
        if _inode(folder) == inode:  # else another process has just replaced it
            raise StorageError(
                f"{folder} holds something else", hint="Name a new or an empty folder with --out."
            )


def _inode(folder: Path) -> int:
    """Return the inode of a folder, 0 if there is none."""
    try:
        return folder.stat().st_ino
    except (FileNotFoundError, NotADirectoryError):
        return 0


def _is_foreign(folder: Path, marks: Mapping[str, str]) -> bool:
    try:
        others = [folder] if not folder.is_dir() else list(folder.iterdir())
        return any(entry.suffix != ".partial" for entry in others) and not any(
            _contains_word(word, folder / name) for name, word in marks.items()
        )
    except FileNotFoundError:
        return True


def _contains_word(word: str, file: Path) -> bool:
    return file.is_dir() or (file.is_file() and word.encode() in file.read_bytes())


def write_file(content: str | bytes, file: Path, *, hint: str = _HINT) -> None:
    """Write a file atomically; text in UTF-8 with unchanged line ends.

    Raises:
        StorageError: If it cannot be written.
    """
    with replace_file(file, hint=hint) as partial:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)
