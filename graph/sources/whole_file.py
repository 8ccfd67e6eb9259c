"""Whole files in memory, for parsers that need all of the text."""

import re
from typing import Final

from scinet.graph.sources.file_faults import FileFaultError
from scinet.graph.sources.files import ReadProgress, SourceFile, read_unpacked

_LARGEST: Final = 512 * 1024 * 1024  # bytes
UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_ESCAPED: Final = re.compile("[\udc80-\udcff]+")


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
    if data.startswith(UTF16):
        text = data.decode("utf-16", errors="replace")
        reading.accepted["not_utf8"] += "\ufffd" in text
        return text
    text = data.decode("utf-8-sig", errors="surrogateescape")
    if not _ESCAPED.search(text):
        return text
    return "\n".join(decode_line(line, reading) for line in text.split("\n"))


def decode_head(head: bytes) -> str:
    """Decode the first bytes of a file."""
    return head.decode("utf-16" if head.startswith(UTF16) else "utf-8-sig", errors="replace")


def decode_line(line: str, reading: ReadProgress) -> str:
    """Decode the escaped bytes of a line, not UTF-8, as older Windows programs wrote them."""
    if line.isascii() or not _ESCAPED.search(line):
        return line
    reading.accepted["not_utf8"] += 1
    return _ESCAPED.sub(_read_escaped, line)


def _read_escaped(match: "re.Match[str]") -> str:
    return match[0].encode(errors="surrogateescape").decode("cp1252", errors="replace")
