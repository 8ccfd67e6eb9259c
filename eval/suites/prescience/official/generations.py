"""PreScience's files of generated titles and abstracts, scored as it publishes them.

Beside ``generations.<model>.json`` come ``generations.<model>.rouge_scored.json``,
``.lacer_scored.json`` and ``.bert_scored.json``: the same records with their scores. Empty texts
score 0 by words and are judged like any other; what the judge does not rate has an error instead.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from scinet.errors import DataError
from scinet.eval.metrics.text import rouge_l
from scinet.eval.suites.json_files import read_records, wrapped
from scinet.eval.suites.prescience.lacer.judge import Pair, rate
from scinet.eval.suites.prescience.lacer.ladder import Ladder, Text
from scinet.eval.suites.prescience.metrics import mean_in_order
from scinet.eval.suites.prescience.official.forms import PAPER, Ids
from scinet.eval.task import Row, Task
from scinet.llm.asker import Asker

_PARTS: Final = ("precision", "recall", "f1")
Measure: TypeAlias = Callable[[Sequence[tuple[str, str]]], Iterable[Iterable[float]]]
"""Precision, recall and F1 of pairs of a written and a true text."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A record of a file beside what is true.

    Attributes:
        fields: The record.
        written: Its title and abstract.
        true: Those of the target.
    """

    fields: Row
    written: Text
    true: Text


def read(file: Path, task: Task, *, split: str = "test") -> list[Generated]:
    """Records of a file about papers that the task asks about; others are left out.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If a record breaks the form, or none is about a paper of the task.
    """
    ids = Ids(task.options.get("source") or None)
    truth = {row["paper_id"]: row for row in task.truth(split).values()}
    found: list[Generated] = []
    for record in read_records(file):
        row = truth.get(ids.stored(record.text(PAPER)))
        written = Text(title=record.text("title"), abstract=record.text("abstract"))
        if row is not None:
            true = Text(title=row["title"], abstract=row["abstract"] or "")
            found.append(Generated(record.fields, written, true))
    if not found:
        raise DataError(
            f"no record is about a paper of the task ({file})",
            hint="Name the task that the file answers, imported with the same --source.",
        )
    return found


def by_words(found: Sequence[Generated]) -> Any:
    """The file with ROUGE-L."""
    return _scored(found, "rouge_l", [rouge_l(one.written.words, one.true.words) for one in found])


def by_vectors(found: Sequence[Generated], measure: Measure, model: str) -> Any:
    """The file with BERTScore, which another room computes."""
    numbers = measure([(one.written.words, one.true.words) for one in found])
    return _scored(found, "bert_score", numbers, model=model)


def by_judge(found: Sequence[Generated], ladders: Sequence[Ladder], asker: Asker) -> Any:
    """The file with LACERScore, whatever number the judge gave, and its reply."""
    pairs = [Pair(str(one.fields[PAPER]), one.true, one.written) for one in found]
    model = asker.endpoint.model
    data: list[Row] = []
    for one, rating in zip(found, rate(pairs, ladders, asker), strict=True):
        said: Row = {"lacer_error": rating.status}
        if rating.score is not None:
            said = {"lacer_score": rating.score, "lacer_scoring_model": model}
        data.append({**one.fields, **said, "lacer_response": rating.reply})
    return wrapped({"model": model}, data)


def means(document: Any) -> Row:
    """Means of the scores of a file, over the records that have them."""
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


def _scored(
    found: Sequence[Generated], name: str, numbers: Iterable[Iterable[float]], **arguments: Any
) -> Any:
    data = [
        {
            **one.fields,
            **{f"{name}_{part}": float(n) for part, n in zip(_PARTS, three, strict=True)},
        }
        for one, three in zip(found, numbers, strict=True)
    ]
    return wrapped(arguments, data)
