"""Candidates of PreScience's questions: who may be one, by hand, and how lists are held to them."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import draft_of, lists_of, run_of, score
from helpers.networks.scoring import means as means_of
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.candidates import AuthorPool, PaperPool, add_candidates
from scinet.eval.suites.prescience.collaborators import CollaboratorsTask
from scinet.eval.suites.prescience.targets import ListOptions
from scinet.eval.task import Query, Split, Task, write_task
from scinet.eval.task_type import ScoringContext
from scinet.models.base.run import answer_queries
from scinet.models.registry import make_system

DAY = date(2010, 1, 1)
PAPERS: list[Paper] = [
    ("p1", "2000-01", []),
    ("p2", "2001-01", ["p1"]),
    ("p3", "2002-01", ["p1"]),
    ("p4", "2003-01", ["p3"]),
    ("p5", "2004-01", []),
    ("p6", "2005-01", ["p5"]),
    ("late", "2010-01", ["p1"]),
]
AUTHORS = {
    "p1": ["ann", "bob"],
    "p2": ["bob", "cyd"],
    "p3": ["cyd", "dan"],
    "p4": ["dan"],
    "p5": ["eve"],
    "p6": ["fay", "gus", "hal"],
    "late": ["ann", "ivy"],
}
VENUES = {"p1": "ACL", "p2": "LREC", "p4": "ACL", "p6": "LREC", "late": "ACL"}
WHOLE = snapshot_of(PAPERS, AUTHORS, VENUES)
GRAPH = as_snapshot(two_communities(1))
ANN = Query("q", "", {"author_id": "ann"}, DAY, 10)
TEAM = Query("q", "", {"author_ids": ["dan"]}, DAY, 10)


def drawn(query: Query, true: list[str], way: Any, negatives: int = 100) -> tuple[list[str], int]:
    items = AuthorPool if "author_id" in query.inputs else PaperPool
    rows = [{"paper_id": "late", "items": true}]
    options = ListOptions(candidates=way, negatives=negatives)
    result, short = add_candidates(Split(DAY, [query], rows), WHOLE, items, options, 0)
    (given,) = result.queries
    assert result.tables["candidates"] == [{"query_id": "q", "ids": list(given.candidates or ())}]
    assert given.candidates == tuple(sorted(set(given.candidates or ())))
    return list(given.candidates or ()), short["negatives_missing"]


def test_whoever_existed_may_be_drawn() -> None:
    # Not the seed, and not ivy, who had not published.
    assert drawn(ANN, ["eve"], "random") == (["bob", "cyd", "dan", "eve", "fay", "gus", "hal"], 94)
    some, missing = drawn(ANN, ["eve"], "random", 3)
    assert (len(some), "eve" in some, missing) == (4, True, 0)
    papers, _ = drawn(TEAM, ["p1"], "random")
    assert papers == ["p1", "p2", "p3", "p4", "p5", "p6"]


def test_two_steps_away() -> None:
    # ann wrote with bob, bob with cyd; dan is three steps away.
    assert drawn(ANN, ["eve"], "two_hop") == (["bob", "cyd", "eve"], 98)
    # dan's papers cite p1 and p3; p2 and p3 cite p1, p4 cites p3.
    assert drawn(TEAM, ["p5"], "two_hop")[0] == ["p1", "p2", "p3", "p4", "p5"]


def test_the_same_venue() -> None:
    # ann published in ACL before the day, with bob, where dan did, too.
    assert drawn(ANN, ["eve"], "venue")[0] == ["bob", "dan", "eve"]
    assert drawn(TEAM, ["p5"], "venue")[0] == ["p1", "p4", "p5"]


def test_negatives_are_as_well_connected_as_the_truth() -> None:
    # Co-authors: ann 1, bob 2, cyd 2, dan 1, eve 0, fay, gus and hal 2 each.
    candidates, missing = drawn(ANN, ["dan", "cyd"], "degree", 5)
    assert missing == 0
    # Three like dan: nobody else has one co-author, those with none or two are as near; and two
    # like cyd.
    assert len(candidates) == 7
    # Citations: p1 2, p3 1, p5 1, others 0.
    assert drawn(TEAM, ["p3"], "degree", 1)[0] == ["p3", "p5"]
    assert drawn(TEAM, ["p2"], "degree", 2)[0] in (["p2", "p4", "p6"],)


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    return built("collaborators", tmp_path_factory.mktemp("task"))


def built(name: str, folder: Path, **more: str) -> Task:
    options = {"since": "2008-01-01", "candidates": "random", "negatives": "15", **more}
    return write_task(
        draft_of(f"prescience/{name}", GRAPH.until(date(2009, 7, 1)), options), folder
    )


def test_they_are_part_of_the_task(task: Task) -> None:
    truth = task.truth()
    for query in task.queries():
        assert query.candidates is not None
        true = truth[query.query_id]["items"]
        assert set(true) <= set(query.candidates)
        assert len(query.candidates) == 15 + len(true)
        assert query.inputs["author_id"] not in query.candidates
    assert task.left_out["negatives_missing"] == 0
    assert task.options["candidates"] == "random"


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    task = built("prior-work", tmp_path / "task", targets="2")
    file = task.folder / "test" / "candidates.jsonl"
    file.write_bytes(file.read_bytes().replace(b"p2000", b"p2001"))
    with pytest.raises(DataError, match="fingerprint"):
        Task.read(task.folder)


def test_no_other_question_moves_them(tmp_path: Path) -> None:
    every = {q.text + str(q.before): q for q in built("prior-work", tmp_path / "all").queries()}
    some = built("prior-work", tmp_path / "some", targets="5").queries()
    assert [q.candidates for q in some] == [every[q.text + str(q.before)].candidates for q in some]


# One for each way from scores to a list.
LISTING = ("collaborators-frequency", "prior-work-frequency", "bm25", "popularity")


@pytest.mark.parametrize("system", LISTING)
def test_every_system_keeps_to_them(system: str, tmp_path: Path) -> None:
    is_author = system.startswith("collaborators")
    name = "collaborators" if is_author else "prior-work"
    known = {} if is_author else {"known": "title"}
    task = built(name, tmp_path / "task", targets="6", **known)
    limited, free = (
        list(answer_queries(make_system(system), asked, get_task_type(task.id), snapshot=GRAPH))
        for asked in (task.queries(), [replace(q, candidates=None) for q in task.queries()])
    )
    assert any(get_items(answer) for answer in limited)
    for query, kept, every in zip(task.queries(), limited, free, strict=True):
        allowed = query.candidates or ()
        assert get_items(kept) == tuple(item for item in get_items(every) if item.id in allowed)


def test_what_is_no_candidate_is_taken_out_and_counted(task: Task) -> None:
    first, *_ = task.queries()
    true = task.truth()[first.query_id]["items"]
    others = [item for item in first.candidates or () if item not in true]
    outside = next(
        author
        for author in CollaboratorsTask().known_items(ScoringContext(task))
        if author not in (*(first.candidates or ()), first.inputs["author_id"])
    )
    listed = {first.query_id: [outside, others[0], true[0]]}
    scores = score(task, [run_of(task, lists_of(listed))])
    assert scores["mine"].counts["outside"] == 1
    row = next(row for row in scores["mine"].per_query if row["query_id"] == first.query_id)
    assert row["MRR"] == 0.5
    assert row["Recall@10"] == 1 / len(true)
    assert row["Hits@10"] == 1.0
    assert row["AP"] == 0.5 / len(true)
    # Of 15 others one is in front, and those that are not listed share the last place.
    assert row["AUC"] == pytest.approx((14 + 7 * (len(true) - 1)) / (15 * len(true)))
    # Among 16 candidates with one true: random is near the mean of 1 / place.
    means = {name: means_of(item) for name, item in scores.items()}
    assert means["oracle"]["MRR"] == means["oracle"]["nDCG@1000"] == 1.0
    assert means["oracle"]["AP"] == means["oracle"]["AUC"] == 1.0
    assert means["anti-oracle"]["MRR"] == 0.0
    assert means["random"]["AUC"] == pytest.approx(0.5, abs=0.15)
    places = np.arange(1, 17)
    assert 0.5 * np.mean(1 / places) < means["random"]["MRR"] < 2 * np.mean(1 / places)
    assert means["constant"]["Recall@10"] < 1.0
    assert all(scores[name].counts["outside"] == 0 for name in ("random", "constant", "oracle"))
