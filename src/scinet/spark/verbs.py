"""Verbs of ``scinet spark``; each reads files or tables and writes a folder."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from annotated_types import Ge, Le

from scinet.arguments import OutPath
from scinet.errors import DataError
from scinet.graph.schema.choices import OpenWindows
from scinet.session.base import Count, File, protects_inputs
from scinet.session.days import Day, parse_cutoff
from scinet.spark.progress import Reporter, set_step

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from scinet.graph.load.report import LoadReport
    from scinet.spark.cutoff_views import TablesAsOf

Item: TypeAlias = Literal["venue", "domain", "field", "subfield", "topic", "paper"]


@protects_inputs
def tables(
    paths: File | Sequence[File],
    out: OutPath,
    *,
    source: str | None = None,
    kind: str | None = None,
    authors: File | None = None,
    filled_dates: Literal["known", "all", "none"] = "known",
    max_rejected: Annotated[float, Ge(0), Le(1)] = 0.01,
    rejects: File | None = None,
    import_files: File | None = None,
    progress: Reporter | None = None,
) -> "LoadReport":
    """Make tables of papers, citations and authors from files, as :meth:`Graph.load` reads them.

    Every record is read, checked and counted as in a load; of several with one id the same one
    stays, and the fingerprint is that of the graph of such a load. The tables are Parquet files, a
    folder each, written atomically.

    Args:
        paths: Files, plain or gzip, and folders, all of one format: a snapshot of OpenAlex, a
            release of Semantic Scholar, or other papers.
        out: Folder for the tables; older ones in it are replaced.
        source: Prefix of all ids, such as ``acl``, empty for none; by default that of the format.
        kind: Read only this kind, as :meth:`Graph.load` calls it.
        authors: File of author identities of the source, as for a load.
        filled_dates: Sources whose first day of a year or month stands for the whole year or month:
            ``known``, ``all`` or ``none``, as for a load.
        max_rejected: Share of bad records above which nothing is made, 0 to 1.
        rejects: File for the rejected records; by default rejects-<run>.jsonl.
        import_files: Folder for the files of Neo4j's importer, which are written as well.
        progress: Called about once a second, from another thread, with the numbers of finished and
            of all tasks of the running stages, and their purpose.

    Returns:
        Counts of read, stored, merged and rejected records, and the rows of the tables.

    Raises:
        DataError: If a file has an unknown format or is broken, holds no papers, or too many
        records are bad; or if PySpark is not installed.
        StorageError: If a folder has other content, or cannot be written.
    """
    from scinet.spark import engine, store
    from scinet.spark.build_tables import REJECTS, make_tables

    listed = [paths] if isinstance(paths, str | Path) else paths
    read = [Path(path) for path in (*listed, authors) if path not in {None, "-"}]
    made = [Path(path) for path in (out, import_files) if path is not None]
    store.refuse_overlap(made, [*read, Path(rejects or REJECTS)])
    with store.make_folder(Path(out)) as folder, engine.open_session(progress) as spark:
        return make_tables(
            spark,
            listed,
            folder,
            source=source,
            kind=kind,
            authors=None if authors is None else Path(authors),
            filled_dates=filled_dates,
            max_rejected=max_rejected,
            rejects=None if rejects is None else Path(rejects),
            import_files=None if import_files is None else Path(import_files),
        )


@protects_inputs
def disruption(
    tables: File,
    out: OutPath,
    *,
    before: Day | None = None,
    window_years: Count | None = 5,
    windows: Count | None = None,
    window_days: Count | None = None,
    least: Count | None = None,
    open_windows: OpenWindows | None = None,
    progress: Reporter | None = None,
) -> dict[str, Any]:
    """Compute disruption of all papers: the columns and the order of :meth:`Graph.disruption`.

    Args:
        tables: Folder of tables.
        out: Folder for the result, Parquet files.
        before: Cutoff, exclusive.
        window_years: Calendar years after the paper in which citing papers count; None for all.
        windows: All windows of 1 to so many years, a row for each, instead.
        window_days: Days instead of years, to compare with other programs.
        least: Shared references required for n_j: 5 makes cd DI5, di DI5 without n_k.
        open_windows: Papers whose window ends after the last covered day: ``marked`` or
            ``left_out``; by default they stay unmarked, and are counted.
        progress: Called about once a second, from another thread, with the numbers of finished and
            of all tasks of the running stages, and their purpose.

    Returns:
        The folder, the number of rows, counts of omissions, seconds, and the peak MiB of the driver
        with its Java.

    Raises:
        DataError: If options are incompatible, or PySpark is not installed.
        NotFoundError: If the folder has no tables.
        StorageError: If the folder has other content, or cannot be written.
    """
    from scinet.spark.disruption_sql import disruption as of_all

    options = {"windows": windows, "window_days": window_days, "least": least}
    special = [name for name, value in options.items() if value is not None]
    if len(special) > 1:
        raise DataError(" with ".join(special), hint="Give one of them.")

    def work(past: "TablesAsOf") -> "tuple[DataFrame, dict[str, int]]":
        return of_all(past, window_years=window_years, open_windows=open_windows, **options)

    in_years = {} if windows or window_days else {"window_years": window_years}
    how = {**in_years, **options, "open_windows": open_windows}
    return _run_indicator(tables, out, "disruption", before, how, work, progress)


@protects_inputs
def co_citation(
    tables: File,
    out: OutPath,
    *,
    before: Day | None = None,
    minimum: Count = 1,
    progress: Reporter | None = None,
) -> dict[str, Any]:
    """Compute pairs of co-cited papers, the most frequent first.

    Columns are those of :meth:`Graph.export`, with Salton's cosine.

    Args:
        tables: Folder of tables.
        out: Folder for the pairs, Parquet files.
        before: Cutoff, exclusive.
        minimum: Least weight of a pair.
        progress: Called about once a second, from another thread, with the numbers of finished and
            of all tasks of the running stages, and their purpose.

    Returns:
        The folder, the number of rows, counts of omissions, seconds, and the peak MiB of the driver
        with its Java.

    Raises:
        NotFoundError: If the folder has no tables.
        StorageError: If the folder has other content, or cannot be written.
    """
    return _pairs_of_network(tables, out, "co-citation", before, minimum, progress)


@protects_inputs
def coupling(
    tables: File,
    out: OutPath,
    *,
    before: Day | None = None,
    minimum: Count = 1,
    progress: Reporter | None = None,
) -> dict[str, Any]:
    """Compute pairs of bibliographically coupled papers, those with most common references first.

    Args:
        tables: Folder of tables.
        out: Folder for the pairs, Parquet files.
        before: Cutoff, exclusive.
        minimum: Least weight of a pair.
        progress: Called about once a second, from another thread, with the numbers of finished and
            of all tasks of the running stages, and their purpose.

    Returns:
        The folder, the number of rows, counts of omissions, seconds, and the peak MiB of the driver
        with its Java.

    Raises:
        NotFoundError: If the folder has no tables.
        StorageError: If the folder has other content, or cannot be written.
    """
    return _pairs_of_network(tables, out, "coupling", before, minimum, progress)


@protects_inputs
def novelty(
    tables: File,
    out: OutPath,
    *,
    before: Day | None = None,
    item: Item = "venue",
    stratum: Item | None = None,
    progress: Reporter | None = None,
) -> dict[str, Any]:
    """Compute how atypically papers combine their references, as :meth:`Graph.novelty`.

    Args:
        tables: Folder of tables.
        out: Folder for the result, Parquet files.
        before: Cutoff, exclusive.
        item: Items of pairs: ``venue``, ``paper`` or a level of fields.
        stratum: Groups within which papers are compared; all of a year by default.
        progress: Called about once a second, from another thread, with the numbers of finished and
            of all tasks of the running stages, and their purpose.

    Returns:
        The folder, the number of rows, counts of omissions, seconds, and the peak MiB of the driver
        with its Java.

    Raises:
        DataError: If no paper has such a group, or PySpark is not installed.
        NotFoundError: If the folder has no tables.
        StorageError: If the folder has other content, or cannot be written.
    """
    from scinet.spark.novelty_sql import novelty as of_all

    def work(past: "TablesAsOf") -> "tuple[DataFrame, dict[str, int]]":
        return of_all(past, item=item, stratum=stratum)

    how = {"item": item, "stratum": stratum}
    return _run_indicator(tables, out, "novelty", before, how, work, progress)


def _pairs_of_network(
    tables: File,
    out: OutPath,
    network: str,
    before: Day | None,
    minimum: int,
    progress: Reporter | None,
) -> dict[str, Any]:
    from scinet.spark.shared_pairs import shared_pairs

    def work(past: "TablesAsOf") -> "tuple[DataFrame, dict[str, int]]":
        return shared_pairs(past, network, minimum=minimum), {}

    return _run_indicator(tables, out, network, before, {"minimum": minimum}, work, progress)


def _run_indicator(
    tables: File,
    out: OutPath,
    name: str,
    before: Day | None,
    options: dict[str, Any],
    work: "Callable[[TablesAsOf], tuple[DataFrame, dict[str, int]]]",
    progress: Reporter | None,
) -> dict[str, Any]:
    """Compute an indicator on tables before a day, write and describe it."""
    from scinet.spark import engine, store
    from scinet.spark.cutoff_views import TablesAsOf

    begun, day = time.monotonic(), parse_cutoff(before)
    store.refuse_overlap([Path(out)], [Path(tables)])
    input_tables = store.open_tables(Path(tables))
    with store.make_folder(Path(out)) as folder, engine.open_session(progress) as spark:
        set_step("compute")
        past = TablesAsOf.of(spark, input_tables, day)
        answer, left_out = work(past)
        store.write_table(answer, folder / name)
        set_step("count what is left out")
        metadata = {
            "rows": store.count_rows(folder / name),
            "before": None if day is None else day.isoformat(),
            "simulated": input_tables.about["simulated"],
            "left_out": past.left_out() | left_out,
        }
        fingerprint = input_tables.about["graph_fingerprint"]
        store.write_description(
            folder,
            f"scinet spark {name}",
            {**metadata, **options, "graph_fingerprint": fingerprint},
        )
        seconds, peak = time.monotonic() - begun, engine.peak_memory_mib(spark)
    return {
        "folder": str(Path(out)),
        **metadata,
        "seconds": round(seconds, 3),
        "peak_mib": round(peak, 1),
    }
