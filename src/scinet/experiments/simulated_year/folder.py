"""Simulation stored in a folder."""

import json
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scinet.errors import DataError
from scinet.eval.task import Row
from scinet.experiments.simulated_year.layout import (
    ABLATION,
    MEASURES,
    MONTHS,
    PAGE,
    read_days,
    read_header,
    run_folder,
)
from scinet.experiments.simulated_year.papers import SimulatedPaper

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Simulation:
    """Simulated papers of a period, in several runs; none of them is real.

    Attributes:
        folder: ``simulation.json``, and a folder per run with a file of JSON lines per day.
        about: Content of ``simulation.json``: ``since``, ``days``, ``runs``, ``seed``,
            ``arrivals``, ``calibration_years``, ``smoothed``, ``parts`` and the fingerprint of the
            initial network.
    """

    folder: Path
    about: Row

    @classmethod
    def read(cls, folder: Path | str) -> Self:
        """Read the simulation of a folder.

        Raises:
            DataError: If it has none, or one of another version.
        """
        place = Path(folder)
        return cls(place, read_header(place))

    @property
    def runs(self) -> int:
        """Number of simulations of the period."""
        return int(self.about["runs"])

    @property
    def since(self) -> date:
        """The first simulated day."""
        return date.fromisoformat(self.about["since"])

    @property
    def end(self) -> date:
        """The day after the last simulated one."""
        return self.since + timedelta(days=self.about["days"])

    def days(self, run: int) -> list[list[SimulatedPaper]]:
        """Read the papers of each day of a run; of a stopped one, of its finished days.

        Raises:
            DataError: If there is no such run.
        """
        if not 0 <= run < self.runs:
            raise DataError(
                f"the simulation has no run {run} ({self.folder})",
                hint=f"Give a run below {self.runs}.",
            )
        return read_days(run_folder(self.folder, run), self.since, self.about["days"])

    def written(self, run: int) -> list[SimulatedPaper]:
        """Read all papers of a run, in order of time.

        Raises:
            DataError: If there is none, or the run was stopped before its end.
        """
        days = self.days(run)
        if len(days) < self.about["days"]:
            raise DataError(
                f"run {run} was stopped after {len(days)} of {self.about['days']} days "
                f"({self.folder})",
                hint="Re-run the same `scinet simulate` command to resume.",
            )
        papers = [paper for day in days for paper in day]
        if not papers:
            raise DataError(
                f"run {run} of the simulation has no paper ({self.folder})",
                hint="Simulate more days.",
            )
        return papers

    def papers(self, run: int = 0) -> "pd.DataFrame":
        """Return the simulated papers of a run, a row each, in order of time.

        Returns:
            ``id``, ``date``, ``title``, ``abstract``, ``venue``, ``fields``, ``authors``,
            ``references``, ``citations`` (predicted within 360 days) and ``stands_for``, the real
            paper that it replaces where papers arrive as they did. Of a stopped run its finished
            days.

        Raises:
            DataError: If there is no such run.
        """
        import pandas as pd

        rows = [
            {name: getattr(paper, name) for name in SimulatedPaper.__slots__}
            for day in self.days(run)
            for paper in day
        ]
        return pd.DataFrame(rows, columns=list(SimulatedPaper.__slots__))

    @property
    def page(self) -> Path:
        """Page with charts of simulated and real science side by side."""
        return self.folder / PAGE

    @property
    def measures(self) -> "pd.DataFrame":
        """Comparison of the simulated with the real days.

        Returns:
            A row per ``measure``: ``simulated``, the mean over papers, citations or positions in
            bylines, and over runs, with the 95 % interval over runs, ``low`` to ``high`` (of two
            runs or more); ``real`` and ``year_before``, the same of the real days and of as many
            before them; ``distance`` and ``distance_year_before``, the Kolmogorov-Smirnov distance
            of the simulated values, and of those of the year before, to the real ones, 0 for equal
            distributions, 1 for disjoint ones. Empty where the real days are not over.

        Raises:
            DataError: If the simulation was stopped before its end.
        """
        return self._table(MEASURES)

    @property
    def months(self) -> "pd.DataFrame":
        """Comparison month by month, at equal numbers of papers.

        Returns:
            A row per ``month`` and ``measure``, with ``simulated`` and its interval over runs,
            ``low`` to ``high``, ``real``, and ``year_before``, the same month a year earlier.

        Raises:
            DataError: If the simulation was stopped before its end.
        """
        return self._table(MONTHS)

    @property
    def ablation(self) -> "pd.DataFrame":
        """Each measure where one part at a time is a model and all others are gold.

        Raises:
            DataError: If it was not simulated with ``ablation``.
        """
        return self._table(ABLATION)

    def _table(self, name: str) -> "pd.DataFrame":
        import pandas as pd

        file = self.folder / name
        if not file.is_file():
            more = " --ablation" if name == ABLATION else ""
            raise DataError(
                f"the simulation has no {file.stem} ({self.folder})",
                hint=f"Give the same `scinet simulate` command again{more and ', with' + more}.",
            )
        return pd.DataFrame(json.loads(file.read_text("utf-8")))

    def __repr__(self) -> str:
        return f"<Simulation from {self.since} to {self.end}, {self.runs} runs: {self.folder}>"
