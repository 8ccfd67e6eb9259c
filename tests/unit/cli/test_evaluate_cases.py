"""What ``scinet evaluate`` and ``scinet measure`` score besides the metrics of runs."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from helpers.commands.command_line import ask, status
from helpers.files.prescience_rows import TEST, TRAIN, as_lines, rows
from helpers.files.sciencemeter_rows import file_of, judgment, run_of, task_of, triplet
from helpers.language.word_vectors import embed_words
from helpers.servers.endpoint import Endpoint
from typer.testing import CliRunner

import scinet
from scinet.cli.root import app
from scinet.errors import BudgetError, DataError, GraphUnavailableError
from scinet.eval import run_writer, significance
from scinet.eval.answer import RecordAnswer
from scinet.eval.official_files import get_official
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.json_files import write_document as write_document
from scinet.eval.suites.official import ImportRequest
from scinet.eval.suites.sciencemeter import update
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.task import Task, write_task
from scinet.experiments import measures
from scinet.graph.db.connection import Database


@pytest.fixture(autouse=True)
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # no .env of the user's
    monkeypatch.setattr(significance, "_RESAMPLES", 99)  # no interval is looked at


def refused(*words: str) -> str:
    """The message of a usage error, without its frame."""
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 2, result.output
    return " ".join(result.output.replace("│", " ").split())


@pytest.fixture
def knowledge() -> Task:
    file = file_of(Path("education.jsonl"), [triplet(number) for number in range(1, 4)])
    return task_of(Path(), [file], test_share="1.0")


def stored(task: Task, name: str, *, sure: bool, reply: str = "") -> Run:
    said = {}
    for query, row in task.truth().items():
        replies = {"replies": [f"{row['answer']}, {reply}"] * 3} if reply else {}
        said[query] = judgment(row["answer"], sure=sure) | replies
    run = replace(run_of(task, name, said), file=Path(f"{name}.jsonl"))
    run_writer.write_run(run, Path(f"{name}.jsonl"))
    return run


def test_an_update_is_scored_by_its_two_runs(knowledge: Task) -> None:
    before, after = (stored(knowledge, n, sure=n == "tuned") for n in ("base", "tuned"))
    task_type = get_task_type(knowledge.id)
    assert isinstance(task_type, KnowledgeTask)
    [expected] = update.score_updates(task_type, knowledge, before, [after], seed=3)
    shares = ask(
        "evaluate", "updates", "judgment", "base.jsonl", "tuned.jsonl", "--seed", "3",
        "--out", "results",
    )  # fmt: skip
    assert shares[0]["options"]["seed"] == 3
    same = scinet.evaluate_updates(knowledge, "base.jsonl", ["tuned.jsonl"], seed=3)
    for told in (shares, same.updates[0]["shares"]):
        assert [share["metric"] for share in told] == [
            share["metric"] for share in expected["shares"]
        ]
    [result] = json.loads(Path("results/sciencemeter/judgment/updates.json").read_text())["updates"]
    # One domain alone correlates with nothing.
    assert result == {**json.loads(json.dumps(update.to_json_value(expected))), "correlations": []}


def test_the_judge_of_an_update_is_asked_in_the_same_call(
    knowledge: Task, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.answer = lambda messages, _: "Yes" if "surely." in str(messages) else "No"
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    stored(knowledge, "base", sure=True, reply="perhaps.")
    stored(knowledge, "tuned", sure=True, reply="surely.")
    words = ("evaluate", "updates", "judgment", "base.jsonl", "tuned.jsonl")
    plain = ask(*words, "--signal", "tone")
    judge = ("--model", "tiny", "--ledger", "llm.sqlite")
    judged = ask(*words, "--signal", "tone", *judge, "--out", "results")
    # Only by the judge was the new paper unknown before: the reply sounds unsure.
    new = next(share for share in judged if share["metric"] == "acquisition")
    assert (new["value"], new["rows"]) == (1.0, 6)
    assert next(share["rows"] for share in plain if share["metric"] == "acquisition") == 0
    asked = len(endpoint.requests)
    assert ask(*words, "--signal", "tone", *judge, "--replay") == judged
    assert len(endpoint.requests) == asked
    folder = "results/sciencemeter/judgment/judged"
    again = ask(
        "evaluate", "updates", "judgment", f"{folder}/base.jsonl", f"{folder}/tuned.jsonl",
        "--signal", "tone",
    )  # fmt: skip
    assert again == judged


def test_a_budget_stop_leaves_results_that_are_there(
    knowledge: Task, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.answer = lambda *_: "Yes"
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    runs = [stored(knowledge, name, sure=True, reply=f"{name}.") for name in ("base", "tuned")]
    graph = scinet.Graph(_away)
    line = ("--model", "tiny", "--ledger", "line.sqlite", "--limit", "calls=0", "--out", "results")

    def judged(ledger: str, **limits: float) -> None:
        model = scinet.ModelAccess(ledger, "tiny", limits=limits)
        scinet.evaluate_updates(
            knowledge, runs[0], runs[1:], signals=["tone"], out="results", model=model
        )
        graph.evaluate(knowledge, runs, out="results", model=model)

    judged("whole.sqlite")
    whole = {file: file.read_bytes() for file in Path("results").rglob("*") if file.is_file()}
    assert {file.name for file in whole} >= {"updates.json", "result.json", "per_query.jsonl"}
    with pytest.raises(BudgetError):
        judged("other.sqlite", calls=0)
    model = scinet.ModelAccess("other.sqlite", "tiny", limits={"calls": 1})
    with pytest.raises(BudgetError):
        graph.evaluate(knowledge, runs, out="results", model=model)
    # A command holds its model until it has printed, and is not an exception.
    for what in ("runs", "updates"):
        words = ("evaluate", what, "judgment", "base.jsonl", "tuned.jsonl")
        assert status(monkeypatch, *words, *line) == 1
    assert {file: file.read_bytes() for file in whole} == whole


def test_results_of_another_task_or_split_are_not_replaced(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setattr("scinet.session.api.local_graph", lambda: scinet.Graph(_away))
    tasks = [
        task_of(
            Path(name), [file_of(Path(f"{name}.jsonl"), [triplet(number) for number in numbers])]
        )
        for name, numbers in {"one": range(8), "two": range(8, 16)}.items()
    ]

    def runs_of(task: Task, split: str) -> list[Run]:
        said = {query: judgment(row["answer"]) for query, row in task.truth(split).items()}
        named = [run_of(task, name, said) for name in ("base", "tuned")]
        return [replace(run, header=replace(run.header, split=split)) for run in named]

    first = runs_of(tasks[0], "test")
    scinet.evaluate(tasks[0], first, out="results")
    scinet.evaluate_updates(tasks[0], first[0], first[1:], out="results")
    there = {file: file.read_bytes() for file in Path("results").rglob("*.json*")}
    model = scinet.ModelAccess("llm.sqlite", "tiny")
    for task, split, what, place in (
        (tasks[1], "test", "another task of this name", "judgment"),
        (tasks[0], "train", "split test of this task", "train"),
    ):
        base, *after = runs_of(task, split)
        for refused in (
            partial(scinet.evaluate, task, after, split=split, out="results", model=model),
            partial(scinet.evaluate(task, after, split=split).write, "results"),
            partial(
                scinet.evaluate_updates, task, base, after, split=split, out="results", model=model
            ),
            partial(scinet.evaluate_updates(task, base, after, split=split).write, Path("results")),
        ):
            with pytest.raises(DataError, match=f"json holds results of {what}") as caught:
                refused()
            assert f"such as results/{place}, or delete" in caught.value.hint
    assert not endpoint.requests  # it is refused before a judge is paid
    assert {file: file.read_bytes() for file in there} == there
    # What cannot be read is mended by scoring again.
    broken = Path("results/sciencemeter/judgment/updates.json")
    broken.write_text("[")
    scinet.evaluate(tasks[0], first, out="results")
    scinet.evaluate_updates(tasks[0], first[0], first[1:], out="results")
    assert {file: file.read_bytes() for file in there} == there


def _away() -> Database:
    raise GraphUnavailableError("away")


def contributions() -> Task:
    periods = {"train": TRAIN, "test": TEST}
    files = [as_lines(Path(f"{name}.jsonl"), rows(item)) for name, item in periods.items()]
    task_type, suite = get_task_type("prescience/contribution"), get_official("prescience")
    options = task_type.read_options({"since": "2024-10-01", "train_years": "1"})
    return write_task(
        suite.task(task_type, files, ImportRequest(options, "s2", None, 0, None)), Path("next")
    )


def test_runs_are_divided_and_take_scores_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "embed", embed_words)
    task = contributions()
    header = RunHeader("mine", "1", task.fingerprint, "text", {}, None)
    truth = task.truth()
    said = {
        query: RecordAnswer(query, record={"title": row["title"], "abstract": ""})
        for query, row in truth.items()
    }
    run_writer.write_run(Run(header, said), Path("run.jsonl"))
    with Path("facets.jsonl").open("w") as file:
        for query in truth:
            file.write(json.dumps({"system": "mine", "query_id": query, "facet": 3}) + "\n")
    options = ("--scores", "facets.jsonl", "--by", "key_references")
    words = ("evaluate", "runs", "next", "run.jsonl", *options)
    answers = ask(*words, "--by", "before:2024-10-02", "--out", "results")
    facets = [row for row in answers if row["system"] == "mine" and row["metric"] == "facet"]
    assert (facets[0]["mean"], facets[0]["n"], "by" in facets[0]) == (3, len(truth), False)
    assert {row["by"] for row in facets[1:]} == {"key_references", "before"}
    [stored] = Path("results").rglob("mine/result.json")
    parts = [row for row in json.loads(stored.read_text())["parts"] if row["metric"] == "facet"]
    assert [(row["by"], row["part"], row["n"]) for row in parts] == [
        (row["by"], row["part"], row["n"]) for row in facets[1:]
    ]
    [mine, true] = ask("measure", "diversity", "next", "run.jsonl")
    assert (mine["system"], mine["distinct"], true["system"]) == ("mine", len(truth), "truth")
    shown = CliRunner().invoke(app, words, catch_exceptions=False)
    assert "The same of the queries of each part" in shown.output


def test_generations_are_scored_as_published() -> None:
    contributions()
    same = {"corpus_id": "31", "title": "Title of 31", "abstract": "Abstract of 31."}
    write_document({"metadata": [], "data": [same]}, Path("generations.gpt.json"))
    [output] = ask("evaluate", "generations", "next", "generations.gpt.json")
    assert (output["records"], output["avg_rouge_l_f1"]) == (1, 1.0)
    assert Path("generations.gpt.rouge_scored.json").is_file()
    same = scinet.evaluate_generations(Task.read("next"), "generations.gpt.json")
    assert json.loads(json.dumps(same, default=str)) == output


def test_a_command_has_its_own_options_and_no_others(knowledge: Task) -> None:
    stored(knowledge, "base", sure=True)
    for words, message in (
        (("evaluate", "runs", "judgment", "base.jsonl", "--folds", "3"), "--folds"),
        (("evaluate", "readers", "labels.jsonl", "--baseline", "x"), "--baseline"),
        (("evaluate", "readers", "labels.jsonl", "base.jsonl"), "unexpected extra argument"),
        (("evaluate", "predictions", "predictions.json", "--ledger", "l"), "--ledger"),
        (("evaluate", "runs", "judgment"), "Missing argument '[NAME=]RUN…'"),
        (("evaluate", "judgment", "base.jsonl"), "No such command 'judgment'"),
        (("measure", "match", "judgment", "base.jsonl", "--bert", "x"), "--bert"),
        (("measure", "facets", "judgment", "base.jsonl"), "Missing option '--ratings'"),
        (("measure", "bleu", "judgment", "base.jsonl"), "No such command 'bleu'"),
    ):
        assert message in refused(*words), words
    wrong = CliRunner().invoke(app, ["measure", "match", "judgment", "base.jsonl"])
    assert "has no contributions to match" in str(wrong.exception)
