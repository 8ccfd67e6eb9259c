"""ScienceMeter's files: triplets to tasks, replies to runs, and runs to replies."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from scinet.errors import DataError, NotFoundError
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites import instance_files
from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.json_files import write
from scinet.eval.suites.official import Imported, Official, Request
from scinet.eval.suites.sciencemeter.knowledge import Knowledge
from scinet.eval.suites.sciencemeter.metrics import SETS
from scinet.eval.suites.sciencemeter.official import triplets
from scinet.eval.suites.sciencemeter.official.results import documents, places, read_replies
from scinet.eval.suites.sciencemeter.triplets import Triplet
from scinet.eval.task import Row, Task, TaskDraft
from scinet.eval.task_type import TaskType
from scinet.graph.dates import date_of
from scinet.graph.snapshot import Snapshot


class ScienceMeter(Official):
    """Triplets of all domains."""

    suite = "sciencemeter"
    source = "s2"

    def task(self, task_type: TaskType, files: Sequence[Path], request: Request) -> TaskDraft:
        """Queries about all triplets, in the order of the files."""
        if not isinstance(task_type, Knowledge):
            raise TypeError(f"{task_type.name} asks for no knowledge of papers")
        found = triplets.read(files, request.source)
        if not found:
            raise DataError("no triplet in these files", hint="Name files of triplets.")
        future = [one.days["future"] for one in found]
        end = request.before or max(future) + timedelta(days=1)
        known_before = min(future)
        kept, left_out = triplets.taken(
            found, before=end, known_before=known_before, reviews=request.options.reviews
        )
        if request.snapshot is not None:
            _check(kept, request.snapshot)
        return task_type.draft_of(
            kept,
            request.options,
            known_before=known_before,
            end=end,
            seed=request.seed,
            graph_fingerprint=request.graph_fingerprint,
            left_out=left_out,
            settled={"files": "official"},
        )

    def write_instances(
        self, task: Task, snapshot: Callable[[], Snapshot], *, split: str, out: Path
    ) -> int:
        """Triplets, a file for each domain."""
        files = instance_files.imported(task, split)
        return instance_files.write(files or [_of_graph(task, snapshot(), split)], out)

    def read_predictions(self, task: Task, file: Path, header: Header) -> Imported:
        """Make a run of files of replies; see :mod:`.sciencemeter.official.results`."""
        return read_replies(task, file, header)

    def predictions(self, task: Task, run: Run) -> Any:
        """A run as replies by set, of all domains together."""
        found: dict[str, list[Row]] = {name: [] for name in SETS}
        for (_, name), rows in documents(task, run).items():
            found[name] += rows
        return found

    def write_predictions(self, task: Task, run: Run, file: Path) -> list[Path]:
        """Write a file of each domain and set beside the one that was named."""
        listed = documents(task, run)
        written: list[Path] = []
        for key, place in places(task, file, run.header.split).items():
            write(listed[key], place)
            written.append(place)
        return written

    def evaluation(self, task: Task, result: Result) -> Any:
        """Means of a result; the published scorer prints and writes no file."""
        return {metric.metric: metric.mean for metric in result.metrics if metric.n}


def _check(kept: Sequence[Triplet], snapshot: Snapshot) -> None:
    for one in kept:
        for member in one.members.values():
            try:
                snapshot.index(member.paper_id)
            except NotFoundError as error:
                raise DataError(
                    f"the graph has no dated paper {member.paper_id!r}",
                    hint="Load the triplets with `scinet load`, or give --no-graph.",
                ) from error


def _of_graph(task: Task, snapshot: Snapshot, split: str) -> InstanceFile:
    """Triplets, without addresses and types of papers, which arrays do not hold."""
    task.must_be_of(snapshot.graph_fingerprint)
    rows: dict[str, Row] = {}
    claims = {query.query_id: query.inputs.get("claim") for query in task.queries(split)}
    for query_id, truth in task.truth(split).items():
        if "stance" not in truth:
            raise DataError("this task asks about no claims", hint="Take a judgment task.")
        triplet = rows.setdefault(truth["triplet"], {})
        paper = triplet.setdefault(f"{truth['set']}_paper", _paper(truth, snapshot))
        paper[f"synthetic_{truth['stance']}_claim"] = claims[query_id]
    listed = [{f"{name}_paper": row[f"{name}_paper"] for name in SETS} for row in rows.values()]
    return InstanceFile("triplets.jsonl", listed)


def _paper(truth: Row, snapshot: Snapshot) -> Row:
    place = snapshot.index(truth["paper_id"])
    return {
        "paperId": truth["paper_id"].rpartition(":")[2],
        "url": None,
        "title": snapshot.title[place],
        "abstract": snapshot.abstract[place],
        "publicationTypes": None,
        "publicationDate": str(date_of(int(snapshot.day[place]))),
    }
