"""What a question asks for, in all the ways in which it can be read.

A question is read once for each sort of name that it may hold: one or two papers, an author, a
field, or none. The words around the name say what is asked for; what they say, and how much
speaks for the name, make the score of a reading.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Final

from scinet.models.questions import fields, names, persons, slips
from scinet.models.questions.intents import trained
from scinet.models.questions.kinds import (
    CITING,
    FIELD_KINDS,
    OF_AUTHOR,
    OF_PAPER,
    ON_FIELD,
    OVERALL,
    Kind,
    Polarity,
    base,
)
from scinet.models.questions.limits import Limits, take_limits
from scinet.models.questions.names import SURE, Lexicon, Mention
from scinet.models.questions.words import SLOT, texts, words
from scinet.models.questions.written import without_writers

_LONGEST: Final = 1000  # letters of what is read; a longer text is searched by its words
_CLEAR: Final = 1.7  # how much likelier the best reading is than one that need not be named
_DOUBT: Final = -1.15  # a question whose best reading scores less is searched by its words
_SURELY: Final = 0.7  # what speaks for a long title, or an author with a given name, being meant
_AUTHOR: Final = 4.0  # how much against a field speaks an author with a given name
_TOPIC: Final = 8.5  # score of a stretch that surely names a field
_MAYBE: Final = 4.0  # that of one that may name one
_LEAST: Final = 1.0  # that of one that is hardly a field
_LEFT_OUT: Final = 10.0  # that of one whose being left out must be said
_GUESSED: Final = 2.0  # what speaks against a field of one word that is spelt otherwise
_LOST: Final = 1.5  # what speaks against a reading that leaves out an author or a field
_COMMON: Final = 1e-3  # share of titles that have a word which is no name
_GROUP: Final = 1.0  # what speaks for a field that is called as the graph calls it
# Questions that differ by their names alone.
_WIDER: Final = {
    "papers-of": ON_FIELD,
    "path": "author-path",
    "author-path": "path",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a question.

    Attributes:
        names: The field, paper or author, the two ends of a path, or an author and a field, as
            written; none for the most cited papers of all fields.
        ids: For each name the stored ids that it may mean, the likeliest first; none for a field.
        written: The field as the question spells it.
        unused: What of the question names a field and is no part of the reading; of one that is
            not understood, what is said of years.
        score: Logarithm of a probability, up to a constant.
    """

    kind: Kind
    names: tuple[str, ...] = ()
    ids: tuple[tuple[str, ...], ...] = ()
    polarity: Polarity | None = None
    limits: Limits = field(default_factory=Limits)
    written: str = ""
    unused: str = ""
    score: float = 0.0


def read(text: str, lexicon: Lexicon) -> list[Reading]:
    """The reading of a question; several that are about as likely; kind ``other`` if none is."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        return [Reading("other")]
    found: dict[object, Reading] = {}
    for one in sorted(_all(text, lexicon), key=lambda reading: -reading.score):
        found.setdefault((one.kind, one.polarity, one.names), one)
    ranked = list(found.values())
    close = [one for one in ranked if ranked[0].score - one.score < log(_CLEAR)]
    if close[0].kind == "other" or close[0].score < _DOUBT:
        return [Reading("other")]
    best = [one for one in close if one.kind != "other" and not one.limits.unread]
    if not best:
        return [Reading("other", unused=close[0].limits.unread)]
    best = _together(best)
    best = [replace(one, unused=_unused(text, one, lexicon)) for one in best]
    if len(best) == 1 and best[0].kind == "papers-of" and best[0].unused:
        # What an author wrote, or only what he or she wrote on the field that is named.
        narrower = [one for one in ranked if one.names[:1] == best[0].names and len(one.names) > 1]
        best += [one for one in narrower if one.kind == "papers-of"][:1]
    return best


def _unused(text: str, reading: Reading, lexicon: Lexicon) -> str:
    """A stretch that names a field and is no part of a reading."""
    if not all(name in text for name in reading.names):  # a field is named without slips
        text = slips.corrected(take_limits(text)[0], lexicon).text
    for name in reading.names:
        text = text.replace(name, SLOT, 1)
    rest, _ = take_limits(without_writers(text))
    usual, _, _ = fields.frames()
    if all(word in usual.words for word in texts(rest)):
        return ""
    spans = fields.spans(rest, lexicon)[:1]
    return rest[spans[0].start : spans[0].end] if spans and spans[0].score > _LEFT_OUT else ""


def _together(close: Sequence[Reading]) -> list[Reading]:
    """Readings without those that another one holds: citing papers of any opinion hold all."""
    if len(close) > 1 and {(one.kind, one.names) for one in close} == {("citing", close[0].names)}:
        return [replace(close[0], polarity=None)]
    return [*close]


def _all(text: str, lexicon: Lexicon) -> Iterator[Reading]:
    usual = trained().spelling
    papers = [
        one
        for one in names.apart(names.papers(text, lexicon.titles(text)))
        if one.strength > 1 or not text[one.start].islower() or _is_rare(_named(text, one), lexicon)
    ]
    authors = persons.named(text, papers, lexicon)
    for paper in papers[:2]:
        yield from _judged(text, [paper], OF_PAPER, _length(paper.strength))
    for other in papers[1:3]:
        pair = sorted((papers[0], other), key=lambda one: one.start)
        if all(one.day for one in pair):  # an idea goes from the earlier to the later paper
            pair.sort(key=lambda one: one.day)
        yield from _judged(text, pair, ("path",), _length(other.strength))
    yield from _of_authors(text, authors, papers, lexicon)
    for group in list(fields.known(text, lexicon))[:1]:
        yield from _judged(text, [group], FIELD_KINDS, _GROUP)
    rest, limits = take_limits(text)
    called = {word for one in authors if one.strength > names.NAMED for word in _named(text, one)}
    mended = slips.corrected(rest, lexicon, called)
    rest = mended.text
    people = max((_AUTHOR for one in authors if one.strength > SURE), default=0.0)
    spans = fields.spans(rest, lexicon)[:2]
    for span in spans:
        mention = Mention(span.start, span.end, (), 0)
        # What is said of a paper or author that is surely named is said of no field, unless the
        # field is called as the paper is.
        spelt = rest[span.start : span.end].casefold()
        titled = (p.strength for p in papers if text[p.start : p.end].casefold() not in spelt)
        named = max(people, *titled, 2.0)
        worth = span.score - spans[0].score - (named - 2) + min(0.0, span.score - _LEAST)
        written = mended.written(span.start, span.end)
        for one in _judged(rest, [mention], FIELD_KINDS, worth, limits):
            yield replace(one, written=written)
    yield from _judged(text, [], (), -2.0)
    topical = max((span.score for span in spans), default=0.0)
    strange = sum(len(word.text) > 1 and not usual.near(word.text) for word in words(rest))
    yield from _judged(text, [], (OVERALL,), -max(0.0, topical - _MAYBE) - strange - people)


def _of_authors(
    text: str, authors: Sequence[Mention], papers: Sequence[Mention], lexicon: Lexicon
) -> Iterator[Reading]:
    """Readings of one author, of two, and of one and a field; what names more is likelier."""
    worth = {
        one: _SURELY if one.strength > SURE else 0.0 if one.strength > names.NAMED else -0.8
        for one in authors
    }
    others = sum(one.strength > SURE for one in authors) - 1
    for author in authors[:2]:
        lost = max(0.0, _LOST * others)
        rest, limits = take_limits(f"{text[: author.start]}{SLOT}{text[author.end :]}")
        mended = slips.corrected(rest, lexicon)
        for span in fields.spans(mended.text, lexicon)[:1]:
            masked = f"{mended.text[: span.start]}{SLOT}{mended.text[span.end :]}"
            about = mended.text[span.start : span.end]
            sure = worth[author] + min(0.0, span.score - _TOPIC)
            sure -= max((_within(text, about, one) for one in papers), default=0.0)
            written = mended.written(span.start, span.end)
            sure -= _GUESSED if len(texts(about)) == 1 and texts(written) != texts(about) else 0.0
            likely = trained().probabilities(masked)
            yield Reading("other", score=log(likely["other"]) + sure)
            chance = likely[ON_FIELD] + likely[base(ON_FIELD)]
            yield Reading(
                base(ON_FIELD),
                (text[author.start : author.end], about),
                (author.ids, ()),
                limits=limits,
                written=written,
                score=log(chance) + sure - lost,
            )
            lost += min(_LOST, max(0.0, span.score - _TOPIC))
        yield from _judged(text, [author], OF_AUTHOR, worth[author] - lost)
    for other in authors[1:3]:
        pair = sorted((authors[0], other), key=lambda one: one.start)
        if text[pair[0].end : pair[1].start].strip():  # else it is one name
            yield from _judged(text, pair, ("author-path",), min(map(worth.__getitem__, pair)))


def _within(text: str, about: str, paper: Mention) -> float:
    """How much more a title names than a field whose words it has."""
    title = set(_named(text, paper))
    return paper.strength - 2 if set(texts(about)) < title and paper.strength > 2 else 0.0


def _is_rare(title: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a word is a title even in small letters: questions and titles do not use it."""
    shares = lexicon.frequency(title)
    return all(word not in trained().spelling and shares.get(word, 0.0) < _COMMON for word in title)


def _named(text: str, one: Mention) -> tuple[str, ...]:
    return texts(text[one.start : one.end])


def _length(strength: float) -> float:
    """What the length of a title says for its being meant as one."""
    return min(_SURELY, 0.5 * (strength - 3))


def _judged(
    text: str, mentions: Sequence[Mention], kinds: Sequence[str], worth: float,
    limits: Limits | None = None,
) -> Iterator[Reading]:  # fmt: skip
    masked = text
    for one in sorted(mentions, key=lambda one: -one.start):
        masked = f"{masked[: one.start]}{SLOT}{masked[one.end :]}"
    masked = without_writers(masked)
    if limits is None:
        masked, limits = take_limits(masked)
    if limits.since is not None and f"{limits.since}-{limits.until}" in _own_years(mentions):
        limits = replace(limits, since=None, until=None)
    likely = trained().probabilities(masked)
    yield Reading("other", score=log(likely["other"]) + worth)
    if set(texts(masked)) == {SLOT}:
        if kinds == OF_AUTHOR and limits != Limits():
            yield _of_years(text, mentions[0], limits, worth)
        return  # a name alone asks for nothing
    for learned in kinds:
        chance = likely[learned] + likely.get(_WIDER.get(learned, ""), 0.0)
        yield Reading(
            base(learned),
            tuple(text[one.start : one.end] for one in mentions),
            tuple(one.ids for one in mentions),
            CITING.get(learned),
            Limits() if len(mentions) > 1 else limits,
            score=log(chance) + worth,
        )


def _own_years(mentions: Sequence[Mention]) -> set[str]:
    """The years of papers, by which questions tell them from others, as first and last year."""
    return {f"{one.day[:4]}-{one.day[:4]}" for one in mentions if one.day}


def _of_years(text: str, author: Mention, limits: Limits, worth: float) -> Reading:
    """A name with years is a search for papers."""
    return Reading(
        "papers-of", (text[author.start : author.end],), (author.ids,), limits=limits, score=worth
    )
