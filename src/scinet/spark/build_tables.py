"""Building of tables from files, with an account of every record.

Of several records with one id that of the smallest hash is stored, as in every load, and all of
them are put together in what is shown.
"""

import contextlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError
from scinet.graph.db.fingerprint import HashSum, shown_fingerprint
from scinet.graph.load import author_map, failure, journal
from scinet.graph.load.bulk.prepare import LoadEntry
from scinet.graph.load.plan import PlanPart, plan_load
from scinet.graph.load.report import LoadReport, RejectsFile, make_report
from scinet.graph.load.shared_nodes import NO_COUNT, fingerprint_values
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.file_faults import FileFault
from scinet.graph.sources.filled_dates import FilledDates
from scinet.spark import engine, same_work, store
from scinet.spark.importing import write_files
from scinet.spark.layout import COLUMNS, TABLES, write_tables
from scinet.spark.progress import set_step
from scinet.spark.read_files import BITS, SCHEMA, SUM_PARTS, Sources

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_OPTIONS: Final[dict[str, Any]] = {"unknown": "keep"}
_WORK: Final = "work"  # of the folder of tables, while they are made
REJECTS: Final = "rejects-{run}.jsonl"
"""Default name of the list of rejected records."""
_RESOLUTION_OUTCOMES: Final = {
    "same": ("merged",),
    "together": ("merged", "accepted.put_together"),
    "older": ("merged", "accepted.older_version"),
    "newer": ("merged", "accepted.older_version"),
    "conflict": ("rejected.conflict",),
}
# As :func:`scinet.graph.load.batch.settle_papers`, of the records of repeated ids in order.
_RESOLVED: Final = """
WITH again AS (
  SELECT id FROM records GROUP BY id HAVING count(*) > 1
), placed AS (
  SELECT id, number, digest, key, min(digest) OVER earlier AS least,
         collect_set(key) OVER earlier AS keys,
         row_number() OVER (PARTITION BY id, digest ORDER BY number) AS time,
         row_number() OVER (PARTITION BY id ORDER BY digest, number) AS rank
  FROM records LEFT SEMI JOIN again USING (id)
  WINDOW earlier AS (PARTITION BY id ORDER BY number
                     ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
SELECT id, number, rank = 1 AS stays, rank > 1 AND time = 1 AS is_other,
       CASE WHEN least IS NULL THEN 'first'
            WHEN time > 1 THEN 'same'
            WHEN instr(least, '-') > 0 AND instr(digest, '-') > 0
                 AND substring_index(least, '-', 1) <> substring_index(digest, '-', 1)
            THEN CASE WHEN least < digest THEN 'older' ELSE 'newer' END
            WHEN key IS NULL OR size(keys) = 0 OR array_contains(keys, key) THEN 'together'
            ELSE 'conflict' END AS how
FROM placed
"""


def make_tables(
    spark: "SparkSession",
    paths: Sequence[str | Path],
    folder: Path,
    *,
    source: str | None,
    kind: str | None,
    authors: Path | None,
    filled_dates: FilledDates,
    max_rejected: float,
    rejects: Path | None,
    import_files: Path | None,
) -> LoadReport:
    """Build the tables of some files in a folder; see :func:`scinet.spark.tables`."""
    begun = time.monotonic()
    set_step("look at the files")
    work = folder / _WORK
    with plan_load(
        paths,
        kind=kind,
        source=source,
        table=CountTable({}),
        authors=authors,
        filled_dates=filled_dates,
        room=work / "given",  # where all workers find it
    ) as plan:
        part = _single_part(plan.parts, plan.faults)
        options = {**_OPTIONS, **part.options}
        run = journal.run_id(part.kind.name, part.source, part.files, options)
        listed = RejectsFile(rejects or Path(REJECTS.format(run=run)))
        set_step("read the records")
        rows = _read(spark, part, work)
        set_step("settle ids that come again")
        total, faults = _accounts(rows)
        settled = _resolve_repeats(spark, rows)
        total.update(_count_resolved(settled))
        stored = rows.join(settled.where("NOT stays"), "number", "left_anti")
        stored = stored.where("id IS NOT NULL")
        passed = settled.where("how IN ('same', 'older', 'conflict')")
        noted = rows.where("account IS NULL").join(passed, "number", "left_anti")
        total.update(_count_notes(noted))
        total["loaded"] = stored.count()
        _write_rejects(rows, noted, settled, listed)
        if (why := failure.failure_reason(faults, total, max_rejected)) is not None:
            raise failure.incomplete_error(why, faults, total, listed.path)
        loaded = work / "loaded"
        write_tables(spark, stored, loaded, work / "records")
        set_step("fingerprint")
        fingerprint = _fingerprint_sum(spark, stored, loaded).fingerprint()
        set_step("put records of one id together")
        others = rows.join(settled.where("is_other"), "number", "left_semi")
        completed = same_work.complete(stored, others, settled)
        hashes = [row.hash for row in completed.select("hash").toLocalIterator()]
        made, whole = loaded, stored
        if hashes:
            made = work / "completed"
            whole = stored.select("id", "record").join(completed, "id", "left_anti")
            whole = whole.unionByName(completed.select("id", "record"))
            write_tables(spark, whole, made, work / "whole")
        set_step("find works of several records")
        same = same_work.find_works(spark)
        if same.groups:
            write_tables(spark, same.shown(spark, whole), folder, work / "shown")
        else:
            for name in TABLES:
                (made / name).rename(folder / name)
        details: dict[str, Any] = {}
        if import_files is not None:
            set_step("write import files")
            details["next"] = write_files(
                spark,
                stored,
                others,
                loaded if loaded.joinpath(TABLES[0]).exists() else folder,
                import_files,
                entry=LoadEntry(run, part, part.kind.batch_size, options, {}),
                counts=total,
                fingerprint=fingerprint,
            )
        set_step("count rows")
        report = make_report(
            part.kind.name,
            part.source,
            total,
            begun=begun,
            peak_mib=engine.peak_memory_mib(spark),
            gained={**_count_rows(spark, folder), **same.told, **details},
            graph_fingerprint=shown_fingerprint(
                fingerprint.hex, is_joined=bool(same.groups or hashes), completed=hashes
            ),
            run=run,
            rejects=listed.written,
            skipped=plan.skipped,
        )
        if plan.authors is not None:
            report = plan.authors.told(report, author_map.count_used_entries(total), listed.path)
        store.remove_folder(work)
        store.write_description(folder, store.FORM, _describe_tables(part, report, total))
    return report


def _single_part(parts: Sequence[PlanPart], faults: Sequence[FileFault]) -> PlanPart:
    """Return the single part that the files hold."""
    if faults or not parts:
        raise failure.unreadable_error(faults)
    if len(parts) > 1 or not parts[0].kind.has_papers:
        holds = ", ".join(part.kind.holds for part in parts)
        raise DataError(
            f"tables are made of papers of one format (the files hold {holds})",
            hint="Name the files of papers, or their format with --as.",
        )
    return parts[0]


def _read(spark: "SparkSession", part: PlanPart, work: Path) -> "DataFrame":
    """Read the rows of all files to disk."""
    sources = Sources(part)
    number = len(sources.groups)
    rows = spark.range(0, number, 1, number).mapInArrow(sources.arrow, SCHEMA)
    if sources.first:
        first = [json.dumps(row) for row in sources.first]
        first_rows = spark.createDataFrame([(text,) for text in first], "row string")
        rows = rows.unionByName(
            first_rows.selectExpr(f"from_json(row, '{SCHEMA}') AS row").select("row.*")
        )
    store.write_table(rows, work / "rows")
    return store.read_table(spark, work / "rows")


def _accounts(rows: "DataFrame") -> tuple[Counter[str], list[FileFault]]:
    """Return counts of the lines, and the files that could not be read to their end."""
    total, faults = Counter[str](), list[FileFault]()
    for (text,) in rows.where("account IS NOT NULL").select("account").toLocalIterator():
        account = json.loads(text)
        total.update(account["counts"])
        faults += [FileFault(*values) for values in account.get("faults", ())]
    return total, sorted(faults, key=lambda fault: fault.name)


def _count_resolved(settled: "DataFrame") -> Counter[str]:
    """Count the outcomes of records with a repeated id."""
    total = Counter[str]()
    for how, count in settled.where("how <> 'first'").groupBy("how").count().collect():
        for name in _RESOLUTION_OUTCOMES[how]:
            total[name] += count
    return total


def _count_notes(noted: "DataFrame") -> Counter[str]:
    return _sum_counts(noted, "notes")


def _sum_counts(stored: "DataFrame", column: str) -> Counter[str]:
    each = stored.selectExpr(f"explode(from_json({column}, 'MAP<STRING, BIGINT>')) AS (name, n)")
    return Counter({row[0]: row[1] for row in each.groupBy("name").sum("n").collect()})


def _write_rejects(
    rows: "DataFrame", noted: "DataFrame", settled: "DataFrame", listed: RejectsFile
) -> None:
    """Write the rejected lines, and parts that are not stored, in their order."""
    clash = settled.where("how = 'conflict'")
    shown = ("file", "line", "reject")
    reject_rows = noted.where("id IS NULL").select(*shown)
    reject_rows = reject_rows.unionByName(
        rows.where("id IS NOT NULL").join(clash, "number", "left_semi").select(*shown)
    )
    ordered = reject_rows.orderBy("file", "line", "reject").select("reject").toLocalIterator()
    with contextlib.closing(listed):
        listed.begin()
        listed.add(json.loads(text) for (text,) in ordered)


def _fingerprint_sum(spark: "SparkSession", stored: "DataFrame", folder: Path) -> HashSum:
    """Compute the hash sum behind the fingerprint of the graph with these records."""
    total = HashSum()
    limbs = ", ".join(f"coalesce(sum(limbs[{place}]), 0)" for place in range(SUM_PARTS))
    [added] = stored.selectExpr(f"array({limbs})").collect()[0]
    total.join(
        sum(limb << BITS * place for place, limb in enumerate(added)), _sum_counts(stored, "rows")
    )
    for name, columns in COLUMNS.items():
        table = store.read_table(spark, folder / f"{name}s").select(*columns)
        for limb, count in table.mapInArrow(
            partial(_hash_rows, name), "sum string, n long"
        ).collect():
            total.join(int(limb, 16), {f"{name}s": count})
    return total


def _hash_rows(name: str, batches: Iterator[Any]) -> Iterator[Any]:
    """Compute the hash sum of the rows of a partition."""
    import pyarrow as pa

    total = HashSum()
    for batch in batches:
        rows = batch.to_pylist()
        total.add(
            name,
            (r["id"] if name == "work" else fingerprint_values(name, r | NO_COUNT) for r in rows),
        )
    columns = [pa.array([f"{total.total:x}"]), pa.array([total.counts[f"{name}s"]], pa.int64())]
    yield pa.RecordBatch.from_arrays(columns, names=["sum", "n"])


def _count_rows(spark: "SparkSession", folder: Path) -> dict[str, int]:
    """Count rows of the tables, under the names in the report of a load."""
    counts = {name: store.count_rows(folder / name) for name in TABLES}
    papers = store.read_table(spark, folder / "papers")
    counts["unknown_works"] = counts.pop("works")
    counts["publications"] = papers.where("venue_id IS NOT NULL").count()
    return counts


def _describe_tables(part: PlanPart, report: LoadReport, total: Counter[str]) -> dict[str, Any]:
    return {
        "run": report.run,
        "files": [{"name": f.name, "bytes": f.size, "sha256": f.sha256} for f in part.files],
        "simulated": total["simulated"] > 0,
        "version_of_scinet": version("scinet"),
        **report.as_dict(),
    }


def _resolve_repeats(spark: "SparkSession", rows: "DataFrame") -> "DataFrame":
    """Return the outcome of each record of a repeated id.

    Returns:
        Rows of ``number``, ``id``, ``stays`` (in the graph), ``is_other`` (another content than the
        one that stays, for the first time), and ``how``.
    """
    records = rows.where("id IS NOT NULL").select("id", "digest", "key", "number")
    records.createOrReplaceTempView("records")
    return engine.cache_table(spark.sql(_RESOLVED))
