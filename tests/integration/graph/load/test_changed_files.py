"""Files that change while they are loaded, and outputs that would take the place of inputs."""

import gzip
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scinet.errors import DataError, StorageError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.sources.files import Reading, hashed, regular
from scinet.graph.sources.rows import row_lines


def lines() -> bytes:
    """More than is read at once, though it is packed."""
    noise = random.Random(0)  # noqa: S311 - so that packing does not make it short
    rows = [{"id": f"P{n}", "title": noise.randbytes(8000).hex()} for n in range(260)]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwrite(file: Path) -> None:
    """Change a letter, and date the file back."""
    before = file.stat()
    with file.open("r+b") as stream:
        stream.seek(-30, os.SEEK_END)
        stream.write(b"x")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize(
    ("name", "change"), [("a.jsonl", cut), ("a.jsonl", overwrite), ("a.jsonl.gz", cut)]
)
def test_a_file_that_changes_is_never_journalled_as_complete(
    database: Database, name: str, change: Callable[[Path], None]
) -> None:
    file, rejects = Path(name), Path("rejects.jsonl")
    file.write_bytes(gzip.compress(lines(), 1) if name.endswith(".gz") else lines())
    whole = file.read_bytes()

    def alter(number: int) -> None:
        if number == 1:
            change(file)

    with pytest.raises(DataError, match=f"the file changed while it was read .*{name}"):
        load(database, [file], batch_size=20, after_batch=alter, rejects=rejects, max_rejected=1)
    file.write_bytes(whole)
    again = load(database, [file], batch_size=20, rejects=rejects, max_rejected=1)
    assert again.read == again.loaded + again.merged + sum(again.rejected.values())
    assert again.read == 260
    database.rows("admin/wipe")
    anew = load(database, [file], rejects=rejects, max_rejected=1)
    assert anew.graph_fingerprint == again.graph_fingerprint


def test_a_table_that_changes_is_not_read_on() -> None:
    file = Path("a.parquet")
    pq.write_table(pa.table({"corpus_id": [str(n) for n in range(200)]}), file)
    found = hashed(regular(file, str(file)))
    reading = Reading()
    rows = row_lines(found, reading)
    assert next(rows).number == 1
    overwrite(file)
    with pytest.raises(DataError, match="the file changed while it was read"):
        list(rows)
    with pytest.raises(DataError, match="the file changed while it was read"):
        list(row_lines(found, reading))
    assert reading.faults == []


def test_no_output_takes_the_place_of_an_input(database: Database) -> None:
    Path("data").mkdir()
    file, counts, link = (Path(name) for name in ("data/p.jsonl", "t.csv", "link"))
    file.write_text('{"id": "P1", "authors": 7}\n{"id": "P2"}\n')
    counts.write_text("id,kind,count\nP2,news,x\n")
    link.symlink_to(file)
    before = file.read_bytes(), counts.read_bytes()
    for paths, rejects in (
        ([file], file), ([file], link), ([link], file), ([Path("data")], file),
        ([file, counts], counts),
    ):  # fmt: skip
        with pytest.raises(StorageError, match="would be written, and is read"):
            load(database, paths, rejects=rejects, max_rejected=1)
    out = Path("out")
    for names in (("rejects", "matches"), ("rejects", "changes"), ("changes", "matches")):
        twice = (out, Path("data") / ".." / "out")
        given: dict[str, Any] = dict(zip(names, twice, strict=True))
        with pytest.raises(StorageError, match="out would be written twice"):
            load(database, file, **given)
    assert not out.exists()
    assert (file.read_bytes(), counts.read_bytes()) == before
