"""From an answer to the papers that are scored: titles to ids, repeats and own paper out.

``strict`` scoring takes each paper once, at its first place, without the paper that the query
names and without what is no candidate, down to place k. ``official`` scoring takes the list as it
was given. Both count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from scinet.eval.run import Answer
from scinet.eval.task import Query
from scinet.eval.task_type import Scoring, TaskType
from scinet.eval.titles import Titles, key

_UNRESOLVED = "\0"  # no id begins so


@dataclass(frozen=True, slots=True)
class Returned:
    """The papers of one answer, and what was found in it.

    Attributes:
        papers: Ids, best first; an entry that is no paper begins with a zero character.
        items: Entries of the answer.
        titles: Entries given by title.
        unresolved: Of these, titles that no paper has.
        unknown: Ids of nothing before the query's day; 0 where that cannot be known.
        repeats: Entries that name a paper again.
        own: Entries that name the query's own paper.
        outside: Entries that are none of the query's candidates, where it has some.
        beyond_k: Entries after place k.
        turned: Whether a path was given late to early.
    """

    papers: tuple[str, ...]
    items: int
    titles: int
    unresolved: int
    unknown: int
    repeats: int
    own: int
    outside: int
    beyond_k: int
    turned: bool


def read(
    answer: Answer,
    query: Query,
    task_type: TaskType,
    scoring: Scoring,
    *,
    titles: Titles | None,
    known: Mapping[str, date] | None,
) -> Returned:
    """Take an answer as the scoring mode says.

    Args:
        answer: What the system wrote.
        query: What it was asked.
        task_type: The task.
        scoring: The mode.
        titles: Finds the papers of titles.
        known: All ids with the day of each, None when not at hand.

    Raises:
        TypeError: If a title must be resolved and there is nothing to do it with.
    """
    papers: list[str] = []
    by_title = unknown = 0
    for item in answer.items:
        if item.id is not None:
            papers.append(item.id)
            unknown += known is not None and known.get(item.id, date.max) >= query.before
            continue
        if titles is None:
            raise TypeError("the answer names papers by title")
        title = item.title or ""
        by_title += 1
        # The same unknown title twice is a repeat like any other.
        papers.append(titles.resolve(title, item.year) or _UNRESOLVED + key(title))
    turned_papers, turned = task_type.turn(query, papers)
    first = list(dict.fromkeys(turned_papers))
    own = task_type.own(query)
    foreign = [paper for paper in first if paper not in own]
    allowed = foreign
    if query.candidates is not None:
        candidates = set(query.candidates)
        allowed = [paper for paper in foreign if paper in candidates]
    kept = allowed[: query.k] if scoring == "strict" else turned_papers
    return Returned(
        papers=tuple(kept),
        items=len(papers),
        titles=by_title,
        unresolved=sum(paper.startswith(_UNRESOLVED) for paper in papers),
        unknown=unknown,
        repeats=len(papers) - len(first),
        own=len(first) - len(foreign),
        outside=len(foreign) - len(allowed),
        beyond_k=max(0, len(allowed) - query.k),
        turned=turned,
    )
