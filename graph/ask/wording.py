"""Descriptions of readings in one line."""

from collections.abc import Mapping, Sequence
from typing import Final

from scinet.graph.ask.intents import default_classifier
from scinet.graph.ask.kinds import AUTHOR_KINDS, FIELD_KINDS, OVERALL_KIND, Kind, base_kind
from scinet.graph.ask.limits import extract_limits
from scinet.graph.ask.readings import QuestionReading
from scinet.graph.ask.words import word_texts

_SENTENCES: Final[Mapping[Kind, str]] = {
    "disruptive": "the most disruptive papers in {}",
    "novel": "the most novel papers in {}",
    "most-cited": "the most cited papers in {}",
    "authors": "the people whose papers in {} are cited most",
    "per-year": "papers in {} by year",
    "citing": "papers that cite {}",
    "references": "papers that {} cites",
    "co-mentioned": "papers mentioned in one paragraph with {}",
    "similar": "papers similar to {}",
    "papers-of": "papers of {}",
    "coauthors": "co-authors of {}",
    "path": "how {} led to {}",
    "author-path": "how {} and {} are connected by people who wrote papers together",
}
_OPINIONS: Final = {
    None: "",
    "neutral": " without an opinion",
    "positive": " with approval",
    "negative": " with criticism",
}
_OVERALL: Final = "the most cited papers of all fields"
_MAX_OTHERS: Final = 3  # other candidates of a name to list
_SURE_PROBABILITY: Final = 0.75  # of a kind, for missing arguments to be reported
_UNKNOWN_SENTENCE: Final = (
    "no kind of question that is known: searched by its words (known are such as “most cited "
    "papers on FIELD”, “who cites TITLE”, “papers of NAME on FIELD”: `scinet ask --help`)"
)


def describe_reading(reading: QuestionReading) -> str:
    """Describe a reading in one line."""
    if reading.kind == "other":
        return _UNKNOWN_SENTENCE
    named = [f"“{name}”" for name in reading.names]
    if word_texts(reading.written) != word_texts(" ".join(reading.names[-1:])) and reading.written:
        named[-1] += f" (read from “{reading.written}”)"
    for place, ids in enumerate(reading.ids):
        named[place] += _format_ambiguity(ids)
    sentence = _SENTENCES[reading.kind].format(*named) if named else _OVERALL
    if reading.kind == "papers-of" and len(named) > 1:
        sentence += f" on {named[1]}"
    sentence += _OPINIONS[reading.polarity]
    limits = reading.limits
    sentence += _format_years(limits.since, limits.until)
    sentence += f", {limits.count} at most" if limits.count else ""
    unused = [f"“{part}”" for part in (reading.unused, limits.relative) if part]
    if not unused:
        return sentence
    return (
        f"{sentence}; {' and '.join(unused)} {'is' if len(unused) == 1 else 'are'} not part of that"
    )


def _format_years(since: int | None, until: int | None) -> str:
    if since is None and until is None:
        return ""
    if since == until:
        return f", published in {since}"
    limits = (("since", since), ("until", until))
    return f", published {' '.join(f'{name} {year}' for name, year in limits if year is not None)}"


def _format_ambiguity(ids: Sequence[str]) -> str:
    """Format the candidates of a name: the one taken, and some others."""
    if len(ids) < 2:
        return ""
    others = ids[1 : 1 + _MAX_OTHERS]
    more = len(ids) - 1 - len(others)
    listed = f"{', '.join(others)} and {more} more" if more else " or ".join(others)
    return f" ({ids[0]}; it may also mean {listed})"


def explain_text_search(text: str, unread: str = "") -> str:
    """Explain in one line why a question is searched by its words.

    Args:
        unread: Its words on years that no first and last year can express.
    """
    if unread:
        return f"“{unread}” is not a span of years that can be asked for: searched by its words"
    likely = default_classifier().probabilities(extract_limits(text)[0])
    learned = max(likely, key=lambda kind_name: likely[kind_name])
    kind = base_kind(learned)
    if kind == "other" or learned == OVERALL_KIND or likely[learned] < _SURE_PROBABILITY:
        return _UNKNOWN_SENTENCE
    sort = "field" if kind in FIELD_KINDS else "author" if kind in AUTHOR_KINDS else "paper"
    sentence = _SENTENCES[kind].format("…", "…")
    return f"{sentence}, with no {sort} that is recognised: searched by its words"
