"""Options of ScienceMeter's tasks."""

from dataclasses import dataclass
from datetime import date, timedelta

from scinet.eval.task_type import one_of


@dataclass(frozen=True, slots=True)
class Window:
    """Days from ``start`` on, before ``end``."""

    start: date
    end: date


@dataclass(frozen=True, slots=True)
class KnowledgeOptions:
    """How triplets are found and parted.

    Attributes:
        chain: ``star``: the new and the future paper cite the prior one; ``path``: the future paper
            cites the new one.
        pick: Which of the papers that could follow is taken: ``random`` or the ``earliest``.
        future_days: The last days before the cut-off day of the task.
        new_days: The days before those.
        gap_days: Days between the prior and the new papers, around the cut-off day of a model.
        prior_days: The days before those.
        abstracts: ``required`` of all three papers, or ``any``.
        reviews: ``keep`` or ``drop`` triplets with a review as prior paper.
        split: Which triplets test: the ``first`` or ``random`` ones; the rest is to learn from.
        test_share: Their share.
    """

    chain: str = "star"
    pick: str = "random"
    future_days: int = 63
    new_days: int = 275
    gap_days: int = 152
    prior_days: int = 365
    abstracts: str = "required"
    reviews: str = "keep"
    split: str = "first"
    test_share: float = 0.8

    def __post_init__(self) -> None:
        one_of("chain", self.chain, ("star", "path"))
        one_of("pick", self.pick, ("random", "earliest"))
        one_of("abstracts", self.abstracts, ("required", "any"))
        one_of("reviews", self.reviews, ("keep", "drop"))
        one_of("split", self.split, ("first", "random"))
        if min(self.future_days, self.new_days, self.prior_days) < 1 or self.gap_days < 0:
            raise ValueError("a window has at least one day, the gap none or more")
        if not 0.0 < self.test_share <= 1.0:
            raise ValueError(f"test_share is above 0 and at most 1, not {self.test_share}")

    def windows(self, before: date) -> dict[str, Window]:
        """The windows of the three papers, by set.

        Args:
            before: The end of the last one, exclusive.
        """
        found: dict[str, Window] = {}
        end = before
        for name, days, gap in (
            ("future", self.future_days, 0),
            ("new", self.new_days, 0),
            ("prior", self.prior_days, self.gap_days),
        ):
            end -= timedelta(days=gap)
            start = end - timedelta(days=days)
            found[name] = Window(start, end)
            end = start
        return found
