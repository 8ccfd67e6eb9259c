"""Contribution prediction: title and abstract of a team's next paper.

There is one query for each paper of a period that builds on earlier ones. Systems see the papers
that the target builds on (its references dated before its earliest possible day) and its authors
who had published. The truth is its title and abstract. A language model rates the similarity of an
answer, with the ladders of ``TASK/ladder.json`` as examples.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.metrics.text import ngram_overlap, rouge_l, warn_unreadable
from scinet.eval.suites.prescience import targets
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.lacer.judge import RatedPair, Rating, rate_pairs
from scinet.eval.suites.prescience.lacer.ladder import PaperText
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    JudgedAnswer,
    JudgedTask,
    OracleTask,
    RecordQuery,
    Scoring,
    ScoringContext,
    SingleTask,
)
from scinet.graph.indicators.citations import counts_within_days
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.validation import OPTIONS, Natural

LACER: Final = "LACERScore"
_YEAR_DAYS: Final = 12 * 30  # days
ROUGE: Final = ("ROUGE-L precision", "ROUGE-L recall", "ROUGE-L F1")
_OVERLAP: Final = tuple(f"{n}-gram {part}" for n in (1, 2) for part in ("precision", "recall"))


class ContributionText(BaseModel):
    """Contribution written by a system.

    Attributes:
        abstract: The abstract; ignored where only titles are required.
        reasoning: Reasoning of the system.
    """

    model_config = ConfigDict(extra="forbid")

    title: str
    abstract: str = ""
    reasoning: str | None = None


@checked(frozen=True, slots=True, config=OPTIONS)
class ContributionOptions(targets.TargetOptions):
    """Options of the task.

    Attributes:
        asked: ``abstract`` requires an abstract beside the title, of papers that have one;
            ``title`` requires the title alone, of all.
    """

    targets: Natural = 5000
    asked: Literal["abstract", "title"] = "abstract"


class ContributionAnswer(RecordAnswer):
    """Answer of the task."""

    schema = ContributionText


class ContributionTask(
    SingleTask[Mapping[str, Any]], JudgedTask[Mapping[str, Any]], OracleTask[Mapping[str, Any]]
):
    """Title and abstract for each paper of a period."""

    suite = "prescience"
    name = "contribution"
    options = ContributionOptions
    answers = ContributionAnswer
    needs_graph = False
    headline = "ROUGE-L F1"

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build a split for each period from the papers dated before its end."""

        def ask(period: targets.Period) -> tuple[Split, Mapping[str, int]]:
            return _build_split(context.snapshot.until(period.end), period, options, context.seed)

        return targets.build_periods(
            self, context, options, targets.make_periods(context.before, options), ask
        )

    def score(
        self, examples: Sequence[RecordQuery], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute ROUGE-L and n-gram overlap; 0 without an answer, officially skipped.

        Officially a text without a title scores 0 whatever its abstract.
        """
        names = (*ROUGE, *_OVERLAP)
        rows: list[dict[str, float]] = []
        for example in examples:
            if example.answer is None:
                values = [0.0 if context.scoring == "strict" else math.nan] * len(names)
            elif context.scoring == "official" and not example.answer["title"]:
                values = [0.0] * len(names)
            else:
                texts = (
                    compared_text(example.answer, context.task),
                    compared_text(example.truth, context.task),
                )
                values = [*rouge_l(*texts), *ngram_overlap(*texts, 1), *ngram_overlap(*texts, 2)]
            rows.append(dict(zip(names, values, strict=True)))
        texts_of = [
            text
            for example in examples
            for text in (example.truth, example.answer)
            if text is not None
        ]
        warn_unreadable(compared_text(text, context.task) for text in texts_of)
        return rows

    def judge(
        self, examples_judged: Sequence[RecordQuery], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Compute LACERScore of each answer.

        Strictly a missing or empty answer, and one that the judge does not rate from 1 to 10,
        scores 0. Officially an empty answer is rated as any other, any number counts, and answers
        without one are left out.
        """
        if context.task.options["asked"] == "title":
            raise DataError(
                f"the judge compares abstracts, {context.task.folder} asks for titles",
                hint="Leave out the language model, or build the task with -o asked=abstract.",
            )
        examples = ladder.read_ladders(context.task.folder / ladder.FILE).examples
        asked_about = {row["paper_id"] for row in context.task.truth(context.split).values()}
        ladders = () if isinstance(examples, ladder.LacerPrompt) else examples
        if known_targets := [item.paper_id for item in ladders if item.paper_id in asked_about]:
            raise DataError(
                f"a ladder leads to {known_targets[0]}, which the task asks about "
                f"({context.task.folder})",
                hint="Build ladders to papers of another split.",
            )
        pairs = {
            place: RatedPair(item.query.query_id, _make_text(item.truth), _make_text(item.answer))
            for place, item in enumerate(examples_judged)
            if item.answer is not None
            and (context.scoring == "official" or _has_words(item.answer))
        }
        ratings = dict(zip(pairs, rate_pairs(list(pairs.values()), examples, asker), strict=True))
        return [
            _judge_answer(ratings.get(place), item, context.scoring)
            for place, item in enumerate(examples_judged)
        ]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> dict[str, Any]:
        """Return the true title and abstract."""
        return {"title": truth["title"], "abstract": truth["abstract"] or ""}

    def add_truth(self, task: Task, *, split: str) -> list[Query]:
        """Return the queries with the true title and abstract, for the rewriting control."""
        truth = task.truth(split)
        return [
            replace(query, inputs={**query.inputs, "truth": self.ideal(query, row, "strict")})
            for query in task.queries(split)
            for row in (truth[query.query_id],)
        ]


def compared_text(record: Mapping[str, Any], task: Task) -> str:
    """Return the compared text: title, space, abstract; or the title, where alone required."""
    if task.options["asked"] == "title":
        return str(record["title"])
    return f"{record['title']} {record.get('abstract') or ''}"


def _judge_answer(rating: Rating | None, example: RecordQuery, scoring: Scoring) -> JudgedAnswer:
    """Return the score, strictly 0 where there is none, and the score of judged answers alone."""
    if rating is not None and scoring == "strict":
        rating = rating.on_the_scale
    score = math.nan if rating is None or rating.score is None else rating.score
    is_zero = scoring == "strict" and math.isnan(score)
    if rating is not None:
        status = {rating.status: 1}
    else:
        status = {} if example.answer is None else {"without_words": 1}
    return JudgedAnswer({LACER: 0.0 if is_zero else score, f"{LACER} of judged": score}, status)


def _make_text(row: Mapping[str, Any]) -> PaperText:
    return PaperText(title=row["title"], abstract=row.get("abstract") or "")


def _has_words(record: Mapping[str, Any]) -> bool:
    return bool(f"{record['title']}{record.get('abstract') or ''}".strip())


def make_query(
    query_id: str,
    team: Sequence[tuple[str, str]],
    cited: Sequence[tuple[str, str, str | None]],
    day: date,
) -> Query:
    """Build the query about a paper, as of the day before which it surely did not exist.

    Args:
        team: Id and name of its authors who had published, in the order of the byline.
        cited: Id, title and abstract of the papers that it builds on, in order of time.
    """
    inputs = {
        "author_ids": [author for author, _ in team],
        "key_references": [
            {"id": paper, "title": title, "abstract": abstract} for paper, title, abstract in cited
        ],
    }
    names = ", ".join(name for _, name in team)
    papers = "one paper" if len(cited) == 1 else f"{len(cited)} papers"
    text = f"the next paper of {names or 'a new team'}, which builds on {papers}"
    return Query(query_id, text, inputs, day, 1)


def describe_target(
    subject: str | None,
    cited_subjects: Sequence[str | None],
    cited_counts: Sequence[int],
    citations: int | None,
) -> Row:
    """Describe a target besides its text, for grouped results.

    Args:
        subject: Main subfield of the target.
        cited_subjects: Main subfield of each paper that it builds on.
        cited_counts: Citations of these before the day of the query.
        citations: Citations of the target after twelve months of 30 days; None if not over.

    Returns:
        ``subject``, ``citations``, the mean of the counts as ``reference_citations``, and the
        entropy of the subjects in bits as ``reference_entropy``; None where unknown.

    Source:
        PreScience, the released analyses of LACERScore by references and citations.
    """
    counted = Counter(
        cited_subject for cited_subject in cited_subjects if cited_subject is not None
    )
    shares = np.array(list(counted.values())) / max(1, counted.total())
    return {
        "subject": subject,
        "citations": citations,
        "reference_citations": float(np.mean(cited_counts)) if cited_counts else None,
        "reference_entropy": -float((shares * np.log2(shares)).sum()) + 0.0 if counted else None,
    }


def _paper_subjects(snapshot: Snapshot) -> list[str | None]:
    """Return the main subfield of each paper by name; its venue id where there are no fields."""
    codes, names = snapshot.primary_field("subfield"), snapshot.field_name
    if (codes < 0).all():
        codes, names = snapshot.venue, snapshot.venue_id
    return [None if code < 0 else str(names[code]) for code in codes]


def _count_citations(snapshot: Snapshot, paper: int, day: date) -> int:
    return int(np.count_nonzero(snapshot.day[snapshot.cited_by.row(paper)] < day_of(day)))


def find_built_upon(snapshot: Snapshot, paper: int) -> list[int]:
    """Find the references of a paper with a title and a date before its earliest possible day."""
    return [
        int(reference)
        for reference in snapshot.cites.row(paper)
        if snapshot.day[reference] < snapshot.first_day[paper] and snapshot.title[reference]
    ]


def has_text(snapshot: Snapshot, required: str) -> NDArray[np.bool_]:
    """Mark the papers with a title and, if required, an abstract; shape ``(papers,)``."""
    has_title = snapshot.title.astype(bool)
    return has_title & snapshot.abstract.astype(bool) if required == "abstract" else has_title


def _build_split(
    snapshot: Snapshot, period: targets.Period, options: ContributionOptions, seed: int
) -> tuple[Split, dict[str, int]]:
    papers, unsure = targets.find_targets(snapshot, period)
    has_words = has_text(snapshot, options.asked)[papers]
    cited = {int(paper): find_built_upon(snapshot, int(paper)) for paper in papers}
    has_references = np.array([len(cited[int(p)]) > 0 for p in papers], dtype=bool)
    enough = papers[has_words & has_references]
    drawn = targets.draw_targets(enough, snapshot, options, seed)
    team = targets.find_known_authors(snapshot, drawn)
    subjects = _paper_subjects(snapshot)
    cited_within = counts_within_days(snapshot, _YEAR_DAYS)
    queries: list[Query] = []
    truth: list[Row] = []
    for paper in map(int, drawn):
        query_id = f"q{len(queries) + 1:05d}"
        day = targets.query_day(snapshot, paper)
        persons = [targets.author_name(snapshot, a, day) for a in team[paper]]
        references = [
            (str(snapshot.paper_id[r]), snapshot.title[r], snapshot.abstract[r])
            for r in cited[paper]
        ]
        queries.append(make_query(query_id, persons, references, day))
        is_over = snapshot.day[paper] + _YEAR_DAYS <= day_of(period.end)
        truth.append(
            {
                "query_id": query_id,
                "paper_id": str(snapshot.paper_id[paper]),
                "title": snapshot.title[paper],
                "abstract": snapshot.abstract[paper],
                **describe_target(
                    subjects[paper],
                    [subjects[r] for r in cited[paper]],
                    [_count_citations(snapshot, r, day) for r in cited[paper]],
                    int(cited_within[paper]) if is_over else None,
                ),
            }
        )
    left_out = {
        **unsure,
        "papers_without_text": int(np.count_nonzero(~has_words)),
        "papers_without_an_earlier_reference": int(np.count_nonzero(has_words & ~has_references)),
        **targets.count_not_drawn(enough, drawn),
    }
    return Split(period.end, queries, truth), left_out
