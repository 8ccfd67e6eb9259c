"""Papers and authors that a question names: titles and names of the graph, found in its text.

The graph gives candidates that share words with the question; here each is laid along the
question, with words that are missing, changed or misspelt, and the best fits are taken.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final, Protocol

from scinet.models.questions.words import Spelling, Word, texts, words

SMALL: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "how", "in", "into", "is", "it", "its"}
    | {"of", "on", "or", "s", "t", "that", "the", "their", "this", "to", "toward", "towards"}
    | {"using", "via", "what", "with"}
)
_SUBTITLE: Final = re.compile(r"(?<=\w)['\"”’]?\s*(?:[:?!–—]|\s-+\s)\s*(?=\S)")  # noqa: RUF001
# Signs of quotation as people type them; a single one must not be an apostrophe.
_QUOTED: Final = re.compile(
    r"[\"“„«]([^\"“”„«»]+)[\"”“»]|(?<!\w)['‘‚]([^'‘’]+)['’](?!\w)"  # noqa: RUF001
)
_QUOTED_WEIGHT: Final = 3.0  # of a name in quotes, whatever its words
_ALIKE: Final = 0.86  # least similarity of the letters of a title and what stands for it
SURE: Final = 1.9  # strength of a family name with a given name
NAMED: Final = 1.4  # that with an initial, or with a slip of the pen
_LONG: Final = 6  # letters of a family name that is told from words in spite of a slip
_PART: Final = 3  # words of weight of a part of a title that names its paper
_SHARED_BEGINNING: Final = 4  # those of a part with which several titles begin
_SHARED: Final = 0.6  # least share of a title's words that must stand in the question at all


@dataclass(frozen=True, slots=True)
class Known:
    """A paper or an author of the graph.

    Attributes:
        weight: Papers of an author, for choosing among namesakes.
        day: Day of a paper, ``YYYY-MM-DD``, as far as it is known.
    """

    identifier: str
    name: str
    weight: int = 0
    day: str = ""


class Lexicon(Protocol):
    """The names that a graph knows."""

    def titles(self, text: str) -> Sequence[Known]:
        """Papers whose titles share words with a text, likely ones first."""
        ...

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[Known]:
        """Authors whose names share words, or nearly the same words, with a text."""
        ...

    def alike(self, word: str) -> Sequence[str]:
        """Words of titles that a misspelt word may stand for, the most frequent ones first."""
        ...

    def groups(self, text: str) -> Sequence[str]:
        """Names of venues, communities and research fields that stand in a text."""
        ...

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Share of all titles in which each word stands, 0 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a question that names something of the graph.

    Attributes:
        ids: Stored ids of all that it may name, the likeliest first.
        strength: Words of weight that speak for it.
        day: Day of the likeliest paper.
    """

    start: int
    end: int
    ids: tuple[str, ...]
    strength: float
    day: str = ""

    def covers(self, length: int) -> bool:
        """Whether it is all but the edges of a text of so many characters."""
        return self.end - self.start > 0.8 * length


def papers(text: str, candidates: Sequence[Known]) -> list[Mention]:
    """Papers named in a text, the strongest first; mentions may overlap.

    What stands in quotes is a name, whatever its words and whether the graph knows it or not.
    """
    fitting = _fitting(text, candidates)
    # A title may hold words in quotes itself.
    quoted = [
        one
        for one in _quoted(text, candidates)
        if not any(
            fit.start < one.start - 1
            and fit.end > one.end + 1
            and fit.strength > one.strength + 1
            and one.ids[:1] != fit.ids[:1]
            for fit in fitting
        )
    ]
    free = [one for one in fitting if all(_apart(one, q) for q in quoted)]
    return sorted([*quoted, *free], key=lambda one: (-one.strength, one.start))


def _quoted(text: str, candidates: Sequence[Known]) -> Iterator[Mention]:
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 0)
        size = len(texts(text[start:end]))
        fits = [one for one in _fitting(text[start:end], candidates) if one.covers(end - start)]
        known = fits[0] if fits else None
        if known or size > 1:
            ids, day = (known.ids, known.day) if known else ((), "")
            yield Mention(start, end, ids, max(float(size), _QUOTED_WEIGHT), day)


def _fitting(text: str, candidates: Iterable[Known]) -> list[Mention]:
    asked = words(text)
    spelling = Spelling(word.text for word in asked)
    places: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(asked):
        places[word.text].append(place)
    # Where in the question a word of a title stands.
    stand = cache(lambda word: [place for near in spelling.near(word) for place in places[near]])
    found: dict[tuple[int, int], list[tuple[float, bool, Known]]] = defaultdict(list)
    for known in candidates:
        main = _SUBTITLE.split(known.name)[0]
        for name, is_whole in {known.name: True, main: main == known.name}.items():
            title = texts(name)
            stands = [stand(word) for word in title]
            if (fit := _fit(title, stands, asked)) is not None:
                first, last, strength = fit
                found[first, last].append((strength, is_whole, known))
    mentions = list(_parts(text, asked, candidates))
    for (first, last), fits in found.items():
        fits.sort(key=lambda fit: (-fit[0], not fit[1]))
        best = [fit for fit in fits if fit[:2] == fits[0][:2]]
        ids = tuple(dict.fromkeys(fit[2].identifier for fit in best))
        span = asked[first].start, asked[last].end
        mentions.append(Mention(*span, ids, best[0][0], best[0][2].day))
    return sorted(mentions, key=lambda one: (-one.strength, one.start))


def _parts(text: str, asked: Sequence[Word], candidates: Iterable[Known]) -> Iterator[Mention]:
    """Stretches in capitals that stand in the title of a single paper, or begin it in any case."""
    titles = [(f" {' '.join(texts(known.name))} ", known) for known in candidates]
    starts = {title[: title.find(" ", 1) + 1] for title, _ in titles}
    first = 0
    while first < len(asked):
        last, best, weight = first, None, 0.0
        may_begin, is_capital = f" {asked[first].text} " in starts, True
        while last < len(asked) and (may_begin or asked[first].text not in SMALL):
            word = asked[last]
            is_capital &= word.text in SMALL or text[word.start].isupper()
            if not is_capital and not may_begin:
                break
            weight += _weight(word.text)
            last += 1
            if weight >= _PART and word.text not in SMALL:
                stretch = f" {' '.join(word.text for word in asked[first:last])} "
                fits = [
                    known
                    for title, known in titles
                    if (stretch in title if is_capital else title.startswith(stretch))
                ]
                if len(fits) == 1 or (may_begin and fits and weight >= _SHARED_BEGINNING):
                    best = last, fits, weight
                if not fits:  # nor does a longer stretch stand in any
                    break
        if best is not None:
            last, fits, strength = best
            span = asked[first].start, asked[last - 1].end
            ids = tuple(known.identifier for known in fits)
            yield Mention(*span, ids, strength - 0.5, fits[0].day)
            first = last
        else:
            first += 1


def _weight(word: str) -> float:
    return 0.2 if word in SMALL else 1.0


def _fit(
    title: Sequence[str], stands: Sequence[Sequence[int]], asked: Sequence[Word]
) -> tuple[int, int, float] | None:
    """First and last word of the best fit of a title, and the weight of the words that fit."""
    whole = sum(map(_weight, title))
    if sum(_weight(w) for w, s in zip(title, stands, strict=True) if s) < _SHARED * whole:
        return None
    # Local alignment: gains for words in the same order, losses for words without a partner.
    best: tuple[float, int, int] = (0.0, 0, -1)
    ending: dict[int, tuple[float, int, int]] = {}  # by place: score, first place, word of title
    for number, (word, here) in enumerate(zip(title, stands, strict=True)):
        new = {}
        for place in here:
            score, first = _weight(word), place
            for before, (earlier, start, other) in ending.items():
                if other < number and before < place:
                    lost = 0.5 * sum(map(_weight, title[other + 1 : number]))
                    lost += 0.5 * sum(_weight(w.text) for w in asked[before + 1 : place])
                    if earlier - lost + _weight(word) > score:
                        score, first = earlier - lost + _weight(word), start
            new[place] = (score, first, number)
            best = max(best, (score, first, place), key=lambda one: one[0])
        for place, fit in new.items():
            if place not in ending or ending[place][0] <= fit[0]:
                ending[place] = fit
    score, first, last = best
    if last < first:
        return None
    stretch = "".join(word.text for word in asked[first : last + 1])
    likeness = SequenceMatcher(None, stretch, "".join(title), autojunk=False).ratio()
    return (first, last, score * likeness) if likeness >= _ALIKE else None


def authors(text: str, candidates: Iterable[Known]) -> list[Mention]:
    """Authors named in a text, the strongest first; mentions may overlap."""
    asked = words(text)
    spelling = Spelling(word.text for word in asked)
    found: dict[tuple[int, int], list[tuple[float, int, str]]] = defaultdict(list)
    for known in candidates:
        name = texts(known.name)
        if not name:
            continue
        for place, word in enumerate(asked):
            is_slip = word.text != name[-1]
            is_short = word.text in SMALL or (is_slip and len(word.text) < _LONG)
            if is_short and text[word.start].islower():
                continue  # a short word that is a name, or nearly one, is but a word
            if word.text in spelling.near(name[-1]):
                first, last, strength = _around(text, asked, place, name[:-1])
                is_sure = (
                    strength > SURE
                    or (
                        strength > NAMED
                        and last > first
                        and (not is_slip or len(name[-1]) >= _LONG or _is_given(asked, first, name))
                    )
                    or (text[word.start].isupper() and (not is_slip or len(name[-1]) >= _LONG))
                )
                if is_sure:
                    fit = (strength, known.weight, known.identifier)
                    found[first, last].append(fit)
    mentions = []
    for (first, last), fits in found.items():
        fits.sort(key=lambda fit: (-fit[0], -fit[1], fit[2]))
        ids = tuple(dict.fromkeys(fit[2] for fit in fits))
        mentions.append(Mention(asked[first].start, asked[last].end, ids, fits[0][0]))
    return sorted(mentions, key=lambda one: (-one.strength, one.start - one.end))


def _is_given(asked: Sequence[Word], place: int, name: Sequence[str]) -> bool:
    """Whether a given name of some length, or nearly that, stands at a place."""
    return len(asked[place].text) >= _LONG and bool(Spelling(name[:-1]).near(asked[place].text))


def _around(
    text: str, asked: Sequence[Word], place: int, given: Sequence[str]
) -> tuple[int, int, float]:
    """The stretch around a family name that is of one person, and how much of the name it has."""
    left, rest, strength = place, list(given), 1.0
    while left > 0 and (part := _part(asked[left - 1].text, rest)) is not None:
        is_word = asked[left - 1].text in SMALL and text[asked[left - 1].start].islower()
        # Behind a given name a letter is an initial: claudio t silva.
        is_initial = len(asked[left - 1].text) == 1 and left > 1 and asked[left - 2].text in rest
        if is_word and not is_initial:
            break  # a word such as "in" is a given name in capitals only
        left -= 1
        strength += _given(asked[left].text, part)
        rest.remove(part)
    right = place
    follows = right + 1 < len(asked)
    has_comma = follows and "," in text[asked[place].end : asked[place + 1].start]
    # Without a comma what follows is a given name when it is one to the letter: Xue Nianwen.
    if has_comma or (follows and left == place and len(asked[place + 1].text) > 1):
        while right + 1 < len(asked) and (part := _part(asked[right + 1].text, rest)) is not None:
            if asked[right + 1].text in SMALL and text[asked[right + 1].start].islower():
                break
            if not has_comma and asked[right + 1].text != part:
                break
            right += 1
            strength += _given(asked[right].text, part)
            rest.remove(part)
    # A further initial is no reason to prefer a namesake with fewer papers.
    return left, right, strength - 0.01 * sum(len(part) > 1 for part in rest)


def _given(word: str, name: str) -> float:
    """What a given name says for a person; an initial, or one with a slip of the pen, says less."""
    return 1.0 if word == name and len(word) > 1 else 0.5


def _part(word: str, names: Sequence[str]) -> str | None:
    """The given name that a word is, or begins as an initial or a short name, or is nearly."""
    for name in names:
        if word == name or (len(word) != 2 and name.startswith(word)):
            return name
    near = Spelling(names).near(word) if len(word) > 3 else []
    return near[0] if near else None


def apart(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions that do not overlap with an earlier one."""
    taken: list[Mention] = []
    for one in mentions:
        if all(_apart(one, other) for other in taken):
            taken.append(one)
            yield one


def _apart(one: Mention, other: Mention) -> bool:
    return one.end <= other.start or one.start >= other.end
