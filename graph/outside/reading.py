"""The one way from references to texts: what the database answers is filled in as it is read."""

import json
import logging
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.outside import shards

if TYPE_CHECKING:
    from scinet.graph.connection import Database

OPTION: Final = "text_folder"
"""What the journal calls the folder among the options of a load."""
_LOG: Final = logging.getLogger(__name__)
_NAMES_TEXT: Final = re.compile(r"\babstract\b|\btext\b|\bpaper_text\b")


def folder_of(db: "Database") -> Path | None:
    """Where texts of the graph stand; None when they stand in the graph.

    That is the folder which the latest load names, or the one which a setting names in its place.
    """
    for row in db.rows("admin/text_folder"):
        return db.text_folder or Path(json.loads(row["options"])[OPTION])
    return None


def filled(
    db: "Database", rows: Iterable[dict[str, Any]], columns: Collection[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Rows of an answer with the texts themselves.

    Args:
        columns: Those that may hold texts; all when None.
    """
    folder: Path | None = None
    asked = False
    for row in rows:
        chosen = {name: row[name] for name in (row if columns is None else columns)}
        references: set[str] = set()
        _collect(list(chosen.values()), references)
        if not references:
            yield row
            continue
        if not asked:
            folder, asked = folder_of(db), True
        if folder is None:  # a text that only looks like one
            yield row
            continue
        texts = shards.get(folder, references)
        yield row | {name: _filled(value, texts) for name, value in chosen.items()}


def unsearched(db: "Database") -> str:
    """That a statement did not search abstracts, where they stand outside; else nothing."""
    if (folder := folder_of(db)) is None:
        return ""
    return f"abstracts stand outside the graph ({folder}) and are not searched: titles alone are"


def unseen(db: "Database", statement: str) -> str:
    """What a user's statement does not see, where it names texts and they stand outside."""
    if not _NAMES_TEXT.search(statement) or folder_of(db) is None:
        return ""
    return (
        "abstracts and paragraphs stand outside the graph: they are in the answer where the "
        "statement returns them, but it cannot search, compare or measure them"
    )


def warn(said: str) -> None:
    """Log one of these, if it says something."""
    if said:
        _LOG.warning("%s", said)


def _collect(values: Iterable[Any], found: set[str]) -> None:
    for one in values:
        if isinstance(one, str):
            if one.startswith(shards.MARK):
                found.add(one)
        elif isinstance(one, list):
            _collect(one, found)
        elif isinstance(one, dict):
            _collect(one.values(), found)


def _filled(value: Any, texts: dict[str, str]) -> Any:
    if isinstance(value, str):
        return texts.get(value, value)
    if isinstance(value, list):
        return [_filled(one, texts) for one in value]
    if isinstance(value, dict):
        return {name: _filled(one, texts) for name, one in value.items()}
    return value
