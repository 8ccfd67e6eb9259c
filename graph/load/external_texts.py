"""Where a load keeps texts: in the graph, or in files with references to them in the graph."""

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
"""No text has a reference."""
R = TypeVar("R", bound=Record)


def choose_text_folder(
    db: "Database",
    text: str | None,
    folder: Path | None,
    default: Path | None,
    *,
    is_for_another: bool = False,
) -> Path | None:
    """The folder for the texts of a load, None for the graph; all loads of a graph do the same.

    Args:
        text: ``inside`` or ``external``; as the graph has them, else inside, when None.
        folder: Of external texts; ``default`` when None.
        is_for_another: Whether the load goes into another graph, which is empty.

    Raises:
        DataError: If the graph keeps its texts in another way, or in another folder.
        StorageError: If the folder that the graph names is not there.
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
    there = folder_of(db)
    if text is not None and (text == "external") != (there is not None):
        stands = "in the graph" if there is None else f"outside it, in {there}"
        raise DataError(
            f"the texts of this graph stand {stands}",
            hint="Leave --text out, or load everything anew into an empty graph.",
        )
    if there is None:
        return None
    if folder is not None and folder.absolute() != there.absolute():
        raise DataError(
            f"the texts of this graph stand in {there}",
            hint="Leave --text-folder out; a folder that was moved is named in SCINET_TEXT_FOLDER.",
        )
    if not there.is_dir():
        raise StorageError(
            f"the texts of this graph stand outside it, in {there}, which is not there",
            hint="Bring it back, or name the folder's new place in SCINET_TEXT_FOLDER.",
        )
    return there.absolute()


def write_texts(folder: Path | None, records: Iterable[Record]) -> Mapping[str, str]:
    """Write the texts of records of one batch outside the graph; the reference of each."""
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
    """What the graph holds in the place of a text."""
    return outside.get(text, text) if text else text


def replace_texts(record: R, outside: Mapping[str, str]) -> R:
    """A record with references in the place of its texts."""
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
