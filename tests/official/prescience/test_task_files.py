"""PreScience's files: tasks and predictions in and out beside the published scripts."""

import json
from pathlib import Path

import pytest
from helpers.official.clone import Clone
from helpers.official.comparison import Suite
from helpers.official.prescience_tasks import (
    PRESCIENCE,
    PUBLISHED,
    asked,
    imported,
    instances,
    loaded,
)

from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.run import Header
from scinet.eval.suites import named
from scinet.eval.task import Task
from scinet.eval.task_type import TaskType

pytestmark = pytest.mark.official

SEEDS = ("first", "last", "highest_h_index", "random")


def test_instances(prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path) -> None:
    clone, suite = prescience
    expected = {
        "prior work without a key reference": "the published task asks about it with an empty "
        "truth, which scores 0 whatever is answered; `task import` leaves it out and counts it"
    }
    with suite.comparing(
        "`dataset.create_evaluation_instances` of four tasks: `task import`", expected=expected
    ) as compared:
        for folder in corpora:
            files = [folder / "test.parquet", folder / "author_publications.jsonl"]
            for name in PUBLISHED:
                for which in SEEDS if name == "collaborators" else ("first",):
                    options = {"seed_author": which} if name == "collaborators" else {}
                    theirs = instances(clone, folder, name, which)
                    ours = asked(imported(name, files, tmp_path / "task", **options), name)
                    if name == "prior-work" and any(not one[2] for one in theirs):
                        compared.case(folder.name, theirs, ours, expected=next(iter(expected)))
                        theirs = [one for one in theirs if one[2]]
                    compared.case((folder.name, name, which), theirs, ours)


def test_rows_out(prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path) -> None:
    clone, suite = prescience
    with suite.comparing("`utils.load_corpus` of files: of what `task export` makes of them") as c:
        for folder in corpora:
            theirs = loaded(clone, folder)
            for name in PUBLISHED:
                files = [folder / "test.parquet", folder / "author_publications.jsonl"]
                if (task := imported(name, files, tmp_path / "task")) is None:
                    continue
                out = tmp_path / "out"
                out.mkdir(exist_ok=True)
                PRESCIENCE.write_instances(
                    task, lambda: pytest.fail("no graph"), split="test", out=out / "test.parquet"
                )
                c.case((folder.name, name), theirs, loaded(clone, out))


def test_predictions_in_and_out(
    prescience: tuple[Clone, Suite], corpora: list[Path], tmp_path: Path
) -> None:
    clone, suite = prescience
    what = "files of the published Frequency baselines: `predictions import` and `export`"
    score = "`task_*_prediction/evaluate.py` of Frequency's files: `evaluate --scoring official`"
    with suite.comparing(what) as files, suite.comparing(score) as scores:
        for folder in corpora[:40]:
            loaded(clone, folder)
            for name in ("collaborators", "prior-work"):
                of_rows = [folder / "test.parquet", folder / "author_publications.jsonl"]
                if (task := imported(name, of_rows, tmp_path / "task")) is None:
                    continue
                script = f"task_{PUBLISHED[name]}_prediction"
                clone.script(
                    f"{script}/baseline_frequency.py", "--output_dir", "made", folder=tmp_path
                )
                [file] = (tmp_path / "made").iterdir()
                found = json.loads(file.read_text("utf-8"))
                asked_about = {row["paper_id"] for row in task.truth().values()}
                found["data"] = [one for one in found["data"] if one["corpus_id"] in asked_about]
                file.write_text(json.dumps(found), "utf-8")
                header = Header("theirs", "1", task.fingerprint, "text", {}, None)
                PRESCIENCE.read_predictions(task, file, header).write(tmp_path / "run.jsonl")
                run = task_type_of(task).read_run(tmp_path / "run.jsonl", task)
                again = PRESCIENCE.predictions(task, run)
                again["metadata"].pop()  # our own entry
                files.case((folder.name, name), found, again)
                clone.script(
                    f"{script}/evaluate.py",
                    "--predictions_path",
                    str(file),
                    "--output_dir",
                    "scored",
                    folder=tmp_path,
                )
                [evaluated] = (tmp_path / "scored").iterdir()
                results = evaluate(task_type_of(task), task, [run], scoring="official")
                [ours] = write_evaluations(results, task, tmp_path / "results", {})
                scores.case(
                    (folder.name, name),
                    json.loads(evaluated.read_text("utf-8"))["data"],
                    json.loads(ours.read_text("utf-8"))["data"],
                )
                for done in (file, evaluated, tmp_path / "run.jsonl"):
                    done.unlink()


def task_type_of(task: Task) -> TaskType:
    return named(task.type_name)
