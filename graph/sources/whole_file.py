"""Whole files in memory, for parsers that need all of the text."""

import codecs
from typing import Final

from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import ReadProgress, SourceFile, read_unpacked

_LARGEST: Final = 512 * 1024 * 1024  # bytes
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def read_whole(file: SourceFile, reading: ReadProgress) -> bytearray:
    """Return all bytes of a file, unpacked."""
    content = bytearray()
    for chunk in read_unpacked(file, reading):
        content += chunk
        if len(content) > _LARGEST:
            raise FileFaultError(file.name, "over_512_MiB", "is larger than such a file may be")
    return content


def decode_text(data: bytes | bytearray, reading: ReadProgress) -> str:
    """Decode UTF-8 or marked UTF-16; other bytes as older Windows programs wrote them.

    Lines with such bytes are counted.
    """
    try:
        return data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError:
        lines = data.removeprefix(codecs.BOM_UTF8).splitlines(keepends=True)
        return "".join(_decode_line(line, reading) for line in lines)


def _decode_line(line: bytes | bytearray, reading: ReadProgress) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        reading.accepted["not_utf8"] += 1
        return line.decode(errors="cp1252")


def _decode_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error("cp1252", _decode_cp1252)


def decode_head(head: bytes) -> str:
    """Decode the first bytes of a file."""
    return head.decode("utf-16" if head.startswith(_UTF16) else "utf-8-sig", errors="replace")
