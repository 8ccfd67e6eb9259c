"""Readings of a question, ranked by score.

A question is read once for each sort of name that it may hold: one or two papers, an author, a
field, or none. Authors and years of named papers are removed. The words around the name determine
the intent; its probability, and the evidence for the name, make the score of a reading.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Final

from scinet.graph.ask import fields, names, persons, spelling
from scinet.graph.ask.intents import default_classifier
from scinet.graph.ask.kinds import (
    AUTHOR_FIELD_KIND,
    CITING_POLARITIES,
    FIELD_KINDS,
    OVERALL_KIND,
    PAPER_KINDS,
    SINGLE_AUTHOR_KINDS,
    Kind,
    Polarity,
    base_kind,
)
from scinet.graph.ask.limits import QuestionLimits, extract_limits
from scinet.graph.ask.names import SURE_STRENGTH, EntityMention, Lexicon
from scinet.graph.ask.words import SLOT, split_words, word_texts

_MAX_CHARACTERS: Final = 1000  # of a question; a longer text is searched by its words
_CLEAR_RATIO: Final = 1.7  # of probabilities, beyond which a less likely reading is dropped
_DOUBT_SCORE: Final = -1.15  # a question whose best reading scores less is searched by its words
_SURE_BONUS: Final = 0.7  # for a long title, or an author with a given name
_AUTHOR_BONUS: Final = 4.0  # against a field, for an author with a given name
_TOPIC_SCORE: Final = 8.5  # of a stretch that certainly names a field
_POSSIBLE_SCORE: Final = 4.0  # of a stretch that may name a field
_MIN_TOPIC_SCORE: Final = 1.0  # of a stretch that is hardly a field
_UNUSED_SCORE: Final = 10.0  # of a stretch to report when left out
_GUESS_PENALTY: Final = 2.0  # for a one-word field with corrected spelling
_LOSS_PENALTY: Final = 1.5  # for a reading that leaves out an author or a field
_COMMON_SHARE: Final = 1e-3  # share of titles with a word, above which it is not a name
_GROUP_BONUS: Final = 1.0  # for a field with the exact name of a group
# Questions that differ by their names alone.
_WIDER_KINDS: Final = {
    "papers-of": AUTHOR_FIELD_KIND,
    "path": "author-path",
    "author-path": "path",
}
# Exactly one space between words, so that a match is unambiguous.
_PART: Final = r"(?:[A-Z][\w.'’-]*|(?:van|de|der|den|von|la|al)\b\.?)"  # noqa: RUF001
_NAME: Final = rf"{_PART}(?: {_PART})*"
_PEOPLE: Final = (
    rf"{_NAME}(?:(?:,? (?:and|&) |, |& ?){_NAME})*(?:,? et al\.?|,? and others|,? and colleagues)?"
)
_BYLINE_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_PEOPLE} ?(?:['’]s?)(?: \(?(?:19|20)\d\d\)?)?(?: [a-z]+)?[ ,]+(?=[\"'“‘]?{SLOT})",  # noqa: RUF001
        rf"(?<={SLOT})[\"'”’]?,? ?\((?:[^()]*\W)?(?:19|20)\d\d\w?\)",  # noqa: RUF001
        rf"(?<={SLOT})[\"'”’]?,? ?(?:by|of|from) {_PEOPLE}",  # noqa: RUF001
        rf"(?<={SLOT})[\"'”’]?,? {_PEOPLE},? ?\(?(?:19|20)\d\d\w?\)?",  # noqa: RUF001
        rf"(?<=\b(?:his|her|the) )(?:19|20)\d\d (?=(?:[a-z]+ )?[a-z]+[ ,:]+[\"'“‘]?{SLOT})",  # noqa: RUF001
        rf"\b{_PEOPLE},? \(?(?:19|20)\d\d\w?\)?(?: (?:article|paper))?[ ,:]+(?=[\"'“‘]?{SLOT})",  # noqa: RUF001
    )
)


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """Reading of a question.

    Attributes:
        names: The field, paper or author, the two ends of a path, or an author and a field, as
            written; none for the most cited papers of all fields.
        ids: Candidate ids of each name, the likeliest first; none for a field.
        written: The field as spelt in the question.
        unused: Words that name a field but are not part of the reading; of a question that is not
            understood, the words on years.
        score: Logarithm of a probability, up to a constant.
    """

    kind: Kind
    names: tuple[str, ...] = ()
    ids: tuple[tuple[str, ...], ...] = ()
    polarity: Polarity | None = None
    limits: QuestionLimits = field(default_factory=QuestionLimits)
    written: str = ""
    unused: str = ""
    score: float = 0.0


def read_question(text: str, lexicon: Lexicon) -> list[QuestionReading]:
    """Return the best reading; several if about as likely; kind ``other`` if there is none."""
    text = " ".join(text.split())
    if len(text) > _MAX_CHARACTERS:
        return [QuestionReading("other")]
    by_key: dict[object, QuestionReading] = {}
    for candidate in sorted(_all_readings(text, lexicon), key=lambda reading: -reading.score):
        by_key.setdefault((candidate.kind, candidate.polarity, candidate.names), candidate)
    ranked = list(by_key.values())
    close = [
        candidate for candidate in ranked if ranked[0].score - candidate.score < log(_CLEAR_RATIO)
    ]
    if close[0].kind == "other" or close[0].score < _DOUBT_SCORE:
        return [QuestionReading("other")]
    best = [
        candidate
        for candidate in close
        if candidate.kind != "other" and not candidate.limits.unread
    ]
    if not best:
        return [QuestionReading("other", unused=close[0].limits.unread)]
    best = _merge_readings(best)
    best = [replace(candidate, unused=_unused_span(text, candidate, lexicon)) for candidate in best]
    if len(best) == 1 and best[0].kind == "papers-of" and best[0].unused:
        # All papers of the author, or only those on the named field.
        narrower = [
            candidate
            for candidate in ranked
            if candidate.names[:1] == best[0].names and len(candidate.names) > 1
        ]
        best += [candidate for candidate in narrower if candidate.kind == "papers-of"][:1]
    return best


def _unused_span(text: str, reading: QuestionReading, lexicon: Lexicon) -> str:
    """Return the words that name a field but are not part of a reading."""
    if not all(name in text for name in reading.names):  # a field is named without slips
        text = spelling.correct_spelling(extract_limits(text)[0], lexicon).text
    for name in reading.names:
        text = text.replace(name, SLOT, 1)
    rest, _ = extract_limits(_strip_bylines(text))
    usual, _, _ = fields.question_usage()
    if all(word in usual.words for word in word_texts(rest)):
        return ""
    spans = fields.find_spans(rest, lexicon)[:1]
    return rest[spans[0].start : spans[0].end] if spans and spans[0].score > _UNUSED_SCORE else ""


def _merge_readings(close: Sequence[QuestionReading]) -> list[QuestionReading]:
    """Merge readings: citing papers of any sentiment include all others."""
    if len(close) > 1 and {(reading.kind, reading.names) for reading in close} == {
        ("citing", close[0].names)
    }:
        return [replace(close[0], polarity=None)]
    return [*close]


def _all_readings(text: str, lexicon: Lexicon) -> Iterator[QuestionReading]:
    usual = default_classifier().spelling
    papers = [
        item
        for item in names.drop_overlaps(names.find_papers(text, lexicon.titles(text)))
        if item.strength > 1
        or not text[item.start].islower()
        or _is_rare(_mention_words(text, item), lexicon)
    ]
    authors = persons.find_named_authors(text, papers, lexicon)
    for paper in papers[:2]:
        yield from _score_readings(text, [paper], PAPER_KINDS, _length_score(paper.strength))
    for second in papers[1:3]:
        pair = sorted((papers[0], second), key=lambda item: item.start)
        if all(item.day for item in pair):  # an idea goes from the earlier to the later paper
            pair.sort(key=lambda item: item.day)
        yield from _score_readings(text, pair, ("path",), _length_score(second.strength))
    yield from _author_readings(text, authors, papers, lexicon)
    for group in list(fields.find_groups(text, lexicon))[:1]:
        yield from _score_readings(text, [group], FIELD_KINDS, _GROUP_BONUS)
    rest, limits = extract_limits(text)
    called = {
        word
        for item in authors
        if item.strength > names.NAMED_STRENGTH
        for word in _mention_words(text, item)
    }
    mended = spelling.correct_spelling(rest, lexicon, called)
    rest = mended.text
    people = max((_AUTHOR_BONUS for item in authors if item.strength > SURE_STRENGTH), default=0.0)
    spans = fields.find_spans(rest, lexicon)[:2]
    for span in spans:
        mention = EntityMention(span.start, span.end, (), 0)
        # A certain paper or author excludes a field, unless the field has the paper's name.
        spelt = rest[span.start : span.end].casefold()
        titled = (p.strength for p in papers if text[p.start : p.end].casefold() not in spelt)
        named = max(people, *titled, 2.0)
        worth = span.score - spans[0].score - (named - 2) + min(0.0, span.score - _MIN_TOPIC_SCORE)
        written = mended.written(span.start, span.end)
        for item in _score_readings(rest, [mention], FIELD_KINDS, worth, limits):
            yield replace(item, written=written)
    yield from _score_readings(text, [], (), -2.0)
    topical = max((span.score for span in spans), default=0.0)
    strange = sum(len(word.text) > 1 and not usual.near(word.text) for word in split_words(rest))
    yield from _score_readings(
        text, [], (OVERALL_KIND,), -max(0.0, topical - _POSSIBLE_SCORE) - strange - people
    )


def _author_readings(
    text: str, authors: Sequence[EntityMention], papers: Sequence[EntityMention], lexicon: Lexicon
) -> Iterator[QuestionReading]:
    """Yield readings with one author, two, or one and a field; more names are likelier."""
    worth = {
        mention: _SURE_BONUS
        if mention.strength > SURE_STRENGTH
        else 0.0
        if mention.strength > names.NAMED_STRENGTH
        else -0.8
        for mention in authors
    }
    others = sum(mention.strength > SURE_STRENGTH for mention in authors) - 1
    for author in authors[:2]:
        lost = max(0.0, _LOSS_PENALTY * others)
        rest, limits = extract_limits(f"{text[: author.start]}{SLOT}{text[author.end :]}")
        mended = spelling.correct_spelling(rest, lexicon)
        for span in fields.find_spans(mended.text, lexicon)[:1]:
            masked = f"{mended.text[: span.start]}{SLOT}{mended.text[span.end :]}"
            topic = mended.text[span.start : span.end]
            sure = worth[author] + min(0.0, span.score - _TOPIC_SCORE)
            sure -= max((_title_excess(text, topic, mention) for mention in papers), default=0.0)
            written = mended.written(span.start, span.end)
            sure -= (
                _GUESS_PENALTY
                if len(word_texts(topic)) == 1 and word_texts(written) != word_texts(topic)
                else 0.0
            )
            likely = default_classifier().probabilities(masked)
            yield QuestionReading("other", score=log(likely["other"]) + sure)
            chance = likely[AUTHOR_FIELD_KIND] + likely[base_kind(AUTHOR_FIELD_KIND)]
            yield QuestionReading(
                base_kind(AUTHOR_FIELD_KIND),
                (text[author.start : author.end], topic),
                (author.ids, ()),
                limits=limits,
                written=written,
                score=log(chance) + sure - lost,
            )
            lost += min(_LOSS_PENALTY, max(0.0, span.score - _TOPIC_SCORE))
        yield from _score_readings(text, [author], SINGLE_AUTHOR_KINDS, worth[author] - lost)
    for second in authors[1:3]:
        pair = sorted((authors[0], second), key=lambda mention: mention.start)
        if text[pair[0].end : pair[1].start].strip():  # else it is one name
            yield from _score_readings(
                text, pair, ("author-path",), min(map(worth.__getitem__, pair))
            )


def _title_excess(text: str, topic: str, paper: EntityMention) -> float:
    """Return the excess strength of a title over a field made of its words."""
    title = set(_mention_words(text, paper))
    return paper.strength - 2 if set(word_texts(topic)) < title and paper.strength > 2 else 0.0


def _is_rare(title: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether lower-case words are a title: questions and other titles do not use them."""
    shares = lexicon.frequency(title)
    return all(
        word not in default_classifier().spelling and shares.get(word, 0.0) < _COMMON_SHARE
        for word in title
    )


def _mention_words(text: str, mention: EntityMention) -> tuple[str, ...]:
    return word_texts(text[mention.start : mention.end])


def _length_score(strength: float) -> float:
    return min(_SURE_BONUS, 0.5 * (strength - 3))


def _score_readings(
    text: str, mentions: Sequence[EntityMention], kinds: Sequence[str], worth: float,
    limits: QuestionLimits | None = None,
) -> Iterator[QuestionReading]:  # fmt: skip
    masked = text
    for mention in sorted(mentions, key=lambda mention: -mention.start):
        masked = f"{masked[: mention.start]}{SLOT}{masked[mention.end :]}"
    masked = _strip_bylines(masked)
    if limits is None:
        masked, limits = extract_limits(masked)
    if limits.since is not None and f"{limits.since}-{limits.until}" in _paper_years(mentions):
        limits = replace(limits, since=None, until=None)
    likely = default_classifier().probabilities(masked)
    yield QuestionReading("other", score=log(likely["other"]) + worth)
    if set(word_texts(masked)) == {SLOT}:
        if kinds == SINGLE_AUTHOR_KINDS and limits != QuestionLimits():
            yield _year_reading(text, mentions[0], limits, worth)
        return  # a name alone has no intent
    for learned in kinds:
        chance = likely[learned] + likely.get(_WIDER_KINDS.get(learned, ""), 0.0)
        yield QuestionReading(
            base_kind(learned),
            tuple(text[mention.start : mention.end] for mention in mentions),
            tuple(mention.ids for mention in mentions),
            CITING_POLARITIES.get(learned),
            QuestionLimits() if len(mentions) > 1 else limits,
            score=log(chance) + worth,
        )


def _paper_years(mentions: Sequence[EntityMention]) -> set[str]:
    """Return the years of papers as first and last year, which may only identify the paper."""
    return {f"{mention.day[:4]}-{mention.day[:4]}" for mention in mentions if mention.day}


def _year_reading(
    text: str, author: EntityMention, limits: QuestionLimits, worth: float
) -> QuestionReading:
    """Read a name with years as a search for papers."""
    return QuestionReading(
        "papers-of", (text[author.start : author.end],), (author.ids,), limits=limits, score=worth
    )


def _strip_bylines(text: str) -> str:
    """Remove authors and years of papers from a question with :data:`~.words.SLOT` for names."""
    for pattern in _BYLINE_PATTERNS:
        text = pattern.sub("", text)
    return text
