"""Contents of the import files of a bulk load, in the form of ``commands.ways.everything``."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from helpers.commands.ways import dump_sorted

from scinet.graph.load import journal
from scinet.graph.load.bulk.prepare import LoadEntry, prepare
from scinet.graph.load.bulk.tables import SEPARATOR, TABLES
from scinet.graph.load.plan import plan_load
from scinet.graph.sources.counts import CountTable

NOTES: Final = ("snapshot", "total")
_CELL: Final = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])')
_TYPES: Final[dict[str, Callable[[str], Any]]] = {
    "": str, "ID": str, "START_ID": str, "END_ID": str, "date": str, "datetime": str,
    "long": int, "double": float, "boolean": lambda text: text == "true",
    "string[]": lambda text: text.split(SEPARATOR),
}  # fmt: skip


def prepared(
    paths: list[Path],
    folder: Path,
    *,
    source: str | None,
    batch_size: int,
    kind: str | None = None,
    authors: Path | None = None,
    texts: Path | None = None,
) -> Path:
    with plan_load(paths, kind=kind, source=source, table=CountTable({}), authors=authors) as plan:
        part = plan.parts[0]
        options = {"unknown": "keep", **part.options}
        run = journal.run_id(part.kind.name, part.source, part.files, options)
        prepare(LoadEntry(run, part, batch_size, options, {}, texts), folder, lambda _: None)
    return folder


def contents(folder: Path) -> Counter[str]:
    """Every node and relationship with all its properties, without what only a loader notes."""
    counts: Counter[str] = Counter()
    nodes: dict[tuple[str, str], str] = {}
    links = []
    for name, table in TABLES.items():
        if name in NOTES:
            continue
        columns = [column.partition(":")[::2] for column in table.header.split(",")]
        for row in rows(folder, name):
            values, keys = {}, []
            for (column, kind), text in zip(columns, row, strict=True):
                type_, _, group = kind.partition("(")
                if group:
                    keys.append((group[:-1], text or ""))
                if column and text is not None:
                    values[column] = _TYPES[type_](text)
            if table.option == "nodes":
                assert keys[0] not in nodes
                nodes[keys[0]] = text = dump_sorted([sorted(table.name.split(":")), values])
                counts[text] += 1
            else:
                links.append((keys[0], table.name, values, keys[1]))
    for start, name, values, end in links:
        counts[dump_sorted([nodes[start], name, values, nodes[end]])] += 1
    return counts


def rows(folder: Path, table: str) -> Iterator[list[str | None]]:
    """The rows of all files of a table, None for what is missing."""
    for file in sorted(folder.glob(f"{table}-*.csv")):
        row: list[str | None] = []
        with file.open(encoding="utf-8", newline="") as stream:
            text = stream.read()
        assert file.name.endswith(".text.csv") or len(text.splitlines()) >= text.count("\n")
        place = 0
        while place < len(text):
            match = _CELL.match(text, place)
            assert match, text[place : place + 80]
            quoted, plain, end = match.groups()
            row.append(plain or None if quoted is None else quoted.replace('""', '"'))
            place = match.end()
            if end == "\n":
                yield row
                row = []
