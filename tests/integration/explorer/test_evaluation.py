"""The pages on evaluated tasks: what is stored, question by question, and nothing later."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from helpers.networks.build import load_rows
from helpers.networks.evaluated import evaluated_folder
from helpers.networks.golden_network import load_network
from helpers.servers.explored import browsing, said, table
from starlette.testclient import TestClient

from scinet.eval.result_folders import scan_folders
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph


@pytest.fixture(scope="module")
def folder(network: Database, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return evaluated_folder(network, tmp_path_factory.mktemp("made") / "all")


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """The same, to be spoilt."""
    return shutil.copytree(folder, tmp_path / "copied")


@pytest.fixture(scope="module")
def client(
    shared_database: Database, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    with browsing(shared_database, tmp_path_factory.mktemp("cache"), folder) as made:
        yield made


def key(folder: Path, name: str = "pair-citation") -> str:
    [item] = [item for item in scan_folders([folder]).evaluated if item.about["task"] == name]
    return item.key


def test_tasks_are_listed_with_what_was_scored(client: TestClient) -> None:
    page = said(client, "/evaluation")
    assert "scinetbench/pair-citation Before 1994-01-10 · 2 questions · 4 systems and 4" in page
    assert page.count("no system above the controls") == 2  # two questions show little
    assert "best good" not in page
    assert "prescience/impact" in page
    assert "another graph" not in page


def test_official_scores_stand_next_to_strict_ones(client: TestClient, folder: Path) -> None:
    made = table(client, f"/evaluation/task?id={key(folder)}")
    cited = {
        (row["system"], row["scoring"]): (row["kind"], float(row["mean"]))
        for row in made
        if row["metric"] == "Cite-Acc"
    }
    assert cited["good", "strict"] == ("system", 0.75)
    assert cited["poor", "strict"] == ("system", 0.25)
    assert cited["oracle", "strict"] == ("control", 1.0)
    assert cited["good", "official"][1] != cited["good", "strict"][1]
    page = said(client, f"/evaluation/task?id={key(folder)}")
    assert "Compared with poor" in page
    assert "task fingerprint" in page
    tests = table(client, f"/evaluation/tests?id={key(folder)}")
    assert {row["system_b"] for row in tests} == {"poor"}
    counts = table(client, f"/evaluation/counts?id={key(folder)}")
    assert {row["system"]: row["answered"] for row in counts}["agent"] == "1"


def test_questions_go_by_score_or_difference(client: TestClient, folder: Path) -> None:
    address = f"/evaluation/questions?id={key(folder)}&metric=Cite-Acc&scoring=strict"
    made = table(client, f"{address}&a=good")
    assert [(row["query_id"], float(row["score"])) for row in made] == [("q2", 0.5), ("q1", 1.0)]
    made = table(client, f"{address}&a=good&b=poor&order=highest")
    results = [(row["query_id"], float(row["difference"])) for row in made]
    assert results == [("q1", 1.0), ("q2", 0.0)]
    page = said(client, f"/evaluation/questions?id={key(folder)}&a=poor&b=good")
    assert page.index("papers that cite P3") < page.index("papers that cite P2")
    for rest, why in (
        ("questions?a=good&metric=none", "There are Cite-Acc"),
        ("question?q=q9", "No question 'q9'"),
        ("questions?a=nobody", "No strict scores of nobody"),
    ):
        assert why in said(client, f"/evaluation/{rest}&id={key(folder)}", 404)


def test_a_question_is_shown_as_of_its_day(client: TestClient, folder: Path) -> None:
    address = f"/evaluation/question?id={key(folder)}&q=q2&a=good&b=poor"
    page = said(client, address)
    assert "Asked as of the day before 1994-01-10" in page
    assert "Parsing: what (and how)? true Bob Bell , Cleo Carr · 1992" in page
    assert "Counting citations by hand not in the truth Ada Byron · 1990" in page
    assert "Not shown: dated on or after the day" in page
    text = client.get(address).text
    assert "P7" not in text
    assert "The growth of networks" not in text
    assert "/author?before=1994-01-10&amp;id=bob" in text
    later = said(client, f"{address}&later=true")
    assert "The growth of networks not in the truth" in later
    made = table(client, f"{address}")
    assert [(row["list"], row["id"], row["is_true"]) for row in made] == [
        ("truth", "P3", "True"), ("truth", "P4", "True"), ("good", "P3", "True"),
        ("poor", "P4", "True"), ("poor", "P1", "False"),
    ]  # fmt: skip


def test_what_an_agent_did_is_shown(client: TestClient, folder: Path) -> None:
    page = said(client, f"/evaluation/question?id={key(folder)}&q=q1&a=agent")
    assert "What it did: 2 steps, stopped by the limit of steps" in page
    assert "lookup_paper" in page
    assert "guess { } refused" in page or "guess {} refused" in page
    assert "prompt tokens 4210 · cost 0.5" in page
    assert "Networks of papers true Cleo Carr · 1993" in page
    assert "Nobody's paper not in the truth named by its title alone" in page
    assert "The growth of networks" not in page
    assert "Not shown: dated on or after the day" in page
    page = said(client, f"/evaluation/question?id={key(folder)}&q=q2&a=agent")
    assert "No answer: not JSON." in page
    page = said(client, f"/evaluation/question?id={key(folder)}&q=q2&a=oracle")
    assert "A control: its answers are made while it is scored" in page


def test_a_forecast_hides_what_happened(client: TestClient, folder: Path) -> None:
    address = f"/evaluation/question?id={key(folder, 'impact')}&q=q1&a=numbers"
    page = said(client, address)
    assert "What is true came after the day of the question" in page
    truth = page.partition("Truth")[2]
    assert "3" in truth.partition("numbers")[2]
    assert "4" not in truth.partition("numbers")[0]
    assert "Truth 4 numbers" in said(client, f"{address}&later=true")


def test_the_report_is_a_page_whose_papers_open(
    shared_database: Database, client: TestClient, folder: Path
) -> None:
    answer = client.get("/report?before=1996-01-01")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "frame-ancestors 'none'" in policy
    of_two = "no system is above the controls: <b>good</b> has the highest Cite-Acc 0.750"
    assert f"Papers that cite a given paper: {of_two}" in answer.text
    assert 'href="/evaluation?before=1996-01-01"' in answer.text
    assert "script-src 'self'" in client.get("/evaluation").headers["content-security-policy"]
    graph = Graph(lambda: shared_database, cache=folder.parent / "cache")
    file = graph.report(folder.parent / "report.html", results=folder / "results")
    assert 'href="/' not in file.read_text("utf-8")


def test_the_report_says_which_results_are_of_another_graph(
    shared_database: Database, copied: Path, tmp_path: Path
) -> None:
    for file in copied.rglob("good/result.json"):
        stored = orjson.loads(file.read_bytes()) | {"graph_fingerprint": "0" * 64}
        file.write_bytes(orjson.dumps(stored))
    with browsing(shared_database, tmp_path / "cache", copied) as made:
        page = said(made, "/report")
    why = "Not shown: scinetbench/pair-citation was made on another graph: 0000000000000000"
    assert why in page
    assert "Papers that cite a given paper" not in page
    assert "How often a paper will be cited" in page


def test_empty_folders_and_faults_are_said(
    shared_database: Database, copied: Path, tmp_path: Path
) -> None:
    with browsing(shared_database, tmp_path / "cache") as made:
        assert "No folder of results was named" in said(made, "/evaluation")
    (empty := tmp_path / "empty").mkdir()
    with browsing(shared_database, tmp_path / "cache", empty) as made:
        assert "This folder holds no results" in said(made, "/evaluation")
    value = key(copied)
    with browsing(shared_database, tmp_path / "cache", copied) as made:
        (copied / "runs" / "good.jsonl").unlink()
        page = said(made, f"/evaluation/question?id={value}&q=q1&a=good")
        assert "Its run does not lie in the folders, was deleted" in page
        assert "Of good, popularity only" in said(made, f"/evaluation/task?id={value}")
        stored = copied / "results" / "scinetbench" / "pair-citation" / "poor"
        (stored / "per_query.jsonl").write_text('{"query_id": "q1"', encoding="utf-8")
        page = said(made, f"/evaluation/questions?id={value}&a=poor", 400)
        assert "Cannot read the scores by query" in page
        (stored / "result.json").write_text("{", encoding="utf-8")
        account = copied / "accounts" / "pairs" / "task.json"  # of a leaderboard, no task
        account.parent.mkdir(parents=True)
        account.write_text('{"options": {}, "seed": 0}', encoding="utf-8")
        page = said(made, "/evaluation")
        assert "1 file or folder could not be read Cannot read the result" in page
        assert "scinetbench/pair-citation" in page
        truth = copied / "tasks" / "citing" / "test" / "truth.jsonl"
        truth.write_bytes(truth.read_bytes() + b"\n")
        page = said(made, f"/evaluation/question?id={value}&q=q1&a=agent", 400)
        assert "files do not match the task's fingerprint" in page
        shutil.rmtree(copied)
        assert "No folder" in said(made, "/evaluation")
        assert "No results of this task" in said(made, f"/evaluation/task?id={value}", 404)


def test_another_graph_is_said(shared_database: Database, client: TestClient, folder: Path) -> None:
    load_rows(shared_database, {"id": "P20", "title": "One more", "date": "1996"})
    try:
        assert "made on another graph" in said(client, "/evaluation")
        page = said(client, f"/evaluation/task?id={key(folder)}")
        assert "Scores stand as they were stored" in page
    finally:
        load_network(shared_database, "field")
