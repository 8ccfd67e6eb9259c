"""Kinds of questions, with their arguments and statements."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast

Kind: TypeAlias = Literal[
    "disruptive", "novel", "most-cited", "authors", "per-year", "citing", "references",
    "co-mentioned", "path", "similar", "papers-of", "coauthors", "author-path", "other",
]  # fmt: skip
Polarity: TypeAlias = Literal["positive", "negative", "neutral"]

FIELD_KINDS: Final = ("disruptive", "most-cited", "novel", "authors", "per-year")
AUTHOR_KINDS: Final = ("papers-of", "coauthors", "author-path")

# Some kinds are learned from several files of phrases.
CITING_POLARITIES: Final[Mapping[str, Polarity | None]] = {
    "citing": None,
    "citing-positive": "positive",
    "citing-negative": "negative",
    "citing-neutral": "neutral",
}
PAPER_KINDS: Final = (*CITING_POLARITIES, "references", "co-mentioned", "similar")
SINGLE_AUTHOR_KINDS: Final = ("papers-of", "coauthors")
OVERALL_KIND: Final = "most-cited-overall"  # the most cited papers, of no field
AUTHOR_FIELD_KIND: Final = "papers-on"  # papers of an author on a field
_BASE_KINDS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(CITING_POLARITIES, "citing"),
    OVERALL_KIND: "most-cited",
    AUTHOR_FIELD_KIND: "papers-of",
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
EXAMPLES: Final = (
    "the five most cited papers on FIELD since 2010",
    "the most disruptive papers on FIELD",
    "the most novel papers on FIELD",
    "who are the most cited people in FIELD?",
    "how many papers on FIELD per year?",
    "which paper has the most citations overall?",
    "who cites TITLE with criticism?",
    "what does TITLE cite?",
    "what is mentioned together with TITLE?",
    "papers similar to TITLE",
    "how did TITLE lead to TITLE?",
    "papers of NAME",
    "papers of NAME on FIELD",
    "with whom has NAME published?",
    "how are NAME and NAME connected?",
)


def base_kind(learned: str) -> Kind:
    """Return the kind of a file of phrases."""
    return _BASE_KINDS[learned] if learned in _BASE_KINDS else cast(Kind, learned)
