"""PreScience's metrics: the edge cases of its scorer by hand, and what strict makes of them."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.suites.prescience.metrics import published_scores, strict_scores

SECOND = 1 / log2(3)


def test_strict_scores_a_short_list_for_what_it_holds() -> None:
    result = strict_scores(["a"], ["a", "b"])
    assert result["nDCG@1000"] == pytest.approx(1 / (1 + SECOND))
    assert result["R-precision"] == result["Recall"] == result["F1"] == 0.5
    assert strict_scores([], ["a"])["nDCG@1000"] == 0.0
    with pytest.raises(ValueError, match="nothing is true"):
        strict_scores(["a"], [])


def test_strict_stops_at_a_thousand_places() -> None:
    late = [f"x{n}" for n in range(1000)] + ["a"]
    assert strict_scores(late, ["a"])["nDCG@1000"] == 0.0
    assert published_scores(late, ["a"])["nDCG@1000"] == pytest.approx(1 / log2(1002))


@given(st.permutations(list("abcdefgh")), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_both_agree_on_a_list_of_all_items(returned: list[str], truth: set[str]) -> None:
    assert published_scores(returned, truth) == pytest.approx(strict_scores(returned, truth))
    assert strict_scores([*truth, *(set(returned) - truth)], truth)["nDCG@1000"] == pytest.approx(
        1.0
    )
