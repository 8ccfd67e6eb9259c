"""Resolution of text references in the rows of answers."""

import json
import logging
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.db import text_shards

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

OPTION: Final = "text_folder"
"""Name of the folder among a load's options in the journal."""
_LOG: Final = logging.getLogger(__name__)
_NAMES_TEXT: Final = re.compile(r"\babstract\b|\btext\b|\bpaper_text\b")


def folder_of(db: "Database") -> Path | None:
    """Return the folder of external texts; None when they stand in the graph.

    It is the folder of the latest load, unless a setting replaces it.
    """
    for row in db.rows("admin/text_folder"):
        return db.text_folder or Path(json.loads(row["options"])[OPTION])
    return None


def fill_texts(
    db: "Database", rows: Iterable[dict[str, Any]], columns: Collection[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield rows with references replaced by texts.

    Args:
        columns: Columns that may hold texts; all when None.
    """
    folder: Path | None = None
    is_folder_known = False
    for row in rows:
        selected = {name: row[name] for name in (row if columns is None else columns)}
        references: set[str] = set()
        _collect_references(list(selected.values()), references)
        if not references:
            yield row
            continue
        if not is_folder_known:
            folder, is_folder_known = folder_of(db), True
        if folder is None:  # a text that resembles a reference
            yield row
            continue
        texts = text_shards.read_texts(folder, references)
        yield row | {name: _fill_value(value, texts) for name, value in selected.items()}


def unsearched_note(db: "Database") -> str:
    """Return the note that external abstracts were not searched; empty if they are inside."""
    if (folder := folder_of(db)) is None:
        return ""
    return f"abstracts stand outside the graph ({folder}) and are not searched: titles alone are"


def unseen_note(db: "Database", statement: str) -> str:
    """Return the note that a user's statement cannot see external texts, if it names any."""
    if not _NAMES_TEXT.search(statement) or folder_of(db) is None:
        return ""
    return (
        "abstracts and paragraphs stand outside the graph: they are in the answer where the "
        "statement returns them, but it cannot search, compare or measure them"
    )


def warn_note(message: str) -> None:
    """Log a note unless empty."""
    if message:
        _LOG.warning("%s", message)


def _collect_references(values: Iterable[Any], references: set[str]) -> None:
    for item in values:
        if isinstance(item, str):
            if item.startswith(text_shards.MARK):
                references.add(item)
        elif isinstance(item, list):
            _collect_references(item, references)
        elif isinstance(item, dict):
            _collect_references(item.values(), references)


def _fill_value(value: Any, texts: dict[str, str]) -> Any:
    if isinstance(value, str):
        return texts.get(value, value)
    if isinstance(value, list):
        return [_fill_value(item, texts) for item in value]
    if isinstance(value, dict):
        return {name: _fill_value(item, texts) for name, item in value.items()}
    return value
