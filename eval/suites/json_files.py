"""JSON documents of published scripts: lists of records, with or without metadata."""

import csv
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NoReturn, TypeGuard, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError, StorageError
from scinet.eval.task import Row
from scinet.validation import first_fault, parse_json

_Model = TypeVar("_Model", bound=BaseModel)
_DATA_KEY: Final = "data"
_FIX_HINT: Final = "Fix the file; nothing was written."


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """Record with its position in the file, from 1; fields of a wrong type are refused."""

    fields: Row
    file: Path
    number: int

    def text(self, key: str) -> str:
        """Return a field that must be text."""
        value = self.fields.get(key)
        if not isinstance(value, str):
            self.refuse(f"the record has no text as {key}")
        return value

    def texts(self, key: str) -> list[str]:
        """Return a field that must be a list of texts."""
        value = self.fields.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(f"the record has no list of ids as {key}")
        return value

    def get_number(self, key: str) -> float:
        """Return a field that must be a finite number."""
        value = self.fields.get(key)
        if not is_finite(value):
            self.refuse(f"{key} is not a finite number: {value!r}")
        return float(value)

    def refuse(self, what: str) -> NoReturn:
        """Raise a DataError that names the record and its file."""
        raise DataError(f"{what} ({self.file}, record {self.number})", hint=_FIX_HINT)


@dataclass(frozen=True, slots=True)
class Document:
    """List of records with the other fields of the object around it, if any."""

    records: list[JsonRecord]
    head: Row

    @property
    def metadata(self) -> list[Row]:
        """Metadata of the producing scripts; empty for a bare list."""
        entries = self.head.get("metadata") or []
        return entries if isinstance(entries, list) else [entries]


def read_bytes(file: Path, *, hint: str = "Name a file of predictions.") -> bytes:
    """Read the bytes of a file that a user named."""
    try:
        return file.read_bytes()
    except FileNotFoundError as error:
        raise NotFoundError(f"no file {file}", hint=hint) from error
    except OSError as error:
        raise StorageError(f"{error.strerror or error} ({file})", hint="Name a file.") from error


def read_value(text: bytes | str, where: object) -> Any:
    """Parse a JSON value of a file that a user named, or of a line of it."""
    try:
        return parse_json(text, allows_nan=True)
    except ValueError as error:
        raise DataError(f"it {error} ({where})", hint=_FIX_HINT) from error


def read_lines(file: Path, model: type[_Model], *, hint: str) -> list[_Model]:
    """Read JSON lines that a user named, each as a model; ``hint`` describes the lines."""
    rows: list[_Model] = []
    for number, line in enumerate(read_bytes(file, hint=hint).splitlines(), start=1):
        try:
            rows.append(model.model_validate_json(line))
        except ValidationError as error:
            fault = first_fault(error, whole="line")
            raise DataError(f"{fault} ({file}, line {number})", hint=hint) from error
    return rows


def read_document(file: Path, *keys: str) -> Document:
    """Read a JSON list of objects, or an object with one under the first of the keys."""
    value = read_value(read_bytes(file), file)
    head = dict(value) if isinstance(value, dict) else {}
    key = next((key for key in (*keys, _DATA_KEY) if key in head), [*keys, _DATA_KEY][0])
    listed = head.pop(key, None) if isinstance(value, dict) else value
    if not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed):
        raise DataError(
            f"it is not a list of records, nor an object with one as {key!r} ({file})",
            hint=_FIX_HINT,
        )
    records = [JsonRecord(fields, file, number) for number, fields in enumerate(listed, start=1)]
    return Document(records, head)


def read_object(file: Path) -> Row:
    """Read a JSON object."""
    value = read_value(read_bytes(file), file)
    if not isinstance(value, dict):
        raise DataError(f"expected a JSON object ({file})", hint=_FIX_HINT)
    return value


def read_records(file: Path) -> list[JsonRecord]:
    """Read the records of a document; see :func:`read_document`."""
    return read_document(file).records


def add_metadata(
    arguments: Mapping[str, Any], data: Any, metadata: Sequence[Row] = ()
) -> dict[str, Any]:
    """Wrap data with the metadata of its source and of this call."""
    script = {"script": f"scinet {version('scinet')}", "args": dict(arguments)}
    return {"metadata": [*metadata, script], _DATA_KEY: data}


def write_document(value: Any, file: Path) -> None:
    """Write a document as the published scripts do: indented by one, not escaped, NaN by name."""
    atomic_files.write_file(json.dumps(value, indent=1, ensure_ascii=False), file)


def write_table(rows: Sequence[Row], file: Path) -> None:
    """Write rows as CSV, None as an empty field."""
    with (
        atomic_files.replace_file(file) as partial,
        partial.open("w", encoding="utf-8", newline="") as stream,
    ):
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_rows(rows: Iterable[Row], file: Path) -> int:
    """Write rows as Parquet, JSON or JSON lines, by the file's suffix; return their number."""
    listed = list(rows)
    if file.suffix not in {".parquet", ".json", ".jsonl"}:
        raise DataError(
            f"unsupported file extension {file.suffix!r} ({file})",
            hint="End --out with .parquet, .json or .jsonl.",
        )
    if file.suffix == ".json":
        write_document(add_metadata({}, listed), file)
        return len(listed)
    with atomic_files.replace_file(file) as partial:
        if file.suffix == ".parquet":
            import pyarrow as pa
            from pyarrow import parquet

            names = dict.fromkeys(name for row in listed for name in row)
            columns = {name: pa.array([row.get(name) for row in listed]) for name in names}
            parquet.write_table(pa.table(columns), partial)
        else:
            partial.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in listed))
    return len(listed)


def base_name(file: Path) -> str:
    """Return the name of a predictions file without its suffix."""
    return file.name.removesuffix(".json")


def parse_system_name(file: Path) -> str:
    """Parse the system from ``predictions.<model>.json`` or ``generations.<model>.json``."""
    return base_name(file).removeprefix("predictions.").removeprefix("generations.")


def is_finite(value: Any) -> TypeGuard[int | float]:
    """Whether a JSON value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
