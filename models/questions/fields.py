"""The stretch of a question that names a field: words that titles use and questions do not.

How likely a word is in titles of the graph is weighed against how likely it is in the phrases
that questions are made of; the stretch with the largest sum of logarithms of that ratio is the
field. What stands before and after fields in the phrases counts too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import log
from typing import Final

from scinet.graph.printed_names import spelled_as
from scinet.models.questions import phrases
from scinet.models.questions.intents import trained
from scinet.models.questions.kinds import FIELD_KINDS
from scinet.models.questions.names import SMALL, Lexicon, Mention
from scinet.models.questions.terms import TERM, worth
from scinet.models.questions.usage import Usage
from scinet.models.questions.words import SLOT, Spelling, Word, texts, words

_LONGEST: Final = 7  # words of a field
_EDGE: Final = 0.8  # weight of the words around a field
_CAPITALS: Final = 2.5  # what speaks for a word in capitals, as abbreviations are
_CUT: Final = 2.0  # weight of what speaks against parting words that titles join
_STRANGERS: Final = 3.0  # what speaks against joining words that no title joins
_STRANGE: Final = (1e-6, 2e-4)  # how likely titles have a word, and one that nobody has used
_JOINED: Final = 5  # titles with a word, for what it stands next to to count
_TITLE: Final = 8  # words of a title
_NOT_WITHIN: Final = frozenset(',;:?!/()"“”\n')
_GENERAL: Final = frozenset(
    {"approach", "approaches", "area", "average", "branch", "difference", "domain", "field"}
    | {"literature", "page", "pages", "paper", "papers", "project", "publications", "research"}
    | {"science", "scope", "studies", "subfield", "subject", "topic", "work", "works", "written"}
)
# Words that alone are no field: what the whole of the graph is called, and where papers come from.
_NO_FIELD: Final = frozenset(
    {"anthology", "areas", "collection", "countries", "country", "database", "disciplines"}
    | {"fields", "institution", "institutions", "journal", "journals", "network", "subjects"}
    | {"topic", "topics", "universities", "university"}
)
_WRITINGS: Final = frozenset(
    {
        "approach",
        "approaches",
        "article",
        "articles",
        "literature",
        "method",
        "methods",
        "paper",
        "papers",
        "publication",
        "publications",
    }
    | {"research", "studies", "study", "technique"}
    | {"techniques", "work", "works"}
)
_PAPERS: Final = Spelling(["papers", "articles", "publications"])
_ABOUT: Final = frozenset(
    {"about", "at", "by", "concerning", "dealing", "for", "from", "in", "of", "on", "that", "to"}
    | {"with"}
)
# Words of sentences that stand in no field.
_OUTER: Final = frozenset(
    {"across", "among", "amongst", "beyond", "during", "throughout", "whatever", "within"}
    | {"are", "been", "being", "did", "do", "does", "has", "have", "his", "her", "is", "it", "its"}
    | {
        "me",
        "my",
        "others",
        "she",
        "than",
        "that",
        "the",
        "their",
        "them",
        "they",
        "this",
        "was",
        "were",
    }
    | {"what", "which", "who", "whom", "whose", "you", "your", "he", "i", "we"}
)
_HYPHENS: Final = frozenset("-‐‑")  # noqa: RUF001
_SUFFIXES: Final = frozenset({"based", "like", "oriented", "related", "style", "specific"})
_PERSON: Final = 7.0  # what speaks against words that are written as a name of a person is
_WITHIN: Final = 2.0  # what speaks against a part of a longer term that is nearly as likely
_LIKELIEST: Final = 8  # stretches of which is asked whether titles have them
_INNER: Final = SMALL | {"and", "with", "to", "the"}


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch that may be a field, from its first to after its last character, and its score."""

    start: int
    end: int
    score: float


@cache
def frames() -> tuple[Usage, Counter[str], Counter[str]]:
    """Usage of words in questions, and how often a word stands before and after a field."""
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    lines: list[Sequence[str]] = [texts(text) for text in phrases.padding()]
    for kind, patterns in phrases.patterns().items():
        if kind != "other":
            lines += [texts(part) for one in patterns for part in re.split(r"[()|]|{[fpqab]}", one)]
    for kind, text in phrases.questions():
        if kind in FIELD_KINDS:
            padded = ["^", *texts(text), "$"]
            lines.append(padded[1:-1])
            place = padded.index(SLOT)
            before[padded[place - 1]] += 1
            after[padded[place + 1]] += 1
    return Usage(lines), before, after


def spans(text: str, lexicon: Lexicon) -> list[Span]:
    """Stretches of a text that may name a field, the likeliest first.

    Args:
        text: A question without its counts and years.
    """
    asked = words(text)
    topics = Usage(texts(known.name) for known in lexicon.titles(text))
    shares = lexicon.frequency([word.text for word in asked])
    usage, before, after = frames()
    spelling = trained().spelling
    strange = [
        not spelling.near(word.text)
        or (shares.get(word.text, 0.0) > 0 and not usage.words[word.text])
        for word in asked
    ]
    unknown = [
        is_strange and not shares.get(word.text)
        for word, is_strange in zip(asked, strange, strict=True)
    ]
    joined = [
        topics.pairs[one.text, two.text] >= TERM and not usage.pairs[one.text, two.text]
        for one, two in pairwise(asked)
    ]
    may_end = [
        word.text not in _INNER | _GENERAL | _OUTER
        and (len(word.text) > 1 or _is_tied(text, asked, place + 1))
        and (
            _is_short_name(text[word.start : word.end])
            or shares.get(word.text, 0.0) / _TITLE > usage.likely(word.text, None)
            or strange[place]
        )
        for place, word in enumerate(asked)
    ]
    found = []
    for first in range(len(asked)):
        total = _edge(before, asked, first - 1)
        for last in range(first, min(first + _LONGEST, len(asked))):
            word, previous = asked[last], asked[last - 1] if last > first else None
            if previous is not None and _is_parted(text, asked, last):
                break
            earlier = previous.text if previous else None
            share = shares.get(word.text, 0.0)
            said = word.text if share > 0 else spelling.corrected(word.text)
            topical = topics.likely(word.text, earlier, share / _TITLE + _STRANGE[strange[last]])
            total += log(topical / usage.likely(said, earlier))
            if _is_short_name(text[word.start : word.end]):
                total += _CAPITALS
            elif earlier is not None and not topics.pairs[earlier, word.text]:
                is_new = unknown[last] or unknown[last - 1]
                total -= 0.0 if is_new and _INNER.isdisjoint({earlier, word.text}) else _STRANGERS
            is_none = first == last and word.text in _NO_FIELD
            is_term = last > first
            begins = may_end[first] or (
                is_term and joined[first] and asked[first].text not in _INNER
            )
            ends = may_end[last] or (is_term and joined[last - 1] and word.text not in _INNER)
            is_cut = _is_tied(text, asked, first) or _is_tied(text, asked, last + 1)
            if begins and ends and not is_none and not is_cut:
                cut = _cut(topics, asked, first) + _cut(topics, asked, last + 1)
                edge = _edge(after, asked, last + 1)
                if (
                    is_term
                    and not any(joined[first:last])
                    and _is_person(text, asked[first : last + 1])
                ):
                    edge -= _PERSON
                found.append(Span(asked[first].start, word.end, total + edge - cut))
    return _as_titled(text, sorted(found, key=lambda span: -span.score), lexicon)


def _as_titled(text: str, found: Sequence[Span], lexicon: Lexicon) -> list[Span]:
    """The likeliest stretches in a new order: titles have the words of most fields side by side."""
    best = [
        replace(span, score=span.score + worth(texts(text[span.start : span.end]), lexicon))
        for span in found[:_LIKELIEST]
    ]
    longer = [
        span
        for span, before in zip(best, found, strict=False)
        if span.score > before.score and len(texts(text[span.start : span.end])) > 2
    ]
    best = [
        replace(span, score=span.score - _WITHIN)
        if any(_is_within(span, one) and span.score - one.score < 1 for one in longer)
        else span
        for span in best
    ]
    return sorted([*best, *found[_LIKELIEST:]], key=lambda span: -span.score)


def _is_within(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end and span != other


def _is_person(text: str, stretch: Sequence[Word]) -> bool:
    """Whether words are written as a name of a person is, among others that are not."""
    others = text[: stretch[0].start] + text[stretch[-1].end :]
    return (
        others != others.upper()
        and all(text[word.start : word.end].istitle() for word in stretch)
        and sum(word[0].islower() for word in others.split()) > len(others.split()) / 2
    )


def _is_tied(text: str, asked: Sequence[Word], place: int) -> bool:
    """Whether a word is joined with the one before it by a hyphen: e-learning."""
    if not 0 < place < len(asked):
        return False
    return text[asked[place - 1].end : asked[place].start] in _HYPHENS and (
        asked[place].text not in _SUFFIXES
    )


def _is_parted(text: str, asked: Sequence[Word], place: int) -> bool:
    """Whether no field has both a word and the one before it."""
    one, two = asked[place - 1], asked[place]
    if not _NOT_WITHIN.isdisjoint(text[one.end : two.start]) or two.text in _OUTER:
        return True
    is_writing = one.text in _WRITINGS or bool(_PAPERS.near(one.text))
    return is_writing and two.text in _ABOUT


def known(text: str, lexicon: Lexicon) -> Iterator[Mention]:
    """Groups of the graph that a text names as the graph does, the longest names first."""
    usual, _, _ = frames()
    asked = words(text)
    names = {texts(one): name for name in lexicon.groups(text) for one in (*spelled_as(name), name)}
    for own, _ in sorted(names.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        size = len(own)
        if not size or (size == 1 and usual.words[own[0]]):
            continue
        for place in range(len(asked) - size + 1):
            if tuple(word.text for word in asked[place : place + size]) == own:
                yield Mention(asked[place].start, asked[place + size - 1].end, (), float(size))


def _edge(seen: Counter[str], asked: Sequence[Word], place: int) -> float:
    """What the word at the edge of a stretch says for it."""
    word = "^" if place < 0 else "$" if place == len(asked) else asked[place].text
    return _EDGE * log((seen[word] + 1) * len(seen) / seen.total())


def _cut(topics: Usage, asked: Sequence[Word], place: int) -> float:
    """What speaks against a stretch that ends or begins at a place: titles join its words."""
    if not 0 < place < len(asked):
        return 0.0
    one, two = asked[place - 1].text, asked[place].text
    rarer = min(topics.words[one], topics.words[two])
    if one in _INNER or two in _INNER or rarer < _JOINED:
        return 0.0
    return -_CUT * log(1 - 0.99 * min(1.0, topics.pairs[one, two] / rarer))


def _is_short_name(word: str) -> bool:
    return word.isupper() and 2 <= len(word) <= 6
