"""What all pairwise tasks share: how pairs are made of candidates, and how choices are scored."""

import hashlib
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any, ClassVar, Final

import numpy as np

from scinet.eval.answer import Choice
from scinet.eval.suites.sciimpact import metrics
from scinet.eval.suites.sciimpact.candidates import Candidates, complete_in, groups, split_periods
from scinet.eval.suites.sciimpact.options import QUOTAS, PairOptions, quota
from scinet.eval.suites.sciimpact.sampling import draw
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import Marking, Material, ScoredQuery, Scoring, SingleTask
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

_MAX_WORDS: Final = 1_000
_CARDS: Final = {"dataset": 8_000, "model": 4_000}
_ABSTRACT: Final = 1_800
_README: Final = (8_000, 2_800, 1_200)  # above the first number: the head and the tail
_GAP: Final = "\n\n... [content truncated for length] ...\n\n"
_CUT: Final = "... [truncated]"
_ORDER: Final = ("train", "val", "test")
_REPORTED: Final = (
    "candidates", "below_min_count", "in_no_pair", "valid_pairs", "drawn_pairs", "pairs",
    "pairs_without_abstract",
)  # fmt: skip


class Pairwise(SingleTask[Choice]):
    """Which of two artefacts had more impact: A or B.

    Attributes:
        question: What is asked, before the names of both.
        has_ratio: Whether counts are compared as a quotient.
    """

    suite = "sciimpact"
    answers = Choice
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
        self, material: Material, snapshot: Snapshot, options: Any
    ) -> tuple[Candidates, dict[str, int]]:
        """All artefacts with a count, and what was left out or is worth knowing.

        Args:
            snapshot: The same, cut at the end of a split.
        """

    def horizon(self, options: Any) -> int:
        """Years in which citations count, 0 without such a limit."""
        return 0

    def build(self, material: Material, options: Any) -> TaskDraft:
        """Make candidates, splits, and pairs inside each split, in this order."""
        names_fields = bool(len(material.snapshot.field_id))
        matched = tuple(name for name in options.matched if name != "field" or names_fields)
        horizon = self.horizon(options)
        splits: dict[str, Split] = {}
        left_out: dict[str, int] = {}
        counts: dict[str, int] = {}
        for number, (name, period) in enumerate(
            split_periods(material.before, options, horizon).items()
        ):
            snapshot = material.snapshot.until(period.end)
            found, notes = self.candidates(material, snapshot, options)
            is_test = name in {"test", "all"}
            inside, incomplete = complete_in(snapshot, period, horizon, is_test=is_test)
            found = found.of(inside[found.paper])
            if is_test:
                left_out = {"papers_with_incomplete_count": incomplete, **notes}
            parts = _folds(found, options, material.seed) if name == "all" else {name: found}
            for place, (part, chosen) in enumerate(parts.items()):
                rng = np.random.default_rng([material.seed, number, place])
                made = _Pairs(snapshot, chosen, options, matched, rng, part)
                end = material.before if name == "all" else period.end
                splits[part] = self._split(made, end, options, material.seed)
                for key, value in made.totals().items():
                    counts[f"{part}_{key}"] = value
        settled = {"match": ",".join(matched) or "none"}
        return TaskDraft(
            suite=self.suite,
            name=self.name,
            options={**asdict(options), **settled},
            seed=material.seed,
            counts=counts,
            left_out={**material.snapshot.left_out, **left_out},
            graph_fingerprint=material.snapshot.graph_fingerprint,
            splits={name: splits[name] for name in _ORDER if name in splits},
        )

    def score(
        self, asked: Sequence[ScoredQuery[Choice]], marking: Marking
    ) -> list[dict[str, float]]:
        """Pairwise accuracy and its parts; see :class:`TaskType`."""
        rule = metrics.Rule(
            dimension=form_of(marking.task),
            has_ratio=self.has_ratio,
            asks_both=marking.task.options.get("orders") == "both",
        )
        pairs = [
            metrics.Reply(one.truth)
            if one.answer is None
            else metrics.Reply(one.truth, one.answer.choice, one.answer.score)
            for one in asked
        ]
        return metrics.scores(pairs, rule, marking.scoring)

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> str:
        """The artefact with the larger count."""
        return str(truth["choice"])

    def _split(self, made: "_Pairs", end: Any, options: PairOptions, seed: int) -> Split:
        queries: list[Query] = []
        truth: list[Row] = []
        for low, high, field in made.drawn():
            sides = sorted((low, high), key=lambda place: str(made.found.artifact[place]))
            name = pair_id(*(str(made.found.artifact[place]) for place in sides))
            number = len(truth) // (2 if options.orders == "both" else 1) + 1
            if options.order == "row":
                sides = [high, low] if number % 2 else [low, high]
            elif is_turned(name, seed):
                sides.reverse()
            orders = {"": sides} if options.orders == "one" else {"a": sides, "b": sides[::-1]}
            for suffix, (one, other) in orders.items():
                query_id = f"q{number:05d}{suffix}"
                texts = {"a": made.text(one), "b": made.text(other)}
                named = f"A, {_title(texts['a'])}, or B, {_title(texts['b'])}"
                queries.append(
                    Query(
                        query_id=query_id,
                        text=f"{self.question}: {named}",
                        inputs={"dimension": _form(self.name, asdict(options)), **texts},
                        before=made.asked_as_of(one, other, options.known_days, end),
                        k=1,
                    )
                )
                truth.append(
                    {
                        "query_id": query_id,
                        "pair_id": name,
                        "choice": "A" if one == high else "B",
                        "count_a": int(made.found.count[one]),
                        "count_b": int(made.found.count[other]),
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
    """The pairs of one split, and what became of the candidates of each field."""

    def __init__(
        self,
        snapshot: Snapshot,
        found: Candidates,
        options: PairOptions,
        matched: tuple[str, ...],
        rng: np.random.Generator,
        split: str,
    ) -> None:
        self._snapshot = snapshot
        self._texts = options.texts
        self._candidates = found
        self._field = (
            snapshot.primary_field(options.level)
            if len(snapshot.field_id)
            else np.full(snapshot.num_papers, -1, dtype=np.int32)
        )
        enough = found.count >= options.min_count
        self.found = found.of(enough)
        self._groups, self._lost = groups(snapshot, self.found.paper, matched, self._field)
        self._valid, self._drawn = draw(
            self.found.count, self._groups, ratio=options.ratio, uses=options.uses, rng=rng
        )
        self._pairs = self._drawn[self._limited(options.pairs, split, rng)]

    def _limited(self, pairs: int | str, split: str, rng: np.random.Generator) -> Int64:
        """At most so many pairs of each field, in the order in which they were drawn."""
        fields = self._field_of(self._drawn[:, 1])
        shuffled = rng.permutation(len(fields))
        kept = [
            shuffled[fields[shuffled] == field][: quota(pairs, self._name(int(field)), split)]
            for field in np.unique(fields)
        ]
        return np.sort(np.concatenate([*kept, np.zeros(0, dtype=np.int64)]))

    def _field_of(self, places: Int64) -> Any:
        return self._field[self.found.paper[places]]

    def drawn(self) -> list[tuple[int, int, str | None]]:
        """Each pair: the smaller count, the larger one, and the field of the latter."""
        fields = self._field_of(self._pairs[:, 1])
        return [
            (int(low), int(high), self._name(int(field)))
            for (low, high), field in zip(self._pairs, fields, strict=True)
        ]

    def text(self, place: int) -> Row:
        """What is seen of an artefact."""
        paper = int(self.found.paper[place])
        abstract = self._snapshot.abstract[paper]
        row = {
            "paper_id": str(self._snapshot.paper_id[paper]),
            "title": self._snapshot.title[paper],
            "abstract": shortened(abstract, self._texts, "citation"),
        }
        if (name := self.found.name[place]) is not None:
            row |= {"artifact_id": str(self.found.artifact[place]), "name": str(name)}
        return row

    def year(self, place: int) -> int:
        """Calendar year of the paper."""
        return date_of(int(self._snapshot.day[self.found.paper[place]])).year

    def asked_as_of(self, one: int, other: int, known_days: int, end: Any) -> Any:
        """The day after the later paper and what may be known after it; never after the split."""
        day = max(int(self._snapshot.day[self.found.paper[place]]) for place in (one, other))
        return min(date_of(day) + timedelta(days=1 + known_days), end)

    def totals(self) -> dict[str, int]:
        """Candidates, valid and drawn pairs, and what was lost on the way."""
        names = ("candidates", "below_min_count", "valid_pairs", "pairs", "pairs_without_abstract")
        rows = self.report()
        totals = {name: sum(row[name] for row in rows) for name in names}
        return {**totals, **self._lost, "in_no_pair": sum(row["in_no_pair"] for row in rows)}

    def report(self) -> list[Row]:
        """One row per field: candidates, valid and drawn pairs, and reasons of loss."""
        of_all = self._field[self._candidates.paper]
        fields = self._field[self.found.paper]
        of_group = np.array([self._field_of(members[:1])[0] for members in self._groups], np.int64)
        used = np.zeros(len(fields), dtype=bool)
        used[self._pairs] = True
        of_pair = self._field_of(self._pairs[:, 1])
        abstracts = self._snapshot.abstract[self.found.paper[self._pairs]]
        has_no_text = np.array([None in pair for pair in abstracts.tolist()], dtype=bool)
        counted = {
            "candidates": of_all,
            "in_no_pair": fields[~used],
            "drawn_pairs": self._field_of(self._drawn[:, 1]),
            "pairs": of_pair,
            "pairs_without_abstract": of_pair[has_no_text],
        }
        rows: list[Row] = []
        for field in np.unique(of_all):
            n = {name: int(np.count_nonzero(of == field)) for name, of in counted.items()}
            enough = int(np.count_nonzero(fields == field))
            n["below_min_count"] = n["candidates"] - enough
            n["valid_pairs"] = int(self._valid[of_group == field].sum())
            rows.append({"field": self._name(int(field)), **{name: n[name] for name in _REPORTED}})
        return rows

    def _name(self, field: int) -> str | None:
        return None if field < 0 else str(self._snapshot.field_name[field])


def form_of(task: Task) -> str:
    """The dimension of a task, with the award where there are several."""
    return _form(task.name, task.options)


def _form(name: str, options: Mapping[str, Any]) -> str:
    award = options.get("award", "any")
    return str(options.get("dimension", name if award == "any" else f"{name}-{award}"))


def shortened(text: str | None, rule: str, form: str) -> str | None:
    """A text as systems see it; None stays None.

    Args:
        rule: ``words`` or ``characters``, as in :class:`PairOptions`.
    """
    if text is None:
        return None
    if rule == "words":
        return " ".join(text.split()[:_MAX_WORDS])
    if form == "code":
        most, head, tail = _README
        return text if len(text) <= most else text[:head] + _GAP + text[-tail:]
    most = _CARDS.get(form, _ABSTRACT)
    return text if len(text) <= most else text[:most] + _CUT


def pair_id(one: str, other: str) -> str:
    """The name of a pair, whatever its order."""
    return hashlib.sha256("\n".join(sorted((one, other))).encode()).hexdigest()[:16]


def is_turned(pair: str, seed: int) -> bool:
    """Whether the artefact with the larger id stands first: by chance, but the same always."""
    return bool(hashlib.sha256(f"{pair} {seed}".encode()).digest()[0] & 1)


def _folds(found: Candidates, options: PairOptions, seed: int) -> dict[str, Candidates]:
    """Splits by chance; artefacts of one paper stay together."""
    papers, place = np.unique(found.paper, return_inverse=True)
    part = np.random.default_rng(seed).permutation(len(papers))[place] % options.folds
    away = (part - options.fold) % options.folds
    return {
        "train": found.of(away > 1),
        "val": found.of(away == 1),
        "test": found.of(away == 0),
    }


def _title(text: Row) -> str:
    return str(text.get("name") or text["title"] or text["paper_id"])
