"""A tiny model is tuned to write titles and abstracts: mechanics, never quality."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.language.knowledge_model import tiny_model
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.built_tasks import build_task

from scinet.errors import DataError
from scinet.eval.answer import NoAnswer
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system

END = date(2012, 1, 1)
PAPERS: list[Paper] = [
    ("yes", "2008-01-01", []),
    ("no", "2008-02-01", []),
    ("study", "2010-01-01", ["yes"]),
    ("data", "2010-02-01", ["no", "study"]),
    ("model", "2011-02-01", ["yes", "no"]),
]
SMALL = {"rank": 8, "dtype": "float32", "max_tokens": 64, "rate": 0.01, "question_epochs": 4}


def network(papers: list[Paper]) -> Snapshot:
    made = snapshot_of(papers)
    abstracts = [f"the finding of {paper}" for paper in made.paper_id]
    return replace(made, abstract=np.array(abstracts, dtype=object)).until(END)


def built(papers: list[Paper], folder: Path) -> Task:
    years = {"since": "2011-01-01", "train_years": "2"}
    return build_task(
        get_task_type("prescience/contribution"), network(papers), END, folder, **years
    )


def test_a_model_learns_what_earlier_teams_wrote(tmp_path: Path) -> None:
    base = str(tiny_model(tmp_path / "tiny"))
    task, out = built(PAPERS, tmp_path / "task"), tmp_path / "writer"
    graph = GraphAccess.of(None, snapshot=network(PAPERS))  # type: ignore[arg-type]  # never asked
    made = pipeline.train_system(
        "contribution-llm", task, graph, out=out, options={**SMALL, "base": base}
    )
    losses = made.about["figures"]["stages"][0]["losses"]
    assert losses[-1] < losses[0]
    lines = (out / "texts/answers.jsonl").read_text().splitlines()
    asked = [json.loads(line)["text"].rpartition("\n\nAnswer: ") for line in lines]
    said = [json.loads(answer) for _, _, answer in asked]
    assert [(item["title"], item["abstract"]) for item in said] == [
        (f"Title of {paper}", f"the finding of {paper}") for paper in ("study", "data")
    ]
    assert said[0]["reasoning"] == said[1]["reasoning"] != ""
    # What is shown are the papers that were built on, and examples from before the day.
    shown = [question.partition("Now these papers")[2] for question, _, _ in asked]
    assert "Title of yes" in shown[0]
    assert "Title of study" in shown[1]
    assert "Title of study" not in asked[0][0]
    # A planted future, of the day that begins the test and later, moves no text.
    later: list[Paper] = [("z", "2011-01-01", ["yes", "study"]), ("zz", "2011-06-01", ["data"])]
    planted = [*PAPERS, *later]
    other = built(planted, tmp_path / "planted")
    graph = GraphAccess.of(None, snapshot=network(planted))  # type: ignore[arg-type]
    given = {**SMALL, "base": base}
    pipeline.train_system("contribution-llm", other, graph, out=tmp_path / "again", options=given)
    assert (tmp_path / "again/texts/answers.jsonl").read_text().splitlines() == lines
    system, learned = pipeline.find_system(out, task)
    assert (system.name, learned, system.settings["folder"]) == ("contribution-llm", None, str(out))
    # What was tuned on another task, such as of a later day, answers this one in no way.
    folder = {"folder": str(out)}
    assert pipeline.find_system("contribution-llm", task, folder)[0].settings["folder"] == str(out)
    assert "may know papers" in make_system("contribution-llm", folder).settings["caution"]
    assert "caution" not in make_system("contribution-llm").settings  # its endpoint brings one
    for way in (out, made, make_system("contribution-llm", folder)):
        assert pipeline.find_system(way, task)[0].settings["folder"] == str(out)
        with pytest.raises(DataError, match="trained on another task"):
            pipeline.find_system(way, other)
    with pytest.raises(DataError, match="trained on another task"):
        pipeline.find_system("contribution-llm", other, folder)
    [answer] = answer_queries(
        system, task.queries(), get_task_type(task.id), snapshot=network(PAPERS)
    )
    assert isinstance(answer, NoAnswer)
    assert answer.status == "invalid"
