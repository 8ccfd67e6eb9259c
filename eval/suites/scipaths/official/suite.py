"""SciPaths' files: claims to tasks, predictions to runs, and runs to predictions and scores."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import instance_files
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.json_files import read_records
from scinet.eval.suites.official import ImportedRun, ImportRequest, Official
from scinet.eval.suites.scipaths import enabling, grounding, hindsight
from scinet.eval.suites.scipaths.claims import Days
from scinet.eval.suites.scipaths.judging import request_judgments
from scinet.eval.suites.scipaths.official import decompositions, groundings
from scinet.eval.suites.scipaths.official.claims import AnswerCorpus, export_claims, parse_claim
from scinet.eval.task import Split, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.scipaths import SOURCE
from scinet.llm.batch_client import LLMSession

_SPLITS: Final = {"training": "train", "train": "train", "dev": "val"}


class SciPaths(Official):
    """Published files of claims of both tasks; single groundings have none."""

    suite = "scipaths"
    source = SOURCE

    def task(self, task_type: TaskType, files: Sequence[Path], request: ImportRequest) -> TaskDraft:
        """Make a task with one query per claim; ``training.json`` is train, ``dev.json`` val."""
        if task_type.name == "grounding-single":
            raise DataError(
                "no files of single groundings are published",
                hint="Load the claims and give `scinet task build scipaths/grounding-single`.",
            )
        days, corpus = Days.of(request.snapshot), AnswerCorpus(request.snapshot)
        blind_year = None if request.before is None else request.before.year
        splits: dict[str, Split] = {}
        left_out: Counter[str] = Counter()
        for file in files:
            records = read_records(file)
            claims = [parse_claim(item, request.source, corpus, blind_year) for item in records]
            by_claim = {
                item.id: record.fields for item, record in zip(claims, records, strict=True)
            }
            if task_type.name == "enabling":
                shown = hindsight.show_from_file(request.options.setting, by_claim)
                queries, truth, lost = enabling.make_rows(claims, request.options, days, shown)
            else:
                queries, truth, lost = grounding.make_rows(claims, request.options, days)
            left_out.update(lost)
            if not queries:
                continue
            name = _SPLITS.get(file.stem, "test")
            if name in splits:
                raise DataError(f"two files are split {name} ({file})", hint="Join them first.")
            last = max(query.before for query in queries)
            rows = InstanceFile(file.name, [item.fields for item in records])
            splits[name] = Split(
                max(last, request.before or last), queries, truth, instance_files.make_table([rows])
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

    def export(
        self, task: Task, snapshot: Callable[[], Snapshot], split: str
    ) -> list[InstanceFile]:
        """Make claims as a JSON list."""
        if task.name != "enabling":
            raise DataError(
                f"{task.id} does not hold whole claims", hint="Export a task scipaths/enabling."
            )
        whole = snapshot()
        task.check_graph(whole.graph_fingerprint)
        return [InstanceFile(f"{split}.json", export_claims(task, whole, split))]

    def read_predictions(self, task: Task, file: Path, header: RunHeader) -> ImportedRun:
        """Make a run of predictions of Task A, or of results of Task B."""
        reader = (
            decompositions.read_predictions if task.name == "enabling" else groundings.read_results
        )
        return reader(task, file, header)

    def predictions(self, task: Task, run: Run) -> Any:
        """Convert a run to predictions of Task A, or results of Task B with their metrics."""
        writer = (
            decompositions.make_document if task.name == "enabling" else groundings.make_document
        )
        return writer(task, run)

    def evaluation(self, task: Task, result: Result) -> Any:
        """Return the metrics of a result, to four digits."""
        writer = (
            decompositions.summarise_result
            if task.name == "enabling"
            else groundings.summarise_result
        )
        return writer(task, result)

    def tables(
        self, task: Task, runs: Sequence[Run], judge: LLMSession | None
    ) -> Mapping[str, Any]:
        """Make the judged files of Task A, if judged, and the table of metrics of Task B.

        The judgments come from the ledger, where they are once the runs have been scored.
        """
        if task.name == "grounding":
            return {
                "metrics.csv": [
                    row for run in runs for row in groundings.make_metric_rows(task, run)
                ]
            }
        if task.name != "enabling" or judge is None:
            return {}
        model = judge.endpoint.model
        return {
            f"judged.{run.header.system}.json": decompositions.make_judged(
                task, run, request_judgments(enabling.scored_queries(task, run), judge), model
            )
            for run in runs
        }
