"""Pages and tables in Markdown."""

import re
from collections.abc import Iterable, Sequence


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a row that is too short is filled up with empty cells."""
    filled = [[*row, *[""] * (len(head) - len(row))] for row in rows]
    lines = [head, ["---"] * len(head), *filled]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def format_bullets(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"* {line}" for line in lines)


def format_page(parts: Iterable[str]) -> str:
    """A page of parts; names and messages in them are text where they look like HTML."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", "\n\n".join(parts)) + "\n"
