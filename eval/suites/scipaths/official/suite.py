"""SciPaths' files: claims to tasks, predictions to runs, and runs to predictions and scores."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites import instance_files
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.json_files import read_records
from scinet.eval.suites.official import Imported, Official, Request
from scinet.eval.suites.scipaths import enabling, grounding, hindsight
from scinet.eval.suites.scipaths.claims import Days
from scinet.eval.suites.scipaths.judging import judgments
from scinet.eval.suites.scipaths.official import decomposed, grounded
from scinet.eval.suites.scipaths.official.claims import Corpus, claim_of, of_graph
from scinet.eval.task import Split, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.scipaths import SOURCE
from scinet.llm.asker import Asker

_SPLITS: Final = {"training": "train", "train": "train", "dev": "val"}


class SciPaths(Official):
    """Claims of both tasks; single groundings have no published files."""

    suite = "scipaths"
    source = SOURCE

    def task(self, task_type: TaskType, files: Sequence[Path], request: Request) -> TaskDraft:
        """One query per claim: ``training.json`` to train, ``dev.json`` to val, others to test."""
        if task_type.name == "grounding-single":
            raise DataError(
                "no files of single groundings are published",
                hint="Load the claims and give `scinet task build scipaths/grounding-single`.",
            )
        days, corpus = Days.of(request.snapshot), Corpus(request.snapshot)
        blind_year = None if request.before is None else request.before.year
        splits: dict[str, Split] = {}
        left_out: Counter[str] = Counter()
        for file in files:
            records = read_records(file)
            claims = [claim_of(one, request.source, corpus, blind_year) for one in records]
            by_claim = {one.id: record.fields for one, record in zip(claims, records, strict=True)}
            if task_type.name == "enabling":
                shown = hindsight.of_file(request.options.setting, by_claim)
                queries, truth, lost = enabling.rows(claims, request.options, days, shown)
            else:
                queries, truth, lost = grounding.rows(claims, request.options, days)
            left_out.update(lost)
            if not queries:
                continue
            name = _SPLITS.get(file.stem, "test")
            if name in splits:
                raise DataError(f"two files are split {name} ({file})", hint="Join them first.")
            last = max(query.before for query in queries)
            rows = InstanceFile(file.name, [one.fields for one in records])
            splits[name] = Split(
                max(last, request.before or last), queries, truth, instance_files.table([rows])
            )
        return TaskDraft(
            suite=self.suite,
            name=task_type.name,
            options={**asdict(request.options), "files": "official"},
            seed=request.seed,
            counts={f"{name}_queries": len(split.queries) for name, split in splits.items()},
            left_out=dict(left_out),
            graph_fingerprint=request.graph_fingerprint,
            splits=splits,
        )

    def write_instances(
        self,
        task: Task,
        snapshot: Callable[[], Snapshot],
        *,
        split: str,
        out: Path,
        database: Callable[[], Database] | None = None,
    ) -> int:
        """Claims as a JSON list."""
        files = instance_files.imported(task, split)
        if not files:
            if task.name != "enabling":
                raise DataError(
                    f"{task.id} does not hold whole claims",
                    hint="Export a task scipaths/enabling.",
                )
            whole = snapshot()
            task.must_be_of(whole.graph_fingerprint)
            files = [InstanceFile(f"{split}.json", of_graph(task, whole, split))]
        return instance_files.write(files, out)

    def read_predictions(self, task: Task, file: Path, header: Header) -> Imported:
        """Make a run of predictions of Task A, or of results of Task B."""
        reader = decomposed.read if task.name == "enabling" else grounded.read
        return reader(task, file, header)

    def predictions(self, task: Task, run: Run) -> Any:
        """A run as predictions of Task A, or as results of Task B with their metrics."""
        writer = decomposed.document if task.name == "enabling" else grounded.document
        return writer(task, run)

    def evaluation(self, task: Task, result: Result) -> Any:
        """Numbers of a result, to four digits."""
        writer = decomposed.summary if task.name == "enabling" else grounded.summary
        return writer(task, result)

    def tables(self, task: Task, runs: Sequence[Run], judge: Asker | None) -> Mapping[str, Any]:
        """The judged files of Task A, where a judge was asked, and the table of metrics of Task B.

        The judge's answers come from the ledger, where they are when the runs have been scored.
        """
        if task.name == "grounding":
            return {"metrics.csv": [row for run in runs for row in grounded.metric_rows(task, run)]}
        if task.name != "enabling" or judge is None:
            return {}
        model = judge.endpoint.model
        return {
            f"judged.{run.header.system}.json": decomposed.judged(
                task, run, judgments(enabling.scored(task, run), judge), model
            )
            for run in runs
        }
