"""PreScience's tasks of the same files: as published, and as imported here."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers.networks.scoring import import_draft
from helpers.official.clone import Clone

from scinet.eval.official_files import get_official
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task, write_task

PRESCIENCE = get_official("prescience")
PUBLISHED = {
    "collaborators": "coauthor",
    "prior-work": "priorwork",
    "contribution": "followup",
    "impact": "impact",
}


def loaded(clone: Clone, folder: Path) -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    for file in files_of(folder):
        shutil.copy(file, clone.downloads / file.name)
    papers, publications, _ = clone.call("utils:load_corpus")
    return papers, publications


def instances(clone: Clone, folder: Path, name: str, seed_author: str = "first") -> list[Any]:
    """The published instances of the files of a folder: paper, whom, what is true."""
    papers, publications = loaded(clone, folder)
    by_id = {paper["corpus_id"]: paper for paper in papers}
    module = f"task_{PUBLISHED[name]}_prediction.dataset:create_evaluation_instances"
    if name == "collaborators":
        clone.call("random:seed", 42)
        result = clone.call(module, papers, publications, by_id, seed_author)
        return [(i["corpus_id"], i["first_author_id"], i["gt_coauthor_ids"]) for _, i in result]
    if name == "prior-work":
        result = clone.call(module, papers, publications, by_id)
        return [(i["corpus_id"], None, i["gt_reference_ids"]) for _, i in result]
    if name == "contribution":
        result = clone.call(module, papers, by_id)
        return [
            (i["corpus_id"], i["key_reference_ids"], (i["gt_title"], i["gt_abstract"]))
            for _, i in result
        ]
    result = clone.call(module, papers, 12)
    return [(i["corpus_id"], None, i["gt_citations"]) for _, i in result]


def files_of(folder: Path) -> list[Path]:
    return [folder / "test.parquet", folder / "author_publications.jsonl"]


def header(task: Task) -> RunHeader:
    return RunHeader("theirs", "1", task.fingerprint, "text", {}, None)


def run_of(task: Task, file: Path) -> Run:
    (place := file.with_name("run.jsonl")).unlink(missing_ok=True)
    PRESCIENCE.read_predictions(task, file, header(task)).write(place)
    return get_task_type(task.type_name).read_run(place, task)


def imported(name: str, files: Sequence[Path], folder: Path, **options: Any) -> Task | None:
    """Our task of the same files; None where nothing can be asked."""
    draft = import_draft(f"prescience/{name}", files, seed=42, **{"targets": "0", **options})
    return write_task(draft, folder) if draft.splits["test"].queries else None


def asked(task: Task | None, name: str) -> list[Any]:
    if task is None:
        return []
    truth = task.truth()
    results: list[Any] = []
    for query in task.queries():
        row = truth[query.query_id]
        if name == "contribution":
            references = [reference["id"] for reference in query.inputs["key_references"]]
            results.append((row["paper_id"], references, (row["title"], row["abstract"])))
        elif name == "impact":
            results.append((row["paper_id"], None, row["citations"]))
        else:
            results.append((row["paper_id"], query.inputs.get("author_id"), row["items"]))
    return results
