"""Markdown pages and tables."""

import re
from collections.abc import Iterable, Sequence


def format_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a table; a row that is too short is padded with empty cells."""
    filled = [[*row, *[""] * (len(head) - len(row))] for row in rows]
    lines = [head, ["---"] * len(head), *filled]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def format_bullets(lines: Iterable[str]) -> str:
    """Format a bullet list."""
    return "\n".join(f"* {line}" for line in lines)


def format_page(parts: Iterable[str]) -> str:
    """Join the parts of a page, with escaped HTML in names and messages."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", "\n\n".join(parts)) + "\n"
