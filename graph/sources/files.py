"""Files as lines, plain or gzip, with bounded memory.

A file of the wrong format or with damaged content has a *fault*: it is reported, and the other
files are still read. Good lines before the damage are read. Formats are recognised by first bytes.
"""

import hashlib
import os
import stat
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from scinet.errors import DataError
from scinet.graph.sources.file_faults import (
    MAX_EXPANSION,
    FileFault,
    FileFaultError,
    collect_faults,
    expansion_fault,
    os_fault,
)

MAX_LINE: Final = 16 * 1024 * 1024
_CHUNK: Final = 1024 * 1024
_PIECE: Final = 16 * 1024  # of a packed file; copied whole for each member that ends in it
_PLACES: Final = 64  # samples of a plain file
_GZIP: Final = b"\x1f\x8b"
_UNPACK: Final = "Unpack it first, or compress with gzip."
CONVERT: Final = "Convert it to JSON lines, one paper each; docs/load.md lists the fields."
FOREIGN: Final = {
    **dict.fromkeys(
        (b"\xff\xfe", b"\xfe\xff", b"{\x00", b"\x00{"), ("is UTF-16", "Write it as UTF-8.")
    ),
    b"PK\x03\x04": ("is a zip archive", _UNPACK),
    b"%PDF": ("is a PDF document", "Have its text read: `scinet fetch grobid`."),
    b"PAR1": ("is a Parquet file", CONVERT),
    b"PARE": ("is an encrypted Parquet file", "Write it without encryption."),
    b"ARROW1\0\0": ("is an Arrow or Feather file", "Write it as Parquet."),
    b"\xd0\xcf\x11\xe0": ("is an Excel or Word file of the old format", CONVERT),
    b"\x28\xb5\x2f\xfd": ("is compressed with zstd", _UNPACK),
    b"\xfd7zXZ": ("is compressed with xz", _UNPACK),
    b"BZh": ("is compressed with bzip2", _UNPACK),
    b"7z\xbc\xaf": ("is a 7z archive", _UNPACK),
    b"SQLite format 3": ("is an SQLite database", CONVERT),
    b"<?xml": ("is XML", CONVERT),
}
"""Unsupported formats by their first bytes: description and remedy."""


UNREADABLE: Final = {
    "line_over_16_MiB": "is longer than a line may be",
    "malformed_entry": "is not written as its format is",
    "invalid_utf8": "has text that is not UTF-8",
    "value_out_of_range": "has a number, a day or a length of time out of range, or a zone that "
    "nobody knows",
}
"""Reasons why a line cannot be read at all, with their descriptions."""


class InputLine(NamedTuple):
    """Line of a file.

    Attributes:
        number: Counted from 1.
        offset: Bytes before it, after unpacking.
        is_last: Whether the file ends without a line end after it.
        reason: Why the line cannot be read at all, one of :data:`UNREADABLE`, or an empty string.
        rows: Number of input records that it stands for.
    """

    file: str
    number: int
    offset: int
    data: bytes
    is_last: bool = False
    reason: str = ""
    rows: int = 1


@dataclass(frozen=True, slots=True)
class SourceFile:
    """Regular file, with the hash of its bytes as they lie on disk.

    Attributes:
        state: Device, inode, size and times when it was hashed.
        format: Name of its format, if it was recognised.
    """

    name: str
    path: Path
    size: int
    sha256: str
    state: tuple[int, ...] = ()
    format: str = ""


@dataclass(slots=True)
class ReadProgress:
    """Progress, warnings and faults of reading; ``done`` counts bytes on disk."""

    done: int = 0
    accepted: Counter[str] = field(default_factory=Counter)
    faults: list[FileFault] = field(default_factory=list)


def sort_files(files: Iterable[SourceFile]) -> list[SourceFile]:
    """Sort files into the order in which they are read."""
    return sorted(files, key=lambda file: (file.sha256, file.name))


def read_lines(file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the lines of one file, without blank ones.

    A fault ends the lines and is added to ``reading``. Lines before it are yielded, except the line
    in which it lies.
    """
    with collect_faults(reading.faults, file.name):
        yield from _split_lines(file, read_unpacked(file, reading), reading)


def open_regular(path: Path, name: str) -> SourceFile:
    """Return a readable regular file, not hashed yet."""
    try:
        info = path.stat()
        if stat.S_ISDIR(info.st_mode):
            raise FileFaultError(name, "is_directory", "is a folder")
        if not stat.S_ISREG(info.st_mode):
            raise FileFaultError(name, "fifo_or_device", "is a pipe or device")
        path.open("rb").close()
    except OSError as error:
        raise os_fault(name, error) from error
    if info.st_size == 0:
        raise FileFaultError(name, "empty_file", "is empty")
    return SourceFile(name, path, info.st_size, "")


def hash_file(file: SourceFile) -> SourceFile:
    """Return the file with its hash."""
    size, whole = 0, hashlib.sha256()
    try:
        with file.path.open("rb") as stream:
            file = replace(file, state=_stat_key(stream))
            while chunk := stream.read(_CHUNK):
                whole.update(chunk)
                size += len(chunk)
            check_unchanged(file, stream)
    except OSError as error:
        raise os_fault(file.name, error) from error
    return replace(file, size=size, sha256=whole.hexdigest())


def check_unchanged(file: SourceFile, stream: BinaryIO) -> None:
    """Refuse a file that changed since it was hashed; called after each read.

    So nothing but the hashed content is ever stored under its hash.

    Raises:
        DataError: If it was changed or replaced.
    """
    if file.state and _stat_key(stream) != file.state:
        raise _changed_error(file)


def _stat_key(stream: BinaryIO) -> tuple[int, ...]:
    info = os.fstat(stream.fileno())
    # Unlike the modification time, the time of the last status change cannot be set back.
    return (info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns)


def _changed_error(file: SourceFile) -> DataError:
    return DataError(
        f"the file changed while it was read ({file.name})",
        hint="Run the same command again when nothing writes to it; finished batches stay.",
    )


def _read_chunks(file: SourceFile, stream: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the bytes as they lie on disk; refuse those of a hashed file that changed."""
    whole = hashlib.sha256()
    while chunk := stream.read(size):
        check_unchanged(file, stream)
        if file.sha256:
            whole.update(chunk)
        yield chunk
    # Network file systems may update times late.
    if file.sha256 and whole.hexdigest() != file.sha256:
        raise _changed_error(file)


def read_unpacked(file: SourceFile, reading: ReadProgress) -> Iterator[bytes]:
    """Yield the bytes of a file in chunks, unpacked if it is gzip."""
    with file.path.open("rb") as stream:
        head = stream.read(len(_GZIP))
        stream.seek(0)
        if head == _GZIP:
            yield from _join_pieces(_gunzip(file, stream, reading))
            return
        if file.name.endswith(".gz"):
            raise FileFaultError(file.name, "wrong_suffix", "is not compressed by gzip")
        for chunk in _read_chunks(file, stream, _CHUNK):
            reading.done += len(chunk)
            yield chunk


def sample_chunks(file: SourceFile, reading: ReadProgress) -> Iterator[bytes]:
    """Yield unpacked chunks: samples from all over a plain file, all of a gzip file."""
    with file.path.open("rb") as stream:
        if stream.read(len(_GZIP)) == _GZIP:
            yield from read_unpacked(file, reading)
            return
        part = file.size // _PLACES
        length = min(part, _CHUNK)
        for place in range(_PLACES):  # in the middle of its part
            stream.seek(place * part + (part - length) // 2)
            chunk = stream.read(length)
            reading.done += len(chunk)
            yield chunk


def read_beginning(file: SourceFile, size: int) -> bytes:
    """Return the first unpacked bytes; of a damaged file those before the damage."""
    head = b""
    try:
        for chunk in read_unpacked(file, ReadProgress()):
            head += chunk
            if len(head) >= size:
                break
    except FileFaultError:
        if not head:
            raise
    return head[:size]


def is_json(file: SourceFile) -> bool:
    """Whether a file begins as JSON, or has nothing but space."""
    head = read_beginning(file, 64 * 1024).removeprefix(b"\xef\xbb\xbf")
    return head.lstrip()[:1] in {b"", b"{", b"["}


def _join_pieces(pieces: Iterator[bytes]) -> Iterator[bytes]:
    held: list[bytes] = []
    try:
        for piece in pieces:
            held.append(piece)
            if len(held) * _PIECE >= _CHUNK or len(piece) >= _CHUNK // 2:
                yield b"".join(held)
                held.clear()
    except FileFaultError:
        if held:
            yield b"".join(held)
        raise
    if held:
        yield b"".join(held)


def _gunzip(file: SourceFile, stream: BinaryIO, reading: ReadProgress) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(wbits=31)
    taken = produced = 0
    for piece in _read_chunks(file, stream, _PIECE):
        chunk = piece
        reading.done += len(chunk)
        taken += len(chunk)
        while chunk:
            if unpacker.eof:  # the next member, padding, or junk
                chunk = chunk.lstrip(b"\0")
                if not chunk:
                    break
                if not chunk.startswith(_GZIP[: len(chunk)]):
                    reading.accepted["gzip_trailing_junk"] += 1
                    return
                unpacker = zlib.decompressobj(wbits=31)
            try:
                text = unpacker.decompress(chunk, _CHUNK)
            except zlib.error as error:
                raise FileFaultError(file.name, "gzip_corrupt", f"is damaged: {error}") from error
            produced += len(text)
            if produced > MAX_EXPANSION * taken and produced > 16 * _CHUNK:
                raise expansion_fault(file.name)
            if text:
                yield text
            chunk = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    if not unpacker.eof:
        raise FileFaultError(file.name, "gzip_truncated", "is cut short")


def _split_lines(
    file: SourceFile, chunks: Iterator[bytes], reading: ReadProgress
) -> Iterator[InputLine]:
    number = offset = 0
    tail = b""
    overlong = 0  # bytes of the present line that were thrown away
    ends: set[bool] = set()
    is_first = True
    for chunk in chunks:
        if is_first:
            chunk = _check_start(file, chunk, reading)
            offset = 3 if reading.accepted["byte_order_mark"] and chunk else 0
            is_first = False
        *whole, tail = (tail + chunk).split(b"\n")
        for data in whole:
            number += 1
            if data.strip() or overlong:
                ends.add(data.endswith(b"\r"))
                yield _make_line(file, number, offset, data, overlong=overlong)
            offset += overlong + len(data) + 1
            overlong = 0
        if len(tail) > MAX_LINE:
            overlong += len(tail) - 1024
            tail = tail[:1024]
    if is_first:
        raise FileFaultError(file.name, "empty_file", "is empty")
    if tail.strip():
        yield _make_line(file, number + 1, offset, tail, overlong=overlong)._replace(is_last=True)
    elif number == 0 or not ends:
        raise FileFaultError(file.name, "empty_file", "has no line in it")
    if len(ends) > 1:
        reading.accepted["mixed_line_ends"] += 1


def _make_line(
    file: SourceFile, number: int, offset: int, data: bytes, *, overlong: int
) -> InputLine:
    if overlong or len(data) > MAX_LINE:
        return InputLine(file.name, number, offset, data[:1024], reason="line_over_16_MiB")
    return InputLine(file.name, number, offset, data.removesuffix(b"\r"))


def _check_start(file: SourceFile, chunk: bytes, reading: ReadProgress) -> bytes:
    for magic, (what, _) in FOREIGN.items():
        if chunk.startswith(magic):
            reason = "utf16_undeclared" if what == "is UTF-16" else "wrong_suffix"
            raise FileFaultError(file.name, reason, what)
    if chunk.startswith(b"\xef\xbb\xbf"):
        reading.accepted["byte_order_mark"] += 1
        return chunk[3:]
    return chunk
