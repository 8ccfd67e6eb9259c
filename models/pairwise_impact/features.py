"""Features of a paper on the day it appears: its team, references, venue and subject.

Every number is made of what is dated strictly before the paper's own day, so that it is the same in
every snapshot that holds the paper. Citations count when they are later than what they cite.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.dates import DAYS_PER_YEAR
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.history import Past
from scinet.models.pairwise_impact.similar_texts import neighbours

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Entries:
    """Several things per paper, such as its references.

    Shapes:
        place: ``(n,)``, which of the papers, ascending.
        other: ``(n,)``, the thing's own paper.
        day: ``(n,)``, day of the paper that they belong to.
    """

    place: Int64
    other: Int64
    day: Int64


def table(snapshot: Snapshot, papers: Int64) -> dict[str, Floats]:
    """All features by name.

    Args:
        snapshot: Holds the papers; what is later than a paper does not count.
        papers: Positions, shape ``(n,)``.

    Returns:
        Shape ``(n,)`` each, NaN where undefined.
    """
    past = Past(snapshot)
    return {name: values for part in PARTS.values() for name, values in part(past, papers).items()}


def references(past: Past, papers: Int64) -> dict[str, Floats]:
    """How new and how cited the references are that are dated before the paper."""
    snapshot, size = past.snapshot, len(papers)
    entries = _entries(snapshot, papers, [snapshot.ordered.row(int(paper)) for paper in papers])
    age = (entries.day - snapshot.day[entries.other]) / DAYS_PER_YEAR
    cited = past.citations_before(entries.other, entries.day)
    lately = cited - past.citations_before(entries.other, entries.day - round(2 * DAYS_PER_YEAR))
    found = {
        "references": np.bincount(entries.place, minlength=size).astype(float),
        "mean citations of references": _mean(cited, entries.place, size),
        "most citations of a reference": _most(cited, entries.place, size),
        "mean citations of references in the last 2 years": _mean(lately, entries.place, size),
        "citations of references in the last 2 years": _total(lately, entries.place, size),
        "mean age of references": _mean(age, entries.place, size),
    }
    for years in (1, 2, 3, 5):
        recent = _total(age <= years, entries.place, size)
        found[f"references of the last {years} years"] = recent
    teams = [set(snapshot.authored.row(int(paper)).tolist()) for paper in papers]
    own = [
        bool(teams[place].intersection(snapshot.authored.row(other).tolist()))
        for place, other in zip(entries.place.tolist(), entries.other.tolist(), strict=True)
    ]
    found["references to own papers"] = _total(np.array(own, dtype=float), entries.place, size)
    return found


def team(past: Past, papers: Int64) -> dict[str, Floats]:
    """Numbers of authors: each first over the earlier papers of one, then over the team."""
    snapshot, size = past.snapshot, len(papers)
    teams = [snapshot.authored.row(int(paper)) for paper in papers]
    lengths = np.array([len(team) for team in teams], dtype=np.int64)
    member = np.repeat(np.arange(size), lengths)  # paper of each authorship
    rows = [
        row[: np.searchsorted(snapshot.day[row], snapshot.day[paper])]
        for paper, team in zip(papers, teams, strict=True)
        for row in map(snapshot.author_papers.row, team.tolist())
    ]
    authorships = len(rows)
    entries = _entries(snapshot, papers[member], rows)
    cited = past.citations_before(entries.other, entries.day).astype(float)
    lately = cited - past.citations_before(entries.other, entries.day - round(3 * DAYS_PER_YEAR))
    age = (entries.day - snapshot.day[entries.other]) / DAYS_PER_YEAR
    rate = cited / (age + 0.5)
    is_new = age <= 5
    written = np.bincount(entries.place, minlength=authorships).astype(float)
    mean = _mean(cited, entries.place, authorships)
    of_author: dict[str, Floats] = {
        "most papers of an author": written,
        "most papers of an author in the last 3 years": _total(
            age <= 3, entries.place, authorships
        ),
        "best mean citations of an author": mean,
        "most citations of an author's paper": _most(cited, entries.place, authorships),
        "best h-index of an author": _h_index(cited, entries.place, authorships),
        "most citations of an author in the last 3 years": _total(
            lately, entries.place, authorships
        ),
        "best citations per year of an author": _mean(rate, entries.place, authorships),
        "best citations per year of an author's newer papers": _mean(
            rate[is_new], entries.place[is_new], authorships
        ),
    }
    found = {name: _most(values, member, size) for name, values in of_author.items()}
    found["authors"] = np.where(lengths > 0, lengths, np.nan)
    found["authors without an earlier paper"] = _total(written == 0, member, size)
    ends = np.cumsum(lengths)
    has_team = lengths > 0
    for name, slot in (("first", ends - lengths), ("last", ends - 1)):
        value = np.full(size, np.nan)
        value[has_team] = mean[slot[has_team]]
        found[f"mean citations of the {name} author"] = value
        papers_of = np.full(size, np.nan)
        papers_of[has_team] = written[slot[has_team]]
        found[f"papers of the {name} author"] = papers_of
    return found


def venue(past: Past, papers: Int64) -> dict[str, Floats]:
    """Citations per year of what the venue printed in the three years before."""
    snapshot = past.snapshot
    known: dict[tuple[int, int], float] = {}
    for paper in papers.tolist():
        place, day = int(snapshot.venue[paper]), int(snapshot.day[paper])
        if place < 0 or (place, day) in known:
            continue
        first, end = np.searchsorted(snapshot.day, [day - round(3 * DAYS_PER_YEAR), day])
        inside = first + np.flatnonzero(snapshot.venue[first:end] == place)
        if len(inside):
            age = (day - snapshot.day[inside]) / DAYS_PER_YEAR
            cited = past.citations_before(inside, np.full(len(inside), day))
            known[place, day] = float((cited / (age + 0.5)).mean())
    of_paper = [
        known.get((int(snapshot.venue[paper]), int(snapshot.day[paper])), np.nan)
        for paper in papers.tolist()
    ]
    return {"citations per year of the venue": np.array(of_paper, dtype=float)}


def words(past: Past, papers: Int64) -> dict[str, Floats]:
    """Lengths of title and abstract."""
    snapshot = past.snapshot
    titles = [str(snapshot.title[paper] or "") for paper in papers]
    abstracts = [str(snapshot.abstract[paper] or "") for paper in papers]

    def number(texts: Sequence[str], of: Callable[[str], float]) -> Floats:
        return np.array([of(text) if text else np.nan for text in texts])

    return {
        "words of the title": number(titles, lambda text: len(text.split())),
        "colon in the title": number(titles, lambda text: float(":" in text)),
        "words of the abstract": number(abstracts, lambda text: len(text.split())),
    }


def subject(past: Past, papers: Int64) -> dict[str, Floats]:
    """Citations and age of the earlier papers with the most similar texts."""
    found: dict[str, Floats] = {}
    snapshot = past.snapshot
    for number, (near, similarity) in neighbours(snapshot, papers, (10, 30)).items():
        entries = _entries(snapshot, papers, near)
        cited = past.citations_before(entries.other, entries.day)
        lately = cited - past.citations_before(
            entries.other, entries.day - round(2 * DAYS_PER_YEAR)
        )
        age = (entries.day - snapshot.day[entries.other]) / DAYS_PER_YEAR
        for name, values in (
            ("citations", cited),
            ("citations in the last 2 years", lately),
            ("age", age),
            ("similarity", np.concatenate([*similarity, np.zeros(0)])),
        ):
            found[f"{name} of the nearest {number}"] = _mean(values, entries.place, len(papers))
    return found


def _entries(snapshot: Snapshot, papers: Int64, rows: Sequence[NDArray[np.integer]]) -> Entries:
    place = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    other = np.concatenate([*rows, np.zeros(0, dtype=np.int32)]).astype(np.int64)
    return Entries(place, other, snapshot.day[papers[place]].astype(np.int64))


def _total(values: NDArray[Any], place: Int64, size: int) -> Floats:
    return np.bincount(place, weights=values.astype(np.float64), minlength=size).astype(np.float64)


def _mean(values: NDArray[Any], place: Int64, size: int) -> Floats:
    number = np.bincount(place, minlength=size)
    result = np.full(size, np.nan)
    np.divide(_total(values, place, size), number, out=result, where=number > 0)
    return result


def _most(values: NDArray[Any], place: Int64, size: int) -> Floats:
    """The largest of each, leaving out what is not defined."""
    result = np.full(size, np.nan)
    np.fmax.at(result, place, values)
    return result


def _h_index(cited: Floats, place: Int64, size: int) -> Floats:
    order = np.lexsort((-cited, place))
    starts = np.concatenate(([0], np.cumsum(np.bincount(place, minlength=size))))[:-1]
    rank = np.arange(len(order)) - starts[place[order]] + 1
    return _total(cited[order] >= rank, place[order], size)


PARTS: Final[dict[str, Callable[[Past, Int64], dict[str, Floats]]]] = {
    "team": team,
    "references": references,
    "venue": venue,
    "words": words,
    "subject": subject,
}
