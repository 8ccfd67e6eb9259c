"""PreScience's prediction and evaluation files: records beside their truth, and their scores.

A file is an object with ``metadata`` and ``data``, or the list of records alone. Items of a record
stand best first; what it holds as truth must be the task's.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer, content_of
from scinet.eval.ranked_list import items_of
from scinet.eval.results import Result
from scinet.eval.run import Header, NotAsked, Run
from scinet.eval.suites.instance_files import among, not_asked
from scinet.eval.suites.json_files import Record, read_document, wrapped
from scinet.eval.suites.official import Imported, Official, Request
from scinet.eval.suites.prescience.official import familiarity, published, rows, tasks
from scinet.eval.suites.prescience.official.export import add_arxiv_ids, target_rows
from scinet.eval.suites.prescience.official.forms import FORMS, PAPER, Form, Ids, Lists, Numbers
from scinet.eval.task import Query, Row, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.prescience import SOURCE
from scinet.llm.asker import Asker

_METADATA: Final = "metadata"
_REST: Final = "published"
_ABSENT: Final = object()


class PreScience(Official):
    """The files of PreScience."""

    suite = "prescience"
    source = SOURCE

    def task(self, task_type: TaskType, files: Sequence[Path], request: Request) -> TaskDraft:
        """Make a task of the targets among paper rows."""
        return tasks.draft(task_type, rows.read(files, request.source), request)

    def write_instances(
        self,
        task: Task,
        snapshot: Callable[[], Snapshot],
        *,
        split: str,
        out: Path,
        database: Callable[[], Database] | None = None,
    ) -> int:
        """Write targets and what they lead to, and next to them ``author_publications.jsonl``."""
        listed = published.kept(task, split, published.ROWS)
        if listed is None:
            listed = list(target_rows(task, snapshot(), split=split))
            if database is not None:
                add_arxiv_ids(listed, task, database())
        return published.write(listed, published.kept(task, split, published.PUBLICATIONS), out)

    def read_predictions(self, task: Task, file: Path, header: Header) -> Imported:
        """Make a run of a predictions file.

        Records about papers that the task does not ask about are kept and counted, not scored.
        """
        form, ids = _form(task), _ids(task)
        truth = task.truth(header.split)
        asked = {truth[query.query_id]["paper_id"]: query for query in task.queries(header.split)}
        document = read_document(file)
        if document.metadata:
            header = replace(header, settings={**header.settings, _METADATA: document.metadata})
        answers: dict[str, Answer] = {}
        others: list[NotAsked] = []
        counts = Counter(records=0, answered=0, not_asked=0, without_scores=0)
        for record in document.records:
            paper = ids.stored(record.text(PAPER))
            counts["records"] += 1
            query = asked.get(paper)
            if query is None:
                counts["not_asked"] += 1
                others.append(not_asked(record))
                continue
            if query.query_id in answers:
                record.refuse(f"{paper} is predicted twice")
            answer = form.answer(record, query, truth[query.query_id], ids)
            counts["answered"] += 1
            counts["without_scores"] += any(item.score is None for item in items_of(answer))
            made = _record(form, answer, query, truth[query.query_id], ids)
            answers[query.query_id] = _with_rest(answer, record.fields, made)
        return Imported(Run(header, answers, not_asked=others), counts)

    def predictions(self, task: Task, run: Run) -> Any:
        """A run as a predictions file, in the order of the run; what was read comes back."""
        form, ids = _form(task), _ids(task)
        truth = task.truth(run.header.split)
        asked = {query.query_id: query for query in task.queries(run.header.split)}
        data: list[Row] = []
        for name, answer in run.answers.items():
            if isinstance(form, Numbers) and content_of(answer) is None:
                continue
            made = _record(form, answer, asked[name], truth[name], ids)
            data.append(_as_published(answer, made))
        return _wrapped(run.header, among(data, run))

    def tables(self, task: Task, runs: Sequence[Run], judge: Asker | None) -> Mapping[str, Any]:
        """Hit rates by familiarity of tasks of lists."""
        del judge
        return familiarity.tables(task, runs)

    def evaluation(self, task: Task, result: Result) -> Any:
        """A result of official scoring as an evaluation file holds it, in the order of the run."""
        form, ids = _form(task), _ids(task)
        truth = task.truth(result.header.split)
        answered = {one["query_id"]: one for one in result.per_query if one["is_answered"]}
        scored = [
            {PAPER: ids.bare(truth[name]["paper_id"]), **form.scored(answered[name], truth[name])}
            for name in result.order
            if name in answered
        ]
        return _wrapped(result.header, _evaluated(form, scored))


def _with_rest(answer: Answer, fields: Row, made: Row) -> Answer:
    """The answer with those fields of its record that do not follow from it, as JSON.

    JSON, because a run file holds finite numbers alone and baselines end lists with infinities.
    """
    rest = {name: value for name, value in fields.items() if made.get(name, _ABSENT) != value}
    if not rest and list(fields) == list(made):
        return answer
    return replace(answer, explanation={_REST: json.dumps({"names": list(fields), "rest": rest})})


def _as_published(answer: Answer, made: Row) -> Row:
    """The record as it was read, if it was."""
    if not isinstance(answer.explanation, dict) or _REST not in answer.explanation:
        return made
    read = json.loads(answer.explanation[_REST])
    return {name: read["rest"].get(name, made.get(name)) for name in read["names"]}


def _record(form: Form, answer: Answer, query: Query, truth: Row, ids: Ids) -> Row:
    return {PAPER: ids.bare(truth["paper_id"]), **form.record(answer, query, truth, ids)}


def _wrapped(header: Header, data: Any) -> Any:
    about = asdict(header)
    return wrapped(about, data, about["settings"].pop(_METADATA, ()))


def score(file: Path) -> Any:
    """Score a predictions file by itself, each record by the truth that it holds.

    The numbers are those of the published scorer, whatever the file holds: repeated items and
    papers, short lists, empty truth.
    """
    found = read_document(file)
    form = _form_of(found.records, file)
    scored = [{PAPER: record.text(PAPER), **form.alone(record)} for record in found.records]
    return wrapped({"predictions_path": str(file)}, _evaluated(form, scored), found.metadata)


def _evaluated(form: Form, rows: Sequence[Row]) -> Any:
    """Rows with the scores of all of them; missing papers do not count."""
    if not rows:
        raise DataError(
            "there is no prediction to take a mean of", hint="Give a file with predictions."
        )
    aggregates = {"num_instances": len(rows), **form.aggregates(rows)}
    return {"aggregates": aggregates, "per_instance": list(rows)}


def _form(task: Task) -> Form:
    if task.name not in FORMS:
        raise NotFoundError(
            f"predictions of {task.id} are not known", hint=f"Known: {', '.join(FORMS)}."
        )
    return FORMS[task.name]


def _ids(task: Task) -> Ids:
    return Ids(task.options.get("source") or None)


def _form_of(records: Sequence[Record], file: Path) -> Lists:
    forms = [form for form in FORMS.values() if isinstance(form, Lists)]
    for form in forms:
        if not records or form.marker in records[0].fields:
            return form
    raise NotFoundError(
        f"the records hold no truth that they could be scored by ({file})",
        hint="Make a run of them with `scinet predictions import`, and evaluate it with "
        "--scoring official.",
    )
