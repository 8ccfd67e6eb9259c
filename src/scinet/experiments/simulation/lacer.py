"""How unlike papers are as a language model rates them: PreScience's own diversity and novelty."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scinet.eval.suites.prescience.lacer.judge import Pair, rate
from scinet.eval.suites.prescience.lacer.ladder import Ladder, PublishedPrompt, Text
from scinet.experiments.simulation.size import Size
from scinet.experiments.simulation.titles import sample, to_each_other, to_earlier
from scinet.experiments.simulation.year import Values, Year
from scinet.llm.asker import Asker
from scinet.llm.question import UNASKED

_SAMPLE: Final = 20  # papers, each rated against the ten nearest
_SCALE: Final = 10


@dataclass(frozen=True)
class Judge:
    """A language model that rates how alike two papers are.

    Attributes:
        examples: Ladders that it is shown, or the published prompt.
    """

    examples: Sequence[Ladder] | PublishedPrompt
    asker: Asker

    def measures(self, year: Year, size: Size) -> dict[str, Values]:
        """Diversity and novelty of twenty papers of a year, from 0, the same, to 9.

        Nothing of a measure that the judge was not asked all of, as when the budget is spent.

        Source:
            PreScience: ten minus the mean LACERScore of the ten nearest papers, of all of the same
            period, of all earlier papers, and of those before the period; the paper itself is the
            reference, and the one near to it is rated against it.
        """
        pool = sample(year.titled, size.titled)
        papers = sample(year.titled, min(size.titled, _SAMPLE))
        nearest = {
            "difference of papers from each other (LACER)": to_each_other(year, papers, pool),
            "novelty of papers, all earlier papers (LACER)": to_earlier(year, papers, before=None),
            "novelty of papers, papers before the period (LACER)": to_earlier(
                year, papers, before=year.first
            ),
        }
        return {name: self._unlikeness(year, papers, one[1]) for name, one in nearest.items()}

    def _unlikeness(self, year: Year, papers: Values, nearest: Values) -> Values:
        pairs = [
            Pair(str(year.snapshot.paper_id[paper]), _text(year, paper), _text(year, int(other)))
            for paper, others in zip(papers, nearest, strict=False)  # none where there are too few
            for other in others
        ]
        ratings = [one.on_the_scale for one in rate(pairs, self.examples, self.asker)]
        if any(one.status in UNASKED for one in ratings):
            return np.zeros(0)
        scores = np.array([np.nan if one.score is None else one.score for one in ratings])
        rows = scores.reshape(nearest.shape)
        known = rows[~np.isnan(rows).all(axis=1)]
        found: Values = _SCALE - np.nanmean(known, axis=1)
        return found


def _text(year: Year, paper: int) -> Text:
    title, abstract = year.snapshot.title[paper], year.snapshot.abstract[paper]
    return Text(title=title or "", abstract=abstract or "")
