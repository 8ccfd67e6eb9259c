"""Judged metrics of SciNetBench, once per paper, and what is told of a survey without a judge."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.field_tasks import cut_of, scored
from helpers.networks.scored_network import load_field
from helpers.networks.scoring import draft_of, means, run_of
from helpers.servers.endpoint import Endpoint

from scinet.errors import GraphUnavailableError
from scinet.eval.answer import TextAnswer
from scinet.eval.suites.scinetbench.ego_novelty import EgoNovelty
from scinet.eval.suites.scinetbench.path import PathTask as PathTask
from scinet.eval.suites.scinetbench.survey import SurveyTask
from scinet.eval.task import Query, Task, write_task
from scinet.eval.task_type import JudgedAnswer, JudgedTask, ScoredQuery, Scoring, ScoringContext
from scinet.graph.db.connection import Database
from scinet.llm.batch_client import LLMSession

DAY = date(1994, 1, 10)  # P5 is of that day
EGO = EgoNovelty()
PATH = PathTask()
SURVEY = SurveyTask()


def asked(*papers: str, query: str = "q1", text: str | None = None) -> ScoredQuery:
    truth = {"query_id": query, "path": ["P1", "P4"]}
    return ScoredQuery(
        Query(query, f"the question {query}", {}, DAY, 50), truth, papers if text is None else text
    )


def task(**options: Any) -> Task:
    return Task("s", "t", {"test": DAY}, options, 0, {}, {}, "g", "f", Path())


Judge = Callable[..., Sequence[JudgedAnswer]]


@pytest.fixture
def judge(network: Database, open_asker: Callable[..., LLMSession]) -> Judge:
    """What a task makes of answers with a judge available."""

    def judged(
        kind: JudgedTask[Any], *given: ScoredQuery[Any], scoring: Scoring = "strict", **options: Any
    ) -> Sequence[JudgedAnswer]:
        return kind.judge(given, open_asker(), ScoringContext(task(**options), scoring, network))

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


def test_each_paper_is_asked_once_and_only_of_the_past(judge: Judge, endpoint: Endpoint) -> None:
    endpoint.answer = by_title({**TITLES, "Networks of authors": 10})
    given = [asked("P1", "P2", "P5"), asked("P2", "P4", "nobody", "\0atitle", query="q2")]
    first, second = judge(EGO, *given)
    assert len(endpoint.requests) == 3  # P1, P2, P4
    assert not any("Networks of authors" in json.dumps(body) for body in endpoint.requests)
    assert first.values == {"Novelty-LLM": 10 / 3, "Novelty-LLM of judged": 10 / 3}
    assert first.statuses == {"ok": 2, "no_such_paper": 1}
    assert second.values == {"Novelty-LLM": 8 / 4, "Novelty-LLM of judged": 8 / 4}
    first, second = judge(EGO, *given, scoring="official")
    assert len(endpoint.requests) == 3  # all from the ledger
    assert (first.values["Novelty-LLM"], second.values["Novelty-LLM"]) == (5.0, 4.0)


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
    assert all(value != value for item in official[1:] for value in item.values.values())


def test_a_scale_from_one_has_no_zero(judge: Judge, endpoint: Endpoint) -> None:
    endpoint.answer = by_title(TITLES)
    (item,) = judge(EGO, asked("P1", "P3"), judge_scale="1-10")
    assert item.statuses == {"ok": 1, "invalid": 1}
    assert item.values == {"Novelty-LLM": 4.0, "Novelty-LLM of judged": 8.0}
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
    result = judge(PATH, *given)
    assert [item.values["Rationality"] for item in result] == [7.0, 7.0, 7.0, 0.0, 0.0, 0.0]
    assert result[3].statuses == {"no_such_paper": 1}
    assert len(endpoint.requests) == 2
    shown = endpoint.requests[0]["messages"][-1]["content"]
    assert "the question q" in shown
    places = [shown.index(text) for text in ("Counting citations", "(no such paper)", "Networks")]
    assert places == sorted(places)
    assert "Networks of authors" not in shown  # P5, of the day itself
    official = judge(PATH, *given, scoring="official")
    assert [item.values["Rationality"] for item in official[:3]] == [7.0] * 3
    assert all(item.values["Rationality"] != item.values["Rationality"] for item in official[3:])


def test_a_survey_has_five_scales_and_their_mean(judge: Judge, endpoint: Endpoint) -> None:
    scores = dict(zip(("relevance", "completeness", "depth", "consistency"), (9, 7, 5, 3)))  # noqa: B905
    endpoint.answer = lambda *_: json.dumps({"reasoning": "so", **scores, "usefulness": 1})
    text = "# A survey\nFirst [P1], then [P5]."
    result = judge(SURVEY, asked(text=text), asked(text=""), asked(), asked(text=text))
    assert len(endpoint.requests) == 1
    shown = endpoint.requests[0]["messages"][-1]["content"]
    assert "[P1] Counting citations by hand (1990)" in shown
    assert "Networks of authors" not in shown
    assert result[0].values["Depth"] == 5.0
    assert result[0].values["Survey-LLM"] == result[3].values["Survey-LLM"] == 5.0
    assert set(result[1].values.values()) == set(result[2].values.values()) == {0.0}
    assert result[0].values.keys() == result[2].values.keys()
    endpoint.answer = lambda *_: json.dumps({**scores, "reasoning": "so", "usefulness": 11})
    (wrong,) = judge(SURVEY, asked(text="[P2]"))
    assert wrong.values["Survey-LLM"] == wrong.values["Depth"] == 0.0
    assert wrong.values["Depth of judged"] != wrong.values["Depth of judged"]
    assert wrong.statuses == {"invalid": 1}


def test_a_judge_needs_the_graph(open_asker: Callable[..., LLMSession]) -> None:
    with pytest.raises(GraphUnavailableError, match="no graph is available"):
        EGO.judge([asked("P1")], open_asker(), ScoringContext(task()))


ASKED = ScoredQuery[str](
    Query("q1", "the development from P1 to P4", {}, DAY, 50),
    {"query_id": "q1", "path": ["P1", "P2", "P4"]},
    None,
)


def test_what_is_told_of_a_text(network: Database) -> None:
    # P5 is of the day itself, X9 is nobody, P4 is later than P1.
    text = "# Papers\nAfter [P4] came [P1; X9], [P4] again and [P5]."
    cites_none = "Nothing [to see] here."
    texts = [replace(ASKED, answer=text), replace(ASKED, answer=cites_none), ASKED]
    strict, none, missing = SURVEY.score(texts, ScoringContext(task(), "strict", network))
    assert strict == {
        "Truth cited": 0.0,
        "Truth cited with ends": 2 / 3,
        "Citations that hold": 2 / 4,
        "Time order": pytest.approx(-1.0),
        "Papers cited": 2.0,
        "Words": 11.0,
    }
    undefined = pytest.approx(math.nan, nan_ok=True)
    assert none == {**dict.fromkeys(strict, 0.0), "Time order": undefined, "Words": 4.0}
    assert missing == {**dict.fromkeys(strict, 0.0), "Time order": undefined}
    official, none, missing = SURVEY.score(texts, ScoringContext(task(), "official", network))
    assert (official["Truth cited"], official["Truth cited without ends"]) == (2 / 3, 0.0)
    assert none["Citations that hold"] == undefined
    assert all(math.isnan(value) for value in missing.values())


def test_it_is_built_from_paths(database: Database, tmp_path: Path) -> None:
    load_field(database)
    options = {"queries": "3", "pairs_per_subfield": "2"}
    draft = draft_of("scinetbench/survey", cut_of(database), options, database=database)
    made = write_task(draft, tmp_path / "task")
    queries, truth = made.queries(), made.truth()
    assert len(queries) == made.counts["queries"] == 3
    assert made.left_out["queries_not_drawn"] == 1
    for query in queries:
        path = truth[query.query_id]["path"]
        assert (path[0], path[-1]) == (query.inputs["source_id"], query.inputs["target_id"])
        assert query.inputs["context"] == []
        assert query.inputs["domain"].startswith("Venue")
        assert "abstract" in " ".join(query.inputs)
    told = SURVEY.add_truth(made, split="test")
    assert [query.inputs["context"] for query in told] == [row["path"] for row in truth.values()]
    assert [replace(one, inputs={}) for one in told] == [replace(q, inputs={}) for q in queries]

    text = "".join(f"[{paper}] " for paper in reversed(truth["q0001"]["path"]))
    run = run_of(made, [TextAnswer("q0001", text=text)])
    results = scored(database, made, [run], with_controls=True)
    found = {system: means(result) for system, result in results.items()}
    assert found["mine"]["Truth cited with ends"] == pytest.approx(1 / 3)
    assert found["mine"]["Time order"] == pytest.approx(-1.0)
    for metric in ("Truth cited", "Truth cited with ends", "Citations that hold", "Time order"):
        assert found["oracle"][metric] == pytest.approx(1.0)
    assert found["random"]["Truth cited with ends"] < 1.0
    assert found["constant"]["Citations that hold"] == 1.0
