"""Removal of control characters: titles, file names and messages come from others."""

import re
from typing import Any, Final, TextIO

_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class EscapedStream:
    """A stream that writes control characters, and what is not Unicode, as JSON does.

    Attributes:
        raw: The stream itself, for what may move the cursor.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text; only its line ends and tabs stay control characters."""
        return self.raw.write(_CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text))

    def writelines(self, lines: Any) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)
