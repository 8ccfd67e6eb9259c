"""JSON documents of published scripts: records in a list, alone or with what made them."""

import csv
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NoReturn, TypeGuard

import orjson

from scinet import saving
from scinet.errors import DataError, NotFoundError, StorageError
from scinet.eval.task import Row

_DATA: Final = "data"
_FIX: Final = "Fix the file; nothing was written."


@dataclass(frozen=True, slots=True)
class Record:
    """One record and its place in the file, from 1; fields of another type are refused."""

    fields: Row
    file: Path
    number: int

    def text(self, key: str) -> str:
        """A field that must be text."""
        value = self.fields.get(key)
        if not isinstance(value, str):
            self.refuse(f"the record has no text as {key}")
        return value

    def texts(self, key: str) -> list[str]:
        """A field that must be a list of texts."""
        value = self.fields.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(f"the record has no list of ids as {key}")
        return value

    def number_of(self, key: str) -> float:
        """A field that must be a finite number."""
        value = self.fields.get(key)
        if not is_finite(value):
            self.refuse(f"{key} is not a finite number: {value!r}")
        return float(value)

    def refuse(self, what: str) -> NoReturn:
        """Raise a DataError that names the place."""
        raise DataError(f"{what} ({self.file}, record {self.number})", hint=_FIX)


def read_records(file: Path, key: str = _DATA) -> list[Record]:
    """The records of a document: a JSON list of objects, or an object that has one under ``key``.

    NaN and infinities are refused.
    """
    try:
        value = json.loads(file.read_text("utf-8"), parse_constant=_not_finite)
    except FileNotFoundError as error:
        raise NotFoundError(f"no file {file}", hint="Name a file of predictions.") from error
    except OSError as error:
        raise StorageError(f"{error.strerror or error} ({file})", hint="Name a file.") from error
    except (_NotFiniteError, ValueError, RecursionError) as error:
        what = f"a value is {error}" if isinstance(error, _NotFiniteError) else "it is not JSON"
        raise DataError(f"{what} ({file})", hint=_FIX) from error
    listed = value.get(key) if isinstance(value, dict) else value
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise DataError(
            f"it is not a list of records, nor an object with one as {key!r} ({file})", hint=_FIX
        )
    return [Record(fields, file, number) for number, fields in enumerate(listed, start=1)]


def wrapped(arguments: Mapping[str, Any], data: Sequence[Row]) -> dict[str, Any]:
    """Records with what made them."""
    script = {"script": f"scinet {version('scinet')}", "args": dict(arguments)}
    return {"metadata": [script], _DATA: list(data)}


def write(value: Any, file: Path) -> None:
    """Write a document as the published scripts do: indented by one, not escaped."""
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    saving.write(text + "\n", file)


def write_table(rows: Sequence[Row], file: Path) -> None:
    """Write rows as CSV; an empty field has no value."""
    with (
        saving.replaced(file) as partial,
        partial.open("w", encoding="utf-8", newline="") as stream,
    ):
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_rows(rows: Iterable[Row], file: Path) -> int:
    """Write rows in the format that the name ends with: Parquet, JSON or JSON lines; count them."""
    listed = list(rows)
    if file.suffix not in {".parquet", ".json", ".jsonl"}:
        raise DataError(
            f"no format of rows is called {file.suffix!r} ({file})",
            hint="End --out with .parquet, .json or .jsonl.",
        )
    if file.suffix == ".json":
        write(wrapped({}, listed), file)
        return len(listed)
    with saving.replaced(file) as partial:
        if file.suffix == ".parquet":
            import pyarrow as pa
            from pyarrow import parquet

            parquet.write_table(pa.Table.from_pylist(listed), partial)
        else:
            partial.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in listed))
    return len(listed)


def base_of(file: Path) -> str:
    """Name of a predictions file without its ending."""
    return file.name.removesuffix(".json")


def system_of(file: Path) -> str:
    """The system in the name ``predictions.<model>.json`` or ``generations.<model>.json``."""
    return base_of(file).removeprefix("predictions.").removeprefix("generations.")


def is_finite(value: Any) -> TypeGuard[int | float]:
    """Whether a JSON value is a number, and finite."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


class _NotFiniteError(Exception):
    """NaN or an infinity stands in the file."""


def _not_finite(name: str) -> NoReturn:
    raise _NotFiniteError(name)
