"""Learning curve of a training, written row by row to a file of its folder."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.eval.run import storage_error

NAME: Final = "curve.jsonl"


def record_progress(
    folder: Path, progress: Callable[[Mapping[str, Any]], None] | None
) -> Callable[[Mapping[str, Any]], None]:
    """Wrap progress so that rows are also written to the folder, each once.

    A resumed training repeats the rows after its last checkpoint: from its first row on, earlier
    rows are dropped.
    """
    file = folder / NAME
    earlier = file.read_bytes().splitlines(keepends=True) if file.is_file() else []

    def record(row: Mapping[str, Any]) -> None:
        line = orjson.dumps(dict(row), option=orjson.OPT_SERIALIZE_NUMPY, default=float)
        step = _parse_step(line)
        first_repeated = next(
            (
                at
                for at, earlier_line in enumerate(earlier)
                if _parse_step(earlier_line) in (step, None)
            ),
            None,
        )
        try:
            if first_repeated is not None:
                atomic_files.write_file(b"".join(earlier[:first_repeated]), file)
            earlier.clear()
            folder.mkdir(parents=True, exist_ok=True)
            with file.open("ab") as stream:
                stream.write(line + b"\n")
        except OSError as error:
            raise storage_error(error, file) from error
        if progress is not None:
            progress(row)

    return record


def _parse_step(line: bytes) -> Mapping[str, Any] | None:
    """Parse the step of a row without its metrics; None for a truncated row."""
    try:
        row = orjson.loads(line)
    except ValueError:
        return None
    return {name: value for name, value in row.items() if not isinstance(value, float)}
