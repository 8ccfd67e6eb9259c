"""Ids, names and titles, computed from numbers.

A title is a number of a mixed radix: pattern, subject and four words. Papers of one subject get
different numbers, so titles are unique without a record of used ones.
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import gcd
from typing import Final

from scinet.graph.schema.dates import date_of
from scinet.graph.synthetic import words
from scinet.graph.synthetic.subjects import WORDS_PER_TOPIC

SUBJECT_WORDS: Final = tuple(word for group in words.TOPICS.values() for word in group)
TOPIC_NAMES: Final = tuple(topic.capitalize() for topic in words.TOPICS)
_TITLES: Final = (
    "{modifier} {subject} {noun} with {other} {method}",
    "{modifier} {method} for {subject} and {other} {noun}",
    "{subject} {noun} from {modifier} {other} {method}",
)
_OTHERS: Final = WORDS_PER_TOPIC - 1
TITLES_PER_SUBJECT: Final = (
    len(_TITLES) * len(words.MODIFIERS) * len(words.NOUNS) * len(words.METHODS) * _OTHERS
)
NAMES_KEPT: Final = 100_000  # recent authors write and are cited again
_MASK: Final = 2**64 - 1


def paper_id(paper: int) -> str:
    """Return the id of a paper; ids are in time order."""
    return f"S{paper:08d}"


def author_id(author: int) -> str:
    """Return the id of an author."""
    return f"A{author:08d}"


def scramble(number: int, seed: int) -> int:
    """Return a hash of a number in ``[0, 2**64)``."""
    mixed = (number * 0x9E3779B97F4A7C15 + seed * 0xD1B54A32D192ED03) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)


@lru_cache(maxsize=NAMES_KEPT)
def family_name(author: int, seed: int) -> str:
    """Return an invented family name; some authors share one."""
    quotient, start = divmod(scramble(author, seed), len(words.FAMILY_STARTS))
    quotient, middle = divmod(quotient, 2 * len(words.FAMILY_MIDDLES))
    end = words.FAMILY_ENDS[quotient % len(words.FAMILY_ENDS)]
    # Half of the names have two syllables.
    bridge = words.FAMILY_MIDDLES[middle] if middle < len(words.FAMILY_MIDDLES) else ""
    return words.FAMILY_STARTS[start] + bridge + end


@lru_cache(maxsize=NAMES_KEPT)
def full_name(author: int, seed: int) -> str:
    """Return given and family name."""
    given_name = words.GIVEN_NAMES[scramble(author, seed + 1) % len(words.GIVEN_NAMES)]
    return f"{given_name} {family_name(author, seed)}"


@cache
def venue_name(venue: int) -> str:
    """Return the name of a venue."""
    topic, kind = divmod(venue, len(words.VENUE_KINDS))
    if topic >= len(words.TOPICS):
        return words.GENERAL_VENUES[venue - len(words.TOPICS) * len(words.VENUE_KINDS)]
    return f"{words.VENUE_KINDS[kind]} {TOPIC_NAMES[topic]}"


@cache
def iso_date(day: int) -> str:
    """Return a day as ``YYYY-MM-DD``."""
    return date_of(day).isoformat()


@dataclass
class TitleGenerator:
    """Generator of unique titles, for papers in time order."""

    seed: int
    _given: dict[int, int] = field(default_factory=dict)

    def next(self, subject: int) -> str:
        """Return a new title on a subject."""
        rank = self._given.get(subject, 0)
        if rank >= TITLES_PER_SUBJECT:
            raise ValueError(f"all {TITLES_PER_SUBJECT} titles of subject {subject} are used up")
        self._given[subject] = rank + 1
        # One-to-one, because the step has no factor in common with the number of titles.
        code = (
            rank * _step(subject, self.seed) + scramble(subject, self.seed + 1)
        ) % TITLES_PER_SUBJECT
        code, modifier = divmod(code, len(words.MODIFIERS))
        code, noun = divmod(code, len(words.NOUNS))
        code, method = divmod(code, len(words.METHODS))
        pattern, other_word = divmod(code, _OTHERS)
        topic, own = divmod(subject, WORDS_PER_TOPIC)
        other_word += other_word >= own
        title = _TITLES[pattern].format(
            modifier=words.MODIFIERS[modifier],
            noun=words.NOUNS[noun],
            method=words.METHODS[method],
            subject=SUBJECT_WORDS[subject],
            other=SUBJECT_WORDS[topic * WORDS_PER_TOPIC + other_word],
        )
        return title[0].upper() + title[1:]


@cache
def _step(subject: int, seed: int) -> int:
    step = scramble(subject, seed) % TITLES_PER_SUBJECT
    while gcd(step, TITLES_PER_SUBJECT) != 1:
        step += 1
    return step
