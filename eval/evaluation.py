"""Runs scored together: the evaluation, its tables and rows, and its result files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scinet.eval import controls
from scinet.eval import results as files
from scinet.eval.evaluate import evaluate
from scinet.eval.external_metrics import ExternalMetric
from scinet.eval.official_files import make_tables, write_evaluations
from scinet.eval.options import DEFAULT_OPTIONS, EvaluationOptions, Scoring
from scinet.eval.results import Result
from scinet.eval.run import Run
from scinet.eval.suites import get_task_type
from scinet.eval.suites.sciencemeter import judging
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.task import Row, Task
from scinet.graph.analysis.status import is_simulated
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.html_table import html_table
from scinet.llm.access import open_model

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


def evaluate_runs(
    task: Task,
    runs: Sequence[Run],
    options: EvaluationOptions = DEFAULT_OPTIONS,
    *,
    added: Sequence[Run] = (),
    database: Database | None = None,
    snapshot: Snapshot | None = None,
) -> Evaluation:
    """Score runs together with the controls, and write the results where a folder is named.

    ``added`` are runs that were made for the comparison, and of which nothing is published. The
    language model is opened once everything else was read and found whole, and stays open until
    the results are written.
    """
    task_type = get_task_type(task.type_name)
    everyone, out = [*runs, *added], None if options.out is None else Path(options.out)
    if out is not None:
        systems = [*(run.header.system for run in everyone), *controls.NAMES]
        files.refuse_others(systems, task, options.split, out, options.scoring)
    external = None if options.scores is None else ExternalMetric.read(Path(options.scores))
    with open_model(options.model, task.graph_fingerprint, seed=options.seed) as model:
        judge = model
        if judge is not None and isinstance(task_type, KnowledgeTask):
            # This judge's words are part of the answers.
            everyone = [
                judging.judge_run(task, run, judge, split=options.split) for run in everyone
            ]
            judge = None
        scored = evaluate(
            task_type,
            task,
            everyone,
            options,
            database=database,
            snapshot=snapshot,
            judge=judge,
            external=external,
        )
        is_official = options.scoring == "official"
        published = make_tables(task, runs, judge) if is_official else {}
        of_simulated = database is not None and is_simulated(database)
        evaluation = Evaluation(
            task, tuple(scored), options.scoring, options.seed, published, of_simulated
        )
        if out is not None:
            if model is not None and evaluation.exists_in(out):
                model.finish()  # no part takes the place of what is there
            evaluation.write(out)
        return evaluation
