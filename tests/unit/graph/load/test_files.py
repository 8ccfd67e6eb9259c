"""Files: what can be read is read, what cannot is named, and the others are read all the same."""

import gzip
import io
import json
import os
import random
import sys
from pathlib import Path

import pytest

from scinet.graph.sources.file_faults import FileFault
from scinet.graph.sources.files import InputLine, ReadProgress, read_lines
from scinet.graph.sources.input_files import gather_files

ROWS = [json.dumps({"id": f"P{n}", "title": f"Über {n} · {n * n}"}).encode() for n in range(500)]
TEXT = b"\n".join(ROWS) + b"\n"


def read_all(*paths: Path | str) -> tuple[list[InputLine], list[FileFault], ReadProgress]:
    with gather_files(paths, "id") as (files, faults):
        reading = ReadProgress(faults=faults)
        results = [line for file in files for line in read_lines(file, reading)]
    return results, reading.faults, reading


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_plain_gzip_folder_and_standard_input_give_the_same_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = written(Path("a.jsonl"), TEXT)
    packed = written(Path("b.jsonl.gz"), gzip.compress(TEXT))
    members = written(
        Path("c.jsonl.gz"), gzip.compress(TEXT[:1000]) + gzip.compress(TEXT[1000:]) + b"\0" * 700
    )
    folder = Path("folder")
    folder.mkdir()
    written(folder / "papers.jsonl", TEXT)
    written(folder / "notes.txt", b"not read")
    written(folder / "fulltext.jsonl", b'{"paper_id": "P1", "paragraphs": []}\n')
    for given in (plain, packed, members, folder):
        result, faults, reading = read_all(given)
        assert [line.data for line in result] == ROWS
        assert not faults
        assert not reading.accepted
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    result, faults, _ = read_all("-")
    assert [line.data for line in result] == ROWS
    assert result[0].file == "<stdin>"
    assert not faults


def test_offsets_and_numbers_find_the_line_again() -> None:
    content = b"\xef\xbb\xbf" + b"\r\n".join(ROWS[:5]) + b"\n\n  \n" + b"\n".join(ROWS[5:9])
    result, faults, reading = read_all(written(Path("a.jsonl"), content))
    assert not faults
    assert [line.data for line in result] == ROWS[:9]
    assert [line.number for line in result] == [1, 2, 3, 4, 5, 8, 9, 10, 11]
    for line in result:
        assert content[line.offset :].startswith(line.data)
    assert reading.accepted == {"byte_order_mark": 1, "mixed_line_ends": 1}
    assert [line.is_last for line in result] == [False] * 8 + [True]


def test_what_cannot_be_opened_is_a_fault() -> None:
    good = written(Path("good.jsonl"), TEXT)
    loop = Path("loop.jsonl")
    loop.symlink_to(loop)
    os.mkfifo(Path("pipe.jsonl"))
    empty = Path("empty")
    empty.mkdir()
    folder = Path("folder")
    (folder / "inner.jsonl").mkdir(parents=True)
    cases = {
        Path("missing.jsonl"): "missing_file",
        good / "below.jsonl": "missing_file",
        loop: "symlink_loop",
        Path("pipe.jsonl"): "fifo_or_device",
        Path("/dev/null"): "fifo_or_device",
        empty: "empty_folder",
        folder: "is_directory",
    }
    for path, reason in cases.items():
        result, faults, _ = read_all(path, good)
        assert [fault.reason for fault in faults] == [reason], path
        assert len(result) == len(ROWS)


def test_a_file_without_permission_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(Path("a.jsonl"), TEXT)
    if os.geteuid() == 0:  # root may read everything

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    else:
        path.chmod(0)
    _, faults, _ = read_all(path)
    assert [fault.reason for fault in faults] == ["no_permission"]


def test_long_lines_need_little_memory() -> None:
    path = Path("a.jsonl.gz")
    generator = random.Random(3)  # noqa: S311 - a seeded draw
    with gzip.open(path, "wb", compresslevel=1) as stream:
        stream.write(ROWS[0] + b"\n")
        for _ in range(17):  # 17 MB on one line, which gzip cannot pack well
            stream.write(generator.randbytes(500_000).hex().encode())
        stream.write(b"\n" + ROWS[1])
    result, faults, _ = read_all(path)
    assert not faults
    assert [line.reason for line in result] == ["", "line_over_16_MiB", ""]
    assert max(len(line.data) for line in result) <= 1024
    assert result[2].offset == len(ROWS[0]) + 1 + 17_000_000 + 1


def test_the_order_of_files_does_not_matter() -> None:
    value = written(Path("1.jsonl"), TEXT[:1000])
    two = written(Path("2.jsonl"), TEXT[1000:])
    orders = [read_all(value, two)[0], read_all(two, value)[0], read_all(two, value, two)[0]]
    assert orders[0] == orders[1] == orders[2]
