"""Scoring runs: what is counted, what is refused, and controls in their places."""

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.scored_network import BEFORE, load_field
from typer.testing import CliRunner

from scinet.cli.root import app
from scinet.errors import DataError
from scinet.eval import results as files
from scinet.eval.evaluate import evaluate
from scinet.eval.ranked_list import Item, PaperList
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites import named
from scinet.eval.task import Task, write
from scinet.eval.task_type import Material, Scoring
from scinet.graph import snapshot
from scinet.graph.connection import Database
from scinet.graph.dates import date_of

OPTIONS = {
    "scinetbench/ego-novelty": {"k": "5", "min_papers": "20", "novelty_unit": "paper"},
    "scinetbench/ego-disruption": {"k": "5", "min_papers": "20", "strict_min_citations": "3"},
    "scinetbench/pair-citation": {"queries": "12", "min_truth": "3", "k": "20"},
    "scinetbench/pair-co-mention": {"queries": "12", "min_truth": "3", "k": "20"},
    "scinetbench/path": {"pairs_per_subfield": "3"},
}


@pytest.fixture(scope="module")
def tasks(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    load_field(shared_database)
    cut = snapshot.read(shared_database).until(BEFORE)
    folder = tmp_path_factory.mktemp("tasks")
    made = {}
    for name in OPTIONS:
        task_type = named(name)
        options = task_type.read_options(OPTIONS[name])
        draft = task_type.build(Material(cut, BEFORE, 0, shared_database), options)
        made[name] = write(draft, folder / name)
    return made


def run_of(task: Task, lists: Mapping[str, list[Item]], system: str = "sys") -> Run:
    header = Header(system, "1", task.fingerprint, "text", {}, None)
    return Run(header, {query: PaperList(query, tuple(items)) for query, items in lists.items()})


def score(
    database: Database, task: Task, runs: list[Run], scoring: Scoring = "strict", **more: Any
) -> dict[str, Result]:
    task_type = named(task.id)
    cut = snapshot.read(database).until(BEFORE)
    found = evaluate(
        task_type, task, runs, scoring=scoring, database=database, snapshot=cut, seed=1, **more
    )
    return {result.header.system: result for result in found}


def means(result: Result) -> dict[str, float]:
    return {metric.metric: metric.mean for metric in result.metrics}


@pytest.mark.parametrize("scoring", ["strict", "official"])
@pytest.mark.parametrize("name", OPTIONS)
def test_controls_stand_in_their_places(
    shared_database: Database, tasks: dict[str, Task], name: str, scoring: Scoring
) -> None:
    found = score(shared_database, tasks[name], [], scoring)
    assert list(found) == ["random", "constant", "oracle", "anti-oracle"]
    best, worst = means(found["oracle"]), means(found["anti-oracle"])
    perfect = set(best) - {"SoS", "recall@10", "recall@20"}
    assert {best[metric] for metric in perfect} == {1.0}
    for metric in best:
        assert worst[metric] <= means(found["random"])[metric] + 1e-9 <= best[metric] + 2e-9
    # A returned paper that is in no paragraph with X may still be cited together with it.
    nothing = set(worst) - {"SoS", "CoMention-Acc", "CoMention-Acc@10"}
    assert {worst[metric] for metric in nothing} == {0.0}
    if "SoS" in best:
        assert worst["SoS"] < 2.5
        assert 3.0 < means(found["random"])["SoS"] < 7.0


def test_faults_are_counted_and_cost(shared_database: Database, tasks: dict[str, Task]) -> None:
    task = tasks["scinetbench/pair-citation"]
    truth = task.truth()
    first, *rest = task.queries()
    right = [Item(item["id"]) for item in truth[first.query_id]["items"]]
    x = Item(first.inputs["paper_id"])
    lists = {first.query_id: [right[0], x, right[0], Item(None, "No such title"), Item("nobody")]}
    strict = score(shared_database, task, [run_of(task, lists)])["sys"]
    assert strict.counts["missing"] == len(rest)
    assert (strict.counts["own"], strict.counts["repeats"]) == (1, 1)
    assert (strict.counts["unresolved"], strict.counts["unknown"]) == (1, 1)
    assert strict.counts["unresolved_share"] == 1.0
    assert means(strict)["Cite-Acc"] == pytest.approx(1 / 3 / 12)
    (metric, *_) = strict.metrics
    assert metric.n == 12
    # As the paper defines it, what X cites is right, and not what cites X.
    first = next(query for query in task.queries() if truth[query.query_id]["official"])
    cited, x = Item(truth[first.query_id]["official"][0]), Item(first.inputs["paper_id"])
    lists = {first.query_id: [cited, x, cited, Item(None, "No such title"), Item("nobody")]}
    official = score(shared_database, task, [run_of(task, lists)], "official")["sys"]
    # Literally: two right of five returned, over the queries that were answered.
    share = pytest.approx(2 / 5)
    assert means(official) == {"Cite-Acc": share, "Cite-Acc@10": share}
    assert official.metrics[0].n == 1
    assert {row["Cite-Acc"] for row in official.per_query} == {0.4, None}


def test_repeats_never_help_when_strict(shared_database: Database, tasks: dict[str, Task]) -> None:
    for name in ("pair-citation", "pair-co-mention", "ego-disruption", "path"):
        task = tasks[f"scinetbench/{name}"]
        task_type = named(task.id)
        rng = np.random.default_rng(0)
        lists, repeated = {}, {}
        for query in task.queries():
            best = task_type.ideal(query, task.truth()[query.query_id], "strict")
            assert isinstance(best, list)
            papers = [*best, "p1", "p2"]
            lists[query.query_id] = [Item(p) for p in papers]
            again = [papers[i] for i in rng.integers(0, len(papers), 9)]
            repeated[query.query_id] = [Item(p) for p in [papers[0], *again]]
        runs = [run_of(task, lists, "once"), run_of(task, repeated, "often")]
        found = score(shared_database, task, runs)
        unique = {
            q: [Item(p) for p in dict.fromkeys(str(i.id) for i in items)]
            for q, items in repeated.items()
        }
        same = score(shared_database, task, [run_of(task, unique, "often")])
        assert means(found["often"]) == pytest.approx(means(same["often"]), nan_ok=True)


def test_titles_are_resolved(shared_database: Database, tasks: dict[str, Task]) -> None:
    task = tasks["scinetbench/pair-citation"]
    cut = snapshot.read(shared_database).until(BEFORE)
    by_id, by_title, by_year, other_year = {}, {}, {}, {}
    for query_id, row in task.truth().items():
        papers = [item["id"] for item in row["items"]][:5]
        by_id[query_id] = [Item(paper) for paper in papers]
        by_title[query_id] = [
            Item(None, str(cut.title[cut.index(paper)]).upper() + ".") for paper in papers
        ]
        years = [date_of(int(cut.day[cut.index(paper)])).year for paper in papers]
        named = list(zip(by_title[query_id], years, strict=True))
        by_year[query_id] = [replace(item, year=year + 1) for item, year in named]
        other_year[query_id] = [replace(item, year=year + 2) for item, year in named]
    runs = [run_of(task, by_id, "ids"), run_of(task, by_title, "titles")]
    runs += [run_of(task, by_year, "years"), run_of(task, other_year, "other years")]
    found = score(shared_database, task, runs)
    assert means(found["ids"]) == means(found["titles"]) == means(found["years"])
    assert found["other years"].counts["unresolved_share"] == 1.0
    assert found["titles"].counts["unresolved"] == 0
    assert found["ids"].comparisons == ()  # the others are compared with it
    assert {row.p for row in found["titles"].comparisons} <= {1.0}


def test_paths_given_late_to_early_are_turned(
    shared_database: Database, tasks: dict[str, Task]
) -> None:
    task = tasks["scinetbench/path"]
    lists = {
        query: [Item(paper) for paper in reversed(row["paths"][0])]
        for query, row in task.truth().items()
    }
    found = score(shared_database, task, [run_of(task, lists)])["sys"]
    assert means(found)["Connectivity"] == means(found)["LCS"] == 1.0
    assert found.counts["turned"] == len(lists)


def test_papers_after_the_cut_off_do_not_count(
    shared_database: Database, tasks: dict[str, Task], tmp_path: Path
) -> None:
    task = tasks["scinetbench/pair-citation"]
    load_field(shared_database, later=True)
    try:
        cut = snapshot.read(shared_database).until(BEFORE)
        task_type = named(task.id)
        options = task_type.read_options(OPTIONS[task.id])
        again = write(
            task_type.build(Material(cut, BEFORE, 0, shared_database), options), tmp_path / "task"
        )
        # Later papers cite every X, but not before the cut-off day.
        lists = {q.query_id: [Item("later0"), Item("later1")] for q in again.queries()}
        found = score(shared_database, again, [run_of(again, lists)])["sys"]
        assert set(means(found).values()) == {0.0}
        assert found.counts["unknown"] == found.counts["items"]
        # The first task was built from another graph.
        with pytest.raises(DataError, match="the task was built from graph"):
            score(shared_database, task, [run_of(task, {})])
    finally:
        load_field(shared_database)


def test_direction_and_denominators_are_options(shared_database: Database, tmp_path: Path) -> None:
    task_type = named("scinetbench/pair-citation")
    cut = snapshot.read(shared_database).until(BEFORE)
    directions = (("auto", 0.5), ("in", 0.0), ("out", 0.5), ("either", 0.5))
    for direction, expected in directions:
        given = {"direction": direction, "min_truth": "1", "queries": "200"}
        options = task_type.read_options(given)
        draft = task_type.build(Material(cut, BEFORE, 0, shared_database), options)
        task = write(draft, tmp_path / direction)
        (query,) = [q for q in task.queries() if q.inputs["paper_id"] == "p40"]
        cited = str(cut.paper_id[cut.cites.row(cut.index("p40"))[0]])
        lists = {query.query_id: [Item(cited), Item(None, "No such title")]}
        found = score(shared_database, task, [run_of(task, lists)], "official")["sys"]
        assert means(found) == {"Cite-Acc": expected, "Cite-Acc@10": expected}
        # Strictly the query decides: who cites X.
        strict = score(shared_database, task, [run_of(task, lists)], "strict")["sys"]
        [row] = [one for one in strict.per_query if one["query_id"] == query.query_id]
        assert row["Cite-Acc"] == (0.0 if direction == "auto" else expected)


def test_lenient_denominators_are_those_of_shares_alone(
    shared_database: Database, tmp_path: Path
) -> None:
    task_type = named("scinetbench/pair-citation")
    cut = snapshot.read(shared_database).until(BEFORE)
    found = {}
    for denominators in ("returned", "lenient"):
        options = task_type.read_options(
            {"min_truth": "3", "queries": "1", "denominators": denominators}
        )
        draft = task_type.build(Material(cut, BEFORE, 0, shared_database), options)
        task = write(draft, tmp_path / denominators)
        ((query, row),) = task.truth().items()
        right = Item(row["items"][0]["id"])
        lists = {query: [Item(None, "No such title"), right, Item("nobody")]}
        result = score(shared_database, task, [run_of(task, lists)])["sys"]
        found[denominators] = means(result)
        gains = sum(1 / math.log2(place + 2) for place in range(min(10, len(row["items"]))))
        assert found[denominators]["precision@10"] == pytest.approx(1 / 3)
        assert found[denominators]["nDCG@10"] == pytest.approx(1 / math.log2(3) / gains)
    for share in ("Cite-Acc", "Cite-Acc@10"):
        assert found["returned"].pop(share) == pytest.approx(1 / 3)
        assert found["lenient"].pop(share) == pytest.approx(1 / 2)
    assert found["returned"] == found["lenient"]


@pytest.mark.parametrize("name", OPTIONS)
def test_each_split_is_scored_at_its_own_day(
    shared_database: Database, name: str, tmp_path: Path
) -> None:
    task_type = named(name)
    options = task_type.read_options(OPTIONS[name])
    days = {"early": BEFORE.replace(year=BEFORE.year - 2), "test": BEFORE}
    whole = snapshot.read(shared_database)
    drafts = {
        split: task_type.build(Material(whole.until(day), day, 0, shared_database), options)
        for split, day in days.items()
    }
    alone = write(drafts["early"], tmp_path / "alone")
    splits = {split: draft.splits["test"] for split, draft in drafts.items()}
    both = write(replace(drafts["test"], splits=splits), tmp_path / "both")
    # Papers of all days: those of the last two years are right in no answer of the early split.
    papers = [Item(str(paper)) for paper in whole.until(BEFORE).paper_id[::-1]]
    lists = {query.query_id: papers[:20] for query in alone.queries()}
    scored = []
    for task, split in ((alone, "test"), (both, "early")):
        header = Header("sys", "1", task.fingerprint, "text", {}, None, split)
        run = Run(header, {query: PaperList(query, tuple(items)) for query, items in lists.items()})
        found = evaluate(
            task_type,
            task,
            [run],
            split=split,
            database=shared_database,
            snapshot=whole.until(days["early"]),
        )
        scored.append(
            [
                (about["system"], about["metrics"], about["counts"], about["notes"])
                for about in (files.describe(one, task, scoring="strict", seed=0) for one in found)
            ]
        )
    assert scored[0] == scored[1]


def test_what_was_chosen_is_printed(
    uri: str, tasks: dict[str, Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # no .env of the user's
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    task = tasks["scinetbench/ego-disruption"]
    file = tmp_path / "mine.jsonl"
    about = {"system": "mine", "version": "1", "task_fingerprint": task.fingerprint}
    file.write_text(json.dumps({**about, "track": "text"}) + "\n")
    command = ["evaluate", str(task.folder), str(file), "--similar", "0.9", "--baseline", "mine"]
    printed = CliRunner().invoke(app, [*command, "--json"], catch_exceptions=False).stdout
    for line in printed.splitlines():
        options = json.loads(line)["options"]
        assert (options["baseline"], options["similar"], options["k"]) == ("mine", 0.9, 5)
        assert options["titles"].endswith("else the nearest by edit similarity")
    table = CliRunner().invoke(app, command, catch_exceptions=False).stdout
    assert {"baseline", "similar", "titles"} <= set(table.split())
    assert "else the nearest by edit similarity" in " ".join(table.split())


def test_ego_is_scored_from_files_alone(tasks: dict[str, Task]) -> None:
    task = tasks["scinetbench/ego-disruption"]
    task_type = named(task.id)
    truth = task.truth()
    lists = {q: [Item(i["id"]) for i in row["strict"]["items"]] for q, row in truth.items()}
    found = evaluate(task_type, task, [run_of(task, lists)])
    assert means(found[0])["Recall@5"] == 1.0
    titled = run_of(task, {next(iter(truth)): [Item(None, "A title")]})
    with pytest.raises(DataError, match="names papers by title"):
        evaluate(task_type, task, [titled])


def test_runs_that_cannot_be_compared(tasks: dict[str, Task]) -> None:
    task = tasks["scinetbench/ego-disruption"]
    task_type = named(task.id)
    with pytest.raises(DataError, match="two runs are named 'sys'"):
        evaluate(task_type, task, [run_of(task, {}), run_of(task, {})])
    with pytest.raises(DataError, match="two runs are named 'oracle'"):
        evaluate(task_type, task, [run_of(task, {}, "oracle")])
    with pytest.raises(DataError, match="baseline 'bm25' is not among the runs"):
        evaluate(task_type, task, [run_of(task, {})], baseline="bm25")


def test_result_files(tasks: dict[str, Task], tmp_path: Path) -> None:
    task = tasks["scinetbench/ego-disruption"]
    runs = [run_of(task, {}, "bm25"), run_of(task, {"q0001": [Item("p1")]}, "sys")]
    found = evaluate(named(task.id), task, runs)
    files.write(found, task, tmp_path, scoring="strict", seed=0)
    files.write(found, task, tmp_path, scoring="official", seed=0)
    folder = tmp_path / "scinetbench" / "ego-disruption" / "sys"
    about = json.loads((folder / "result.json").read_text())
    assert about["system"] == "sys"
    assert about["task_fingerprint"] == task.fingerprint
    assert about["graph_fingerprint"] == task.graph_fingerprint
    assert [metric["metric"] for metric in about["metrics"]] == ["SoS", "Recall@5"]
    assert {row["system_b"] for row in about["comparisons"]} == {"bm25"}
    assert (about["baseline"], about["similar"]) == ("bm25", 1.0)
    assert about["titles"].startswith("equal")
    assert about["counts"]["unknown"] is None  # not to be known from files
    rows = [json.loads(line) for line in (folder / "per_query.jsonl").read_text().splitlines()]
    assert [row["is_answered"] for row in rows] == [True, False]
    assert json.loads((folder / "official" / "result.json").read_text())["scoring"] == "official"
    assert math.isfinite(about["metrics"][0]["mean"])
