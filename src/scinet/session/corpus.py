"""The files of a corpus folder."""

from pathlib import Path
from typing import Final

from scinet.errors import DataError

_KINDS: Final = {
    "papers": "papers, citations and authors",
    "fulltext": "full text, mentions and co-mentions",
}


def corpus_files(corpus: Path) -> dict[str, list[str | Path]]:
    """``papers.jsonl`` and ``fulltext.jsonl``, plain or compressed, by what they hold.

    Raises:
        DataError: If there are no papers.
    """
    files_by_kind: dict[str, list[str | Path]] = {}
    for name, what in _KINDS.items():
        places = (corpus / f"{name}.jsonl", corpus / f"{name}.jsonl.gz")
        if files := [file for file in places if file.exists()]:
            files_by_kind[what] = [*files]
        elif name == "papers":
            raise DataError(
                f"no papers.jsonl or papers.jsonl.gz ({corpus})",
                hint="docs/load.md shows what such a file holds.",
            )
    return files_by_kind
