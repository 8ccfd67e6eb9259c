"""Metrics of pairwise choices, as defined by SciImpact and as computed by its scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

COLUMNS: Final = ("right", "field", "margin")
_BANDS: Final = (("1-2", 1.0), ("2-3", 2.0), ("3-10", 3.0), ("over 10", 10.0))
_PARSED_IN_FIELD: Final = frozenset({"patent", "media"})
_NEEDS_NO_TEXT: Final = frozenset({"award-nobel", "dataset", "model"})
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Rule:
    """Properties of a task that affect scoring; see :class:`.pairwise.PairwiseTask`."""

    dimension: str
    has_ratio: bool = True
    asks_both: bool = False


@dataclass(frozen=True, slots=True)
class PairReply:
    """Reply to a pair.

    Attributes:
        truth: Its row: ``choice``, ``pair_id``, ``count_a``, ``count_b``, ``year``, ``field``, and
            if not the default, ``has_text`` and ``is_tie``.
        choice: ``A`` or ``B``; empty or None without a readable answer.
        margin: Lead of A, None when unknown.
    """

    truth: Mapping[str, Any]
    choice: str | None = None
    margin: float | None = None

    @property
    def is_right(self) -> bool:
        """Whether the choice is the true one."""
        return self.choice == str(self.truth["choice"])


def score_replies(
    replies: Sequence[PairReply], rule: Rule, scoring: Literal["strict", "official"]
) -> list[dict[str, float]]:
    """Compute the metrics of each reply, NaN where one has no value, and :data:`COLUMNS`.

    ``strict``: any reply other than A or B is wrong; of a pair in both orders, one after the other,
    the first reply represents both and is right when both are. ``official``: pairs without text are
    skipped, and for patents and media the accuracy of a field excludes unparsed replies.

    Source:
        SciImpact's released scripts; pairs by ratio and by year are ours.
    """
    if scoring == "official":
        return [_official_scores(reply, rule) for reply in replies]
    years = sorted({int(r.truth["year"]) for r in replies if r.truth.get("year") is not None})
    fields = sorted({r.truth["field"] for r in replies if r.truth.get("field") is not None})
    rows: list[dict[str, float]] = []
    for place, reply in enumerate(replies):
        first = place - place % 2
        pair = list(replies[first : first + 2]) if rule.asks_both else [reply]
        row = _strict_scores(reply, pair, years, fields, rule)
        is_second = rule.asks_both and place != first
        rows.append(dict.fromkeys(row, np.nan) if is_second else row)
    return rows


def _official_scores(reply: PairReply, rule: Rule) -> dict[str, float]:
    row = dict.fromkeys(("accuracy", "field accuracy", *COLUMNS), np.nan)
    if not reply.truth.get("has_text", True) and rule.dimension not in _NEEDS_NO_TEXT:
        return row
    right = float(reply.is_right)
    row |= {"accuracy": right, "field accuracy": right}
    row |= {"right": right, "field": -1.0, "margin": -1.0}
    if not reply.choice and rule.dimension in _PARSED_IN_FIELD:
        row["field accuracy"] = np.nan
    return row


def _strict_scores(
    reply: PairReply, pair: list[PairReply], years: list[int], fields: list[str], rule: Rule
) -> dict[str, float]:
    names = ["accuracy", "parsed accuracy", *(["consistency"] if rule.asks_both else [])]
    bands = [f"accuracy, ratio {name}" for name, _ in _BANDS] if rule.has_ratio else []
    row = dict.fromkeys([*names, *bands, *(f"accuracy, {year}" for year in years)], np.nan)
    row |= dict.fromkeys(COLUMNS, np.nan)
    truth = reply.truth
    if truth.get("is_tie"):
        return row
    right = float(all(item.is_right for item in pair))
    row["accuracy"] = right
    if all(item.choice for item in pair):
        row["parsed accuracy"] = right
        if rule.asks_both:
            row["consistency"] = float(len({item.is_right for item in pair}) == 1)
    if rule.has_ratio and truth.get("count_a") is not None:
        row[f"accuracy, ratio {ratio_band(truth['count_a'], truth['count_b'])}"] = right
    if truth.get("year") is not None:
        row[f"accuracy, {truth['year']}"] = right
    field = -1 if truth.get("field") is None else fields.index(truth["field"])
    margin = -1.0 if reply.margin is None else abs(reply.margin)
    return row | {"right": right, "field": float(field), "margin": margin}


def ratio_band(count_a: float, count_b: float) -> str:
    """Return the band of the ratio of two counts; the lower end belongs to it."""
    low, high = sorted((count_a, count_b))
    ratio = high / low if low else np.inf
    return [name for name, least in _BANDS if ratio >= least][-1]


def mean_field_accuracy(columns: Mapping[str, Floats]) -> Floats:
    """Compute the mean accuracy of fields with equal weights; NaN where pairs have no field.

    Args:
        columns: ``right`` and ``field``, shape ``(..., pairs)``.

    Returns:
        From 0 to 1, shape ``(...)``.
    """
    right, field = columns["right"], columns["field"]
    total = np.zeros(right.shape[:-1])
    number = np.zeros(right.shape[:-1])
    for code in np.unique(field[field >= 0]):
        inside = field == code
        size = inside.sum(axis=-1)
        mean = (right * inside).sum(axis=-1) / np.maximum(size, 1)
        total += np.where(size > 0, mean, 0)
        number += size > 0
    return _safe_divide(total, number)


def calibration_error(columns: Mapping[str, Floats]) -> Floats:
    """Compute the expected calibration error in ten bins; NaN where no reply has a margin.

    A margin is taken as the log odds that A has more, which makes the confidence in the choice 1 /
    (1 + exp(-|margin|)).

    Args:
        columns: ``right`` and ``margin``, shape ``(..., pairs)``; a margin below 0 means none.

    Returns:
        From 0 (best) to 1, shape ``(...)``.

    Source:
        Guo et al. (2017), arXiv:1706.04599, eq. 3.
    """
    right, margin = columns["right"], columns["margin"]
    has_margin = margin >= 0
    confidence = 1 / (1 + np.exp(-np.clip(margin, 0, 500)))
    place = np.minimum(((confidence - 0.5) * 2 * _BINS).astype(np.int64), _BINS - 1)
    gap = np.zeros(right.shape[:-1])
    for number in range(_BINS):
        inside = has_margin & (place == number)
        gap += np.abs(((right - confidence) * inside).sum(axis=-1))
    return _safe_divide(gap, has_margin.sum(axis=-1))


STATISTICS: Final = {"mean of fields": mean_field_accuracy, "calibration error": calibration_error}


def _safe_divide(above: Floats, below: NDArray[Any]) -> Floats:
    result: Floats = np.full(np.shape(above), np.nan)
    np.divide(above, below, out=result, where=np.asarray(below) > 0)
    return result
