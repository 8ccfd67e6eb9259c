"""PreScience's ranking tasks on a network small enough to know every answer."""

from datetime import date
from pathlib import Path

import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import draft_of, lists_of, means, run_of, score

from scinet.errors import DataError
from scinet.eval.ranked_list import RankedItem
from scinet.eval.task import Task, TaskDraft, write_task

END = date(2012, 1, 1)
PAPERS: list[Paper] = [
    ("old", "2008-05", []),
    ("base", "2009-01", ["old"]),
    ("joint", "2010-03", ["base"]),
    ("again", "2010-09", ["base", "old"]),
    # The period is 2011.
    ("coarse", "2011", ["base"]),  # surely in the period, but nothing of 2011 is before it
    ("target", "2011-06", ["joint", "base", "same"]),
    ("same", "2011-06", ["old"]),
    ("solo", "2011-07", ["old"]),
    ("fresh", "2011-08", ["old"]),
]
AUTHORS = {
    "old": ["zoe"],
    "base": ["ann"],
    "joint": ["ann", "bob"],
    "again": ["bob", "ann", "cyd"],
    "coarse": ["cyd", "zoe"],
    "target": ["new", "bob", "zoe", "ann"],
    "same": ["dan", "eve"],
    "solo": ["cyd", "fay"],
    "fresh": ["gus", "hal"],
}


def build(name: str, options: dict[str, str] | None = None) -> TaskDraft:
    """A task made of the arrays alone."""
    return draft_of(f"prescience/{name}", snapshot_of(PAPERS, AUTHORS).until(END), options)


def test_collaborators_of_the_papers_of_a_year() -> None:
    draft = build("collaborators")
    split = draft.splits["test"]
    rows = [
        (query.inputs["author_id"], query.before, truth["paper_id"], truth["items"])
        for query, truth in zip(split.queries, split.truth, strict=True)
    ]
    assert rows == [
        ("cyd", date(2011, 1, 1), "coarse", ["zoe"]),
        ("bob", date(2011, 6, 1), "target", ["zoe", "ann"]),  # new had not published
    ]
    assert split.truth[1]["joint_papers"] == {"ann": 2, "cyd": 1}
    # Bob had written joint and again; of zoe and ann, ann alone with him.
    about = [split.truth[1][name] for name in ("experience", "team_size", "new_share")]
    assert about == [2, 4, 0.5]
    # same, solo and fresh have fewer than two authors who had published.
    assert draft.left_out["papers_with_one_known_author_or_none"] == 3
    assert draft.options["since"] == "2011-01-01"


@pytest.mark.parametrize(
    ("seed_author", "expected"), [("first", "bob"), ("last", "ann"), ("highest_h_index", "zoe")]
)
def test_whom_the_question_is_about(seed_author: str, expected: str) -> None:
    # In June 2011 zoe has old with three citations (h 1), ann has base with three and joint with
    # none (h 1), bob has joint and again with none (h 0); zoe stands before ann in the byline.
    split = build("collaborators", {"seed_author": seed_author}).splits["test"]
    assert split.queries[1].inputs["author_id"] == expected


def test_prior_work_of_a_team() -> None:
    draft = build("prior-work")
    split = draft.splits["test"]
    rows = [
        (query.inputs["author_ids"], truth["paper_id"], sorted(truth["items"]))
        for query, truth in zip(split.queries, split.truth, strict=True)
    ]
    assert rows == [
        (["cyd", "zoe"], "coarse", ["base"]),
        (["bob", "zoe", "ann"], "target", ["base", "joint"]),  # same is of the same month
        (["cyd"], "solo", ["old"]),
    ]
    assert all("title" not in query.inputs for query in split.queries)
    # Bob's joint and again cite base, as do they as ann's; zoe's coarse is of some day of 2011.
    assert split.truth[1]["cited_before"] == {"base": 4}
    # Two papers of bob, one of zoe, three of ann, none of new.
    about = [split.truth[1][name] for name in ("experience", "team_size", "new_share")]
    assert about == [1.5, 4, 0.5]
    assert draft.left_out["papers_without_a_known_author"] == 2
    titled = build("prior-work", {"known": "title"}).splits["test"].queries
    assert titled[1].inputs["title"] == "Title of target"


def test_a_paper_that_may_be_older_is_no_target() -> None:
    draft = build("prior-work", {"since": "2011-03-01"})
    assert "coarse" not in {row["paper_id"] for row in draft.splits["test"].truth}
    assert draft.left_out["papers_perhaps_before_the_period"] == 1


def test_earlier_years_become_splits_to_learn_from(tmp_path: Path) -> None:
    options = {"validation_years": "1", "train_years": "2"}
    draft = build("prior-work", options)
    asked = {name: [row["paper_id"] for row in split.truth] for name, split in draft.splits.items()}
    # 2008 and 2009: only base cites, but ann had not published. In 2010 she and bob had.
    assert asked == {"train": [], "val": ["joint", "again"], "test": ["coarse", "target", "solo"]}
    assert [split.before.year for split in draft.splits.values()] == [2010, 2011, 2012]
    known = {row["id"] for row in draft.splits["val"].tables["known"]}
    assert known == {"old", "base", "joint", "again"}
    assert draft.left_out["train_papers_without_a_known_author"] == 2
    assert draft.counts["val_queries"] == 2
    assert draft.splits["test"] == build("prior-work").splits["test"]
    task = write_task(draft, tmp_path / "task")
    assert [query.query_id for query in task.queries("val")] == ["q00001", "q00002"]


@pytest.mark.parametrize("task", ["prior-work", "collaborators", "impact"])
def test_papers_that_are_not_drawn_by_seed_are_counted(task: str) -> None:
    whole, some, again = build(task), *(build(task, {"targets": "1"}) for _ in "ab")
    asked = len(whole.splits["test"].queries)
    assert asked > 1
    assert whole.left_out["papers_not_drawn"] == 0
    assert some.left_out["papers_not_drawn"] == asked - 1
    assert len(some.splits["test"].queries) == 1
    assert some.splits == again.splits


def test_a_period_that_begins_at_the_end_is_refused() -> None:
    with pytest.raises(DataError):
        build("collaborators", {"since": "2012-01-01"})


def test_first_time_collaborators_are_scored_on_their_own(tmp_path: Path) -> None:
    task = write_task(build("collaborators"), tmp_path / "task")
    scores = scored(task, {"q00002": ["ann", "cyd", "zoe"]})
    assert scores["R-precision"] == pytest.approx(0.25)  # ann of two, and nothing for the other
    # Without the earlier co-authors ann and cyd, zoe comes first; cyd's query has no answer.
    assert scores["first-time nDCG@1000"] == pytest.approx(0.5)
    assert scores["first-time Recall@10"] == pytest.approx(0.5)
    assert scores["hit rate, 0 joint"] == 0.0  # zoe stands behind the first two places
    assert scores["hit rate, 2-3 joint"] == 1.0
    official = scored(task, {"q00002": ["ann", "cyd", "zoe"]}, scoring="official")
    assert official["R-precision"] == 0.5  # the mean over the answers given


def test_hit_rates_by_earlier_citations(tmp_path: Path) -> None:
    task = write_task(build("prior-work"), tmp_path / "task")
    scores = scored(task, {"q00001": ["base"], "q00002": ["base", "old", "joint"]})
    # Cyd had cited base and old once, zoe neither; the team of q00002 base four times, joint never.
    rates = [scores[f"hit rate, {times} cited"] for times in ("0", "1", "2-3", "4+")]
    assert rates == pytest.approx([0.0, 0.5, float("nan"), 1.0], nan_ok=True)
    assert "hit rate, 1 cited" not in scored(task, {}, scoring="official")


def test_what_an_answer_may_not_hold_is_counted(tmp_path: Path) -> None:
    task = write_task(build("collaborators"), tmp_path / "task")
    run = run_of(task, lists_of({"q00002": ["bob", "new", "nobody", "zoe"]}))
    result = score(task, [run])["mine"]
    # The seed itself; one who had not published by the day of the question, and one unheard of.
    assert (result.counts["own"], result.counts["unknown"], result.counts["missing"]) == (1, 2, 1)
    with pytest.raises(DataError, match="authors by title"):
        score(task, [run_of(task, lists_of({"q00002": [RankedItem(None, "Zoe")]}))])


def scored(task: Task, lists: dict[str, list[str]], scoring: str = "strict") -> dict[str, float]:
    return means(score(task, [run_of(task, lists_of(lists))], scoring=scoring)["mine"])
