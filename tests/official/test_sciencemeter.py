"""ScienceMeter's published scripts beside ours."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.files.sciencemeter_rows import file_of, task_of, triplet
from helpers.networks.build import Paper, snapshot_of
from helpers.official.clone import Clone, PublishedError
from helpers.official.comparison import Published

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.official_files import get_official
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.instance_files import PUBLISHED
from scinet.eval.suites.sciencemeter import update
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.suites.sciencemeter.metrics import read_choice
from scinet.eval.task import Task
from scinet.graph.snapshot import Snapshot

pytestmark = pytest.mark.official

FILES = get_official("sciencemeter")
SETS = ("prior", "new", "future")
PIECES = (
    "yes", "no", "Yes.", "NO", "**Yes**", "not", "novel", "none", "yesterday", "nothing", " ", "\n",
    "0\n", "1\n", "0", "Answer Yes or No only", "an\u017fwer yes or no only", "the final answer is",
    "The Final Answer is: ", "\nResponse:", "\nresponse: ", "$oxed{yes}$", "$\\boxed{no}$",
    "I think", "- ", "\"",
    "¿", "yes/no", "(no)", "\u039d\u039f", "\u0130", "because it is", "_no", "know", ".",
)  # fmt: skip
REPLIES = (
    "Yes", "No", "Yes.", "**No**", "Not at all", "I think yes", "The final answer is no", "1\nyes",
    "maybe", "", "It is yes, no doubt", "Answer Yes or No only\nYes",
)  # fmt: skip
PRINTED = {
    "Knowledge Preservation": "preservation",
    "distortion in Preservation": "preservation distortion",
    "loss in Preservation": "preservation loss",
    "Knowledge Acquisition": "acquisition",
    "distortion in Acquisition": "acquisition distortion",
    "loss in Acquisition": "acquisition loss",
    "Knowledge Projection": "projection",
    "loss in Projection": "projection loss",
}


def printed(clone: Clone) -> str:
    file = clone.downloads / "printed.txt"
    text = file.read_text("utf-8") if file.exists() else ""
    file.write_text("", "utf-8")
    return text


def header(task: Task, name: str) -> RunHeader:
    return RunHeader(name, "1", task.fingerprint, "text", {}, None)


def test_replies(sciencemeter: Published) -> None:
    clone, suite = sciencemeter
    rng = random.Random(0)
    replies = [
        rng.choice(("", " ")).join(rng.choices(PIECES, k=rng.randrange(9))) for _ in range(30_000)
    ]
    theirs = clone.each("parsing:yes_no_parsing", [(reply,) for reply in replies])
    with suite.comparing("`parsing.py`: yes or no of a reply") as rows:
        for reply, published in zip(replies, theirs, strict=True):
            ours = read_choice(reply, "official")
            rows.case(reply, published, "fail to parse" if ours == "invalid" else ours)


def judged(rng: random.Random, paper: str, right: str, correct: str) -> dict[str, Any]:
    """A row of replies with any values that its fields may have."""
    choices = rng.choices(["yes", "no", "fail to parse"], weights=[4, 4, 1], k=3)
    return {
        "paperId": paper,
        "model_responses": rng.choices(REPLIES, k=3),
        "model_choices": choices,
        "correct_choice": right,
        "factual_accuracy": correct if rng.random() < 0.6 else rng.choice(["inaccurate", "?"]),
        "consistency": rng.random() < 0.6,
        "linguistic_confidence": rng.choice(["yes", "no", "fail to parse", "Yes"]),
        "moreinfo": rng.choice(["yes", "no", "no", "fail to parse", None]),
    }


def generated(rng: random.Random, paper: str, right: str, correct: str) -> dict[str, Any]:
    del right
    return {
        "paperId": paper,
        "model_response": rng.choice(REPLIES),
        "factual_accuracy": correct if rng.random() < 0.6 else rng.choice(["inaccurate", "?"]),
        "moreinfo": rng.choice(["yes", "no", "no", "fail to parse", None]),
    }


def written(
    rng: random.Random, task: str, count: int, folder: Path, correct: str
) -> dict[str, list[dict[str, Any]]]:
    """Files of replies before and after of so many triplets, some papers in several of them."""
    make = judged if task == "judgment" else generated
    rights = ("yes", "no") if task == "judgment" else ("yes",)
    papers = {name: [f"{name[0]}{n}" for n in range(1, count + 1)] for name in SETS}
    if rng.random() < 0.2:
        # Rows of one set are missing: theirs are paired by place and cut to the shortest.
        papers[rng.choice(SETS)].pop(rng.randrange(count))
    files: dict[str, list[dict[str, Any]]] = {}
    for model in ("llama", "tuned"):
        for name in SETS:
            rows = [make(rng, paper, right, correct) for paper in papers[name] for right in rights]
            files[f"{model}_{name}.json"] = rows
            file_of(folder / f"results/llama/education/{task}/{model}_{name}.json", rows)
    return files


@pytest.mark.parametrize("name", ["judgment", "generation"])
def test_shares_of_an_update(sciencemeter: Published, name: str, tmp_path: Path) -> None:
    clone, suite = sciencemeter
    tasks: dict[int, Task] = {}
    what = f"`metrics.py -t {name}`: `evaluate updates --scoring official`"
    again = f"files of `eval_{name}.py` through `predictions import` and `export`"
    expected = "published, with `accuract` in the files: the reading `corrected`, with `accurate`"
    with (
        suite.comparing(f"{what}, the reading `official`") as official,
        suite.comparing(f"`metrics.py -t {name}`: {expected}") as corrected,
        suite.comparing(again) as exported,
    ):
        for seed in range(300):
            rng = random.Random(seed)
            count = rng.randrange(1, 9)
            if count not in tasks:
                rows = [triplet(number) for number in range(1, count + 1)]
                file = file_of(tmp_path / f"in{count}/education.jsonl", rows)
                tasks[count] = task_of(tmp_path / f"task{count}", [file], name, test_share="1.0")
            task, folder = tasks[count], tmp_path / "cwd"
            kind = get_task_type(task.id)
            assert isinstance(kind, KnowledgeTask)
            as_published = seed % 2 == 0
            files = written(rng, name, count, folder, "accurate")
            results = folder / f"results/llama/education/{name}"
            runs = [
                FILES.read_predictions(
                    task, results / f"{share}_prior.json", header(task, share)
                ).run
                for share in ("llama", "tuned")
            ]
            for share, run in zip(("llama", "tuned"), runs, strict=True):
                out = FILES.write_predictions(task, run, tmp_path / f"out/{share}.json")
                for place in out:
                    again_rows = json.loads(place.read_text("utf-8"))
                    exported.case(files[place.name], files[place.name], again_rows)
            if not as_published:
                # The unmodified script calls right what the file calls so in its spelling.
                for place in results.iterdir():
                    text = place.read_text("utf-8")
                    place.write_text(text.replace('"accurate"', '"accuract"'), "utf-8")
            printed(clone)
            clone.script(
                "metrics.py", *("-bm", "llama", "-m", "tuned", "-d", "education", "-t", name),
                folder=folder,
            )  # fmt: skip
            told = [line.partition(":") for line in printed(clone).splitlines() if ":" in line]
            theirs = {PRINTED[key.strip()]: float(value) for key, _, value in told}
            [result] = update.score_updates(kind, task, runs[0], runs[1:], scoring="official")
            reading = "official" if as_published else "corrected"
            ours = {
                share["metric"]: share["value"]
                for share in result["shares"]
                if share["reading"] == reading
            }
            (official if as_published else corrected).case(files, theirs, ours)


ODD = ("model_choices", "factual_accuracy", "consistency", "linguistic_confidence", "moreinfo")


def test_odd_replies(sciencemeter: Published, tmp_path: Path) -> None:
    """Rows that lack a field, or hold one of another type: whether they can be scored."""
    clone, suite = sciencemeter
    meant = {
        "choices": "theirs does not look at them, here each reply has one",
        "accuracy": "theirs looks only where the confidence is high, here it is a text",
        "nothing told": "theirs ends at a sign that is missing, here it counts as null",
    }
    file = file_of(tmp_path / "in/education.jsonl", [triplet(number) for number in range(1, 4)])
    task = task_of(tmp_path / "task", [file], "judgment", test_share="1.0")
    arguments = ("-bm", "llama", "-m", "tuned", "-d", "education", "-t", "judgment")
    with suite.comparing(
        "rows with a field that is missing or of a wrong type: whether they are read",
        expected=meant,
    ) as cases:
        for seed in range(100):
            rng = random.Random(seed)
            folder = tmp_path / "odd"
            files = written(rng, "judgment", 3, folder, "accurate")
            results = folder / "results/llama/education/judgment"
            name, key = rng.choice(sorted(files)), rng.choice(ODD)
            row, is_missing = rng.choice(files[name]), rng.random() < 0.5
            row |= {key: [3]}
            if is_missing:
                row.pop(key)
            file_of(results / name, files[name])
            try:
                clone.script("metrics.py", *arguments, folder=folder)
                is_read = True
            except PublishedError:
                is_read = False
            try:
                for item in ("llama", "tuned"):
                    FILES.read_predictions(task, results / f"{item}_new.json", header(task, item))
                ours = True
            except DataError:
                ours = False
            signs = dict.fromkeys(("linguistic_confidence", "moreinfo"), "nothing told")
            why = {"model_choices": "choices", "factual_accuracy": "accuracy", **signs}.get(key)
            cases.case((key, is_missing), is_read, ours, expected=why)


def test_published_triplets(sciencemeter: Published, tmp_path: Path) -> None:
    clone, suite = sciencemeter
    published = sorted(clone.folder.glob("dataset/filtered_with_claims/*/*.jsonl"))
    with suite.comparing(
        "published triplets through `task import` and `export`, row by row"
    ) as rows:
        for number, file in enumerate(published):
            theirs = json.loads(file.read_text("utf-8"))
            task = task_of(tmp_path / str(number), [file], test_share="1.0")
            out = tmp_path / "out.jsonl"
            FILES.write_instances(task, pytest.fail, split="test", out=out)
            for item, other in zip(theirs, json.loads(out.read_text("utf-8")), strict=True):
                rows.case(str(file), item, other)


def graph_and_task(folder: Path, source: Path) -> tuple[Snapshot, Task]:
    """The papers of a file as a graph, and its triplets as a task that was built of that graph."""
    results = {
        f"s2:{paper['paperId']}": paper
        for triplet in json.loads(source.read_text("utf-8"))
        for paper in triplet.values()
    }
    titles = {name: paper["title"] for name, paper in results.items()}
    dated: list[Paper] = [(name, paper["publicationDate"], []) for name, paper in results.items()]
    texts = {name: paper["abstract"] for name, paper in results.items()}
    graph = snapshot_of(dated, titles=titles, abstracts=texts)
    read = task_of(folder, [source], snapshot=graph, test_share="0.05")
    (read.folder / "test" / f"{PUBLISHED}.jsonl").unlink()
    return graph, read


@pytest.mark.parametrize("name", ["judgment", "generation", "of a graph"])
def test_scripts_run_on_exports(sciencemeter: Published, name: str, tmp_path: Path) -> None:
    """Their script reads our triplets and writes replies, which we read and score as theirs."""
    clone, suite = sciencemeter
    (tmp_path / "prompts").symlink_to(clone.folder / "prompts")
    replies = clone.downloads / "replies.json"
    source = clone.folder / "dataset/filtered_with_claims/llama/education.jsonl"
    ours = tmp_path / "dataset/filtered_with_claims/llama/education.jsonl"
    what = f"`eval_{name}.py` on exported triplets"
    if name == "of a graph":
        name, what = "judgment", "`eval_judgment.py` on triplets exported of a graph"
        graph, task = graph_and_task(tmp_path / "t", source)
        FILES.write_instances(task, lambda: graph, split="test", out=ours)
    else:
        task = task_of(tmp_path / "t", [source], name, test_share="0.05")
        FILES.write_instances(task, pytest.fail, split="test", out=ours)
    results = tmp_path / f"results/llama/education/{name}"
    rng = random.Random(1)
    with suite.comparing(f"{what}: replies read again") as rows:
        runs = []
        for model in ("llama", "olmo7b"):
            replies.write_text(json.dumps(rng.sample(REPLIES, 9)), "utf-8")
            for item in SETS:
                arguments = ("-bm", "llama", "-m", model, "-d", "education", "-k", item)
                clone.script(f"eval_{name}.py", *arguments, folder=tmp_path)
            imported = FILES.read_predictions(
                task, results / f"{model}_prior.json", header(task, model)
            )
            assert imported.counts["not_asked"] == 0
            runs.append(imported.run)
            for place in FILES.write_predictions(
                task, imported.run, tmp_path / f"out/{model}.json"
            ):
                for row, again in zip(_rows(results / place.name), _rows(place), strict=True):
                    rows.case(place.name, row, again)
            if name == "judgment":
                _compare_own_reading(task, imported.run, rows.case)
    assert runs


def _rows(file: Path) -> list[dict[str, Any]]:
    document: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return document


def _compare_own_reading(task: Task, run: Run, case: Callable[..., None]) -> None:
    """Choices, accuracy and consistency as we make them of the replies alone."""
    bare = {
        name: RecordAnswer(
            name,
            {
                key: value
                for key, value in answer.record.items()
                if key not in {"factual_accuracy", "consistency"}
            },
        )
        for name, answer in run.answers.items()
        if isinstance(answer, RecordAnswer)
    }
    made = FILES.predictions(task, Run(run.header, bare))
    for item, listed in FILES.predictions(task, run).items():
        for theirs, ours in zip(listed, made[item], strict=True):
            case(theirs["model_responses"], theirs, ours)
