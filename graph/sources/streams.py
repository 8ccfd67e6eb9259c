"""A text file as its lines, however large it is: unpacked and decoded while it is read."""

import io
from collections.abc import Iterator
from typing import Any

from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import MAX_LINE, ReadProgress, SourceFile, read_unpacked


class _Unpacked(io.RawIOBase):
    """The bytes of a file, without gzip where it has it."""

    def __init__(self, file: SourceFile, reading: ReadProgress) -> None:
        self._chunks = read_unpacked(file, reading)
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """As of any raw stream."""
        self._left = self._left or next(self._chunks, b"")
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def text_lines(file: SourceFile, reading: ReadProgress) -> Iterator[str]:
    """The lines of a text in UTF-8 with their ends."""
    raw = io.BufferedReader(_Unpacked(file, reading))
    stream = io.TextIOWrapper(raw, "utf-8-sig", newline="")
    number = 0
    while text := stream.readline(MAX_LINE):
        number += 1
        if len(text) == MAX_LINE:
            raise FileFaultError(file.name, "line_over_16_MiB", f"has line {number} over 16 MiB")
        yield text.removeprefix("\ufeff")  # as where two files were put together
