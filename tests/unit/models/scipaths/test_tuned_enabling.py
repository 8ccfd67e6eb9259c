"""A model tuned on silver pathways: its texts, its folder, and how it is asked; never quality."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.language.knowledge_model import tiny_model
from helpers.networks.build import snapshot_of

from scinet.errors import DataError
from scinet.eval.answer import NoAnswer
from scinet.eval.official_files import get_official
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.eval.task import Task, write_task
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.published import export_training
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.question import Question
from scinet.models.base import run
from scinet.models.llm.one_prompt import OnePrompt
from scinet.models.local.model import LocalModel


def access(snapshot: Snapshot) -> GraphAccess:
    return GraphAccess.of(None, snapshot=snapshot)  # type: ignore[arg-type]  # never asked


def claim(number: int, year: int, *roles: str) -> dict[str, Any]:
    return {
        "claim_id": f"claim:p{number}:1",
        "conference_year": year,
        "target_paper_id": f"p{number}",
        "target_contribution": f"Dataset: A corpus {number}.",
        "enabling_contributions": [
            {
                "enabling_contribution_id": f"{number}.{place}",
                "enabling_contribution": f"Need {place}",
                "canonical_annotation": {"roles": [role], "rationale": "Why."},
            }
            for place, role in enumerate(roles)
        ],
    }


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of([("p", "2020-01-01", [])])


@pytest.fixture
def task(tmp_path: Path, snapshot: Snapshot) -> Task:
    rows = {
        "training": [claim(1, 2022, "DATA_SOURCE", "CORE_METHOD"), claim(2, 2023, "A_ROLE")],
        "dev": [claim(3, 2024, "CORE_METHOD")],
    }
    files = [tmp_path / f"{name}.json" for name in rows]
    for file in files:
        file.write_text(json.dumps(rows[file.stem]))
    task_type = get_task_type("scipaths/enabling")
    request = ImportRequest(task_type.read_options({}), None, None, 0, snapshot)
    return write_task(get_official("scipaths").task(task_type, files, request), tmp_path / "a")


def test_training_files_of_claims(task: Task, snapshot: Snapshot, tmp_path: Path) -> None:
    out = tmp_path / "data"
    assert export_training(task, access(snapshot), out=out) == 1  # the other has a role of its own
    info = json.loads((out / "dataset_info.json").read_text())
    assert list(info) == ["scipaths_enabling_train"]
    [line] = (out / "scipaths_enabling_train.jsonl").read_text().splitlines()
    turns = json.loads(line)["conversations"]
    assert turns[-1]["from"] == "gpt"
    said = json.loads(turns[-1]["value"])["contributions"]
    assert [item["role"] for item in said] == ["DATA_SOURCE", "CORE_METHOD"]
    assert turns[-2]["from"] == "human"
    assert "Dataset: A corpus 1." in turns[-2]["value"]


def test_a_model_is_tuned_and_asked(task: Task, snapshot: Snapshot, tmp_path: Path) -> None:
    base = tiny_model(tmp_path / "tiny")
    given: dict[str, Any] = {
        "rank": 2,
        "dtype": "float32",
        "max_tokens": 64,
        "rate": 0.05,
        "question_epochs": 1,
    }
    out = tmp_path / "tuned"
    with pytest.raises(DataError, match="needs the language model"):
        pipeline.train_system("enabling-llm", task, access(snapshot), out=out, options=given)
    given |= {"base": base}
    made = pipeline.train_system("enabling-llm", task, access(snapshot), out=out, options=given)
    assert made.about["system"] == "enabling-llm"
    # The second claim has a role that the prompt does not know, so its answer is none.
    assert made.about["figures"]["texts"] == {"answers": 1}
    [text] = map(json.loads, (out / "texts/answers.jsonl").read_text().splitlines())
    question, _, answer = text["text"].rpartition("\n\nAnswer: ")
    assert "Dataset: A corpus 1." in question
    same = {"rationale": "Why.", "ref_title": None}
    assert json.loads(answer) == {
        "contributions": [
            {"description": "Need 0", "role": "DATA_SOURCE", **same},
            {"description": "Need 1", "role": "CORE_METHOD", **same},
        ]
    }
    system, learned = pipeline.find_system(out, task)
    assert (system.name, learned, system.settings["folder"]) == ("enabling-llm", None, str(out))
    assert isinstance(system, OnePrompt)
    assert not system.asks_model
    # Its prompt does not fit into the tiny model, which is an answer of no use.
    [said] = run.answer_queries(
        system, task.queries("val"), get_task_type(task.id), snapshot=snapshot
    )
    assert isinstance(said, NoAnswer)
    assert (said.status, said.reason) == ("invalid", "prompt_too_long")
    prompt = replace(prompts.load_prompt("llm/check"), max_tokens=4)
    [reply] = LocalModel(str(out)).ask([Question("one", prompt, {"word": "yes"})])
    assert reply.status == "invalid"
    assert reply.reason == "cut_off"  # four tokens are no JSON


def test_no_solved_claims_are_refused(task: Task, snapshot: Snapshot, tmp_path: Path) -> None:
    dev = tmp_path / "dev.json"
    request = ImportRequest(get_task_type(task.id).read_options({}), None, None, 0, None)
    alone = write_task(
        get_official("scipaths").task(get_task_type(task.id), [dev], request), tmp_path / "alone"
    )
    out, given = tmp_path / "out", {"base": "x"}
    with pytest.raises(DataError, match="no split train"):
        pipeline.train_system("enabling-llm", alone, access(snapshot), out=out, options=given)
