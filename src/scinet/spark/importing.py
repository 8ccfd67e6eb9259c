"""Import files for Neo4j's importer, made of the resolved records and of the tables.

They hold all records as loaded: a following ``scinet load`` reads none of them again, and closes
the account.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError
from scinet.graph.db.fingerprint import Fingerprint
from scinet.graph.load.bulk.prepare import ARGUMENTS, LoadEntry, snapshot_line, write_arguments
from scinet.graph.load.bulk.shard import is_importable
from scinet.graph.load.bulk.tables import format_row, format_spare, is_multiline, table_rows
from scinet.graph.load.superseded import PAPER, SupersededRecords, parse_record
from scinet.graph.schema.printed_names import extra_variants
from scinet.spark import store
from scinet.spark.layout import COLUMNS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORM: Final = "scinet spark import files"
_LINES: Final = "name string, line string"
_MANY: Final = 20_000  # lines that Spark gets at a time
# Characters of a line; beyond it the importer needs a larger buffer than its default.
_LONGEST: Final = 2**20


def write_files(
    spark: "SparkSession",
    stored: "DataFrame",
    others: "DataFrame",
    tables: Path,
    folder: Path,
    *,
    entry: LoadEntry,
    counts: Counter[str],
    fingerprint: Fingerprint,
) -> str:
    """Write all files, and return instructions.

    Args:
        stored: The resolved records, as rows of :mod:`scinet.spark.read_files`.
        others: Records of the same ids with another content.
        tables: Folder of the tables.
        counts: Counts of records by outcome.

    Returns:
        Instructions for the files.
    """
    with store.make_folder(folder) as unfinished:
        lines = stored.select("record").mapInArrow(partial(_record_lines, entry.run), _LINES)
        spares = others.select("record").mapInArrow(partial(_spare_lines, entry.run), _LINES)
        lines = lines.unionByName(spares)
        for name, columns in COLUMNS.items():
            nodes = store.read_table(spark, tables / f"{name}s").select(*columns)
            lines = lines.unionByName(nodes.mapInArrow(partial(_node_lines, name), _LINES))
        work = unfinished / "work"
        lines.write.partitionBy("name").text(store.spark_path(work))
        _gather_files(work, unfinished)
        _write_journal(unfinished, entry, counts, fingerprint)
        write_arguments(unfinished, longest=_LONGEST)
        store.write_description(
            unfinished, FORM, {"run": entry.run, "graph_fingerprint": fingerprint.hex}
        )
    command = f"neo4j-admin database import full --overwrite-destination neo4j @{ARGUMENTS}"
    return f"in {folder}, the server stopped, `{command}`; then `scinet load` of the same files"


def _record_lines(run: str, batches: Iterator[Any]) -> Iterator[Any]:
    def lines() -> Iterator[tuple[str, str]]:
        for batch in batches:
            for text in batch.column(0).to_pylist():
                record = parse_record(PAPER, text)
                if not is_importable(record):
                    raise DataError(
                        f"{record.id} has a value that Neo4j's importer does not take",
                        hint="Leave --import-files out, and load with `scinet load`.",
                    )
                for table, listed in table_rows(record, run):
                    yield from ((table, line) for line in listed)

    return _pack_lines(lines())


def _spare_lines(run: str, batches: Iterator[Any]) -> Iterator[Any]:
    spares = SupersededRecords(PAPER, run)
    for batch in batches:
        for text in batch.column(0).to_pylist():
            spares.keep(parse_record(PAPER, text))
    yield from _pack_lines(("spare", format_spare(row)) for row in spares.rows)


def _node_lines(name: str, batches: Iterator[Any]) -> Iterator[Any]:
    def line(node: dict[str, Any]) -> str:
        others = (extra_variants(node["names"] or [node["name"]]),) if "names" in node else ()
        return format_row(*node.values(), *others)

    return _pack_lines((name, line(node)) for batch in batches for node in batch.to_pylist())


def _pack_lines(lines: Iterator[tuple[str, str]]) -> Iterator[Any]:
    """Yield lines without their ends; multi-line ones belong to files of their own."""
    import pyarrow as pa

    held: list[tuple[str, str]] = []

    def batch() -> Any:
        columns = zip(*held, strict=True)
        return pa.RecordBatch.from_arrays(
            [pa.array(column) for column in columns], ["name", "line"]
        )

    for name, line in lines:
        held.append((f"{name}.text" if is_multiline(line) else name, line[:-1]))
        if len(held) == _MANY:
            yield batch()
            held = []
    if held:
        yield batch()


def _gather_files(work: Path, folder: Path) -> None:
    """Rename the files as in the importer's options."""
    for part in sorted(work.glob("name=*")):
        name, _, long = part.name.removeprefix("name=").partition(".")
        for number, file in enumerate(sorted(part.glob("part-*"))):
            file.rename(folder / f"{name}-{number:06}{'.text' if long else ''}.csv")
    store.remove_folder(work)


def _write_journal(
    folder: Path,
    entry: LoadEntry,
    counts: Mapping[str, int],
    fingerprint: Fingerprint,
) -> None:
    held = json.dumps(fingerprint.counts)
    line = snapshot_line(entry, complete=True, simulated=counts["simulated"] > 0)
    lines = {
        "snapshot": f"{line}\n",
        "batch": format_row(f"{entry.run}#0", entry.run, 0, "", json.dumps(counts), "[]"),
        "total": format_row("graph", fingerprint.hex, held),
    }
    for name, text in lines.items():
        (folder / f"{name}-all.csv").write_text(text, encoding="utf-8")
