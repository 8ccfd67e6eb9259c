"""ScienceMeter's files of replies: for each domain one of the prior, new and future papers.

They lie as ``<domain>/<task>/<model>_<set>.json``; of one domain alone the folders may be missing.
A paper has a row per claim in the order of the triplets, and recurs as it does there.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scinet.errors import NotFoundError
from scinet.eval.answer import Answer
from scinet.eval.answer import Record as RecordAnswer
from scinet.eval.run import Header, Run
from scinet.eval.suites.instance_files import PUBLISHED, row_of
from scinet.eval.suites.json_files import Record, read_records
from scinet.eval.suites.official import Imported
from scinet.eval.suites.sciencemeter.forms import choices_of, judgment_signs
from scinet.eval.suites.sciencemeter.metrics import SETS
from scinet.eval.suites.sciencemeter.questions import ANSWERS
from scinet.eval.task import Row, Task

_UNREAD: Final = "fail to parse"


def places(task: Task, file: Path, split: str) -> dict[tuple[str | None, str], Path]:
    """Where the replies of each domain and set lie, told from any one of the files.

    Args:
        file: A file such as ``model_prior.json``, or the name without the set, ``model.json``.
    """
    domains = sorted({row["domain"] for row in task.truth(split).values()}, key=str)
    model = file.name.removesuffix(".json")
    for name in SETS:
        model = model.removesuffix(f"_{name}")
    found: dict[tuple[str | None, str], Path] = {}
    for domain in domains:
        folder = file.parent
        if len(domains) > 1:
            is_inside = folder.parent.name in domains
            root = folder.parent.parent if is_inside else folder
            folder = root / str(domain) / task.name
        for name in SETS:
            found[domain, name] = folder / f"{model}_{name}.json"
    return found


def read_replies(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of the files of replies.

    Rows of papers that the task does not ask about are left out and counted, such as those of
    triplets that are kept to learn from.
    """
    truth = task.truth(header.split)
    waiting: dict[tuple[str | None, str, str, str], list[str]] = defaultdict(list)
    for query_id, row in truth.items():
        key = (row["domain"], row["set"], _bare(row["paper_id"]), row.get("answer", ""))
        waiting[key].append(query_id)
    counts = Counter(records=0, answered=0, not_asked=0)
    found: dict[str, Answer] = {}
    for (domain, name), place in places(task, file, header.split).items():
        if not place.is_file():
            raise NotFoundError(f"no file {place}", hint="The three sets lie beside each other.")
        for record in read_records(place):
            counts["records"] += 1
            answer = record.fields.get("correct_choice", "") if task.name == "judgment" else ""
            queries = waiting.get((domain, name, record.text("paperId"), answer), [])
            if not queries:
                counts["not_asked"] += 1
                continue
            query_id = queries.pop(0)
            read = _judgment if task.name == "judgment" else _generation
            found[query_id] = RecordAnswer(
                query_id, read(record), explanation={PUBLISHED: record.fields}
            )
            counts["answered"] += 1
    ordered = {query_id: found[query_id] for query_id in truth if query_id in found}
    return Imported(Run(header, ordered), counts)


def documents(task: Task, run: Run) -> dict[tuple[str | None, str], list[Row]]:
    """A run as files of replies, by domain and set; supported claims before refuted ones.

    Rows that came in go out as they came.
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
            made = {"paperId": _bare(row["paper_id"]), **write(answer.record, row)}
            rows.append(row_of(answer) or made)
    return files


def _judgment(record: Record) -> Row:
    replies = record.texts("model_responses")
    stated = record.texts("model_choices")
    if not stated or len(stated) != len(replies):
        record.refuse(f"{len(stated)} model_choices beside {len(replies)} model_responses")
    if not isinstance(record.fields.get("consistency"), bool):
        record.refuse("consistency is neither true nor false")
    return {
        "choices": [choice if choice in {"yes", "no"} else "invalid" for choice in stated],
        "replies": replies,
        "more_information": _said(record.fields.get("moreinfo")),
        "confident": _said(record.fields.get("linguistic_confidence")),
        "factual_accuracy": record.text("factual_accuracy"),
        "consistency": record.fields["consistency"],
    }


def _generation(record: Record) -> Row:
    accuracy = record.text("factual_accuracy")
    return {
        "claim": record.text("model_response"),
        "more_information": _said(record.fields.get("moreinfo")),
        "accurate": {"accurate": "yes", "inaccurate": "no"}.get(accuracy, "invalid"),
        "factual_accuracy": accuracy,
    }


def _judged_row(answer: Mapping[str, Any], row: Row) -> Row:
    choices = choices_of(answer, "official")
    signs = judgment_signs(answer, row["answer"], "official")
    return {
        "model_responses": list(answer["replies"]) or list(answer["choices"]),
        "model_choices": [_written(choice) for choice in choices],
        "correct_choice": row["answer"],
        "factual_accuracy": "accurate" if signs.is_right else "inaccurate",
        "consistency": bool(signs.consistency),
        "linguistic_confidence": _written(answer.get("confident")),
        "moreinfo": _written(answer.get("more_information")),
    }


def _generated_row(answer: Mapping[str, Any], row: Row) -> Row:
    del row
    return {
        "model_response": answer["claim"],
        "factual_accuracy": "accurate" if answer.get("accurate") == "yes" else "inaccurate",
        "moreinfo": _written(answer.get("more_information")),
    }


def _said(value: Any) -> str | None:
    """What a field says, as the published scorer compares it; null was never asked."""
    return value if value is None or value in ("yes", "no") else "invalid"


def _written(said: str | None) -> str | None:
    return _UNREAD if said == "invalid" else said


def _bare(paper_id: str) -> str:
    return paper_id.rpartition(":")[2]
