"""PreScience's generated titles and abstracts: rows to tasks, files to runs, and scored files."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.files.prescience_imports import PRESCIENCE, imported
from helpers.files.prescience_rows import TEST, TRAIN, as_lines, rows
from helpers.networks.scoring import header_of, run_of
from helpers.servers.endpoint import Endpoint

from scinet.errors import DataError
from scinet.eval.answer import get_content
from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import write_evaluations
from scinet.eval.options import EvaluationOptions
from scinet.eval.run import RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.json_files import parse_system_name, write_document
from scinet.eval.suites.prescience.contribution import ContributionAnswer
from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, PaperText
from scinet.eval.suites.prescience.official import generations
from scinet.eval.task import Task
from scinet.eval.task import write_task as write_task
from scinet.eval.task_type import Scoring
from scinet.experiments.published import average_generations
from scinet.llm.batch_client import LLMSession

KIND = get_task_type("prescience/contribution")


@pytest.fixture
def task(tmp_path: Path) -> Task:
    periods = {"train": TRAIN, "test": TEST}
    files = [as_lines(tmp_path / f"{name}.jsonl", rows(item)) for name, item in periods.items()]
    options = {"since": "2024-10-01", "train_years": "1"}
    return write_task(imported("contribution", files, options, source="s2"), tmp_path / "task")


def header(task: Task, file: Path) -> RunHeader:
    return header_of(task, parse_system_name(file))


def written(file: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    write_document({"metadata": [], "data": records}, file)
    return file


GOOD = {"corpus_id": "31", "title": "Title", "abstract": "Abstract.", "reasoning": "Why."}
EMPTY = {"corpus_id": "33", "title": "", "abstract": "", "authors": []}
ROUGE_L = ("rouge_l_precision", "rouge_l_recall", "rouge_l_f1")
OTHER = {"corpus_id": "99", "title": "A", "abstract": "B"}


def test_a_task_of_rows(task: Task) -> None:
    papers = [row["paper_id"] for row in task.truth().values()]
    assert papers == ["s2:31", "s2:32", "s2:33"]
    query = task.queries()[0]
    assert query.inputs["author_ids"] == ["s2:bob", "s2:ann", "s2:dan"]  # new2 had not published
    assert query.inputs["key_references"] == [
        {"id": f"s2:{item}", "title": f"Title of {item}", "abstract": f"Abstract of {item}."}
        for item in ("13", "21")
    ]
    assert task.truth()["q00001"]["abstract"] == "Abstract of 31."
    assert [row["paper_id"] for row in task.truth("train").values()] == ["s2:21", "s2:22"]


def test_files_in_and_out(task: Task, tmp_path: Path) -> None:
    file = written(tmp_path / "generations.gpt.json", [GOOD, EMPTY, OTHER])
    result = PRESCIENCE.read_predictions(task, file, header(task, file))
    assert result.run.header.system == "gpt"
    assert (result.counts["answered"], result.counts["not_asked"]) == (2, 1)
    assert get_content(result.run.answers["q00001"]) == {
        name: GOOD[name] for name in ("title", "abstract", "reasoning")
    }
    again = PRESCIENCE.predictions(task, result.run)["data"]
    assert [row["corpus_id"] for row in again] == ["31", "33", "99"]  # kept, not scored
    assert again == [GOOD, EMPTY, OTHER]
    own = run_of(task, [ContributionAnswer("q00001", {"title": "Title"})])
    [made] = PRESCIENCE.predictions(task, own)["data"]
    assert made["key_references"] == [{"corpus_id": "13"}, {"corpus_id": "21"}]
    assert (made["abstract"], made["date"]) == ("", "2024-11-01")
    broken = written(tmp_path / "broken.json", [{**GOOD, "abstract": None}])
    with pytest.raises(DataError, match="no text as abstract"):
        PRESCIENCE.read_predictions(task, broken, header(task, broken))


def test_official_scores_keep_empty_texts(task: Task, tmp_path: Path) -> None:
    file = written(tmp_path / "generations.gpt.json", [GOOD, EMPTY])
    run = PRESCIENCE.read_predictions(task, file, header(task, file)).run
    result = evaluate(KIND, task, [run], EvaluationOptions(scoring="official"))[0]
    # titl abstract / titl of 31 abstract of 31: both words, of 2 and of 6.
    assert {m.metric: (m.mean, m.n) for m in result.metrics} == {
        "ROUGE-L precision": (0.5, 2),
        "ROUGE-L recall": (pytest.approx(1 / 6), 2),
        "ROUGE-L F1": (pytest.approx(1 / 4), 2),
        # title abstract / title of 31 abstract of 31: both words, of 2 and of 4; no pair of words.
        "1-gram precision": (0.5, 2),
        "1-gram recall": (0.25, 2),
        "2-gram precision": (0.0, 2),
        "2-gram recall": (0.0, 2),
    }
    [scored] = write_evaluations([result], task, tmp_path / "out", {})
    kept = json.loads(scored.read_text())["data"]
    assert kept["aggregates"] == {
        "num_instances": 2,
        "avg_rouge_l_precision": 0.5,
        "avg_rouge_l_recall": pytest.approx(1 / 6),
        "avg_rouge_l_f1": pytest.approx(1 / 4),
    }
    assert kept["per_instance"][1]["corpus_id"] == "33"


def test_scored_files_hold_the_records(
    task: Task, tmp_path: Path, endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    file = written(tmp_path / "generations.gpt.json", [GOOD, EMPTY, OTHER])
    result = generations.read_generations(file, task)
    by_words = generations.score_rouge(result)
    assert [item["corpus_id"] for item in by_words["data"]] == ["31", "33"]
    assert GOOD.items() <= by_words["data"][0].items()
    assert by_words["data"][0]["rouge_l_f1"] == pytest.approx(1 / 2)
    assert generations.mean_scores(by_words)["avg_rouge_l_precision"] == 0.5

    rung = PaperText(title="x", abstract="y")
    ladder = Ladder(title="t", abstract="a", paper_id="p", begun_with="r", rungs=(rung,) * LEVELS)
    endpoint.answer = lambda messages, _: (
        "Score: 12" if "Abstract.\n" in messages[-1]["content"] else "no number"
    )
    judged = generations.score_lacer(result, [ladder], open_asker())
    first, second = judged["data"]
    assert (first["lacer_score"], first["lacer_scoring_model"]) == (12.0, "tiny")
    assert "lacer_error" not in first
    assert second == {**EMPTY, "lacer_error": "invalid: no number"}
    assert first["lacer_response"] == "Score: 12"
    assert generations.mean_scores(judged) == {"avg_lacer_score": 12.0}  # failures leave the mean

    # Without a title neither words nor vectors count, whatever the abstract.
    untitled = {"corpus_id": "33", "title": "", "abstract": "Abstract of 33."}
    only = generations.read_generations(written(tmp_path / "untitled.json", [untitled]), task)
    assert generations.score_rouge(only)["data"] == [{**untitled, **dict.fromkeys(ROUGE_L, 0.0)}]
    [alone] = generations.score_bertscore(only, lambda pairs: [(1.0,) * 3] * len(pairs), "m")[
        "data"
    ]
    assert alone["bert_score_f1"] == 0.0
    run = PRESCIENCE.read_predictions(task, tmp_path / "untitled.json", header(task, file)).run
    modes: list[Scoring] = ["official", "strict"]
    official, strict = (
        evaluate(KIND, task, [run], EvaluationOptions(scoring=mode))[0] for mode in modes
    )
    assert official.metrics[0].mean == 0.0
    assert strict.metrics[0].mean == pytest.approx(1 / 3)  # all words are right, two papers missing

    vectors = generations.score_bertscore(result, lambda pairs: [(0.1, 0.2, 0.3)] * len(pairs), "m")
    assert generations.mean_scores(vectors)["avg_bert_score_f1"] == pytest.approx(0.15)
    with pytest.raises(DataError, match="no record is about"):
        generations.read_generations(written(tmp_path / "other.json", [OTHER]), task)


def test_the_average_of_two_judges(tmp_path: Path) -> None:
    scored = {"lacer_score": 4.0, "lacer_scoring_model": "one", "lacer_response": "Score: 4"}
    second = {"lacer_score": 7.0, "lacer_scoring_model": "two"}
    records: list[dict[str, Any]] = [
        {**GOOD, **scored},
        {**OTHER, "lacer_error": "x"},
        {**EMPTY, **scored},
    ]
    value = written(tmp_path / "one.json", records)
    two = written(tmp_path / "two.json", [{**OTHER, **second}, {**GOOD, **second}])
    result = average_generations(value, two, out=tmp_path / "mean.json")
    assert (result["records"], result["avg_lacer_score"]) == (1, 5.5)
    [row] = json.loads((tmp_path / "mean.json").read_text())["data"]
    assert row == {
        **GOOD,
        "lacer_score": 5.5,
        "lacer_score_gpt5": 4.0,
        "lacer_score_opus": 7.0,
        "lacer_scoring_model": "averaged(one,two)",
        "lacer_response": "Score: 4",
    }
    with pytest.raises(DataError, match="no paper has a lacer_score in both"):
        average_generations(written(tmp_path / "none.json", [OTHER]), two, out=tmp_path / "m.json")
