"""Base of both tasks about a model's knowledge; see :mod:`scinet.eval.suites.sciencemeter`.

A run is one model at one time. Its accuracy is scored alone; the effect of an update takes two
runs, see :mod:`scinet.eval.suites.sciencemeter.update`.
"""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, ClassVar, Literal, TypeAlias

from scinet.eval.suites.sciencemeter.metrics import (
    LABELS,
    SETS,
    Label,
    Reading,
    Signs,
    label_answer,
)
from scinet.eval.suites.sciencemeter.options import KnowledgeOptions
from scinet.eval.suites.sciencemeter.questions import make_splits as splits_of
from scinet.eval.suites.sciencemeter.triplets import Member, Triplet, make_triplets
from scinet.eval.task import Row, TaskDraft
from scinet.eval.task_type import BuildContext, RecordQuery, Scoring, ScoringContext, SingleTask

Said: TypeAlias = Literal["yes", "no", "invalid"]


class KnowledgeTask(SingleTask[Mapping[str, Any]]):
    """Knowledge of prior, new and future papers, with signals of the model's confidence."""

    suite = "sciencemeter"
    options = KnowledgeOptions
    needs_graph = False
    headline = "accuracy"
    asks_by_truth = True
    needs_claims: ClassVar[bool]
    signals: ClassVar[tuple[str, ...]]

    @abstractmethod
    def build_queries(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """Build the queries about one paper: suffix of the id, inputs, text, truth."""

    @abstractmethod
    def read_signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """Return the signs of an answer and of its confidence."""

    def label(
        self, record: Mapping[str, Any], truth: Row, scoring: Reading, signals: Sequence[str]
    ) -> Label:
        """Label an answer."""
        return label_answer(self.read_signs(record, truth, scoring), signals, scoring)

    def is_checked(self, record: Mapping[str, Any]) -> bool:
        """Whether an answer holds the judgment needed to score it."""
        return True

    def prepare_triplets(
        self, triplets: Sequence[Triplet], options: Any
    ) -> tuple[Sequence[Triplet], dict[str, int]]:
        """Add to triplets the data of the options, with counts."""
        return triplets, {}

    def parts(self, truth: Row) -> dict[str, bool]:
        """Return the groups of queries with an accuracy of their own, and membership in each."""
        return {name: truth["set"] == name for name in SETS}

    def build(self, context: BuildContext, options: KnowledgeOptions) -> TaskDraft:
        """Find triplets and build queries, as of the first day of the future papers."""
        triplets, left_out = make_triplets(context, options, needs_claims=self.needs_claims)
        return self.make_draft(
            triplets,
            options,
            known_before=options.windows(context.before)["future"].first,
            end=context.before,
            seed=context.seed,
            graph_fingerprint=context.snapshot.graph_fingerprint,
            left_out={**context.snapshot.left_out, **left_out},
        )

    def make_draft(
        self,
        triplets: Sequence[Triplet],
        options: KnowledgeOptions,
        *,
        known_before: date,
        end: date,
        seed: int,
        graph_fingerprint: str,
        left_out: Mapping[str, int],
        settled: Mapping[str, Any] | None = None,
    ) -> TaskDraft:
        """Draft a task of triplets; days as :func:`.questions.make_splits` takes them."""
        prepared, extra_counts = self.prepare_triplets(triplets, options)
        splits, counts, lost = splits_of(
            prepared, self.build_queries, options, known_before=known_before, end=end, seed=seed
        )
        return TaskDraft(
            suite=self.suite,
            name=self.name,
            options={**asdict(options), **(settled or {})},
            seed=seed,
            counts={**counts, **extra_counts},
            left_out={**left_out, **lost},
            graph_fingerprint=graph_fingerprint,
            splits=splits,
        )

    def score(
        self, examples: Sequence[RecordQuery], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute accuracy and shares of labels; see :class:`TaskType`.

        strict: a missing answer is wrong and unknown. official: it has no value.
        """
        return [self._score_example(example, context.scoring) for example in examples]

    def _score_example(self, example: RecordQuery, scoring: Scoring) -> dict[str, float]:
        row = dict.fromkeys(("accuracy", *LABELS), math.nan)
        if example.answer is None:
            if scoring == "strict":
                row = {"accuracy": 0.0, **{name: float(name == "unknown") for name in LABELS}}
        elif self.is_checked(example.answer):
            signs = self.read_signs(example.answer, example.truth, scoring)
            answer_label = label_answer(signs, self.signals, scoring)
            row = {
                "accuracy": float(bool(signs.is_right)),
                **{name: float(name == answer_label) for name in LABELS},
            }
        groups = self.parts(example.truth).items()
        return row | {
            f"accuracy ({name})": row["accuracy"] if inside else math.nan for name, inside in groups
        }


def make_signs(
    record: Mapping[str, Any],
    scoring: Reading,
    *,
    is_right: bool | None,
    consistency: bool | None,
    tone: bool | None,
) -> Signs:
    """Return the signs of an answer; officially with its label in a published file."""
    stated = record.get("factual_accuracy")
    if scoring != "strict" and stated is not None:
        is_right = stated == "accurate"
    information = is_word(record.get("more_information"), "no")
    return Signs(is_right, consistency, tone, information, stated)


def is_word(word: str | None, wanted: str) -> bool | None:
    """Whether a word is the wanted one; None where there is no readable one."""
    return None if word in {None, "invalid"} else word == wanted
