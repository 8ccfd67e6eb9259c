"""Rows as text for people: a table, or cards where a table would cut too much."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final
from unicodedata import combining, east_asian_width

_GAP: Final = "  "
_MIN_WIDTH: Final = 16  # a text column is not cut below this width


def format_card(row: Mapping[str, Any], width: int | None = None) -> list[str]:
    """A line per key, long values whole: wrapped at a width, or in one line without."""
    longest = max(map(len, row), default=0)
    lines: list[str] = []
    for key, value in row.items():
        text = format_cell(value)
        line = f"{key:<{longest}}{_GAP}{text}"
        if width is not None and _display_width(line) > width and " " in text:
            indent = " " * (longest + len(_GAP))
            lines += textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
        else:
            lines.append(line)
    return lines


def format_table(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], width: int | None = None
) -> tuple[list[str], bool]:
    """Lines of a table; of cards when its columns do not fit.

    Args:
        rows: What to show.
        names: Columns; the first, which is what a reader types next, is never cut.
        width: Columns of the terminal; None for no limit.

    Returns:
        The lines, and whether any text was cut (it then ends with an ellipsis).
    """
    texts = [[format_cell(row.get(name)) for name in names] for row in rows]
    numbers = [all(_is_number(row.get(name)) for row in rows) for name in names]
    natural = [
        max(map(_display_width, (name, *(line[place] for line in texts))))
        for place, name in enumerate(names)
    ]
    widths = natural if width is None else _fit_widths(natural, numbers, width)
    if widths is None:
        shown = [{name: row.get(name) for name in names} for row in rows]
        return [line for row in shown for line in (*format_card(row, width), "")][:-1], False
    lines = [
        _GAP.join(
            _pad(text, size, right=right)
            for text, size, right in zip(line, widths, numbers, strict=True)
        ).rstrip()
        for line in (names, *texts)
    ]
    return lines, widths != natural


def format_cell(value: Any) -> str:
    """A value in one line."""
    if value is None or value != value:  # not a number
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e6 else f"{value:,.0f}"
    if isinstance(value, list | tuple):
        between = "; " if any(isinstance(item, Mapping) for item in value) else ", "
        return between.join(map(format_cell, value))
    if isinstance(value, Mapping):
        if value.keys() == {"author_id", "name"}:
            return f"{value['name']} ({value['author_id']})"
        return ", ".join(f"{key} {format_cell(inner)}" for key, inner in value.items())
    return " ".join(str(value).split())


def _fit_widths(natural: list[int], numbers: list[bool], width: int) -> list[int] | None:
    """Widths with the widest text columns made narrower; None when that is not enough."""
    widths = list(natural)
    while (over := sum(widths) + len(_GAP) * (len(widths) - 1) - width) > 0:
        place = max(range(len(widths)), key=lambda i: (i > 0 and not numbers[i]) * widths[i])
        if place == 0 or widths[place] <= _MIN_WIDTH:
            return None
        widths[place] = max(_MIN_WIDTH, widths[place] - max(1, over // len(widths)))
    return widths


def _pad(text: str, size: int, *, right: bool) -> str:
    if _display_width(text) > size:
        while _display_width(text) > size - 1:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    space = " " * (size - _display_width(text))
    return space + text if right else text + space


def _display_width(text: str) -> int:
    """Columns of the terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))
