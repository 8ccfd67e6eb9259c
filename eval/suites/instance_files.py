"""Files of instances: what was imported goes out as it came, row for row."""

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
"""Name of what holds rows as files had them: of a table of a split, and of a key in answers."""


@dataclass(frozen=True, slots=True)
class InstanceFile:
    """One file.

    Attributes:
        name: Its name, with folders where files of one name came from several.
        is_lines: Whether each is a line; else the file is one JSON list.
    """

    name: str
    rows: list[Row] = field(default_factory=list)
    is_lines: bool = False


def unique_names(files: Sequence[Path]) -> dict[Path, str]:
    """Names that tell files apart: their own, or with the folders in which they differ."""
    if len({file.name for file in files}) == len(files):
        return {file: file.name for file in files}
    root = os.path.commonpath([file.absolute().parent for file in files])
    return {file: str(file.absolute().relative_to(root)) for file in files}


def published_row(answer: Answer | None) -> Row | None:
    """The row of a file that an answer was read from, if it was."""
    explanation = None if answer is None else answer.explanation
    return (
        dict(explanation[PUBLISHED])
        if isinstance(explanation, dict) and PUBLISHED in explanation
        else None
    )


def make_not_asked(record: JsonRecord, file: str = "") -> UnrequestedRecord:
    """A record about what the task does not ask, to be kept beside the answers."""
    return UnrequestedRecord(json.dumps(record.fields, ensure_ascii=False), record.number - 1, file)


def merge_not_asked(rows: Sequence[Row], run: Run, file: str = "") -> list[Row]:
    """Rows of the answers of a run, and at their places those that answer no question."""
    listed = list(rows)
    for record in run.not_asked:
        if record.file == file:
            listed.insert(record.place, json.loads(record.record))
    return listed


def make_table(files: Iterable[InstanceFile]) -> dict[str, list[Row]]:
    """Files as a table of a split, see :class:`scinet.eval.task.Split`."""
    rows = [
        {"file": file.name, "is_lines": file.is_lines, "row": row}
        for file in files
        for row in file.rows
    ]
    return {PUBLISHED: rows} if rows else {}


def read_imported(task: Task, split: str) -> list[InstanceFile]:
    """The files that a split was made of; none where it was built from a graph."""
    if not (task.folder / split / f"{PUBLISHED}.jsonl").is_file():
        return []
    files: dict[str, InstanceFile] = {}
    for row in task.table(PUBLISHED, split):
        made = InstanceFile(row["file"], is_lines=row["is_lines"])
        files.setdefault(made.name, made).rows.append(row["row"])
    return list(files.values())


def write_files(files: Sequence[InstanceFile], out: Path, *, in_folder: bool = False) -> int:
    """Write one file, or several into a folder; how many rows.

    Args:
        in_folder: Whether one file lies in a folder, too.
    """
    for file in files:
        place = out / file.name if in_folder or len(files) > 1 else out
        rows = [json.dumps(row, ensure_ascii=False, allow_nan=False) for row in file.rows]
        text = "\n".join(rows) if file.is_lines else "[" + ",\n".join(rows) + "]"
        atomic_files.write_file(text + "\n", place)
    return sum(len(file.rows) for file in files)
