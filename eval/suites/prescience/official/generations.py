"""PreScience's files of generated titles and abstracts, with its published scores.

Beside ``generations.<model>.json`` are ``generations.<model>.rouge_scored.json``,
``.lacer_scored.json`` and ``.bert_scored.json``: the same records with their scores. Texts without
a title score 0 by words and vectors, and are judged like any other; failed ratings have an error
instead.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from scinet.errors import DataError
from scinet.eval.metrics import mean_in_order
from scinet.eval.metrics.text import rouge_l, warn_unreadable
from scinet.eval.suites.json_files import add_metadata, read_document
from scinet.eval.suites.prescience.lacer.judge import RatedPair, rate_pairs
from scinet.eval.suites.prescience.lacer.ladder import LacerPrompt, Ladder, PaperText
from scinet.eval.suites.prescience.official.record_formats import PAPER_KEY, TaskIds
from scinet.eval.task import Row, Task
from scinet.llm.batch_client import LLMSession

_LACER: Final = "lacer_score"
_LACER_BY: Final = "lacer_scoring_model"
Measure: TypeAlias = Callable[[Sequence[tuple[str, str]]], Iterable[Iterable[float]]]
"""Precision, recall and F1 of pairs of a written and a true text."""


@dataclass(frozen=True, slots=True)
class GenerationsFile:
    """Records of a file, each with its written and its true text, and the metadata."""

    records: list[tuple[Row, PaperText, PaperText]]
    metadata: list[Row]


def read_generations(file: Path, task: Task, *, split: str = "test") -> GenerationsFile:
    """Read the records of a file about papers of the task, and its metadata."""
    ids = TaskIds(task.options.get("source") or None)
    truth = {row["paper_id"]: row for row in task.truth(split).values()}
    document = read_document(file)
    rows: list[tuple[Row, PaperText, PaperText]] = []
    for record in document.records:
        row = truth.get(ids.stored(record.text(PAPER_KEY)))
        written = PaperText(title=record.text("title"), abstract=record.text("abstract"))
        if row is not None:
            true = PaperText(title=row["title"], abstract=row["abstract"] or "")
            rows.append((record.fields, written, true))
    if not rows:
        raise DataError(
            f"no record is about a paper of the task ({file})",
            hint="Name the task that the file answers, imported with the same --source.",
        )
    return GenerationsFile(rows, document.metadata)


def score_rouge(generations: GenerationsFile) -> Any:
    """Add ROUGE-L to the file."""
    warn_unreadable(text.words for _, *both in generations.records for text in both)
    return _add_scores(generations, "rouge_l", lambda pairs: [rouge_l(*pair) for pair in pairs])


def score_bertscore(generations: GenerationsFile, measure: Measure, model: str) -> Any:
    """Add BERTScore to the file, computed by ``measure``."""
    return _add_scores(generations, "bert_score", measure, model=model)


def score_lacer(
    generations: GenerationsFile, examples: Sequence[Ladder] | LacerPrompt, asker: LLMSession
) -> Any:
    """Add LACERScore to the file, whatever number the judge gave, and its reply."""
    pairs = [
        RatedPair(str(row[PAPER_KEY]), true, written) for row, written, true in generations.records
    ]
    model = asker.endpoint.model
    data: list[Row] = []
    for (row, *_), rating in zip(
        generations.records, rate_pairs(pairs, examples, asker), strict=True
    ):
        if rating.score is None:
            fields: Row = {"lacer_error": f"{rating.status}: {rating.reply}"}
        else:
            reply = (rating.reply or "").strip()
            fields = {_LACER: rating.score, "lacer_response": reply, _LACER_BY: model}
        data.append({**row, **fields})
    return add_metadata({"model": model}, data, generations.metadata)


def average_judges(first: Path, second: Path) -> Any:
    """Average files scored by two judges: papers that both scored, in order of id.

    The fields have PreScience's names, whoever the judges are.
    """
    documents = [read_document(file) for file in (first, second)]
    scored = [
        {record.text(PAPER_KEY): record for record in document.records if _LACER in record.fields}
        for document in documents
    ]
    data: list[Row] = []
    for paper in sorted(scored[0].keys() & scored[1].keys()):
        first_record, second_record = (records[paper] for records in scored)
        scores = [record.get_number(_LACER) for record in (first_record, second_record)]
        judges = [record.text(_LACER_BY) for record in (first_record, second_record)]
        data.append(
            {
                **first_record.fields,
                f"{_LACER}_gpt5": scores[0],
                f"{_LACER}_opus": scores[1],
                _LACER: (scores[0] + scores[1]) / 2,
                _LACER_BY: f"averaged({','.join(judges)})",
            }
        )
    if not data:
        raise DataError(
            f"no paper has a {_LACER} in both files ({first}, {second})",
            hint="Give two files .lacer_scored.json about the same papers.",
        )
    return add_metadata({"files": [str(first), str(second)]}, data, documents[0].metadata)


def mean_scores(document: Any) -> Row:
    """Compute means of the scores of a file, over the records that have them."""
    rows: list[Row] = document["data"]
    names = dict.fromkeys(
        name
        for row in rows
        for name, value in row.items()
        if name.startswith(("rouge_l_", "bert_score_", "lacer_score"))
        and not isinstance(value, str)
    )
    return {
        f"avg_{name}": mean_in_order(values)
        for name in names
        for values in ([row[name] for row in rows if name in row],)
    }


def _add_scores(generations: GenerationsFile, name: str, measure: Measure, **arguments: Any) -> Any:
    """Add three numbers to each record; without a title all are 0."""
    pairs = [(mine.words, true.words) for _, mine, true in generations.records if mine.title]
    numbers = iter(measure(pairs))
    parts = [f"{name}_{part}" for part in ("precision", "recall", "f1")]
    data: list[Row] = []
    for row, mine, _ in generations.records:
        values = next(numbers) if mine.title else (0.0,) * 3
        data.append({**row, **dict(zip(parts, map(float, values), strict=True))})
    return add_metadata(arguments, data, generations.metadata)
