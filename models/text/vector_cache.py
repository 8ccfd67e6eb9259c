"""Vectors cached by text, so that no text is embedded twice.

One SQLite file per model: it grows, several processes may use it at once, and entries with a wrong
checksum are made again. A vector depends on its text alone, so one cutoff's vectors serve all
others.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from scinet.errors import StorageError

Vectors: TypeAlias = NDArray[np.float32]
_Found = TypeVar("_Found")

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
)
_BATCH_SIZE: Final = 500  # texts per transaction, lost by a stop
_WAIT_S: Final = 60.0  # for another process that writes
_CHECKSUM_BYTES: Final = 4


def cached_vectors(
    lines: Sequence[str], file: Path, make: Callable[[Sequence[str]], Vectors], *, dimensions: int
) -> Vectors:
    """Read vectors of texts from the file, or make and store them: ``(lines, dimensions)``.

    They are stored as they are made: a stopped run resumes where it was.

    Args:
        file: The vectors of one model; made anew when it is damaged.
        make: Makes vectors, each from its text alone, shape ``(texts, dimensions)``.
    """
    digests = [sha256(line.encode()).digest() for line in lines]
    row_of: dict[bytes, int] = {}
    for row, key in enumerate(digests):
        row_of.setdefault(key, row)
    keys = list(row_of)
    # Filled in place: memory holds at most one more batch.
    rows = np.empty((len(digests), dimensions), dtype=np.float32)
    for first in range(0, len(keys), _BATCH_SIZE):
        # Read just before making: another process may have made them meanwhile.
        batch = keys[first : first + _BATCH_SIZE]
        cached = dict(_run_transaction(file, partial(_read, keys=batch, dimensions=dimensions)))
        if missing := [key for key in batch if key not in cached]:
            vectors = make([lines[row_of[key]] for key in missing])
            made = dict(zip(missing, vectors, strict=True))
            _run_transaction(file, partial(_write, vectors=made))
            cached |= made
        rows[[row_of[key] for key in batch]] = [cached[key] for key in batch]
    again = [row for row, key in enumerate(digests) if row_of[key] != row]
    rows[again] = rows[[row_of[digests[row]] for row in again]]
    return rows


def _read(
    link: sqlite3.Connection, keys: Sequence[bytes], dimensions: int
) -> Mapping[bytes, Vectors]:
    vectors: dict[bytes, Vectors] = {}
    for key in keys:
        row = link.execute("SELECT vector FROM vectors WHERE text = ?", (key,)).fetchone()
        if row is None:
            continue
        (sealed,) = row
        if isinstance(sealed, bytes) and len(sealed) == 4 * dimensions + _CHECKSUM_BYTES:
            vector = np.frombuffer(sealed[:-_CHECKSUM_BYTES], dtype=np.float32)
            if sealed == _add_checksum(key, vector):
                vectors[key] = vector
    return vectors


def _write(link: sqlite3.Connection, vectors: Mapping[bytes, Vectors]) -> None:
    rows = [(key, _add_checksum(key, vector)) for key, vector in vectors.items()]
    link.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)


def _add_checksum(key: bytes, vector: Vectors) -> bytes:
    """Return a vector with a checksum over the text's key and itself."""
    values = vector.tobytes()
    return values + crc32(key + values).to_bytes(_CHECKSUM_BYTES, "little")


def _run_transaction(file: Path, work: Callable[[sqlite3.Connection], _Found]) -> _Found:
    """Run a transaction on the file; a damaged file is discarded first."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _try_transaction(file, work)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # no database, or a torn one
            for part in (file.with_name(f"{file.name}-journal"), file):
                part.unlink(missing_ok=True)
            return _try_transaction(file, work)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            f"{error} ({file})", hint="Set SCINET_CACHE to another folder."
        ) from error


def _try_transaction(file: Path, work: Callable[[sqlite3.Connection], _Found]) -> _Found:
    with closing(sqlite3.connect(file, timeout=_WAIT_S)) as link, link:
        link.execute(_TABLE)
        return work(link)
