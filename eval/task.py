"""Task folders: queries, ground truth, and a fingerprint over both.

``task.json`` describes it; each split has ``queries.jsonl`` and, where a task limits the answers,
``candidates.jsonl`` (seen by systems), and files that only scoring reads: ``truth.jsonl`` and,
where a suite needs them, further tables.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import orjson

from scinet import atomic_files
from scinet.errors import DataError, GraphUnavailableError, NotFoundError
from scinet.eval.options import EvaluationOptions, takes_options
from scinet.html_table import html_facts

if TYPE_CHECKING:
    from scinet.eval.evaluation import Evaluation
    from scinet.eval.run_from_answers import Predictions

Row: TypeAlias = dict[str, Any]

_REBUILD_HINT = "Build the task again with `scinet task build`."


@dataclass(frozen=True, slots=True)
class Query:
    """Query as a system sees it.

    Attributes:
        inputs: The same as fields; their names depend on the task.
        before: Cutoff, exclusive.
        k: Longest list that is scored.
        candidates: All ids that an answer may hold, where the task limits them.
    """

    query_id: str
    text: str
    inputs: Mapping[str, Any]
    before: date
    k: int
    candidates: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """Queries of one split and the rows that score them.

    Attributes:
        before: End of the split, exclusive: no query has a later cutoff, and no truth is dated
            later.
        queries: In the order of the file.
        truth: One row per query, with its ``query_id``, in the same order.
        tables: Further rows by file name: ``reference`` and others for scoring; ``candidates``, the
            ids that answers may hold, as in the queries.
    """

    before: date
    queries: Sequence[Query]
    truth: Sequence[Row]
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskDraft:
    """Task that was built but not yet written; fields as of :class:`Task`."""

    suite: str
    name: str
    options: Mapping[str, Any]
    seed: int
    counts: Mapping[str, int | float]
    left_out: Mapping[str, int]
    graph_fingerprint: str
    splits: Mapping[str, Split]
    type_class: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """Task folder that was read and verified against its fingerprint.

    Attributes:
        suite: Such as ``scinetbench``.
        name: Such as ``ego-disruption``.
        before: End of each split, exclusive.
        options: Every option that changes a number.
        seed: Seed of every sample.
        counts: Numbers of queries and other contents.
        left_out: Numbers of omissions, by reason.
        graph_fingerprint: Fingerprint of its source graph.
        fingerprint: SHA-256 over all files.
        folder: Path of the folder.
        type_class: ``module:Class`` of a task type outside this package.
    """

    suite: str
    name: str
    before: Mapping[str, date]
    options: Mapping[str, Any]
    seed: int
    counts: Mapping[str, int | float]
    left_out: Mapping[str, int]
    graph_fingerprint: str
    fingerprint: str
    folder: Path
    type_class: str = ""

    @classmethod
    def read(cls, folder: Path | str) -> Self:
        """Read ``task.json`` and check all files against the fingerprint.

        Raises:
            NotFoundError: If there is no task in the folder.
            DataError: If a file was changed, truncated or lost.
        """
        folder = Path(folder)
        file = folder / "task.json"
        if not file.is_file():
            raise NotFoundError(f"no task in {folder}", hint="Make one with `scinet task build`.")
        with _guard_description(file):
            header = orjson.loads(file.read_bytes())
            claimed = header.pop("task_fingerprint")
            task = cls(
                suite=header["suite"],
                name=header["task"],
                before={split: date.fromisoformat(day) for split, day in header["before"].items()},
                options=header["options"],
                seed=header["seed"],
                counts=header["counts"],
                left_out=header["left_out"],
                graph_fingerprint=header["graph_fingerprint"],
                fingerprint=claimed,
                folder=folder,
                type_class=header.get("class", ""),
            )
        if _compute_fingerprint(folder, header) != claimed:
            raise DataError(
                f"the files do not match the task's fingerprint ({folder})", hint=_REBUILD_HINT
            )
        return task

    def __repr__(self) -> str:
        days = ", ".join(f"{split} before {day}" for split, day in self.before.items())
        return f"<Task {self.id}: {self.counts.get('queries', 0):,} queries, {days}, {self.folder}>"

    def _repr_html_(self) -> str:
        rows = [
            *((f"{split}, before", day) for split, day in self.before.items()),
            *((name.replace("_", " "), count) for name, count in self.counts.items()),
            *((f"left out: {name.replace('_', ' ')}", n) for name, n in self.left_out.items() if n),
            ("folder", str(self.folder)),
        ]
        return str(html_facts(f"Task {self.id}", rows))

    @property
    def id(self) -> str:
        """Suite and name, such as ``scinetbench/path``."""
        return f"{self.suite}/{self.name}"

    @property
    def type_name(self) -> str:
        """Name to give to :func:`scinet.eval.suites.get_task_type`."""
        return self.type_class or self.id

    @takes_options(EvaluationOptions)
    def evaluate(self, predictions: "Predictions", options: EvaluationOptions) -> "Evaluation":
        """Score predictions in memory as a run file of the same answers, without a graph.

        The controls stand beside them; popularity, which is counted in the graph, does not.

        Args:
            predictions: An answer to each query, or None, in any form that
                :func:`scinet.make_run` takes.
            options: Fields of :class:`scinet.eval.options.EvaluationOptions`.

        Raises:
            NotFoundError: If there is no such split.
            DataError: If a query is unknown or has no answer, or an answer is not what the task
                asks for.
            GraphUnavailableError: If answers to this task are checked against the graph.
        """
        # Imported late: scoring is made of tasks.
        from scinet.eval.evaluation import evaluate_runs
        from scinet.eval.run_from_answers import make_run
        from scinet.eval.suites import get_task_type

        if get_task_type(self.type_name).needs_graph:
            raise GraphUnavailableError(
                f"answers to {self.id} are checked against the graph, and a task has none",
                hint="Use graph.evaluate(task, scinet.make_run(task, NAME, predictions)).",
            )
        split = options.split
        run = make_run(self, "predictions", predictions, split=split, complete=True)
        return evaluate_runs(self, [run], options)

    def check_graph(self, graph_fingerprint: str) -> None:
        """Refuse a graph that the task was not built from.

        Raises:
            DataError: If it is another one.
        """
        if graph_fingerprint != self.graph_fingerprint:
            raise DataError(
                f"the task was built from graph {self.graph_fingerprint[:12]}, "
                f"this is {graph_fingerprint[:12]}",
                hint="Connect to that graph, or build the task again with `scinet task build`.",
            )

    def queries(self, split: str = "test") -> list[Query]:
        """Read the queries of a split.

        Raises:
            NotFoundError: If the task has no such split.
        """
        limited: dict[str, tuple[str, ...]] = {}
        folder = self.folder / split
        if (file := folder / "candidates.jsonl").is_file():
            with _guard_description(file):
                rows = self.table("candidates", split)
                limited = {row["query_id"]: tuple(row["ids"]) for row in rows}
        with _guard_description(folder / "queries.jsonl"):
            return [
                Query(
                    row["query_id"],
                    row["text"],
                    row["inputs"],
                    date.fromisoformat(row["before"]),
                    row["k"],
                    limited.get(row["query_id"]),
                )
                for row in self.table("queries", split)
            ]

    def require_queries(self, split: str = "test") -> list[Query]:
        """Read the queries of a split, of which there must be some.

        Raises:
            NotFoundError: If the task has no such split.
            DataError: If it has no query.
        """
        if not (queries := self.queries(split)):
            raise DataError(
                f"no query in split {split!r} of {self.folder}",
                hint="Name another split, or build the task anew with an earlier period.",
            )
        return queries

    def truth(self, split: str = "test") -> dict[str, Row]:
        """Read the ground truth of a split, by query; never for a system.

        Raises:
            NotFoundError: If the task has no such split.
        """
        with _guard_description(self.folder / split / "truth.jsonl"):
            return {row["query_id"]: row for row in self.table("truth", split)}

    def table(self, name: str, split: str = "test") -> list[Row]:
        """Read the rows of one file of a split.

        Raises:
            NotFoundError: If the task has no such split or file.
        """
        return list(self.rows(name, split))

    def rows(self, name: str, split: str = "test") -> Iterator[Row]:
        """Yield the rows of one file of a split; see :meth:`table`."""
        file = self.folder / split / f"{name}.jsonl"
        if split not in self.before or not file.is_file():
            splits = ", ".join(self.before)
            raise NotFoundError(
                f"no {name} of split {split!r} in {self.folder}", hint=f"It has {splits}."
            )
        with _guard_description(file), file.open("rb") as lines:
            for line in lines:
                yield dict(orjson.loads(line).items())


@contextmanager
def _guard_description(file: Path) -> Iterator[None]:
    """Refuse a file of a task with a missing field or one of a wrong type."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            f"this is not a task description of this version ({file})", hint=_REBUILD_HINT
        ) from error


def write_task(draft: TaskDraft, folder: Path) -> Task:
    """Write a task folder; the same draft gives the same bytes.

    An existing task is replaced once the new one is complete; a folder with other content is
    refused.
    """
    has_queries = {name: bool(split.queries) for name, split in draft.splits.items()}
    if not any(has_queries.values()) or not has_queries.get("test", True):
        reasons = ", ".join(f"{name} {count}" for name, count in draft.left_out.items() if count)
        raise DataError(
            f"no query can be made of {draft.suite}/{draft.name} (left out: {reasons or 'none'})",
            hint="Choose a later --before, or loosen an option with -o.",
        )
    with atomic_files.fill_folder(folder, {"task.json": "task_fingerprint"}) as partial:
        for name, split in draft.splits.items():
            (partial / name).mkdir(parents=True)
            queries = [_to_query_row(query) for query in split.queries]
            tables = {"queries": queries, "truth": split.truth, **split.tables}
            for table, rows in tables.items():
                with (partial / name / f"{table}.jsonl").open("wb") as file:
                    file.writelines(_json_lines(rows))
        header = {
            "suite": draft.suite,
            "task": draft.name,
            "before": {name: split.before.isoformat() for name, split in draft.splits.items()},
            "options": dict(draft.options),
            "seed": draft.seed,
            "counts": dict(draft.counts),
            "left_out": dict(draft.left_out),
            "graph_fingerprint": draft.graph_fingerprint,
        }
        if draft.type_class:
            header["class"] = draft.type_class
        fingerprint = _compute_fingerprint(partial, header)
        text = json.dumps({**header, "task_fingerprint": fingerprint}, indent=2, ensure_ascii=False)
        (partial / "task.json").write_text(text + "\n", encoding="utf-8")
    return Task.read(folder)


def _to_query_row(query: Query) -> Row:
    return {
        "query_id": query.query_id,
        "text": query.text,
        "inputs": dict(query.inputs),
        "before": query.before.isoformat(),
        "k": query.k,
    }


def _json_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    # NaN becomes null, as undefined values are in every file.
    option = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_APPEND_NEWLINE
    return (orjson.dumps(row, option=option) for row in rows)


def _compute_fingerprint(folder: Path, header: Mapping[str, Any]) -> str:
    digest = hashlib.sha256(orjson.dumps(header, option=orjson.OPT_SORT_KEYS))
    for file in sorted(folder.glob("*/*.jsonl")):
        digest.update(f"\n{file.parent.name}/{file.name} ".encode())
        with file.open("rb") as content:
            digest.update(hashlib.file_digest(content, "sha256").digest())
    return digest.hexdigest()
