"""Simulation of teams: authors with careers, and recurring teams.

A team is drawn from the recent literature of its subject, so that active authors stay active and
authors no longer found have left; most further members are earlier co-authors of the present ones.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.synthetic.sampling import generator, integer_below, kernel_state, uniform
from scinet.graph.synthetic.subjects import FIRST_DAY, Subjects, list_to_search, paper_of_age

# Chances of a team of 1, 2, 3 ... authors: mean 2.8.
_SIZES: Final = (0.19, 0.33, 0.235, 0.125, 0.06, 0.03, 0.014, 0.007, 0.005, 0.004)
_NEW_LEAD: Final = 0.22
_NEW_MEMBER: Final = 0.14
_KNOWN_MEMBER: Final = 0.78
_OWN_SUBJECT: Final = 0.5
_MEAN_PAUSE_DAYS: Final = 500.0
_MEAN_CAREER_DAYS: Final = 3500.0
_FIRST_YEAR: Final = 5  # most papers of an author at first, then one more in _PAUSE days
_PAUSE: Final = 30.0
_TRIES: Final = 12


def draw_teams(subjects: Subjects, seed: int) -> Csr:
    """Return paper to authors in the order of the byline, numbered by first appearance."""
    num_papers = len(subjects.day)
    chances = np.array(_SIZES) / sum(_SIZES)
    sizes = generator(seed, 1).choice(len(_SIZES), size=num_papers, p=chances) + 1
    indptr = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    authors = _draw_members(
        indptr,
        subjects.day,
        subjects.subject,
        subjects.day_start,
        subjects.lists.indptr,
        subjects.lists.indices,
        kernel_state(seed, 2),
    )
    return Csr(indptr, authors)


@njit(cache=True)
def _draw_members(
    indptr: NDArray[np.int64],
    day: Int32,
    subject: Int32,
    day_start: NDArray[np.int64],
    list_indptr: NDArray[np.int64],
    listed: Int32,
    state: NDArray[np.uint64],
) -> Int32:
    total = indptr[-1]
    author_at = np.empty(total, np.int32)
    paper_at = np.empty(total, np.int32)
    # Bylines of each author as a linked list from the latest one back.
    earlier = np.empty(total, np.int64)
    latest = np.full(total, -1, np.int64)
    first_day = np.empty(total, np.int32)
    career = np.empty(total, np.float32)
    written = np.zeros(total, np.int32)
    num_authors = 0
    for paper in range(len(day)):
        start, stop = int(indptr[paper]), int(indptr[paper + 1])
        place = start
        tries = 0
        while place < stop:
            draw = uniform(state)
            author = -1
            if tries > _TRIES or draw < (_NEW_LEAD if place == start else _NEW_MEMBER):
                author = num_authors
            elif place > start and draw < _NEW_MEMBER + _KNOWN_MEMBER:
                colleague = author_at[start + integer_below(state, place - start)]
                byline = latest[colleague]
                while byline >= 0 and earlier[byline] >= 0 and uniform(state) < 0.4:
                    byline = earlier[byline]
                if byline >= 0:
                    source = paper_at[byline]
                    size = int(indptr[source + 1] - indptr[source])
                    author = author_at[indptr[source] + integer_below(state, size)]
            else:
                pause = -np.log(1.0 - uniform(state)) * _MEAN_PAUSE_DAYS
                then = int(day_start[max(0, day[paper] - FIRST_DAY - int(pause))])
                number = list_to_search(subject[paper], state, _OWN_SUBJECT)
                start_of, end_of = list_indptr[number], list_indptr[number + 1]
                source = paper_of_age(listed, start_of, end_of, then, paper, state)
                if source >= 0:
                    size = int(indptr[source + 1] - indptr[source])
                    author = author_at[indptr[source] + integer_below(state, size)]
            tries += 1
            if author < 0 or author in author_at[start:place]:
                continue
            if author == num_authors:
                first_day[author] = day[paper]
                career[author] = -np.log(1.0 - uniform(state)) * _MEAN_CAREER_DAYS
                num_authors += 1
            else:
                active = day[paper] - first_day[author]
                if active > career[author] or written[author] > _FIRST_YEAR + active / _PAUSE:
                    continue
            written[author] += 1
            author_at[place] = author
            paper_at[place] = paper
            place += 1
            tries = 0
        for byline in range(start, stop):
            earlier[byline] = latest[author_at[byline]]
            latest[author_at[byline]] = byline
    return author_at
