"""Files that are much larger, or much harder to read, than they look."""

import gzip
import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from helpers.files.network_files import GOOD

_MB: Final = 2**20
_LINE: Final = 15 * _MB  # what a line may just be


def _of(*parts: bytes | Iterable[bytes]) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        with file.open("wb") as stream:
            for part in parts:
                stream.writelines([part] if isinstance(part, bytes) else part)

    return write


def _times(part: bytes, size: int) -> Iterable[bytes]:
    piece = part * (10_000 // len(part))
    return itertools.repeat(piece, size // len(piece))


def _packed(part: bytes, times: int) -> Callable[[Path], None]:
    def write(file: Path) -> None:
        with gzip.open(file, "wb", 9) as stream:
            for _ in range(times):
                stream.write(part)

    return write


def _parquet(file: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table({"corpus_id": ["1"], "title": ["x" * 300 * _MB]})
    parquet.write_table(table, file, compression="zstd")
    del table
    pa.default_memory_pool().release_unused()


def _members(file: Path) -> None:
    file.write_bytes(gzip.compress(b"\n", 1) * 20_000)


_ROW: Final = json.dumps(GOOD["records"](1)).encode()[:-1]
BOMBS: Final[Mapping[str, tuple[str, Callable[[Path], None], str]]] = {
    "a line of 300 MB": (
        "records", _of((b"x" * _MB for _ in range(300)), b"\n"), "line_over_16_MiB",
    ),
    "a line of 300 MB in gzip": ("records", _packed(b"x" * _MB, 300), "expansion_over_200x"),
    "white space of 300 MB in gzip": ("records", _packed(b" " * _MB, 300), "expansion_over_200x"),
    "a million lists in a line": (
        "records", _of(_ROW, b', "a": [', _times(b"[],", _LINE), b"[]], }\n"), "malformed_json",
    ),
    "a million objects in a line": (
        "records", _of(_ROW, b', "a": [', _times(b"{},", _LINE), b"{}], }\n"), "malformed_json",
    ),
    "a million equal keys in a line": (
        "records", _of(_ROW, b', "a": {', _times(b'"a":0,', _LINE), b'"a":0}}\n'), "duplicate_key",
    ),
    "millions of brackets": ("records", _of(_times(b"[", _LINE)), "malformed_json"),
    "millions of objects in objects": ("records", _of(_times(b'{"a":', _LINE)), "depth_over_100"),
    "millions of digits": (
        "records", _of(b'{"id": ', _times(b"7", _LINE), b"}\n"), "id_over_256",
    ),
    "a document of 300 MB": (
        "pathways",
        _of(b"[0", (b',"' + b"x" * _MB + b'"' for _ in range(300)), b"]"),
        "not_an_object",
    ),
    "a text of 300 MB in a document": (
        "pathways", _of(b'{"metadata": "', (b"x" * _MB for _ in range(300)), b'", "data": [0]}'),
        "not_an_object",
    ),
    "a row of 300 MB in a document": (
        "pathways", _of(b"[[", (b'"\\' + b"x" * _MB + b'",' for _ in range(300)), b"0]]"),
        "line_over_16_MiB",
    ),
    "brackets of 300 MB in a document": (
        "pathways", _of(b"[", (b"[" * _MB for _ in range(300))), "malformed_json",
    ),
    "a row of a table of 300 MB": (
        "counts", _of(b"id,count\n", (b"x" * _MB for _ in range(300))), "line_over_16_MiB",
    ),
    "a quotation of 300 MB in a table": (
        "counts", _of(b'id,count\n"', (b"x\n" * (_MB // 2) for _ in range(300))), "malformed_csv",
    ),
    "a row of 300 MB in Parquet": ("prescience", _parquet, "expansion_over_200x"),
    "members of a byte": ("records", _members, "empty_file"),
}  # fmt: skip
"""By what it is: the kind of load, how it is written, and what becomes of it."""
