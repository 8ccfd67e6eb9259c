"""Options of ScienceMeter's tasks."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.prescience.targets import Period
from scinet.validation import OPTIONS, Natural, Positive


@checked(frozen=True, slots=True, config=OPTIONS)
class KnowledgeOptions:
    """Options of triplets: how they are found and split.

    Attributes:
        chain: ``star``: the new and the future paper cite the prior one; ``path``: the future paper
            cites the new one.
        pick: Selection among possible papers: ``random`` or the ``earliest``.
        future_days: The last days before the cutoff of the task.
        new_days: The days before those.
        gap_days: Days between the prior and the new papers, around the cutoff of a model.
        prior_days: The days before those.
        abstracts: ``required`` of all three papers, or ``any``.
        reviews: ``keep`` or ``drop`` triplets with a review as prior paper.
        split: Triplets of the test: the ``first`` or ``random`` ones; the rest is for training.
        test_share: Their share.
        origin: Origin of the claims, such as those written by authors; all if empty.
    """

    chain: Literal["star", "path"] = "star"
    pick: Literal["random", "earliest"] = "random"
    future_days: Positive = 63
    new_days: Positive = 275
    gap_days: Natural = 152
    prior_days: Positive = 365
    abstracts: Literal["required", "any"] = "required"
    reviews: Literal["keep", "drop"] = "keep"
    split: Literal["first", "random"] = "first"
    test_share: Annotated[float, Field(gt=0, le=1)] = 0.8
    origin: str = ""

    def windows(self, before: date) -> dict[str, Period]:
        """Return the windows of the three papers, by set."""
        future, new = before - timedelta(self.future_days), timedelta(self.new_days)
        end = future - new - timedelta(self.gap_days)
        return {
            "future": Period(future, before),
            "new": Period(future - new, future),
            "prior": Period(end - timedelta(self.prior_days), end),
        }
