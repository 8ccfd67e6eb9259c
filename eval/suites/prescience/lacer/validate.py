"""Validation of the judge: its order of texts against that of people and of the ladders."""

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
from scinet.eval.suites.prescience.lacer.judge import RatedPair, Rating, rate_pairs
from scinet.eval.suites.prescience.lacer.ladder import LEVELS, LacerPrompt, Ladder, PaperText
from scinet.eval.task import Row
from scinet.llm.batch_client import LLMSession


class RankedSimilars(PaperText):
    """Paper with texts that people ranked by similarity to it.

    Attributes:
        rankings: For each person a rank for each text, 1 for the most similar; equal ranks tie.
    """

    candidates: Annotated[tuple[PaperText, ...], Field(min_length=2)]
    rankings: Annotated[tuple[tuple[float, ...], ...], Field(min_length=1)]

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="after")
    def _a_rank_for_each(self) -> "RankedSimilars":
        if any(len(ranks) != len(self.candidates) for ranks in self.rankings):
            raise ValueError("a ranking has not one rank for each candidate")
        return self


def read_rankings(file: Path) -> list[RankedSimilars]:
    """Read rankings of people, one paper per line."""
    rankings = read_lines(
        file, RankedSimilars, hint="Give JSON lines of papers with candidates and rankings."
    )
    if not rankings:
        raise DataError(f"the file holds no ranking ({file})", hint="Name another file.")
    return rankings


def validate_levels(ladders: Sequence[Ladder], asker: LLMSession) -> Row:
    """Compare the judge's order of each ladder's rungs with their levels.

    A ladder is judged with the others as examples: its own levels are not shown.
    """
    if len(ladders) < 2:
        raise DataError(
            "validation needs at least two ladders", hint="Build at least two with --ladders."
        )
    levels = list(range(1, LEVELS + 1))
    taus: list[float] = []
    failed = 0
    for ladder in ladders:
        others = [candidate for candidate in ladders if candidate is not ladder]
        pairs = [
            RatedPair(f"{ladder.paper_id} level {level}", _make_text(ladder), rung)
            for level, rung in zip(levels, ladder.rungs, strict=True)
        ]
        scores = _get_scores(rate_pairs(pairs, others, asker))
        failed += sum(map(math.isnan, scores))
        taus.append(kendall_tau(scores, levels))
    return _summarise_agreement("judge and levels", taus, failed)


def validate_people(
    ranked: Sequence[RankedSimilars], examples: Sequence[Ladder] | LacerPrompt, asker: LLMSession
) -> tuple[Row, Row]:
    """Compare the judge's order with those of people, and those of people with one another."""
    pairs = [
        RatedPair(f"ranking {place} text {number}", _make_text(ranking), candidate)
        for place, ranking in enumerate(ranked, start=1)
        for number, candidate in enumerate(ranking.candidates, start=1)
    ]
    scores = _get_scores(rate_pairs(pairs, examples, asker))
    judged: list[float] = []
    among: list[float] = []
    start = 0
    for ranking in ranked:
        end = start + len(ranking.candidates)
        judged += [
            kendall_tau(scores[start:end], [-rank for rank in ranks]) for ranks in ranking.rankings
        ]
        among += [kendall_tau(first, second) for first, second in combinations(ranking.rankings, 2)]
        start = end
    failed = sum(map(math.isnan, scores))
    return _summarise_agreement("judge and people", judged, failed), _summarise_agreement(
        "people", among, 0
    )


def kendall_tau(scores_a: Sequence[float], scores_b: Sequence[float]) -> float:
    """Compute Kendall's tau_b over the positions where both have a number; NaN where undefined.

    Source:
        Kendall (1945), doi:10.1093/biomet/33.3.239.
    """
    from scipy.stats import kendalltau

    first, second = np.asarray(scores_a, dtype=float), np.asarray(scores_b, dtype=float)
    both = ~(np.isnan(first) | np.isnan(second))
    first, second = first[both], second[both]
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return math.nan
    result: Any = kendalltau(first, second, variant="b")
    return float(result.statistic)


def _make_text(source: PaperText) -> PaperText:
    return PaperText(title=source.title, abstract=source.abstract)


def _get_scores(ratings: Sequence[Rating]) -> list[float]:
    scores = [rating.on_the_scale.score for rating in ratings]
    return [math.nan if score is None else score for score in scores]


def _summarise_agreement(of: str, taus: Sequence[float], failed: int) -> Row:
    """Summarise agreement: the mean of the defined taus, and the number of undefined ones.

    Those are of a constant order, or of fewer than two ratings. ``failed`` counts missing ratings
    of the judge.
    """
    defined = [tau for tau in taus if not math.isnan(tau)]
    mean = mean_in_order(defined) if defined else math.nan
    row = {"of": of, "tau_b": mean, "n": len(defined), "undefined": len(taus) - len(defined)}
    return row | {"failed": failed}
