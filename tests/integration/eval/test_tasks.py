"""SciNetBench tasks on a small field: truth by plain Python, no future, same bytes again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.field_tasks import built
from helpers.networks.scored_network import BEFORE, field
from helpers.networks.scoring import draft_of
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites import get_task_type
from scinet.eval.suites.scinetbench.pair import sample_stratified
from scinet.eval.task import Task
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import parse_date

Tasks = dict[str, Task]


def references() -> dict[str, list[str]]:
    return {record["id"]: record["references"] for record in field()[0]}


def days() -> dict[str, Any]:
    return {record["id"]: parse_date(record["date"])[0] for record in field()[0]}


def test_ego_truth_by_sets(tasks: Tasks) -> None:
    task = tasks["ego-disruption"]
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


def test_pair_truth_by_lists(tasks: Tasks) -> None:
    cites = references()
    records, texts = field()
    task = tasks["pair-citation"]
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
    task = tasks["pair-co-mention"]
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


def test_true_paths_are_the_best_of_all(tasks: Tasks) -> None:
    task = tasks["path"]
    cites, day = references(), days()
    citations = {p: sum(p in refs for refs in cites.values()) for p in cites}
    assert len(task.queries()) == 6
    for query in task.queries():
        row = task.truth()[query.query_id]
        early, late = query.inputs["source_id"], query.inputs["target_id"]
        results: list[list[str]] = []

        def walk(path: list[str], left: int, *, end: str = early, into: Any = results) -> None:
            if path[-1] == end:
                into.append(path[::-1])
                return
            for cited in cites[path[-1]]:
                if left and day[cited] < day[path[-1]]:
                    walk([*path, cited], left - 1)

        walk([late], row["max_hops"])
        best = max(sum(citations[p] for p in path) for path in results)
        assert row["max_hops"] == min(map(len, results)) - 1 + 2
        assert row["total"] == best
        assert row["paths"][0] in results
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
    options = {"pairs_per_subfield": "99", "subfield_by": "venue", "count_paths": "yes"}

    def truths(**more: str) -> dict[str, tuple[int, int]]:
        made = draft_of("scinetbench/path", cut, {**options, **more})
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
    result = truths(max_hops="none")
    assert result == every
    assert truths(max_hops="2")["ae"] == (5, 3)
    assert truths(shortest_only="yes")["ae"] == (5, 4)
    assert truths(max_hops="none", queries="2").items() <= result.items()
    paper = get_task_type("scinetbench/path").preset("paper")
    assert (paper["queries"], paper["max_hops"]) == ("133", "none")


def by_length(texts: Sequence[str]) -> NDArray[np.float32]:
    """Texts of an even number of letters lie along one axis, the others along another."""
    return np.array([[len(text) % 2, (len(text) + 1) % 2] for text in texts], dtype=np.float32)


def test_paths_may_have_to_keep_to_a_theme(
    shared_database: Database, tasks: Tasks, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match="no model given"):
        built(shared_database, "path", tmp_path / "a", theme="similarity")
    task = built(shared_database, "path", tmp_path / "b", by_length, theme="similarity")
    lengths = [
        {len(query.inputs[f"{end}_title"]) % 2 for end in ("source", "target")}
        for query in task.queries()
    ]
    assert all(len(both) == 1 for both in lengths)
    assert task.left_out["pairs_of_two_themes"] > 0
    all_near = {"theme": "similarity", "least_similarity": "-1"}
    same = built(shared_database, "path", tmp_path / "c", by_length, **all_near)
    assert same.queries() == tasks["path"].queries()


def test_same_seed_same_bytes(shared_database: Database, tasks: Tasks, tmp_path: Path) -> None:
    name = "pair-citation"
    assert built(shared_database, name, tmp_path / "a").fingerprint == tasks[name].fingerprint
    other = built(shared_database, name, tmp_path / "b", min_truth="4")
    assert other.fingerprint != tasks[name].fingerprint


@pytest.mark.parametrize(
    ("task", "option", "value", "complaint"),
    [
        ("scinetbench/path", "hops", "3", "no option 'hops'"),
        ("scinetbench/path", "classical", "many", "'many' is not a value of option classical"),
        ("scinetbench/path", "max_hops", "0", "'0' is not a value of option max_hops"),
        ("scinetbench/path", "objective", "median", "value of option objective:"),
        ("scinetbench/path", "endpoints", "half", "value of option endpoints:"),
        ("scinetbench/path", "weights_before", "soon", "soon"),
        ("scinetbench/ego-disruption", "subfield_by", "colour", "value of option subfield_by"),
        ("scinetbench/ego-disruption", "sos_best", "5", "value of option sos_best:"),
        ("scinetbench/ego-disruption", "window_days", "-9", "value of option window_days:"),
        ("scinetbench/ego-novelty", "novelty_unit", "colour", "value of option novelty_unit:"),
        ("scinetbench/ego-novelty", "novelty_stratum", "x", "value of option novelty_stratum:"),
        ("scinetbench/ego-novelty", "novelty_null", "guess", "value of option novelty_null:"),
        ("scinetbench/ego-novelty", "novelty_samples", "1", "value of option novelty_samples:"),
        ("scinetbench/ego-novelty", "judge_scale", "0-5", "'0-5' is not a value of option"),
        ("scinetbench/pair-citation", "direction", "up", "be 'auto', 'in', 'out' or 'either'"),
        ("scinetbench/survey", "queries", "0", "'0' is not a value of option queries"),
        ("prescience/prior-work", "candidates", "all", "option candidates"),
        ("prescience/prior-work", "negatives", "0", "option negatives"),
        ("prescience/contribution", "asked", "both", "Input should be 'abstract' or 'title'"),
        ("prescience/collaborators", "since", "soon", "option since"),
        ("prescience/collaborators", "seed_author", "best", "option seed_author"),
        ("prescience/collaborators", "train_years", "-1", "option train_years"),
        ("prescience/impact", "months", "0", "option months: Input should be greater"),
        ("prescience/impact", "months", "999999", "option months: Input should be at most 3000"),
        ("prescience/impact", "train_years", "5000", "option train_years: Input .* at most 250"),
        ("prescience/impact", "dated", "week", "option dated: Input should be"),
        ("sciencemeter/judgment", "chain", "ring", "option chain"),
        ("sciencemeter/judgment", "test_share", "0", "option test_share"),
        ("sciencemeter/judgment", "new_days", "0", "option new_days"),
        ("sciimpact/citation", "ratio", "0.5", "option ratio"),
        ("sciimpact/citation", "match", "colour", "option match"),
        ("sciimpact/citation", "folds", "1", "option folds"),
        ("sciimpact/citation", "orders", "three", "option orders"),
        ("sciimpact/citation", "uses", "-1", "option uses"),
        *(
            ("sciimpact/citation", "pairs", quota, "option pairs")
            for quota in ("many", "physics=3", "physics=1/2/x", "a=1/1/1,A=2/2/2", "=1/2/3")
        ),
    ],
)
def test_wrong_options(task: str, option: str, value: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        get_task_type(task).read_options({option: value})


def test_a_window_in_years_and_in_days_is_refused() -> None:
    with pytest.raises(DataError, match="in years and in days"):
        get_task_type("scinetbench/ego-disruption").read_options(
            {"window_days": "9", "window_years": "1"}
        )


def test_unknown_task() -> None:
    with pytest.raises(NotFoundError, match="no task named 'x'"):
        get_task_type("x")


def test_no_communities_of_that_day(shared_database: Database, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no community groups the papers before 2012-01-01"):
        built(shared_database, "path", tmp_path / "t", subfield_by="community")


def test_draws_are_even_over_degrees() -> None:
    degree = np.array([1] * 80 + [5] * 15 + [40] * 5)
    drawn = sample_stratified(np.arange(100), degree, 15, seed=0)
    assert [sum(degree[i] == d for i in drawn) for d in (1, 5, 40)] == [5, 5, 5]
    assert len(sample_stratified(np.arange(100), degree, 1000, seed=0)) == 100
    assert sample_stratified(np.arange(100), degree, 15, seed=0) == drawn
