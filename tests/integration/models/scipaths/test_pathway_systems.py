"""SciPaths end to end on a small network: tasks, systems, judge, replay, and no look ahead.

The local endpoint answers by rules of this file; its answers prove mechanics and nothing else.
"""

import json
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import load_rows
from helpers.networks.endings import ending
from helpers.networks.scoring import draft_of
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.eval import run as runs
from scinet.eval import task as tasks
from scinet.eval.answer import Answer, get_content
from scinet.eval.evaluate import evaluate
from scinet.eval.options import EvaluationOptions
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot, read_snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base import run
from scinet.models.registry import make_system
from scinet.models.scipaths.search import Candidate, TextCorpus

DAY = date(2022, 1, 1)
PAPERS = [
    ("corpus", "2015", "A corpus of annotated dialogue"),
    ("parser", "2016", "Parsing sentences with transition systems"),
    ("images", "2017", "Labelled images of birds"),
    ("metric", "2018", "A metric for the fluency of dialogue"),
    ("same-day", "2021-01-01", "Annotated dialogue of the day itself"),
    ("late", "2021-06", "A corpus of annotated dialogue, extended"),
    ("old", "2019", "A dialogue system trained on annotated dialogue"),
    ("new", "2021-03", "A fluent dialogue system"),
]
Rows = list[dict[str, Any]]


def step(text: str, *papers: str) -> dict[str, Any]:
    return {
        "enabling_contribution_id": text,
        "enabling_contribution": text,
        "canonical_grounding": {"paper_id": papers[0]} if papers else None,
        "additional_groundings": [{"paper_id": paper} for paper in papers[1:]],
        "canonical_annotation": {"roles": ["DATA_SOURCE"], "rationale": f"{text} is needed."},
    }


CLAIMS: Rows = [
    {
        "claim_id": "old:1", "conference_year": 2019, "target_paper_id": "old",
        "target_contribution": "Tool: A dialogue system.",
        "enabling_contributions": [step("Annotated dialogue corpus", "corpus")],
    },
    {
        "claim_id": "new:1", "conference_year": 2021, "target_paper_id": "new",
        "target_contribution": "Tool: A fluent dialogue system.",
        "enabling_contributions": [
            step("TextCorpus of annotated dialogue", "corpus", "late", "same-day"),
            step("Fluency metric for dialogue", "metric"), step("A new training schedule"),
        ],
    },
]  # fmt: skip


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Snapshot:
    shared_database.rows("admin/wipe")
    load_rows(shared_database, *({"id": n, "date": day, "title": t} for n, day, t in PAPERS))
    load_rows(shared_database, *CLAIMS, source="")
    return read_snapshot(shared_database)


@dataclass(frozen=True)
class Bench:
    """The network, and a folder for tasks of it."""

    database: Database
    network: Snapshot
    folder: Path

    def build(self, name: str, **given: str) -> Task:
        """Build a task of what is dated before the day."""
        past, folder = self.network.until(DAY), self.folder / "-".join((name, *given.values()))
        return tasks.write_task(
            draft_of(f"scipaths/{name}", past, given, database=self.database), folder
        )

    def answer(
        self, system: str, task: Task, asker: LLMSession | None = None, **settings: str
    ) -> dict[str, Answer]:
        """Answer all queries of a task."""
        if system.startswith("grounding"):
            settings["search"] = "words"
        answers = run.answer_queries(
            make_system(system, settings), task.queries(), get_task_type(task.id),
            database=self.database, snapshot=self.network.until(DAY), asker=asker,
        )  # fmt: skip
        return {item.query_id: item for item in answers}


@pytest.fixture
def bench(shared_database: Database, network: Snapshot, tmp_path: Path) -> Bench:
    return Bench(shared_database, network, tmp_path)


def scripted(messages: list[dict[str, Any]], body: dict[str, Any]) -> str:
    del body
    asked, text = messages[0]["content"], messages[-1]["content"]
    if '"matches"' in asked:
        edges = [(1, 1, "full"), (2, 1, "partial"), (9, 1, "full")]
        rows = [
            {"reference_idx": gold, "predicted_idx": other, "match": task_type, "reasoning": "."}
            for gold, other, task_type in edges
        ]
        return json.dumps({"matches": rows})
    if '"verdicts"' in asked:
        return json.dumps({"verdicts": [{"pair": 1, "verdict": "same", "reasoning": "."}]})
    if '"queries"' in asked:
        return json.dumps({"queries": ["annotated dialogue corpus", "fluency metric"]})
    if '"scores"' in asked:
        titles = re.findall(r"^\d+\. <data>\n(.*)\n</data>", text.split("Candidates:")[1], re.M)
        rows = [
            {"candidate": n, "score": 5 if "metric" in title else 0, "grounds": [], "reason": "."}
            for n, title in enumerate(titles, start=1)
        ]
        return json.dumps({"scores": rows})
    item = {"description": "Dialogue", "role": "DATA_SOURCE", "rationale": ".", "ref_title": None}
    return json.dumps({"contributions": [item]})


def test_truth_holds_what_is_dated_before_the_day(bench: Bench) -> None:
    task = bench.build("grounding")
    row = task.truth()["new:1"]
    assert row["groups"] == [["corpus"], ["metric"]]
    assert row["published"] == [["corpus", "late", "same-day"], ["metric"]]
    assert task.left_out["groundings_not_before"] == 2
    single = bench.build("grounding-single")
    items = {name: row["items"] for name, row in single.truth().items()}
    expected = {"old:1#0": ["corpus"], "new:1#0": ["corpus"], "new:1#1": ["metric"], "new:1#2": []}
    assert items == expected


def test_a_paper_that_appeared_early_moves_the_day_of_its_claim(bench: Bench) -> None:
    for option, day in (("first", "2021-01-01"), ("last", "2021-03-01"), ("paper", "2021-03-01")):
        task = bench.build("enabling", t_d=option)
        days = {query.query_id: query.before.isoformat() for query in task.queries()}
        assert days["new:1"] == day


def test_candidates_are_ranked_by_frequency_and_best_rank() -> None:
    assert Candidate(0, 3, 2, (0, 1, 2)).score == 3.5
    assert Candidate(0, 1, 1, (0,)).score == 2.0


def test_search_finds_earlier_papers_and_never_later_ones(bench: Bench) -> None:
    task = bench.build("grounding", mode="B3")
    result = bench.answer("grounding-search", task)
    listed = [item.id for item in get_items(result["new:1"])]
    assert {"corpus", "metric"} <= set(listed)
    assert not {"same-day", "late", "new"} & set(listed)
    assert result["new:1"].explanation["queries"][-1] == "A fluent dialogue system."
    [first] = [
        row for row in result["new:1"].explanation["candidates"] if row["paper_id"] == "metric"
    ]
    assert first["deterministic_score"] == first["frequency"] + 1 / first["best_rank"]


def test_what_enabled_the_nearest_earlier_claim_is_the_floor(bench: Bench) -> None:
    task = bench.build("enabling")
    result = bench.answer("enabling-nearest", task)
    [item] = (get_content(result["new:1"]) or {})["contributions"]
    assert item["description"] == "Annotated dialogue corpus"
    assert get_content(result["old:1"]) == {"contributions": []}  # nothing is earlier


def test_a_model_scores_candidates(bench: Bench, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = scripted
    task = bench.build("grounding")
    result = bench.answer("grounding-llm", task, open_asker())
    assert [item.id for item in get_items(result["new:1"])][:2] == ["metric", "corpus"]
    told = json.dumps(endpoint.requests)
    assert "extended" not in told  # the title of a later paper
    sent = len(endpoint.requests)
    again = bench.answer("grounding-llm", task, open_asker(replay=True))
    assert again == result
    assert len(endpoint.requests) == sent
    single = bench.build("grounding-single")
    result = bench.answer("single-llm", single, open_asker())
    record = get_content(result["new:1#1"])
    assert record is not None
    assert record["papers"] == ["metric"]


def test_useless_queries_give_way(bench: Bench, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = scripted
    endpoint.faults = {"fluent dialogue": ["prose", "…"], "A dialogue system": ["too_long", "html"]}
    task = bench.build("grounding")
    result = bench.answer("grounding-queries", task, open_asker())
    assert result["new:1"].explanation["queries_by"] == "invalid"
    assert get_items(result["new:1"])
    endpoint.faults = {"dialogue": ["html", "…"]}
    lost = bench.answer("grounding-queries", task, open_asker(graph_fingerprint="other"))
    assert {ending(item) for item in lost.values()} == {"endpoint_error"}


def test_judges_score_full_matches(bench: Bench, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = scripted
    task = bench.build("enabling")
    task_type = get_task_type(task.id)
    asker = open_asker()
    output = bench.answer("enabling-llm", task, asker)
    header = runs.RunHeader("llm", "1", task.fingerprint, "text", {}, 0)
    run = runs.Run(header, output)

    def metrics(**given: Any) -> dict[str, float]:
        [result] = evaluate(
            task_type, task, [run], EvaluationOptions(**given), judge=asker, with_controls=False
        )
        return {metric.metric: metric.mean for metric in result.metrics}

    # One of one gold for the old claim, one of three for the new one; one prediction each.
    strict = metrics()
    assert strict["recall"] == pytest.approx((1 + 1 / 3) / 2)
    assert strict["precision"] == 1.0
    assert strict["F1"] == pytest.approx((1 + 0.5) / 2)
    assert strict["rationale same"] == 1.0
    endpoint.faults = {"A fluent dialogue": ["prose", "…"]}
    asker = open_asker(graph_fingerprint="other")
    failed = metrics()
    assert failed["recall"] == pytest.approx(1 / 2)
    assert failed["recall of judged"] == 1.0
    assert metrics(scoring="official")["recall"] == pytest.approx(1 / 2)


def test_examples_are_earlier(bench: Bench, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = scripted
    future = {**CLAIMS[0], "claim_id": "x", "target_contribution": "Tool: The future."}
    past = {**future, "conference_year": 2010, "target_contribution": "Tool: The past."}
    file = bench.folder / "training.json"
    file.write_text(json.dumps([{**future, "conference_year": 2021}, past]))
    task = bench.build("enabling")
    bench.answer("enabling-llm", task, open_asker(), examples=str(file))
    told = json.dumps(endpoint.requests)
    assert "The past." in told
    assert "The future." not in told


def test_both_searches_agree_on_an_obvious_paper(network: Snapshot) -> None:
    for way in ("words", "vectors", "both"):
        corpus = TextCorpus(network, way, None)
        pool = corpus.pool(["labelled images of birds"], frozenset({"corpus"}), each=3, most=2)
        assert str(network.paper_id[pool[0].place]) == "images"
        assert len(pool) <= 2
