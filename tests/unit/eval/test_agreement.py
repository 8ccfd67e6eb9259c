"""Ratings of people and judges, compared by hand."""

import json
import math
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.commands.command_line import ask
from helpers.networks.scoring import write_lines
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError
from scinet.eval.agreement import Ratings, krippendorff_alpha, load_ratings
from scinet.experiments.published import read_ratings


def lines(file: Path, rows: list[dict[str, Any]]) -> str:
    return str(write_lines(file, *rows))


def rated(folder: Path, *rows: dict[str, Any]) -> Ratings:
    return read_ratings([lines(folder / "people.jsonl", list(rows))])


def said(rater: str, *ratings: Any, **about: str) -> list[dict[str, Any]]:
    return [
        {"claim": n, **about, "rater": rater, "rating": rating} for n, rating in enumerate(ratings)
    ]


def test_agreement_and_kappa_by_hand(tmp_path: Path) -> None:
    anna = said("anna", "full", "full", "none", "none")
    ben = said("ben", "full", "none", "none", "none")
    [row] = rated(tmp_path, *anna, *ben).pairs("full")
    # Equal in 3 of 4; by chance .5 * .25 + .5 * .75 = .5.
    assert row == {
        "rater": "anna", "other": "ben", "n": 4, "agreement": 0.75, "kappa": 0.5,
        "precision": 1.0, "recall": 0.5,
    }  # fmt: skip


def test_only_what_both_rated_counts_and_numbers_are_ranked(tmp_path: Path) -> None:
    rows = said("anna", 1, 5, 3) + said("ben", 2, 4) + said("cleo", 2)
    first, second, third = rated(tmp_path, *rows).pairs()
    assert (first["n"], first["agreement"], first["rank_correlation"]) == (
        2, 0.0, pytest.approx(1.0)
    )  # fmt: skip
    assert (second["n"], third["n"], third["agreement"]) == (1, 1, 1.0)
    assert math.isnan(third["kappa"])  # whoever says the same of everything agrees by chance
    assert math.isnan(third["rank_correlation"])


def test_shares_of_ratings_by_a_field(tmp_path: Path) -> None:
    support = said("anna", "unique", "unique", "broad", stance="support")
    refute = said("anna", "none", stance="refute") + said("ben", "broad", stance="refute")
    result = rated(tmp_path, *support, *refute)
    third, rest = pytest.approx(1 / 3), pytest.approx(2 / 3)
    assert [tuple(row.values()) for row in result.shares(by="stance")] == [
        ("refute", "anna", "none", 1, 1.0),
        ("refute", "ben", "broad", 1, 1.0),
        ("refute", "all", "broad", 1, 0.5),
        ("refute", "all", "none", 1, 0.5),
        ("support", "anna", "broad", 1, third),
        ("support", "anna", "unique", 2, rest),
        ("support", "all", "broad", 1, third),
        ("support", "all", "unique", 2, rest),
    ]
    [pair] = result.pairs(by="stance")
    assert (pair["stance"], pair["n"], pair["agreement"]) == ("refute", 1, 0.0)
    with pytest.raises(DataError, match="no rating has 'mood'"):
        result.shares(by="mood")


def judged(*edges: tuple[int, int, str]) -> dict[str, Any]:
    names = ("reference_idx", "predicted_idx", "match")
    matches = [dict(zip(names, edge, strict=True)) for edge in edges]
    claim = {"paper_id": "p1", "claim_idx": 0, "n_reference": 2, "n_predicted": 1}
    papers = [{**claim, "candidate_matches": matches}]
    return {"summary": {"judge_model": "pro"}, "papers": papers}


def test_judged_files_are_raters_of_every_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, edges in (("pro", [(1, 1, "full")]), ("flash", [(1, 1, "full"), (2, 1, "partial")])):
        (tmp_path / f"{name}.json").write_text(json.dumps(judged(*edges), indent=1))
    pair = {"paper_id": "p1", "claim_idx": 0, "reference_idx": 2, "predicted_idx": 1}
    lines(tmp_path / "people.jsonl", [{**pair, "rater": "anna", "rating": "partial"}])
    rows = ask("annotate", "agreement", "people.jsonl", "pro.json", "flash=flash.json")
    assert [(row["rater"], row["other"], row["n"], row["agreement"]) for row in rows] == [
        ("anna", "pro", 1, 0.0),
        ("anna", "flash", 1, 1.0),
        ("pro", "flash", 2, 0.5),
    ]
    shares = ask("annotate", "agreement", "flash=flash.json", "--shares")
    assert [(row["rating"], row["share"]) for row in shares[:2]] == [
        ("full", 0.5),
        ("partial", 0.5),
    ]


def test_what_is_no_rating_is_named(tmp_path: Path) -> None:
    for rows, message in (
        ([{"rater": "anna", "claim": 1}], "rating is neither"),
        ([{"rating": 1}], "no text as rater"),
        ([{"rater": "anna", "claim": 1, "rating": float("nan")}], "rating is neither"),
        ([{"rater": "anna", "claim": 1, "rating": float("inf")}], "rating is neither"),
        # A number that is written as a word agrees with no number.
        ([*said("anna", 4), *said("ben", "4")], r"ben rated .* '4', another 4"),
        ([], "people.jsonl has no ratings"),
        (said("anna", 1) + said("anna", 2), "anna rated .* twice .*record 2"),
        (said("anna", 1), "no item has ratings of two raters"),
    ):
        with pytest.raises(DataError, match=message):
            rated(tmp_path, *rows).pairs()


def test_alpha_by_hand() -> None:
    # Two raters, three things: coincidences are 1-1 twice, 2-2 twice, 1-2 and 2-1 once each.
    units = [[1, 1], [1, 2], [2, 2], [9]]
    assert krippendorff_alpha(units, "nominal") == pytest.approx(1 - 5 * 2 / 18)
    # Ratings 1, 2 and 4, twice each. Squares of 1-2, 1-4, 2-4 are of ranks 4, 16 and 4.
    units = [[1, 1], [2, 4], [2, 4]]
    assert krippendorff_alpha(units, "ordinal") == pytest.approx(1 - 5 * 16 / (8 * (4 + 16 + 4)))
    # Three who agree on all, and one thing that one alone rated.
    assert krippendorff_alpha([["a"] * 3, ["b"] * 3, ["c"]], "nominal") == 1
    assert math.isnan(krippendorff_alpha([["a", "a"]], "nominal"))
    assert math.isnan(krippendorff_alpha([[1], [2]], "interval"))


def test_the_mean_of_ranks(tmp_path: Path) -> None:
    ranks = {"truth": [1, 1, 2], "search": [2, 2, 1]}
    rows = [
        {"rater": f"r{n}", "rating": rank, "query_id": "q1", "system": system}
        for system, given in ranks.items()
        for n, rank in enumerate(given)
    ]
    result = Ratings(load_ratings(write_lines(tmp_path / "ranks.jsonl", *rows)).records)
    search, truth = result.overall(ranks=True, by="system")
    assert (search["system"], search["mean"], search["ratings"]) == ("search", 5 / 3, 3)
    assert (truth["system"], truth["mean"], truth["items"]) == ("truth", 4 / 3, 1)
    [every] = result.overall(ranks=True)
    assert every["mean"] == 1.5
    # Of 6 pairs within each of the two things 2 agree: 1 - 5 x 4 / 18.
    assert every["alpha"] == pytest.approx(1 - 5 * 4 / 18)


def ranked(rater: str, query: str, *ratings: float) -> list[dict[str, Any]]:
    return [
        {"query_id": query, "system": f"s{n}", "rater": rater, "rating": rating}
        for n, rating in enumerate(ratings)
    ]


def test_orders_within_a_query_are_compared_with_people(tmp_path: Path) -> None:
    people = ranked("anna", "q1", 3, 2, 1) + ranked("ben", "q1", 3, 1, 2)
    people += ranked("anna", "q2", 1, 2, 3) + ranked("ben", "q2", 1, 1, 1)
    results = tmp_path / "results" / "prescience" / "contribution"
    rouge = {"q1": (0.9, 0.4, 0.1), "q2": (0.9, 0.5, 0.4)}
    for place in range(3):
        rows = [
            {"query_id": query, "is_answered": True, "ROUGE-L F1": values[place], "LACER": None}
            for query, values in rouge.items()
        ]
        lines(results / f"s{place}" / "per_query.jsonl", rows)
    file = lines(tmp_path / "people.jsonl", people)
    words = ("annotate", "agreement", file, str(results), "--within", "query_id")
    collected = {(row["rater"], row["other"]): row for row in ask(*words)}
    # Of three pairs of q1 two are in one order; of q2 ben has no order.
    tau = pytest.approx(1 / 3)
    assert (collected["anna", "ben"]["tau_b"], collected["anna", "ben"]["n"]) == (tau, 1)
    assert collected["anna", "ben"]["rank_correlation"] == pytest.approx(0.5)
    assert (collected["anna", "ROUGE-L F1"]["tau_b"], collected["anna", "ROUGE-L F1"]["n"]) == (
        0.0,
        2,
    )
    assert collected["ben", "ROUGE-L F1"]["tau_b"] == tau
    pooled = {
        (row["rater"], row["other"]): (row["tau_b"], row["n"])
        for row in ask(*words, "--people", "anna", "--people", "ben")
    }
    assert pooled == {("people", "people"): (tau, 1), ("people", "ROUGE-L F1"): (
        pytest.approx(1 / 6), 3
    )}  # fmt: skip


def test_orders_that_cannot_be_compared(tmp_path: Path) -> None:
    ratings = rated(tmp_path, *ranked("anna", "q1", 3, 2, 1), *ranked("ben", "q1", 1, 1, 1))
    with pytest.raises(DataError, match="no two raters rank"):
        ratings.within("query_id")
    with pytest.raises(DataError, match="nobody named 'cleo'"):
        ratings.within("query_id", ["cleo"])
    with pytest.raises(DataError, match="no results of a task"):
        read_ratings([str(tmp_path)])


def test_a_field_of_lists_makes_no_tables(tmp_path: Path) -> None:
    rows = [{"claim": n, "t": ["a"], "rater": rater, "rating": 1} for n in (1, 2) for rater in "ab"]
    ratings = rated(tmp_path, *rows)
    for table in (ratings.pairs, ratings.shares, ratings.overall):
        with pytest.raises(DataError, match="'t' contains lists"):
            table(by="t")
    with pytest.raises(DataError, match="'t' contains lists"):
        ratings.within("t")


@pytest.mark.parametrize(
    ("one", "other", "positive"),
    [
        (True, False, "true"),
        (False, True, "false"),
        (1, 2, "1"),
        (1.0, 2.0, "1"),
        (1, 2, "1.0"),
        (0.5, 2, "0.5"),
        ("1", "2", "1"),
        ("true", "false", "true"),
    ],
)
def test_the_positive_rating_is_written_as_in_json(
    tmp_path: Path, one: Any, other: Any, positive: str
) -> None:
    rows = said("anna", one, one, other, other) + said("ben", one, other, other, other)
    [row] = rated(tmp_path, *rows).pairs(positive)
    assert (row["precision"], row["recall"]) == (1.0, 0.5)


@pytest.mark.parametrize(
    ("given", "positive", "listed"),
    [
        ((1, 2), "true", "There are 1, 2."),
        ((1.0, 0.5), "3", "There are 0.5, 1."),
        ((True, False), "1", "There are false, true."),
        (("full", "none"), "Full", "There are full, none."),
        (tuple(range(30)), "full", "There are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 20 others."),
    ],
)
def test_a_positive_rating_that_nobody_gave_is_refused(
    tmp_path: Path, given: tuple[Any, ...], positive: str, listed: str
) -> None:
    ratings = rated(tmp_path, *said("anna", *given), *said("ben", *given))
    with pytest.raises(DataError, match=f"no rating equals '{positive}'") as refused:
        ratings.pairs(positive)
    assert refused.value.hint == listed


def by_table(units: list[list[float]]) -> float:
    """Krippendorff's alpha as it is defined, from the pairs of ratings."""
    pairable = [unit for unit in units if len(unit) > 1]
    every = [value for unit in pairable for value in unit]
    n = len(every)
    observed = sum(
        (item - other) ** 2 / (len(unit) - 1)
        for unit in pairable
        for item in unit
        for other in unit
    )
    expected = sum((item - other) ** 2 for item in every for other in every)
    return 1 - (n - 1) * observed / expected if expected else math.nan


@given(
    st.lists(
        st.lists(st.integers(-3, 3).map(lambda n: n / 10), min_size=1, max_size=4), max_size=8
    ),
    st.sampled_from([0.0, 0.1, 1e4]),
)
def test_alpha_of_numbers_is_that_of_its_definition(
    units: list[list[float]], offset: float
) -> None:
    moved = [[value + offset for value in unit] for unit in units]
    expected = by_table(moved)
    assert krippendorff_alpha(moved, "interval") == pytest.approx(
        expected, rel=1e-12, abs=1e-12, nan_ok=True
    )


def test_alpha_of_many_numbers_takes_no_table() -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=20_000)
    units = [[value, value + 0.1] for value in truth.tolist()]
    tracemalloc.start()
    result = krippendorff_alpha(units, "interval")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    every = np.array(units)
    # Two raters: a sum of squares within things of 0.1**2 / 2 each.
    total = 2 * every.var() * every.size
    assert result == pytest.approx(1 - (every.size - 1) * 2 * 20_000 * 0.1**2 / every.size / total)
    assert peak < 2**26
