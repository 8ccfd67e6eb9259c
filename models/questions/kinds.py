"""Kinds of questions: what may be asked for, of which names, by which statement."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal[
    "disruptive", "novel", "most-cited", "authors", "per-year", "citing", "references",
    "co-mentioned", "path", "similar", "papers-of", "coauthors", "author-path", "other",
]  # fmt: skip
Polarity: TypeAlias = Literal["positive", "negative", "neutral"]

FIELD_KINDS: Final = ("disruptive", "most-cited", "novel", "authors", "per-year")
AUTHOR_KINDS: Final = ("papers-of", "coauthors", "author-path")

# Some kinds are learned from several files of phrases.
CITING: Final[Mapping[str, Polarity | None]] = {
    "citing": None,
    "citing-positive": "positive",
    "citing-negative": "negative",
    "citing-neutral": "neutral",
}
OF_PAPER: Final = (*CITING, "references", "co-mentioned", "similar")
OF_AUTHOR: Final = ("papers-of", "coauthors")
OVERALL: Final = "most-cited-overall"  # the most cited papers, of no field
ON_FIELD: Final = "papers-on"  # papers of an author on a field
_BASES: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(CITING, "citing"),
    OVERALL: "most-cited",
    ON_FIELD: "papers-of",
}

STATEMENTS: Final[Mapping[Kind, str]] = {
    "disruptive": "field/most_disruptive",
    "novel": "field/papers",
    "most-cited": "field/most_cited",
    "authors": "field/authors",
    "per-year": "field/papers_by_year",
    "citing": "pair/citing",
    "references": "ego/references",
    "co-mentioned": "pair/mentioned_with",
    "similar": "ranking/similar",
    "papers-of": "lookup/author_papers",
    "coauthors": "ego/co_authors",
    "path": "path/shortest",
    "author-path": "path/author_distance",
    "other": "lookup/text",
}


def base(learned: str) -> Kind:
    """The kind of a file of phrases."""
    return _BASES.get(learned, learned)  # type: ignore[return-value]
