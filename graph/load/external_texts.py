"""Storage of texts: in the graph, or in files that the graph refers to."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from scinet.errors import DataError, StorageError
from scinet.graph.db import text_shards
from scinet.graph.db.text_references import folder_of
from scinet.graph.schema.records import FulltextRecord, PaperRecord, Record

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

CHOICES: Final = ("inside", "external")
INSIDE: Final[Mapping[str, str]] = {}
"""References of texts when all stand in the graph."""
R = TypeVar("R", bound=Record)


def choose_text_folder(
    db: "Database",
    text: str | None,
    folder: Path | None,
    default: Path | None,
    *,
    is_for_another: bool = False,
) -> Path | None:
    """Return the folder for the texts of a load, None for the graph; all loads of a graph agree.

    Args:
        text: ``inside`` or ``external``; None as in the graph, else inside.
        folder: Folder of external texts; ``default`` when None.
        is_for_another: Whether the load goes into another graph, which is empty.

    Raises:
        DataError: If the graph keeps its texts in another way, or in another folder.
        StorageError: If the graph's text folder does not exist.
    """
    if folder is not None and text != "external":
        raise DataError("--text-folder is for texts outside the graph", hint="Add --text external.")
    loads = [] if is_for_another else db.rows("admin/loads")
    if any(row["kind"] != "remove" for row in loads):
        return _reuse_text_folder(db, text, folder)
    if text != "external":
        return None
    new = folder or db.text_folder or default
    if new is None:
        raise DataError("no folder for texts outside the graph", hint="Name one: --text-folder.")
    try:
        new.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"the folder for texts cannot be made: {error.strerror or error} ({new})",
            hint="Name another one with --text-folder.",
        ) from error
    return new.absolute()


def _reuse_text_folder(db: "Database", text: str | None, folder: Path | None) -> Path | None:
    current = folder_of(db)
    if text is not None and (text == "external") != (current is not None):
        stands = "in the graph" if current is None else f"outside it, in {current}"
        raise DataError(
            f"the texts of this graph stand {stands}",
            hint="Leave --text out, or load everything anew into an empty graph.",
        )
    if current is None:
        return None
    if folder is not None and folder.absolute() != current.absolute():
        raise DataError(
            f"the texts of this graph stand in {current}",
            hint="Leave --text-folder out; a folder that was moved is named in SCINET_TEXT_FOLDER.",
        )
    if not current.is_dir():
        raise StorageError(
            f"the texts of this graph stand outside it, in {current}, which is not there",
            hint="Bring it back, or name the folder's new place in SCINET_TEXT_FOLDER.",
        )
    return current.absolute()


def write_texts(folder: Path | None, records: Iterable[Record]) -> Mapping[str, str]:
    """Write the texts of a batch outside the graph; return their references."""
    if folder is None:
        return INSIDE
    return text_shards.write_texts(
        folder, [row for record in records for row in _texts(record) if row[1]]
    )


def _texts(record: Record) -> Iterator[tuple[str, str]]:
    if isinstance(record, PaperRecord):
        yield record.id, record.abstract or ""
    elif isinstance(record, FulltextRecord):
        for position, paragraph in enumerate(record.paragraphs):
            yield f"{record.id}#{position}", paragraph.text


def stored_text(text: str | None, outside: Mapping[str, str]) -> str | None:
    """Return the text or its reference, as stored in the graph."""
    return outside.get(text, text) if text else text


def replace_texts(record: R, outside: Mapping[str, str]) -> R:
    """Return a record with its texts replaced by references."""
    if not outside:
        return record
    if isinstance(record, PaperRecord):
        return replace(record, abstract=stored_text(record.abstract, outside))
    if isinstance(record, FulltextRecord):
        paragraphs = (
            replace(paragraph, text=outside.get(paragraph.text, paragraph.text))
            for paragraph in record.paragraphs
        )
        return replace(record, paragraphs=tuple(paragraphs))
    return record
