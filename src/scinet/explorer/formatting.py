"""Values as people read them."""

import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import orjson

from scinet.graph.search.paper_names import strip_markup

if TYPE_CHECKING:
    from scinet.session.table import Table

_UNKNOWN = "–"  # noqa: RUF001 - an en dash


def plain_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the database as pages show them: a whole number without its point."""
    return [{name: _plain(value) for name, value in row.items()} for row in rows]


def table_records(table: "Table") -> list[dict[str, Any]]:
    """Rows of a table with None for everything that is not known."""
    return plain_rows({name: row.get(name) for name in table.columns} for row in table)


def format_day(value: Any, precision: str | None = None) -> str:
    """A day; of a paper that is dated by its year or month only that, of a period its end."""
    if not isinstance(value, date):
        return _UNKNOWN
    if precision == "period":
        return f"until {value.isoformat()}"
    length = {"year": 4, "month": 7}.get(precision or "", 10)
    return value.isoformat()[:length]


def format_count(value: Any) -> str:
    """A count with its thousands apart."""
    if value is None:
        return _UNKNOWN
    return f"{value:,}" if isinstance(value, int) else f"{value:,.0f}"


def count_noun(value: Any, noun: str) -> str:
    """A count of things: 1 citation, 2 citations."""
    return f"{format_count(value)} {noun}{'s' * (value != 1)}"


def format_decimal(value: Any, places: int = 2) -> str:
    """A number with some places, and a real minus sign."""
    if value is None:
        return _UNKNOWN
    return f"{value:.{places}f}".replace("-", "−")  # noqa: RUF001 - a minus sign


def format_figures(value: Any) -> str:
    """A number of any size with three figures."""
    if value is None:
        return _UNKNOWN
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"


def format_cell(value: Any) -> str:
    """Any value in a table."""
    if isinstance(value, list):
        return ", ".join(map(format_cell, value)) or _UNKNOWN
    if isinstance(value, float):
        return format_figures(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {format_cell(item)}" for name, item in value.items()) or _UNKNOWN
    return _UNKNOWN if value is None else format_name(str(value))


def format_json(value: Any) -> str:
    """Anything nested, a line for each entry."""
    text: str = orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode()
    return text


def capitalise(text: str) -> str:
    """A text that begins with a capital, where it begins with a word."""
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text


def clip(text: str, length: int = 160) -> str:
    """The beginning of a long text."""
    text = " ".join(text.split())
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"


def format_title(value: str | None) -> str:
    """A title, which a paper may lack."""
    return format_name(value or "Untitled")


def format_name(value: str) -> str:
    """A name or title without the markup of a source; the graph stores what the source gave."""
    return strip_markup(value)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | list | dict):
        return value
    if value != value:  # not a number, nor a time
        return None
    if isinstance(value, datetime):
        return value.date()
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    return value
