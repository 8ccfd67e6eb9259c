"""Doubts of author disambiguation: one id for several people, or several ids for one.

Both are only likely, as of a day, and listed with evidence.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from scinet.graph.schema.dates import date_of
from scinet.graph.schema.identifiers import slugify

if TYPE_CHECKING:
    from scinet.graph.snapshot import Snapshot

_SHOWN: Final = 5
_MIN_PAPERS: Final = 2  # papers of a group; shared co-authors of a pair
_MANY: Final = 200  # authors of a paper: larger teams are weak evidence of collaboration
_MAX_NAMESAKES: Final = (
    500  # ids of one family name and initial: beyond, shared co-authors are chance
)
_Row = dict[str, Any]


def namesakes(past: "Snapshot", *, least: int = _MIN_PAPERS) -> list[_Row]:
    """Return ids whose papers fall into unconnected groups.

    Papers of an author are connected if they share another author or a venue, or cite each other.
    Groups of fewer papers than ``least`` are ignored.

    Returns:
        Largest second group first: ``author_id``, ``name``, ``papers`` and
        ``groups`` with ``papers``, ``first`` and ``last`` year, ``venues`` and ``co_authors``.
    """
    result = []
    for author, papers in _papers_of(past):
        if len(papers) < 2 * least:
            continue
        groups = [group for group in _paper_groups(past, author, papers) if len(group) >= least]
        if len(groups) < 2:
            continue
        groups.sort(key=lambda group: (-len(group), group[0]))
        result.append(
            {
                "author_id": str(past.author_id[author]),
                "name": past.author_name[author],
                "papers": len(papers),
                "groups": [_describe_author(past, author, group) for group in groups[:_SHOWN]],
            }
        )
    return sorted(result, key=lambda row: (-row["groups"][1]["papers"], row["author_id"]))


def splits(past: "Snapshot", *, least: int = _MIN_PAPERS) -> list[_Row]:
    """Return pairs of ids with compatible names and common co-authors.

    Two authors of one paper are two people.

    Returns:
        Most common co-authors first: ``author_id`` and ``other_id``, ``name`` and
        ``other_name``, the numbers of their ``papers`` and ``other_papers``, ``shared`` co-authors
        and some of them as ``co_authors``.
    """
    partners = _coauthors(past)
    papers = np.bincount(past.authored.indices, minlength=len(past.author_id))
    by_name: dict[str, list[int]] = defaultdict(list)
    for author, name in enumerate(past.author_name):
        if name and len(parts := slugify(name).split("-")) > 1:
            by_name[f"{parts[-1]} {parts[0][0]}"].append(author)
    result = []
    for ids in by_name.values():
        if len(ids) > _MAX_NAMESAKES:
            continue
        for first, second in combinations(ids, 2):
            if second in partners[first]:
                continue
            shared = sorted(partners[first] & partners[second])
            if len(shared) < least or not _may_be_one(
                past.author_name[first], past.author_name[second]
            ):
                continue
            result.append(
                {
                    "author_id": str(past.author_id[first]),
                    "name": past.author_name[first],
                    "papers": int(papers[first]),
                    "other_id": str(past.author_id[second]),
                    "other_name": past.author_name[second],
                    "other_papers": int(papers[second]),
                    "shared": len(shared),
                    "co_authors": [str(past.author_id[who]) for who in shared[:_SHOWN]],
                }
            )
    return sorted(result, key=lambda row: (-row["shared"], row["author_id"], row["other_id"]))


def _may_be_one(name: str, other_name: str) -> bool:
    """Whether given names agree; an initial agrees with any name that begins with it."""
    (*first, family), (*second, also) = slugify(name).split("-"), slugify(other_name).split("-")
    if family != also:
        return False
    return all(
        a.startswith(b) or b.startswith(a) if 1 in {len(a), len(b)} else a == b
        for a, b in zip(first, second, strict=False)
    )


def _papers_of(past: "Snapshot") -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Yield every author with papers, in order of time."""
    paper = np.repeat(np.arange(past.authored.num_rows), past.authored.lengths())
    order = np.argsort(past.authored.indices, kind="stable")
    authors, starts = np.unique(past.authored.indices[order], return_index=True)
    for author, listed in zip(authors, np.split(paper[order], starts[1:]), strict=True):
        yield int(author), listed


def _paper_groups(past: "Snapshot", author: int, papers: np.ndarray[Any, Any]) -> list[list[int]]:
    place = {int(paper): number for number, paper in enumerate(papers)}
    first: dict[tuple[str, int], int] = {}
    ends: list[tuple[int, int]] = []
    for paper, number in place.items():
        marks = [("author", int(item)) for item in past.authored.row(paper) if item != author]
        if past.venue[paper] >= 0:
            marks.append(("venue", int(past.venue[paper])))
        ends += [(first.setdefault(mark, number), number) for mark in marks]
        ends += [(place[int(item)], number) for item in past.cites.row(paper) if int(item) in place]
    item, paper_end = np.array(ends, dtype=np.int64).reshape(-1, 2).T
    size = len(papers)
    joined = coo_array((np.ones(len(item), dtype=np.int8), (item, paper_end)), shape=(size, size))
    _, label = connected_components(joined, directed=False)
    groups: dict[int, list[int]] = defaultdict(list)
    for number, paper in enumerate(papers):
        groups[int(label[number])].append(int(paper))
    return list(groups.values())


def _describe_author(past: "Snapshot", author: int, papers: list[int]) -> _Row:
    years = [date_of(int(past.day[paper])).year for paper in papers]
    venues = {str(past.venue_id[past.venue[p]]) for p in papers if past.venue[p] >= 0}
    others = {int(co_author) for paper in papers for co_author in past.authored.row(paper)} - {
        author
    }
    return {
        "papers": len(papers),
        "first": min(years),
        "last": max(years),
        "example": str(past.paper_id[papers[0]]),
        "venues": sorted(venues)[:_SHOWN],
        "co_authors": [str(past.author_id[co_author]) for co_author in sorted(others)[:_SHOWN]],
    }


def _coauthors(past: "Snapshot") -> list[set[int]]:
    """Return the co-authors of each author, over papers with small enough teams."""
    co_authors: list[set[int]] = [set() for _ in past.author_id]
    for paper in range(past.authored.num_rows):
        listed = [int(author) for author in past.authored.row(paper)]
        if len(listed) <= _MANY:
            for author in listed:
                co_authors[author].update(listed)
    for author, others in enumerate(co_authors):
        others.discard(author)
    return co_authors
