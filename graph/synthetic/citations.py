"""Simulation of citations.

Each reference is found in one of four ways: copied from the references of a paper already cited
(which closes triangles and favours the highly cited), taken from the references of a recent paper
of the subject (attention), an earlier paper of one of the authors, or a paper of the subject of a
suitable age, fitter ones more often. Ages follow a power law, so that old papers fade but never
vanish.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.synthetic.sampling import generator, integer_below, kernel_state, uniform
from scinet.graph.synthetic.subjects import (
    FIRST_DAY,
    WORDS_PER_TOPIC,
    Subjects,
    list_to_search,
    paper_of_age,
)

UNORDERED_SHARE: Final = 0.003
_SPREAD: Final = 2.2  # shape of the gamma behind the numbers of references
_COPIED: Final = 0.48
_OWN_WORK: Final = 0.043
_ATTENTION: Final = 0.31  # of those found by search
_OWN_SUBJECT: Final = 0.51
_MEDIAN_AGE_DAYS: Final = 430.0
_AGE_EXPONENT: Final = 2.2
_FADE_EXPONENT: Final = 1.2
_FADE_DAYS: Final = 1700.0  # age at which half of the copied references are dropped
_FAMOUS: Final = 600.0  # citations beyond which attachment is sublinear
_FAME_EXPONENT: Final = 0.05
_WRITING_DAYS: Final = 220.0  # at most, between the knowledge of a paper and its day
_TRIES: Final = 40  # per reference
_AHEAD_DAYS: Final = 60


def draw_citations(subjects: Subjects, authored: Csr, seed: int, mean_references: float) -> Csr:
    """Draw the references of each paper.

    Args:
        mean_references: Mean per paper; references that cannot be found reduce it a little.

    Returns:
        Citing paper to cited papers, sorted. About ``UNORDERED_SHARE`` of them are not dated
        before the citing paper: the same day, or up to 60 days later.
    """
    num_papers = len(subjects.day)
    random = generator(seed, 3)
    # Lists of references grow longer over the years.
    mean = mean_references * (0.6 + 0.8 * np.arange(num_papers) / num_papers)
    wanted = random.poisson(random.gamma(_SPREAD, mean / _SPREAD))
    earlier = subjects.day_start[subjects.day - FIRST_DAY]
    wanted = np.minimum(wanted, earlier // 4)
    author_papers = authored.transpose(int(authored.indices.max()) + 1)
    indptr, indices = _draw_references(
        wanted.astype(np.int64),
        _fitness(num_papers, random),
        subjects.day,
        subjects.subject,
        subjects.day_start,
        subjects.lists.indptr,
        subjects.lists.indices,
        authored.indptr,
        authored.indices,
        author_papers.indptr,
        author_papers.indices,
        kernel_state(seed, 4),
    )
    return Csr(indptr, indices)


def _fitness(num_papers: int, random: np.random.Generator) -> NDArray[np.float32]:
    """Draw the probability that a found paper is cited; few are high."""
    return (0.004 + 0.996 * random.random(num_papers) ** 11).astype(np.float32)


@njit(cache=True)
def _draw_references(
    wanted: NDArray[np.int64],
    fitness: NDArray[np.float32],
    day: Int32,
    subject: Int32,
    day_start: NDArray[np.int64],
    list_indptr: NDArray[np.int64],
    listed: Int32,
    author_indptr: NDArray[np.int64],
    authors: Int32,
    papers_indptr: NDArray[np.int64],
    papers_of: Int32,
    state: NDArray[np.uint64],
) -> tuple[NDArray[np.int64], Int32]:
    indptr = np.zeros(len(day) + 1, np.int64)
    cited = np.empty(wanted.sum(), np.int32)
    cited_by = np.full(len(day), -1, np.int32)  # the last paper that cites it
    received = np.zeros(len(day), np.int32)
    for paper in range(len(day)):
        # It knows what appeared before it was written.
        written = max(day[paper] - FIRST_DAY - int(uniform(state) * _WRITING_DAYS), 0)
        limit = int(day_start[written])
        start = int(indptr[paper])
        end = start
        tries = wanted[paper] * _TRIES
        while end - start < wanted[paper] and tries > 0:
            tries -= 1
            draw = uniform(state)
            reference = -1
            is_copied = draw < _COPIED
            if is_copied:
                if end > start:
                    intermediate = cited[start + integer_below(state, end - start)]
                    reference = _draw_reference(intermediate, indptr, cited, state)
            elif draw < _COPIED + _OWN_WORK:
                count = int(author_indptr[paper + 1] - author_indptr[paper])
                author = authors[author_indptr[paper] + integer_below(state, count)]
                mine = papers_of[papers_indptr[author] : papers_indptr[author + 1]]
                before = int(np.searchsorted(mine, limit))
                if before > 0:
                    reference = mine[before - 1 - integer_below(state, min(before, 8))]
            else:
                number = list_to_search(subject[paper], state, _OWN_SUBJECT)
                odds = uniform(state)
                age = _MEDIAN_AGE_DAYS * (odds / (1.0 - odds)) ** (1.0 / _AGE_EXPONENT)
                then = written - 1 - int(min(age, 1e6))
                target = int(day_start[then]) if then >= 0 else -1
                start_of, end_of = list_indptr[number], list_indptr[number + 1]
                reference = paper_of_age(listed, start_of, end_of, target, limit, state)
                if reference >= 0 and uniform(state) < _ATTENTION:
                    is_copied = True
                    reference = _draw_reference(reference, indptr, cited, state)
                elif reference >= 0 and uniform(state) >= fitness[reference]:
                    reference = -1
            if reference < 0 or reference >= limit or cited_by[reference] == paper:
                continue
            if is_copied and uniform(state) >= _appeal(
                day[paper] - day[reference], received[reference]
            ):
                continue
            if uniform(state) < UNORDERED_SHARE:
                reference = _draw_later_paper(paper, day, subject, day_start, state)
                if reference < 0 or cited_by[reference] == paper:
                    continue
            cited_by[reference] = paper
            received[reference] += 1
            cited[end] = reference
            end += 1
        cited[start:end].sort()
        indptr[paper + 1] = end
    return indptr, cited[: indptr[-1]].copy()


@njit(cache=True)
def _appeal(age_days: int, received: int) -> float:
    """Return the probability that a seen reference is copied: lower for old and famous papers."""
    faded = 1.0 / (1.0 + (age_days / _FADE_DAYS) ** _FADE_EXPONENT)
    return float(faded * (1.0 + received / _FAMOUS) ** -_FAME_EXPONENT)


@njit(cache=True)
def _draw_reference(
    paper: int, indptr: NDArray[np.int64], cited: Int32, state: NDArray[np.uint64]
) -> int:
    count = int(indptr[paper + 1] - indptr[paper])
    if count <= 0:  # also of a paper that comes later and has no row yet
        return -1
    return int(cited[indptr[paper] + integer_below(state, count)])


@njit(cache=True)
def _draw_later_paper(
    paper: int, day: Int32, subject: Int32, day_start: NDArray[np.int64], state: NDArray[np.uint64]
) -> int:
    """Draw a paper of the same day or slightly later, of the same topic if found in a few tries."""
    today = day[paper] - FIRST_DAY
    first = int(day_start[today])
    stop = int(day_start[min(today + _AHEAD_DAYS, len(day_start) - 1)])
    result = -1
    for _ in range(16):
        candidate = first + integer_below(state, stop - first)
        if candidate != paper:
            result = candidate
            if subject[candidate] // WORDS_PER_TOPIC == subject[paper] // WORDS_PER_TOPIC:
                break
    return result
