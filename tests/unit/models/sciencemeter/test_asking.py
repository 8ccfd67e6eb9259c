"""Systems that are asked about claims, over a real connection to a scripted endpoint."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from helpers.commands.command_line import status
from helpers.files.sciencemeter_rows import DATES, file_of, judgment, run_of, task_of, triplet
from helpers.networks.build import snapshot_of
from helpers.networks.endings import ending
from helpers.servers.endpoint import Endpoint, OpenAsker

import scinet
from scinet.errors import BudgetError, DataError, NotFoundError
from scinet.eval.answer import Answer, get_content
from scinet.eval.suites import get_task_type
from scinet.eval.suites.sciencemeter import judging
from scinet.eval.task import Query, Task
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base.system import Context
from scinet.models.sciencemeter.context_library import Library, Way
from scinet.models.sciencemeter.synthesis import sample_papers, write_claims, write_subjects
from scinet.models.sciencemeter.systems import ClaimsLlm, ClaimsLlmRag
from scinet.session.base import Connected

BEFORE = date(2024, 12, 20)


def network() -> Snapshot:
    """Papers of one triplet, and a second new paper with other words; the future one is later."""
    papers = [
        ("s2:p1", DATES["prior"], []),
        ("s2:n1", DATES["new"], ["s2:p1"]),
        ("s2:x1", "2024-06-01", ["s2:p1"]),
        ("s2:f1", DATES["future"], ["s2:p1"]),
    ]
    names = {paper: f"Study {paper[3:]}" for paper, _, _ in papers}
    snapshot = snapshot_of(papers, titles=names)
    texts = [f"The finding of {paper[3:]} improves the model." for paper in snapshot.paper_id]
    texts[list(snapshot.paper_id).index("s2:x1")] = "Zebras sleep."
    return replace(snapshot, abstract=np.array(texts, dtype=object))


@pytest.fixture
def task(tmp_path: Path) -> Task:
    file = file_of(tmp_path / "education.jsonl", [triplet(1)])
    return task_of(tmp_path, [file], test_share="1.0")


def context(task: Task, asker: LLMSession | None) -> Context:
    return Context(network().until(BEFORE), BEFORE, get_task_type(task.id), asker=asker)


def says(text: str) -> Callable[[Any, Any], str]:
    return lambda messages, _: (
        "No." if "more information needed" in messages[-1]["content"] else text
    )


def ask(system: ClaimsLlm, task: Task, asker: LLMSession) -> dict[str, Answer]:
    result = system.answer(task.queries(), context(task, asker))
    return {item.query_id: item for item in result}


def test_a_closed_book_shows_nothing(endpoint: Endpoint, open_asker: OpenAsker, task: Task) -> None:
    endpoint.answer = says("Yes, it does.")
    answers = ask(ClaimsLlm(), task, open_asker())
    assert len(endpoint.requests) == 24  # three phrasings and one more question, of six claims
    first = answers["t00001-prior-1"]
    said = {"choices": ["yes"] * 3, "replies": ["Yes, it does."] * 3}
    assert get_content(first) == {**said, "more_information": "no"}
    assert first.explanation is None
    assert first.usage is not None
    assert first.usage["calls"] == 4
    sent = [body["messages"][-1]["content"] for body in endpoint.requests]
    assert not any("published lately" in text for text in sent)
    assert not any("Study f1" in text for text in sent)
    assert sum("Study p1" in text for text in sent) == 8


def test_the_new_paper_is_shown(endpoint: Endpoint, open_asker: OpenAsker, task: Task) -> None:
    endpoint.answer = says("No")
    answers = ask(ClaimsLlmRag(), task, open_asker())
    assert {tuple(item.explanation["shown"]) for item in answers.values()} == {("s2:n1",)}
    for body in endpoint.requests:
        assert "<data>\nStudy n1\n</data>" in body["messages"][-1]["content"]


def test_a_failed_first_phrasing_ends(
    endpoint: Endpoint, open_asker: OpenAsker, task: Task
) -> None:
    endpoint.answer = says("Yes")
    # The second phrasing alone speaks of a scientist, the first alone asks so.
    endpoint.faults = {
        "A scientist says": ["content_filter", "…"],
        "Is this claim true? Answer": ["too_long", "…"],
    }
    answers = ask(ClaimsLlm(), task, open_asker())
    prior = answers["t00001-prior-1"]
    assert get_content(prior) is not None
    assert get_content(prior)["choices"] == ["yes", "invalid", "yes"]
    assert get_content(prior)["replies"][1] == ""
    future = answers["t00001-future-1"]
    assert (ending(future), get_content(future)) == ("invalid", None)


def query_of(task: Task, name: str) -> Query:
    return next(query for query in task.queries() if query.inputs["set"] == name)


@pytest.mark.parametrize(
    ("way", "of_set", "shown"),
    [
        ("none", "prior", []),
        ("given", "future", ["s2:n1"]),
        ("text", "prior", ["s2:n1"]),
        ("text", "new", ["s2:n1"]),
        ("graph", "prior", ["s2:n1"]),
        ("graph", "new", ["s2:n1"]),
    ],
)
def test_what_is_shown(task: Task, way: Way, of_set: str, shown: list[str]) -> None:
    library = Library(network().until(BEFORE), way, 0)
    result = library.shown(query_of(task, of_set))
    assert [paper["paper_id"] for paper in result] == shown


def test_neighbours_and_nothing_from_the_future(task: Task) -> None:
    library = Library(network().until(BEFORE), "given", 3)
    result = library.shown(query_of(task, "new"))
    assert [paper["paper_id"] for paper in result] == ["s2:n1", "s2:p1"]
    early = Library(network().until(date(2024, 5, 2)), "given", 0)
    with pytest.raises(NotFoundError, match="no dated paper 's2:n1' before 2024-05-02"):
        early.shown(query_of(task, "new"))
    # Planting papers on and after the day moves nothing that is found.
    papers = [("s2:z", DATES["future"], ["s2:p1"])]
    late = snapshot_of([*papers, ("s2:p1", DATES["prior"], []), ("s2:n1", DATES["new"], ["s2:p1"])])
    late = replace(late, abstract=np.array(["The finding of p1 improves."] * 3, dtype=object))
    for way in ("text", "graph"):
        result = Library(late.until(BEFORE), way, 2).shown(query_of(task, "prior"))
        assert "s2:z" not in {paper["paper_id"] for paper in result}


def test_the_judge_marks_tone(endpoint: Endpoint, open_asker: OpenAsker, task: Task) -> None:
    endpoint.answer = lambda messages, _: (
        "No." if "perhaps" in messages[-1]["content"] else "Yes, it sounds sure."
    )
    names = list(task.truth())
    said = {name: {**judgment("yes"), "replies": ["Yes.", "Yes.", "Yes."]} for name in names}
    said[names[0]]["replies"] = ["Yes, perhaps.", "Yes.", "Yes."]
    said[names[1]]["replies"] = []
    marked = judging.judge_run(task, run_of(task, "base", said), open_asker())
    told = [
        get_content(answer)["confident"]
        for answer in marked.answers.values()
        if get_content(answer)
    ]
    assert told == ["no", "yes", "yes", "yes", "yes", "yes"]
    assert marked.header.settings["judge"] == "tiny"


def test_judges_look_claims_up(endpoint: Endpoint, open_asker: OpenAsker, tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(1)])
    task = task_of(tmp_path, [file], "generation", test_share="1.0")
    endpoint.answer = says("A finding.")
    answers = ask(ClaimsLlm(), task, open_asker())
    assert get_content(answers["t00001-new"]) == {"claim": "A finding.", "more_information": "no"}
    endpoint.answer = lambda messages, _: (
        "Yes" if "finding of p1" in messages[-1]["content"] else "Hard to say"
    )
    records = {name: get_content(answer) for name, answer in answers.items() if get_content(answer)}
    marked = judging.judge_run(task, run_of(task, "base", records), open_asker())
    told = [
        get_content(answer)["accurate"] for answer in marked.answers.values() if get_content(answer)
    ]
    assert told == ["yes", "invalid", "invalid"]


def test_claims_and_subjects_are_written(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = lambda messages, _: (
        '{"support": "It works.", "refute": "It fails."}'
        if "two of them" in messages[0]["content"]
        else " a study of models "
    )
    snapshot = network().until(BEFORE)
    places = sample_papers(snapshot, date(2024, 1, 1), 0, 0)
    assert [snapshot.paper_id[place] for place in places] == ["s2:n1", "s2:x1"]
    assert len(sample_papers(snapshot, None, 2, 0)) == 2
    endpoint.faults = {"Zebras": ["refusal", "…"]}
    written = write_claims(snapshot, places, open_asker())
    assert written.counts == {"ok": 1, "refused": 1}
    assert [(row["paper_id"], row["stance"], row["text"]) for row in written.rows] == [
        ("s2:n1", "support", "It works."),
        ("s2:n1", "refute", "It fails."),
    ]
    assert written.rows[0]["origin"].startswith("tiny, sciencemeter/claims")
    [row] = write_subjects(snapshot, places, open_asker()).rows
    assert row["subject"] == "a study of models"
    endpoint.faults = {"Zebras": ["content without an end"]}
    written = write_subjects(snapshot, places, open_asker(graph_fingerprint="another"))
    assert written.counts == {"ok": 1, "invalid": 1}
    assert [row["paper_id"] for row in written.rows] == ["s2:n1"]


def test_a_budget_stop_leaves_a_file(
    endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.answer = lambda *_: " a study of models "
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    graph = scinet.Graph(lambda: pytest.fail("nothing is read"), cache=tmp_path)
    past = SimpleNamespace(before=lambda day: network().until(day))
    monkeypatch.setattr(Connected, "_access", lambda _: past)
    ledger, file = tmp_path / "ledger.sqlite", tmp_path / "subjects.jsonl"

    def annotate(**limits: float) -> None:
        model = scinet.ModelAccess(ledger, "tiny", limits=limits, workers=1)
        graph.annotate_papers("subjects", file, model, before=BEFORE)

    with pytest.raises(BudgetError):
        annotate(calls=2)
    assert len(file.read_text().splitlines()) == 2  # nothing stood there yet
    annotate()
    whole = file.read_bytes()
    assert len(whole.splitlines()) == 3
    ledger.unlink()
    for calls in (0, 2):
        with pytest.raises(BudgetError):
            annotate(calls=calls)
        assert file.read_bytes() == whole
    words = f"annotate papers subjects --out {file} --before {BEFORE} --model tiny"
    limit = ("--ledger", str(tmp_path / "line.sqlite"), "--limit", "calls=0")
    assert status(monkeypatch, *words.split(), *limit) == 1
    assert file.read_bytes() == whole


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="found"):
        ClaimsLlm(found="somewhere")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="neighbours"):
        ClaimsLlm(neighbours=-1)
    with pytest.raises(DataError):
        get_task_type("sciencemeter/generation").read_options({"split": "third"})
