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
from scinet.eval.ranked_list import PaperList, RankedItem, RankedList
from scinet.eval.run import Run
from scinet.eval.task import Query, Row
from scinet.eval.task_type import ResolvedAnswers, Scoring, ScoringContext, TaskType
from scinet.eval.titles import title_key
from scinet.graph.schema.dates import date_of

Ids: TypeAlias = tuple[str, ...]

_log = logging.getLogger(__name__)
_MAX_NAMED: Final = 3  # ids that a warning names
_UNRESOLVED_PREFIX = "\0"  # no id begins so
_COUNT_NAMES: Final = (
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

    def right_items(self, truth: Row) -> Collection[str]:
        """All items that are true by one reading or another."""
        return set(truth["items"])

    def make_wrong_answer(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """A list as bad as can be, made of the pool: items that are not true."""
        right = self.right_items(truth)
        shuffled = _sample(pool if query.candidates is None else query.candidates, None, rng)
        return self.make_answer(query, [item for item in shuffled if item not in right])

    def pool(self, context: ScoringContext) -> list[str]:
        """All items that an answer may hold, in a fixed order."""
        if context.snapshot is None:
            raise DataError(
                f"the controls of {context.task.id} return papers of the graph, and no graph is at "
                "hand",
                hint="Start the graph that the task was built from.",
            )
        return [str(paper) for paper in context.snapshot.paper_id]

    def known_items(self, context: ScoringContext) -> Mapping[str, date] | None:
        """All ids that an answer may hold with the day of each; None if unknown."""
        if (snapshot := context.snapshot) is None:
            return None
        days = (date_of(int(day)) for day in snapshot.day)
        return dict(zip(map(str, snapshot.paper_id), days, strict=True))

    def make_answer(self, query: Query, items: Sequence[str]) -> list[str]:
        """Turn items in some order into an answer as the task wants it."""
        own = self.named_items(query)
        return [item for item in items if item not in own][: query.k]

    def named_items(self, query: Query) -> frozenset[str]:
        """Items that cannot answer the query because it names them."""
        paper = query.inputs.get("paper_id")
        return frozenset() if paper is None else frozenset([paper])

    def orient_items(self, query: Query, items: Sequence[str]) -> tuple[list[str], bool]:
        """Put a list into the task's direction; also says whether it had to be turned."""
        return list(items), False

    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], context: ScoringContext
    ) -> list[ResolvedAnswers[Ids]]:
        """Lists as the scoring mode takes them."""
        self._refuse_titles(runs, context)
        known_items = self.known_items(context)
        if known_items is not None:
            for run in runs:
                _warn_of_unknown(run, known_items)
        return [self._resolved(run, queries, context, known_items) for run in runs]

    def controls(
        self,
        names: Mapping[ControlName, np.random.Generator],
        queries: Sequence[Query],
        context: ScoringContext,
    ) -> list[list[Answer]]:
        """Other items for each query, the same for all, the truth, and nothing that is true."""
        pool = self.pool(context)
        truth = context.task.truth(context.split)
        most = max((query.k for query in queries), default=0) + 2  # some may be the query's own
        lists: list[list[Answer]] = []
        for name, rng in names.items():
            same = _sample(pool, most, rng)
            answers: list[Answer] = []
            for query in queries:
                row = truth[query.query_id]
                if name == "oracle":
                    items = self.ideal(query, row, context.scoring)
                elif name == "anti-oracle":
                    items = self.make_wrong_answer(query, row, pool, context.scoring, rng)
                elif name == "random":
                    allowed = pool if query.candidates is None else query.candidates
                    items = self.make_answer(query, _sample(allowed, most, rng))
                else:  # candidates stand in order of id, the same in every list
                    allowed = same if query.candidates is None else query.candidates
                    items = self.make_answer(query, allowed)
                answers.append(self.answers(query.query_id, tuple(map(RankedItem, items))))
            lists.append(answers)
        return lists

    def _refuse_titles(self, runs: Sequence[Run], context: ScoringContext) -> None:
        if not has_titles(runs):
            return
        if not self.answers.has_titles:
            raise DataError(
                f"a run names {self.answers.item}s by title",
                hint=f"Name each {self.answers.item} by its id.",
            )
        if context.titles is None:
            raise DataError(
                "a run names papers by title, and no graph is available to find them",
                hint="Start the graph that the task was built from.",
            )

    def _resolved(
        self,
        run: Run,
        queries: Sequence[Query],
        context: ScoringContext,
        known_items: Mapping[str, date] | None,
    ) -> ResolvedAnswers[Ids]:
        ids: dict[str, Ids] = {}
        total: Counter[str] = Counter(dict.fromkeys(_COUNT_NAMES, 0))
        for query in queries:
            answer = run.answers.get(query.query_id)
            if isinstance(answer, RankedList):
                is_shuffled = self.is_ranking and run.header.ties == "shuffled"
                ids[query.query_id], item_counts = self._taken(
                    answer, query, context, known_items, is_shuffled=is_shuffled
                )
                total.update(item_counts)
        titles = total["titles"]
        return ResolvedAnswers(
            ids,
            {
                **total,
                "unknown": total["unknown"] if known_items is not None else None,
                "unresolved_share": total["unresolved"] / titles if titles else None,
                "tied_score_share": share_tied(run),
            },
        )

    def _taken(
        self,
        answer: RankedList,
        query: Query,
        context: ScoringContext,
        known_items: Mapping[str, date] | None,
        *,
        is_shuffled: bool,
    ) -> tuple[Ids, dict[str, int]]:
        """The ids of one list that are scored, and what was found in it."""
        ids: list[str] = []
        by_title = unknown = 0
        for item in answer.items:
            if item.id is not None:
                ids.append(item.id)
                unknown += (
                    known_items is not None and known_items.get(item.id, date.max) >= query.before
                )
                continue
            title = item.title or ""
            by_title += 1
            paper = None if context.titles is None else context.titles.resolve(title, item.year)
            # The same unknown title twice is a repeat like any other.
            ids.append(paper or _UNRESOLVED_PREFIX + title_key(title))
        if is_shuffled and context.scoring == "strict":
            ids = list(_shuffle_ties(ids, answer.items, query.query_id))
        in_direction, turned = self.orient_items(query, ids)
        first = list(dict.fromkeys(in_direction))
        own = self.named_items(query)
        foreign = [candidate for candidate in first if candidate not in own]
        allowed = foreign
        if query.candidates is not None:
            candidates = set(query.candidates)
            allowed = [candidate for candidate in foreign if candidate in candidates]
        scored = allowed[: query.k] if context.scoring == "strict" else in_direction
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


def _warn_of_unknown(run: Run, known_items: Mapping[str, date]) -> None:
    """Name ids that nothing has before the day, with those that are meant without their source."""
    listed = list(
        dict.fromkeys(item.id for items in _ranked_items(run) for item in items if item.id)
    )
    unknown = [name for name in listed if name not in known_items]
    if not unknown:
        return
    without_source: dict[str, list[str]] = {}
    for name in known_items:
        without_source.setdefault(name.partition(":")[2], []).append(name)
    meant = [(name, without_source[name][0]) for name in unknown if name in without_source]
    named = ", ".join(repr(name) for name in unknown[:_MAX_NAMED])
    more = ", …" if len(unknown) > _MAX_NAMED else ""
    message = f"{len(unknown):,} of {len(listed):,} ids name nothing before the day: {named}{more}"
    if meant:
        message += f"; {len(meant):,} of them lack their source: {meant[0][0]!r} is {meant[0][1]!r}"
    _log.warning("%s: %s", run.header.system, message)


def is_unresolved(item: str) -> bool:
    """Whether an item of a resolved list is a title that no paper has."""
    return item.startswith(_UNRESOLVED_PREFIX)


def has_titles(runs: Sequence[Run]) -> bool:
    """Whether some item of some run is a title, which only a graph can resolve."""
    return any(item.id is None for run in runs for items in _ranked_items(run) for item in items)


def share_tied(run: Run) -> float | None:
    """Share of neighbours in the lists of a run that have equal scores; None without scores."""
    pairs = ties = 0
    for items in _ranked_items(run):
        scores = [item.score for item in items if item.score is not None]
        pairs += max(0, len(scores) - 1)
        ties += sum(score_before == two for score_before, two in itertools.pairwise(scores))
    return ties / pairs if pairs else None


def _shuffle_ties(ids: Sequence[str], items: Sequence[RankedItem], query_id: str) -> Iterator[str]:
    """Ids of a list with those of equal scores in an order that the list cannot choose."""
    pairs = zip(ids, items, strict=True)
    for score, tied in itertools.groupby(pairs, key=lambda pair: pair[1].score):
        names = [name for name, _ in tied]
        lot = {
            item_id: hashlib.sha256(f"{query_id}\0{item_id}".encode()).digest() for item_id in names
        }
        yield from names if score is None else sorted(names, key=lot.__getitem__)


def _ranked_items(run: Run) -> list[tuple[RankedItem, ...]]:
    return [answer.items for answer in run.answers.values() if isinstance(answer, RankedList)]


def _sample(pool: Sequence[str], count: int | None, rng: np.random.Generator) -> list[str]:
    return [pool[i] for i in rng.permutation(len(pool))[:count]]
