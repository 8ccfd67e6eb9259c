"""Lines of a text file of any size, unpacked and decoded while reading."""

import io
from collections.abc import Iterator
from typing import Any

from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import MAX_LINE, ReadProgress, SourceFile, read_unpacked


class _Unpacked(io.RawIOBase):
    def __init__(self, file: SourceFile, reading: ReadProgress) -> None:
        self._chunks = read_unpacked(file, reading)
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._left = self._left or next(self._chunks, b"")
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def text_lines(file: SourceFile, reading: ReadProgress) -> Iterator[str]:
    """Yield the lines of a UTF-8 text with their line ends."""
    raw = io.BufferedReader(_Unpacked(file, reading))
    stream = io.TextIOWrapper(raw, "utf-8-sig", newline="")
    number = 0
    while text := stream.readline(MAX_LINE):
        number += 1
        if len(text) == MAX_LINE:
            raise FileFaultError(file.name, "line_over_16_MiB", f"has line {number} over 16 MiB")
        yield text.removeprefix("\ufeff")  # inside where files were concatenated
