"""Input files of the given paths: files, folders, standard input."""

import re
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.graph.sources.file_faults import FileFault, FileFaultError, collect_faults, os_fault
from scinet.graph.sources.files import (
    ReadProgress,
    SourceFile,
    hash_file,
    open_regular,
    read_lines,
    sort_files,
)

_CHUNK: Final = 1024 * 1024
_SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz", ".json", ".json.gz")
# Folders of an OpenAlex snapshot and of a Semantic Scholar release.
_PARTS: Final = frozenset(
    {"data", "jsonl", "parquet", "works", "merged_ids", "papers", "abstracts", "citations"}
    | {"diffs", "update_files", "delete_files"}
)
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d(?:\D.*)?")


@contextmanager
def gather_files(
    paths: Iterable[Path | str], key: str
) -> Iterator[tuple[list[SourceFile], list[FileFault]]]:
    """Yield the files below the given paths, in an order independent of the order given.

    Args:
        paths: Files, folders and ``-`` for standard input, which is first copied to a temporary
            file: its hash must be known before its first line is stored.
        key: Of a folder, only files whose first record has this key are taken, so that papers
            and full text may lie together.

    Yields:
        The files, sorted by hash, and the faults found so far.
    """
    faults: list[FileFault] = []
    files: dict[str, SourceFile] = {}
    with tempfile.TemporaryDirectory(prefix="scinet-") as folder:
        for text in dict.fromkeys(map(str, paths)):
            try:
                listed, is_folder = locate_files(text, Path(folder))
            except FileFaultError as error:
                faults.append(error.fault)
                continue
            taken = [(p, n) for p, n in listed if not is_folder or _begins_with(p, key)]
            if not taken:
                faults.append(FileFault(text, "empty_folder", f"has no file with {key!r} in it"))
            for path, name in taken:
                with collect_faults(faults, name):
                    files.setdefault(name, hash_file(open_regular(path, name)))
        yield sort_files(files.values()), faults


def locate_files(text: str, folder: Path) -> tuple[list[tuple[Path, str]], bool]:
    """Return the files of one path with their names, and whether it is a folder."""
    if text == "-":
        copy = folder / "stdin"
        with copy.open("wb") as target:
            while chunk := sys.stdin.buffer.read(_CHUNK):
                target.write(chunk)
        return [(copy, "<stdin>")], False
    path = Path(text)
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            return [(p, _path_text(p)) for p in sorted(_iter_folder(path))], True
    except OSError as error:
        raise os_fault(text, error) from error
    return [(path, _path_text(text))], False


def _path_text(path: Path | str) -> str:
    return str(path).encode(errors="backslashreplace").decode()


def _iter_folder(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of its sub-folders named like parts of a release."""
    for path in folder.iterdir():
        if path.name.startswith("."):
            continue
        is_part = "=" in path.name or path.name in _PARTS or _DAY.fullmatch(path.name)
        if is_part and path.is_dir():
            yield from _iter_folder(path)
        elif not path.is_dir() or path.name.endswith(_SUFFIXES):
            yield path


def _begins_with(path: Path, key: str) -> bool:
    """Whether the first record has the key; unreadable JSON is taken, to be reported."""
    record: Any = None
    with suppress(OSError, orjson.JSONDecodeError):
        if stat.S_ISREG(path.stat().st_mode):
            file = SourceFile(str(path), path, path.stat().st_size, "")
            record = next(
                (orjson.loads(line.data) for line in read_lines(file, ReadProgress())), None
            )
    return key in record if isinstance(record, dict) else path.name.endswith(_SUFFIXES)
