"""OpenAlex's own tables of works, as its web page exports them.

A column is the place of a value in a work (``authorships.author.id``). A cell of a list has its
items between ``|``, and ``None`` for an item without a value.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import orjson

from scinet.graph.schema.identifiers import is_other_entity
from scinet.graph.sources import tables
from scinet.graph.sources.entries import Format, join_names
from scinet.graph.sources.file_faults import collect_faults
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.head import Head
from scinet.graph.sources.rows import read_file

_OWN: Final = frozenset({"id", "display_name", "publication_year", "publication_date"})
_TITLES: Final = frozenset({"title", "display_name"})
_PARTS: Final = ("authorships.", "primary_location.", "primary_topic.", "open_access.", "ids.")
_ALONE: Final = frozenset({"referenced_works", "cited_by_api_url", "referenced_works_count"})
_OBJECTS: Final = {
    "authorships": ("author.id", "author.display_name", "raw_author_name"),
    "topics": ("id",),
    "locations": ("landing_page_url",),
}
"""Lists of objects that are read, and the values of which each of their objects has one."""
_TEXTS: Final = frozenset({"referenced_works"})
_NESTED: Final = _TEXTS | _OBJECTS.keys() | {
    "abstract_inverted_index", "ids", "primary_location", "primary_topic",
}  # fmt: skip
"""Columns whose cells are lists or objects where a data frame was saved."""
_PLACES: Final = "authorships.institutions"  # texts of all institutions of an author
_PLACE: Final = re.compile(r'https://openalex\.org/(I\d+), "+([^"|]*)"+')
_WHOLE: Final = re.compile(r"(\d+)(?:\.0)?")
_NONE: Final = "None"


def work_columns(names: Sequence[str]) -> list[str] | None:
    """Return the columns by which a table of works is known; None for another table."""
    columns = {tables.normalise_column(name): None for name in names}
    marks = [name for name in columns if name in _ALONE or name.startswith(_PARTS)]
    if not marks and columns.keys() >= _OWN:
        marks = sorted(_OWN)
    return marks if marks and "id" in columns and columns.keys() & _TITLES else None


def read_rows(file: SourceFile, reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the works of a file, each as a line of JSON; other files as they are."""
    with collect_faults(reading.faults, file.name):
        make = partial(_work, reading=reading)
        yield from tables.read_table(file, reading, work_columns, make) or read_file(file, reading)


def _work(_: Any, cells: Mapping[str, str], reading: ReadProgress) -> dict[str, Any]:
    work: dict[str, Any] = {}
    lists: dict[str, dict[str, list[str]]] = {name: {} for name in _OBJECTS}
    for column, cell in cells.items():
        text = cell.strip()
        if not text or text == _NONE or not column:
            continue
        name, _, place = column.partition(".")
        if column in _NESTED and (value := _parse_literal(text)) is not None:
            work[column] = value
        elif name in _OBJECTS:
            lists[name][place] = [item.strip() for item in text.split("|")]
        elif name in _TEXTS:
            work[name] = [item.strip() for item in text.split("|") if item.strip() != _NONE]
        elif name == "abstract":
            work["abstract_inverted_index"] = _index_words(text)
        else:
            _put(work, column, text)
    for name, columns in lists.items():
        if columns:
            work[name] = _join_columns(columns, _OBJECTS[name], reading)
    return work


def _parse_literal(text: str) -> Any:
    """Return a list or an object as Python or JSON prints it; None for other text."""
    if text[0] + text[-1] not in {"[]", "{}"}:
        return None
    for parse in (orjson.loads, ast.literal_eval):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            return parse(text)
    return None


def _join_columns(
    columns: Mapping[str, list[str]], keys: Sequence[str], reading: ReadProgress
) -> list[dict[str, Any]]:
    """Return a list of objects; a column with another number of items is left out."""
    length = next((len(columns[key]) for key in keys if key in columns), 0)
    made: list[dict[str, Any]] = [{} for _ in range(length)]
    for place, items in columns.items():
        if len(items) != length:
            reading.accepted["items_do_not_match"] += 1
            continue
        for entry, item in zip(made, items, strict=True):
            if place == "institutions":
                entry[place] = [
                    {"id": number, "display_name": name} for number, name in _PLACE.findall(item)
                ]
            elif item and item != _NONE:
                _put(entry, place, item)
    return made


def _put(target: dict[str, Any], place: str, text: str) -> None:
    """Put a value into an object, at the place that the name of its column says."""
    *above, name = place.split(".")
    for part in above:
        target = target.setdefault(part, {})
        if not isinstance(target, dict):
            return
    value: Any = text
    if name.startswith("is_") and text.lower() in {"true", "false"}:
        value = text.lower() == "true"
    elif name == "publication_year" and (match := _WHOLE.fullmatch(text)):
        value = int(match[1])
    elif name == "score":
        try:
            value = float(text)
        except ValueError:
            return
    target[name] = value


def _index_words(text: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        index.setdefault(word, []).append(place)
    return index


def _is_table(head: Head) -> str:
    found = next(filter(None, map(work_columns, head.names())), None)
    return f"its columns include {join_names(found)}" if found else ""


def name_other_entity(head: Head) -> str:
    """Say that the first row of a table is an author, institution or other entity."""
    rows = head.names()
    for names in rows:
        columns = list(map(tables.normalise_column, names))
        if {"id", "display_name"} <= {*columns}:
            row = next(rows, [])
            own = row[columns.index("id")] if len(row) == len(columns) else ""
            return f"its first id is {own:.40}" if is_other_entity(own, "W") else ""
    return ""


FORMAT: Final = Format(test=_is_table, name="OpenAlex CSV", kind="openalex", page="openalex")
