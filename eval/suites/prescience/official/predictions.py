"""PreScience's prediction and evaluation files.

A file is an object with ``metadata`` and ``data``, or the list of records alone. Items of a record
stand best first; its truth must equal the task's. Hit rates by familiarity pool all true items of a
class.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer, get_content
from scinet.eval.ranked_list import RankedList, get_items
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader, UnrequestedRecord
from scinet.eval.suites.instance_files import make_not_asked, merge_not_asked
from scinet.eval.suites.json_files import JsonRecord, add_metadata, read_document
from scinet.eval.suites.official import ImportedRun, ImportRequest, Official
from scinet.eval.suites.prescience.collaborators import JOINT_CLASSES
from scinet.eval.suites.prescience.official import published, rows, tasks
from scinet.eval.suites.prescience.official.export import add_arxiv_ids, make_target_rows
from scinet.eval.suites.prescience.official.record_formats import (
    FORMS,
    PAPER_KEY,
    Form,
    ListsForm,
    NumbersForm,
    TaskIds,
)
from scinet.eval.suites.prescience.prior_work import CITED_CLASSES
from scinet.eval.suites.prescience.ranking import count_hits
from scinet.eval.task import Query, Row, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.extension import suggest
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.prescience import SOURCE
from scinet.llm.batch_client import LLMSession

_METADATA: Final = "metadata"
_REST_KEY: Final = "published"
_ABSENT: Final = object()
HIT_RATES_FILE: Final = "hit_rates.csv"
_CLASSES: Final[Mapping[str, tuple[str, Sequence[int]]]] = {
    "collaborators": ("joint_papers", JOINT_CLASSES),
    "prior-work": ("cited_before", CITED_CLASSES),
}
"""Field of the truth with a count per true item, and the least count of each class, by task."""


class PreScience(Official):
    """Published files of PreScience."""

    suite = "prescience"
    source = SOURCE

    def task(self, task_type: TaskType, files: Sequence[Path], request: ImportRequest) -> TaskDraft:
        """Make a task of the targets among paper rows."""
        return tasks.draft_task(task_type, rows.read_corpus(files, request.source), request)

    def write_instances(
        self,
        task: Task,
        snapshot: Callable[[], Snapshot],
        *,
        split: str,
        out: Path,
        database: Callable[[], Database] | None = None,
    ) -> int:
        """Write targets and related papers, and beside them ``author_publications.jsonl``."""
        listed = published.read_kept(task, split, published.ROWS_TABLE)
        if listed is None:
            listed = list(make_target_rows(task, snapshot(), split=split))
            if database is not None:
                add_arxiv_ids(listed, task, database())
        return published.write_corpus(
            listed, published.read_kept(task, split, published.PUBLICATIONS_TABLE), out
        )

    def read_predictions(self, task: Task, file: Path, header: RunHeader) -> ImportedRun:
        """Make a run of a predictions file.

        Records about papers without a query are kept and counted, not scored.
        """
        form, ids = _get_form(task), _make_ids(task)
        truth = task.truth(header.split)
        query_by_paper = {
            truth[query.query_id]["paper_id"]: query for query in task.queries(header.split)
        }
        document = read_document(file)
        if document.metadata:
            header = replace(header, settings={**header.settings, _METADATA: document.metadata})
        answers: dict[str, Answer] = {}
        others: list[UnrequestedRecord] = []
        counts = Counter(records=0, answered=0, not_asked=0, without_scores=0)
        for record in document.records:
            paper = ids.stored(record.text(PAPER_KEY))
            counts["records"] += 1
            query = query_by_paper.get(paper)
            if query is None:
                counts["not_asked"] += 1
                others.append(make_not_asked(record))
                continue
            if query.query_id in answers:
                record.refuse(f"{paper} is predicted twice")
            answer = form.answer(record, query, truth[query.query_id], ids)
            counts["answered"] += 1
            counts["without_scores"] += any(item.score is None for item in get_items(answer))
            made = _make_record(form, answer, query, truth[query.query_id], ids)
            answers[query.query_id] = _keep_rest(answer, record.fields, made)
        return ImportedRun(Run(header, answers, not_asked=others), counts)

    def predictions(self, task: Task, run: Run) -> Any:
        """Convert a run to a predictions file, in its order; imported fields are restored."""
        form, ids = _get_form(task), _make_ids(task)
        truth = task.truth(run.header.split)
        queries = {query.query_id: query for query in task.queries(run.header.split)}
        data: list[Row] = []
        for name, answer in run.answers.items():
            if isinstance(form, NumbersForm) and get_content(answer) is None:
                continue
            made = _make_record(form, answer, queries[name], truth[name], ids)
            data.append(_restore_record(answer, made))
        return _wrap_document(run.header, merge_not_asked(data, run))

    def tables(
        self, task: Task, runs: Sequence[Run], judge: LLMSession | None
    ) -> Mapping[str, Any]:
        """Make the table of hit rates; none for a task without lists or classes.

        Unanswered queries do not count.

        Source:
            PreScience, Figure 3.
        """
        del judge
        if task.name not in _CLASSES:
            return {}
        field, least = _CLASSES[task.name]
        rows = [row for run in runs for row in _run_hit_rates(task, run, field, least)]
        return {HIT_RATES_FILE: rows} if rows else {}

    def evaluation(self, task: Task, result: Result) -> Any:
        """Convert a result of official scoring to an evaluation file, in the order of the run."""
        form, ids = _get_form(task), _make_ids(task)
        truth = task.truth(result.header.split)
        answered = {row["query_id"]: row for row in result.per_query if row["is_answered"]}
        scored = [
            {
                PAPER_KEY: ids.bare(truth[name]["paper_id"]),
                **form.scored(answered[name], truth[name]),
            }
            for name in result.order
            if name in answered
        ]
        return _wrap_document(result.header, _evaluate_rows(form, scored))


def _keep_rest(answer: Answer, fields: Row, made: Row) -> Answer:
    """Return the answer with the fields of its record that do not follow from it, as JSON.

    As JSON, because a run file allows only finite numbers and baselines end lists with infinities.
    """
    rest = {name: value for name, value in fields.items() if made.get(name, _ABSENT) != value}
    if not rest and list(fields) == list(made):
        return answer
    return replace(
        answer, explanation={_REST_KEY: json.dumps({"names": list(fields), "rest": rest})}
    )


def _restore_record(answer: Answer, made: Row) -> Row:
    """Restore the record as it was read, if it was."""
    if not isinstance(answer.explanation, dict) or _REST_KEY not in answer.explanation:
        return made
    read = json.loads(answer.explanation[_REST_KEY])
    return {name: read["rest"].get(name, made.get(name)) for name in read["names"]}


def _make_record(form: Form, answer: Answer, query: Query, truth: Row, ids: TaskIds) -> Row:
    return {PAPER_KEY: ids.bare(truth["paper_id"]), **form.record(answer, query, truth, ids)}


def _wrap_document(header: RunHeader, data: Any) -> Any:
    fields = asdict(header)
    return add_metadata(fields, data, fields["settings"].pop(_METADATA, ()))


def score_file(file: Path) -> Any:
    """Score a predictions file alone, each record by its own truth.

    The values are those of the published scorer, including its treatment of repeated items and
    papers, short lists, and empty truth.
    """
    document = read_document(file)
    form = _detect_form(document.records, file)
    scored = [
        {PAPER_KEY: record.text(PAPER_KEY), **form.alone(record)} for record in document.records
    ]
    return add_metadata(
        {"predictions_path": str(file)}, _evaluate_rows(form, scored), document.metadata
    )


def _evaluate_rows(form: Form, rows: Sequence[Row]) -> Any:
    """Return rows with their aggregate scores; missing papers do not count."""
    if not rows:
        raise DataError("no predictions", hint="Give a file with predictions.")
    aggregates = {"num_instances": len(rows), **form.aggregates(rows)}
    return {"aggregates": aggregates, "per_instance": list(rows)}


def _get_form(task: Task) -> Form:
    if task.name not in FORMS:
        raise NotFoundError(
            f"predictions of {task.id} are not known", hint=suggest(task.name, FORMS)
        )
    return FORMS[task.name]


def _make_ids(task: Task) -> TaskIds:
    return TaskIds(task.options.get("source") or None)


def _detect_form(records: Sequence[JsonRecord], file: Path) -> ListsForm:
    forms = [form for form in FORMS.values() if isinstance(form, ListsForm)]
    for form in forms:
        if not records or form.marker in records[0].fields:
            return form
    raise NotFoundError(
        f"the records hold no truth that they could be scored by ({file})",
        hint="Make a run of them with `scinet predictions import`, and evaluate it with "
        "--scoring official.",
    )


def _run_hit_rates(task: Task, run: Run, field: str, least: Sequence[int]) -> list[Row]:
    truth = task.truth(run.header.split)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, answer in run.answers.items():
        times = truth[name].get(field)
        if times is None or not isinstance(answer, RankedList):
            continue
        listed = [item.id or "" for item in answer.items]
        for part, (hit, members) in count_hits(listed, truth[name]["items"], times, least).items():
            counts[part][0] += hit
            counts[part][1] += members
    return [
        {
            "system": run.header.system,
            field: part,
            "found": hit,
            "true": members,
            "hit_rate": hit / members if members else None,
        }
        for part, (hit, members) in counts.items()
    ]
