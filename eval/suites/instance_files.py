"""Files of instances: what was imported goes out as it came, row for row."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scinet import saving
from scinet.eval.answer import Answer
from scinet.eval.run import NotAsked, Run
from scinet.eval.suites.json_files import Record
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


def names_of(files: Sequence[Path]) -> dict[Path, str]:
    """Names that tell files apart: their own, or with the folders in which they differ."""
    if len({file.name for file in files}) == len(files):
        return {file: file.name for file in files}
    root = os.path.commonpath([file.absolute().parent for file in files])
    return {file: str(file.absolute().relative_to(root)) for file in files}


def row_of(answer: Answer | None) -> Row | None:
    """The row of a file that an answer was read from, if it was."""
    told = None if answer is None else answer.explanation
    return dict(told[PUBLISHED]) if isinstance(told, dict) and PUBLISHED in told else None


def not_asked(record: Record, file: str = "") -> NotAsked:
    """A record about what the task does not ask, to be kept beside the answers."""
    return NotAsked(json.dumps(record.fields, ensure_ascii=False), record.number - 1, file)


def among(rows: Sequence[Row], run: Run, file: str = "") -> list[Row]:
    """Rows of the answers of a run, and at their places those that answer no question."""
    listed = list(rows)
    for one in run.not_asked:
        if one.file == file:
            listed.insert(one.place, json.loads(one.record))
    return listed


def table(files: Iterable[InstanceFile]) -> dict[str, list[Row]]:
    """Files as a table of a split, see :class:`scinet.eval.task.Split`."""
    rows = [
        {"file": file.name, "is_lines": file.is_lines, "row": row}
        for file in files
        for row in file.rows
    ]
    return {PUBLISHED: rows} if rows else {}


def imported(task: Task, split: str) -> list[InstanceFile]:
    """The files that a split was made of; none where it was built from a graph."""
    if not (task.folder / split / f"{PUBLISHED}.jsonl").is_file():
        return []
    files: dict[str, InstanceFile] = {}
    for one in task.table(PUBLISHED, split):
        made = InstanceFile(one["file"], is_lines=one["is_lines"])
        files.setdefault(made.name, made).rows.append(one["row"])
    return list(files.values())


def write(files: Sequence[InstanceFile], out: Path, *, in_folder: bool = False) -> int:
    """Write one file, or several into a folder; how many rows.

    Args:
        in_folder: Whether one file lies in a folder, too.
    """
    for file in files:
        place = out / file.name if in_folder or len(files) > 1 else out
        rows = [json.dumps(row, ensure_ascii=False, allow_nan=False) for row in file.rows]
        text = "\n".join(rows) if file.is_lines else "[" + ",\n".join(rows) + "]"
        saving.write(text + "\n", place)
    return sum(len(file.rows) for file in files)
