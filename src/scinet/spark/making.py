"""From files to tables: read, settle, write, and account for every record."""

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
from scinet.graph.load import failure, journal, people
from scinet.graph.load.bulk.prepare import Entry
from scinet.graph.load.fingerprint import Sum, of_shown
from scinet.graph.load.plan import Part, planned
from scinet.graph.load.report import LoadReport, RejectsFile, accounted
from scinet.graph.load.shared_nodes import NO_COUNT, hashed
from scinet.graph.sources.counts import Table
from scinet.graph.sources.faults import FileFault
from scinet.graph.sources.filled_dates import FilledDates
from scinet.spark import engine, same_work, store
from scinet.spark.following import at
from scinet.spark.importing import write_files
from scinet.spark.layout import COLUMNS, TABLES, write_tables
from scinet.spark.reading import BITS, LIMBS, SCHEMA, Sources
from scinet.spark.resolve import settle

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_OPTIONS: Final[dict[str, Any]] = {"unknown": "keep"}
_WORK: Final = "work"  # of the folder of tables, while they are made
REJECTS: Final = "rejects-{run}.jsonl"
"""Name of the list of rejected records, unless one is given."""
_HOW: Final = {"same": "merged", "version": "merged", "conflict": "rejected.conflict"}


def make(
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
    """Fill a folder with the tables of some files; see :func:`scinet.spark.tables`."""
    begun = time.monotonic()
    at("look at the files")
    work = folder / _WORK
    with planned(
        paths,
        kind=kind,
        source=source,
        table=Table({}),
        authors=authors,
        filled_dates=filled_dates,
        room=work / "given",  # where all workers find it
    ) as plan:
        part = _only(plan.parts, plan.faults)
        options = {**_OPTIONS, **part.options}
        run = journal.run_id(part.kind.name, part.source, part.files, options)
        listed = RejectsFile(rejects or Path(REJECTS.format(run=run)))
        at("read the records")
        rows = _read(spark, part, work)
        at("settle ids that come again")
        total, faults = _accounts(rows)
        kept, settled = settle(spark, rows)
        total.update(_settled(settled))
        stored = kept.where("id IS NOT NULL")
        total.update(_notes(stored))
        total["loaded"] = stored.count()
        _list(rows, kept, settled, listed)
        if (why := failure.reason(faults, total, max_rejected)) is not None:
            raise failure.incomplete(why, faults, total, listed.path)
        loaded = work / "loaded"
        write_tables(spark, stored, loaded, work / "records")
        at("fingerprint")
        fingerprint = _sum(spark, stored, loaded).fingerprint()
        at("find works of several records")
        same = same_work.works(spark)
        if same.groups:
            write_tables(spark, same.shown(spark, stored), folder, work / "shown")
        else:
            for name in TABLES:
                (loaded / name).rename(folder / name)
        told: dict[str, Any] = {}
        if import_files is not None:
            at("write import files")
            told["next"] = write_files(
                spark,
                stored,
                loaded if same.groups else folder,
                import_files,
                entry=Entry(run, part, part.kind.batch_size, options, {}),
                counts=total,
                fingerprint=fingerprint,
            )
        at("count rows")
        report = accounted(
            part.kind.name,
            part.source,
            total,
            begun=begun,
            peak_mib=engine.peak_mib(spark),
            gained={**_held(spark, folder), **same.told, **told},
            graph_fingerprint=of_shown(fingerprint.hex, is_joined=bool(same.groups)),
            run=run,
            rejects=listed.written,
            passed_over=plan.passed_over,
        )
        if plan.authors is not None:
            report = plan.authors.told(report, people.used_by(total), listed.path)
        store.remove(work)
        store.describe(folder, store.FORM, _about(part, report, total))
    return report


def _only(parts: Sequence[Part], faults: Sequence[FileFault]) -> Part:
    """The one part that the files hold."""
    if faults or not parts:
        raise failure.unreadable(faults)
    if len(parts) > 1 or not parts[0].kind.has_papers:
        holds = ", ".join(part.kind.holds for part in parts)
        raise DataError(
            f"tables are made of papers of one format (the files hold {holds})",
            hint="Name the files of papers, or their format with --as.",
        )
    return parts[0]


def _read(spark: "SparkSession", part: Part, work: Path) -> "DataFrame":
    """The rows of all files, on disk."""
    sources = Sources(part)
    number = len(sources.groups)
    rows = spark.range(0, number, 1, number).mapInArrow(sources.arrow, SCHEMA)
    if sources.first:
        first = [json.dumps(row) for row in sources.first]
        told = spark.createDataFrame([(one,) for one in first], "row string")
        rows = rows.unionByName(
            told.selectExpr(f"from_json(row, '{SCHEMA}') AS row").select("row.*")
        )
    store.write(rows, work / "rows")
    return store.read(spark, work / "rows")


def _accounts(rows: "DataFrame") -> tuple[Counter[str], list[FileFault]]:
    """What became of the lines, and the files that could not be read to their end."""
    total, faults = Counter[str](), list[FileFault]()
    for (text,) in rows.where("account IS NOT NULL").select("account").toLocalIterator():
        account = json.loads(text)
        total.update(account["counts"])
        faults += [FileFault(*one) for one in account.get("faults", ())]
    return total, sorted(faults, key=lambda fault: fault.name)


def _settled(settled: "DataFrame") -> Counter[str]:
    """What became of records whose id had come before."""
    total = Counter[str]()
    for how, count in settled.where("how <> 'first'").groupBy("how").count().collect():
        total[_HOW[how]] += count
        if how == "version":
            total["accepted.older_version"] += count
    return total


def _notes(stored: "DataFrame") -> Counter[str]:
    return _added(stored, "notes")


def _added(stored: "DataFrame", column: str) -> Counter[str]:
    """Numbers by name, added up."""
    each = stored.selectExpr(f"explode(from_json({column}, 'MAP<STRING, BIGINT>')) AS (name, n)")
    return Counter({row[0]: row[1] for row in each.groupBy("name").sum("n").collect()})


def _list(rows: "DataFrame", kept: "DataFrame", settled: "DataFrame", listed: RejectsFile) -> None:
    """Write the lines that are rejected, and parts that are not stored, in their order."""
    clash = settled.where("how = 'conflict'").selectExpr("lost AS number")
    shown = ("file", "line", "reject")
    found = kept.where("id IS NULL").select(*shown)
    found = found.unionByName(
        rows.where("id IS NOT NULL").join(clash, "number", "left_semi").select(*shown)
    )
    ordered = found.orderBy("file", "line", "reject").select("reject").toLocalIterator()
    with contextlib.closing(listed):
        listed.begin()
        listed.add(json.loads(text) for (text,) in ordered)


def _sum(spark: "SparkSession", stored: "DataFrame", folder: Path) -> Sum:
    """The sum behind the fingerprint of the graph that these records make."""
    total = Sum()
    limbs = ", ".join(f"coalesce(sum(limbs[{place}]), 0)" for place in range(LIMBS))
    [added] = stored.selectExpr(f"array({limbs})").collect()[0]
    total.join(
        sum(limb << BITS * place for place, limb in enumerate(added)), _added(stored, "rows")
    )
    for name, columns in COLUMNS.items():
        table = store.read(spark, folder / f"{name}s").select(*columns)
        for limb, count in table.mapInArrow(partial(_hashed, name), "sum string, n long").collect():
            total.join(int(limb, 16), {f"{name}s": count})
    return total


def _hashed(name: str, batches: Iterator[Any]) -> Iterator[Any]:
    """The sum of the rows of a partition."""
    import pyarrow as pa

    total = Sum()
    for batch in batches:
        rows = batch.to_pylist()
        total.add(name, (r["id"] if name == "work" else hashed(name, r | NO_COUNT) for r in rows))
    columns = [pa.array([f"{total.total:x}"]), pa.array([total.counts[f"{name}s"]], pa.int64())]
    yield pa.RecordBatch.from_arrays(columns, names=["sum", "n"])


def _held(spark: "SparkSession", folder: Path) -> dict[str, int]:
    """Rows of the tables, called as what a load brings."""
    found = {name: store.count(folder / name) for name in TABLES}
    papers = store.read(spark, folder / "papers")
    found["unknown_works"] = found.pop("works")
    found["publications"] = papers.where("venue_id IS NOT NULL").count()
    return found


def _about(part: Part, report: LoadReport, total: Counter[str]) -> dict[str, Any]:
    return {
        "run": report.run,
        "files": [{"name": f.name, "bytes": f.size, "sha256": f.sha256} for f in part.files],
        "simulated": total["simulated"] > 0,
        "version_of_scinet": version("scinet"),
        **report.as_dict(),
    }
