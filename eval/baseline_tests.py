"""Tests of a system against the uninformed controls and against the other systems."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from scinet.eval.results import find_metric
from scinet.eval.significance import holm_correction, paired_test

_SIGNIFICANCE_LEVEL: Final = 0.05
BASELINES: Final = ("random", "constant")
"""Controls without information; the others use the truth."""

Result: TypeAlias = Mapping[str, Any]


def find_shortfall(result: Result, control: Result, truth: Result) -> str | None:
    """Return the metric in which a result is not above a control; None where it is above in all.

    In the headline metric it has to be significantly above: p below 0.05 after Holm's correction in
    the stored test of the two, or without one, its 95 % interval above the control's mean. In no
    other metric may its mean be the worse one.

    Args:
        result: Stored result of a system.
        control: Stored result of an uninformed control.
        truth: Stored result of the oracle, which shows the better direction of each metric.
    """
    headline = str(result["headline"])
    if not _is_significantly_above(result, control, headline):
        return headline
    for metric in [row["metric"] for row in result["metrics"]]:
        score, chance, best = (
            find_metric(compared, metric).get("mean") for compared in (result, control, truth)
        )
        if score is None or chance is None or best is None:
            continue
        if (score - chance) * (best - chance) < 0:
            return str(metric)
    return None


def find_level(
    result: Result,
    rivals: Sequence[Result],
    values: Mapping[str, Mapping[str, float | None]],
    seed: int,
) -> list[str]:
    """List the systems that a result is not significantly above in the headline metric, in order.

    Significant is p below 0.05 of the paired permutation test over the queries that both have a
    value of, after Holm's correction for all rivals. A metric without values by query, such as a
    correlation, is compared by its 95 % intervals, which must not overlap.

    Args:
        result: Stored result of the system with the highest mean.
        rivals: Stored results of the other systems.
        values: The headline metric by system and query.
    """
    headline = str(result["headline"])
    mine = values.get(result["system"], {})
    p_values = [_paired_p(mine, values.get(rival["system"], {}), seed) for rival in rivals]
    level = []
    for rival, p in zip(rivals, holm_correction(p_values), strict=True):
        is_above = _lies_above(result, rival, headline) if np.isnan(p) else p < _SIGNIFICANCE_LEVEL
        if not is_above:
            level.append(str(rival["system"]))
    return level


def _paired_p(
    first: Mapping[str, float | None], second: Mapping[str, float | None], seed: int
) -> float:
    common = sorted(first.keys() & second.keys())
    pairs = np.array([[first[query], second[query]] for query in common], float).reshape(-1, 2)
    return paired_test(pairs[:, 0], pairs[:, 1], seed)


def _is_significantly_above(result: Result, control: Result, metric: str) -> bool:
    for test in result["comparisons"]:
        if test["metric"] == metric and test["system_b"] == control["system"]:
            difference, p = test["difference"], test["p_holm"]
            return (
                difference is not None
                and p is not None
                and difference > 0
                and p < _SIGNIFICANCE_LEVEL
            )
    return _lies_above(result, control, metric)


def _lies_above(result: Result, control: Result, metric: str) -> bool:
    low, control_row = find_metric(result, metric).get("low"), find_metric(control, metric)
    high = control_row.get("mean") if control_row.get("high") is None else control_row["high"]
    return low is not None and (high is None or low > high)
