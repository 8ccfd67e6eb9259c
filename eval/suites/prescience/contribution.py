"""What will a team contribute? Asked once for each paper of a period that builds on earlier ones.

Systems see the papers that the target builds on, those of its references that are dated before it
surely existed, and who of its authors had published. The truth is its title and its abstract. A
language model rates how like it an answer is, with the ladders of ``TASK/ladder.json`` as examples.
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
from scinet.eval.answer import Record
from scinet.eval.metrics.text import ngram_overlap, rouge_l, warn_of_unread
from scinet.eval.suites.prescience import targets
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.lacer.judge import Pair, Rating, rate
from scinet.eval.suites.prescience.lacer.ladder import Text
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    Judged,
    JudgedTask,
    Marking,
    Material,
    OracleTask,
    RecordQuery,
    Scoring,
    SingleTask,
)
from scinet.graph.dates import day_of
from scinet.graph.indicators.citations import within
from scinet.graph.snapshot import Snapshot
from scinet.llm.asker import Asker
from scinet.validation import OPTIONS, Natural

LACER: Final = "LACERScore"
_YEAR: Final = 12 * 30  # days
ROUGE: Final = ("ROUGE-L precision", "ROUGE-L recall", "ROUGE-L F1")
_OVERLAP: Final = tuple(f"{n}-gram {part}" for n in (1, 2) for part in ("precision", "recall"))


class Written(BaseModel):
    """A contribution as a system writes it.

    Attributes:
        abstract: The abstract; not looked at where only titles are asked for.
        reasoning: What led to it.
    """

    model_config = ConfigDict(extra="forbid")

    title: str
    abstract: str = ""
    reasoning: str | None = None


@checked(frozen=True, slots=True, config=OPTIONS)
class ContributionOptions(targets.TargetOptions):
    """Options of the task.

    Attributes:
        asked: Whether the ``abstract`` is asked for beside the title, of papers that have one, or
            the ``title`` alone, of all.
    """

    targets: Natural = 5000
    asked: Literal["abstract", "title"] = "abstract"


class Contributed(Record):
    """An answer."""

    schema = Written


class Contribution(
    SingleTask[Mapping[str, Any]], JudgedTask[Mapping[str, Any]], OracleTask[Mapping[str, Any]]
):
    """A title and an abstract for each paper of a period."""

    suite = "prescience"
    name = "contribution"
    options = ContributionOptions
    answers = Contributed
    needs_graph = False
    headline = "ROUGE-L F1"

    def build(self, material: Material, options: Any) -> TaskDraft:
        """A split for each period asked for, made of what was dated before its end."""

        def ask(period: targets.Period) -> tuple[Split, Mapping[str, int]]:
            return _ask(material.snapshot.until(period.end), period, options, material.seed)

        return targets.of_periods(
            self, material, options, targets.periods(material.before, options), ask
        )

    def score(self, asked: Sequence[RecordQuery], marking: Marking) -> list[dict[str, float]]:
        """ROUGE-L and shared words and word pairs; without an answer 0, officially left out.

        Officially a text without a title scores 0 whatever its abstract.
        """
        names = (*ROUGE, *_OVERLAP)
        rows: list[dict[str, float]] = []
        for one in asked:
            if one.answer is None:
                found = [0.0 if marking.scoring == "strict" else math.nan] * len(names)
            elif marking.scoring == "official" and not one.answer["title"]:
                found = [0.0] * len(names)
            else:
                texts = text_of(one.answer, marking.task), text_of(one.truth, marking.task)
                found = [*rouge_l(*texts), *ngram_overlap(*texts, 1), *ngram_overlap(*texts, 2)]
            rows.append(dict(zip(names, found, strict=True)))
        texts_of = [text for one in asked for text in (one.truth, one.answer) if text is not None]
        warn_of_unread(text_of(text, marking.task) for text in texts_of)
        return rows

    def judge(self, asked: Sequence[RecordQuery], asker: Asker, marking: Marking) -> list[Judged]:
        """LACERScore of each answer.

        Strictly a missing answer, one without a word and one that the judge does not rate from 1
        to 10 count 0. Officially an answer without a word is rated as any other, any number
        counts, and what has none is left out.
        """
        if marking.task.options["asked"] == "title":
            raise DataError(
                f"the judge compares abstracts, {marking.task.folder} asks for titles",
                hint="Leave out the language model, or build the task with -o asked=abstract.",
            )
        examples = ladder.read(marking.task.folder / ladder.FILE).examples
        asked_about = {row["paper_id"] for row in marking.task.truth(marking.split).values()}
        ladders = () if isinstance(examples, ladder.PublishedPrompt) else examples
        if known := [one.paper_id for one in ladders if one.paper_id in asked_about]:
            raise DataError(
                f"a ladder leads to {known[0]}, which the task asks about ({marking.task.folder})",
                hint="Build ladders to papers of another split.",
            )
        pairs = {
            place: Pair(one.query.query_id, _text(one.truth), _text(one.answer))
            for place, one in enumerate(asked)
            if one.answer is not None and (marking.scoring == "official" or _has_words(one.answer))
        }
        found = dict(zip(pairs, rate(list(pairs.values()), examples, asker), strict=True))
        return [_judged(found.get(place), one, marking.scoring) for place, one in enumerate(asked)]

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> dict[str, Any]:
        """The true title and abstract."""
        return {"title": truth["title"], "abstract": truth["abstract"] or ""}

    def queries_with_truth(self, task: Task, *, split: str) -> list[Query]:
        """The queries with the true title and abstract, for the control that rewrites them."""
        truth = task.truth(split)
        return [
            replace(query, inputs={**query.inputs, "truth": self.ideal(query, row, "strict")})
            for query in task.queries(split)
            for row in (truth[query.query_id],)
        ]


def text_of(record: Mapping[str, Any], task: Task) -> str:
    """What is compared: title, space, abstract; or the title, where it alone is asked for."""
    if task.options["asked"] == "title":
        return str(record["title"])
    return f"{record['title']} {record.get('abstract') or ''}"


def _judged(found: Rating | None, one: RecordQuery, scoring: Scoring) -> Judged:
    """The score of one answer: strictly 0 where there is none, and one beside it without these."""
    if found is not None and scoring == "strict":
        found = found.on_the_scale
    score = math.nan if found is None or found.score is None else found.score
    is_zero = scoring == "strict" and math.isnan(score)
    if found is not None:
        status = {found.status: 1}
    else:
        status = {} if one.answer is None else {"without_words": 1}
    return Judged({LACER: 0.0 if is_zero else score, f"{LACER} of judged": score}, status)


def _text(row: Mapping[str, Any]) -> Text:
    return Text(title=row["title"], abstract=row.get("abstract") or "")


def _has_words(record: Mapping[str, Any]) -> bool:
    return bool(f"{record['title']}{record.get('abstract') or ''}".strip())


def question(
    query_id: str,
    team: Sequence[tuple[str, str]],
    cited: Sequence[tuple[str, str, str | None]],
    day: date,
) -> Query:
    """What is asked about a paper, as of the day before which it surely did not exist.

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


def around(
    subject: str | None,
    cited_subjects: Sequence[str | None],
    cited_counts: Sequence[int],
    citations: int | None,
) -> Row:
    """What truth says of a target besides its text, for results by it.

    Args:
        subject: Main subfield of the target.
        cited_subjects: The same of each paper that it builds on.
        cited_counts: Citations of these before the day of the query.
        citations: Citations of the target after twelve months of 30 days; None if not over.

    Returns:
        ``subject``, ``citations``, the mean of the counts as ``reference_citations``, and the
        entropy of the subjects in bits as ``reference_entropy``; None where nothing is known.

    Source:
        PreScience, the released analyses of LACERScore by references and citations.
    """
    counted = Counter(one for one in cited_subjects if one is not None)
    shares = np.array(list(counted.values())) / max(1, counted.total())
    return {
        "subject": subject,
        "citations": citations,
        "reference_citations": float(np.mean(cited_counts)) if cited_counts else None,
        "reference_entropy": -float((shares * np.log2(shares)).sum()) + 0.0 if counted else None,
    }


def _subjects(snapshot: Snapshot) -> list[str | None]:
    """Name of the main subfield of each paper; the id of its venue where there are no fields."""
    codes, names = snapshot.primary_field("subfield"), snapshot.field_name
    if (codes < 0).all():
        codes, names = snapshot.venue, snapshot.venue_id
    return [None if code < 0 else str(names[code]) for code in codes]


def _citations(snapshot: Snapshot, paper: int, day: date) -> int:
    """Citations of a paper before a day."""
    return int(np.count_nonzero(snapshot.day[snapshot.cited_by.row(paper)] < day_of(day)))


def built_upon(snapshot: Snapshot, paper: int) -> list[int]:
    """References of a paper that have a title and are dated before it surely existed."""
    return [
        int(reference)
        for reference in snapshot.cites.row(paper)
        if snapshot.day[reference] < snapshot.first_day[paper] and snapshot.title[reference]
    ]


def has_text(snapshot: Snapshot, asked: str) -> NDArray[np.bool_]:
    """Papers with a title and, where one is asked for, an abstract; shape ``(papers,)``."""
    found = snapshot.title.astype(bool)
    return found & snapshot.abstract.astype(bool) if asked == "abstract" else found


def _ask(
    snapshot: Snapshot, period: targets.Period, options: ContributionOptions, seed: int
) -> tuple[Split, dict[str, int]]:
    """The questions of one split, and what was left out."""
    papers, unsure = targets.targets(snapshot, period)
    has_words = has_text(snapshot, options.asked)[papers]
    cited = {int(paper): built_upon(snapshot, int(paper)) for paper in papers}
    has_references = np.array([len(cited[int(p)]) > 0 for p in papers], dtype=bool)
    enough = papers[has_words & has_references]
    chosen = targets.draw(enough, snapshot, options, seed)
    team = targets.known_authors(snapshot, chosen)
    subjects = _subjects(snapshot)
    cited_within = within(snapshot, _YEAR)
    queries: list[Query] = []
    truth: list[Row] = []
    for paper in map(int, chosen):
        query_id = f"q{len(queries) + 1:05d}"
        day = targets.asked_as_of(snapshot, paper)
        persons = [targets.person(snapshot, a, day) for a in team[paper]]
        told = [
            (str(snapshot.paper_id[r]), snapshot.title[r], snapshot.abstract[r])
            for r in cited[paper]
        ]
        queries.append(question(query_id, persons, told, day))
        is_over = snapshot.day[paper] + _YEAR <= day_of(period.end)
        truth.append(
            {
                "query_id": query_id,
                "paper_id": str(snapshot.paper_id[paper]),
                "title": snapshot.title[paper],
                "abstract": snapshot.abstract[paper],
                **around(
                    subjects[paper],
                    [subjects[r] for r in cited[paper]],
                    [_citations(snapshot, r, day) for r in cited[paper]],
                    int(cited_within[paper]) if is_over else None,
                ),
            }
        )
    left_out = {
        **unsure,
        "papers_without_text": int(np.count_nonzero(~has_words)),
        "papers_without_an_earlier_reference": int(np.count_nonzero(has_words & ~has_references)),
        **targets.not_drawn(enough, chosen),
    }
    return Split(period.end, queries, truth), left_out
