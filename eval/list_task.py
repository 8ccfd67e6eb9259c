"""Tasks that ask for a ranked list: from titles to ids, repeats and the query's own paper out.

``strict`` scoring takes each item once, at its first place, without what the query names itself
and without what is not a candidate, down to place k; items with equal scores come in an order that
follows from their ids, unless the run says that theirs is meant, so that no place in a file is
worth anything. ``official`` scoring takes the list as it was given. Both count.
"""

import hashlib
import itertools
import logging
from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import ClassVar, Final, TypeAlias

import numpy as np

from scinet.errors import DataError
from scinet.eval.answer import Answer, ControlName
from scinet.eval.ranked_list import Item, PaperList, RankedList
from scinet.eval.run import Run
from scinet.eval.task import Query, Row
from scinet.eval.task_type import Marking, Resolved, Scoring, TaskType
from scinet.eval.titles import key
from scinet.graph.dates import date_of

Ids: TypeAlias = tuple[str, ...]

_log = logging.getLogger(__name__)
_NAMED: Final = 3  # ids that a warning names
_UNRESOLVED = "\0"  # no id begins so
_COUNTED: Final = (
    "items",
    "titles",
    "unresolved",  # of these, titles that no paper has
    "unknown",  # ids of nothing before the query's day
    "repeats",
    "own",  # entries that the query names itself
    "outside",  # of the query's candidates
    "beyond_k",
    "turned",  # paths that were given late to early
)


class ListTask(TaskType[Ids]):
    """A task that asks for a ranked list of papers or of authors.

    Attributes:
        is_ranking: Whether the order of a list says what is better, and not what comes next.
    """

    answers: ClassVar[type[RankedList]] = PaperList
    is_ranking: ClassVar[bool] = True

    @abstractmethod
    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """The best list."""

    def right(self, truth: Row) -> Collection[str]:
        """All items that are true by one reading or another."""
        return set(truth["items"])

    def wrong(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """A list as bad as can be, made of the pool: items that are not true."""
        right = self.right(truth)
        shuffled = _sample(pool if query.candidates is None else query.candidates, None, rng)
        return self.guess(query, [item for item in shuffled if item not in right])

    def pool(self, marking: Marking) -> list[str]:
        """All items that an answer may hold, in a fixed order."""
        if marking.snapshot is None:
            raise DataError(
                f"the controls of {marking.task.id} return papers of the graph, and no graph is at "
                "hand",
                hint="Start the graph that the task was built from.",
            )
        return [str(paper) for paper in marking.snapshot.paper_id]

    def known(self, marking: Marking) -> Mapping[str, date] | None:
        """All ids that an answer may hold with the day of each; None when they are not at hand."""
        if (snapshot := marking.snapshot) is None:
            return None
        days = (date_of(int(day)) for day in snapshot.day)
        return dict(zip(map(str, snapshot.paper_id), days, strict=True))

    def guess(self, query: Query, items: Sequence[str]) -> list[str]:
        """Turn items in some order into an answer as the task wants it."""
        own = self.own(query)
        return [item for item in items if item not in own][: query.k]

    def own(self, query: Query) -> frozenset[str]:
        """Items that cannot answer the query because it names them."""
        paper = query.inputs.get("paper_id")
        return frozenset() if paper is None else frozenset([paper])

    def turn(self, query: Query, items: Sequence[str]) -> tuple[list[str], bool]:
        """Put a list into the task's direction; also says whether it had to be turned."""
        return list(items), False

    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], marking: Marking
    ) -> list[Resolved[Ids]]:
        """Lists as the scoring mode takes them."""
        self._refuse_titles(runs, marking)
        known = self.known(marking)
        if known is not None:
            for run in runs:
                _warn_of_unknown(run, known)
        return [self._resolved(run, queries, marking, known) for run in runs]

    def controls(
        self,
        names: Mapping[ControlName, np.random.Generator],
        queries: Sequence[Query],
        marking: Marking,
    ) -> list[list[Answer]]:
        """Other items for each query, the same for all, the truth, and nothing that is true."""
        pool = self.pool(marking)
        truth = marking.task.truth(marking.split)
        most = max((query.k for query in queries), default=0) + 2  # some may be the query's own
        found: list[list[Answer]] = []
        for name, rng in names.items():
            same = _sample(pool, most, rng)
            answers: list[Answer] = []
            for query in queries:
                row = truth[query.query_id]
                if name == "oracle":
                    items = self.ideal(query, row, marking.scoring)
                elif name == "anti-oracle":
                    items = self.wrong(query, row, pool, marking.scoring, rng)
                elif name == "random":
                    allowed = pool if query.candidates is None else query.candidates
                    items = self.guess(query, _sample(allowed, most, rng))
                else:  # candidates stand in order of id, the same in every list
                    allowed = same if query.candidates is None else query.candidates
                    items = self.guess(query, allowed)
                answers.append(self.answers(query.query_id, tuple(map(Item, items))))
            found.append(answers)
        return found

    def _refuse_titles(self, runs: Sequence[Run], marking: Marking) -> None:
        if not names_by_title(runs):
            return
        if not self.answers.has_titles:
            raise DataError(
                f"a run names {self.answers.item}s by title",
                hint=f"Name each {self.answers.item} by its id.",
            )
        if marking.titles is None:
            raise DataError(
                "a run names papers by title, and no graph is at hand to find them",
                hint="Start the graph that the task was built from.",
            )

    def _resolved(
        self,
        run: Run,
        queries: Sequence[Query],
        marking: Marking,
        known: Mapping[str, date] | None,
    ) -> Resolved[Ids]:
        ids: dict[str, Ids] = {}
        total: Counter[str] = Counter(dict.fromkeys(_COUNTED, 0))
        for query in queries:
            answer = run.answers.get(query.query_id)
            if isinstance(answer, RankedList):
                is_shuffled = self.is_ranking and run.header.ties == "shuffled"
                ids[query.query_id], one = self._taken(
                    answer, query, marking, known, is_shuffled=is_shuffled
                )
                total.update(one)
        titles = total["titles"]
        return Resolved(
            ids,
            {
                **total,
                "unknown": total["unknown"] if known is not None else None,
                "unresolved_share": total["unresolved"] / titles if titles else None,
                "tied_score_share": tied_share(run),
            },
        )

    def _taken(
        self,
        answer: RankedList,
        query: Query,
        marking: Marking,
        known: Mapping[str, date] | None,
        *,
        is_shuffled: bool,
    ) -> tuple[Ids, dict[str, int]]:
        """The ids of one list that are scored, and what was found in it."""
        ids: list[str] = []
        by_title = unknown = 0
        for item in answer.items:
            if item.id is not None:
                ids.append(item.id)
                unknown += known is not None and known.get(item.id, date.max) >= query.before
                continue
            title = item.title or ""
            by_title += 1
            paper = None if marking.titles is None else marking.titles.resolve(title, item.year)
            # The same unknown title twice is a repeat like any other.
            ids.append(paper or _UNRESOLVED + key(title))
        if is_shuffled and marking.scoring == "strict":
            ids = list(_shuffled(ids, answer.items, query.query_id))
        in_direction, turned = self.turn(query, ids)
        first = list(dict.fromkeys(in_direction))
        own = self.own(query)
        foreign = [one for one in first if one not in own]
        allowed = foreign
        if query.candidates is not None:
            candidates = set(query.candidates)
            allowed = [one for one in foreign if one in candidates]
        scored = allowed[: query.k] if marking.scoring == "strict" else in_direction
        return tuple(scored), {
            "items": len(ids),
            "titles": by_title,
            "unresolved": sum(map(is_unresolved, ids)),
            "unknown": unknown,
            "repeats": len(ids) - len(first),
            "own": len(first) - len(foreign),
            "outside": len(foreign) - len(allowed),
            "beyond_k": max(0, len(allowed) - query.k),
            "turned": int(turned),
        }


def _warn_of_unknown(run: Run, known: Mapping[str, date]) -> None:
    """Name ids that nothing has before the day, with those that are meant without their source."""
    listed = list(dict.fromkeys(item.id for items in _lists(run) for item in items if item.id))
    unknown = [one for one in listed if one not in known]
    if not unknown:
        return
    without_source: dict[str, list[str]] = {}
    for one in known:
        without_source.setdefault(one.partition(":")[2], []).append(one)
    meant = [(one, without_source[one][0]) for one in unknown if one in without_source]
    named = ", ".join(repr(one) for one in unknown[:_NAMED])
    more = ", …" if len(unknown) > _NAMED else ""
    said = f"{len(unknown):,} of {len(listed):,} ids name nothing before the day: {named}{more}"
    if meant:
        said += f"; {len(meant):,} of them lack their source: {meant[0][0]!r} is {meant[0][1]!r}"
    _log.warning("%s: %s", run.header.system, said)


def is_unresolved(item: str) -> bool:
    """Whether an item of a resolved list is a title that no paper has."""
    return item.startswith(_UNRESOLVED)


def names_by_title(runs: Sequence[Run]) -> bool:
    """Whether some item of some run is a title, which only a graph can resolve."""
    return any(item.id is None for run in runs for items in _lists(run) for item in items)


def tied_share(run: Run) -> float | None:
    """Share of neighbours in the lists of a run that have equal scores; None without scores."""
    pairs = ties = 0
    for items in _lists(run):
        scores = [item.score for item in items if item.score is not None]
        pairs += max(0, len(scores) - 1)
        ties += sum(one == two for one, two in itertools.pairwise(scores))
    return ties / pairs if pairs else None


def _shuffled(ids: Sequence[str], items: Sequence[Item], query_id: str) -> Iterator[str]:
    """Ids of a list with those of equal scores in an order that the list cannot choose."""
    pairs = zip(ids, items, strict=True)
    for score, tied in itertools.groupby(pairs, key=lambda pair: pair[1].score):
        names = [name for name, _ in tied]
        lot = {one: hashlib.sha256(f"{query_id}\0{one}".encode()).digest() for one in names}
        yield from names if score is None else sorted(names, key=lot.__getitem__)


def _lists(run: Run) -> list[tuple[Item, ...]]:
    return [one.items for one in run.answers.values() if isinstance(one, RankedList)]


def _sample(pool: Sequence[str], count: int | None, rng: np.random.Generator) -> list[str]:
    return [pool[i] for i in rng.permutation(len(pool))[:count]]
