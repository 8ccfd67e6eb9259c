"""When a system stands above the controls that know nothing."""

from typing import Any

import pytest

from scinet.eval.standing import shortfall


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
    assert shortfall(found, CHANCE, TRUTH) == said


def test_a_control_without_an_interval_counts_by_its_mean() -> None:
    control = result((0.2, None, None), 2.0)
    assert shortfall(result((0.5, 0.3, 0.6)), control, TRUTH) is None
    assert shortfall(result((0.5, 0.2, 0.6)), control, TRUTH) == "Recall"
