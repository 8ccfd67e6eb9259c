"""A task folder: what may be seen, what is true, and a fingerprint over both.

``task.json`` describes it; each split holds ``queries.jsonl`` and, where a task limits what may be
answered, ``candidates.jsonl`` (seen by systems), and files that only scoring reads: ``truth.jsonl``
and, where a suite needs them, further tables.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Self, TypeAlias

import orjson

from scinet import saving
from scinet.errors import DataError, NotFoundError
from scinet.html_table import facts

Row: TypeAlias = dict[str, Any]

_REBUILD = "Build the task again with `scinet task build`."


@dataclass(frozen=True, slots=True)
class Query:
    """One question, all that a system sees of it.

    Attributes:
        inputs: The same as fields; their names depend on the task.
        before: Cut-off day, exclusive.
        k: The longest list that is looked at.
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
        before: End of the split, exclusive: no query is asked as of a later day, and nothing
            dated later is true.
        queries: In the order of the file.
        truth: One row per query, with its ``query_id``, in the same order.
        tables: Further rows by file name: ``reference`` and others for scoring; ``candidates``,
            the ids that answers may hold, as queries have them.
    """

    before: date
    queries: Sequence[Query]
    truth: Sequence[Row]
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskDraft:
    """A task that was built and is not written yet; fields as of :class:`Task`."""

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
    """A task folder that was read and whose files are as they were written.

    Attributes:
        suite: Such as ``scinetbench``.
        name: Such as ``ego-disruption``.
        before: End of each split, exclusive.
        options: Every option that changes a number.
        seed: Seed of every sample.
        counts: What it holds.
        left_out: What was left out, by reason.
        graph_fingerprint: The graph that it was built from.
        fingerprint: SHA-256 over all files.
        folder: Where it lies.
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
            DataError: If a file was changed, cut or lost.
        """
        folder = Path(folder)
        file = folder / "task.json"
        if not file.is_file():
            raise NotFoundError(f"no task in {folder}", hint="Make one with `scinet task build`.")
        with _described(file):
            about = orjson.loads(file.read_bytes())
            claimed = about.pop("task_fingerprint")
            task = cls(
                suite=about["suite"],
                name=about["task"],
                before={split: date.fromisoformat(day) for split, day in about["before"].items()},
                options=about["options"],
                seed=about["seed"],
                counts=about["counts"],
                left_out=about["left_out"],
                graph_fingerprint=about["graph_fingerprint"],
                fingerprint=claimed,
                folder=folder,
                type_class=about.get("class", ""),
            )
        if _fingerprint(folder, about) != claimed:
            raise DataError(
                f"the files do not match the task's fingerprint ({folder})", hint=_REBUILD
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
        return str(facts(f"Task {self.id}", rows))

    @property
    def id(self) -> str:
        """Suite and name, such as ``scinetbench/path``."""
        return f"{self.suite}/{self.name}"

    @property
    def type_name(self) -> str:
        """What :func:`scinet.eval.suites.named` finds its task type by."""
        return self.type_class or self.id

    def must_be_of(self, graph_fingerprint: str) -> None:
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
        """What systems see of a split.

        Raises:
            NotFoundError: If the task has no such split.
        """
        limited: dict[str, tuple[str, ...]] = {}
        folder = self.folder / split
        if (file := folder / "candidates.jsonl").is_file():
            with _described(file):
                rows = self.table("candidates", split)
                limited = {row["query_id"]: tuple(row["ids"]) for row in rows}
        with _described(folder / "queries.jsonl"):
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

    def asked(self, split: str = "test") -> list[Query]:
        """The queries of a split that is to be answered or scored.

        Raises:
            NotFoundError: If the task has no such split.
            DataError: If nothing is asked in it.
        """
        if not (found := self.queries(split)):
            raise DataError(
                f"nothing is asked in split {split!r} of {self.folder}",
                hint="Name another split, or build the task anew with an earlier period.",
            )
        return found

    def truth(self, split: str = "test") -> dict[str, Row]:
        """What scoring knows of a split, by query; never for a system.

        Raises:
            NotFoundError: If the task has no such split.
        """
        with _described(self.folder / split / "truth.jsonl"):
            return {row["query_id"]: row for row in self.table("truth", split)}

    def table(self, name: str, split: str = "test") -> list[Row]:
        """Rows of one file of a split.

        Raises:
            NotFoundError: If the task has no such split or file.
        """
        return list(self.rows(name, split))

    def rows(self, name: str, split: str = "test") -> Iterator[Row]:
        """Rows of one file of a split, one after the other; see :meth:`table`."""
        file = self.folder / split / f"{name}.jsonl"
        if split not in self.before or not file.is_file():
            known = ", ".join(self.before)
            raise NotFoundError(
                f"no {name} of split {split!r} in {self.folder}", hint=f"It has {known}."
            )
        with _described(file), file.open("rb") as lines:
            for line in lines:
                yield dict(orjson.loads(line).items())


@contextmanager
def _described(file: Path) -> Iterator[None]:
    """Refuse a file of a task in which something is missing or of another type."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            f"this is not a task description of this version ({file})", hint=_REBUILD
        ) from error


def write(draft: TaskDraft, folder: Path) -> Task:
    """Write a task folder; the same draft gives the same bytes.

    A task that is already there is replaced once the new one is complete; a folder that holds
    something else is refused.
    """
    asked = {name: bool(split.queries) for name, split in draft.splits.items()}
    if not any(asked.values()) or not asked.get("test", True):
        reasons = ", ".join(f"{name} {count}" for name, count in draft.left_out.items() if count)
        raise DataError(
            f"no query can be made of {draft.suite}/{draft.name} (left out: {reasons or 'none'})",
            hint="Choose a later --before, or loosen an option with -o.",
        )
    with saving.filled(folder, {"task.json": "task_fingerprint"}) as partial:
        for name, split in draft.splits.items():
            (partial / name).mkdir(parents=True)
            queries = [_query_row(query) for query in split.queries]
            tables = {"queries": queries, "truth": split.truth, **split.tables}
            for table, rows in tables.items():
                with (partial / name / f"{table}.jsonl").open("wb") as file:
                    file.writelines(_lines(rows))
        about = {
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
            about["class"] = draft.type_class
        fingerprint = _fingerprint(partial, about)
        text = json.dumps({**about, "task_fingerprint": fingerprint}, indent=2, ensure_ascii=False)
        (partial / "task.json").write_text(text + "\n", encoding="utf-8")
    return Task.read(folder)


def _query_row(query: Query) -> Row:
    return {
        "query_id": query.query_id,
        "text": query.text,
        "inputs": dict(query.inputs),
        "before": query.before.isoformat(),
        "k": query.k,
    }


def _lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    # Not a number becomes null, as undefined values are in every file.
    option = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_APPEND_NEWLINE
    return (orjson.dumps(row, option=option) for row in rows)


def _fingerprint(folder: Path, about: Mapping[str, Any]) -> str:
    digest = hashlib.sha256(orjson.dumps(about, option=orjson.OPT_SORT_KEYS))
    for file in sorted(folder.glob("*/*.jsonl")):
        digest.update(f"\n{file.parent.name}/{file.name} ".encode())
        with file.open("rb") as content:
            digest.update(hashlib.file_digest(content, "sha256").digest())
    return digest.hexdigest()
