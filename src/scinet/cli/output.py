"""Output of commands: tables for people, JSON lines for programs, progress; shared options."""

import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from scinet import text_table
from scinet.cli.progress import progress as progress

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database
    from scinet.graph.snapshot import Snapshot

_FIRST: Final = ("id", "title", "name", "date")  # of the properties of a node
_LONG_S: Final = 60.0
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]


def emit(rows: Iterable[Mapping[str, Any]], *, as_json: bool, columns: Sequence[str] = ()) -> None:
    """Print rows: JSON lines, a table, or a card when there is one only.

    Args:
        rows: One mapping per row.
        as_json: A JSON object per line instead.
        columns: What is shown to people; the keys of the first row when empty.
    """
    if as_json:
        import orjson

        for row in rows:
            # Not a number is null in JSON, as undefined values are everywhere in scinet.
            line = orjson.dumps(row, option=orjson.OPT_SERIALIZE_NUMPY, default=str)
            sys.stdout.write(line.decode() + "\n")
        return
    # A single node is shown by its properties.
    listed = [_row_attributes(row) for row in rows]
    if not listed:
        print_no_rows()
        return
    names = list(columns) or list(listed[0])
    if len(listed) == 1:
        emit_one({name: listed[0].get(name) for name in names}, as_json=False)
        return
    lines, is_cut = text_table.format_table(listed, names, _terminal_width())
    sys.stdout.write("\n".join(lines) + "\n")
    if is_cut:
        sys.stderr.write("Texts that end with … are cut to fit; --json prints them whole.\n")


def emit_one(result: Mapping[str, Any], *, as_json: bool) -> None:
    """Print one result: a JSON line, or a line per key; in a terminal long ones are wrapped."""
    if as_json:
        emit([result], as_json=True)
    else:
        sys.stdout.write("\n".join(text_table.format_card(result, _terminal_width())) + "\n")


def emit_explained(
    rows: Sequence[Mapping[str, Any]], text: str, columns: Sequence[str] = ()
) -> None:
    """Print a table for people, and below it what it shows; nothing without rows."""
    if rows:
        emit(rows, as_json=False, columns=columns)
        sys.stdout.write(f"\n{text}\n\n")


def print_no_rows(reasons: Sequence[str] = ()) -> None:
    """Say on standard error that there is no row, and why where that is known."""
    sys.stderr.write("".join(f"{line}\n" for line in ("no rows", *reasons)))


def print_cost(seconds: float, with_java_mib: float | None = None) -> None:
    """Say on standard error what a long command took.

    Args:
        seconds: How long it was.
        with_java_mib: The most memory of this process and the Java that it began, where there is
            one.
    """
    if seconds >= _LONG_S:
        from scinet.machine import peak_memory_mib

        if with_java_mib is None:
            most = f"{peak_memory_mib():,.0f} MiB in this process"
        else:
            most = f"{with_java_mib:,.0f} MiB in this process and its Java"
        sys.stderr.write(f"took {seconds:,.1f} s, and at most {most}\n")


def add_paper_names(db: "Database", rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows for people: those on papers also have year, title and authors."""
    from scinet.graph.search.paper_names import add_names

    return add_names(db, rows) if rows and "paper_id" in rows[0] else rows


def add_display_names(arrays: "Snapshot", rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows for people: papers with year, title and authors, authors with their names."""
    from scinet.graph.schema.dates import date_of
    from scinet.graph.search.paper_names import short_authors

    if rows and "author_id" in rows[0]:
        name = dict(zip(arrays.author_id, arrays.author_name, strict=True))
        return [{**row, "name": name[row["author_id"]]} for row in rows]
    places = [arrays.index(row["paper_id"]) for row in rows]
    return [
        {
            **row,
            "year": date_of(int(arrays.day[i])).year,
            "title": arrays.title[i],
            "authors": short_authors(
                [arrays.author_name[author] for author in arrays.authored.row(i)]
            ),
        }
        for row, i in zip(rows, places, strict=True)
    ]


def _row_attributes(row: Mapping[str, Any]) -> Mapping[str, Any]:
    [*values] = row.values()
    if len(values) != 1 or not isinstance(node := values[0], Mapping):
        return row
    return {key: node[key] for key in (*(k for k in _FIRST if k in node), *node)}


def _terminal_width() -> int | None:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
