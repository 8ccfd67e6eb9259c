"""The loads of files that bring papers, as functions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load.batch import Account, Entry
from scinet.graph.load.papers import write_papers
from scinet.graph.load.report import LoadReport
from scinet.graph.load.run import AfterBatch, Kind, Load, Progress
from scinet.graph.records import PaperRecord
from scinet.graph.sources import openalex, papers, prescience, sciencemeter

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Transaction

_RECORDS_PER_BATCH: Final = 2_500
_WORKS_PER_BATCH: Final = 1_000  # a work has some forty references


def load_records(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = None,
    unknown: str = "keep",
    max_rejected: float = 0.01,
    rejects: Path | None = None,
    batch_size: int = _RECORDS_PER_BATCH,
    progress: Progress | None = None,
    after_batch: AfterBatch | None = None,
) -> LoadReport:
    """Load papers with their authors, venues and references.

    Repeating a load changes nothing, and a load that was stopped goes on. Of two records of one
    paper with different contents the one with the smaller hash stays.

    Args:
        db: The graph.
        paths: Files of JSON lines, plain or gzip, folders of such files, or ``-``.
        source: Prefix of all ids, None to store them as given.
        unknown: ``keep`` stores cited works without a record as nodes, ``drop`` does not; a
            record that comes in a later load does not bring dropped citations back.
        max_rejected: Share of bad records above which the load fails, 0 to 1; judged when all
            files are read.
        rejects: File for the rejected records; ``rejects-<run>.jsonl`` in the working folder
            when not given.
        batch_size: Records per transaction.
        progress: Told how far the input is read.
        after_batch: Called after each stored batch.

    Returns:
        The account.

    Raises:
        DataError: If a file cannot be read to its end, or more than the tolerated share of the
            records is bad. What is good has been stored then.
        SchemaError: If another load is going on.
        StorageError: If the list of rejects cannot be written.
        ValueError: If an argument makes no sense.
    """
    kind = _papers("records", papers.paper_record, unknown)
    load = Load(db, kind, source, max_rejected, rejects, progress, after_batch)
    return load.run(paths, batch_size)


def load_openalex(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = openalex.SOURCE,
    unknown: str = "keep",
    max_rejected: float = 0.01,
    rejects: Path | None = None,
    batch_size: int = _WORKS_PER_BATCH,
    progress: Progress | None = None,
    after_batch: AfterBatch | None = None,
) -> LoadReport:
    """Load works of OpenAlex as they are published.

    Args:
        db: The graph.
        paths: As in :func:`load_records`; a folder may hold folders ``updated_date=…``.
        source: Prefix of all ids, None to store them bare.
        unknown: As in :func:`load_records`.
        max_rejected: As in :func:`load_records`.
        rejects: As in :func:`load_records`.
        batch_size: Works per transaction.
        progress: Told how far the input is read.
        after_batch: Called after each stored batch.

    Returns:
        The account.

    Raises:
        DataError: As in :func:`load_records`.
        SchemaError: If another load is going on.
        StorageError: If the list of rejects cannot be written.
        ValueError: If an argument makes no sense.
    """
    kind = _papers("openalex", openalex.openalex_record, unknown)
    load = Load(db, kind, source, max_rejected, rejects, progress, after_batch)
    return load.run(paths, batch_size)


def load_prescience(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = prescience.SOURCE,
    unknown: str = "keep",
    max_rejected: float = 0.01,
    rejects: Path | None = None,
    batch_size: int = _RECORDS_PER_BATCH,
    progress: Progress | None = None,
    after_batch: AfterBatch | None = None,
) -> LoadReport:
    """Load PreScience's paper rows; the rows of one paper in all files become one record.

    Args:
        db: The graph.
        paths: Parquet, JSON or JSON lines; give all files at once.
        source: Prefix of all ids, None to store them bare.
        unknown: As in :func:`load_records`.
        max_rejected: As in :func:`load_records`.
        rejects: As in :func:`load_records`.
        batch_size: Papers per transaction.
        progress: Told how far the input is read.
        after_batch: Called after each stored batch.

    Returns:
        The account; rows that were put together with another count as merged.

    Raises:
        DataError: As in :func:`load_records`.
        SchemaError: If another load is going on.
        StorageError: If the list of rejects cannot be written.
        ValueError: If an argument makes no sense.
    """
    kind = replace(
        _papers("prescience", prescience.prescience_record, unknown),
        key=prescience.KEY,
        lines=prescience.papers,
    )
    load = Load(db, kind, source, max_rejected, rejects, progress, after_batch)
    return load.run(paths, batch_size)


def load_sciencemeter(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = sciencemeter.SOURCE,
    unknown: str = "keep",
    max_rejected: float = 0.01,
    rejects: Path | None = None,
    batch_size: int = _RECORDS_PER_BATCH,
    progress: Progress | None = None,
    after_batch: AfterBatch | None = None,
) -> LoadReport:
    """Load the papers of ScienceMeter's triplets; their claims are loaded by :func:`load_claims`.

    Args:
        db: The graph.
        paths: JSON lists or JSON lines of triplets; give all files at once.
        source: Prefix of all ids, None to store them bare.
        unknown: As in :func:`load_records`.
        max_rejected: As in :func:`load_records`.
        rejects: As in :func:`load_records`.
        batch_size: Papers per transaction.
        progress: Told how far the input is read.
        after_batch: Called after each stored batch.

    Returns:
        The account; a paper of several triplets counts as merged from the second on.

    Raises:
        DataError: As in :func:`load_records`.
        SchemaError: If another load is going on.
        StorageError: If the list of rejects cannot be written.
        ValueError: If an argument makes no sense.
    """
    kind = replace(
        _papers("sciencemeter", papers.paper_record, unknown),
        key=sciencemeter.KEY,
        lines=sciencemeter.papers,
    )
    load = Load(db, kind, source, max_rejected, rejects, progress, after_batch)
    return load.run(paths, batch_size)


def _papers(
    name: str, make: Callable[[dict[str, Any], str | None], PaperRecord], unknown: str
) -> Kind[PaperRecord]:
    if unknown not in {"keep", "drop"}:
        raise ValueError(f"unknown is keep or drop, not {unknown!r}")
    keeps_unknown = unknown == "keep"

    def write(
        tx: "Transaction", entries: Sequence[Entry[PaperRecord]], account: Account, run: str
    ) -> None:
        write_papers(tx, entries, account, run, keeps_unknown=keeps_unknown)

    return Kind(
        name=name,
        key=papers.KEY,
        make=make,
        write=write,
        finish=None if keeps_unknown else _drop_unknown,
        options={"unknown": unknown},
    )


def _drop_unknown(db: "Database", run: str) -> None:
    db.rows("load/unknown_drop", run=run)
    db.rows("load/unknown_prune")
