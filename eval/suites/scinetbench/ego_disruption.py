"""Ego task: the most disruptive papers of a subfield.

Disruption here is (n_i - n_j) / (n_i + n_j), SciNetBench's form.
"""

from dataclasses import dataclass

from scinet.eval.suites.scinetbench.ego import EgoOptions, EgoTask, Measured
from scinet.eval.task_type import Material
from scinet.graph.indicators import disruption


@dataclass(frozen=True, slots=True)
class Options(EgoOptions):
    """Options of the task.

    Attributes:
        window_years: Later citations count for so many years; 0 means for ever.
        window_days: The same in days.
    """

    window_years: int = 0
    window_days: int = 0
    official_min_citations: int = 1
    strict_min_references: int = 1
    strict_min_citations: int = 5

    def __post_init__(self) -> None:
        EgoOptions.__post_init__(self)
        if self.window_years and self.window_days:
            raise ValueError("a window is given in years and in days")
        if self.window_years < 0 or self.window_days < 0:
            raise ValueError("a window is negative")


class EgoDisruption(EgoTask):
    """``scinetbench/ego-disruption``."""

    name = "ego-disruption"
    options = Options
    indicator = "disruption"
    adjective = "disruptive"
    best = "highest"

    def measure(self, material: Material, options: Options) -> Measured:
        """Disruption, and only what it counts: citations with an order in time."""
        counts = disruption.on_arrays(
            material.snapshot,
            window_years=options.window_years or None,
            window_days=options.window_days or None,
        )
        return Measured(
            value=counts.di,
            references=material.snapshot.ordered.lengths(),
            citations=counts.n_i + counts.n_j,
        )
