"""Detection of the words of a question that name a field.

The probability of a word in titles of the graph is weighed against that in question phrases; the
stretch with the largest sum of log ratios is the field. Words that stand before and after fields in
the phrases count too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import log
from typing import Final

from scinet.graph.ask import phrases
from scinet.graph.ask.intents import default_classifier
from scinet.graph.ask.kinds import FIELD_KINDS
from scinet.graph.ask.names import SMALL_WORDS, EntityMention, Lexicon
from scinet.graph.ask.words import SLOT, Spelling, Word, WordUsage, split_words, word_texts
from scinet.graph.schema.printed_names import search_variants

_MAX_WORDS: Final = 7  # words of a field
_EDGE_WEIGHT: Final = 0.8  # weight of the words around a field
_CAPITALS_BONUS: Final = 2.5  # for a word in capitals, such as an abbreviation
_CUT_WEIGHT: Final = 2.0  # of the penalty for splitting words that titles join
_UNJOINED_PENALTY: Final = 3.0  # for joining words that no title joins
_UNSEEN_PROBABILITIES: Final = (
    1e-6,
    2e-4,
)  # of a word absent from titles: used in questions, or not
_MIN_JOINED_TITLES: Final = 5  # titles with a word, for its neighbours to count
_TITLE: Final = 8  # words of a title
_NOT_WITHIN: Final = frozenset(',;:?!/()"“”\n')
_GENERAL_WORDS: Final = frozenset(
    {"approach", "approaches", "area", "average", "branch", "difference", "domain", "field"}
    | {"literature", "page", "pages", "paper", "papers", "project", "publications", "research"}
    | {"science", "scope", "studies", "subfield", "subject", "topic", "work", "works", "written"}
)
# Words that alone are not a field: names of the whole collection, and origins of papers.
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
# Function words that never belong to a field.
_OUTER_WORDS: Final = frozenset(
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
_PERSON_PENALTY: Final = 7.0  # for words written like a person's name
_NESTED_PENALTY: Final = 2.0  # for a part of a longer term that is nearly as likely
_NUM_RERANKED: Final = 8  # candidate stretches looked up in titles
_INNER_WORDS: Final = SMALL_WORDS | {"and", "with", "to", "the"}
_MIN_TERM_TITLES: Final = 3  # titles that join the words of a term
_UNTITLED_PENALTY: Final = 10.0  # for words that are adjacent in no title
_TITLED_BONUS: Final = 4.0  # for words that are adjacent in some titles
_USUAL_SHARE: Final = 1e-3  # share of titles with a word that narrows a term


@dataclass(frozen=True, slots=True)
class Span:
    """Candidate stretch of a field, as a half-open range of characters, with its score."""

    start: int
    end: int
    score: float


@cache
def question_usage() -> tuple[WordUsage, Counter[str], Counter[str]]:
    """Return usage of words in questions, and counts of words before and after a field."""
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    lines: list[Sequence[str]] = [word_texts(text) for text in phrases.read_padding()]
    for kind, patterns in phrases.read_patterns().items():
        if kind != "other":
            lines += [
                word_texts(part)
                for pattern in patterns
                for part in re.split(r"[()|]|{[fpqab]}", pattern)
            ]
    for kind, text in phrases.training_questions():
        if kind in FIELD_KINDS:
            padded = ["^", *word_texts(text), "$"]
            lines.append(padded[1:-1])
            place = padded.index(SLOT)
            before[padded[place - 1]] += 1
            after[padded[place + 1]] += 1
    return WordUsage(lines), before, after


def find_spans(text: str, lexicon: Lexicon) -> list[Span]:
    """Return stretches of a text that may name a field, the likeliest first.

    Args:
        text: A question without its counts and years.
    """
    tokens = split_words(text)
    topics = WordUsage(word_texts(title.name) for title in lexicon.titles(text))
    shares = lexicon.frequency([word.text for word in tokens])
    usage, before, after = question_usage()
    spelling = default_classifier().spelling
    strange = [
        not spelling.near(word.text)
        or (shares.get(word.text, 0.0) > 0 and not usage.words[word.text])
        for word in tokens
    ]
    unknown = [
        is_strange and not shares.get(word.text)
        for word, is_strange in zip(tokens, strange, strict=True)
    ]
    joined = [
        topics.pairs[first_token.text, two.text] >= _MIN_TERM_TITLES
        and not usage.pairs[first_token.text, two.text]
        for first_token, two in pairwise(tokens)
    ]
    may_end = [
        word.text not in _INNER_WORDS | _GENERAL_WORDS | _OUTER_WORDS
        and (len(word.text) > 1 or _is_tied(text, tokens, place + 1))
        and (
            _is_short_name(text[word.start : word.end])
            or shares.get(word.text, 0.0) / _TITLE > usage.word_probability(word.text, None)
            or strange[place]
        )
        for place, word in enumerate(tokens)
    ]
    candidates = []
    for first in range(len(tokens)):
        total = _edge_score(before, tokens, first - 1)
        for last in range(first, min(first + _MAX_WORDS, len(tokens))):
            word, previous = tokens[last], tokens[last - 1] if last > first else None
            if previous is not None and _is_parted(text, tokens, last):
                break
            earlier = previous.text if previous else None
            share = shares.get(word.text, 0.0)
            spelling_of = word.text if share > 0 else spelling.corrected(word.text)
            topical = topics.word_probability(
                word.text, earlier, share / _TITLE + _UNSEEN_PROBABILITIES[strange[last]]
            )
            total += log(topical / usage.word_probability(spelling_of, earlier))
            if _is_short_name(text[word.start : word.end]):
                total += _CAPITALS_BONUS
            elif earlier is not None and not topics.pairs[earlier, word.text]:
                is_new = unknown[last] or unknown[last - 1]
                total -= (
                    0.0
                    if is_new and _INNER_WORDS.isdisjoint({earlier, word.text})
                    else _UNJOINED_PENALTY
                )
            is_none = first == last and word.text in _NO_FIELD
            is_term = last > first
            begins = may_end[first] or (
                is_term and joined[first] and tokens[first].text not in _INNER_WORDS
            )
            ends = may_end[last] or (is_term and joined[last - 1] and word.text not in _INNER_WORDS)
            is_cut = _is_tied(text, tokens, first) or _is_tied(text, tokens, last + 1)
            if begins and ends and not is_none and not is_cut:
                cut = _boundary_penalty(topics, tokens, first) + _boundary_penalty(
                    topics, tokens, last + 1
                )
                edge = _edge_score(after, tokens, last + 1)
                if (
                    is_term
                    and not any(joined[first:last])
                    and _is_person(text, tokens[first : last + 1])
                ):
                    edge -= _PERSON_PENALTY
                candidates.append(Span(tokens[first].start, word.end, total + edge - cut))
    return _rerank_by_titles(text, sorted(candidates, key=lambda span: -span.score), lexicon)


def _rerank_by_titles(text: str, candidates: Sequence[Span], lexicon: Lexicon) -> list[Span]:
    """Rerank the likeliest stretches: the words of most fields are adjacent in titles."""
    best = [
        replace(
            span, score=span.score + _score_term(word_texts(text[span.start : span.end]), lexicon)
        )
        for span in candidates[:_NUM_RERANKED]
    ]
    longer = [
        span
        for span, before in zip(best, candidates, strict=False)
        if span.score > before.score and len(word_texts(text[span.start : span.end])) > 2
    ]
    best = [
        replace(span, score=span.score - _NESTED_PENALTY)
        if any(
            _is_within(span, other_span) and span.score - other_span.score < 1
            for other_span in longer
        )
        else span
        for span in best
    ]
    return sorted([*best, *candidates[_NUM_RERANKED:]], key=lambda span: -span.score)


def _is_within(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end and span != outer


def _is_person(text: str, stretch: Sequence[Word]) -> bool:
    """Whether words are capitalised like a person's name, among others that are not."""
    others = text[: stretch[0].start] + text[stretch[-1].end :]
    return (
        others != others.upper()
        and all(text[word.start : word.end].istitle() for word in stretch)
        and sum(word[0].islower() for word in others.split()) > len(others.split()) / 2
    )


def _is_tied(text: str, tokens: Sequence[Word], place: int) -> bool:
    """Whether a word is joined to the one before it by a hyphen: e-learning."""
    if not 0 < place < len(tokens):
        return False
    return text[tokens[place - 1].end : tokens[place].start] in _HYPHENS and (
        tokens[place].text not in _SUFFIXES
    )


def _is_parted(text: str, tokens: Sequence[Word], place: int) -> bool:
    """Whether a word and the one before it cannot be in one field."""
    first, two = tokens[place - 1], tokens[place]
    if not _NOT_WITHIN.isdisjoint(text[first.end : two.start]) or two.text in _OUTER_WORDS:
        return True
    is_writing = first.text in _WRITINGS or bool(_PAPERS.near(first.text))
    return is_writing and two.text in _ABOUT


def find_groups(text: str, lexicon: Lexicon) -> Iterator[EntityMention]:
    """Yield groups of the graph that a text names exactly, the longest names first."""
    usual, _, _ = question_usage()
    tokens = split_words(text)
    names = {
        word_texts(variant): name
        for name in lexicon.groups(text)
        for variant in (*search_variants(name), name)
    }
    for own, _ in sorted(names.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        size = len(own)
        if not size or (size == 1 and usual.words[own[0]]):
            continue
        for place in range(len(tokens) - size + 1):
            if tuple(word.text for word in tokens[place : place + size]) == own:
                yield EntityMention(
                    tokens[place].start, tokens[place + size - 1].end, (), float(size)
                )


def _edge_score(seen: Counter[str], tokens: Sequence[Word], place: int) -> float:
    word = "^" if place < 0 else "$" if place == len(tokens) else tokens[place].text
    return _EDGE_WEIGHT * log((seen[word] + 1) * len(seen) / seen.total())


def _boundary_penalty(topics: WordUsage, tokens: Sequence[Word], place: int) -> float:
    """Return the penalty for a boundary between words that titles join."""
    if not 0 < place < len(tokens):
        return 0.0
    first, two = tokens[place - 1].text, tokens[place].text
    rarer = min(topics.words[first], topics.words[two])
    if first in _INNER_WORDS or two in _INNER_WORDS or rarer < _MIN_JOINED_TITLES:
        return 0.0
    return -_CUT_WEIGHT * log(1 - 0.99 * min(1.0, topics.pairs[first, two] / rarer))


def _is_short_name(word: str) -> bool:
    return word.isupper() and 2 <= len(word) <= 6


def _score_term(stretch: Sequence[str], lexicon: Lexicon) -> float:
    """Score the words of a field by the titles that have them side by side.

    Of 947 fields asked for in computational linguistics, 98 % occur in titles word by word, and
    96 % in three titles or more.
    """
    if len(stretch) == 1:
        return 0.0
    times = _count_titles(stretch, lexicon)
    if times >= _MIN_TERM_TITLES or (not times and _is_narrower(stretch, lexicon)):
        return _TITLED_BONUS
    return 0.0 if times else -_UNTITLED_PENALTY


def _is_narrower(stretch: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a word narrows a term of titles: Arabic parsing, parsing of Arabic.

    Or titles join each two neighbours: sign language processing.
    """
    is_plain = SMALL_WORDS.isdisjoint(stretch) and len(stretch) > 2
    if is_plain and all(
        _count_titles(two, lexicon) >= _MIN_TERM_TITLES for two in pairwise(stretch)
    ):
        return True
    term, word = (
        (stretch[:-2], stretch[-1]) if stretch[-2] in {"of", "for"} else (stretch[1:], stretch[0])
    )
    shares = lexicon.frequency([word, term[0]] if term else [word])
    is_term = len(term) > 1 and _count_titles(term, lexicon) >= _MIN_TERM_TITLES
    is_usual = len(term) == 1 and shares.get(term[0], 0.0) > _USUAL_SHARE
    return (is_term or is_usual) and shares.get(word, 0.0) > _USUAL_SHARE


def _count_titles(stretch: Sequence[str], lexicon: Lexicon) -> int:
    """Count the titles that have some words side by side."""
    joined = f" {' '.join(stretch)} "
    titles = lexicon.titles(joined.strip())
    return sum(joined in f" {' '.join(word_texts(title.name))} " for title in titles)
