"""Years to learn on, to choose on and to test on, each strictly after the one before.

What is seen in a period is everything dated before its start; what is foreseen happens in it.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from scinet.graph.dates import add_years, date_of, day_of

VALIDATION: Final = "validation"
TEST: Final = "test"


@dataclass(frozen=True, slots=True)
class Period:
    """A year of links to be foreseen.

    Attributes:
        name: ``train_1`` (the earliest), ``train_2`` …, ``validation`` or ``test``.
        start: First day; everything before it may be seen.
        end: Day after the last one.
    """

    name: str
    start: date
    end: date


def periods(before: date, train_years: int = 2) -> list[Period]:
    """Cut the years before a day.

    Args:
        before: End of the test year, exclusive.
        train_years: How many years to learn on.

    Returns:
        The training years, then validation, then test; each ends where the next begins.
    """
    names = [f"train_{number}" for number in range(1, train_years + 1)] + [VALIDATION, TEST]
    cuts = [_years_earlier(before, years) for years in range(len(names), -1, -1)]
    return [Period(*row) for row in zip(names, cuts[:-1], cuts[1:], strict=True)]


def _years_earlier(when: date, years: int) -> date:
    return date_of(int(add_years(np.array([day_of(when)], dtype=np.int32), -years)[0]))
