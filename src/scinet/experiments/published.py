"""Files published by suites: import to tasks and runs, export, and scoring."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.errors import DataError
from scinet.eval import agreement, trec
from scinet.eval import task as tasks
from scinet.eval.agreement import Ratings
from scinet.eval.official_files import get_official
from scinet.eval.run import RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.json_files import (
    JsonRecord,
    base_name,
    parse_system_name,
    read_object,
    write_document,
    write_rows,
)
from scinet.eval.suites.official import ImportedRun, ImportRequest
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.official import generations, predictions
from scinet.eval.suites.sciimpact.pairwise import task_form as pairs_of
from scinet.eval.suites.scinetbench import answer_files
from scinet.eval.suites.scipaths.official import judgments
from scinet.eval.task import Row, Task
from scinet.eval.titles import TitleIndex
from scinet.experiments.graph_access import GraphAccess
from scinet.extension import suggest
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question
from scinet.models.contribution.bertscore import BertScore
from scinet.models.llm.one_prompt import build_lessons
from scinet.models.llm.replies import build_conversations
from scinet.models.prescience import baselines
from scinet.models.scipaths.enabling import EnablingModel

_SHAREGPT_ROLES: Final = {"system": "system", "user": "human", "assistant": "gpt"}
_TRACKS: Final = ("text", "graph", "indicators")
_NO_OPTIONS: Final[Mapping[str, Any]] = {}


def import_task(
    name: str,
    files: Sequence[Path],
    graph: GraphAccess | None,
    *,
    out: Path,
    before: date | None = None,
    options: Mapping[str, Any] = _NO_OPTIONS,
    source: str | None = None,
    seed: int = 0,
) -> Task:
    """Make a task of the published instances of a suite.

    Without a graph the task can be scored but not run.
    """
    task_type = get_task_type(name)
    suite = get_official(task_type.suite)
    request = ImportRequest(
        options=task_type.read_options({key: str(value) for key, value in options.items()}),
        source=suite.source if source is None else source or None,
        before=before,
        seed=seed,
        snapshot=None if graph is None else graph.snapshot,
    )
    return tasks.write_task(suite.task(task_type, files, request), out)


def export_training(task: Task, graph: GraphAccess, *, out: Path, clone: Path | None = None) -> int:
    """Write questions with true answers in LLaMA-Factory's format; return their number.

    SciImpact has a file of pairs per split, SciPaths a file of claims of the training split.
    ``dataset_info.json`` in the folder names the files; its entries of other tasks stay.
    """
    if task.suite == "sciimpact":
        name = f"sciimpact_{pairs_of(task).replace('-', '_')}"
        splits = {
            f"{name}_{item}": list(build_conversations(task, item, clone)) for item in task.before
        }
    elif task.id == "scipaths/enabling":
        lessons = build_lessons(EnablingModel(), task, graph.snapshot)
        splits = {"scipaths_enabling_train": [_make_conversation(*item) for item in lessons]}
    else:
        raise DataError(
            f"{task.id} has no training files of that format",
            hint="Those of sciimpact and scipaths/enabling have; leave out --training.",
        )
    listed = out / "dataset_info.json"
    dataset_info = read_object(listed) if listed.is_file() else {}
    number = 0
    for name, rows in splits.items():
        dataset_info[name] = {
            "file_name": f"{name}.jsonl",
            "formatting": "sharegpt",
            "columns": {"messages": "conversations"},
        }
        number += write_rows(rows, out / f"{name}.jsonl")
    write_document(dataset_info, listed)
    return number


def _make_conversation(question: Question, target: str) -> Row:
    turns = [
        {"from": _SHAREGPT_ROLES[message.role], "value": message.content}
        for message in question.messages()
    ]
    return {"conversations": [*turns, {"from": "gpt", "value": target}]}


def import_predictions(
    task: Task,
    file: Path,
    graph: GraphAccess,
    *,
    out: Path,
    system: str | None = None,
    track: str = "text",
    options: Mapping[str, Any] = _NO_OPTIONS,
    split: str = "test",
) -> ImportedRun:
    """Make a run file of official predictions, or for SciNetBench, which has none, of any answers.

    A file with the suffix .run is a TREC run, of any ranking task.
    """
    if track not in _TRACKS:
        raise DataError(f"no track {track!r}", hint=suggest(track, _TRACKS))
    header = RunHeader(
        system=system or parse_system_name(file).removesuffix(trec.RUN_SUFFIX),
        version="imported",
        task_fingerprint=task.fingerprint,
        track=track,
        settings={"predictions": file.name, **options},
        seed=None,
        split=split,
    )
    if file.suffix == trec.RUN_SUFFIX:
        imported = trec.read_run(get_task_type(task.type_name), task, file, header)
    elif task.suite == "scinetbench":
        kind = get_task_type(task.type_name).answers
        past = graph.snapshot.until(task.before[split])
        imported = answer_files.read_answers(task, file, header, TitleIndex.of(past), kind)
    else:
        imported = get_official(task.suite).read_predictions(task, file, header)
    imported.write(out)
    return imported


def write_baseline_predictions(
    task: Task,
    baseline: str,
    *,
    out: Path,
    vectors: Path | None = None,
    is_l2: bool = False,
    k: int = 1000,
    recent: int = 10,
    split: str = "test",
) -> Row:
    """Write the predictions of a published baseline of PreScience, on a task's rows."""
    document = baselines.make_predictions(
        task, baseline, vectors=vectors, is_l2=is_l2, k=k, recent=recent, split=split
    )
    write_document(document, out)
    return {"baseline": baseline, "records": len(document["data"]), "file": out}


def is_document(file: Path) -> bool:
    """Whether a file is one JSON document, as suites publish records, and not JSON lines."""
    with file.open("rb") as stream:
        first = stream.readline().strip()
    try:
        value = orjson.loads(first)
    except ValueError:
        return first[:1] in {b"[", b"{"}
    return isinstance(value, list) or (isinstance(value, dict) and "data" in value)


def score_predictions(file: Path, *, out: Path | None = None) -> Row | list[Row]:
    """Score official predictions of PreScience by their own truth, as published.

    A judged file of SciPaths holds its scores: they are given by role and by type of target.
    """
    if (judged := judgments.read_judged(file)) is not None:
        if out is not None:
            raise DataError(
                f"a judged file holds its scores already ({file})", hint="Leave out --out."
            )
        return judgments.mean_by_part(judged.records)
    scored = predictions.score_file(file)
    target = (out or file.parent / "scored") / f"{base_name(file)}.eval.json"
    write_document(scored, target)
    return {**scored["data"]["aggregates"], "file": target}


def read_ratings(files: Sequence[str]) -> Ratings:
    """Read ratings of all files, ``NAME=FILE`` for a judge's; see :mod:`scinet.eval.agreement`."""
    records: list[JsonRecord] = []
    for source in files:
        name, _, file = source.partition("=") if not Path(source).exists() else ("", "", source)
        document = agreement.load_ratings(Path(file or name))
        if all("rater" not in row.fields and "claim_idx" in row.fields for row in document.records):
            rater = name if file != source else str(document.head["summary"].get("judge_model"))
            records += judgments.make_ratings(document.records, rater)
        else:
            records += document.records
    return Ratings(records)


def average_generations(first: Path, second: Path, *, out: Path) -> Row:
    """Average two judges' scores of PreScience's generations, as published."""
    document = generations.average_judges(first, second)
    write_document(document, out)
    return {"records": len(document["data"]), **generations.mean_scores(document), "file": out}


def score_generations(
    task: Task,
    file: Path,
    *,
    out: Path | None = None,
    split: str = "test",
    bert: BertScore | None = None,
    judge: LLMSession | None = None,
) -> Row:
    """Score PreScience's generations as published: ROUGE-L, BERTScore, LACERScore.

    Each writes a file: ``.rouge_scored.json``, ``.bert_scored.json``, ``.lacer_scored.json``.

    BERTScore is omitted without ``bert``; the judge sees the calibration ladders in the task's
    folder.
    """
    generations_read = generations.read_generations(file, task, split=split)
    scored = {"rouge_scored": generations.score_rouge(generations_read)}
    if bert is not None:
        scored["bert_scored"] = generations.score_bertscore(
            generations_read, lambda pairs: bert.scores(pairs, is_strict=False), bert.model
        )
    if judge is not None:
        examples = ladder.read_ladders(task.folder / ladder.FILE).examples
        scored["lacer_scored"] = generations.score_lacer(generations_read, examples, judge)
    row: Row = {"records": len(generations_read.records)}
    for ending, document in scored.items():
        target = (out or file.parent) / f"{base_name(file)}.{ending}.json"
        if ending == "lacer_scored" and judge is not None and target.exists():
            judge.finish()  # a partial file has no use
        write_document(document, target)
        row |= {**generations.mean_scores(document), ending: target}
    return row
