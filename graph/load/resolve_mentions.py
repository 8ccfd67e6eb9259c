"""Resolution of documents to papers, by any name in a loaded record.

Records of one paper may have different names. Any of them counts, so that the resolution depends
neither on which record stays nor on the order of loading.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.schema.records import DocumentRecord

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_NAMES: Final = ("id", "doi", "arxiv_id", "acl_id", "pmid", "openalex_id", "s2_id")


def resolve_mentions(
    tx: "Transaction", records: Iterable[DocumentRecord]
) -> dict[tuple[Any, ...], dict[str, tuple[str, ...]]]:
    """Return the papers of documents, each with the names that match, by :func:`stated_names`.

    A paper found by its id has no names here.
    """
    by_name = {stated_names(record): record for record in records}
    matches: dict[tuple[Any, ...], dict[str, tuple[str, ...]]] = {key: {} for key in by_name}
    keys = list(by_name)
    rows, titled = [], []
    for number, record in enumerate(by_name.values()):
        if record.papers:
            stated = {name: [v for own, v in record.papers if own == name] for name in _NAMES}
            rows.append({"key": number, **stated})
        else:
            titled.append({"key": number, "title": record.paper_title})
    answers = tx.rows("load/document_papers", rows=rows)
    if titled:
        answers = [*answers, *tx.rows("load/document_titles", rows=titled)]
    for row in answers:
        matches[keys[row["key"]]] = {paper: tuple(sorted(names)) for paper, names in row["papers"]}
    return matches


def stated_names(record: DocumentRecord) -> tuple[Any, ...]:
    """Return the names of papers as stated in a document."""
    return record.papers, record.paper_title


def display_name(record: DocumentRecord) -> str:
    """Return the name of a document's paper for messages."""
    names = [value for _, value in record.papers] or [str(record.paper_title)]
    return repr(names[0])[:100] + (", …" if len(names) > 1 else "")
