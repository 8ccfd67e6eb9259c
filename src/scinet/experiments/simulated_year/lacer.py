"""Diversity and novelty of papers by a language model's ratings, as in PreScience."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scinet.eval.suites.prescience.lacer.judge import RatedPair, rate_pairs
from scinet.eval.suites.prescience.lacer.ladder import LacerPrompt, Ladder, PaperText
from scinet.experiments.simulated_year.titles import nearest_earlier, nearest_in_pool, sample_papers
from scinet.experiments.simulated_year.year import Values, Year, YearSize
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import UNASKED

_SAMPLE_SIZE: Final = 20  # papers, each rated against the ten nearest
_MAX_SCORE: Final = 10


@dataclass(frozen=True)
class Judge:
    """Language model that rates the similarity of two papers.

    Attributes:
        examples: Ladders that it is shown, or the published prompt.
    """

    examples: Sequence[Ladder] | LacerPrompt
    asker: LLMSession

    def measures(self, year: Year, size: YearSize) -> dict[str, Values]:
        """Measure diversity and novelty of twenty papers of a year, from 0, the same, to 9.

        A measure with a missing rating, as when the budget is spent, has no values.

        Source:
            PreScience: ten minus the mean LACERScore of the ten nearest papers, of all of the same
            period, of all earlier papers, and of those before the period; the paper itself is the
            reference, against which the near one is rated.
        """
        pool = sample_papers(year.titled, size.titled)
        papers = sample_papers(year.titled, min(size.titled, _SAMPLE_SIZE))
        nearest = {
            "difference of papers from each other (LACER)": nearest_in_pool(year, papers, pool),
            "novelty of papers, all earlier papers (LACER)": nearest_earlier(
                year, papers, before=None
            ),
            "novelty of papers, papers before the period (LACER)": nearest_earlier(
                year, papers, before=year.first
            ),
        }
        return {
            name: self._title_difference(year, papers, neighbours[1])
            for name, neighbours in nearest.items()
        }

    def _title_difference(self, year: Year, papers: Values, nearest: Values) -> Values:
        pairs = [
            RatedPair(
                str(year.snapshot.paper_id[paper]),
                _make_text(year, paper),
                _make_text(year, int(neighbour)),
            )
            for paper, others in zip(papers, nearest, strict=False)  # none where there are too few
            for neighbour in others
        ]
        ratings = [rating.on_the_scale for rating in rate_pairs(pairs, self.examples, self.asker)]
        if any(rating.status in UNASKED for rating in ratings):
            return np.zeros(0)
        scores = np.array([np.nan if rating.score is None else rating.score for rating in ratings])
        rows = scores.reshape(nearest.shape)
        rated = rows[~np.isnan(rows).all(axis=1)]
        differences: Values = _MAX_SCORE - np.nanmean(rated, axis=1)
        return differences


def _make_text(year: Year, paper: int) -> PaperText:
    title, abstract = year.snapshot.title[paper], year.snapshot.abstract[paper]
    return PaperText(title=title or "", abstract=abstract or "")
