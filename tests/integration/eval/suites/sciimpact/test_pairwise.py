"""Pairwise tasks on networks small enough to know every pair."""

from collections import Counter
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.build import Paper, load_graph, load_rows, snapshot_of
from helpers.networks.golden_network import load_network
from helpers.networks.scoring import draft_of, means, run_of, score

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import ChoiceAnswer
from scinet.eval.suites import get_task_type
from scinet.eval.suites.sciimpact import options as module
from scinet.eval.suites.sciimpact.candidates import count_candidates
from scinet.eval.task import Query, Row, TaskDraft, write_task
from scinet.eval.task_type import BuildContext
from scinet.graph import snapshot as snapshots
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot

END = date(2012, 1, 1)
# Papers of one year are cited once, twice, four and eight times in the year after.
TIMES = {"a": 1, "b": 2, "c": 4, "d": 8}


def network() -> list[Paper]:
    papers: list[Paper] = []
    for year in range(2000, 2011):
        papers += [(f"{name}{year}", f"{year}-06-15", []) for name in TIMES]
        for number in range(8):
            cited = [f"{name}{year}" for name, times in TIMES.items() if number < times]
            papers.append((f"x{year}-{number}", f"{year + 1}-01-{number + 1:02d}", cited))
        papers.append((f"y{year}", f"{year + 3}-01-01", [f"a{year}"]))  # outside a horizon of 1
    return papers


def draft(
    snapshot: Snapshot,
    task: str = "citation",
    database: Database | None = None,
    seed: int = 0,
    **given: Any,
) -> TaskDraft:
    options = {name: str(value) for name, value in given.items()}
    return draft_of(f"sciimpact/{task}", snapshot, options, database=database, seed=seed)


def asked(made: TaskDraft, split: str = "test") -> list[tuple[list[str], Query, Row]]:
    """The two papers, the query and the truth of each pair."""
    part = made.splits[split]
    return [
        ([query.inputs[side]["paper_id"] for side in "ab"], query, row)
        for query, row in zip(part.queries, part.truth, strict=True)
    ]


def by_id(made: TaskDraft) -> dict[str, tuple[int, int]]:
    return {" ".join(pair): (row["count_a"], row["count_b"]) for pair, _, row in asked(made)}


def pairs_of(made: TaskDraft) -> set[str]:
    return {" ".join(sorted(pair)) for pair, *_ in asked(made)}


@pytest.fixture(scope="module")
def plain() -> Snapshot:
    return snapshot_of(network()).until(END)


def test_pairs_are_of_one_year_with_their_citations_in_the_horizon(plain: Snapshot) -> None:
    made = draft(plain, horizon=1, min_count=1, since="2008-01-01", uses=0)
    for names, query, row in asked(made):
        assert [TIMES[name[0]] for name in names] == [row["count_a"], row["count_b"]]
        assert names[0][1:] == names[1][1:] == str(row["year"])
        assert row["choice"] == ("A" if row["count_a"] > row["count_b"] else "B")
        # Nothing later than the papers themselves may be known.
        assert query.before == date(row["year"], 6, 16)
        assert not {"count_a", "year", "venue", "authors"} & query.inputs.keys()
    years = Counter(row["year"] for row in made.splits["test"].truth)
    assert years == {2008: 6, 2009: 6, 2010: 6}
    # The citing papers of 2011 and y2010 have no whole year behind them.
    assert made.left_out["papers_with_incomplete_count"] == 9
    assert made.counts["test_below_min_count"] == made.counts["test_candidates"] - 12


def test_counts_of_earlier_splits_were_complete_when_the_next_began(plain: Snapshot) -> None:
    years_back: dict[str, Any] = {"validation_years": 2, "train_years": 3}
    made = draft(plain, horizon=1, min_count=1, since="2008-01-01", **years_back)
    years = {name: {row["year"] for row in split.truth} for name, split in made.splits.items()}
    # A paper of June 2007 was counted until June 2008, when the test had begun.
    assert years == {"train": {2002, 2003, 2004}, "val": {2005, 2006}, "test": {2008, 2009, 2010}}
    assert [split.before.year for split in made.splits.values()] == [2006, 2008, 2012]


def test_no_artefact_is_in_two_splits_by_chance(plain: Snapshot) -> None:
    made = draft(plain, horizon=1, min_count=1, folds=3, match="none")
    used = [Counter(chain(*(pair for pair, *_ in asked(made, name)))) for name in made.splits]
    assert len(used) == 3
    assert all(used)
    assert sum(map(len, used)) == len(set().union(*used))
    assert max(max(papers.values()) for papers in used) <= 2


def test_order_is_by_chance_but_the_same_always(plain: Snapshot) -> None:
    options: dict[str, Any] = {"horizon": 1, "min_count": 1, "since": "2002-01-01", "uses": 0}
    first, again = draft(plain, **options), draft(plain, **options)
    assert first.splits["test"].queries == again.splits["test"].queries
    choices = [row["choice"] for *_, row in asked(first)]
    assert 0.3 < choices.count("A") / len(choices) < 0.7
    assert by_id(draft(plain, seed=1, **options)) != by_id(first)


def test_matching_by_venue_and_author() -> None:
    papers = [*network()]
    venues = {f"{name}2009": "v" if name in "ad" else "w" for name in TIMES}
    authors = {"a2009": ["ann", "bob"], "d2009": ["bob"], "c2009": ["ann"], "b2009": ["cyd"]}
    snapshot = snapshot_of(papers, authors, venues).until(END)
    options: dict[str, Any] = {"horizon": 1, "min_count": 1, "since": "2009-01-01", "uses": 0}
    for match, pairs in (
        ("venue,year", {"a2009 d2009", "b2009 c2009"}),
        ("author", {"a2009 d2009", "a2009 c2009"}),
    ):
        assert pairs_of(draft(snapshot, match=match, **options)) == pairs


def test_fields_are_matched_and_reported(plain: Snapshot) -> None:
    fields = {
        f"{name}{year}": [("f" if name in "ab" else "g", "field")]
        for name in "abc"
        for year in (2009, 2010)
    }
    cut = snapshot_of(network(), fields=fields).until(END)
    made = draft(cut, horizon=1, min_count=1, since="2009-01-01")
    assert pairs_of(made) == {"a2009 b2009", "a2010 b2010"}
    rows = {row["field"]: row for row in made.splits["test"].tables["fields"]}
    assert (rows["f"]["candidates"], rows["f"]["valid_pairs"], rows["f"]["pairs"]) == (4, 2, 2)
    assert (rows["g"]["candidates"], rows["g"]["pairs"], rows["g"]["in_no_pair"]) == (2, 0, 2)
    assert made.counts["test_without_field"] == 2  # d of both years
    assert draft(plain, min_count=1, horizon=1).options["match"] == "year"


def test_a_period_after_the_end_is_refused(plain: Snapshot) -> None:
    with pytest.raises(DataError, match="since"):
        draft(plain, since="2013-01-01")


def test_both_orders_are_scored_as_one(plain: Snapshot, tmp_path: Path) -> None:
    made = draft(plain, horizon=1, min_count=1, since="2008-01-01", orders="both")
    task = write_task(made, tmp_path / "task")
    truth = task.truth()
    always_a = [ChoiceAnswer(name, choice="A") for name in truth]
    right = [ChoiceAnswer(name, choice=row["choice"], score=2.0) for name, row in truth.items()]
    scores = score(task, [run_of(task, always_a, "always-a"), run_of(task, right, "right")])
    constant, best = means(scores["always-a"]), means(scores["right"])
    assert constant["accuracy"] == constant["consistency"] == 0.0
    assert best["accuracy"] == best["consistency"] == 1.0
    assert best["calibration error"] == pytest.approx(1 - 1 / (1 + 2.718281828**-2))


def test_documents_of_later_splits_count_in_none_before(shared_database: Database) -> None:
    papers = [f"{name}{year}" for year in (2000, 2001, 2002) for name in "ab"]
    # Of each paper, the days of its patents.
    patents = {
        "a2000": ["2000-09-01", "2000-10-01"],
        "b2000": ["2000-11-01", "2001-01-01", "2001-03-01", "2002-03-01"],
        "a2001": ["2001-09-01"],
        "b2001": ["2001-08-01", "2001-09-01", "2001-12-31", "2002-01-01"],
        "a2002": ["2002-07-01", "2002-08-01"],
        "b2002": ["2002-07-02", "2003-01-01"],
    }
    documents = (
        {"paper": item, "kind": "patent", "id": f"US{item[1:]}{number}{item[0]}", "date": day}
        for item, days in patents.items()
        for number, day in enumerate(days)
    )
    shared_database.rows("admin/wipe")
    load_graph(shared_database, [(item, f"{item[1:]}-06-15", []) for item in papers])
    load_rows(shared_database, *documents)
    snapshot = snapshots.read_snapshot(shared_database, date(2003, 1, 1))
    options: dict[str, Any] = {"match": "year", "min_count": 1, "since": "2002-01-01"}
    made = draft(snapshot, "patent", shared_database, **options, validation_years=1, train_years=1)
    counted = {
        split: {
            paper: row[f"count_{side}"]
            for pair, _, row in asked(made, split)
            for paper, side in zip(pair, "ab", strict=True)
        }
        for split in made.splits
    }
    assert counted == {
        "train": {"a2000": 2, "b2000": 1},
        "val": {"a2001": 1, "b2001": 3},
        "test": {"a2002": 2, "b2002": 1},
    }
    assert made.left_out["counts_read_after_the_end"] == 0
    # A period without any patent asks nothing, and does not stop the rest.
    cut, early = snapshot.until(date(2000, 12, 1)), {**options, "since": "2000-06-01"}
    first = draft(cut, "patent", shared_database, **early, validation_years=1)
    assert {name: len(split.truth) for name, split in first.splits.items()} == {"val": 0, "test": 1}


@pytest.fixture(scope="module")
def golden(shared_database: Database) -> tuple[Database, Snapshot]:
    load_network(shared_database, "field")
    return shared_database, snapshots.read_snapshot(shared_database, date(2000, 1, 1))


@pytest.mark.parametrize(
    ("task", "given", "pairs"),
    [
        ("downloads", {"min_count": 1}, {"P1 P2": (40, 20), "P1 P3": (40, 12), "P1 P4": (40, 5),
                                         "P2 P4": (20, 5), "P3 P4": (12, 5)}),
        ("citation", {"count": "downloads", "min_count": 11},
         {"P1 P2": (40, 20), "P1 P3": (40, 12)}),
        ("count", {"min_count": 13}, {"P1 P2": (40, 20)}),
        ("code", {"min_count": 5}, {"P1 P2": (120, 7)}),
        ("award", {"match": "venue"}, {"P1 P2": (1, 0), "P1 P4": (1, 0), "P1 P5": (1, 0)}),
    ],
)  # fmt: skip
def test_every_loaded_count_is_a_dimension(
    golden: tuple[Database, Snapshot], task: str, given: dict[str, Any], pairs: dict[str, Any]
) -> None:
    database, snapshot = golden
    options = {"match": "none", "uses": 0, "since": "1980-01-01", **given}
    made = draft(snapshot, task, database, **options)
    results = {
        " ".join(sorted(name.split())): tuple(sorted(counts, reverse=True))
        for name, counts in by_id(made).items()
    }
    assert results == pairs


def test_a_count_that_was_not_loaded_is_named(golden: tuple[Database, Snapshot]) -> None:
    database, snapshot = golden
    for task in ("award", "model", "dataset"):
        given: dict[str, Any] = {"named": "Nobel"} if task == "award" else {}
        with pytest.raises(DataError, match="the graph has no"):
            draft(snapshot, task, database, **given)


def test_patents_and_news_are_counted_before_the_day(golden: tuple[Database, Snapshot]) -> None:
    database, snapshot = golden

    def counted(kind: str, before: date) -> dict[str, int]:
        past = snapshot.until(before)
        result, told = count_candidates(BuildContext(past, before, 0, database), past, kind)
        assert told["counts_read_after_the_end"] == told["counts_read_on_no_known_day"] == 0
        return dict(zip(result.artifact, result.count.tolist(), strict=True))

    assert counted("citing_patents", date(1992, 7, 1)) == {"P1": 1, "P3": 1}
    assert counted("citing_patents", date(1992, 6, 30)) == {"P1": 1}  # P3 is of that day
    assert counted("media", date(1994, 1, 1)) == {"P3": 1}  # another story has no day
    for kind, before in (("media", date(1993, 12, 31)), ("citing_patents", date(1992, 3, 10))):
        with pytest.raises(DataError, match="the graph has no count of kind"):
            counted(kind, before)


def test_quotas_by_field_and_split(plain: Snapshot, tmp_path: Path) -> None:
    assert module.get_quota(0, "physics", "train") is None
    assert module.get_quota(7, "physics", "train") == 7
    text = "Computer Science=4/3/2, *=1/0/5"
    assert [module.get_quota(text, "computer science", split) for split in module.SPLITS] == [
        4,
        3,
        2,
    ]
    assert [module.get_quota(text, None, split) for split in module.SPLITS] == [1, 0, 5]
    assert module.get_quota("physics=4/3/2", "art", "test") == 0
    file = tmp_path / "quotas.txt"
    file.write_text("physics=9/9/9\n*=4/3/2\n")
    made = draft(plain, horizon=1, min_count=1, folds=3, match="none", uses=0, pairs=file)
    drawn = {name: len(split.truth) for name, split in made.splits.items()}
    assert drawn == {"train": 4, "val": 3, "test": 2}
    # The options hold what the file held, wherever it lay.
    assert made.options["pairs"] == "physics=9/9/9,*=4/3/2"


def test_the_awards_of_a_name(golden: tuple[Database, Snapshot], tmp_path: Path) -> None:
    database, snapshot = golden
    options: dict[str, Any] = {"match": "venue", "uses": 0, "since": "1980-01-01"}
    made = draft(snapshot, "award", database, award="cs", named="best paper", **options)
    assert len(by_id(made)) == 3
    assert {q.inputs["dimension"] for q in made.splits["test"].queries} == {"award-cs"}
    task = write_task(made, tmp_path / "award")
    # Its options are those of its type, so that it can be built again.
    assert get_task_type(task.id).get_options(task).award == "cs"
    assert score(task, scoring="official")["oracle"].metrics
    with pytest.raises(DataError, match="no count of kind 'award' with 'Nobel' in its name"):
        draft(snapshot, "award", database, award="nobel", named="Nobel", **options)
    assert get_task_type("sciimpact/award").preset("nobel")["match"] == "author"
    with pytest.raises(NotFoundError, match="sciimpact/award has no preset 'paper'"):
        get_task_type("sciimpact/award").preset("paper")
