"""When a system stands above the controls that know nothing, and above the others."""

from typing import Any

import pytest

from scinet.eval.evaluated_tasks import find_level, find_shortfall


def result(
    recall: tuple[float, float | None, float | None], error: float = 1.0, **test: Any
) -> dict[str, Any]:
    """A result with the headline Recall, and an error, of which less is better."""
    mean, low, high = recall
    metrics = [
        {"metric": "Recall", "mean": mean, "low": low, "high": high},
        {"metric": "error", "mean": error, "low": None, "high": None},
    ]
    tests = [{"metric": "Recall", "system_b": "random", **test}] if test else []
    return {"system": "x", "headline": "Recall", "metrics": metrics, "comparisons": tests}


CHANCE = result((0.2, 0.1, 0.3), 2.0) | {"system": "random"}
TRUTH = result((1.0, 1.0, 1.0), 0.0)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (result((0.5, 0.4, 0.6)), None),
        (result((0.5, 0.3, 0.6)), "Recall"),  # the intervals touch
        (result((0.5, None, None)), "Recall"),
        (result((0.1, 0.0, 0.2)), "Recall"),
        (result((0.5, 0.2, 0.6), difference=0.3, p_holm=0.01), None),  # the test decides
        (result((0.5, 0.4, 0.6), difference=0.3, p_holm=0.2), "Recall"),
        (result((0.5, 0.4, 0.6), difference=None, p_holm=None), "Recall"),
        (result((0.5, 0.4, 0.6), error=2.0), None),
        (result((0.5, 0.4, 0.6), error=2.5), "error"),
    ],
)
def test_above_a_control(found: dict[str, Any], said: str | None) -> None:
    assert find_shortfall(found, CHANCE, TRUTH) == said


def test_a_control_without_an_interval_counts_by_its_mean() -> None:
    control = result((0.2, None, None), 2.0)
    assert find_shortfall(result((0.5, 0.3, 0.6)), control, TRUTH) is None
    assert find_shortfall(result((0.5, 0.2, 0.6)), control, TRUTH) == "Recall"


def _named(name: str, *recall: float) -> dict[str, Any]:
    mean, low, high = recall
    return result((mean, low, high)) | {"system": name}


def _by_question(*values: float | None) -> dict[str, float | None]:
    return {f"q{place}": value for place, value in enumerate(values)}


def test_level_are_those_that_the_first_is_not_clearly_above() -> None:
    first = _named("a", 1.0, 1.0, 1.0)
    second, third = _named("b", 0.0, 0.0, 0.0), _named("c", 0.9, 0.5, 1.0)
    values = {"a": _by_question(*[1.0] * 6), "b": _by_question(*[0.0] * 6)}
    # Of 64 patterns of six signs two have a sum as large: p is 1/32, and of two tests 1/16.
    assert find_level(first, [second], values, 0) == []
    values["c"] = _by_question(*[0.0] * 6)
    assert find_level(first, [second, third], values, 0) == ["b", "c"]
    # Five questions in common are too few: 2/32 is above 0.05.
    assert find_level(first, [second], values | {"b": _by_question(*[0.0] * 5, None)}, 0) == ["b"]
    # Without values by question intervals that touch are level.
    of_questions: dict[str, dict[str, float | None]] = {"a": {"q0": None}}
    assert find_level(first, [second, third], of_questions, 0) == ["c"]
    assert find_level(first, [], {}, 0) == []
