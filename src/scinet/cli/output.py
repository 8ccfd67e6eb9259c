"""What commands share: options, tables for people, JSON lines for programs, progress."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from scinet.cli.progress import progress as progress

if TYPE_CHECKING:
    from scinet.graph.connection import Database

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]
Before: TypeAlias = Annotated[
    str | None, typer.Option(help="Cut-off day YYYY-MM-DD, exclusive; nothing later is seen.")
]


def database() -> "Database":
    """Connect to ``NEO4J_URI``, else to the local server.

    Raises:
        GraphUnavailableError: If neither answers.
    """
    from scinet.server.address import open_database

    return open_database()


def cut_off(before: str | None) -> date | None:
    """Read the ``--before`` option.

    Raises:
        DataError: If it is no day.
    """
    from scinet.graph.dates import parse_before

    return None if before is None else parse_before(before)


def emit(rows: Iterable[Mapping[str, Any]], *, as_json: bool, columns: Sequence[str] = ()) -> None:
    """Print rows: JSON lines, or a table whose columns are ``columns`` or the first row's keys."""
    if as_json:
        import orjson

        for row in rows:
            # Not a number is null in JSON, as undefined values are everywhere in scinet.
            line = orjson.dumps(row, option=orjson.OPT_SERIALIZE_NUMPY, default=str)
            sys.stdout.write(line.decode() + "\n")
        return
    from rich.console import Console
    from rich.table import Table

    listed = list(rows)
    names = list(columns) or list(listed[0] if listed else ())
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in names:
        # The first column is what a reader types next: never cut it.
        table.add_column(name, no_wrap=name == names[0], overflow="fold")
    for row in listed:
        table.add_row(*(_cell(row.get(name)) for name in names))
    width = None if sys.stdout.isatty() else 200
    Console(markup=False, highlight=False, width=width).print(table)


def emit_one(result: Mapping[str, Any], *, as_json: bool) -> None:
    """Print one result: a JSON line, or a line per key; in a terminal long ones are wrapped."""
    if as_json:
        emit([result], as_json=True)
        return
    width = max(map(len, result), default=0)
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    for key, value in result.items():
        text = _cell(value)
        line = f"{key:<{width}}  {text}"
        if 0 < columns < len(line) and " " in text:  # a fingerprint stays in one piece
            indent = " " * (width + 2)
            line = textwrap.fill(line, columns, subsequent_indent=indent, break_on_hyphens=False)
        sys.stdout.write(line + "\n")


def _cell(value: Any) -> str:
    if value is None or value != value:  # not a number
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e6 else f"{value:,.0f}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(inner)}" for key, inner in value.items())
    return str(value)
