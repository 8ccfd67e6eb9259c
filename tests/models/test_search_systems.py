"""Systems on a small field: forms of their answers, what they know, resume."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from helpers.scored_network import BEFORE, field, load_field

from scinet.errors import DataError, NotFoundError, SplitError
from scinet.eval.ranked_list import PaperList, items_of
from scinet.eval.suites import named
from scinet.eval.task import Query, Task, write
from scinet.eval.task_type import Material
from scinet.graph import snapshot
from scinet.graph.connection import Database
from scinet.models.base import run
from scinet.models.base.system import Context
from scinet.models.registry import SYSTEMS, make

# The index has no use for so few papers as it is.
SMALL = {"dense-index": {"cells": "4", "parts": "8", "bits": "2"}}
SEARCHES = [
    name
    for name, one in SYSTEMS.items()
    if one.answers is PaperList and not one.needs and not one.asks_model
    if name != "dense-index" or find_spec("faiss")
]
OPTIONS = {
    "scinetbench/ego-novelty": {"k": "5", "min_papers": "20", "novelty_unit": "paper"},
    "scinetbench/ego-disruption": {"k": "5", "min_papers": "20", "strict_min_citations": "3"},
    "scinetbench/pair-citation": {"queries": "6", "min_truth": "3", "k": "10"},
    "scinetbench/pair-co-mention": {"queries": "6", "min_truth": "3", "k": "10"},
    "scinetbench/path": {"pairs_per_subfield": "2"},
}


@pytest.fixture(scope="module")
def tasks(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    load_field(shared_database)
    cut = snapshot.read(shared_database).until(BEFORE)
    folder = tmp_path_factory.mktemp("tasks")
    made = {}
    for name in OPTIONS:
        task_type = named(name)
        draft = task_type.build(
            Material(cut, BEFORE, 0, shared_database), task_type.read_options(OPTIONS[name])
        )
        made[name] = write(draft, folder / name)
    return made


def answers(database: Database, task: Task, system: str, out: Path) -> list[list[str]]:
    cut = snapshot.read(database).until(BEFORE)
    run.run(
        make(system, SMALL.get(system)),
        named(task.id),
        task,
        database=database,
        snapshot=cut,
        out=out,
    )
    ids = [query.query_id for query in task.queries()]
    found = named(task.id).read_run(out, task)
    assert list(found.answers) == ids
    return [[str(item.id) for item in items_of(found.answers[q])] for q in ids]


@pytest.mark.parametrize("system", SEARCHES)
@pytest.mark.parametrize("name", OPTIONS)
def test_every_system_answers_every_task(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path, name: str, system: str
) -> None:
    task = tasks[name]
    given = answers(shared_database, task, system, tmp_path / "run.jsonl")
    for query, papers in zip(task.queries(), given, strict=True):
        # No title holds the words of a venue's name.
        assert papers or (system == "bm25" and "subfield" in query.inputs), query.text
        assert len(papers) == len(set(papers)) <= query.k
        assert query.inputs.get("paper_id") not in papers
        if name.endswith("/path"):
            assert (papers[0], papers[-1]) == (query.inputs["source_id"], query.inputs["target_id"])


def test_graph_finds_the_truth_by_words_alone(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    for name in ("pair-citation", "pair-co-mention", "path"):
        task = tasks[f"scinetbench/{name}"]
        given = answers(shared_database, task, "graph", tmp_path / f"{name}.jsonl")
        for papers, truth in zip(given, task.truth().values(), strict=True):
            if name == "path":
                assert papers == truth["paths"][0]
            else:
                assert set(papers) <= {item["id"] for item in truth["items"]}
                assert len(papers) == min(10, len(truth["items"]))


def test_graph_reads_only_the_text(shared_database: Database) -> None:
    cut = snapshot.read(shared_database).until(BEFORE)
    title = cut.title[cut.index("p4")]
    context = Context(cut, BEFORE, named("scinetbench/pair-citation"), shared_database)
    asked = [
        Query(str(number), text, {}, BEFORE, 50)
        for number, text in enumerate(
            [
                f"who cites {title}?",
                f"Please show me papers citing “{title.upper()}”.",
                f"papers that cite {title[:-2]}-{title[-2:]}",  # nearly the title
                "who cites A Paper That Nobody Wrote?",
                "what is the weather like",
            ]
        )
    ]
    found = list(make("graph").answer(asked, context))
    citing = {str(cut.paper_id[i]) for i in cut.cited_by.row(cut.index("p4"))}
    assert [{item.id for item in items_of(one)} for one in found] == [citing] * 3 + [set()] * 2
    assert found[0].explanation["statement"] == "pair/citing"
    assert "reason" in found[4].explanation


def test_popularity_is_one_list(shared_database: Database, tasks: dict[str, Task]) -> None:
    cut = snapshot.read(shared_database).until(BEFORE)
    counts = cut.cited_by.lengths()
    task = tasks["scinetbench/ego-disruption"]
    context = Context(cut, BEFORE, named(task.id), shared_database)
    for one in make("popularity").answer(task.queries(), context):
        positions = [cut.index(str(item.id)) for item in items_of(one)]
        assert positions == list(np.lexsort((np.arange(len(counts)), -counts))[:5])


def test_bm25_ranks_by_words(shared_database: Database) -> None:
    cut = snapshot.read(shared_database).until(BEFORE)
    context = Context(cut, BEFORE, named("scinetbench/ego-disruption"), shared_database)
    query = Query("q", "", {"subfield": "parsing speech"}, BEFORE, 200)
    (one,) = make("bm25").answer([query], context)
    titles = [str(cut.title[cut.index(str(item.id))]) for item in items_of(one)]
    both = ["parsing" in title and "speech" in title for title in titles]
    assert both == sorted(both, reverse=True)
    assert len(titles) == sum("parsing" in t or "speech" in t for t in cut.title)


def test_a_run_that_was_stopped(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    task = tasks["scinetbench/pair-citation"]
    whole = tmp_path / "whole.jsonl"
    answers(shared_database, task, "bm25", whole)
    part = tmp_path / "part.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    part.with_name("part.jsonl.partial").write_bytes(b"".join(lines[:3]))
    answers(shared_database, task, "bm25", part)
    assert part.read_bytes() == whole.read_bytes()
    assert not part.with_name("part.jsonl.partial").exists()


def test_runs_on_the_wrong_graph(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    task = tasks["scinetbench/path"]
    whole = snapshot.read(shared_database)
    with pytest.raises(SplitError, match="the snapshot ends at None"):
        run.run(
            make("popularity"),
            named(task.id),
            task,
            database=shared_database,
            snapshot=whole,
            out=tmp_path / "run.jsonl",
        )


def test_unknown_systems_and_settings() -> None:
    with pytest.raises(NotFoundError, match="no system named 'gpt'"):
        make("gpt")
    with pytest.raises(DataError, match="bm25 has no setting 'k2'"):
        make("bm25", {"k2": "1"})
    with pytest.raises(DataError, match="'x' is not a value of setting b"):
        make("bm25", {"b": "x"})
    with pytest.raises(DataError, match="'nan' is not a value of setting b"):
        make("bm25", {"b": "nan"})
    with pytest.raises(NotFoundError) as unknown:
        make("collaborators-walks")
    assert unknown.value.hint.startswith("Perhaps collaborators-walk")
    assert make("bm25", {"k1": "2"}).settings == {"k1": 2.0, "b": 0.75}


def test_graph_answers_every_relation(shared_database: Database) -> None:
    cut = snapshot.read(shared_database).until(BEFORE)
    context = Context(cut, BEFORE, named("scinetbench/pair-citation"), shared_database)
    place = cut.index("p80")
    title = cut.title[place]
    asked = [
        Query(str(number), text, {}, BEFORE, 50)
        for number, text in enumerate(
            [
                f'what does "{title}" cite?',
                f'papers from 2004 to 2008 that "{title}" cites',
                "titles with speech and lexicon",
            ]
        )
    ]
    found = list(make("graph").answer(asked, context))
    cited = {str(cut.paper_id[i]) for i in cut.cites.row(place)}
    years = {record["id"]: int(record["date"][:4]) for record in field()[0]}
    some = {paper for paper in cited if 2004 <= years[paper] <= 2008}
    assert 0 < len(some) < len(cited)
    assert [{item.id for item in items_of(one)} for one in found[:2]] == [cited, some]
    # No relation: searched by its words, and it says so.
    words = [str(cut.title[cut.index(str(item.id))]) for item in items_of(found[2])]
    assert words
    assert all("speech" in title or "lexicon" in title for title in words)
    assert "searched by its words" in found[2].explanation["reason"]
