"""SciImpact's files: put before a published script, and imported here."""

import json
import random
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

from helpers.networks.scoring import import_draft
from helpers.official.clone import Clone

from scinet.eval.official_files import get_official
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites.sciimpact.official.replies import Script
from scinet.eval.task import Row, Task, write_task

FILES = get_official("sciimpact")
SUITES = {
    "citation": "citation.run_{}_citations_suite",
    "award-cs": "cs_best_paper.run_{}_bestpaper_suite",
    "award-mdpi": "MDPI_best_paper.run_{}_mdpi_bestpaper_suite",
    "award-nobel": "nobel.run_{}_nobel_suite",
    "patent": "patent.run_{}_patents_suite",
    "media": "media.run_{}_media_mentions_suite",
    "code": "github.run_{}_github_suite",
    "dataset": "huggingface_dataset.run_{}_datasetcard_suite",
    "model": "huggingface_model.run_{}_modelcard_suite",
}
SCRIPTS: dict[Script, str] = {"base": "vllm", "tuned": "sft"}
SENTENCES = (
    "Paper {} has more citations", "Paper {} won the best paper award.",
    "Paper {} is the Nobel prize-winning paper.", "Paper {} could be cited in more patents.",
    "Paper {} could get more media mentions.", "GitHub repo {} has more stars.",
    "Dataset {} has more downloads", "Model {} has more downloads", "The {} one",
)  # fmt: skip
FIELDS = (
    "art", "biology", "business", "chemistry", "csrankings", "economics", "engineering",
    "environmental_science", "geography", "geology", "history", "materials_science",
    "mathematics", "medicine", "philosophy", "physics", "political_science", "psychology",
    "sociology",
)  # fmt: skip
Made: TypeAlias = dict[str, tuple[list[Row], bool]]
"""Files by name, and whether they are of lines."""


NUMBERS = ("total_pairs", "evaluated", "correct", "accuracy", "field_stats", "summary",
           "other_fields", "baseline_accuracy", "total_fields")  # fmt: skip
ANY = {"award-nobel", "dataset", "model"}


def run(
    clone: Clone, module: str, dimension: str, made: Made, rng: random.Random
) -> tuple[Row, list[str]]:
    shutil.rmtree(clone.downloads)
    clone.downloads.mkdir()
    put(clone.downloads, made)
    replies = [
        sentence.format(side) for sentence in SENTENCES for side in ("A", "B", "first", "second")
    ]
    odd = ["neither", "", None, "<think>Paper A won</think> Paper B won", "Paper A or Paper B"]
    chosen = json.dumps([*rng.sample(replies, 12), *odd])
    (clone.downloads / "replies.json").write_text(chosen, "utf-8")
    spec = SimpleNamespace(
        name="m", family="other", output_file="out.json", tensor_parallel_size=None,
        llm_kwargs=None, env_vars=None,
    )  # fmt: skip
    arguments: list[Any] = [spec, "token", clone.downloads]
    if dimension == "award-cs":
        arguments.insert(1, next(iter(made.values()))[0])
    result = clone.call(f"{module}:run_model", *arguments)
    payload: Row = dict(result[0] if isinstance(result, tuple) else result)
    payload.pop("output_path", None)
    file = clone.downloads / "prompts.jsonl"
    prompts = file.read_text("utf-8").split("\n")[:-1] if file.exists() else []
    return payload, [json.loads(line) for line in prompts]


def put(folder: Path, made: Made) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, (rows, is_lines) in made.items():
        text = "\n".join(map(json.dumps, rows)) if is_lines else json.dumps(rows)
        (folder / name).write_text(text, "utf-8")
    return [folder / name for name in made]


def imported(folder: Path, dimension: str, files: list[Path]) -> Task:
    draft = import_draft(
        f"sciimpact/{dimension.partition('-')[0]}", files,
        before=date(2025, 7, 1), order="row", texts="characters",
    )  # fmt: skip
    return write_task(draft, folder)


def head_of(document: Row) -> Row:
    return {key: value for key, value in document.items() if key != "results"}


def without_time(told: Row) -> Row:
    if "summary" not in told:
        return told
    summary = {key: value for key, value in told["summary"].items() if key != "elapsed_seconds"}
    return {**told, "summary": summary}


def numbers_of(payload: Row, made: Row) -> tuple[Row, Row]:
    """The numbers of a document of theirs, and the same of one of ours."""
    told = {key: payload[key] for key in NUMBERS if key in payload}
    known = {key: value for key, value in made.items() if key in told}
    return without_time(told), without_time(known)


def read_results(task: Task, payload: Row, script: str, result: Path) -> tuple[Any, Row]:
    """Predictions of a document of theirs, and a document of ours of their choices alone."""
    result.write_text(json.dumps(payload), "utf-8")
    header = RunHeader("m", "1", task.fingerprint, "text", {"script": script}, None)
    read = FILES.read_predictions(task, result, header)
    plain = {name: replace(one, explanation=None) for name, one in read.run.answers.items()}
    return read, FILES.predictions(task, Run(header, plain))
