"""Tasks answered by a ranked list: title resolution, repeats, and the query's own paper.

``strict`` scoring takes each item once, at its first position, without the items named in the query
and those outside its candidates, down to position k. Items with equal scores are ordered by a hash
of their ids, unless the run declares its own order meaningful, so that the order in a file gains
nothing. ``official`` scoring takes the list as given. Both are counted.
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
from scinet.graph.schema.identifiers import is_other_entity

Ids: TypeAlias = tuple[str, ...]

_log = logging.getLogger(__name__)
_MAX_NAMED: Final = 3  # ids that a warning names
_OPENALEX_LETTERS: Final = {"paper": "W", "author": "A"}
_UNRESOLVED_PREFIX = "\0"  # no id begins so
_COUNT_NAMES: Final = (
    "items",
    "titles",
    "unresolved",  # of these, titles that no paper has
    "unknown",  # ids of nothing before the query's cutoff
    "repeats",
    "own",  # entries that are named in the query
    "outside",  # of the query's candidates
    "beyond_k",
    "turned",  # paths that were given late to early
)


class ListTask(TaskType[Ids]):
    """Task answered by a ranked list of papers or of authors.

    Attributes:
        is_ranking: Whether earlier means better, rather than next in a sequence.
    """

    answers: ClassVar[type[RankedList]] = PaperList
    is_ranking: ClassVar[bool] = True

    @abstractmethod
    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return the best list."""

    def right_items(self, truth: Row) -> Collection[str]:
        """Return all items that are true by any reading."""
        return set(truth["items"])

    def make_wrong_answer(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """Make the worst list from the pool: items that are not true."""
        right = self.right_items(truth)
        shuffled = _sample(pool if query.candidates is None else query.candidates, None, rng)
        return self.make_answer(query, [item for item in shuffled if item not in right])

    def pool(self, context: ScoringContext) -> list[str]:
        """Return all items that an answer may hold, in a fixed order."""
        if context.snapshot is None:
            raise DataError(
                f"the controls of {context.task.id} return papers of the graph, and no graph is at "
                "hand",
                hint="Start the graph that the task was built from.",
            )
        return [str(paper) for paper in context.snapshot.paper_id]

    def known_items(self, context: ScoringContext) -> Mapping[str, date] | None:
        """Return all ids that an answer may hold with the day of each; None if unknown."""
        if (snapshot := context.snapshot) is None:
            return None
        days = (date_of(int(day)) for day in snapshot.day)
        return dict(zip(map(str, snapshot.paper_id), days, strict=True))

    def make_answer(self, query: Query, items: Sequence[str]) -> list[str]:
        """Turn ordered items into an answer in the task's format."""
        own = self.named_items(query)
        return [item for item in items if item not in own][: query.k]

    def named_items(self, query: Query) -> frozenset[str]:
        """Return the items named in the query, which cannot answer it."""
        paper = query.inputs.get("paper_id")
        return frozenset() if paper is None else frozenset([paper])

    def orient_items(self, query: Query, items: Sequence[str]) -> tuple[list[str], bool]:
        """Put a list into the task's direction, and return whether it was reversed."""
        return list(items), False

    def resolve(
        self, runs: Sequence[Run], queries: Sequence[Query], context: ScoringContext
    ) -> list[ResolvedAnswers[Ids]]:
        """Resolve the lists as the scoring mode takes them."""
        self._refuse_titles(runs, context)
        known_items = self.known_items(context)
        if known_items is not None:
            for run in runs:
                _check_ids(run, known_items, self.answers.item)
        return [self._resolve_run(run, queries, context, known_items) for run in runs]

    def controls(
        self,
        names: Mapping[ControlName, np.random.Generator],
        queries: Sequence[Query],
        context: ScoringContext,
    ) -> list[list[Answer]]:
        """Make other items for each query, the same for all, the truth, and only false items."""
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

    def _resolve_run(
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
                ids[query.query_id], item_counts = self._select_ids(
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

    def _select_ids(
        self,
        answer: RankedList,
        query: Query,
        context: ScoringContext,
        known_items: Mapping[str, date] | None,
        *,
        is_shuffled: bool,
    ) -> tuple[Ids, dict[str, int]]:
        """Return the scored ids of one list, and its counts."""
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
            # A repeated unknown title is a repeat like any other.
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


def _check_ids(run: Run, known_items: Mapping[str, date], kind: str) -> None:
    """Warn of ids unknown before the cutoff, with the likely ids that lack only their source.

    Raises:
        DataError: If all ids lack their source, or are OpenAlex's of another kind.
    """
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
    if len(meant) == len(listed):
        raise DataError(
            f"the ids of {run.header.system} lack their source",
            hint=f"Write {meant[0][1]!r} instead of {meant[0][0]!r}.",
        )
    if all(is_other_entity(name, _OPENALEX_LETTERS[kind]) for name in listed):
        raise DataError(
            f"the ids of {run.header.system} are not those of {kind}s: {named}{more}",
            hint=f"Name each {kind} by its id.",
        )
    message = f"{len(unknown):,} of {len(listed):,} ids name nothing before the day: {named}{more}"
    if meant:
        message += f"; {len(meant):,} of them lack their source: {meant[0][0]!r} is {meant[0][1]!r}"
    _log.warning("%s: %s", run.header.system, message)


def is_unresolved(item: str) -> bool:
    """Whether an item of a resolved list is a title that matches no paper."""
    return item.startswith(_UNRESOLVED_PREFIX)


def has_titles(runs: Sequence[Run]) -> bool:
    """Whether some item of some run is a title, which only a graph can resolve."""
    return any(item.id is None for run in runs for items in _ranked_items(run) for item in items)


def share_tied(run: Run) -> float | None:
    """Compute the share of neighbours with equal scores in a run's lists; None without scores."""
    pairs = ties = 0
    for items in _ranked_items(run):
        scores = [item.score for item in items if item.score is not None]
        pairs += max(0, len(scores) - 1)
        ties += sum(score_before == two for score_before, two in itertools.pairwise(scores))
    return ties / pairs if pairs else None


def _shuffle_ties(ids: Sequence[str], items: Sequence[RankedItem], query_id: str) -> Iterator[str]:
    """Yield the ids of a list, those with equal scores in an order independent of the list."""
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
