"""SciImpact's files: pairs to tasks, results to runs, and runs to results."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites.official import Imported, Official, Request
from scinet.eval.suites.sciimpact.official import pairs
from scinet.eval.suites.sciimpact.official.results import document, read_results, summary
from scinet.eval.suites.sciimpact.pairwise import Pairwise, is_turned, pair_id, shortened
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.snapshot import Snapshot

_ORDER: Final = ("train", "val", "test")


class SciImpact(Official):
    """Pairs of all dimensions; their papers are known by text alone, so no graph is asked."""

    suite = "sciimpact"
    source = None

    def task(self, task_type: TaskType, files: Sequence[Path], request: Request) -> TaskDraft:
        """One query per pair, in the order of the files.

        Raises:
            DataError: If a file is not of a published form, or no day was given.
            NotFoundError: If a file is missing.
        """
        if not isinstance(task_type, Pairwise):
            raise TypeError(f"{task_type.name} asks for no choice between two")
        if request.before is None:
            raise DataError(
                "the published pairs have no day",
                hint="Say with --before until when a system may know the past.",
            )
        if request.options.orders == "both":
            raise DataError(
                "published pairs are asked in one order", hint="Leave out -o orders=both."
            )
        found = pairs.read(files, task_type.name)
        if not found:
            raise DataError("no pair in these files", hint="Name files of pairs.")
        forms = sorted({pair.form for pair in found})
        if len(forms) > 1:
            raise DataError(
                f"pairs of {' and '.join(forms)} follow other rules",
                hint="Make one task of each.",
            )
        splits: dict[str, Split] = {}
        for name in _ORDER:
            rows = [
                _asked(pair, number, task_type, request, request.before)
                for number, pair in enumerate((p for p in found if p.split == name), start=1)
            ]
            if rows:
                queries, truth = zip(*rows, strict=True)
                splits[name] = Split(request.before, queries, truth)
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

    def instances(self, task: Task, snapshot: Snapshot, *, split: str) -> Iterable[Row]:
        """Pairs as those of patents are published, whose form holds text and count.

        Raises:
            DataError: If the pairs have no counts.
        """
        del snapshot
        truth = task.truth(split)
        for query in task.queries(split):
            row: Row = {}
            for side in "ab":
                shown = query.inputs[side]
                count = truth[query.query_id][f"count_{side}"]
                if count is None:
                    raise DataError(
                        "pairs of winners have no counts", hint="They are in the published files."
                    )
                row |= {
                    f"paper_{side}_id": shown.get("artifact_id", shown["paper_id"]),
                    f"paper_{side}_title": shown["title"],
                    f"paper_{side}_abstract": shown["abstract"],
                    f"paper_{side}_count": count,
                }
            yield row

    def read_predictions(self, task: Task, file: Path, header: Header) -> Imported:
        """Make a run of a result file; see :mod:`.sciimpact.official.results`."""
        return read_results(task, file, header)

    def predictions(self, task: Task, run: Run) -> Any:
        """A run as a result file."""
        return document(task, run)

    def evaluation(self, task: Task, result: Result) -> Any:
        """Counts and accuracies of a result file, without its rows."""
        return summary(task, result)


def _asked(
    pair: pairs.Pair, number: int, task_type: Pairwise, request: Request, before: date
) -> tuple[Query, Row]:
    options = request.options
    name = pair_id(pair.first.id, pair.second.id)
    turned = pair.row % 2 == 1 if options.order == "row" else is_turned(name, request.seed)
    # By chance the smaller id stands first, so that the order of a file tells nothing.
    if options.order == "hash" and pair.first.id > pair.second.id:
        turned = not turned
    one, other = (pair.second, pair.first) if turned else (pair.first, pair.second)
    counts = (one.count, other.count)
    if counts[0] is None or counts[1] is None:
        choice, is_tie = ("B" if turned else "A"), False
    else:
        choice, is_tie = ("A" if counts[0] >= counts[1] else "B"), counts[0] == counts[1]
    query = Query(
        query_id=f"q{number:05d}",
        text=f"{task_type.question}: A, {one.title or one.id}, or B, {other.title or other.id}",
        inputs={
            "dimension": task_type.name,
            **{
                side: {
                    "paper_id": shown.id,
                    "title": shown.title,
                    "abstract": shortened(shown.text, options.texts, pair.form),
                }
                for side, shown in (("a", one), ("b", other))
            },
        },
        before=before,
        k=1,
    )
    truth = {
        "query_id": query.query_id,
        "pair_id": name,
        "choice": choice,
        "count_a": counts[0],
        "count_b": counts[1],
        "year": None,
        "field": pair.field,
        "has_text": bool(one.text and other.text),
        "is_tie": is_tie,
        "is_turned": turned,
        "ids": [pair.first.id, pair.second.id],
    }
    return query, truth
