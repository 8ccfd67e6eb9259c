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
    """Decode UTF-8 or marked UTF-16, else the code page of older Windows programs."""
    try:
        return data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError:
        reading.accepted["not_utf8"] += 1
        return data.removeprefix(codecs.BOM_UTF8).decode("cp1252", errors="replace")


def decode_head(head: bytes) -> str:
    """Decode the first bytes of a file."""
    return head.decode("utf-16" if head.startswith(_UTF16) else "utf-8-sig", errors="replace")
