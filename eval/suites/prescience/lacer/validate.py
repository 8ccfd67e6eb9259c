"""Does the judge see what people see? Its order of texts beside theirs, and beside the ladder's."""

import math
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import ConfigDict, Field, model_validator

from scinet.errors import DataError
from scinet.eval.metrics import mean_in_order
from scinet.eval.suites.json_files import read_lines
from scinet.eval.suites.prescience.lacer.judge import Pair, Rating, rate
from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, PublishedPrompt, Text
from scinet.eval.task import Row
from scinet.llm.asker import Asker


class Ranked(Text):
    """A paper with texts that people ranked by how like it they are.

    Attributes:
        rankings: For each person a rank for each text, 1 for the most similar; equal ranks tie.
    """

    candidates: Annotated[tuple[Text, ...], Field(min_length=2)]
    rankings: Annotated[tuple[tuple[float, ...], ...], Field(min_length=1)]

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="after")
    def _a_rank_for_each(self) -> "Ranked":
        if any(len(ranks) != len(self.candidates) for ranks in self.rankings):
            raise ValueError("a ranking has not one rank for each candidate")
        return self


def read_rankings(file: Path) -> list[Ranked]:
    """Read rankings of people, one paper per line."""
    found = read_lines(file, Ranked, hint="Give JSON lines of papers with candidates and rankings.")
    if not found:
        raise DataError(f"the file holds no ranking ({file})", hint="Name another file.")
    return found


def own_levels(ladders: Sequence[Ladder], asker: Asker) -> Row:
    """The judge's order of each ladder's rungs beside their levels.

    A ladder is judged with the others as examples: its own levels are not shown.
    """
    if len(ladders) < 2:
        raise DataError(
            "one ladder cannot be judged by others", hint="Build at least two with --ladders."
        )
    levels = list(range(1, LEVELS + 1))
    taus: list[float] = []
    failed = 0
    for ladder in ladders:
        others = [one for one in ladders if one is not ladder]
        pairs = [
            Pair(f"{ladder.paper_id} level {level}", _text(ladder), rung)
            for level, rung in zip(levels, ladder.rungs, strict=True)
        ]
        scores = _scores(rate(pairs, others, asker))
        failed += sum(map(math.isnan, scores))
        taus.append(tau_b(scores, levels))
    return _agreement("judge and levels", taus, failed)


def people(
    ranked: Sequence[Ranked], examples: Sequence[Ladder] | PublishedPrompt, asker: Asker
) -> tuple[Row, Row]:
    """The judge's order beside those of people, and those of people beside one another."""
    pairs = [
        Pair(f"ranking {place} text {number}", _text(one), candidate)
        for place, one in enumerate(ranked, start=1)
        for number, candidate in enumerate(one.candidates, start=1)
    ]
    scores = _scores(rate(pairs, examples, asker))
    judged: list[float] = []
    among: list[float] = []
    start = 0
    for one in ranked:
        end = start + len(one.candidates)
        judged += [tau_b(scores[start:end], [-rank for rank in ranks]) for ranks in one.rankings]
        among += [tau_b(first, second) for first, second in combinations(one.rankings, 2)]
        start = end
    failed = sum(map(math.isnan, scores))
    return _agreement("judge and people", judged, failed), _agreement("people", among, 0)


def tau_b(one: Sequence[float], other: Sequence[float]) -> float:
    """Kendall's tau_b over the places where both have a number; NaN where it is undefined.

    Source:
        Kendall (1945), doi:10.1093/biomet/33.3.239.
    """
    from scipy.stats import kendalltau

    first, second = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    both = ~(np.isnan(first) | np.isnan(second))
    first, second = first[both], second[both]
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return math.nan
    found: Any = kendalltau(first, second, variant="b")
    return float(found.statistic)


def _text(one: Text) -> Text:
    return Text(title=one.title, abstract=one.abstract)


def _scores(ratings: Sequence[Rating]) -> list[float]:
    found = [rating.on_the_scale.score for rating in ratings]
    return [math.nan if score is None else score for score in found]


def _agreement(of: str, taus: Sequence[float], failed: int) -> Row:
    """How far orders agree: the mean of those taus that are defined, and how many are not.

    They are not where all is equal in one order, or with fewer than two ratings. ``failed`` counts
    ratings that the judge owes.
    """
    known = [tau for tau in taus if not math.isnan(tau)]
    mean = mean_in_order(known) if known else math.nan
    about = {"of": of, "tau_b": mean, "n": len(known), "undefined": len(taus) - len(known)}
    return about | {"failed": failed}
