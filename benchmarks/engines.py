"""Engines that sort, deduplicate and resolve the tables of a bulk load's shards.

Each runs the queries of :mod:`scinet.graph.load.bulk.resolve` on the same Parquet tables and writes
a table for each: repeated records, works without a record, shared nodes.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.clock import timed
from scinet import machine
from scinet.graph.load.bulk.resolve import NODES, REPEATED, WORKS, open_tables
from scinet.graph.load.shared_nodes import SHARED

Engine: TypeAlias = Callable[[Path, Path, int, int], None]
"""Reads the tables of a folder and writes the results to another, with MB of memory and threads."""
_WITHIN_S: Final = 60.0


def measured(name: str, folder: Path, out: Path, memory_mb: int, threads: int) -> dict[str, Any]:
    """Return seconds of an engine, the best of three, and peak memory of this process."""
    out.mkdir()
    seconds, _ = timed(
        lambda: ENGINES[name][1](folder, out, memory_mb, threads), within_s=_WITHIN_S
    )
    return {"seconds": seconds, "peak_mib": machine.peak_memory_mib()}


def by_duckdb(folder: Path, out: Path, memory_mb: int, threads: int) -> None:
    """Run the loader's own queries in DuckDB, which spills to disk."""
    with open_tables(folder, f"{memory_mb}MB") as database:
        database.execute(f"SET threads = {threads}")
        for name, query in {"ids": REPEATED, "works": WORKS, **NODES}.items():
            database.sql(query).write_parquet(str(out / f"{name}.parquet"))


def by_polars(folder: Path, out: Path, memory_mb: int, threads: int) -> None:
    """Run the streaming engine of Polars, set to spill to disk."""
    # Read at the first import only.
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    os.environ["POLARS_OOC_MEMORY_BUDGET_MB"] = str(memory_mb)
    os.environ["POLARS_OOC_SPILL_DIR"] = str(out)
    import polars

    def table(name: str) -> polars.LazyFrame:
        return polars.scan_parquet(folder / f"{name}-*.parquet")

    several = table("ids").group_by("id").len().filter(polars.col("len") > 1)
    answers = {
        "ids": table("ids").join(several, on="id", how="semi").sort("id", "batch"),
        "works": table("works").join(table("ids"), on="id", how="anti").unique(),
        **{kind: table(f"{kind}s").unique().sort("id") for kind in SHARED},
    }
    for name, answer in answers.items():
        answer.sink_parquet(out / f"{name}.parquet", engine="streaming")


def by_arrow(folder: Path, out: Path, memory_mb: int, threads: int) -> None:  # noqa: ARG001
    """Run Acero, Arrow's engine, batch by batch; it has no memory limit and does not spill."""
    import pyarrow
    from pyarrow import acero, compute, dataset, parquet

    pyarrow.set_cpu_count(threads)

    def node(kind: str, options: Any, *inputs: Any) -> Any:
        return acero.Declaration(kind, options, list(inputs))

    def table(name: str) -> Any:
        read = dataset.dataset([str(file) for file in sorted(folder.glob(f"{name}-*.parquet"))])
        names = read.schema.names
        fields = acero.ProjectNodeOptions([compute.field(one) for one in names], names)
        return node("project", fields, node("scan", acero.ScanNodeOptions(read)))

    def joined(kind: str, one: Any, other: Any) -> Any:
        return node("hashjoin", acero.HashJoinNodeOptions(kind, ["id"], ["id"]), one, other)

    def grouped(of: Any, *names: str, values: Any = ()) -> Any:
        return node("aggregate", acero.AggregateNodeOptions(list(values), keys=list(names)), of)

    def ordered(of: Any, *names: str) -> Any:
        order = acero.OrderByNodeOptions([(name, "ascending") for name in names])
        return node("order_by", order, of)

    counted = grouped(table("ids"), "id", values=[([], "hash_count_all", None, "count")])
    several = node("filter", acero.FilterNodeOptions(compute.field("count") > 1), counted)
    answers = {
        "ids": ordered(joined("left semi", table("ids"), several), "id", "batch"),
        "works": grouped(joined("left anti", table("works"), table("ids")), "id"),
        **{
            kind: ordered(grouped(table(f"{kind}s"), "id", *columns), "id")
            for kind, columns in SHARED.items()
        },
    }
    for name, answer in answers.items():
        batches = answer.to_reader()
        with parquet.ParquetWriter(out / f"{name}.parquet", batches.schema) as file:
            for batch in batches:
                file.write_batch(batch)


ENGINES: Final[dict[str, tuple[str, Engine]]] = {
    "DuckDB, as the loader does": ("duckdb", by_duckdb),
    "Polars, streaming": ("polars", by_polars),
    "Arrow, Acero": ("pyarrow", by_arrow),
}
"""Engines by title, each with its package."""
