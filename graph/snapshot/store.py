"""Storage of a snapshot in a folder: arrays as ``.npy``, texts as Parquet, and a manifest.

The folder is written under another name and renamed into place, so that it is complete or absent.
Arrays are memory-mapped when it is opened, not read.
"""

import errno
import hashlib
import itertools
import json
import os
import tempfile
import threading
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from scinet import atomic_files
from scinet.errors import DataError, StorageError
from scinet.graph.snapshot.arrays import Snapshot
from scinet.graph.snapshot.csr import Csr

FORM: Final = "scinet snapshot"
VERSION: Final = 4  # raised when arrays change their format or meaning
# numpy parses file headers with Python's parser, which fails in Python 3.11 ("AST constructor
# recursion depth mismatch") when two threads, such as two page requests, use it at once.
_WRITE_LOCK: Final = threading.Lock()
_MANIFEST: Final = "manifest.json"
_TABLES: Final = {
    "papers.parquet": ("paper_id", "title", "abstract"),
    "authors.parquet": ("author_id", "author_name"),
    "names.parquet": ("written_name",),
    "field_names.parquet": ("written_field",),
    "venues.parquet": ("venue_id",),
    "fields.parquet": ("field_id", "field_name", "field_level"),
}
_ARRAYS: Final = (
    "day", "first_day", "venue", "co_mention", "co_mention_citing", "main_field", "authored_name",
    "in_field_name", "in_field_level",
)  # fmt: skip
_ROWS: Final = ("cites", "authored", "in_field")


def cache_folder(cache: Path, graph_fingerprint: str) -> Path:
    """Return the cache folder of a graph's arrays, by fingerprint and format."""
    return cache / "snapshots" / f"{graph_fingerprint}-v{VERSION}"


def count_items(snapshot: Snapshot) -> dict[str, int]:
    """Return the numbers of items of a snapshot by kind."""
    return {
        "papers": snapshot.num_papers,
        "citations": len(snapshot.cites.indices),
        "unordered_citations": snapshot.unordered_citations,
        "authors": snapshot.num_authors,
        "authorships": len(snapshot.authored.indices),
        "venues": len(snapshot.venue_id),
        "co_mentions": len(snapshot.co_mention),
        "fields": len(snapshot.field_id),
        "field_memberships": len(snapshot.in_field.indices),
    }


def save_snapshot(snapshot: Snapshot, folder: Path) -> None:
    """Write a snapshot, replacing an older one in the same folder."""
    atomic_files.refuse_foreign_folder(folder, {_MANIFEST: FORM})
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name[:20]}-") as room:
            new = Path(room) / "new"
            new.mkdir()
            _write(snapshot, new)
            _replace_folder(new, folder, Path(room))
    except OSError as error:
        raise StorageError(
            f"cannot write the snapshot {folder}: {error.strerror or error}",
            hint="Make room, or name another folder.",
        ) from error


def _replace_folder(new: Path, folder: Path, room: Path) -> None:
    """Rename into place; of concurrent writers the last wins."""
    for number in itertools.count():
        with suppress(FileNotFoundError):
            folder.rename(room / f"old{number}")
        try:
            new.rename(folder)
        except OSError as error:
            if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
                raise
        else:
            return


def open_snapshot(folder: Path) -> Snapshot:
    """Open a saved snapshot; arrays stay in their files until they are used."""
    manifest = _manifest(folder)
    try:
        fields: dict[str, Any] = {
            name: column.to_numpy(zero_copy_only=False)
            for file, names in _TABLES.items()
            for name, column in _columns(folder / file, names)
        }
        for name in _ARRAYS:
            fields[name] = _memory_map(folder / f"{name}.npy")
        for name in _ROWS:
            indptr = _memory_map(folder / f"{name}.indptr.npy")
            fields[name] = Csr(indptr, _memory_map(folder / f"{name}.indices.npy"))
    except (OSError, ValueError, KeyError) as error:
        raise _broken_error(folder, str(error)) from error
    before = manifest["before"]
    return Snapshot(
        before=None if before is None else date.fromisoformat(before),
        graph_fingerprint=manifest["graph_fingerprint"],
        left_out=manifest["left_out"],
        **fields,
    )


def _write(snapshot: Snapshot, folder: Path) -> None:
    for file, names in _TABLES.items():
        table = {name: pa.array(getattr(snapshot, name), pa.string()) for name in names}
        pq.write_table(pa.table(table), folder / file, compression="zstd")
    for name in _ARRAYS:
        np.save(folder / f"{name}.npy", getattr(snapshot, name))
    for name in _ROWS:
        rows: Csr = getattr(snapshot, name)
        np.save(folder / f"{name}.indptr.npy", rows.indptr)
        np.save(folder / f"{name}.indices.npy", rows.indices)
    manifest = {
        "form": FORM,
        "version": VERSION,
        "before": None if snapshot.before is None else snapshot.before.isoformat(),
        "graph_fingerprint": snapshot.graph_fingerprint,
        "counts": count_items(snapshot),
        "left_out": dict(snapshot.left_out),
        "files": {file.name: _file_seal(file) for file in sorted(folder.iterdir())},
    }
    with (folder / _MANIFEST).open("w", encoding="utf-8") as out:
        json.dump(manifest, out, indent=2)
        out.flush()
        os.fsync(out.fileno())


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / _MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise DataError(
            f"no snapshot ({folder})", hint="Write one with `scinet network snapshot --out DIR`."
        ) from error
    except (OSError, ValueError) as error:
        raise _broken_error(folder, str(error)) from error
    if manifest.get("form") != FORM or manifest.get("version") != VERSION:
        raise DataError(
            f"a snapshot of another form or version ({folder})",
            hint="Write it again with `scinet network snapshot --out DIR`.",
        )
    # Only sizes are compared: hashing every byte would cost more than all the rest.
    for name, seal in manifest["files"].items():
        file = folder / name
        if not file.is_file() or file.stat().st_size != seal["bytes"]:
            raise _broken_error(folder, f"{name} is not what was written")
    return manifest


def _broken_error(folder: Path, what: str) -> DataError:
    return DataError(
        f"the snapshot is damaged: {what} ({folder})",
        hint="Delete the folder and write the snapshot again.",
    )


def _file_seal(file: Path) -> dict[str, Any]:
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"bytes": file.stat().st_size, "sha256": digest}


def _columns(file: Path, names: tuple[str, ...]) -> list[tuple[str, Any]]:
    table = pq.read_table(file, columns=list(names))
    return [(name, table.column(name)) for name in names]


def _memory_map(file: Path) -> NDArray[Any]:
    # Copy-on-write gives a writable array, so that kernels compiled for arrays in memory accept
    # these too; nothing is written back.
    with _WRITE_LOCK:
        return np.asarray(np.load(file, mmap_mode="c"))
