"""PreScience's prediction and evaluation files: records beside their truth, and their scores.

A file is an object with ``metadata`` and ``data``, or the list of records alone. Items of a record
stand best first; what it holds as truth must be the task's.
"""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.eval.metrics.prescience import NAMES, published
from scinet.eval.official.base import Imported
from scinet.eval.official.documents import finite, read_data, wrapped
from scinet.eval.results import Result
from scinet.eval.run import Answer, Header, Item, Run
from scinet.eval.task import Query, Row, Task
from scinet.graph.identifiers import with_source

_PAPER: Final = "corpus_id"
_PUBLISHED: Final = dict(zip(NAMES, ("ndcg", "precision", "recall", "f1"), strict=True))


@dataclass(frozen=True, slots=True)
class _Form:
    """How the records of one task name things.

    Attributes:
        true: The true items.
        returned: The returned items, best first.
        scores: Their scores.
        counted: Number of true items in an evaluation file.
        seed: Whom the question is about; None where it is the paper.
    """

    true: str
    returned: str
    scores: str
    counted: str
    seed: str | None = None


_FORMS: Final[dict[str, _Form]] = {
    "collaborators": _Form(
        "gt_coauthor_ids",
        "predicted_coauthor_ids",
        "predicted_coauthor_scores",
        "num_gt_coauthors",
        "first_author_id",
    ),
    "prior-work": _Form(
        "gt_reference_ids",
        "predicted_reference_ids",
        "predicted_reference_scores",
        "num_gt_references",
    ),
}


def read(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of a predictions file.

    Records about papers that the task does not ask about are left out and counted. Scores that
    rise down a list, as sums of ranks do, are left out and counted: the order is the ranking.

    Raises:
        DataError: If a record breaks the form, a paper is predicted twice, or the record is of
            another question: another seed author, or another truth.
    """
    form = _form(task.name)
    source = task.options.get("source") or None
    truth = task.truth(header.split)
    asked = {truth[query.query_id]["paper_id"]: query for query in task.queries(header.split)}
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, not_asked=0, scores_left_out=0)
    for number, record in enumerate(read_data(file), start=1):
        where = (file, number)
        paper = with_source(_text(record, _PAPER, where), source)
        counts["records"] += 1
        query = asked.get(paper)
        if query is None:
            counts["not_asked"] += 1
            continue
        if query.query_id in answers:
            _refuse(f"{paper} is predicted twice", where)
        _same_question(record, query, truth[query.query_id], form, source, where)
        items = [with_source(item, source) for item in _texts(record, form.returned, where)]
        scores = _scores(record, form.scores, len(items), where)
        if any(later > earlier for earlier, later in itertools.pairwise(scores)):
            counts["scores_left_out"] += 1
            scores = []
        counts["answered"] += 1
        answers[query.query_id] = Answer(
            query.query_id,
            tuple(
                Item(item, None, scores[place] if scores else None)
                for place, item in enumerate(items)
            ),
        )
    return Imported(Run(header, answers), counts)


def document(task: Task, run: Run) -> Any:
    """A run as a predictions file; items without a score have null.

    Raises:
        DataError: If the run names papers by title.
    """
    form = _form(task.name)
    truth = task.truth(run.header.split)
    data: list[Row] = []
    for query in task.queries(run.header.split):
        answer = run.answers.get(query.query_id)
        if answer is None:
            continue
        if any(item.id is None for item in answer.items):
            raise DataError(
                f"an item of {query.query_id} is a title", hint="Name each paper by its id."
            )
        row = truth[query.query_id]
        record: Row = {_PAPER: _bare(row["paper_id"], task)}
        if form.seed is not None:
            record[form.seed] = _bare(query.inputs["author_id"], task)
        record[form.true] = [_bare(item, task) for item in row["items"]]
        record[form.returned] = [_bare(item.id or "", task) for item in answer.items]
        record[form.scores] = [item.score for item in answer.items]
        data.append(record)
    return wrapped(asdict(run.header), data)


def evaluation(task: Task, result: Result) -> Any:
    """A result of official scoring as an evaluation file holds it."""
    form = _form(task.name)
    truth = task.truth(result.header.split)
    rows: list[Row] = []
    for one in result.per_query:
        if not one["is_answered"]:
            continue
        row = truth[one["query_id"]]
        scores = {_PUBLISHED[name]: one[name] for name in NAMES}
        rows.append(
            {_PAPER: _bare(row["paper_id"], task), **scores, form.counted: len(row["items"])}
        )
    return _evaluated(rows)


def score(file: Path) -> Any:
    """Score a predictions file by itself, each record by the truth that it holds.

    The numbers are those of the published scorer, whatever the file holds: repeated items and
    papers, short lists, empty truth.

    Returns:
        The evaluation file.

    Raises:
        DataError: If a record breaks the form, or there is none.
        NotFoundError: If the records are of a task whose predictions are not lists.
    """
    rows: list[Row] = []
    form: _Form | None = None
    for number, record in enumerate(read_data(file), start=1):
        where = (file, number)
        form = form or _form_of(record, file)
        true, returned = (_texts(record, key, where) for key in (form.true, form.returned))
        scores = published(returned, true)
        rows.append(
            {
                _PAPER: _text(record, _PAPER, where),
                **{_PUBLISHED[name]: scores[name] for name in NAMES},
                form.counted: len(true),
            }
        )
    return _evaluated(rows)


def _evaluated(rows: Sequence[Row]) -> Any:
    """Rows with their means over the records that there are."""
    if not rows:
        raise DataError(
            "there is no prediction to take a mean of", hint="Give a file with predictions."
        )
    means = {
        f"avg_{name}": float(np.mean([row[name] for row in rows])) for name in _PUBLISHED.values()
    }
    return {"aggregates": {"num_instances": len(rows), **means}, "per_instance": list(rows)}


def _form(name: str) -> _Form:
    if name not in _FORMS:
        raise NotFoundError(
            f"predictions of prescience/{name} are not known", hint=f"Known: {', '.join(_FORMS)}."
        )
    return _FORMS[name]


def _form_of(record: Mapping[str, Any], file: Path) -> _Form:
    for form in _FORMS.values():
        if form.returned in record:
            return form
    raise NotFoundError(
        f"the records hold no list of predictions ({file})",
        hint=f"A record has {' or '.join(form.returned for form in _FORMS.values())}.",
    )


def _same_question(
    record: Mapping[str, Any],
    query: Query,
    truth: Row,
    form: _Form,
    source: str | None,
    where: tuple[Path, int],
) -> None:
    if form.seed is not None:
        seed = with_source(_text(record, form.seed, where), source)
        if seed != query.inputs["author_id"]:
            _refuse(f"it is about {seed}, the task asks about {query.inputs['author_id']}", where)
    true = {with_source(item, source) for item in _texts(record, form.true, where)}
    if true != set(truth["items"]):
        _refuse(f"the truth about {truth['paper_id']} is not the task's", where)


def _scores(
    record: Mapping[str, Any], key: str, items: int, where: tuple[Path, int]
) -> list[float]:
    """Scores of the items; empty where the record has none, or not for all."""
    listed = record.get(key) or []
    if not isinstance(listed, list):
        _refuse(f"{key} is no list", where)
    if listed and len(listed) != items:
        _refuse(f"{key} has {len(listed)} entries for {items} items", where)
    if any(value is None for value in listed):
        return []
    for value in listed:
        if not finite(value):
            _refuse(f"a score is no finite number: {value!r}", where)
    return listed


def _text(record: Mapping[str, Any], key: str, where: tuple[Path, int]) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        _refuse(f"the record has no text as {key}", where)
    return value


def _texts(record: Mapping[str, Any], key: str, where: tuple[Path, int]) -> list[str]:
    value = record.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        _refuse(f"the record has no list of ids as {key}", where)
    return value


def _bare(identifier: str, task: Task) -> str:
    """An id as the official files have it."""
    source = task.options.get("source")
    return identifier.removeprefix(f"{source}:") if source else identifier


def _refuse(what: str, where: tuple[Path, int]) -> NoReturn:
    file, number = where
    raise DataError(f"{what} ({file}, record {number})", hint="Mend the file; nothing was written.")
