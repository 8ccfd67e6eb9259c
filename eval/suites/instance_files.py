"""Files of instances, which are exported as they were imported, row for row."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scinet import atomic_files
from scinet.eval.answer import Answer
from scinet.eval.run import Run, UnrequestedRecord
from scinet.eval.suites.json_files import JsonRecord
from scinet.eval.task import Row, Task

PUBLISHED: Final = "published"
"""Name of the table of a split, and of the key in answers, that hold rows of imported files."""


@dataclass(frozen=True, slots=True)
class InstanceFile:
    """Rows of one file.

    Attributes:
        name: Its name, with folders where several files have the same name.
        is_lines: Whether each row is a line; else the file is one JSON list.
        keeps_name: Whether it is written into a folder even as the only one.
    """

    name: str
    rows: list[Row] = field(default_factory=list)
    is_lines: bool = False
    keeps_name: bool = False


def unique_names(files: Sequence[Path]) -> dict[Path, str]:
    """Return distinct names of files: their own, or with the folders in which they differ."""
    if len({file.name for file in files}) == len(files):
        return {file: file.name for file in files}
    root = os.path.commonpath([file.absolute().parent for file in files])
    return {file: str(file.absolute().relative_to(root)) for file in files}


def published_row(answer: Answer | None) -> Row | None:
    """Return the row of a file that an answer was read from, or None."""
    explanation = None if answer is None else answer.explanation
    return (
        dict(explanation[PUBLISHED])
        if isinstance(explanation, dict) and PUBLISHED in explanation
        else None
    )


def make_not_asked(record: JsonRecord, file: str = "") -> UnrequestedRecord:
    """Make an unrequested record of a file, to be kept beside the answers."""
    return UnrequestedRecord(json.dumps(record.fields, ensure_ascii=False), record.number - 1, file)


def merge_not_asked(rows: Sequence[Row], run: Run, file: str = "") -> list[Row]:
    """Merge rows of a run's answers with its unrequested records, each at its place."""
    listed = list(rows)
    for record in run.not_asked:
        if record.file == file:
            listed.insert(record.place, json.loads(record.record))
    return listed


def make_table(files: Iterable[InstanceFile]) -> dict[str, list[Row]]:
    """Make a table of a split from files, see :class:`scinet.eval.task.Split`."""
    rows = [
        {"file": file.name, "is_lines": file.is_lines, "row": row}
        for file in files
        for row in file.rows
    ]
    return {PUBLISHED: rows} if rows else {}


def read_imported(task: Task, split: str) -> list[InstanceFile]:
    """Read the files that a split was imported from; none where it was built from a graph."""
    if not (task.folder / split / f"{PUBLISHED}.jsonl").is_file():
        return []
    files: dict[str, InstanceFile] = {}
    for row in task.table(PUBLISHED, split):
        instance_file = InstanceFile(row["file"], is_lines=row["is_lines"])
        files.setdefault(instance_file.name, instance_file).rows.append(row["row"])
    return list(files.values())


def write_files(files: Sequence[InstanceFile], out: Path) -> int:
    """Write one file, or several into a folder, and return the number of rows."""
    for file in files:
        place = out / file.name if file.keeps_name or len(files) > 1 else out
        rows = [json.dumps(row, ensure_ascii=False, allow_nan=False) for row in file.rows]
        text = "\n".join(rows) if file.is_lines else "[" + ",\n".join(rows) + "]"
        atomic_files.write_file(text + "\n", place)
    return sum(len(file.rows) for file in files)
