"""HTML tables for notebooks: short, with links, and escaped."""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from markupsafe import Markup

_LONG: Final = 160  # characters of a text
_MAX_ITEMS: Final = 3  # items of a list
_UNKNOWN: Final = "–"  # noqa: RUF001 - an en dash


def html_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *notes: str) -> Markup:
    """Format rows under their columns, with notes below.

    Numbers are aligned to the right. A ``Markup`` cell, such as a :func:`html_link`, stays
    unescaped.
    """
    head = Markup("").join(
        Markup('<th style="text-align: left">{}</th>').format(name) for name in columns
    )
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(map(_cell, row))) for row in rows
    )
    whole = Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, body)
    note_text = " · ".join(note for note in notes if note)
    return whole + Markup("<p><small>{}</small></p>").format(note_text) if note_text else whole


def html_facts(title: str, rows: Iterable[tuple[str, Any]]) -> Markup:
    """Format the properties of one item, a line each."""
    lines = Markup("").join(
        Markup('<tr><th style="text-align: left">{}</th>{}</tr>').format(name, _cell(value))
        for name, value in rows
    )
    return Markup("<p><strong>{}</strong></p><table><tbody>{}</tbody></table>").format(title, lines)


def html_link(text: Any, address: str | None) -> Markup:
    """Format a text as a link, where there is an address."""
    content = _text(text)
    if address is None:
        return Markup("{}").format(content)
    return Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>').format(
        address, content
    )


def cutoff_notes(attrs: Mapping[Any, Any]) -> list[str]:
    """Return the cutoff of a table and a mark of simulated data, from its ``attrs``."""
    if "before" not in attrs:
        return []
    day = attrs["before"]
    notes = ["all days" if day is None else f"before {day}"]
    return [*notes, "simulated data"] if attrs.get("simulated") else notes


def _cell(value: Any) -> Markup:
    side = "right" if isinstance(value, int | float) and not isinstance(value, bool) else "left"
    return Markup('<td style="text-align: {}">{}</td>').format(side, _text(value))


def _text(value: Any) -> str:
    if isinstance(value, Markup):
        return value
    if value is None or (isinstance(value, float) and math.isnan(value)) or value != value:
        return _UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() else f"{value:.3g}"
    if isinstance(value, date):
        return value.isoformat()[:10]
    if isinstance(value, list | tuple):
        more = f" and {len(value) - _MAX_ITEMS} more" if len(value) > _MAX_ITEMS else ""
        return ", ".join(map(_text, value[:_MAX_ITEMS])) + more
    text = str(value)
    return text if len(text) <= _LONG else f"{text[:_LONG].rstrip()}…"
