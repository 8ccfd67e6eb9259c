"""Scores without learning, on the same pairs that a network scores.

Where the source is a new paper, its neighbourhood is that of its team: link features are summed
over the team's latest papers, walks start at all of them.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.graph.dates import add_years, day_of
from scinet.graph.links import FEATURES, network, pair_features
from scinet.graph.links.walks import uniform, visits
from scinet.graph.snapshot import Csr
from scinet.models.links.questions import Questions
from scinet.models.links.tables import matrix, take
from scinet.models.text.tfidf import TitleWords, unit_rows

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_RECENT_YEARS = 3
_RESTART = 0.25
_TOLERANCE = 1e-4  # of the sum over all targets: enough to rank a few hundred
_LATEST = 5  # papers of the team whose link features are summed


def heuristic_scores(questions: Questions, source: Ints, target: Ints) -> dict[str, Floats]:
    """Score pairs by each heuristic.

    Args:
        questions: The sources, with everything before the period.
        source: Source of each pair, ascending, shape ``(pairs,)``.
        target: Target of each pair, shape ``(pairs,)``.

    Returns:
        One array of shape ``(pairs,)`` per heuristic: popularity, recent_popularity,
        title_similarity, the link features, personalised_pagerank, and for citations
        cited_before, the number of the team's papers that cite the target.
    """
    past = questions.past
    popularity, recent = _popularity(questions)
    result = {
        "popularity": popularity[target],
        "recent_popularity": recent[target],
        "title_similarity": _title_similarity(questions, source, target),
    }
    if questions.targets == "paper":
        team = _team_papers(questions)
        cited = csr_array(matrix(team, past.num_papers) @ matrix(past.cites, past.num_papers))
        result["cited_before"] = _at(cited, source, target)
    else:
        team = questions.members
    return {
        **result,
        **_link_features(questions, team, source, target),
        "personalised_pagerank": _pagerank(questions, team, source, target),
    }


def _popularity(questions: Questions) -> tuple[Floats, Floats]:
    """Citations or co-authors of each target, and recent citations or papers."""
    past = questions.past
    now = np.array([day_of(questions.period.start)], dtype=np.int32)
    recent = past.day >= add_years(now, -_RECENT_YEARS)[0]
    if questions.targets == "paper":
        events = past.cited_by.keep(recent[past.cited_by.indices])
        counts = past.cited_by.lengths()
    else:
        events = past.author_papers.keep(recent[past.author_papers.indices])
        counts = network(past, "coauthor").lengths()
    return counts.astype(np.float64), events.lengths().astype(np.float64)


def _team_papers(questions: Questions, latest: int | None = None) -> Csr:
    """Papers of each source's team, in time order."""
    papers = questions.past.author_papers
    rows = [
        np.unique(np.concatenate([papers.row(author) for author in questions.members.row(source)]))
        for source in range(questions.num_sources)
    ]
    rows = rows if latest is None else [row[-latest:] for row in rows]
    pointers = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
    return Csr(pointers, np.concatenate([*rows, np.zeros(0, dtype=np.int32)]).astype(np.int32))


def _title_similarity(questions: Questions, source: Ints, target: Ints) -> Floats:
    """Cosine of weighted title words; authors have those of all their titles."""
    past = questions.past
    words = TitleWords(past.title)
    papers = words.vectors(past.title)
    if questions.targets == "paper":
        left, right = words.vectors(questions.title), papers
    else:
        right = unit_rows(csr_array(matrix(past.author_papers, past.num_papers) @ papers))
        left = csr_array(matrix(questions.members, past.num_authors) @ right)
    return np.asarray(left[source].multiply(right[target]).sum(axis=1)).ravel()


def _link_features(
    questions: Questions, team: Csr, source: Ints, target: Ints
) -> dict[str, Floats]:
    if questions.targets == "paper":
        team = _team_papers(questions, _LATEST)
    each = take(team, source)
    pair = each.row_numbers()
    pairs = np.stack([each.indices.astype(np.int64), target[pair]], axis=1)
    found = pair_features(questions.past, questions.network, pairs)
    # Two papers without any neighbour share nothing: an undefined Jaccard ranks as 0.
    return {name: _summed(pair, np.nan_to_num(found[name]), len(source)) for name in FEATURES}


def _summed(place: NDArray[np.integer], values: Floats, size: int) -> Floats:
    return np.bincount(place, values, minlength=size).astype(np.float64)


def _pagerank(questions: Questions, team: Csr, source: Ints, target: Ints) -> Floats:
    """Personalised PageRank of the target, walks starting at the team's papers or the author."""
    result = np.empty(len(source))
    ends = np.searchsorted(source, np.arange(questions.num_sources + 1))
    asked = np.flatnonzero(np.diff(ends))
    step = uniform(network(questions.past, questions.network))
    walks = visits(step, take(team, asked), restart=_RESTART, tolerance=_TOLERANCE)
    for first, share in walks:
        numbers = asked[first : first + share.shape[1]]
        for column, (start, end) in enumerate(zip(ends[numbers], ends[numbers + 1], strict=True)):
            result[start:end] = share[target[start:end], column]
    return result


def _at(table: csr_array, source: Ints, target: Ints) -> Floats:
    return np.asarray(table[source, target], dtype=np.float64).ravel()
