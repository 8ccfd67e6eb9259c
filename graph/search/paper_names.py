"""Display names of papers: year, title and authors."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row

_LONGEST: Final = 500
_ROUNDS: Final = 4  # of escaping by a source
_TAG: Final = re.compile(
    r"</?(?:su[bp]|[biu]|em|strong|italic|bold|sc|scp|tt|small|span|inf|inline-formula|tex-math"
    r"|alternatives|math|(?:mml|jats|m):[a-z]+)(?:\s[^<>]*)?/?>|(<br\s*/?>)",
    re.IGNORECASE,
)


def add_names(database: "Database", rows: "Sequence[Row]") -> "list[Row]":
    """Add missing year, title and authors to rows on papers, which may be unknown."""
    ids = list({row["paper_id"] for row in rows})
    names = {row["paper_id"]: row for row in database.rows("identify/paper_names", ids=ids)}
    return [row | _missing_names(row, names.get(row["paper_id"], {})) for row in rows]


def find_papers(database: "Database", rows: "Iterable[Row]", most: int = 500) -> list[str]:
    """Return ids of papers that occur in rows, in any column or list, in order."""
    texts = list(dict.fromkeys(text for row in rows for text in _texts(row)))
    paper_ids = {row["paper_id"] for row in database.rows("identify/paper_names", ids=texts)}
    return [text for text in texts if text in paper_ids][:most]


def short_authors(authors: Sequence[str]) -> str:
    """Return authors as in a citation, without HTML: one, two, or the first and et al."""
    authors = [strip_markup(author) for author in authors[:3]]
    return ", ".join(authors) if len(authors) < 3 else f"{authors[0]} et al."


def strip_markup(text: str) -> str:
    """Remove markup from a name or title: Sch&auml;fer is Schäfer, CH<sub>4</sub> CH4.

    Only tags of typography and formulas are removed; other text in angle brackets stays.
    """
    for _ in range(_ROUNDS):
        text = unescape(text)
    return " ".join(_TAG.sub(lambda tag: " " * bool(tag[1]), text).split())


def _missing_names(row: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if "date" not in row and "year" not in row:
        columns["year"] = names.get("year")
    if "title" not in row:
        columns["title"] = names.get("title")
    if "authors" not in row:
        columns["authors"] = short_authors(names.get("authors", ()))
    return columns


def _texts(value: Any) -> Iterator[str]:
    """Yield texts that may be ids, at any depth."""
    if isinstance(value, str):
        if 0 < len(value) < _LONGEST:
            yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
