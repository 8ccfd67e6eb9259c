"""Who cites X with approval or criticism: truth from labels, scores by hand, a judge."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.golden_network import label_network
from helpers.networks.scoring import draft_of
from helpers.servers.endpoint import Endpoint

from scinet.errors import DataError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites.scinetbench.pair_sentiment import PairSentiment
from scinet.eval.task import Task, write_task
from scinet.eval.task_type import ScoredQuery, ScoringContext
from scinet.graph import snapshot
from scinet.graph.analysis import citation_labels
from scinet.graph.analysis.citation_labels import Label, MentionSpan
from scinet.graph.db.connection import Database
from scinet.llm.batch_client import LLMSession
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system

KIND = PairSentiment()
DAY = date(1996, 1, 1)


def build(database: Database, folder: Path, before: date = DAY, **options: str) -> Task:
    given = {"min_truth": "1", "queries": "6", "k": "10", **options}
    cut = snapshot.read_snapshot(database).until(before)
    return write_task(draft_of("scinetbench/pair-sentiment", cut, given, database=database), folder)


def truth_of(task: Task) -> dict[tuple[str, str], dict[str, Any]]:
    rows = task.truth("test")
    return {
        (query.inputs["paper_id"], query.inputs["polarity"]): rows[query.query_id]
        for query in task.queries("test")
    }


@pytest.fixture(scope="module")
def task(network: Database, tmp_path_factory: pytest.TempPathFactory) -> Task:
    return build(network, tmp_path_factory.mktemp("task") / "task")


def test_truth_names_its_source(task: Task) -> None:
    result = truth_of(task)
    of_p3 = {("P3", polarity) for polarity in ("positive", "neutral", "negative")}
    assert result.keys() == of_p3 | {("P4", "negative")}
    positive = result["P3", "positive"]
    told = [[item[name] for name in ("id", "label_source", "paragraph_ids")]
            for item in positive["items"]]  # fmt: skip
    assert told == [["P4", "classifier:gold", ["P4#0", "P4#1"]], ["P5", "human", []]]
    assert positive["others"] == ["P7"]
    assert task.counts["labels_of_classifier:gold"] == 3
    assert task.counts["labels_of_human"] == 2
    texts = {query.text for query in task.queries("test")}
    assert 'papers that cite "Networks of papers" with criticism' in texts


def test_rules_and_sources(network: Database, tmp_path: Path) -> None:
    every_sentiment = truth_of(build(network, tmp_path / "any"))
    every = truth_of(build(network, tmp_path / "all", rule="all"))
    assert [item["id"] for item in every["P3", "positive"]["items"]] == ["P5"]
    assert ("P3", "neutral") not in every
    human = truth_of(build(network, tmp_path / "human", sources="human"))
    assert human.keys() == {("P3", "positive"), ("P4", "negative")}
    preset: dict[str, Any] = {**KIND.preset("scinet-v2"), "queries": "1"}
    asked = truth_of(build(network, tmp_path / "v2", **preset))
    assert asked == {("P3", "positive"): every_sentiment["P3", "positive"]}


def test_labels_of_the_day_and_later_are_not_there(network: Database, tmp_path: Path) -> None:
    day = date(1994, 1, 10)  # of P5
    planted = build(network, tmp_path / "planted", before=day)
    assert truth_of(planted).keys() == {("P3", "positive"), ("P3", "neutral")}
    assert [item["id"] for item in truth_of(planted)["P3", "positive"]["items"]] == ["P4"]
    future = MentionSpan("P6#0", "", "P2", 4, 7), Label("negative", 1.0)
    citation_labels.store_labels(network, {"sentiment": [future]}, {"sentiment": "human"}, ["P6"])
    again = build(network, tmp_path / "again", before=day)
    assert again.fingerprint == planted.fingerprint
    later = build(network, tmp_path / "later")
    assert ("P2", "negative") in truth_of(later)
    label_network(network, "field")


def test_without_labels_it_says_what_to_do(network: Database, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no citation before 1993-01-01 has a sentiment") as error:
        build(network, tmp_path / "task", before=date(1993, 1, 1))
    assert "scinet annotate citations" in error.value.hint


def asked(task: Task, paper: str, polarity: str, papers: tuple[str, ...] | None) -> ScoredQuery:
    row = truth_of(task)[paper, polarity]
    query = next(item for item in task.queries("test") if item.query_id == row["query_id"])
    return ScoredQuery(query, row, papers)


def test_scores_by_hand(network: Database, task: Task) -> None:
    # P5 is true; P7 cites with criticism; P8 has no date; P9 does not cite.
    value = asked(task, "P3", "positive", ("P7", "P5", "P9", "P8"))
    missing = replace(value, answer=None)
    scored, nothing = KIND.score([value, missing], ScoringContext(task, "strict", network))
    assert scored["Cite-Acc"] == 2 / 4
    assert scored["Cite-Sentiment"] == 1 / 4
    assert scored["precision@10"] == 1 / 2
    assert scored["recall@10"] == 1 / 2
    assert nothing["Cite-Sentiment"] == 0.0
    official, _ = KIND.score([value, missing], ScoringContext(task, "official", network))
    assert official["Cite-Sentiment"] == 1 / 4
    assert official["Cite-Acc"] == 0.0  # the definition asks for papers that P3 cites
    assert KIND.ideal(value.query, value.truth, "strict") == ["P4", "P5"]


@pytest.mark.parametrize(
    ("direction", "strict", "official"),
    [("auto", 1 / 3, 2 / 3), ("in", 1 / 3, 1 / 3), ("out", 2 / 3, 2 / 3), ("either", 1.0, 1.0)],
)
def test_the_direction_of_a_citation(
    direction: str, strict: float, official: float, network: Database, tmp_path: Path
) -> None:
    """P3 cites P1 and P2, and P5 cites P3; what a label says is of papers that cite P3."""
    made = build(network, tmp_path / direction, direction=direction)
    value = asked(made, "P3", "positive", ("P1", "P2", "P5"))
    for scoring, expected in (("strict", strict), ("official", official)):
        [result] = KIND.score([value], ScoringContext(made, scoring, network))  # type: ignore[arg-type]
        assert result["Cite-Acc"] == pytest.approx(expected)
        assert result["Cite-Sentiment"] == pytest.approx(1 / 3)


def test_a_judge_reads_what_nobody_labelled(
    network: Database, task: Task, endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    def judge(messages: list[dict[str, Any]], body: dict[str, Any]) -> str:
        del body
        text = messages[-1]["content"]
        assert "Networks of papers" in text
        assert "See [1] and [[[2]]]." in text
        return json.dumps({"sentiment": "negative"})

    endpoint.answer = judge
    # P7 is labelled so; P6 mentions P4 in one paragraph; P9 does not cite it.
    value = asked(task, "P4", "negative", ("P7", "P6", "P9"))
    (result,) = KIND.judge([value], open_asker(), ScoringContext(task, "strict", network))
    assert result.values["Cite-Sentiment by judge"] == pytest.approx(2 / 3)
    assert result.statuses == {"ok": 1}
    assert len(endpoint.requests) == 1
    endpoint.answer = lambda *_: "I do not know."
    asker = open_asker(graph_fingerprint="another")  # its answers are not those in the ledger
    (result,) = KIND.judge([value], asker, ScoringContext(task, "strict", network))
    assert result.values["Cite-Sentiment by judge"] == pytest.approx(1 / 3)
    assert result.values["Cite-Sentiment by judge of judged"] == pytest.approx(1 / 2)
    assert result.statuses == {"invalid": 1}


def test_the_graph_answers_exactly(network: Database, task: Task) -> None:
    queries = task.queries("test")
    cut = snapshot.read_snapshot(network).until(DAY)
    result = answer_queries(make_system("graph"), queries, KIND, database=network, snapshot=cut)
    for query, answer in zip(queries, result, strict=True):
        truth = task.truth("test")[query.query_id]
        assert {item.id for item in get_items(answer)} == {entry["id"] for entry in truth["items"]}
        assert answer.explanation is not None
        assert answer.explanation["statement"] == "pair/citing_with"
        assert answer.explanation["evidence"][0]["label_source"] in {"human", "classifier:gold"}
