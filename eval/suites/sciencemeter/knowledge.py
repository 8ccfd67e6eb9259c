"""What both tasks about a model's knowledge share; see :mod:`scinet.eval.suites.sciencemeter`.

A run is one model at one time. It is scored alone by how often it is right; what an update did is
told by two runs, see :mod:`scinet.eval.suites.sciencemeter.update`.
"""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, ClassVar, Literal, TypeAlias

from scinet.eval.suites.sciencemeter.metrics import LABELS, SETS, Label, Reading, Signs, label
from scinet.eval.suites.sciencemeter.options import KnowledgeOptions
from scinet.eval.suites.sciencemeter.questions import splits as splits_of
from scinet.eval.suites.sciencemeter.triplets import Member, Triplet, of_graph
from scinet.eval.task import Row, TaskDraft
from scinet.eval.task_type import Marking, Material, RecordQuery, Scoring, SingleTask

Said: TypeAlias = Literal["yes", "no", "invalid"]


class Knowledge(SingleTask[Mapping[str, Any]]):
    """What a model knows of prior, new and future papers; signals tell how sure it is."""

    suite = "sciencemeter"
    options = KnowledgeOptions
    needs_graph = False
    headline = "accuracy"
    asks_by_truth = True
    needs_claims: ClassVar[bool]
    signals: ClassVar[tuple[str, ...]]

    @abstractmethod
    def ask(self, of_set: str, member: Member) -> list[tuple[str, Row, str, Row]]:
        """The queries about one paper: end of the id, inputs, text, truth."""

    @abstractmethod
    def signs(self, record: Mapping[str, Any], truth: Row, scoring: Reading) -> Signs:
        """What an answer and its confidence are told by."""

    def label(
        self, record: Mapping[str, Any], truth: Row, scoring: Reading, signals: Sequence[str]
    ) -> Label:
        """What an answer counts as."""
        return label(self.signs(record, truth, scoring), signals, scoring)

    def is_checked(self, record: Mapping[str, Any]) -> bool:
        """Whether an answer holds what tells if it is right."""
        return True

    def prepared(
        self, triplets: Sequence[Triplet], options: Any
    ) -> tuple[Sequence[Triplet], dict[str, int]]:
        """Triplets with what the options add to them, and counts of that."""
        return triplets, {}

    def parts(self, truth: Row) -> dict[str, bool]:
        """Groups of queries that accuracy is also told of, and whether one belongs to each."""
        return {name: truth["set"] == name for name in SETS}

    def build(self, material: Material, options: KnowledgeOptions) -> TaskDraft:
        """Find triplets and ask about their papers, as of the first day of the future ones."""
        triplets, left_out = of_graph(material, options, needs_claims=self.needs_claims)
        return self.draft_of(
            triplets,
            options,
            known_before=options.windows(material.before)["future"].first,
            end=material.before,
            seed=material.seed,
            graph_fingerprint=material.snapshot.graph_fingerprint,
            left_out={**material.snapshot.left_out, **left_out},
        )

    def draft_of(
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
        """Put a task of triplets together; days as :func:`.questions.splits` takes them."""
        prepared, told = self.prepared(triplets, options)
        splits, counts, lost = splits_of(
            prepared, self.ask, options, known_before=known_before, end=end, seed=seed
        )
        return TaskDraft(
            suite=self.suite,
            name=self.name,
            options={**asdict(options), **(settled or {})},
            seed=seed,
            counts={**counts, **told},
            left_out={**left_out, **lost},
            graph_fingerprint=graph_fingerprint,
            splits=splits,
        )

    def score(self, asked: Sequence[RecordQuery], marking: Marking) -> list[dict[str, float]]:
        """How often answers are right, and what they count as; see :class:`TaskType`.

        strict: a missing answer is wrong and unknown. official: it has no value.
        """
        return [self._scored(one, marking.scoring) for one in asked]

    def _scored(self, one: RecordQuery, scoring: Scoring) -> dict[str, float]:
        row = dict.fromkeys(("accuracy", *LABELS), math.nan)
        if one.answer is None:
            if scoring == "strict":
                row = {"accuracy": 0.0, **{name: float(name == "unknown") for name in LABELS}}
        elif self.is_checked(one.answer):
            signs = self.signs(one.answer, one.truth, scoring)
            found = label(signs, self.signals, scoring)
            row = {
                "accuracy": float(bool(signs.is_right)),
                **{name: float(name == found) for name in LABELS},
            }
        groups = self.parts(one.truth).items()
        return row | {
            f"accuracy ({name})": row["accuracy"] if inside else math.nan for name, inside in groups
        }


def signs_of(
    record: Mapping[str, Any],
    scoring: Reading,
    *,
    is_right: bool | None,
    consistency: bool | None,
    tone: bool | None,
) -> Signs:
    """What an answer is told by; officially also what a published file calls it."""
    stated = record.get("factual_accuracy")
    if scoring != "strict" and stated is not None:
        is_right = stated == "accurate"
    information = says(record.get("more_information"), "no")
    return Signs(is_right, consistency, tone, information, stated)


def says(said: str | None, wanted: str) -> bool | None:
    """Whether a word is the wanted one; None where there is none that can be read."""
    return None if said in {None, "invalid"} else said == wanted
