"""Record formats of each PreScience task: predictions and scores."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer, NumberAnswer, get_content
from scinet.eval.answer import RecordAnswer as RecordAnswer
from scinet.eval.metrics import impact, mean_in_order
from scinet.eval.ranked_list import AuthorList, PaperList, RankedItem, get_items
from scinet.eval.suites.json_files import JsonRecord, is_finite
from scinet.eval.suites.prescience.metrics import NAMES, published_scores
from scinet.eval.task import Query, Row, Task
from scinet.graph.schema.identifiers import add_source

PAPER_KEY: Final = "corpus_id"
_SHARES: Final = dict(zip(NAMES, ("ndcg", "precision", "recall", "f1"), strict=True))
GENERATION: Final = {
    "rouge_l_precision": "ROUGE-L precision",
    "rouge_l_recall": "ROUGE-L recall",
    "rouge_l_f1": "ROUGE-L F1",
    "lacer_score": "LACERScore",
}


@dataclass(frozen=True, slots=True)
class TaskIds:
    """Conversion between ids of a task and ids of its files, which lack the source prefix."""

    source: str | None

    def stored(self, identifier: str) -> str:
        """Return the task's form of an id of a file."""
        return add_source(identifier, self.source)

    def bare(self, identifier: str) -> str:
        """Return the files' form of an id of the task."""
        return identifier.removeprefix(f"{self.source}:") if self.source else identifier


@dataclass(frozen=True)
class ListsForm:
    """Format of ranked lists with the true items.

    Attributes:
        marker: Field of the returned items, best first.
        true: Field of the true items.
        scores: Field of the returned items' scores.
        counted: Field of the number of true items in an evaluation file.
        seed: Field of the query's author; None where the query is about the paper.
    """

    marker: str
    true: str
    scores: str
    counted: str
    seed: str | None = None

    def answer(self, record: JsonRecord, query: Query, truth: Row, ids: TaskIds) -> Answer:
        """Parse the list; scores that rise down the list, such as sums of ranks, are dropped."""
        if self.seed is not None:
            seed = ids.stored(record.text(self.seed))
            if seed != query.inputs["author_id"]:
                record.refuse(
                    f"it is about {seed}, the task asks about {query.inputs['author_id']}"
                )
        if {ids.stored(item) for item in record.texts(self.true)} != set(truth["items"]):
            record.refuse(f"the truth about {truth['paper_id']} is not the task's")
        items = [ids.stored(item) for item in record.texts(self.marker)]
        scores = self._scores(record, len(items))
        answer_type = AuthorList if self.seed is not None else PaperList
        return answer_type(
            query.query_id,
            tuple(
                RankedItem(item, None, scores[place] if scores else None)
                for place, item in enumerate(items)
            ),
        )

    def record(self, answer: Answer, query: Query, truth: Row, ids: TaskIds) -> Row:
        """Make the record of a list with its truth; items without a score have null."""
        items = get_items(answer)
        if any(item.id is None for item in items):
            raise DataError(
                f"an item of {query.query_id} is a title", hint="Name each item by its id."
            )
        seed = {} if self.seed is None else {self.seed: ids.bare(query.inputs["author_id"])}
        return {
            **seed,
            self.true: [ids.bare(item) for item in truth["items"]],
            self.marker: [ids.bare(item.id or "") for item in items],
            self.scores: [item.score for item in items],
        }

    def alone(self, record: JsonRecord) -> Row:
        """Score a record by its own truth."""
        true = record.texts(self.true)
        scores = published_scores(record.texts(self.marker), true)
        return self.scored(scores, {"items": true})

    def scored(self, scores: Row, truth: Row) -> Row:
        """Return the four shares, and the number of true items."""
        shares = {name: scores[metric] for metric, name in _SHARES.items()}
        return {**shares, self.counted: len(truth["items"])}

    def aggregates(self, rows: Sequence[Row]) -> Row:
        """Compute means over the rows."""
        return {
            f"avg_{name}": mean_in_order([row[name] for row in rows]) for name in _SHARES.values()
        }

    def _scores(self, record: JsonRecord, items: int) -> list[float]:
        """Return the items' scores; none where one is missing or not finite, or they rise."""
        listed = record.fields.get(self.scores) or []
        if not isinstance(listed, list):
            record.refuse(f"{self.scores} is not a list")
        if listed and len(listed) != items:
            record.refuse(f"{self.scores} has {len(listed)} entries for {items} items")
        if wrong := [value for value in listed if not isinstance(value, int | float | None)]:
            record.refuse(f"a score is not a number: {wrong[0]!r}")
        rises = any(
            later > earlier
            for earlier, later in itertools.pairwise(listed)
            if earlier is not None and later is not None
        )
        return listed if all(map(is_finite, listed)) and not rises else []


@dataclass(frozen=True)
class NumbersForm:
    """Format of predicted citations; the truth is in the rows alone."""

    marker: str = "predicted_citations"

    def answer(self, record: JsonRecord, query: Query, truth: Row, ids: TaskIds) -> Answer:
        """Parse the number."""
        return NumberAnswer(query.query_id, record.get_number(self.marker))

    def record(self, answer: Answer, query: Query, truth: Row, ids: TaskIds) -> Row:
        """Make the record of the number."""
        return {self.marker: get_content(answer)}

    def scored(self, scores: Row, truth: Row) -> Row:
        """Return the predicted and the true number, and the absolute error."""
        values = {"predicted": scores[impact.PREDICTED], "gt": truth["citations"]}
        return {**values, "abs_error": scores["MAE"]}

    def aggregates(self, rows: Sequence[Row]) -> Row:
        """Compute errors and correlations over all rows."""
        return impact.published_metrics(
            *([row[name] for row in rows] for name in ("predicted", "gt"))
        )


@dataclass(frozen=True)
class GenerationsForm:
    """Format of generated titles and abstracts; the truth is in the rows alone."""

    marker: str = "abstract"

    def answer(self, record: JsonRecord, query: Query, truth: Row, ids: TaskIds) -> Answer:
        """Parse the texts; empty ones are kept, as in the published scorer."""
        written: dict[str, Any] = {name: record.text(name) for name in ("title", "abstract")}
        if record.fields.get("reasoning") is not None:
            written["reasoning"] = record.text("reasoning")
        return RecordAnswer(query.query_id, written)

    def record(self, answer: Answer, query: Query, truth: Row, ids: TaskIds) -> Row:
        """Make the record of the texts with their inputs; empty ones where a model failed."""
        written = get_content(answer) or {"title": "", "abstract": ""}
        return {
            "title": written["title"],
            "abstract": written.get("abstract") or "",
            "reasoning": written.get("reasoning") or "",
            "date": query.before.isoformat(),
            "key_references": [
                {"corpus_id": ids.bare(reference["id"])}
                for reference in query.inputs["key_references"]
            ],
        }

    def scored(self, scores: Row, truth: Row) -> Row:
        """Return ROUGE-L, and the judge's score if there is one."""
        return {name: scores[metric] for name, metric in GENERATION.items() if metric in scores}

    def aggregates(self, rows: Sequence[Row]) -> Row:
        """Compute means over the rows that have a value; null without one."""
        means: Row = {}
        for name in GENERATION.keys() & rows[0].keys():
            values = [row[name] for row in rows if row[name] is not None]
            means[f"avg_{name}"] = mean_in_order(values) if values else None
        return dict(sorted(means.items()))


Form: TypeAlias = ListsForm | NumbersForm | GenerationsForm
"""Record format of one task, identified by its ``marker``, a field of no other format."""

FORMS: Final[dict[str, Form]] = {
    "collaborators": ListsForm(
        "predicted_coauthor_ids",
        "gt_coauthor_ids",
        "predicted_coauthor_scores",
        "num_gt_coauthors",
        "first_author_id",
    ),
    "prior-work": ListsForm(
        "predicted_reference_ids",
        "gt_reference_ids",
        "predicted_reference_scores",
        "num_gt_references",
    ),
    "contribution": GenerationsForm(),
    "impact": NumbersForm(),
}


def get_list_form(task: Task) -> ListsForm:
    """Return the record format of a task of ranked lists."""
    form = FORMS.get(task.name)
    if not isinstance(form, ListsForm):
        raise NotFoundError(
            f"{task.id} is not a task of ranked lists", hint="Name a task of ranked lists."
        )
    return form
