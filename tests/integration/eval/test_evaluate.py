"""Scoring runs: what is counted, what is refused, and controls in their places."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.commands.typed import Scinet
from helpers.networks.field_tasks import OPTIONS, built, cut_of, scored
from helpers.networks.scored_network import BEFORE, load_field
from helpers.networks.scoring import draft_of, lists_of, means, score
from helpers.networks.scoring import run_of as run_of_answers

from scinet.errors import DataError
from scinet.eval import results as files
from scinet.eval.evaluate import evaluate
from scinet.eval.ranked_list import RankedItem
from scinet.eval.run import Run
from scinet.eval.suites import get_task_type
from scinet.eval.task import Task, write_task
from scinet.eval.task_type import Scoring
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import date_of

Tasks = dict[str, Task]
EGO, PAIR, PATH = "ego-disruption", "pair-citation", "path"


def run_of(
    task: Task, lists: Mapping[str, Sequence[RankedItem | str]], system: str = "sys", **more: Any
) -> Run:
    return run_of_answers(task, lists_of(lists), system, **more)


@pytest.mark.parametrize("scoring", ["strict", "official"])
@pytest.mark.parametrize("name", OPTIONS)
def test_controls_stand_in_their_places(
    shared_database: Database, tasks: Tasks, name: str, scoring: Scoring
) -> None:
    # With another seed wrong papers of a path cite each other by chance.
    scores = scored(shared_database, tasks[name], scoring=scoring, seed=1)
    assert list(scores) == ["random", "constant", "oracle", "anti-oracle"]
    best, worst = means(scores["oracle"]), means(scores["anti-oracle"])
    perfect = set(best) - {"SoS", "recall@10", "recall@20"}
    assert {best[metric] for metric in perfect} == {1.0}
    for metric in best:
        assert worst[metric] <= means(scores["random"])[metric] + 1e-9 <= best[metric] + 2e-9
    # A returned paper that is in no paragraph with X may still be cited together with it.
    nothing = set(worst) - {"SoS", "CoMention-Acc", "CoMention-Acc@10"}
    assert {worst[metric] for metric in nothing} == {0.0}
    if "SoS" in best:
        assert worst["SoS"] < 2.5
        assert 3.0 < means(scores["random"])["SoS"] < 7.0


def test_faults_are_counted_and_cost(shared_database: Database, tasks: Tasks) -> None:
    task = tasks[PAIR]
    truth = task.truth()
    first, *rest = task.queries()
    right, x = truth[first.query_id]["items"][0]["id"], first.inputs["paper_id"]
    lists = {first.query_id: [right, x, right, RankedItem(None, "No such title"), "nobody"]}
    strict = scored(shared_database, task, [run_of(task, lists)])["sys"]
    assert strict.counts["missing"] == len(rest)
    assert (strict.counts["own"], strict.counts["repeats"]) == (1, 1)
    assert (strict.counts["unresolved"], strict.counts["unknown"]) == (1, 1)
    assert strict.counts["unresolved_share"] == 1.0
    assert means(strict)["Cite-Acc"] == pytest.approx(1 / 3 / 12)
    (metric, *_) = strict.metrics
    assert metric.n == 12
    # As the paper defines it, what X cites is right, and not what cites X.
    first = next(query for query in task.queries() if truth[query.query_id]["official"])
    cited, x = truth[first.query_id]["official"][0], first.inputs["paper_id"]
    lists = {first.query_id: [cited, x, cited, RankedItem(None, "No such title"), "nobody"]}
    official = scored(shared_database, task, [run_of(task, lists)], scoring="official")["sys"]
    # Literally: two right of five returned, over the queries that were answered.
    share = pytest.approx(2 / 5)
    assert means(official) == {"Cite-Acc": share, "Cite-Acc@10": share}
    assert official.metrics[0].n == 1
    assert {row["Cite-Acc"] for row in official.per_query} == {0.4, None}


def test_repeats_never_help_when_strict(shared_database: Database, tasks: Tasks) -> None:
    for name in ("pair-citation", "pair-co-mention", "ego-disruption", "path"):
        task = tasks[name]
        rng = np.random.default_rng(0)
        repeated = {}
        for query in task.queries():
            best = get_task_type(task.id).ideal(query, task.truth()[query.query_id], "strict")
            assert isinstance(best, list)
            papers = [*best, "p1", "p2"]
            again = rng.integers(0, len(papers), 9)
            repeated[query.query_id] = [papers[0], *(papers[i] for i in again)]
        unique = {query: list(dict.fromkeys(papers)) for query, papers in repeated.items()}
        runs = [run_of(task, unique, "once"), run_of(task, repeated, "often")]
        scores = scored(shared_database, task, runs)
        assert means(scores["often"]) == pytest.approx(means(scores["once"]), nan_ok=True)


def test_titles_are_resolved(shared_database: Database, tasks: Tasks) -> None:
    task = tasks[PAIR]
    cut = cut_of(shared_database)

    def titled(paper: str, years_later: int | None) -> RankedItem:
        place = cut.index(paper)
        year = date_of(int(cut.day[place])).year
        title = str(cut.title[place]).upper() + "."
        return RankedItem(None, title, year=None if years_later is None else year + years_later)

    papers = {q: [item["id"] for item in row["items"][:5]] for q, row in task.truth().items()}
    runs = [run_of(task, papers, "ids")] + [
        run_of(
            task,
            {q: [titled(identifier, later) for identifier in ids] for q, ids in papers.items()},
            name,
        )
        for name, later in (("titles", None), ("years", 1), ("other years", 2))
    ]
    scores = scored(shared_database, task, runs, with_controls=True)
    assert means(scores["ids"]) == means(scores["titles"]) == means(scores["years"])
    assert scores["other years"].counts["unresolved_share"] == 1.0
    assert scores["titles"].counts["unresolved"] == 0
    assert scores["ids"].comparisons == ()  # the others are compared with it
    assert {row.p for row in scores["titles"].comparisons} <= {1.0}


def test_paths_given_late_to_early_are_turned(shared_database: Database, tasks: Tasks) -> None:
    task = tasks[PATH]
    lists = {query: row["paths"][0][::-1] for query, row in task.truth().items()}
    result = scored(shared_database, task, [run_of(task, lists)])["sys"]
    assert means(result)["Connectivity"] == means(result)["LCS"] == 1.0
    assert result.counts["turned"] == len(lists)


def test_papers_after_the_cut_off_do_not_count(
    shared_database: Database, tasks: Tasks, tmp_path: Path
) -> None:
    task = tasks[PAIR]
    load_field(shared_database, later=True)
    try:
        again = built(shared_database, PAIR, tmp_path / "task")
        # Later papers cite every X, but not before the cut-off day.
        lists = {query.query_id: ["later0", "later1"] for query in again.queries()}
        result = scored(shared_database, again, [run_of(again, lists)])["sys"]
        assert set(means(result).values()) == {0.0}
        assert result.counts["unknown"] == result.counts["items"]
        # The first task was built from another graph.
        with pytest.raises(DataError, match="the task was built from graph"):
            scored(shared_database, task, [run_of(task, {})])
    finally:
        load_field(shared_database)


def test_direction_and_denominators_are_options(shared_database: Database, tmp_path: Path) -> None:
    cut = cut_of(shared_database)
    cited = str(cut.paper_id[cut.cites.row(cut.index("p40"))[0]])
    directions = (("auto", 0.5), ("in", 0.0), ("out", 0.5), ("either", 0.5))
    for direction, expected in directions:
        given = {"direction": direction, "min_truth": "1", "queries": "200"}
        task = built(shared_database, PAIR, tmp_path / direction, **given)
        (query,) = [q for q in task.queries() if q.inputs["paper_id"] == "p40"]
        runs = [run_of(task, {query.query_id: [cited, RankedItem(None, "No such title")]})]
        result = scored(shared_database, task, runs, scoring="official")["sys"]
        assert means(result) == {"Cite-Acc": expected, "Cite-Acc@10": expected}
        # Strictly the query decides: who cites X.
        strict = scored(shared_database, task, runs)["sys"]
        [row] = [item for item in strict.per_query if item["query_id"] == query.query_id]
        assert row["Cite-Acc"] == (0.0 if direction == "auto" else expected)


def test_lenient_denominators_are_those_of_shares_alone(
    shared_database: Database, tmp_path: Path
) -> None:
    results = {}
    for denominators in ("returned", "lenient"):
        given = {"queries": "1", "denominators": denominators}
        task = built(shared_database, PAIR, tmp_path / denominators, **given)
        ((query, row),) = task.truth().items()
        lists = {query: [RankedItem(None, "No such title"), row["items"][0]["id"], "nobody"]}
        results[denominators] = means(scored(shared_database, task, [run_of(task, lists)])["sys"])
        gains = sum(1 / math.log2(place + 2) for place in range(min(10, len(row["items"]))))
        assert results[denominators]["precision@10"] == pytest.approx(1 / 3)
        assert results[denominators]["nDCG@10"] == pytest.approx(1 / math.log2(3) / gains)
    for share in ("Cite-Acc", "Cite-Acc@10"):
        assert results["returned"].pop(share) == pytest.approx(1 / 3)
        assert results["lenient"].pop(share) == pytest.approx(1 / 2)
    assert results["returned"] == results["lenient"]


@pytest.mark.parametrize("name", OPTIONS)
def test_each_split_is_scored_at_its_own_day(
    shared_database: Database, name: str, tmp_path: Path
) -> None:
    days = {"early": BEFORE.replace(year=BEFORE.year - 2), "test": BEFORE}
    whole = snapshot.read_snapshot(shared_database)
    drafts = {
        split: draft_of(
            f"scinetbench/{name}", whole.until(day), OPTIONS[name], database=shared_database
        )
        for split, day in days.items()
    }
    alone = write_task(drafts["early"], tmp_path / "alone")
    splits = {split: draft.splits["test"] for split, draft in drafts.items()}
    both = write_task(replace(drafts["test"], splits=splits), tmp_path / "both")
    # Papers of all days: those of the last two years are right in no answer of the early split.
    papers = whole.until(BEFORE).paper_id[:-21:-1].tolist()
    lists = {query.query_id: papers for query in alone.queries()}
    graph: dict[str, Any] = {"database": shared_database, "snapshot": whole.until(days["early"])}
    first, second = (
        [
            [about[part] for part in ("system", "metrics", "counts", "notes")]
            for item in score(
                task, [run_of(task, lists, split=split)], split=split, **graph
            ).values()
            for about in [files.describe_result(item, task, scoring="strict", seed=0)]
        ]
        for task, split in ((alone, "test"), (both, "early"))
    )
    assert first == second


def test_what_was_chosen_is_printed(tasks: Tasks, scinet: Scinet) -> None:
    task, file = tasks[EGO], Path("mine.jsonl")
    about = {"system": "mine", "version": "1", "task_fingerprint": task.fingerprint}
    file.write_text(json.dumps({**about, "track": "text"}) + "\n")
    command = [
        "evaluate",
        "runs",
        str(task.folder),
        str(file),
        "--similar",
        "0.9",
        "--baseline",
        "mine",
    ]
    for options in (row["options"] for row in scinet(*command, "--json").rows):
        assert (options["baseline"], options["similar"], options["k"]) == ("mine", 0.9, 5)
        assert options["titles"].endswith("else the nearest by edit similarity")
    table = scinet(*command).out
    assert {"baseline", "similar", "titles"} <= set(table.split())
    assert "else the nearest by edit similarity" in " ".join(table.split())


def test_ego_is_scored_from_files_alone(tasks: Tasks) -> None:
    task = tasks[EGO]
    truth = task.truth()
    lists = {q: [item["id"] for item in row["strict"]["items"]] for q, row in truth.items()}
    assert means(score(task, [run_of(task, lists)])["sys"])["Recall@5"] == 1.0
    titled = run_of(task, {next(iter(truth)): [RankedItem(None, "A title")]})
    with pytest.raises(DataError, match="names papers by title"):
        score(task, [titled])


def test_runs_that_cannot_be_compared(tasks: Tasks) -> None:
    task = tasks[EGO]
    with pytest.raises(DataError, match="two runs are named 'sys'"):
        score(task, [run_of(task, {}), run_of(task, {})])
    with pytest.raises(DataError, match="two runs are named 'oracle'"):
        score(task, [run_of(task, {}, "oracle")])
    with pytest.raises(DataError, match="baseline 'bm25' is not among the runs"):
        score(task, [run_of(task, {})], baseline="bm25")


def test_result_files(tasks: Tasks, tmp_path: Path) -> None:
    task = tasks[EGO]
    runs = [run_of(task, {}, "bm25"), run_of(task, {"q0001": ["p1"]})]
    evaluation = evaluate(get_task_type(task.id), task, runs)
    files.write_results(evaluation, task, tmp_path, scoring="strict", seed=0)
    files.write_results(evaluation, task, tmp_path, scoring="official", seed=0)
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
