"""SciPaths end to end on a small network: tasks, systems, judge, replay, and no look ahead.

The local endpoint answers by rules of this file; its answers prove mechanics and nothing else.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.endings import ending
from helpers.endpoint import Endpoint, OpenAsker

from scinet.eval import run as runs
from scinet.eval import task as tasks
from scinet.eval.answer import Answer, content_of
from scinet.eval.evaluate import evaluate
from scinet.eval.ranked_list import items_of
from scinet.eval.suites import named
from scinet.eval.task import Task
from scinet.eval.task_type import Material
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.snapshot import Snapshot, read
from scinet.llm.asker import Asker
from scinet.models.base import run
from scinet.models.registry import make
from scinet.models.scipaths.search import Candidate, Corpus

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
        "claim_id": "old:1",
        "conference_year": 2019,
        "target_paper_id": "old",
        "target_contribution": "Tool: A dialogue system.",
        "enabling_contributions": [step("Annotated dialogue corpus", "corpus")],
    },
    {
        "claim_id": "new:1",
        "conference_year": 2021,
        "target_paper_id": "new",
        "target_contribution": "Tool: A fluent dialogue system.",
        "enabling_contributions": [
            step("Corpus of annotated dialogue", "corpus", "late", "same-day"),
            step("Fluency metric for dialogue", "metric"),
            step("A new training schedule"),
        ],
    },
]


@pytest.fixture(scope="module")
def network(
    shared_database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Snapshot]:
    """The network, loaded once: tests only read it."""
    folder = tmp_path_factory.mktemp("pathways")
    shared_database.rows("admin/wipe")
    rows = [{"id": name, "date": day, "title": title} for name, day, title in PAPERS]
    (folder / "papers.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "claims.json").write_text(json.dumps(CLAIMS))
    load(shared_database, [folder / "papers.jsonl"], kind="records")
    load(shared_database, [folder / "claims.json"], source="")
    yield read(shared_database, None, cache=None)
    shared_database.rows("admin/wipe")


def build(database: Database, snapshot: Snapshot, name: str, folder: Path, **given: str) -> Task:
    task_type = named(f"scipaths/{name}")
    material = Material(snapshot.until(DAY), DAY, 0, database)
    return tasks.write(task_type.build(material, task_type.read_options(given)), folder / name)


def answered(
    system: str, task: Task, database: Database, snapshot: Snapshot, asker: Asker | None = None
) -> dict[str, Answer]:
    settings = {"search": "words"} if system.startswith("grounding") else {}
    found = run.answers(
        make(system, settings),
        task.queries(),
        named(task.id),
        database=database,
        snapshot=snapshot.until(DAY),
        asker=asker,
    )
    return {one.query_id: one for one in found}


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


def test_truth_holds_what_is_dated_before_the_day_and_counts_the_rest(
    shared_database: Database, network: Snapshot, tmp_path: Path
) -> None:
    task = build(shared_database, network, "grounding", tmp_path)
    row = task.truth()["new:1"]
    assert row["groups"] == [["corpus"], ["metric"]]
    assert row["published"] == [["corpus", "late", "same-day"], ["metric"]]
    assert task.left_out["groundings_not_before"] == 2
    single = build(shared_database, network, "grounding-single", tmp_path)
    items = {name: row["items"] for name, row in single.truth().items()}
    assert items == {
        "old:1#0": ["corpus"],
        "new:1#0": ["corpus"],
        "new:1#1": ["metric"],
        "new:1#2": [],
    }


def test_a_paper_that_appeared_early_moves_the_day_of_its_claim(
    shared_database: Database, network: Snapshot, tmp_path: Path
) -> None:
    for option, day in (("first", "2021-01-01"), ("last", "2021-03-01"), ("paper", "2021-03-01")):
        task = build(shared_database, network, "enabling", tmp_path / option, t_d=option)
        days = {query.query_id: query.before.isoformat() for query in task.queries()}
        assert days["new:1"] == day


def test_candidates_are_ranked_by_frequency_and_best_rank() -> None:
    assert Candidate(0, 3, 2, (0, 1, 2)).score == 3.5
    assert Candidate(0, 1, 1, (0,)).score == 2.0


def test_search_finds_earlier_papers_and_never_later_ones(
    shared_database: Database, network: Snapshot, tmp_path: Path
) -> None:
    task = build(shared_database, network, "grounding", tmp_path, mode="B3")
    found = answered("grounding-search", task, shared_database, network)
    listed = [item.id for item in items_of(found["new:1"])]
    assert {"corpus", "metric"} <= set(listed)
    assert not {"same-day", "late", "new"} & set(listed)
    assert found["new:1"].explanation["queries"][-1] == "A fluent dialogue system."
    [first] = [
        row for row in found["new:1"].explanation["candidates"] if row["paper_id"] == "metric"
    ]
    assert first["deterministic_score"] == first["frequency"] + 1 / first["best_rank"]


def test_what_enabled_the_nearest_earlier_claim_is_the_floor(
    shared_database: Database, network: Snapshot, tmp_path: Path
) -> None:
    task = build(shared_database, network, "enabling", tmp_path)
    found = answered("enabling-nearest", task, shared_database, network)
    [item] = (content_of(found["new:1"]) or {})["contributions"]
    assert item["description"] == "Annotated dialogue corpus"
    assert content_of(found["old:1"]) == {"contributions": []}  # nothing is earlier


def test_a_model_writes_queries_and_scores_candidates(
    shared_database: Database,
    network: Snapshot,
    tmp_path: Path,
    endpoint: Endpoint,
    open_asker: OpenAsker,
) -> None:
    endpoint.answer = scripted
    task = build(shared_database, network, "grounding", tmp_path)
    found = answered("grounding-llm", task, shared_database, network, open_asker())
    assert [item.id for item in items_of(found["new:1"])][:2] == ["metric", "corpus"]
    told = json.dumps(endpoint.requests)
    assert "extended" not in told  # the title of a later paper
    sent = len(endpoint.requests)
    again = answered("grounding-llm", task, shared_database, network, open_asker(replay=True))
    assert again == found
    assert len(endpoint.requests) == sent
    single = build(shared_database, network, "grounding-single", tmp_path)
    found = answered("single-llm", single, shared_database, network, open_asker())
    record = content_of(found["new:1#1"])
    assert record is not None
    assert record["papers"] == ["metric"]


def test_useless_queries_give_way_to_the_claims_words_and_lost_ones_end_the_query(
    shared_database: Database,
    network: Snapshot,
    tmp_path: Path,
    endpoint: Endpoint,
    open_asker: OpenAsker,
) -> None:
    endpoint.answer = scripted
    endpoint.faults = {"fluent dialogue": ["prose", "…"], "A dialogue system": ["too_long", "html"]}
    task = build(shared_database, network, "grounding", tmp_path)
    found = answered("grounding-queries", task, shared_database, network, open_asker())
    assert found["new:1"].explanation["queries_by"] == "invalid"
    assert items_of(found["new:1"])
    endpoint.faults = {"dialogue": ["html", "…"]}
    lost = answered(
        "grounding-queries", task, shared_database, network, open_asker(graph_fingerprint="other")
    )
    assert {ending(one) for one in lost.values()} == {"endpoint_error"}


def test_the_judge_scores_full_matches_and_failures_count_nothing(
    shared_database: Database,
    network: Snapshot,
    tmp_path: Path,
    endpoint: Endpoint,
    open_asker: OpenAsker,
) -> None:
    endpoint.answer = scripted
    task = build(shared_database, network, "enabling", tmp_path)
    task_type = named(task.id)
    asker = open_asker()
    found = answered("enabling-llm", task, shared_database, network, asker)
    header = runs.Header("llm", "1", task.fingerprint, "text", {}, 0)
    run = runs.Run(header, found)

    def metrics(**given: Any) -> dict[str, float]:
        [result] = evaluate(task_type, task, [run], judge=asker, with_controls=False, **given)
        return {one.metric: one.mean for one in result.metrics}

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


def test_examples_are_earlier_than_the_claim(
    shared_database: Database,
    network: Snapshot,
    tmp_path: Path,
    endpoint: Endpoint,
    open_asker: OpenAsker,
) -> None:
    endpoint.answer = scripted
    future = {**CLAIMS[0], "claim_id": "x", "target_contribution": "Tool: The future."}
    past = {**future, "conference_year": 2010, "target_contribution": "Tool: The past."}
    file = tmp_path / "training.json"
    file.write_text(json.dumps([{**future, "conference_year": 2021}, past]))
    task = build(shared_database, network, "enabling", tmp_path)
    system = make("enabling-llm", {"examples": str(file)})
    asked = task.queries()
    list(
        run.answers(
            system,
            asked,
            named(task.id),
            database=shared_database,
            snapshot=network.until(DAY),
            asker=open_asker(),
        )
    )
    told = json.dumps(endpoint.requests)
    assert "The past." in told
    assert "The future." not in told


def test_planted_futures_change_nothing(
    shared_database: Database, network: Snapshot, tmp_path: Path
) -> None:
    task = build(shared_database, network, "grounding", tmp_path)
    before = answered("grounding-search", task, shared_database, network)
    end = len(network.title) - 1
    titles = network.title.copy()
    titles[end] = "A fluent dialogue system"  # the latest paper, dated after both claims
    assert str(network.paper_id[end]) == "late"
    assert (
        answered("grounding-search", task, shared_database, replace(network, title=titles))
        == before
    )


def test_both_searches_agree_on_an_obvious_paper(network: Snapshot) -> None:
    for way in ("words", "vectors", "both"):
        corpus = Corpus(network, way, None)
        pool = corpus.pool(["labelled images of birds"], frozenset({"corpus"}), each=3, most=2)
        assert str(network.paper_id[pool[0].place]) == "images"
        assert len(pool) <= 2
