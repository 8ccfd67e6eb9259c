"""Judged metrics of SciNetBench: what a judge is asked, once per paper, and what counts how."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.golden_network import load_network
from helpers.servers.endpoint import Endpoint

from scinet.errors import GraphUnavailableError
from scinet.eval.suites.scinetbench.ego_novelty import EgoNovelty
from scinet.eval.suites.scinetbench.path import Path as PathTask
from scinet.eval.suites.scinetbench.survey import Survey
from scinet.eval.task import Query, Task
from scinet.eval.task_type import Judged, JudgedTask, Marking, ScoredQuery, Scoring
from scinet.graph.connection import Database
from scinet.llm.asker import Asker

DAY = date(1994, 1, 10)  # P5 is of that day
EGO = EgoNovelty()
PATH = PathTask()
SURVEY = Survey()


def asked(*papers: str, query: str = "q1", text: str | None = None) -> ScoredQuery:
    truth = {"query_id": query, "path": ["P1", "P4"]}
    return ScoredQuery(
        Query(query, f"the question {query}", {}, DAY, 50), truth, papers if text is None else text
    )


def task(**options: Any) -> Task:
    return Task("s", "t", {"test": DAY}, options, 0, {}, {}, "g", "f", Path())


Judge = Callable[..., Sequence[Judged]]


@pytest.fixture
def judge(network: Database, open_asker: Callable[..., Asker]) -> Judge:
    """What a task makes of answers with a judge at hand."""

    def judged(
        kind: JudgedTask[Any], *given: ScoredQuery[Any], scoring: Scoring = "strict", **options: Any
    ) -> Sequence[Judged]:
        return kind.judge(given, open_asker(), Marking(task(**options), scoring, network))

    return judged


def by_title(scores: Mapping[str, int | str]) -> Callable[..., str]:
    """A judge that finds a title in what it reads; a word in place of a score breaks the form."""

    def answer(messages: list[dict[str, Any]], body: dict[str, Any]) -> str:
        del body
        read = messages[-1]["content"]
        (score,) = [score for title, score in scores.items() if title in read]
        return json.dumps({"reasoning": "because", "score": score})

    return answer


TITLES = {"Counting citations": 8, "A grammar": 2, "Parsing": 0, "Networks of papers": 6}


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[Database]:
    load_network(shared_database, "field")
    yield shared_database
    shared_database.rows("admin/wipe")


def test_each_paper_is_asked_once_and_only_of_the_past(judge: Judge, endpoint: Endpoint) -> None:
    endpoint.answer = by_title({**TITLES, "Networks of authors": 10})
    given = [asked("P1", "P2", "P5"), asked("P2", "P4", "nobody", "\0atitle", query="q2")]
    one, two = judge(EGO, *given)
    assert len(endpoint.requests) == 3  # P1, P2, P4
    assert not any("Networks of authors" in json.dumps(body) for body in endpoint.requests)
    assert one.values == {"Novelty-LLM": 10 / 3, "Novelty-LLM of judged": 10 / 3}
    assert one.statuses == {"ok": 2, "no_such_paper": 1}
    assert two.values == {"Novelty-LLM": 8 / 4, "Novelty-LLM of judged": 8 / 4}
    one, two = judge(EGO, *given, scoring="official")
    assert len(endpoint.requests) == 3  # all from the ledger
    assert (one.values["Novelty-LLM"], two.values["Novelty-LLM"]) == (5.0, 4.0)


def test_what_the_judge_fails_on_counts_zero_beside_the_mean_without_it(
    judge: Judge, endpoint: Endpoint
) -> None:
    endpoint.answer = by_title({**TITLES, "A grammar": "much"})
    given = [asked("P1", "P2", "P4"), asked(), replace(asked(), answer=None)]
    failed, empty, missing = judge(EGO, *given)
    assert failed.values == {"Novelty-LLM": 14 / 3, "Novelty-LLM of judged": 7.0}
    assert failed.statuses == {"ok": 2, "invalid": 1}
    assert set(empty.values.values()) == set(missing.values.values()) == {0.0}
    official = judge(EGO, *given, scoring="official")
    assert official[0].values == {"Novelty-LLM": 7.0, "Novelty-LLM of judged": 7.0}
    assert all(value != value for one in official[1:] for value in one.values.values())


def test_a_scale_from_one_has_no_zero(judge: Judge, endpoint: Endpoint) -> None:
    endpoint.answer = by_title(TITLES)
    (one,) = judge(EGO, asked("P1", "P3"), judge_scale="1-10")
    assert one.statuses == {"ok": 1, "invalid": 1}
    assert one.values == {"Novelty-LLM": 4.0, "Novelty-LLM of judged": 8.0}
    assert "Scores run from 1 to 10" in endpoint.requests[0]["messages"][0]["content"]


def test_a_path_is_judged_as_a_whole(judge: Judge, endpoint: Endpoint) -> None:
    endpoint.answer = lambda *_: json.dumps({"reasoning": "so", "score": 7})
    given = [
        asked("P1", "P5", "P4"),
        asked("P1", "P5", "P4"),  # of another system
        asked("P1", "P5", "P4", query="q2"),
        asked("P5", "nobody"),
        asked(),
        replace(asked(), answer=None),
    ]
    found = judge(PATH, *given)
    assert [one.values["Rationality"] for one in found] == [7.0, 7.0, 7.0, 0.0, 0.0, 0.0]
    assert found[3].statuses == {"no_such_paper": 1}
    assert len(endpoint.requests) == 2
    shown = endpoint.requests[0]["messages"][-1]["content"]
    assert "the question q" in shown
    places = [shown.index(text) for text in ("Counting citations", "(no such paper)", "Networks")]
    assert places == sorted(places)
    assert "Networks of authors" not in shown  # P5, of the day itself
    official = judge(PATH, *given, scoring="official")
    assert [one.values["Rationality"] for one in official[:3]] == [7.0] * 3
    assert all(one.values["Rationality"] != one.values["Rationality"] for one in official[3:])


def test_a_survey_has_five_scales_and_their_mean(judge: Judge, endpoint: Endpoint) -> None:
    scores = dict(zip(("relevance", "completeness", "depth", "consistency"), (9, 7, 5, 3)))  # noqa: B905
    endpoint.answer = lambda *_: json.dumps({"reasoning": "so", **scores, "usefulness": 1})
    text = "# A survey\nFirst [P1], then [P5]."
    found = judge(SURVEY, asked(text=text), asked(text=""), asked(), asked(text=text))
    assert len(endpoint.requests) == 1
    shown = endpoint.requests[0]["messages"][-1]["content"]
    assert "[P1] Counting citations by hand (1990)" in shown
    assert "Networks of authors" not in shown
    assert found[0].values["Depth"] == 5.0
    assert found[0].values["Survey-LLM"] == found[3].values["Survey-LLM"] == 5.0
    assert set(found[1].values.values()) == set(found[2].values.values()) == {0.0}
    assert found[0].values.keys() == found[2].values.keys()
    endpoint.answer = lambda *_: json.dumps({**scores, "reasoning": "so", "usefulness": 11})
    (wrong,) = judge(SURVEY, asked(text="[P2]"))
    assert wrong.values["Survey-LLM"] == wrong.values["Depth"] == 0.0
    assert wrong.values["Depth of judged"] != wrong.values["Depth of judged"]
    assert wrong.statuses == {"invalid": 1}


def test_a_judge_needs_the_graph(open_asker: Callable[..., Asker]) -> None:
    with pytest.raises(GraphUnavailableError, match="no graph is at hand"):
        EGO.judge([asked("P1")], open_asker(), Marking(task()))
