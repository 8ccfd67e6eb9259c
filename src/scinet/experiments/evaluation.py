"""Evaluation results: tables, rows, and result files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scinet.eval import results as files
from scinet.eval.official_files import write_evaluations
from scinet.eval.results import Result
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Scoring
from scinet.html_table import html_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Evaluation:
    """Runs and controls on one task, scored together.

    Attributes:
        task: The task.
        results: The runs in the order given, then the controls.
        scoring: ``strict`` or ``official``.
        seed: Seed of controls, intervals and tests.
        published: Further output of official scoring, by file name.
        simulated: Whether the graph, where available, holds simulated papers.
    """

    task: Task
    results: tuple[Result, ...]
    scoring: Scoring
    seed: int
    published: Mapping[str, Any] = field(default_factory=dict)
    simulated: bool = False

    @cached_property
    def result_rows(self) -> list[Row]:
        """Each result as stored in ``result.json``; undefined values are None."""
        return [
            files.describe_result(result, self.task, scoring=self.scoring, seed=self.seed)
            for result in self.results
        ]

    @property
    def table(self) -> "pd.DataFrame":
        """Means by system (row) and metric (column); NaN where a metric is undefined."""
        return self._frame(
            {
                "system": row["system"],
                **{metric["metric"]: metric["mean"] for metric in row["metrics"]},
            }
            for row in self.result_rows
        ).set_index("system")

    @property
    def intervals(self) -> "pd.DataFrame":
        """Mean, 95 % interval, ``n`` and mean of ``answered`` by system and metric."""
        return self._frame(
            {"system": row["system"], **metric}
            for row in self.result_rows
            for metric in row["metrics"]
        )

    @property
    def parts(self) -> "pd.DataFrame":
        """Values by system, property, part and metric, for results divided ``by`` properties."""
        return self._frame(
            {"system": row["system"], **part}
            for row in self.result_rows
            for part in row.get("parts", ())
        )

    @property
    def comparisons(self) -> "pd.DataFrame":
        """Differences from the baseline run by system and metric, with p-values."""
        return self._frame(row for result in self.result_rows for row in result["comparisons"])

    @property
    def counts(self) -> "pd.DataFrame":
        """Counts of queries, answers, unresolved titles and the like by system."""
        return self._frame(
            {"system": row["system"], **row["counts"]} for row in self.result_rows
        ).set_index("system")

    def exists_in(self, out: Path | str) -> bool:
        """Whether :meth:`write` would replace results of one of the runs."""
        places = (
            files.result_folder(result.header.system, self.task, Path(out), self.scoring)
            for result in self.results
            if not result.is_control
        )
        return any((place / files.FILE).exists() for place in places)

    def write(self, out: Path | str) -> list[Path]:
        """Write the result files of every system; return their folders.

        With official scoring the suite's own evaluation file is written, too.

        Raises:
            DataError: If results of another task or split are in the folder.
            StorageError: If a file cannot be written.
        """
        folder = Path(out)
        headers = [result.header for result in self.results]
        systems = (header.system for header in headers)
        files.refuse_others(systems, self.task, headers[0].split, folder, self.scoring)
        folders = files.write_results(
            self.results, self.task, folder, scoring=self.scoring, seed=self.seed
        )
        if self.scoring == "official":
            write_evaluations(self.results, self.task, folder, self.published)
        return folders

    def __repr__(self) -> str:
        systems = ", ".join(result.header.system for result in self.results)
        return f"<Evaluation of {self.task.id}, {self.scoring}: {systems}>"

    def _repr_html_(self) -> str:
        rows = [
            [Markup("<em>{}</em>").format(name) if result.is_control else name]
            + [None if value != value else f"{value:.3f}" for value in row]
            for result, (name, *row) in zip(self.results, self.table.itertuples(), strict=True)
        ]
        note = "simulated data" if self.simulated else ""
        title = f"{self.task.id}, {self.scoring} scoring; controls in italics"
        return str(html_table(["system", *map(str, self.table)], rows, title, note))

    @staticmethod
    def _frame(rows: "Any") -> "pd.DataFrame":
        import pandas as pd

        listed: list[Mapping[str, Any]] = list(rows)
        return pd.DataFrame(listed)
