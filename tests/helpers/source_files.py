"""Files as each source of ``docs/sources`` gives them, for the blocks of its page."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from helpers import exports
from helpers.bibliography_files import LIBRARY

_TABLES: Final = {
    "scopus.csv": exports.scopus(),
    "savedrecs.txt": exports.wos_text(),
    "dimensions.csv": exports.dimensions(),
    "lens-export.csv": exports.lens(),
}
FILES: Final[Mapping[str, Mapping[str, bytes]]] = {
    "sources/databases": _TABLES,
    "sources/reference-managers": {"library.bib": LIBRARY.encode()},
}
"""By page, the files by their names."""


def put(page: str, folder: Path) -> None:
    """Put the files of a page into a folder; other pages have none."""
    for name, content in FILES.get(page, {}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
