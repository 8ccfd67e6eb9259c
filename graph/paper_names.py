"""What people know a paper by: year, title and authors."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Row

_LONGEST: Final = 500
_ROUNDS: Final = 4  # how often a source may have escaped what was escaped
_TAG: Final = re.compile(
    r"</?(?:su[bp]|[biu]|em|strong|italic|bold|sc|scp|tt|small|span|inf|inline-formula|tex-math"
    r"|alternatives|math|(?:mml|jats|m):[a-z]+)(?:\s[^<>]*)?/?>|(<br\s*/?>)",
    re.IGNORECASE,
)


def named(database: "Database", rows: "Sequence[Row]") -> "list[Row]":
    """Rows on papers, which may be unknown, with what they lack of year, title and authors."""
    ids = list({row["paper_id"] for row in rows})
    known = {row["paper_id"]: row for row in database.rows("identify/paper_names", ids=ids)}
    return [row | _missing(row, known.get(row["paper_id"], {})) for row in rows]


def mentioned(database: "Database", rows: "Iterable[Row]", most: int = 500) -> list[str]:
    """Ids of papers that stand in rows, in any column or list, in order.

    Args:
        most: Ids at most; what comes later is passed over.
    """
    texts = list(dict.fromkeys(text for row in rows for text in _texts(row)))
    known = {row["paper_id"] for row in database.rows("identify/paper_names", ids=texts)}
    return [text for text in texts if text in known][:most]


def short(authors: Sequence[str]) -> str:
    """Authors as a citation names them, without HTML: one, two, or the first and et al."""
    authors = [plain(one) for one in authors[:3]]
    return ", ".join(authors) if len(authors) < 3 else f"{authors[0]} et al."


def plain(text: str) -> str:
    """A name or title without the markup of a source: Sch&auml;fer is Schäfer, CH<sub>4</sub> CH4.

    What is in angle brackets stays unless it is a tag of type or of formulas.
    """
    for _ in range(_ROUNDS):
        text = unescape(text)
    return " ".join(_TAG.sub(lambda tag: " " * bool(tag[1]), text).split())


def _missing(row: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if "date" not in row and "year" not in row:
        columns["year"] = known.get("year")
    if "title" not in row:
        columns["title"] = known.get("title")
    if "authors" not in row:
        columns["authors"] = short(known.get("authors", ()))
    return columns


def _texts(value: Any) -> Iterator[str]:
    """Texts that may be ids, at any depth."""
    if isinstance(value, str):
        if 0 < len(value) < _LONGEST:
            yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
