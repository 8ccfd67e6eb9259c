"""The loads of files that bring papers, as functions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from scinet.graph.load.batch import Account, Entry
from scinet.graph.load.papers import write_papers
from scinet.graph.load.report import LoadReport
from scinet.graph.load.run import How, Load, LoadKind
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
    **how: Unpack[How],
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
        how: As in :class:`scinet.graph.load.run.How`.

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
    return Load(db, kind, source, **how).run(paths)


def load_openalex(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = openalex.SOURCE,
    unknown: str = "keep",
    **how: Unpack[How],
) -> LoadReport:
    """Load works of OpenAlex as they are published.

    Args:
        db: The graph.
        paths: As in :func:`load_records`; a folder may hold folders ``updated_date=…``.
        source: Prefix of all ids, None to store them bare.
        unknown: As in :func:`load_records`.
        how: As in :func:`load_records`.

    Returns:
        The account.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in :func:`load_records`.
    """
    kind = _papers("openalex", openalex.openalex_record, unknown, _WORKS_PER_BATCH)
    return Load(db, kind, source, **how).run(paths)


def load_prescience(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = prescience.SOURCE,
    unknown: str = "keep",
    **how: Unpack[How],
) -> LoadReport:
    """Load PreScience's paper rows; the rows of one paper in all files become one record.

    Args:
        db: The graph.
        paths: Parquet, JSON or JSON lines; give all files at once.
        source: Prefix of all ids, None to store them bare.
        unknown: As in :func:`load_records`.
        how: As in :func:`load_records`.

    Returns:
        The account; rows that were put together with another count as merged.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in :func:`load_records`.
    """
    kind = replace(
        _papers("prescience", prescience.prescience_record, unknown),
        key=prescience.KEY,
        lines=prescience.papers,
    )
    return Load(db, kind, source, **how).run(paths)


def load_sciencemeter(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = sciencemeter.SOURCE,
    unknown: str = "keep",
    **how: Unpack[How],
) -> LoadReport:
    """Load the papers of ScienceMeter's triplets; their claims are loaded by :func:`load_claims`.

    Args:
        db: The graph.
        paths: JSON lists or JSON lines of triplets; give all files at once.
        source: Prefix of all ids, None to store them bare.
        unknown: As in :func:`load_records`.
        how: As in :func:`load_records`.

    Returns:
        The account; a paper of several triplets counts as merged from the second on.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in :func:`load_records`.
    """
    kind = replace(
        _papers("sciencemeter", papers.paper_record, unknown),
        key=sciencemeter.KEY,
        lines=sciencemeter.papers,
    )
    return Load(db, kind, source, **how).run(paths)


def _papers(
    name: str,
    make: Callable[[dict[str, Any], str | None], PaperRecord],
    unknown: str,
    batch_size: int = _RECORDS_PER_BATCH,
) -> LoadKind[PaperRecord]:
    if unknown not in {"keep", "drop"}:
        raise ValueError(f"unknown is keep or drop, not {unknown!r}")
    keeps_unknown = unknown == "keep"

    def write(
        tx: "Transaction", entries: Sequence[Entry[PaperRecord]], account: Account, run: str
    ) -> None:
        write_papers(tx, entries, account, run, keeps_unknown=keeps_unknown)

    return LoadKind(
        name=name,
        key=papers.KEY,
        make=make,
        write=write,
        options={"unknown": unknown},
        batch_size=batch_size,
        finish=None if keeps_unknown else _drop_unknown,
    )


def _drop_unknown(db: "Database", run: str) -> None:
    db.rows("load/unknown_drop", run=run)
    db.rows("load/unknown_prune")
