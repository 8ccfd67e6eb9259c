"""Systems for pairs: numbers worked out by hand, blind to the future, learning what is there."""

import math
import tracemalloc
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.built_tasks import build_task

from scinet.eval.answer import Answer, get_content
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Task
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.training import TrainableSystem, train
from scinet.models.pairwise_impact.features import feature_table, find_neighbours
from scinet.models.pairwise_impact.heuristics import (
    PairAuthorMean,
    PairEarlyCitations,
    PairHIndex,
    PairNumber,
    PairReferences,
    PairTeamSize,
    PairVenue,
)
from scinet.models.pairwise_impact.line import PairBoosted, PairLine, fit_odds_scale

CITATION = get_task_type("sciimpact/citation")
PAPERS: list[Paper] = [
    ("old", "2000-01-01", []),
    ("mid", "2004-01-01", ["old"]),
    ("new", "2005-07-01", ["old", "mid"]),
    ("p", "2006-01-01", ["old", "mid", "new", "q"]),  # q is of the same day: no order
    ("q", "2006-01-01", ["old"]),
    ("r", "2006-06-01", ["p", "q"]),
    ("s", "2006-07-01", ["p"]),
]
AUTHORS = {
    "old": ["ann"], "mid": ["ann", "bob"], "new": ["bob"], "p": ["cyd", "ann"], "q": ["bob"],
    "r": ["dan"], "s": ["eve"],
}  # fmt: skip
VENUES = {"mid": "v", "p": "v", "new": "w", "q": "w"}
TITLES = {
    "old": "parsing trees", "mid": "parsing of long trees", "new": "speech", "p": "parsing: trees",
    "q": "a longer title on speech", "r": "grammar", "s": "speech",
}  # fmt: skip
FUTURE: list[Paper] = [(f"z{n}", "2006-09-01", ["p", "q", "old", "mid"]) for n in range(5)]


def small(extra: list[Paper] | None = None) -> Snapshot:
    papers = [*PAPERS, *(extra or [])]
    authors = {**AUTHORS, **{paper: ["ann", "bob"] for paper, _, _ in extra or []}}
    return snapshot_of(papers, authors, VENUES, TITLES)


def query(item: str, other: str, before: str, number: int = 1) -> Query:
    inputs = {"a": {"paper_id": item}, "b": {"paper_id": other}}
    return Query(f"q{number}", "", inputs, date.fromisoformat(before), 1)


def test_features_are_those_of_the_day_before() -> None:
    snapshot = small().until(date(2007, 1, 1))
    results = {
        name: values[0]
        for name, values in feature_table(snapshot, np.array([snapshot.index("p")])).items()
    }
    expected = {
        "references": 3,
        "mean citations of references": 1.0,  # old by mid and new, mid by new, new by none
        "most citations of a reference": 2,
        "references of the last 1 years": 1,
        "references of the last 3 years": 2,
        "references to own papers": 2,
        "authors": 2,
        "authors without an earlier paper": 1,
        "most papers of an author": 2,
        "best mean citations of an author": 1.5,
        "most citations of an author's paper": 2,
        "best h-index of an author": 1,
        "papers of the first author": 0,
        "papers of the last author": 2,
        "mean citations of the last author": 1.5,
        "words of the title": 2,
        "colon in the title": 1,
        "age of the nearest 10": pytest.approx((6.0 + 2.0) / 2, abs=0.01),
        "citations of the nearest 10": 1.5,
    }
    assert {name: results[name] for name in expected} == expected
    assert math.isnan(results["mean citations of the first author"])
    age = (date(2006, 1, 1) - date(2004, 1, 1)).days / 365.25
    assert results["citations per year of the venue"] == pytest.approx(1 / (age + 0.5))


def test_nearest_papers_take_no_table_of_all_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    papers: list[Paper] = [(f"p{number:04d}", "2001-01-01", []) for number in range(3000)]
    papers += [(f"q{number:03d}", "2005-01-01", []) for number in range(300)]
    words = [f"word{number}" for number in range(80)]
    titles = {name: " ".join(rng.choice(words, 4)) for name, *_ in papers}
    past = snapshot_of(papers, titles=titles)
    asked = np.arange(3000, 3300)
    whole = find_neighbours(past, asked, (2, 5))
    monkeypatch.setattr("scinet.models.pairwise_impact.features._MAX_ENTRIES", 3300 * 7)
    tracemalloc.start()
    try:
        parts = find_neighbours(past, asked, (2, 5))
        # The table of 3,300 by 300 would take 8 MB.
        assert tracemalloc.get_traced_memory()[1] < 5e6
    finally:
        tracemalloc.stop()
    for number, (places, cosines) in whole.items():
        assert [row.tolist() for row in parts[number][0]] == [row.tolist() for row in places]
        assert [row.tolist() for row in parts[number][1]] == [row.tolist() for row in cosines]


def test_no_feature_sees_the_future_nor_the_day_itself() -> None:
    plain, planted = small(), small([*FUTURE, ("same", "2006-01-01", ["old", "mid", "p"])])
    cut = date(2006, 1, 2)
    papers = ["p", "q", "new"]
    value = feature_table(plain.until(cut), np.array([plain.index(p) for p in papers]))
    same_cut = planted.until(cut)
    two = feature_table(small(FUTURE).until(cut), np.array([plain.index(p) for p in papers]))
    for name, values in value.items():
        assert values.tobytes() == two[name].tobytes(), name
    # A paper of the same day weighs words, but is neither reference, citation nor neighbour.
    three = feature_table(same_cut, np.array([same_cut.index(p) for p in papers]))
    for name in value:
        if "similarity" not in name:
            assert values_equal(value[name], three[name]), name


def values_equal(item: Any, other: Any) -> bool:
    return bool(np.array_equal(item, other, equal_nan=True))


@pytest.mark.parametrize(
    ("system", "choice"),
    [
        (PairAuthorMean(), "A"),  # ann 1.5, bob (mid 1, new 0) .5
        (PairHIndex(), None),  # 1 and 1
        (PairVenue(), "A"),  # mid was cited, new was not
        (PairTeamSize(), "A"),
        (PairReferences(), "A"),
        (PairEarlyCitations(), None),
    ],
)
def test_the_larger_number_is_chosen(system: PairNumber, choice: str | None) -> None:
    cut = date(2006, 1, 2)
    queries = [query("p", "q", str(cut)), query("q", "p", str(cut), 2)]
    given = answer_queries(system, queries, CITATION, snapshot=small().until(cut))
    first, second = (get_content(answer).choice for answer in given)
    assert {first, second} == {"A", "B"}  # also where chance decides
    assert choice in (first, None)


def test_early_citations_are_those_until_the_question() -> None:
    past = small().until(date(2006, 8, 1))
    asked = [query("q", "p", "2006-08-01")]
    [answer] = answer_queries(PairEarlyCitations(), asked, CITATION, snapshot=past)
    # p by r and s, q by r and by p of the same day, which is not an order.
    assert get_content(answer).choice == "B"


def teams_decide(years: int) -> tuple[list[Paper], dict[str, list[str]]]:
    """Each year twelve papers with one to three authors; larger teams are cited more."""
    rng = np.random.default_rng(0)
    papers: list[Paper] = []
    authors: dict[str, list[str]] = {}
    for year in range(2000, 2000 + years):
        size = rng.integers(1, 4, 12)
        for n in range(12):
            papers.append((f"t{year}-{n:02d}", f"{year}-06-01", []))
            authors[f"t{year}-{n:02d}"] = [f"a{year}-{n}-{m}" for m in range(size[n])]
        for m in range(9):
            cited = [f"t{year}-{n:02d}" for n in range(12) if size[n] ** 2 > m]
            papers.append((f"c{year}-{m}", f"{year}-09-{m + 1:02d}", cited))
            authors[f"c{year}-{m}"] = [f"b{year}-{m}"]
    return papers, authors


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[Task, Snapshot]:
    papers, authors = teams_decide(9)
    snapshot = snapshot_of(papers, authors)
    folder = tmp_path_factory.mktemp("pairs") / "task"
    options = {"horizon": "1", "min_count": "1", "since": "2006-01-01", "validation_years": "2"}
    end = date(2009, 1, 1)
    task = build_task(CITATION, snapshot, end, folder, train_years="4", **options)
    return task, snapshot


def learned(
    data: tuple[Task, Snapshot], folder: Path, system: TrainableSystem | None = None
) -> tuple[dict[str, Any], dict[str, Answer]]:
    task, snapshot = data
    system = system or PairLine(window=24)
    row = train(system, CITATION, task, snapshot=snapshot, folder=folder)
    past = snapshot.until(task.before["test"])
    result = answer_queries(system, task.queries(), CITATION, snapshot=past, learned=folder)
    return row["figures"], {answer.query_id: answer for answer in result}


def test_a_line_learns_what_decides(data: tuple[Task, Snapshot], tmp_path: Path) -> None:
    figures, result = learned(data, tmp_path / "one")
    truth = data[0].truth()
    right = [get_content(answer).choice == truth[name]["choice"] for name, answer in result.items()]
    assert len(right) >= 9
    assert np.mean(right) > 0.9
    assert figures["val accuracy"] > 0.9
    assert next(iter(figures["weights"])) == "authors"
    assert figures["weights"]["authors"] > 0
    assert all(
        (answer.score > 0) == (answer.choice == "A")
        for answer in map(get_content, result.values())
        if answer.score
    )
    again_figures, again = learned(data, tmp_path / "two")
    assert (again_figures, again) == (figures, result)


def test_margins_become_odds_and_never_nothing() -> None:
    # Three of four are right by the same margin: odds of 3 to 1.
    assert fit_odds_scale(np.array([1.0, 1.0, 1.0, -1.0])) == pytest.approx(math.log(3))
    assert fit_odds_scale(np.array([2.0, 2.0, 2.0, -2.0])) == pytest.approx(math.log(3) / 2)
    # Worse than a coin: the sides stay apart, by as little as can be told.
    assert fit_odds_scale(np.array([-2.0, -2.0, 2.0])) == pytest.approx(0.005)


def test_nothing_later_moves_the_line(data: tuple[Task, Snapshot], tmp_path: Path) -> None:
    task, _ = data
    figures, _ = learned(data, tmp_path / "one")
    papers, authors = teams_decide(9)
    planted = snapshot_of(
        [*papers, *((f"z{n}", "2006-01-01", ["t2004-01", "t2005-02"]) for n in range(9))], authors
    )
    other, _ = learned((task, planted), tmp_path / "two")
    assert other == figures


def test_trees_learn_what_decides(data: tuple[Task, Snapshot], tmp_path: Path) -> None:
    system = PairBoosted(window=24, trees=30, learning_rate=0.2, min_leaf=3, columns=1.0, bags=1)
    figures, result = learned(data, tmp_path / "one", system)
    truth = data[0].truth()
    right = [get_content(answer).choice == truth[name]["choice"] for name, answer in result.items()]
    assert np.mean(right) > 0.8
    assert next(iter(figures["importances"])) == "authors"
    assert learned(data, tmp_path / "two", system) == (figures, result)
