"""SciNetBench tasks on a small field: truth by plain Python, no future, same bytes again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.build import Paper, snapshot_of
from helpers.scored_network import BEFORE, field, load_field
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites import named
from scinet.eval.suites.scinetbench.pair import stratified
from scinet.eval.task import Task, write
from scinet.eval.task_type import Material, unmistakable
from scinet.graph import snapshot
from scinet.graph.connection import Database
from scinet.graph.dates import parse_date

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

OPTIONS = {
    "scinetbench/ego-novelty": {"k": "5", "min_papers": "20", "novelty_unit": "paper"},
    "scinetbench/ego-disruption": {"k": "5", "min_papers": "20", "strict_min_citations": "3"},
    "scinetbench/pair-citation": {"queries": "12", "min_truth": "3", "k": "10"},
    "scinetbench/pair-co-mention": {"queries": "12", "min_truth": "3", "k": "10"},
    "scinetbench/path": {"pairs_per_subfield": "3"},
}


def build(
    database: Database, name: str, folder: Path, embed: Embed | None = None, **more: str
) -> Task:
    task_type = named(name)
    cut = snapshot.read(database).until(BEFORE)
    options = task_type.read_options({**OPTIONS[name], **more})
    return write(task_type.build(Material(cut, BEFORE, 7, database, embed), options), folder)


@pytest.fixture(scope="module")
def tasks(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    load_field(shared_database)
    folder = tmp_path_factory.mktemp("tasks")
    return {name: build(shared_database, name, folder / name) for name in OPTIONS}


def references() -> dict[str, list[str]]:
    return {record["id"]: record["references"] for record in field()[0]}


def days() -> dict[str, Any]:
    return {record["id"]: parse_date(record["date"])[0] for record in field()[0]}


def test_ego_truth_by_sets(tasks: dict[str, Task]) -> None:
    task = tasks["scinetbench/ego-disruption"]
    assert task.options["subfield_by"] == "venue"
    cites, day = references(), days()
    back = {p: {r for r in cites[p] if day[r] < day[p]} for p in cites}
    values: dict[str, tuple[float, int]] = {}
    for paper in cites:
        citing = [x for x in cites if paper in back[x]]
        both = sum(bool(back[x] & back[paper]) for x in citing)
        if citing:
            values[paper] = (len(citing) - 2 * both) / len(citing), len(citing)
    for query in task.queries():
        assert query.text == f"the 5 most disruptive papers on {query.inputs['subfield']}"
        row = task.truth()[query.query_id]
        group = [r["id"] for r in field()[0] if r["venue"] == query.inputs["subfield"]]
        for side, least_references, least_citations in ((row, 0, 1), (row["strict"], 1, 3)):
            kept = [
                p
                for p in group
                if p in values
                and len(back[p]) >= least_references
                and values[p][1] >= least_citations
            ]
            kept.sort(key=lambda p: (-values[p][0], -values[p][1], day[p], p))
            assert [item["id"] for item in side["items"]] == kept[:5]
            assert side["n_candidates"] == len(kept)
            tied = sum(values[p][0] == values[kept[4]][0] for p in kept)
            assert side["ties_at_k"] == tied
    assert len(task.queries()) == 2


def test_pair_truth_by_lists(tasks: dict[str, Task]) -> None:
    cites = references()
    records, texts = field()
    task = tasks["scinetbench/pair-citation"]
    assert len(task.queries()) == 12
    paragraphs = {
        (text["paper_id"], mention["paper_id"]): f"{text['paper_id']}#{place}"
        for text in texts
        for place, paragraph in enumerate(text["paragraphs"])
        for mention in paragraph["mentions"]
    }
    for query in task.queries():
        x = query.inputs["paper_id"]
        items = task.truth()[query.query_id]["items"]
        assert [i["id"] for i in items] == sorted(p for p in cites if x in cites[p])
        assert all(
            i["paragraph_ids"] == ([paragraphs[i["id"], x]] if (i["id"], x) in paragraphs else [])
            for i in items
        )
    task = tasks["scinetbench/pair-co-mention"]
    for query in task.queries():
        x = query.inputs["paper_id"]
        together: dict[str, set[str]] = {}
        for text in texts:
            for paragraph in text["paragraphs"]:
                named_here = {mention["paper_id"] for mention in paragraph["mentions"]}
                for other in named_here - {x} if x in named_here else ():
                    together.setdefault(other, set()).add(text["paper_id"])
        items = task.truth()[query.query_id]["items"]
        assert {i["id"]: i["n_papers"] for i in items} == {o: len(c) for o, c in together.items()}
    assert len(records) == len(cites)


def test_true_paths_are_the_best_of_all(tasks: dict[str, Task]) -> None:
    task = tasks["scinetbench/path"]
    cites, day = references(), days()
    citations = {p: sum(p in refs for refs in cites.values()) for p in cites}
    assert len(task.queries()) == 6
    for query in task.queries():
        row = task.truth()[query.query_id]
        early, late = query.inputs["source_id"], query.inputs["target_id"]
        found: list[list[str]] = []

        def walk(path: list[str], left: int, *, end: str = early, into: Any = found) -> None:
            if path[-1] == end:
                into.append(path[::-1])
                return
            for cited in cites[path[-1]]:
                if left and day[cited] < day[path[-1]]:
                    walk([*path, cited], left - 1)

        walk([late], row["max_hops"])
        best = max(sum(citations[p] for p in path) for path in found)
        assert row["max_hops"] == min(map(len, found)) - 1 + 2
        assert row["total"] == best
        assert row["paths"][0] in found
        assert sum(citations[p] for p in row["paths"][0]) == best
        assert day[early] < day[late]
        assert day[late].year >= 2010  # one of the last two calendar years


def test_all_paths_are_counted_and_queries_sampled() -> None:
    papers: list[Paper] = [
        ("a", "2001-01-01", []),
        ("b", "2002-01-01", ["a"]),
        ("c", "2003-01-01", ["a", "b"]),
        ("d", "2011-03-01", ["c"]),
        ("e", "2011-04-01", ["d", "c", "a"]),
    ]
    titles = {name: f"On {name}" for name, _, _ in papers}
    cut = snapshot_of(papers, venues=dict.fromkeys(titles, "v"), titles=titles).until(BEFORE)
    task_type = named("scinetbench/path")
    options = {"pairs_per_subfield": "99", "subfield_by": "venue", "count_paths": "yes"}

    def truths(**more: str) -> dict[str, tuple[int, int]]:
        made = task_type.build(
            Material(cut, BEFORE, 0), task_type.read_options({**options, **more})
        )
        split = made.splits["test"]
        assert made.counts["n_paths"] == sum(row["n_paths"] for row in split.truth)
        if more.get("queries"):
            short = {name: made.left_out[name] for name in ("queries_not_sampled", "queries_short")}
            assert short == {"queries_not_sampled": 5, "queries_short": 0}
            assert [query.query_id for query in split.queries] == ["q0001", "q0002"]
        return {
            f"{query.inputs['source_id']}{query.inputs['target_id']}": (
                row["n_paths"], row["n_paths_cut"],
            )
            for query, row in zip(split.queries, split.truth, strict=True)
        }  # fmt: skip

    # a to e: straight 1, over c and over d and c twice each.
    every = {"ad": (2, 0), "bd": (1, 0), "cd": (1, 0), "de": (1, 0)}
    every |= {"ce": (2, 0), "be": (2, 0), "ae": (5, 0)}
    found = truths(max_hops="none")
    assert found == every
    assert truths(max_hops="2")["ae"] == (5, 3)
    assert truths(shortest_only="yes")["ae"] == (5, 4)
    assert truths(max_hops="none", queries="2").items() <= found.items()
    paper = task_type.preset("paper")
    assert (paper["queries"], paper["max_hops"]) == ("133", "none")


def by_length(texts: Sequence[str]) -> NDArray[np.float32]:
    """Texts of an even number of letters lie along one axis, the others along another."""
    return np.array([[len(text) % 2, (len(text) + 1) % 2] for text in texts], dtype=np.float32)


def test_paths_may_have_to_keep_to_a_theme(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    with pytest.raises(DataError, match="no model at hand"):
        build(shared_database, "scinetbench/path", tmp_path / "a", theme="similarity")
    task = build(shared_database, "scinetbench/path", tmp_path / "b", by_length, theme="similarity")
    lengths = [
        {len(query.inputs[f"{end}_title"]) % 2 for end in ("source", "target")}
        for query in task.queries()
    ]
    assert all(len(both) == 1 for both in lengths)
    assert task.left_out["pairs_of_two_themes"] > 0
    all_near = {"theme": "similarity", "least_similarity": "-1"}
    same = build(shared_database, "scinetbench/path", tmp_path / "c", by_length, **all_near)
    assert same.queries() == tasks["scinetbench/path"].queries()


def test_the_future_moves_nothing(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    load_field(shared_database, later=True)
    try:
        for name, task in tasks.items():
            again = build(shared_database, name, tmp_path / name)
            assert again.graph_fingerprint != task.graph_fingerprint
            for file in sorted(task.folder.glob("test/*.jsonl")):
                assert (again.folder / "test" / file.name).read_bytes() == file.read_bytes(), file
    finally:
        load_field(shared_database)


def test_same_seed_same_bytes(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    name = "scinetbench/pair-citation"
    assert build(shared_database, name, tmp_path / "a").fingerprint == tasks[name].fingerprint
    other = build(shared_database, name, tmp_path / "b", min_truth="4")
    assert other.fingerprint != tasks[name].fingerprint


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        ("path", {"hops": "3"}, "no option 'hops'"),
        ("path", {"classical": "many"}, "'many' is not a value of option classical"),
        ("path", {"max_hops": "0"}, "'0' is not a value of option max_hops"),
        (
            "ego-disruption",
            {"subfield_by": "colour"},
            "'colour' is not a value of option subfield_by",
        ),
        (
            "pair-citation",
            {"direction": "up"},
            "option direction: Input should be 'auto', 'in', 'out' or 'either'",
        ),
    ],
)
def test_wrong_options(name: str, options: dict[str, str], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        named(f"scinetbench/{name}").read_options(options)


def test_unknown_task() -> None:
    with pytest.raises(NotFoundError, match="no task named 'x'"):
        named("x")


def test_no_communities_of_that_day(shared_database: Database, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no community groups the papers before 2012-01-01"):
        build(shared_database, "scinetbench/path", tmp_path / "t", subfield_by="community")


def test_draws_are_even_over_degrees() -> None:
    degree = np.array([1] * 80 + [5] * 15 + [40] * 5)
    drawn = stratified(np.arange(100), degree, 15, seed=0)
    assert [sum(degree[i] == d for i in drawn) for d in (1, 5, 40)] == [5, 5, 5]
    assert len(stratified(np.arange(100), degree, 1000, seed=0)) == 100
    assert stratified(np.arange(100), degree, 15, seed=0) == drawn


def test_papers_that_share_a_title_are_not_asked_about() -> None:
    papers: list[Paper] = [
        ("a", "2000", []),
        ("b", "2001", []),
        ("c", "2001", []),
        ("d", "2002", []),
    ]
    titles = {"a": "Preface", "b": "PREFACE.", "c": "Parsing", "d": ""}
    assert list(unmistakable(snapshot_of(papers, titles=titles))) == [False, False, True, False]
