"""SciImpact's files: pairs to tasks and back, results to runs and back."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites import instance_files
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.official import ImportedRun, ImportRequest, Official
from scinet.eval.suites.sciimpact.official import fields, pair_files, pairs
from scinet.eval.suites.sciimpact.official.results import (
    make_document,
    read_results,
    summarise_result,
)
from scinet.eval.suites.sciimpact.pairwise import PairwiseTask, hash_pair, is_reversed, shorten_text
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.snapshot import Snapshot

_FIRST_WINS_TIES: Final = frozenset({"patent", "media"})


class SciImpact(Official):
    """Published files of all dimensions; papers have only texts, so no graph is needed."""

    suite = "sciimpact"
    source = None

    def task(self, task_type: TaskType, files: Sequence[Path], request: ImportRequest) -> TaskDraft:
        """Make a task with one query per pair, in the order of the files."""
        if not isinstance(task_type, PairwiseTask):
            raise TypeError(f"{task_type.name} is not a pairwise task")
        if request.before is None:
            raise DataError(
                "the published pairs have no day",
                hint="Say with --before until when a system may know the past.",
            )
        if request.options.orders == "both":
            raise DataError(
                "published pairs are asked in one order", hint="Leave out -o orders=both."
            )
        pairs_by_split = pairs.read_pairs(files, task_type.name)
        if not pairs_by_split:
            raise DataError("no pair in these files", hint="Name files of pairs.")
        forms = sorted({pair.form for part in pairs_by_split.values() for pair in part.pairs})
        if len(forms) > 1:
            raise DataError(
                f"pairs of {' and '.join(forms)} cannot be in one task",
                hint="Make one task of each.",
            )
        splits: dict[str, Split] = {}
        for name, part in pairs_by_split.items():
            rows = [
                _make_query(pair, number, task_type, request, request.before)
                for number, pair in enumerate(part.pairs, start=1)
            ]
            queries, truth = zip(*rows, strict=True)
            splits[name] = Split(
                request.before, queries, truth, instance_files.make_table(part.files)
            )
        everything = [row for split in splits.values() for row in split.truth]
        return TaskDraft(
            suite=self.suite,
            name=task_type.name,
            options={**asdict(request.options), "dimension": forms[0], "files": "official"},
            seed=request.seed,
            counts={
                "pairs": len(everything),
                "pairs_without_text": sum(not row["has_text"] for row in everything),
                "pairs_with_equal_counts": sum(row["is_tie"] for row in everything),
            },
            left_out={},
            graph_fingerprint=request.graph_fingerprint,
            splits=splits,
        )

    def export(
        self, task: Task, snapshot: Callable[[], Snapshot], split: str
    ) -> list[InstanceFile]:
        """Make pairs in the format of their dimension, and the texts that have files of their own.

        A file whose name contains the field of its pairs is in a folder, so that it keeps the name.
        """
        del snapshot
        return [
            replace(file, keeps_name=fields.parse_name_field(file.name) is not None)
            for file in pair_files.make_files(task, split)
        ]

    def read_predictions(self, task: Task, file: Path, header: RunHeader) -> ImportedRun:
        """Make a run of a result file; see :mod:`.sciimpact.official.results`."""
        return read_results(task, file, header)

    def predictions(self, task: Task, run: Run) -> Any:
        """Convert a run to a result file."""
        return make_document(task, run)

    def evaluation(self, task: Task, result: Result) -> Any:
        """Return the counts and accuracies of a result file, without its rows."""
        return summarise_result(task, result)


def _make_query(
    pair: pairs.PublishedPair,
    number: int,
    task_type: PairwiseTask,
    request: ImportRequest,
    before: date,
) -> tuple[Query, Row]:
    options = request.options
    name = hash_pair(pair.first.id, pair.second.id)
    turned = pair.row % 2 == 1 if options.order == "row" else is_reversed(name, request.seed)
    # By default the smaller id is first, so that the order of a file carries no information.
    if options.order == "hash" and pair.first.id > pair.second.id:
        turned = not turned
    side_a, side_b = (pair.second, pair.first) if turned else (pair.first, pair.second)
    high, low = pair.first.count, pair.second.count
    if high is None or low is None:
        first_is_right, is_tie = True, False
    else:
        is_tie = high == low
        first_is_right = high > low or (is_tie and pair.form in _FIRST_WINS_TIES)
    query = Query(
        query_id=f"q{number:05d}",
        text=f"{task_type.question}: A, {side_a.title or side_a.id}, "
        f"or B, {side_b.title or side_b.id}",
        inputs={
            "dimension": pair.form,
            **{
                side: {
                    "paper_id": shown.id,
                    "title": shown.title,
                    "abstract": shorten_text(shown.text, options.texts, pair.form),
                }
                for side, shown in (("a", side_a), ("b", side_b))
            },
        },
        before=before,
        k=1,
    )
    truth = {
        "query_id": query.query_id,
        "pair_id": name,
        "choice": "A" if first_is_right != turned else "B",
        "count_a": side_a.count,
        "count_b": side_b.count,
        "year": None,
        "field": pair.field,
        "has_text": bool(side_a.text and side_b.text),
        "is_tie": is_tie,
        "is_turned": turned,
        "ids": list(pair.names),
    }
    return query, truth
