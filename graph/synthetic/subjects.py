"""Days and subjects of papers.

The field grows at a fixed rate over twenty years; each topic has its peak. A *subject* is one word
of one topic: papers of one subject cite each other most, and their titles contain that word.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.synthetic.sampling import generator, integer_below, uniform
from scinet.graph.synthetic.words import GENERAL_VENUES, TOPICS, VENUE_KINDS

FIRST_DAY: Final = day_of(date(2001, 1, 1))
LAST_DAY: Final = day_of(date(2020, 12, 31))
NUM_TOPICS: Final = len(TOPICS)
WORDS_PER_TOPIC: Final = 20
NUM_SUBJECTS: Final = NUM_TOPICS * WORDS_PER_TOPIC
NUM_VENUES: Final = NUM_TOPICS * len(VENUE_KINDS) + len(GENERAL_VENUES)
_GROWTH: Final = 0.07  # per year
_LIFE: Final = 0.35  # duration of a topic, as a share of the whole time
_WOBBLE: Final = 8  # random shift, so that the paper after a gap is not drawn too often


@dataclass(frozen=True)
class Subjects:
    """Papers in time order, and lists of them by subject and topic.

    Attributes:
        lists: The papers of each subject, then those of each topic, all in time order.

    Shapes:
        day: ``(papers,)``, int32, days since 1970-01-01, ascending.
        subject: ``(papers,)``, int32 in ``[0, NUM_SUBJECTS)``; the topic is the subject divided
            by ``WORDS_PER_TOPIC``.
        venue: ``(papers,)``, int32 in ``[0, NUM_VENUES)``.
        day_start: ``(days + 1,)``, int64; the first paper dated ``FIRST_DAY + d`` or later.
    """

    day: Int32
    subject: Int32
    venue: Int32
    day_start: NDArray[np.int64]
    lists: Csr


def draw_subjects(num_papers: int, seed: int) -> Subjects:
    """Draw day, subject and venue of each paper."""
    random = generator(seed, 0)
    years = (LAST_DAY - FIRST_DAY + 1) / DAYS_PER_YEAR
    share = random.random(num_papers)
    elapsed = np.log1p(share * np.expm1(_GROWTH * years)) / (_GROWTH * years)
    elapsed.sort()
    offset = (elapsed * (LAST_DAY - FIRST_DAY + 1)).astype(np.int32)
    topic = _topics(elapsed, random)
    weights = 1.0 / np.sqrt(np.arange(1, WORDS_PER_TOPIC + 1))
    word = random.choice(WORDS_PER_TOPIC, size=num_papers, p=weights / weights.sum())
    subject = (topic * WORDS_PER_TOPIC + word).astype(np.int32)
    papers = np.arange(num_papers, dtype=np.int32)
    return Subjects(
        day=offset + np.int32(FIRST_DAY),
        subject=subject,
        venue=_venues(topic, random),
        day_start=np.searchsorted(offset, np.arange(LAST_DAY - FIRST_DAY + 2)).astype(np.int64),
        lists=Csr.from_sequences(
            np.concatenate((subject, NUM_SUBJECTS + topic)),
            np.concatenate((papers, papers)),
            NUM_SUBJECTS + NUM_TOPICS,
        ),
    )


def _topics(elapsed: NDArray[np.float64], random: np.random.Generator) -> NDArray[np.int64]:
    peak = random.random(NUM_TOPICS) * 1.2 - 0.1
    size = random.random(NUM_TOPICS) + 0.5
    drawn = np.empty(len(elapsed), dtype=np.int64)
    steps = np.floor(elapsed * 80)  # quarters: weights change slowly
    starts = np.searchsorted(steps, np.arange(81))
    for step in range(80):
        papers = slice(starts[step], starts[step + 1])
        weights = size * (0.15 + np.exp(-(((step / 80 - peak) / _LIFE) ** 2)))
        drawn[papers] = random.choice(
            NUM_TOPICS, size=starts[step + 1] - starts[step], p=weights / weights.sum()
        )
    return drawn


def _venues(topic: NDArray[np.int64], random: np.random.Generator) -> Int32:
    # Six in ten papers appear at a venue of their topic, two nearby, two at a general one.
    kinds, general = len(VENUE_KINDS), len(GENERAL_VENUES)
    where = random.random(len(topic))
    nearby = (topic + np.where(random.random(len(topic)) < 0.5, 1, -1)) % NUM_TOPICS
    host = np.where(where < 0.6, topic, nearby)
    specific = host * kinds + random.integers(0, kinds, len(topic))
    wide = NUM_TOPICS * kinds + random.integers(0, general, len(topic))
    return np.where(where < 0.8, specific, wide).astype(np.int32)


@njit(cache=True)
def paper_of_age(
    papers: Int32, start: int, stop: int, target: int, limit: int, state: NDArray[np.uint64]
) -> int:
    """Draw a paper of a list that appeared about when paper ``target`` did.

    Args:
        target: Paper of the wanted time; a negative one means any time.
        limit: Only smaller papers are returned.

    Returns:
        A paper below ``limit``, or -1 when the list has none.
    """
    end = start + int(np.searchsorted(papers[start:stop], limit))
    if end == start:
        return -1
    if target < 0:
        return int(papers[start + integer_below(state, end - start)])
    place = start + int(np.searchsorted(papers[start:end], target))
    place += integer_below(state, _WOBBLE + 1) - _WOBBLE // 2
    return int(papers[min(max(place, start), end - 1)])


@njit(cache=True)
def list_to_search(subject: int, state: NDArray[np.uint64], own: float) -> int:
    """Choose the list to search for a paper on a subject.

    Args:
        own: Share of searches that stay within the subject.

    Returns:
        Number of the list, see :class:`Subjects`.
    """
    draw = uniform(state)
    if draw < own:
        return subject
    topic = subject // WORDS_PER_TOPIC
    rest = (draw - own) / (1.0 - own)
    if rest < 0.96:
        return NUM_SUBJECTS + topic
    if rest < 0.99:
        step = 1 if rest < 0.975 else NUM_TOPICS - 1
        return NUM_SUBJECTS + (topic + step) % NUM_TOPICS
    return NUM_SUBJECTS + integer_below(state, NUM_TOPICS)
