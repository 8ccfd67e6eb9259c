"""ScienceMeter's files: triplets to tasks, replies to runs, and runs to replies.

There is one file of replies for each domain and set, ``<domain>/<task>/<model>_<set>.json``; for a
single domain the folders may be missing. A paper has a row per claim in the order of the triplets,
and recurs as in these.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer
from scinet.eval.answer import RecordAnswer as RecordAnswer
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader, UnrequestedRecord
from scinet.eval.suites.instance_files import (
    PUBLISHED,
    InstanceFile,
    make_not_asked,
    merge_not_asked,
    published_row,
)
from scinet.eval.suites.json_files import JsonRecord, read_records, write_document
from scinet.eval.suites.official import ImportedRun, ImportRequest, Official
from scinet.eval.suites.sciencemeter.judgment import make_judgment_signs, read_choices
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.suites.sciencemeter.metrics import SETS
from scinet.eval.suites.sciencemeter.official import triplets
from scinet.eval.suites.sciencemeter.questions import ANSWERS
from scinet.eval.suites.sciencemeter.triplets import Triplet
from scinet.eval.task import Row, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot

_UNPARSED: Final = "fail to parse"


class ScienceMeter(Official):
    """Published files of triplets and replies of all domains."""

    suite = "sciencemeter"
    source = "s2"

    def task(self, task_type: TaskType, files: Sequence[Path], request: ImportRequest) -> TaskDraft:
        """Make a task with queries about all triplets, in the order of the files."""
        if not isinstance(task_type, KnowledgeTask):
            raise TypeError(f"{task_type.name} is not a knowledge task")
        dated_triplets = triplets.read_triplets(files, request.source)
        if not dated_triplets:
            raise DataError("no triplet in these files", hint="Name files of triplets.")
        future = [days["future"] for _, days, _ in dated_triplets]
        end = request.before or max(future) + timedelta(days=1)
        known_before = min(future)
        selected, left_out = triplets.select_triplets(
            dated_triplets, before=end, known_before=known_before, reviews=request.options.reviews
        )
        if request.snapshot is not None:
            _check_papers(selected, request.snapshot)
        return task_type.make_draft(
            selected,
            request.options,
            known_before=known_before,
            end=end,
            seed=request.seed,
            graph_fingerprint=request.graph_fingerprint,
            left_out=left_out,
            settled={"files": "official"},
        )

    def export(
        self, task: Task, snapshot: Callable[[], Snapshot], split: str
    ) -> list[InstanceFile]:
        """Make triplets, a file for each domain."""
        return _triplet_files(task, snapshot(), split)

    def read_predictions(self, task: Task, file: Path, header: RunHeader) -> ImportedRun:
        """Make a run of the files of replies.

        Rows of papers without a query are kept and counted, not scored, such as those of training
        triplets.
        """
        truth = task.truth(header.split)
        waiting: dict[tuple[str | None, str, str, str], list[str]] = defaultdict(list)
        for query_id, row in truth.items():
            key = (row["domain"], row["set"], _bare_id(row["paper_id"]), row.get("answer", ""))
            waiting[key].append(query_id)
        counts = Counter(records=0, answered=0, not_asked=0)
        answers: dict[str, Answer] = {}
        others: list[UnrequestedRecord] = []
        for (domain, name), place in find_reply_files(task, file, header.split).items():
            if not place.is_file():
                raise NotFoundError(
                    f"no file {place}", hint="The three sets lie beside each other."
                )
            for record in read_records(place):
                counts["records"] += 1
                answer = record.fields.get("correct_choice", "") if task.name == "judgment" else ""
                queries = waiting.get((domain, name, record.text("paperId"), answer), [])
                if not queries:
                    counts["not_asked"] += 1
                    others.append(make_not_asked(record, _file_key(domain, name)))
                    continue
                query_id = queries.pop(0)
                read = _parse_judgment if task.name == "judgment" else _parse_generation
                answers[query_id] = RecordAnswer(
                    query_id, read(record), explanation={PUBLISHED: record.fields}
                )
                counts["answered"] += 1
        ordered = {query_id: answers[query_id] for query_id in truth if query_id in answers}
        return ImportedRun(Run(header, ordered, not_asked=others), counts)

    def predictions(self, task: Task, run: Run) -> Any:
        """Convert a run to replies by set, of all domains together."""
        by_set: dict[str, list[Row]] = {name: [] for name in SETS}
        for (_, name), rows in make_documents(task, run).items():
            by_set[name] += rows
        return by_set

    def write_predictions(self, task: Task, run: Run, file: Path) -> list[Path]:
        """Write a file of each domain and set beside the given one."""
        listed = make_documents(task, run)
        written: list[Path] = []
        for key, place in find_reply_files(task, file, run.header.split).items():
            write_document(listed[key], place)
            written.append(place)
        return written

    def evaluation(self, task: Task, result: Result) -> Any:
        """Return the means of a result; the published scorer prints and writes no file."""
        return {metric.metric: metric.mean for metric in result.metrics if metric.n}


def _check_papers(selected: Sequence[Triplet], snapshot: Snapshot) -> None:
    for triplet in selected:
        for member in triplet.members.values():
            try:
                snapshot.index(member.paper_id)
            except NotFoundError as error:
                raise DataError(
                    f"the graph has no dated paper {member.paper_id!r}",
                    hint="Load the triplets with `scinet load`, or give --no-graph.",
                ) from error


def _triplet_files(task: Task, snapshot: Snapshot, split: str) -> list[InstanceFile]:
    """Return triplets by domain, without URLs and types of papers, which the graph lacks."""
    task.check_graph(snapshot.graph_fingerprint)
    domains: dict[str, dict[str, Row]] = {}
    claims = {query.query_id: query.inputs.get("claim") for query in task.queries(split)}
    for query_id, truth in task.truth(split).items():
        if "stance" not in truth:
            raise DataError("the task has no claims", hint="Take a judgment task.")
        rows = domains.setdefault(truth["domain"] or "triplets", {})
        triplet = rows.setdefault(truth["triplet"], {})
        paper = triplet.setdefault(f"{truth['set']}_paper", _paper_row(truth, snapshot))
        paper[f"synthetic_{truth['stance']}_claim"] = claims[query_id]
    return [
        InstanceFile(
            f"{domain}.jsonl",
            [{f"{name}_paper": row[f"{name}_paper"] for name in SETS} for row in rows.values()],
        )
        for domain, rows in domains.items()
    ]


def _paper_row(truth: Row, snapshot: Snapshot) -> Row:
    place = snapshot.index(truth["paper_id"])
    return {
        "paperId": truth["paper_id"].rpartition(":")[2],
        "url": None,
        "title": snapshot.title[place],
        "abstract": snapshot.abstract[place],
        "publicationTypes": None,
        "publicationDate": str(date_of(int(snapshot.day[place]))),
    }


def find_reply_files(task: Task, file: Path, split: str) -> dict[tuple[str | None, str], Path]:
    """Return the file of replies of each domain and set, given any one of them.

    Args:
        file: A file such as ``model_prior.json``, or the name without the set, ``model.json``.
    """
    domains = sorted({row["domain"] for row in task.truth(split).values()}, key=str)
    model = file.name.removesuffix(".json")
    for name in SETS:
        model = model.removesuffix(f"_{name}")
    files: dict[tuple[str | None, str], Path] = {}
    for domain in domains:
        folder = file.parent
        if len(domains) > 1:
            is_inside = folder.parent.name in domains
            root = folder.parent.parent if is_inside else folder
            folder = root / str(domain) / task.name
        for name in SETS:
            files[domain, name] = folder / f"{model}_{name}.json"
    return files


def make_documents(task: Task, run: Run) -> dict[tuple[str | None, str], list[Row]]:
    """Convert a run to files of replies, by domain and set; supported claims before refuted ones.

    Imported rows stay unchanged.
    """
    stances = list(ANSWERS)
    truth = task.truth(run.header.split)
    order = sorted(
        truth.values(),
        key=lambda row: (
            (row["triplet"], SETS.index(row["set"]), stances.index(row["stance"]))
            if "stance" in row
            else (row["triplet"], SETS.index(row["set"]))
        ),
    )
    files: dict[tuple[str | None, str], list[Row]] = {}
    for row in order:
        rows = files.setdefault((row["domain"], row["set"]), [])
        answer = run.answers.get(row["query_id"])
        if isinstance(answer, RecordAnswer):
            write = _judged_row if "stance" in row else _generated_row
            made = {"paperId": _bare_id(row["paper_id"]), **write(answer.record, row)}
            rows.append(published_row(answer) or made)
    return {key: merge_not_asked(rows, run, _file_key(*key)) for key, rows in files.items()}


def _file_key(domain: str | None, name: str) -> str:
    return f"{domain or ''}/{name}"


def _parse_judgment(record: JsonRecord) -> Row:
    replies = record.texts("model_responses")
    stated = record.texts("model_choices")
    if not stated or len(stated) != len(replies):
        record.refuse(f"{len(stated)} model_choices beside {len(replies)} model_responses")
    if not isinstance(record.fields.get("consistency"), bool):
        record.refuse("consistency is neither true nor false")
    return {
        "choices": [choice if choice in {"yes", "no"} else "invalid" for choice in stated],
        "replies": replies,
        "more_information": _parse_word(record.fields.get("moreinfo")),
        "confident": _parse_word(record.fields.get("linguistic_confidence")),
        "factual_accuracy": record.text("factual_accuracy"),
        "consistency": record.fields["consistency"],
    }


def _parse_generation(record: JsonRecord) -> Row:
    accuracy = record.text("factual_accuracy")
    return {
        "claim": record.text("model_response"),
        "more_information": _parse_word(record.fields.get("moreinfo")),
        "accurate": {"accurate": "yes", "inaccurate": "no"}.get(accuracy, "invalid"),
        "factual_accuracy": accuracy,
    }


def _judged_row(answer: Mapping[str, Any], row: Row) -> Row:
    choices = read_choices(answer, "official")
    signs = make_judgment_signs(answer, row["answer"], "official")
    return {
        "model_responses": list(answer["replies"]) or list(answer["choices"]),
        "model_choices": [_format_word(choice) for choice in choices],
        "correct_choice": row["answer"],
        "factual_accuracy": "accurate" if signs.is_right else "inaccurate",
        "consistency": bool(signs.consistency),
        "linguistic_confidence": _format_word(answer.get("confident")),
        "moreinfo": _format_word(answer.get("more_information")),
    }


def _generated_row(answer: Mapping[str, Any], row: Row) -> Row:
    del row
    return {
        "model_response": answer["claim"],
        "factual_accuracy": "accurate" if answer.get("accurate") == "yes" else "inaccurate",
        "moreinfo": _format_word(answer.get("more_information")),
    }


def _parse_word(value: Any) -> str | None:
    """Parse a field as the published scorer compares it; null means that it was not prompted."""
    return value if value is None or value in ("yes", "no") else "invalid"


def _format_word(word: str | None) -> str | None:
    return _UNPARSED if word == "invalid" else word


def _bare_id(paper_id: str) -> str:
    return paper_id.rpartition(":")[2]
