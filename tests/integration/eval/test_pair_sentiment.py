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
from scinet.eval.ranked_list import items_of
from scinet.eval.suites.scinetbench.pair_sentiment import PairSentiment
from scinet.eval.task import Task, write
from scinet.eval.task_type import Marking, ScoredQuery
from scinet.graph import labels, snapshot
from scinet.graph.connection import Database
from scinet.graph.labels import Label, Mention
from scinet.llm.asker import Asker
from scinet.models.base.run import answers
from scinet.models.registry import make

KIND = PairSentiment()
DAY = date(1996, 1, 1)


def build(database: Database, folder: Path, before: date = DAY, **options: str) -> Task:
    given = {"min_truth": "1", "queries": "6", "k": "10", **options}
    cut = snapshot.read(database).until(before)
    return write(draft_of("scinetbench/pair-sentiment", cut, given, database=database), folder)


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
    found = truth_of(task)
    of_p3 = {("P3", polarity) for polarity in ("positive", "neutral", "negative")}
    assert found.keys() == of_p3 | {("P4", "negative")}
    positive = found["P3", "positive"]
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
    assert [one["id"] for one in every["P3", "positive"]["items"]] == ["P5"]
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
    assert [one["id"] for one in truth_of(planted)["P3", "positive"]["items"]] == ["P4"]
    future = Mention("P6#0", "", "P2", 4, 7), Label("negative", 1.0)
    labels.store(network, {"sentiment": [future]}, {"sentiment": "human"}, ["P6"])
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
    query = next(one for one in task.queries("test") if one.query_id == row["query_id"])
    return ScoredQuery(query, row, papers)


def test_scores_by_hand(network: Database, task: Task) -> None:
    # P5 is true; P7 cites with criticism; P8 has no date; P9 does not cite.
    one = asked(task, "P3", "positive", ("P7", "P5", "P9", "P8"))
    missing = replace(one, answer=None)
    scored, nothing = KIND.score([one, missing], Marking(task, "strict", network))
    assert scored["Cite-Acc"] == 2 / 4
    assert scored["Cite-Sentiment"] == 1 / 4
    assert scored["precision@10"] == 1 / 2
    assert scored["recall@10"] == 1 / 2
    assert nothing["Cite-Sentiment"] == 0.0
    official, _ = KIND.score([one, missing], Marking(task, "official", network))
    assert official["Cite-Sentiment"] == 1 / 4
    assert official["Cite-Acc"] == 0.0  # the definition asks for papers that P3 cites
    assert KIND.ideal(one.query, one.truth, "strict") == ["P4", "P5"]


@pytest.mark.parametrize(
    ("direction", "strict", "official"),
    [("auto", 1 / 3, 2 / 3), ("in", 1 / 3, 1 / 3), ("out", 2 / 3, 2 / 3), ("either", 1.0, 1.0)],
)
def test_the_direction_of_a_citation(
    direction: str, strict: float, official: float, network: Database, tmp_path: Path
) -> None:
    """P3 cites P1 and P2, and P5 cites P3; what a label says is of papers that cite P3."""
    made = build(network, tmp_path / direction, direction=direction)
    one = asked(made, "P3", "positive", ("P1", "P2", "P5"))
    for scoring, expected in (("strict", strict), ("official", official)):
        [found] = KIND.score([one], Marking(made, scoring, network))  # type: ignore[arg-type]
        assert found["Cite-Acc"] == pytest.approx(expected)
        assert found["Cite-Sentiment"] == pytest.approx(1 / 3)


def test_a_judge_reads_what_nobody_labelled(
    network: Database, task: Task, endpoint: Endpoint, open_asker: Callable[..., Asker]
) -> None:
    def judge(messages: list[dict[str, Any]], body: dict[str, Any]) -> str:
        del body
        text = messages[-1]["content"]
        assert "Networks of papers" in text
        assert "See [1] and [[[2]]]." in text
        return json.dumps({"sentiment": "negative"})

    endpoint.answer = judge
    # P7 is labelled so; P6 mentions P4 in one paragraph; P9 does not cite it.
    one = asked(task, "P4", "negative", ("P7", "P6", "P9"))
    (found,) = KIND.judge([one], open_asker(), Marking(task, "strict", network))
    assert found.values["Cite-Sentiment by judge"] == pytest.approx(2 / 3)
    assert found.statuses == {"ok": 1}
    assert len(endpoint.requests) == 1
    endpoint.answer = lambda *_: "I do not know."
    asker = open_asker(graph_fingerprint="another")  # its answers are not those in the ledger
    (found,) = KIND.judge([one], asker, Marking(task, "strict", network))
    assert found.values["Cite-Sentiment by judge"] == pytest.approx(1 / 3)
    assert found.values["Cite-Sentiment by judge of judged"] == pytest.approx(1 / 2)
    assert found.statuses == {"invalid": 1}


def test_the_graph_answers_exactly(network: Database, task: Task) -> None:
    queries = task.queries("test")
    cut = snapshot.read(network).until(DAY)
    found = answers(make("graph"), queries, KIND, database=network, snapshot=cut)
    for query, answer in zip(queries, found, strict=True):
        truth = task.truth("test")[query.query_id]
        assert {item.id for item in items_of(answer)} == {one["id"] for one in truth["items"]}
        assert answer.explanation is not None
        assert answer.explanation["statement"] == "pair/citing_with"
        assert answer.explanation["evidence"][0]["label_source"] in {"human", "classifier:gold"}
