"""The loads of what stands beside papers whose records are loaded: texts, counts, claims."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Unpack

from scinet.graph.load import journal
from scinet.graph.load.claims import write_claims
from scinet.graph.load.counts import write_counts
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.report import LoadReport
from scinet.graph.load.run import How, Load, LoadKind
from scinet.graph.load.scipaths import write_pathways
from scinet.graph.sources import claims, counts, fulltext, sciencemeter, scipaths

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_ROWS_PER_BATCH: Final = 2_500
_TEXTS_PER_BATCH: Final = 100
_PATHWAYS_PER_BATCH: Final = 500


def load_fulltext(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = None,
    **how: Unpack[How],
) -> LoadReport:
    """Load paragraphs and mentions of papers whose records are loaded.

    Args:
        db: The graph.
        paths: As in :func:`scinet.graph.load.load_records`.
        source: Prefix of all ids, the one that the records were loaded with.
        how: As in :func:`scinet.graph.load.load_records`.

    Returns:
        The account.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in ``load_records``.
    """
    kind = LoadKind(
        name="fulltext",
        key=fulltext.KEY,
        make=fulltext.fulltext_record,
        write=write_fulltext,
        options={"records": _loaded_papers(db)},
        batch_size=_TEXTS_PER_BATCH,
    )
    return Load(db, kind, source, **how).run(paths)


def load_counts(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = None,
    table: counts.Table | None = None,
    **how: Unpack[How],
) -> LoadReport:
    """Load counts that were read on a day, of papers or of what they released.

    Of several readings the latest stays.

    Args:
        db: The graph, with the papers that are counted or that released what is counted.
        paths: CSV tables (``.csv``); else as in :func:`scinet.graph.load.load_records`.
        source: Prefix of ids of papers, the one that the records were loaded with.
        table: How the tables name the fields; by the fields' own names when not given.
        how: As in :func:`scinet.graph.load.load_records`.

    Returns:
        The account.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in ``load_records``.
    """
    kind = LoadKind(
        name="counts",
        key=counts.KEY,
        make=counts.count_record,
        write=write_counts,
        options={"records": _loaded_papers(db)},
        batch_size=_ROWS_PER_BATCH,
        table=(table or counts.Table({})).as_lines,
    )
    return Load(db, kind, source, **how).run(paths)


def load_pathways(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = scipaths.SOURCE,
    **how: Unpack[How],
) -> LoadReport:
    """Load contributions with what enabled them, as SciPaths releases them.

    Papers are those whose records are loaded; the same command after further records adds those
    that were unknown.

    Args:
        db: The graph.
        paths: JSON lists of claims, or the same as JSON lines.
        source: Prefix of the ids of claims, None to keep them as given.
        how: As in :func:`scinet.graph.load.load_records`.

    Returns:
        The account.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in ``load_records``.
    """
    kind = LoadKind(
        name="pathways",
        key=scipaths.KEY,
        make=scipaths.pathway_record,
        write=write_pathways,
        options={"records": _loaded_papers(db)},
        batch_size=_PATHWAYS_PER_BATCH,
        lines=scipaths.claims,
    )
    return Load(db, kind, source, **how).run(paths)


def load_claims(
    db: "Database",
    paths: Iterable[Path | str],
    *,
    source: str | None = None,
    **how: Unpack[How],
) -> LoadReport:
    """Load claims about papers whose records are loaded.

    Args:
        db: The graph, with the papers.
        paths: Files of claims, one per line, or of ScienceMeter's triplets.
        source: Prefix of the ids of papers, the one that the records were loaded with.
        how: As in :func:`scinet.graph.load.load_records`.

    Returns:
        The account, in claims: a triplet has six.

    Raises:
        DataError, SchemaError, StorageError, ValueError: As in ``load_records``.
    """
    kind = LoadKind(
        name="claims",
        key=claims.KEY,
        make=claims.claim_record,
        write=write_claims,
        options={"records": _loaded_papers(db)},
        batch_size=_ROWS_PER_BATCH,
        lines=sciencemeter.claims,
    )
    return Load(db, kind, source, **how).run(paths)


def _loaded_papers(db: "Database") -> list[str]:
    """Loads of papers that came to their end: what was unknown before is asked for again."""
    return sorted(
        row["run"]
        for row in db.rows("admin/loads")
        if row["kind"] in journal.PAPER_KINDS and row["finished_at"] is not None
    )
