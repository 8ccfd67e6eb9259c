"""Tasks of SciPaths' files, and replies of models for its published scripts."""

import csv
import json
import random
from pathlib import Path
from typing import Any

from helpers.networks.scoring import import_draft
from helpers.official.clone import Clone

from scinet.eval import task as tasks
from scinet.eval.official_files import get_official
from scinet.eval.run import RunHeader
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.judging import JudgeRating
from scinet.eval.task import Row, Task

FILES = get_official("scipaths")


def imported(folder: Path, name: str, file: Path, **options: Any) -> Task:
    draft = import_draft(f"scipaths/{name}", [file], source="scipaths", **options)
    return tasks.write_task(draft, folder / name)


def header(task: Task, **settings: str) -> RunHeader:
    return RunHeader("one", "1", task.fingerprint, "text", settings, None, "val")


def ingredients(count: int) -> list[Row]:
    return [
        {"description": f"Need {n}", "role": "DATA_SOURCE", "rationale": "Why."}
        for n in range(count)
    ]


def edges(rng: random.Random) -> list[Row]:
    """Edges as a judge proposes them: repeats, to nothing, partial, in capitals."""
    return [
        {
            "reference_idx": rng.randrange(8),
            "predicted_idx": rng.randrange(9),
            "match": rng.choice(["full", "full", "partial", "FULL", "none"]),
            "reasoning": rng.choice(["", "It fits.", "error: none"]),
        }
        for _ in range(rng.randrange(12))
    ]


def replied(clone: Clone, seed: int) -> None:
    """Replies of the models, some of no use, and papers that a search may find."""
    rng = random.Random(seed)
    matches = [json.dumps({"matches": edges(rng)}) for _ in range(30)]
    fenced = f"```json\n{matches[0]}\n```"
    made = [json.dumps({"ingredients": ingredients(n)}) for n in range(1, 6)]
    queries = [json.dumps({"queries": [f"query {n}", f"other {n}"]}) for n in range(20)]
    replies = {
        "You are evaluating whether predicted": [*matches, fenced, "prose", "[]", None],
        "Convert the following model output": ["{}", "nothing"],
        "Generate focused Semantic Scholar": [*queries, "prose", None],
        "You are scoring candidate": ["every candidate"] * 9 + ["prose"],
        "": [*made, *made, "prose", None],
    }
    rows = json.loads((clone.folder / "data/dev.json").read_text("utf-8"))
    gold = [
        item["paper_id"]
        for row in rows
        for step in row["enabling_contributions"]
        for item in (step["canonical_grounding"], *step["additional_groundings"])
        if item and item.get("paper_id")
    ]
    others = [f"{n:040x}" for n in range(40)]
    papers = [
        {"paperId": item, "title": f"Title {item[:3]}", "year": rng.choice([2019, 2023, None]),
         "abstract": "An abstract."}
        for item in rng.sample([*gold, *others], len(gold) + len(others))
    ]  # fmt: skip
    (clone.downloads / "replies.json").write_text(json.dumps(replies), "utf-8")
    (clone.downloads / "papers.json").write_text(json.dumps(papers), "utf-8")


def judgment(row: Row) -> JudgeRating:
    response = row.get("candidate_matches", [])
    full = [
        (item["reference_idx"] - 1, item["predicted_idx"] - 1)
        for item in response
        if item["match"] == "full"
    ]
    return JudgeRating(
        response, tuple(metrics.maximum_matching(full)), row.get("judge_error"), None, {}
    )


def read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))
