"""Whether a system stands above the controls that know nothing, and above the others."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from scinet.eval.significance import holm, paired_p

_LEVEL: Final = 0.05
FLOOR: Final = ("random", "constant")
"""Controls that know nothing; the others know the truth."""

Result: TypeAlias = Mapping[str, Any]


def shortfall(result: Result, control: Result, truth: Result) -> str | None:
    """The metric in which a result does not stand above a control; None where it does in all.

    In the headline metric it has to be clearly above: by the stored test of the two, where there
    is one, with a p below 0.05 after Holm's correction; otherwise its 95 % interval has to lie
    above that of the control. In no other metric may its mean be the worse one.

    Args:
        result: Of a system, as it is stored.
        control: Of a control that knows nothing.
        truth: Of the control that answers with the truth, which shows what of a metric is better.
    """
    headline = str(result["headline"])
    if not _is_clearly_above(result, control, headline):
        return headline
    for metric in [row["metric"] for row in result["metrics"]]:
        found, chance, best = (_row(one, metric).get("mean") for one in (result, control, truth))
        if found is None or chance is None or best is None:
            continue
        if (found - chance) * (best - chance) < 0:
            return str(metric)
    return None


def level_with(
    result: Result,
    rivals: Sequence[Result],
    values: Mapping[str, Mapping[str, float | None]],
    seed: int,
) -> list[str]:
    """Systems that a result is not clearly above in the headline metric, in their order.

    It is clearly above with a p below 0.05 of the paired permutation test over the questions that
    both have a value of, after Holm's correction for all rivals. A metric without values by
    question, such as a correlation, is compared by its 95 % intervals: they have to lie apart.

    Args:
        result: Of the system with the highest mean, as it is stored.
        rivals: Those of the others.
        values: The headline metric by system and question.
        seed: Of the permutations.
    """
    headline = str(result["headline"])
    mine = values.get(result["system"], {})
    p_values = [_paired(mine, values.get(rival["system"], {}), seed) for rival in rivals]
    found = []
    for rival, p in zip(rivals, holm(p_values), strict=True):
        is_above = _lies_above(result, rival, headline) if np.isnan(p) else p < _LEVEL
        if not is_above:
            found.append(str(rival["system"]))
    return found


def _paired(one: Mapping[str, float | None], other: Mapping[str, float | None], seed: int) -> float:
    asked = sorted(one.keys() & other.keys())
    pairs = np.array([[one[query], other[query]] for query in asked], float).reshape(-1, 2)
    return paired_p(pairs[:, 0], pairs[:, 1], seed)


def _is_clearly_above(result: Result, control: Result, metric: str) -> bool:
    for test in result["comparisons"]:
        if test["metric"] == metric and test["system_b"] == control["system"]:
            difference, p = test["difference"], test["p_holm"]
            return difference is not None and p is not None and difference > 0 and p < _LEVEL
    return _lies_above(result, control, metric)


def _lies_above(result: Result, control: Result, metric: str) -> bool:
    low, other = _row(result, metric).get("low"), _row(control, metric)
    high = other.get("mean") if other.get("high") is None else other["high"]
    return low is not None and (high is None or low > high)


def _row(result: Result, metric: str) -> Mapping[str, Any]:
    return next((row for row in result["metrics"] if row["metric"] == metric), {})
