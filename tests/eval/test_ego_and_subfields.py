"""Ego tasks by another indicator and another scale, and subfields from a table."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.build import Paper, snapshot_of
from helpers.scored_network import BEFORE, field, load_field

from scinet.errors import DataError, NotFoundError
from scinet.eval.evaluate import evaluate
from scinet.eval.suites import named
from scinet.eval.suites.scinetbench import subfields
from scinet.eval.task import Task, write
from scinet.eval.task_type import Material
from scinet.graph import grouping, snapshot
from scinet.graph.connection import Database
from scinet.graph.indicators import novelty

SMALL = {"k": "5", "min_papers": "10"}


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Database:
    load_field(shared_database)
    return shared_database


def build(database: Database, name: str, folder: Path, **options: str) -> Task:
    task_type = named(f"scinetbench/{name}")
    cut = snapshot.read(database).until(BEFORE)
    chosen = task_type.read_options({**SMALL, **options} if name != "path" else options)
    return write(task_type.build(Material(cut, BEFORE, 0, database), chosen), folder)


def means(database: Database, task: Task) -> dict[str, dict[str, float]]:
    cut = snapshot.read(database).until(BEFORE)
    found = evaluate(named(task.id), task, [], database=database, snapshot=cut)
    return {one.header.system: {m.metric: m.mean for m in one.metrics} for one in found}


def test_the_most_novel_have_the_lowest_percentile(network: Database, tmp_path: Path) -> None:
    task = build(network, "ego-novelty", tmp_path / "t", novelty_unit="paper")
    cut = snapshot.read(network).until(BEFORE)
    p10 = novelty.on_arrays(cut, grouping.of(cut, "paper").code).p10
    references, citations = cut.ordered.lengths(), cut.cited_by.lengths()
    venue = {row["id"]: row["venue"] for row in field()[0]}
    assert task.queries()
    for query in task.queries():
        assert query.text == f"the 5 most novel papers on {query.inputs['subfield']}"
        row = task.truth()[query.query_id]
        for side, least in ((row, 2), (row["strict"], 5)):
            kept = [
                i
                for i in range(cut.num_papers)
                if venue[cut.paper_id[i]] == query.inputs["subfield"]
                and not np.isnan(p10[i])
                and references[i] >= least
            ]
            kept.sort(key=lambda i: (p10[i], -citations[i], i))
            assert [item["id"] for item in side["items"]] == [cut.paper_id[i] for i in kept[:5]]
            # Files hold the indicator as it is, not what it is ranked by.
            assert [item["value"] for item in side["items"]] == [p10[i] for i in kept[:5]]
    for null in ("shuffle", "switch"):
        drawn = {"novelty_null": null, "novelty_samples": "50"}
        by_draws = build(network, "ego-novelty", tmp_path / null, novelty_unit="paper", **drawn)
        for query_id, row in by_draws.truth().items():
            values = {item["id"]: item["value"] for item in task.truth()[query_id]["items"]}
            near = [item for item in row["items"] if item["id"] in values]
            assert len(near) > 2
            assert any(item["value"] != values[item["id"]] for item in near)
    found = means(network, task)
    assert found["oracle"]["SoS"] > found["random"]["SoS"] > found["anti-oracle"]["SoS"]
    assert found["oracle"]["Recall@5"] == 1.0


def test_the_scale_can_be_turned_round(network: Database, tmp_path: Path) -> None:
    task = build(network, "ego-disruption", tmp_path / "a")
    turned = build(network, "ego-disruption", tmp_path / "b", sos_best="0")
    for system, row in means(network, task).items():
        assert means(network, turned)[system]["SoS"] == pytest.approx(10 - row["SoS"])


def test_subfields_of_a_table(network: Database, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"name": "speech and parsing", "words": ["Speech", "parsing"]},
        {"name": "first papers", "papers": [f"p{n}" for n in range(60)] + ["unknown"]},
    ]
    file = tmp_path / "subfields.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = {"subfields": str(file), "min_papers": "1"}
    task = build(network, "ego-disruption", tmp_path / "t", **options)
    names = [query.inputs["subfield"] for query in task.queries()]
    assert names == ["first papers", "speech and parsing"]
    titles = {row["id"]: row["title"].split() for row in field()[0]}
    first, words = (row["items"] for row in task.truth().values())
    assert {item["id"] for item in first} <= {f"p{n}" for n in range(60)}
    assert words
    assert all({"speech", "parsing"} <= set(titles[item["id"]]) for item in words)
    assert task.options["subfield_by"] == "file"
    # Not the path, which differs between machines, but the content.
    assert str(task.options["subfields"]).startswith("subfields.jsonl sha256:")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    options["subfields"] = str(file.rename(elsewhere / file.name))
    again = build(network, "ego-disruption", tmp_path / "again", **options)
    assert again.fingerprint == task.fingerprint


def test_phrases_and_names_of_fields(
    network: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    records = field()[0]
    topic = records[0]["fields"][1]["name"]
    rows: list[dict[str, Any]] = [
        {
            "name": "either",
            "phrases": ["to 7", "SPEECH-gram*", "nobody"],
            "fields": [topic.upper()],
        },
        {"name": "none", "phrases": ["nobody"]},
    ]
    file = tmp_path / "subfields.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    few = {"min_papers": "1", "k": "100", "subfields": str(file)}
    task = build(network, "ego-disruption", tmp_path / "t", **few)
    cut = snapshot.read(network).until(BEFORE)
    held = {
        str(paper)
        for paper, title, mains in zip(cut.paper_id, cut.title, cut.main_field, strict=True)
        if title.endswith(" to 7")
        or " speech gram" in title
        or topic in [cut.field_name[main] for main in mains if main >= 0]
    }
    [truth] = task.truth().values()
    assert {item["id"] for item in truth["items"]} <= held
    # The table stands in the task, so that it can be changed and given again.
    either, none = task.table("subfields", "test")
    assert (either["n_papers"], either["unmatched"]) == (len(held), ["nobody"])
    assert (none["n_papers"], none["unmatched"]) == (0, ["nobody"])
    assert "no paper in 1 of 2 subfields" in caplog.text
    assert "subfields.jsonl): none" in caplog.text
    (tmp_path / "again.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (either, none)))
    few["subfields"] = str(tmp_path / "again.jsonl")
    again = build(network, "ego-disruption", tmp_path / "again", **few)
    assert again.truth() == task.truth()


def test_the_table_of_this_package() -> None:
    titles = {"a": "Neural Machine Translation", "b": "Transformer-based parsing", "c": "On plants"}
    papers: list[Paper] = [(name, "2010-01-01", []) for name in titles]
    cut = snapshot_of(papers, titles=titles).until(BEFORE)
    found = subfields.find(Material(cut, BEFORE, 0), subfields.SubfieldOptions(subfields="ai"))
    named_of = {
        str(paper): {name for name, places in found.papers.items() if place in places}
        for place, paper in enumerate(cut.paper_id)
    }
    assert named_of == {"a": {"machine translation"}, "b": {"transformers"}, "c": set()}
    assert len(found.papers) == len(found.tables["subfields"]) > 133
    assert found.ungrouped == 1
    assert found.source.startswith("ai sha256:")


def test_the_subfields_that_the_paper_names() -> None:
    titles = {
        "a": "Thompson Sampling for Stochastic Bandits",
        "b": "FedAvg on Non-IID Data",
        "c": "On plants",
    }
    papers: list[Paper] = [(name, "2010-01-01", []) for name in titles]
    cut = snapshot_of(papers, titles=titles).until(BEFORE)
    found = subfields.find(Material(cut, BEFORE, 0), subfields.SubfieldOptions(subfields="paper"))
    assert {name: places.tolist() for name, places in found.papers.items() if len(places)} == {
        "Stochastic Bandits": [0],
        "Federated Averaging": [1],
        "Heterogeneous (Non-IID) Federated Learning": [1],
    }
    assert len(found.papers) == 178  # of 177 in the text, the list has 178 different names
    assert found.source.startswith("paper sha256:")
    for task in ("ego-novelty", "ego-disruption", "path", "survey"):
        assert named(f"scinetbench/{task}").presets["paper"]["subfields"] == "paper"


@pytest.mark.parametrize("level", ["field", "topic"])
def test_research_fields_as_subfields(network: Database, tmp_path: Path, level: str) -> None:
    place = ("field", "topic").index(level)
    groups: dict[str, dict[str, set[str]]] = {}
    for row in field()[0]:
        one = row["fields"][place]
        groups.setdefault(one["name"], {}).setdefault(one["id"], set()).add(row["id"])
    few = {"min_papers": "1", "k": "100"}
    task = build(network, "ego-disruption", tmp_path / "t", subfield_by=level, **few)
    assert [query.inputs["subfield"] for query in task.queries()] == sorted(groups)
    found = [{item["id"] for item in row["items"]} for row in task.truth().values()]
    for name, some in zip(sorted(groups), found, strict=True):
        [(identifier, papers)] = groups[name].items()
        assert some
        assert some <= papers
        groups[name] = {identifier: some}
    # The same by a table of ids, where several fields may make one subfield.
    (one, first), (other, second) = (next(iter(groups[n].items())) for n in sorted(groups)[:2])
    file = tmp_path / "fields.jsonl"
    file.write_text(json.dumps({"name": "both", "fields": [one, other, "unknown"]}))
    task = build(network, "ego-disruption", tmp_path / "u", subfields=str(file), **few)
    [row] = task.truth().values()
    assert {item["id"] for item in row["items"]} == first | second


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "the line is not JSON .*line 1"),
        ('{"papers": ["p1"]}', "no name"),
        ('{"name": "x"}', "does not have a list of papers, fields, words, phrases"),
        ('{"name": "x", "papers": ["p1"], "words": []}', "does not have a list of"),
        ('{"name": "x", "fields": "T1"}', "does not have a list of"),
        ('{"name": "x", "papers": [1]}', "an entry is not text"),
        ('{"name": "x", "papers": ["p1"]}\n' * 2, "'x' stands twice .*line 2"),
        ('{"name": "x", "papers": ["unknown"]}', "no paper before 2012-01-01 is in a subfield"),
    ],
)
def test_wrong_tables(network: Database, tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "subfields.jsonl"
    file.write_text(content)
    with pytest.raises(DataError, match=complaint):
        build(network, "ego-disruption", tmp_path / "t", subfields=str(file))


def test_no_table(network: Database, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no table of subfields"):
        build(network, "path", tmp_path / "t", subfields=str(tmp_path / "none.jsonl"))
    with pytest.raises(DataError, match="no table of subfields is given"):
        build(network, "path", tmp_path / "t", subfield_by="file")


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        ("ego-novelty", {"novelty_unit": "colour"}, "value of option novelty_unit:"),
        ("ego-novelty", {"novelty_stratum": "colour"}, "value of option novelty_stratum:"),
        ("ego-novelty", {"novelty_null": "guess"}, "value of option novelty_null:"),
        ("ego-novelty", {"novelty_samples": "1"}, "value of option novelty_samples:"),
        ("ego-disruption", {"sos_best": "5"}, "value of option sos_best:"),
        ("ego-disruption", {"window_days": "9", "window_years": "1"}, "in years and in days"),
        ("ego-disruption", {"window_days": "-9"}, "value of option window_days:"),
        ("path", {"objective": "median"}, "value of option objective:"),
        ("path", {"endpoints": "half"}, "value of option endpoints:"),
        ("path", {"weights_before": "soon"}, "soon"),
    ],
)
def test_wrong_options(name: str, options: dict[str, str], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        named(f"scinetbench/{name}").read_options(options)


def test_paths_by_another_objective(network: Database, tmp_path: Path) -> None:
    given = {"objective": "mean", "endpoints": "exclude", "weights_before": "2009-01-01"}
    task = build(network, "path", tmp_path / "t", pairs_per_subfield="2", **given)
    assert {name: task.options[name] for name in given} == given
    cites = {row["id"]: row["references"] for row in field()[0]}
    years = {row["id"]: int(row["date"][:4]) for row in field()[0]}
    for row in task.truth().values():
        inner = row["paths"][0][1:-1]
        weights = [sum(p in cites[c] and years[c] < 2009 for c in cites) for p in inner]
        weights = [w if years[p] < 2009 else 0 for w, p in zip(weights, inner, strict=True)]
        # Two papers that cite one another have no inner paper to average.
        assert row["value"] == (pytest.approx(np.mean(weights)) if inner else None)
    assert any(len(row["paths"][0]) > 2 for row in task.truth().values())
