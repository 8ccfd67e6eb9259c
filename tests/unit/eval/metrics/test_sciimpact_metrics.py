"""Pairwise accuracy: published cases worked out by hand, statistics against plain ones."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.suites.sciimpact.metrics import (
    PairReply,
    Rule,
    calibration_error,
    mean_field_accuracy,
    ratio_band,
    score_replies,
)


def truth(pair: str, choice: str = "A", **more: Any) -> dict[str, Any]:
    told = {"pair_id": pair, "choice": choice, "count_a": 9, "count_b": 3, "year": 2010}
    return {**told, "field": "physics", **more}


def mean(rows: list[dict[str, float]], name: str) -> float:
    return float(np.nanmean([row[name] for row in rows]))


FOUR = [PairReply(truth(str(n)), choice) for n, choice in enumerate("AAB")] + [
    PairReply(truth("4"), "")
]


def test_four_pairs_three_parsed_two_right() -> None:
    # As a rule of patents tests/eval/suites/official/test_sciimpact_results.py has them.
    citation = score_replies(FOUR, Rule("citation"), "official")
    assert mean(citation, "field accuracy") == 0.5
    missing = score_replies([*FOUR[:3], PairReply(truth("4"), None)], Rule("patent"), "strict")
    assert mean(missing, "accuracy") == 0.5


def test_pairs_without_text_are_passed_over_officially() -> None:
    replies = [PairReply(truth("1"), "A"), PairReply(truth("2", has_text=False), "B")]
    assert mean(score_replies(replies, Rule("patent"), "official"), "accuracy") == 1.0
    assert mean(score_replies(replies, Rule("dataset"), "official"), "accuracy") == 0.5
    assert mean(score_replies(replies, Rule("patent"), "strict"), "accuracy") == 0.5


def test_of_equal_counts_a_is_right_officially_and_nobody_strictly() -> None:
    tie = PairReply(truth("1", is_tie=True, count_a=3), "A")
    [official] = score_replies([tie], Rule("patent"), "official")
    [strict] = score_replies([tie], Rule("patent"), "strict")
    assert official["accuracy"] == 1.0
    assert math.isnan(strict["accuracy"])


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [(3, 2, "1-2"), (4, 2, "2-3"), (2, 6, "3-10"), (10, 1, "over 10"), (0, 5, "over 10")],
)
def test_bands(one: int, other: int, name: str) -> None:
    assert ratio_band(one, other) == name


def test_each_pair_counts_in_its_band_and_year() -> None:
    replies = [
        PairReply(truth("1", count_a=4, count_b=2, year=2011), "B"),
        PairReply(truth("2"), "A"),
    ]
    first, second = score_replies(replies, Rule("citation"), "strict")
    assert first["accuracy, ratio 2-3"] == first["accuracy, 2011"] == 0.0
    assert math.isnan(first["accuracy, 2010"])
    assert second["accuracy, ratio 3-10"] == second["accuracy, 2010"] == 1.0
    assert first.keys() == second.keys()
    [award] = score_replies([PairReply(truth("1"), "A")], Rule("award", has_ratio=False), "strict")
    assert not [name for name in award if "ratio" in name]


@pytest.mark.parametrize(
    ("choices", "accuracy", "consistency"),
    [
        (("A", "B"), 1.0, 1.0),
        (("A", "A"), 0.0, 0.0),
        (("B", "A"), 0.0, 1.0),
        (("A", ""), 0.0, math.nan),
        (("", "A"), 0.0, math.nan),
        (("", ""), 0.0, math.nan),
        ((None, ""), 0.0, math.nan),
    ],
)
def test_a_flip_is_wrong(
    choices: tuple[str | None, str | None], accuracy: float, consistency: float
) -> None:
    replies = [PairReply(truth("1", "A"), choices[0]), PairReply(truth("1", "B"), choices[1])]
    first, second = score_replies(replies, Rule("citation", asks_both=True), "strict")
    assert first["accuracy"] == accuracy
    assert first["consistency"] == pytest.approx(consistency, nan_ok=True)
    assert all(math.isnan(value) for value in second.values())


@given(
    rows=st.lists(
        st.tuples(st.booleans(), st.integers(-1, 2), st.sampled_from([-1.0, 0.0, 0.5, 3.0, 900.0])),
        max_size=12,
    )
)
def test_statistics_agree_with_plain_ones(rows: list[tuple[bool, int, float]]) -> None:
    right, field, margin = (np.array([row[i] for row in rows], dtype=float) for i in range(3))
    columns = {"right": right, "field": field, "margin": margin}
    by_field: dict[int, list[bool]] = {}
    for is_right, code, _ in rows:
        if code >= 0:
            by_field.setdefault(code, []).append(is_right)
    means = [sum(result) / len(result) for result in by_field.values()]
    expected = sum(means) / len(means) if means else math.nan
    assert mean_field_accuracy(columns) == pytest.approx(expected, nan_ok=True)
    bins: dict[int, list[float]] = {}
    told = [(is_right, 1 / (1 + math.exp(-min(m, 500)))) for is_right, _, m in rows if m >= 0]
    for is_right, confidence in told:
        bins.setdefault(min(9, int((confidence - 0.5) * 20)), []).append(is_right - confidence)
    gap = sum(abs(sum(result)) for result in bins.values()) / len(told) if told else math.nan
    assert calibration_error(columns) == pytest.approx(gap, nan_ok=True)
    twice = {name: np.stack([column, column]) for name, column in columns.items()}
    assert mean_field_accuracy(twice) == pytest.approx([expected, expected], nan_ok=True)
    assert calibration_error(twice) == pytest.approx([gap, gap], nan_ok=True)
