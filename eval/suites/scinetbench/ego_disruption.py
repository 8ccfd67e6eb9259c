"""Ego task: the most disruptive papers of a subfield.

Disruption here is (n_i - n_j) / (n_i + n_j), SciNetBench's form.
"""

from typing import ClassVar, Self

import numpy as np
from pydantic import model_validator
from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.scinetbench.ego import EgoOptions, EgoTask, IndicatorValues
from scinet.eval.task_type import BuildContext
from scinet.graph.indicators import disruption
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, slots=True, config=OPTIONS)
class DisruptionOptions(EgoOptions):
    """Options of the task.

    Attributes:
        window_years: Years in which later citations count; 0 means no limit.
        window_days: The same in days.
    """

    window_years: Natural = 0
    window_days: Natural = 0
    official_min_citations: Natural = 1
    strict_min_references: Natural = 1
    strict_min_citations: Natural = 5

    @model_validator(mode="after")
    def _has_one_window(self) -> Self:
        if self.window_years and self.window_days:
            raise ValueError("a window is given in years and in days")
        return self


class EgoDisruption(EgoTask):
    """``scinetbench/ego-disruption``."""

    name = "ego-disruption"
    options = DisruptionOptions
    presets: ClassVar = {
        "paper": {"subfields": "paper"},
        # The released script gives a paper without references no value.
        "scinet-v2": {"subfield_by": "topic", "official_min_references": "1"},
    }
    indicator = "disruption"
    adjective = "disruptive"
    best = "highest"

    def measure(self, context: BuildContext, options: DisruptionOptions) -> IndicatorValues:
        """Compute disruption with the counts of references and citations that it includes.

        Papers whose window is not over have no value.
        """
        counts = disruption.compute_disruption(
            context.snapshot,
            window_years=options.window_years or None,
            window_days=options.window_days or None,
        )
        is_windowed = options.window_years or options.window_days
        left_out = {"papers_whose_window_is_not_over": int(counts.is_open.sum())}
        return IndicatorValues(
            value=np.where(counts.is_open, np.nan, counts.di),
            references=context.snapshot.ordered.lengths(),
            citations=counts.n_i + counts.n_j,
            left_out=left_out if is_windowed else {},
        )
