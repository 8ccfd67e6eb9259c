"""The silver pipeline on a small network: every stage, what it drops, and how it goes on.

The local endpoint answers by rules of this file; its answers prove mechanics and nothing else.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import load_rows
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import DataError, EndpointError
from scinet.eval import task as tasks
from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import get_official
from scinet.eval.options import EvaluationOptions
from scinet.eval.run import RunHeader
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.sources.scipaths_files import read_claims
from scinet.llm.batch_client import LLMSession
from scinet.models.scipaths import silver as pipeline

USED = "We train on the corpus of [1] here."
EXTENDED = "We extend [1] with speech."
NAMED = "Others wrote of it [1]."
OWN = "We sampled sentences from the treebank [2] by hand."


def paper(name: str, year: int, *cited: str) -> dict[str, Any]:
    return {"id": name, "title": f"Title of {name}", "date": str(year), "references": cited}


def text(name: str, *paragraphs: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "paper_id": name,
        "paragraphs": [
            {
                "section": None,
                "text": whole,
                "mentions": [
                    {"start": whole.index(mark), "end": whole.index(mark) + 3, "paper_id": cited}
                ],
            }
            for whole, mark, cited in paragraphs
        ],
    }


@pytest.fixture
def network(database: Database) -> Database:
    """A corpus that four papers mention: two use it, one extends it, one only names it."""
    rows = [
        paper("treebank", 2000),
        paper("corpus", 2005, "treebank"),
        *(paper(name, 2010, "corpus") for name in ("one", "two", "three", "four")),
    ]
    texts = [
        text("corpus", (OWN, "[2]", "treebank")),
        text("one", (USED, "[1]", "corpus")),
        text("two", (USED, "[1]", "corpus")),
        text("three", (EXTENDED, "[1]", "corpus")),
        text("four", (NAMED, "[1]", "corpus")),
    ]
    load_rows(database, *rows)
    load_rows(database, *texts)
    return database


def scripted(messages: list[dict[str, Any]], body: dict[str, Any]) -> str:
    del body
    asked, given = messages[0]["content"], messages[-1]["content"]
    if '"function"' in asked:
        return json.dumps(
            {"function": "Background" if "Others" in given else "Uses", "confidence": 0.9}
        )
    if '"cue"' in asked:
        rows = []
        for number, part in enumerate(given.split("Said to be")[1:], start=1):
            extends = "extend" in part
            cue = "We extend" if extends else "We train on"
            verdict = "EXTENDS" if extends else "USES"
            rows.append({"item": number, "verdict": verdict, "cue": cue})
        return json.dumps({"verdicts": rows})
    if '"artifact"' in asked:
        evidence = "We extend [1]" if "We extend" in given else "We train on the corpus"
        claim = {"artifact": "Text Corpus", "purpose": "training", "claim": "Uses it."}
        return json.dumps({**claim, "evidence": evidence})
    if '"clusters"' in asked:
        # Both relations in one group, which the pipeline must part again.
        record = {"kind": "Dataset", "contribution": "A corpus, enabling training"}
        return json.dumps({"contributions": [{**record, "clusters": [1, 2, 7]}]})
    if '"score"' in asked:
        scores = [{"candidate": n, "score": n, "reason": "."} for n in (1, 2, 3)]
        return json.dumps({"scores": scores})
    step = {
        "description": "Sentences of a treebank", "role": "DATA_SOURCE",
        "contribution": "Gives the sentences.", "rationale": "They are what was annotated.",
        "evidence": "We sampled sentences", "references": [1, 5],
    }  # fmt: skip
    return json.dumps({"contributions": [step, {**step, "evidence": "invented", "references": []}]})


@dataclass(frozen=True)
class Bench:
    """The network, a scripted model, and a folder for what the pipeline writes."""

    network: Database
    endpoint: Endpoint
    open_asker: OpenAsker
    out: Path

    def write(self, papers: list[str], asker: LLMSession | None, **given: Any) -> dict[str, Any]:
        """Run the pipeline."""
        return dict(pipeline.build_silver(self.network, papers, self.out, asker=asker, **given))


@pytest.fixture
def bench(network: Database, endpoint: Endpoint, open_asker: OpenAsker, tmp_path: Path) -> Bench:
    endpoint.answer = scripted
    return Bench(network, endpoint, open_asker, tmp_path / "silver")


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_every_stage_writes_its_file_and_the_result_loads(bench: Bench) -> None:
    papers = pipeline.find_reused(bench.network, None, 5)
    assert papers == ["corpus"]
    out = bench.out
    made = bench.write(papers, bench.open_asker())
    assert {name: made[name] for name in made if name != "lost"} == {
        "usage_contexts": 4,
        "usage_context_labels": 4,
        "usage_uses_extends_verified": 3,
        "usage_citing_paragraphs": 3,
        "usage_contributions": 3,
        "usage_discovery_from_contributions": 2,
        "run_output": 2,
    }
    # Of each claim: a reference that does not exist, and evidence that the paper does not hold.
    lost = {name: count for name, count in made["lost"].items() if count}
    assert lost == {"references_unknown": 2, "evidence_not_verbatim": 2}
    claims = json.loads((out / "run_output.json").read_text())

    def contexts(claim: dict[str, Any]) -> list[dict[str, Any]]:
        return list(claim["downstream_usage_evidence"]["supporting_contexts"])

    [extends, uses] = sorted(claims, key=lambda item: len(contexts(item)))
    assert {context["citation_function"] for context in contexts(uses)} == {"USES"}
    assert extends["conference_year"] == 2005
    first, second = uses["enabling_contributions"]
    assert first["canonical_ref_id"] == "treebank"
    assert (second["canonical_ref_id"], second["canonical_annotation"]["evidence_span"]) == (
        "__NONE__",
        None,
    )
    report = load(bench.network, [out / "run_output.json"], source="silver", kind="pathways")
    assert report.details["groundings"] == 2
    [row, *_] = bench.network.rows("pathway/contributions", paper_id="corpus")
    assert row["kind"] == "Dataset"


def test_given_targets_are_compared_with_gold(bench: Bench, tmp_path: Path) -> None:
    gold = {
        "claim_id": "claim:W1:2",
        "claim_idx": 1,
        "conference_year": 2005,
        "target_paper_id": "W1",  # known by its title alone
        "target_title": "Title of corpus",
        "target_contribution": "Dataset: A corpus of sentences.",
        "enabling_contributions": [
            {"enabling_contribution_id": "1", "enabling_contribution": "Sentences of a treebank"}
        ],
    }
    elsewhere = {
        **gold, "claim_id": "claim:W2:1", "target_paper_id": "W2", "target_title": "W2",
        "target_contribution": "Tool: A parser.",
    }  # fmt: skip
    dev = tmp_path / "dev.json"
    dev.write_text(json.dumps([gold, elsewhere]))
    targets = pipeline.match_targets(bench.network, [item for item, _ in read_claims([dev])])
    assert [(item["paper_id"], item["kind"]) for item in targets] == [("corpus", "Dataset")]
    out = bench.out
    made = bench.write([], bench.open_asker(), targets=targets)
    assert {name: made[name] for name in made if name != "lost"} == {
        "usage_discovery_from_contributions": 1,
        "run_output": 1,
    }
    with pytest.raises(DataError, match="other papers"):
        bench.write([], bench.open_asker())
    with pytest.raises(DataError, match="no paper of the targets"):
        pipeline.match_targets(bench.network, [item for item, _ in read_claims([dev])][1:])
    # Its pathways are an answer to the task made of the gold ones.
    task_type = get_task_type("scipaths/enabling")
    request = ImportRequest(task_type.read_options({}), None, None, 0, None)
    task = tasks.write_task(
        get_official("scipaths").task(task_type, [dev], request), tmp_path / "task"
    )
    header = RunHeader("silver", "1", task.fingerprint, "text", {}, None, "val")
    imported = get_official("scipaths").read_predictions(task, out / "run_output.json", header)
    assert imported.counts == {"records": 1, "answered": 1, "failed": 0, "not_asked": 0}
    silver, *_ = evaluate(task_type, task, [imported.run], EvaluationOptions(split="val"))
    told = {metric.metric: metric.answered for metric in silver.metrics}
    # Two steps were found, both worded as the gold one.
    assert (told["word recall"], told["word precision"]) == (1.0, 0.5)


def test_a_stopped_run_goes_on(bench: Bench, tmp_path: Path) -> None:
    bench.endpoint.faults = {"Said to be": ["html"]}
    out = bench.out
    with pytest.raises(EndpointError):
        bench.write(["corpus"], bench.open_asker())
    before = files(out)
    assert set(before) == {"silver.json", "usage_contexts.json", "usage_context_labels.json"}
    # Another ledger: what broke in the first one is not asked again without saying so.
    asker = bench.open_asker(ledger=tmp_path / "second.sqlite")
    bench.write(["corpus"], asker)
    after = files(out)
    assert {name: after[name] for name in before} == before
    sent = len(bench.endpoint.requests)
    bench.write(["corpus"], None)
    assert len(bench.endpoint.requests) == sent
    assert files(out) == after
    with pytest.raises(DataError, match="other papers"):
        bench.write(["one"], None)


def test_labels_of_the_graph_are_taken(bench: Bench) -> None:
    def lying(messages: list[dict[str, Any]], body: dict[str, Any]) -> str:
        if '"cue"' in messages[0]["content"]:
            row = {"item": 1, "verdict": "USES", "cue": "words of nobody"}
            return json.dumps({"verdicts": [row]})
        return scripted(messages, body)

    bench.endpoint.answer = lying
    bench.network.driver.execute_query(
        "MATCH (:Paragraph)-[m:MENTIONS]->(:Paper {id: 'corpus'}) SET m.intent = 'Uses'",
        database_=bench.network.name,
    )
    made = bench.write(["corpus"], bench.open_asker())
    assert not any('"function"' in str(body) for body in bench.endpoint.requests)
    assert made["lost"]["cue_not_verbatim"] == 1
    assert made["lost"]["not_confirmed"] == 3
    assert made["run_output"] == 0


def test_without_a_model_the_stage_is_named(bench: Bench) -> None:
    with pytest.raises(DataError, match="stage function"):
        bench.write(["corpus"], None)
