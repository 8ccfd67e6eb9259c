"""Files of external texts, each named by the hash of its content, and the references to them.

A file appears whole, is never changed, and is the same however often it is written. So it may be
written before the transaction that refers to it, concurrently, and for several graphs.
"""

import os
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.errors import DataError, StorageError

MARK: Final = "\x01"
"""First character of every reference."""
# A reference is file and row, encoded without letters and digits, so that a full-text index of its
# property finds no word in it.
_HEX: Final = "0123456789abcdef"
_SIGNS: Final = "!$%&()+-/<=>?@^~"
_TO_SIGNS: Final = str.maketrans(_HEX, _SIGNS)
_TO_HEX: Final = str.maketrans(_SIGNS, _HEX)
_LENGTH: Final = 20  # hexadecimal digits, enough against collisions
# The last two numbers select a part of the text, as requested by a statement.
_REFERENCE: Final = re.compile(
    rf"{MARK}([{re.escape(_SIGNS)}]{{{_LENGTH}}})\|([{re.escape(_SIGNS)}]+)(?:\|(\d+)\|(\d+))?"
)
_OPEN: Final = 32  # files whose texts are kept in memory; one holds some megabytes
_RESTORE_HINT: Final = "Put back a copy of it, or remove the sources and load them again."


def write_texts(folder: Path, rows: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Write texts into a file; return the reference of each.

    Args:
        rows: Ids of papers or paragraphs, each with its text.
    """
    if not rows:
        return {}
    name = _name(rows)
    file = _file(folder, name)
    if not _is_whole(file, name):
        _write(file, rows)
    signs = name.translate(_TO_SIGNS)
    return {
        text: f"{MARK}{signs}|{f'{place:x}'.translate(_TO_SIGNS)}"
        for place, (_, text) in enumerate(rows)
    }


def read_texts(folder: Path, references: Iterable[str]) -> dict[str, str]:
    """Return texts by reference.

    Raises:
        StorageError: If the folder or one of its files does not exist.
        DataError: If a file is damaged.
    """
    texts = {}
    for reference in references:
        matched = _REFERENCE.fullmatch(reference)
        if matched is None:
            continue
        name, place = matched[1].translate(_TO_HEX), int(matched[2].translate(_TO_HEX), 16)
        file = _file(folder, name)
        try:
            text = _texts(file, name)[place].as_py()
        except FileNotFoundError:
            raise _missing(folder, file) from None
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise DataError(
                f"{file} is damaged: {_first_line(error)}", hint=_RESTORE_HINT
            ) from error
        texts[reference] = text if matched[3] is None else text[int(matched[3]) : int(matched[4])]
    return texts


def _missing(folder: Path, file: Path) -> StorageError:
    what = f"{file} is" if folder.is_dir() else f"{folder} is"
    return StorageError(
        f"texts of this graph stand outside it, and {what} not there",
        hint="Bring it back, or name the folder's new place in SCINET_TEXT_FOLDER.",
    )


def _name(rows: Iterable[tuple[str, str]]) -> str:
    whole = sha256()
    for row in rows:
        whole.update(orjson.dumps(row) + b"\n")
    return whole.hexdigest()[:_LENGTH]


def _file(folder: Path, name: str) -> Path:
    return folder / name[:2] / f"{name}.parquet"


def _is_whole(file: Path, name: str) -> bool:
    try:
        return bool(_read(file, name))
    except (OSError, ValueError, KeyError):
        return False


@lru_cache(maxsize=_OPEN)
def _texts(file: Path, name: str) -> Any:
    return _read(file, name)["text"].combine_chunks()


def _read(file: Path, name: str) -> Any:
    from pyarrow import parquet

    if not file.is_file():
        raise FileNotFoundError(file)
    table = parquet.ParquetFile(file).read(["id", "text"])
    columns = (table[column].to_pylist() for column in ("id", "text"))
    if _name(zip(*columns, strict=True)) != name:
        raise ValueError("it does not hold what was written")
    return table


def _write(file: Path, rows: Sequence[tuple[str, str]]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    ids, texts = zip(*rows, strict=True)
    table = pa.table({"id": pa.array(ids, pa.string()), "text": pa.array(texts, pa.string())})
    # Another process may be writing the same file.
    partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_files.open_partial(partial) as out:
            out.truncate(0)
            parquet.write_table(table, out, compression="zstd")
            out.flush()
            os.fsync(out.fileno())
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StorageError(
            f"{file} cannot be written: {error.strerror or error}",
            hint="Free some space and re-run the command to resume.",
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
