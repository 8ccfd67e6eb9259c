"""Recognition of papers and authors in a question, by titles and names of the graph.

The lexicon gives candidates that share words with the question; each is aligned with the question,
with missing, changed or misspelt words, and the best matches are taken.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final, Protocol

from scinet.graph.ask.words import Spelling, Word, split_words, word_texts

SMALL_WORDS: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "how", "in", "into", "is", "it", "its"}
    | {"of", "on", "or", "s", "t", "that", "the", "their", "this", "to", "toward", "towards"}
    | {"using", "via", "what", "with"}
)
_SUBTITLE: Final = re.compile(r"(?<=\w)['\"”’]?\s*(?:[:?!–—]|\s-+\s)\s*(?=\S)")  # noqa: RUF001
# Quotation marks as typed; a single one must not be an apostrophe.
_QUOTED: Final = re.compile(
    r"[\"“„«]([^\"“”„«»]+)[\"”“»]|(?<!\w)['‘‚]([^'‘’]+)['’](?!\w)"  # noqa: RUF001
)
_QUOTED_WEIGHT: Final = 3.0  # of a name in quotes, whatever its words
_MIN_SIMILARITY: Final = 0.86  # of the letters of a title and its match
SURE_STRENGTH: Final = 1.9  # strength of a family name with a given name
NAMED_STRENGTH: Final = 1.4  # with an initial, or with a typo
_LONG_NAME: Final = 6  # letters of a family name that is recognised in spite of a typo
_MIN_PART_WEIGHT: Final = 3  # weighted words of a title part that names its paper
_MIN_SHARED_BEGINNING: Final = 4  # the same for a part that begins several titles
_MIN_SHARED_WORDS: Final = 0.6  # least share of a title's words in the question


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """Paper or author of the graph.

    Attributes:
        weight: Number of an author's papers, for choosing among namesakes.
        day: Day of a paper, ``YYYY-MM-DD``, if known.
    """

    identifier: str
    name: str
    weight: int = 0
    day: str = ""


class Lexicon(Protocol):
    """Names in a graph."""

    def titles(self, text: str) -> Sequence[KnownEntity]:
        """Return papers whose titles share words with a text, likely ones first."""
        ...

    def authors(self, text: str, *, fuzzy: bool = False) -> Sequence[KnownEntity]:
        """Return authors whose names share words, or similar words, with a text."""
        ...

    def similar_words(self, word: str) -> Sequence[str]:
        """Return title words that a misspelt word may stand for, most frequent first."""
        ...

    def groups(self, text: str) -> Sequence[str]:
        """Return names of venues, communities and research fields that occur in a text."""
        ...

    def frequency(self, words: Sequence[str]) -> Mapping[str, float]:
        """Return the share of titles that contain each word, 0 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class EntityMention:
    """Stretch of a question that names something of the graph.

    Attributes:
        ids: Stored ids of the candidates, the likeliest first.
        strength: Weighted number of matching words.
        day: Day of the likeliest paper.
    """

    start: int
    end: int
    ids: tuple[str, ...]
    strength: float
    day: str = ""

    def covers(self, length: int) -> bool:
        """Whether it covers more than four fifths of a text of that length."""
        return self.end - self.start > 0.8 * length


def find_papers(text: str, candidates: Sequence[KnownEntity]) -> list[EntityMention]:
    """Find papers named in a text, the strongest first; mentions may overlap.

    Quoted text is always a name, whether or not the graph has it.
    """
    fitting = _find_fitting(text, candidates)
    # A title may contain quotes itself.
    quoted = [
        mention
        for mention in _find_quoted(text, candidates)
        if not any(
            fit.start < mention.start - 1
            and fit.end > mention.end + 1
            and fit.strength > mention.strength + 1
            and mention.ids[:1] != fit.ids[:1]
            for fit in fitting
        )
    ]
    free = [mention for mention in fitting if all(_are_disjoint(mention, q) for q in quoted)]
    return sorted([*quoted, *free], key=lambda mention: (-mention.strength, mention.start))


def _find_quoted(text: str, candidates: Sequence[KnownEntity]) -> Iterator[EntityMention]:
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 0)
        size = len(word_texts(text[start:end]))
        fits = [
            mention
            for mention in _find_fitting(text[start:end], candidates)
            if mention.covers(end - start)
        ]
        best = fits[0] if fits else None
        if best or size > 1:
            ids, day = (best.ids, best.day) if best else ((), "")
            yield EntityMention(start, end, ids, max(float(size), _QUOTED_WEIGHT), day)


def _find_fitting(text: str, candidates: Iterable[KnownEntity]) -> list[EntityMention]:
    tokens = split_words(text)
    spelling = Spelling(word.text for word in tokens)
    places: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(tokens):
        places[word.text].append(place)
    # Positions in the question of a title word.
    stand = cache(lambda word: [place for near in spelling.near(word) for place in places[near]])
    fits_by_span: dict[tuple[int, int], list[tuple[float, bool, KnownEntity]]] = defaultdict(list)
    for candidate in candidates:
        main = _SUBTITLE.split(candidate.name)[0]
        for name, is_whole in {candidate.name: True, main: main == candidate.name}.items():
            title = word_texts(name)
            stands = [stand(word) for word in title]
            if (fit := _fit_title(title, stands, tokens)) is not None:
                first, last, strength = fit
                fits_by_span[first, last].append((strength, is_whole, candidate))
    mentions = list(_find_title_parts(text, tokens, candidates))
    for (first, last), fits in fits_by_span.items():
        fits.sort(key=lambda fit: (-fit[0], not fit[1]))
        best = [fit for fit in fits if fit[:2] == fits[0][:2]]
        ids = tuple(dict.fromkeys(fit[2].identifier for fit in best))
        span = tokens[first].start, tokens[last].end
        mentions.append(EntityMention(*span, ids, best[0][0], best[0][2].day))
    return sorted(mentions, key=lambda mention: (-mention.strength, mention.start))


def _find_title_parts(
    text: str, tokens: Sequence[Word], candidates: Iterable[KnownEntity]
) -> Iterator[EntityMention]:
    """Yield capitalised stretches in the title of a single paper, or beginnings of titles."""
    titles = [(f" {' '.join(word_texts(candidate.name))} ", candidate) for candidate in candidates]
    starts = {title[: title.find(" ", 1) + 1] for title, _ in titles}
    first = 0
    while first < len(tokens):
        last, best, weight = first, None, 0.0
        may_begin, is_capital = f" {tokens[first].text} " in starts, True
        while last < len(tokens) and (may_begin or tokens[first].text not in SMALL_WORDS):
            word = tokens[last]
            is_capital &= word.text in SMALL_WORDS or text[word.start].isupper()
            if not is_capital and not may_begin:
                break
            weight += _word_weight(word.text)
            last += 1
            if weight >= _MIN_PART_WEIGHT and word.text not in SMALL_WORDS:
                stretch = f" {' '.join(word.text for word in tokens[first:last])} "
                fits = [
                    candidate
                    for title, candidate in titles
                    if (stretch in title if is_capital else title.startswith(stretch))
                ]
                if len(fits) == 1 or (may_begin and fits and weight >= _MIN_SHARED_BEGINNING):
                    best = last, fits, weight
                if not fits:  # nor does a longer stretch stand in any
                    break
        if best is not None:
            last, fits, strength = best
            span = tokens[first].start, tokens[last - 1].end
            ids = tuple(candidate.identifier for candidate in fits)
            yield EntityMention(*span, ids, strength - 0.5, fits[0].day)
            first = last
        else:
            first += 1


def _word_weight(word: str) -> float:
    return 0.2 if word in SMALL_WORDS else 1.0


def _fit_title(
    title: Sequence[str], stands: Sequence[Sequence[int]], tokens: Sequence[Word]
) -> tuple[int, int, float] | None:
    """Return first and last word of the best alignment of a title, and its strength."""
    whole = sum(map(_word_weight, title))
    if (
        sum(_word_weight(w) for w, s in zip(title, stands, strict=True) if s)
        < _MIN_SHARED_WORDS * whole
    ):
        return None
    # Local alignment: gains for words in the same order, losses for words without a partner.
    best: tuple[float, int, int] = (0.0, 0, -1)
    ending: dict[int, tuple[float, int, int]] = {}  # by place: score, first place, word of title
    for number, (word, positions) in enumerate(zip(title, stands, strict=True)):
        new = {}
        for place in positions:
            score, first = _word_weight(word), place
            for before, (earlier, start, previous) in ending.items():
                if previous < number and before < place:
                    lost = 0.5 * sum(map(_word_weight, title[previous + 1 : number]))
                    lost += 0.5 * sum(_word_weight(w.text) for w in tokens[before + 1 : place])
                    if earlier - lost + _word_weight(word) > score:
                        score, first = earlier - lost + _word_weight(word), start
            new[place] = (score, first, number)
            best = max(best, (score, first, place), key=lambda ending_fit: ending_fit[0])
        for place, fit in new.items():
            if place not in ending or ending[place][0] <= fit[0]:
                ending[place] = fit
    score, first, last = best
    if last < first:
        return None
    stretch = "".join(word.text for word in tokens[first : last + 1])
    likeness = SequenceMatcher(None, stretch, "".join(title), autojunk=False).ratio()
    return (first, last, score * likeness) if likeness >= _MIN_SIMILARITY else None


def find_authors(text: str, candidates: Iterable[KnownEntity]) -> list[EntityMention]:
    """Find authors named in a text, the strongest first; mentions may overlap."""
    tokens = split_words(text)
    spelling = Spelling(word.text for word in tokens)
    fits_by_span: dict[tuple[int, int], list[tuple[float, int, str]]] = defaultdict(list)
    for candidate in candidates:
        name = word_texts(candidate.name)
        if not name:
            continue
        for place, word in enumerate(tokens):
            is_slip = word.text != name[-1]
            is_short = word.text in SMALL_WORDS or (is_slip and len(word.text) < _LONG_NAME)
            if is_short and text[word.start].islower():
                continue  # a short lower-case word is not a name
            if word.text in spelling.near(name[-1]):
                first, last, strength = _expand_name(text, tokens, place, name[:-1])
                is_sure = (
                    strength > SURE_STRENGTH
                    or (
                        strength > NAMED_STRENGTH
                        and last > first
                        and (
                            not is_slip
                            or len(name[-1]) >= _LONG_NAME
                            or _has_given_name(tokens, first, name)
                        )
                    )
                    or (text[word.start].isupper() and (not is_slip or len(name[-1]) >= _LONG_NAME))
                )
                if is_sure:
                    fit = (strength, candidate.weight, candidate.identifier)
                    fits_by_span[first, last].append(fit)
    mentions = []
    for (first, last), fits in fits_by_span.items():
        fits.sort(key=lambda fit: (-fit[0], -fit[1], fit[2]))
        ids = tuple(dict.fromkeys(fit[2] for fit in fits))
        mentions.append(EntityMention(tokens[first].start, tokens[last].end, ids, fits[0][0]))
    return sorted(mentions, key=lambda mention: (-mention.strength, mention.start - mention.end))


def _has_given_name(tokens: Sequence[Word], place: int, name: Sequence[str]) -> bool:
    """Whether a long given name, or a similar word, stands at a position."""
    return len(tokens[place].text) >= _LONG_NAME and bool(
        Spelling(name[:-1]).near(tokens[place].text)
    )


def _expand_name(
    text: str, tokens: Sequence[Word], place: int, given_names: Sequence[str]
) -> tuple[int, int, float]:
    """Extend a family name to the person's full name; return its range and strength."""
    first, rest, strength = place, list(given_names), 1.0
    while first > 0 and (part := _match_given_name(tokens[first - 1].text, rest)) is not None:
        is_word = tokens[first - 1].text in SMALL_WORDS and text[tokens[first - 1].start].islower()
        # Behind a given name a letter is an initial: claudio t silva.
        is_initial = (
            len(tokens[first - 1].text) == 1 and first > 1 and tokens[first - 2].text in rest
        )
        if is_word and not is_initial:
            break  # a word such as "in" is a given name in capitals only
        first -= 1
        strength += _given_name_weight(tokens[first].text, part)
        rest.remove(part)
    right = place
    follows = right + 1 < len(tokens)
    has_comma = follows and "," in text[tokens[place].end : tokens[place + 1].start]
    # Without a comma a following given name must match exactly: Xue Nianwen.
    if has_comma or (follows and first == place and len(tokens[place + 1].text) > 1):
        while (
            right + 1 < len(tokens)
            and (part := _match_given_name(tokens[right + 1].text, rest)) is not None
        ):
            if tokens[right + 1].text in SMALL_WORDS and text[tokens[right + 1].start].islower():
                break
            if not has_comma and tokens[right + 1].text != part:
                break
            right += 1
            strength += _given_name_weight(tokens[right].text, part)
            rest.remove(part)
    # A further initial is no reason to prefer a namesake with fewer papers.
    return first, right, strength - 0.01 * sum(len(part) > 1 for part in rest)


def _given_name_weight(word: str, name: str) -> float:
    """Return the weight of a given name; an initial, or a typo, counts less."""
    return 1.0 if word == name and len(word) > 1 else 0.5


def _match_given_name(word: str, names: Sequence[str]) -> str | None:
    """Return the given name that a word equals, abbreviates, or nearly equals."""
    for name in names:
        if word == name or (len(word) != 2 and name.startswith(word)):
            return name
    near = Spelling(names).near(word) if len(word) > 3 else []
    return near[0] if near else None


def drop_overlaps(mentions: Iterable[EntityMention]) -> Iterator[EntityMention]:
    """Yield mentions that do not overlap with an earlier one."""
    taken: list[EntityMention] = []
    for mention in mentions:
        if all(_are_disjoint(mention, earlier) for earlier in taken):
            taken.append(mention)
            yield mention


def _are_disjoint(first: EntityMention, second: EntityMention) -> bool:
    return first.end <= second.start or first.start >= second.end
