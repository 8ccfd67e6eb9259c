"""Base of all pairwise tasks: pairs of candidates, and scoring of choices."""

import hashlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any, ClassVar, Final

import numpy as np

from scinet.eval.answer import ChoiceAnswer
from scinet.eval.suites.sciimpact import metrics
from scinet.eval.suites.sciimpact.candidates import (
    ArtifactCandidates,
    find_complete,
    group_candidates,
    split_periods,
)
from scinet.eval.suites.sciimpact.options import QUOTAS, PairwiseOptions, get_quota
from scinet.eval.suites.sciimpact.sampling import draw_pairs
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import BuildContext, ScoredQuery, Scoring, ScoringContext, SingleTask
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

_MAX_WORDS: Final = 1_000
_MAX_CARD: Final = {"dataset": 8_000, "model": 4_000}
_MAX_ABSTRACT: Final = 1_800
_README_CUTS: Final = (8_000, 2_800, 1_200)  # above the first number: the head and the tail
_GAP_TEXT: Final = "\n\n... [content truncated for length] ...\n\n"
_CUT_TEXT: Final = "... [truncated]"
_SPLIT_ORDER: Final = ("train", "val", "test")
_REPORTED_COUNTS: Final = (
    "candidates", "below_min_count", "in_no_pair", "valid_pairs", "drawn_pairs", "pairs",
    "pairs_without_abstract",
)  # fmt: skip


class PairwiseTask(SingleTask[ChoiceAnswer]):
    """Choice of the artefact with more impact: A or B.

    Attributes:
        question: Text of the query, before the names of both.
        has_ratio: Whether counts are compared by their ratio.
    """

    suite = "sciimpact"
    answers = ChoiceAnswer
    needs_graph = False
    headline = "accuracy"
    asks_by_truth = True
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"paper": {"pairs": QUOTAS, "folds": "3"}}
    columns = metrics.COLUMNS
    statistics = metrics.STATISTICS
    question: ClassVar[str]
    has_ratio: ClassVar[bool] = True

    @abstractmethod
    def candidates(
        self, context: BuildContext, snapshot: Snapshot, options: Any
    ) -> tuple[ArtifactCandidates, dict[str, int]]:
        """Return all artefacts with a count, and counts of omissions and notes.

        Args:
            snapshot: The snapshot, cut at the end of a split.
        """

    def horizon(self, options: Any) -> int:
        """Return the years in which citations count, 0 without such a limit."""
        return 0

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Make candidates, splits, and pairs inside each split, in this order."""
        names_fields = bool(len(context.snapshot.field_id))
        matched = tuple(name for name in options.matched if name != "field" or names_fields)
        horizon = self.horizon(options)
        splits: dict[str, Split] = {}
        left_out: dict[str, int] = {}
        counts: dict[str, int] = {}
        for number, (name, period) in enumerate(
            split_periods(context.before, options, horizon).items()
        ):
            snapshot = context.snapshot.until(period.end)
            pool, notes = self.candidates(context, snapshot, options)
            is_test = name in {"test", "all"}
            inside, incomplete = find_complete(snapshot, period, horizon, is_test=is_test)
            pool = pool.of(inside[pool.paper])
            if is_test:
                left_out = {"papers_with_incomplete_count": incomplete, **notes}
            parts = _split_folds(pool, options, context.seed) if name == "all" else {name: pool}
            for place, (part, part_pool) in enumerate(parts.items()):
                rng = np.random.default_rng([context.seed, number, place])
                made = _Pairs(snapshot, part_pool, options, matched, rng, part)
                end = context.before if name == "all" else period.end
                splits[part] = self._split(made, end, options, context.seed)
                for key, value in made.totals().items():
                    counts[f"{part}_{key}"] = value
        settled = {"match": ",".join(matched) or "none"}
        return TaskDraft(
            suite=self.suite,
            name=self.name,
            options={**asdict(options), **settled},
            seed=context.seed,
            counts=counts,
            left_out={**context.snapshot.left_out, **left_out},
            graph_fingerprint=context.snapshot.graph_fingerprint,
            splits={name: splits[name] for name in _SPLIT_ORDER if name in splits},
        )

    def score(
        self, examples: Sequence[ScoredQuery[ChoiceAnswer]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute pairwise accuracy and its parts; see :class:`TaskType`."""
        rule = metrics.Rule(
            dimension=task_form(context.task),
            has_ratio=self.has_ratio,
            asks_both=context.task.options.get("orders") == "both",
        )
        pairs = [
            metrics.PairReply(example.truth)
            if example.answer is None
            else metrics.PairReply(
                example.truth,
                example.answer.official if context.scoring == "official" else example.answer.choice,
                example.answer.score,
            )
            for example in examples
        ]
        return metrics.score_replies(pairs, rule, context.scoring)

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> str:
        """Return the artefact with the larger count."""
        return str(truth["choice"])

    def _split(self, made: "_Pairs", end: Any, options: PairwiseOptions, seed: int) -> Split:
        queries: list[Query] = []
        truth: list[Row] = []
        for low, high, field in made.drawn():
            sides = sorted((low, high), key=lambda place: str(made.found.artifact[place]))
            name = hash_pair(*(str(made.found.artifact[place]) for place in sides))
            number = len(truth) // (2 if options.orders == "both" else 1) + 1
            if options.order == "row":
                sides = [high, low] if number % 2 else [low, high]
            elif is_reversed(name, seed):
                sides.reverse()
            orders = {"": sides} if options.orders == "one" else {"a": sides, "b": sides[::-1]}
            for suffix, (side_a, side_b) in orders.items():
                query_id = f"q{number:05d}{suffix}"
                texts = {"a": made.text(side_a), "b": made.text(side_b)}
                named = f"A, {_item_title(texts['a'])}, or B, {_item_title(texts['b'])}"
                queries.append(
                    Query(
                        query_id=query_id,
                        text=f"{self.question}: {named}",
                        inputs={"dimension": _dimension_form(self.name, asdict(options)), **texts},
                        before=made.query_day(side_a, side_b, options.known_days, end),
                        k=1,
                    )
                )
                truth.append(
                    {
                        "query_id": query_id,
                        "pair_id": name,
                        "choice": "A" if side_a == high else "B",
                        "count_a": int(made.found.count[side_a]),
                        "count_b": int(made.found.count[side_b]),
                        "year": made.year(low) if made.year(high) == made.year(low) else None,
                        "field": field,
                        "has_text": all(text["abstract"] for text in texts.values()),
                    }
                )
        order = sorted(range(len(queries)), key=lambda place: queries[place].before)
        return Split(
            end,
            [queries[place] for place in order],
            [truth[place] for place in order],
            {"fields": made.report()},
        )


class _Pairs:
    """Pairs of one split, with the outcome of the candidates of each field."""

    def __init__(
        self,
        snapshot: Snapshot,
        candidates: ArtifactCandidates,
        options: PairwiseOptions,
        matched: tuple[str, ...],
        rng: np.random.Generator,
        split: str,
    ) -> None:
        self._snapshot = snapshot
        self._texts = options.texts
        self._candidates = candidates
        self._field = (
            snapshot.primary_field(options.level)
            if len(snapshot.field_id)
            else np.full(snapshot.num_papers, -1, dtype=np.int32)
        )
        enough = candidates.count >= options.min_count
        self.found = candidates.of(enough)
        self._groups, self._lost = group_candidates(
            snapshot, self.found.paper, matched, self._field
        )
        self._valid, self._drawn = draw_pairs(
            self.found.count, self._groups, ratio=options.ratio, uses=options.uses, rng=rng
        )
        self._pairs = self._drawn[self._limited(options.pairs, split, rng)]

    def _limited(self, pairs: int | str, split: str, rng: np.random.Generator) -> Int64:
        """Limit the pairs of each field, in the order in which they were sampled."""
        fields = self._get_field(self._drawn[:, 1])
        shuffled = rng.permutation(len(fields))
        limited = [
            shuffled[fields[shuffled] == field][: get_quota(pairs, self._name(int(field)), split)]
            for field in np.unique(fields)
        ]
        return np.sort(np.concatenate([*limited, np.zeros(0, dtype=np.int64)]))

    def _get_field(self, places: Int64) -> Any:
        return self._field[self.found.paper[places]]

    def drawn(self) -> list[tuple[int, int, str | None]]:
        """Return each pair: the smaller count, the larger one, and the field of the latter."""
        fields = self._get_field(self._pairs[:, 1])
        return [
            (int(low), int(high), self._name(int(field)))
            for (low, high), field in zip(self._pairs, fields, strict=True)
        ]

    def text(self, place: int) -> Row:
        """Return the visible properties of an artefact."""
        paper = int(self.found.paper[place])
        abstract = self._snapshot.abstract[paper]
        row = {
            "paper_id": str(self._snapshot.paper_id[paper]),
            "title": self._snapshot.title[paper],
            "abstract": shorten_text(abstract, self._texts, "citation"),
        }
        if (name := self.found.name[place]) is not None:
            row |= {"artifact_id": str(self.found.artifact[place]), "name": str(name)}
        return row

    def year(self, place: int) -> int:
        """Return the calendar year of the paper."""
        return date_of(int(self._snapshot.day[self.found.paper[place]])).year

    def query_day(self, first: int, second: int, known_days: int, end: Any) -> Any:
        """Return the cutoff: after the later paper plus ``known_days``, never after the split."""
        day = max(int(self._snapshot.day[self.found.paper[place]]) for place in (first, second))
        return min(date_of(day) + timedelta(days=1 + known_days), end)

    def totals(self) -> dict[str, int]:
        """Return counts of candidates, valid and sampled pairs, and losses."""
        names = ("candidates", "below_min_count", "valid_pairs", "pairs", "pairs_without_abstract")
        rows = self.report()
        totals = {name: sum(row[name] for row in rows) for name in names}
        return {**totals, **self._lost, "in_no_pair": sum(row["in_no_pair"] for row in rows)}

    def report(self) -> list[Row]:
        """Make one row per field: candidates, valid and sampled pairs, and losses by reason."""
        of_all = self._field[self._candidates.paper]
        fields = self._field[self.found.paper]
        of_group = np.array([self._get_field(members[:1])[0] for members in self._groups], np.int64)
        used = np.zeros(len(fields), dtype=bool)
        used[self._pairs] = True
        of_pair = self._get_field(self._pairs[:, 1])
        abstracts = self._snapshot.abstract[self.found.paper[self._pairs]]
        has_no_text = np.array([None in pair for pair in abstracts.tolist()], dtype=bool)
        counted = {
            "candidates": of_all,
            "in_no_pair": fields[~used],
            "drawn_pairs": self._get_field(self._drawn[:, 1]),
            "pairs": of_pair,
            "pairs_without_abstract": of_pair[has_no_text],
        }
        rows: list[Row] = []
        for field in np.unique(of_all):
            n = {name: int(np.count_nonzero(of == field)) for name, of in counted.items()}
            enough = int(np.count_nonzero(fields == field))
            n["below_min_count"] = n["candidates"] - enough
            n["valid_pairs"] = int(self._valid[of_group == field].sum())
            rows.append(
                {"field": self._name(int(field)), **{name: n[name] for name in _REPORTED_COUNTS}}
            )
        return rows

    def _name(self, field: int) -> str | None:
        return None if field < 0 else str(self._snapshot.field_name[field])


def task_form(task: Task) -> str:
    """Return the dimension of a task, with the award where there are several."""
    return _dimension_form(task.name, task.options)


def _dimension_form(name: str, options: Mapping[str, Any]) -> str:
    award = options.get("award", "any")
    return str(options.get("dimension", name if award == "any" else f"{name}-{award}"))


def shorten_text(text: str | None, rule: str, form: str) -> str | None:
    """Shorten a text as systems see it; None stays None.

    Args:
        rule: ``words`` or ``characters``, as in :class:`PairwiseOptions`.
    """
    if text is None:
        return None
    if rule == "words":
        return " ".join(text.split()[:_MAX_WORDS])
    if form == "code":
        most, head, tail = _README_CUTS
        return text if len(text) <= most else text[:head] + _GAP_TEXT + text[-tail:]
    most = _MAX_CARD.get(form, _MAX_ABSTRACT)
    return text if len(text) <= most else text[:most] + _CUT_TEXT


def hash_pair(first: str, second: str) -> str:
    """Hash a pair, whatever its order, to its name."""
    return hashlib.sha256("\n".join(sorted((first, second))).encode()).hexdigest()[:16]


def is_reversed(pair: str, seed: int) -> bool:
    """Whether the artefact with the larger id comes first: pseudo-random but reproducible."""
    return bool(hashlib.sha256(f"{pair} {seed}".encode()).digest()[0] & 1)


def _split_folds(
    candidates: ArtifactCandidates, options: PairwiseOptions, seed: int
) -> dict[str, ArtifactCandidates]:
    """Split at random; artefacts of one paper stay together."""
    papers, place = np.unique(candidates.paper, return_inverse=True)
    part = np.random.default_rng(seed).permutation(len(papers))[place] % options.folds
    away = (part - options.fold) % options.folds
    return {
        "train": candidates.of(away > 1),
        "val": candidates.of(away == 1),
        "test": candidates.of(away == 0),
    }


def _item_title(text: Row) -> str:
    return str(text.get("name") or text["title"] or text["paper_id"])
