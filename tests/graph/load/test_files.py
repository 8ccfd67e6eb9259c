"""Files: what can be read is read, what cannot is named, and the others are read all the same."""

import gzip
import io
import json
import os
import random
import sys
from pathlib import Path

import pytest

from scinet.graph.sources.faults import FileFault
from scinet.graph.sources.files import Line, Reading, lines
from scinet.graph.sources.inputs import gathered

ROWS = [json.dumps({"id": f"P{n}", "title": f"Über {n} · {n * n}"}).encode() for n in range(500)]
TEXT = b"\n".join(ROWS) + b"\n"


def read_all(*paths: Path | str) -> tuple[list[Line], list[FileFault], Reading]:
    with gathered(paths, "id") as (files, faults):
        reading = Reading(faults=faults)
        found = [line for file in files for line in lines(file, reading)]
    return found, reading.faults, reading


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_plain_gzip_folder_and_standard_input_give_the_same_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = written(tmp_path / "a.jsonl", TEXT)
    packed = written(tmp_path / "b.jsonl.gz", gzip.compress(TEXT))
    members = written(
        tmp_path / "c.jsonl.gz",
        gzip.compress(TEXT[:1000]) + gzip.compress(TEXT[1000:]) + b"\0" * 700,
    )
    folder = tmp_path / "folder"
    folder.mkdir()
    written(folder / "papers.jsonl", TEXT)
    written(folder / "notes.txt", b"not read")
    written(folder / "fulltext.jsonl", b'{"paper_id": "P1", "paragraphs": []}\n')
    for given in (plain, packed, members, folder):
        found, faults, reading = read_all(given)
        assert [line.data for line in found] == ROWS
        assert not faults
        assert not reading.accepted
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    found, faults, _ = read_all("-")
    assert [line.data for line in found] == ROWS
    assert found[0].file == "<stdin>"
    assert not faults


def test_offsets_and_numbers_find_the_line_again(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + b"\r\n".join(ROWS[:5]) + b"\n\n  \n" + b"\n".join(ROWS[5:9])
    found, faults, reading = read_all(written(tmp_path / "a.jsonl", content))
    assert not faults
    assert [line.data for line in found] == ROWS[:9]
    assert [line.number for line in found] == [1, 2, 3, 4, 5, 8, 9, 10, 11]
    for line in found:
        assert content[line.offset :].startswith(line.data)
    assert reading.accepted == {"byte_order_mark": 1, "mixed_line_ends": 1}
    assert [line.is_last for line in found] == [False] * 8 + [True]


def test_a_truncated_gzip_gives_its_good_lines_and_a_fault(tmp_path: Path) -> None:
    packed = gzip.compress(TEXT)
    for cut in (12, 100, len(packed) // 2, len(packed) - 1, len(packed) - 9):
        path = written(tmp_path / "a.jsonl.gz", packed[:cut])
        found, faults, _ = read_all(path)
        assert [fault.reason for fault in faults] == ["gzip_truncated"]
        assert [line.data for line in found] == ROWS[: len(found)]
    assert len(found) == len(ROWS)  # only the checksum was cut


def test_a_damaged_gzip_gives_a_fault(tmp_path: Path) -> None:
    generator = random.Random(7)  # noqa: S311 - a seeded draw
    packed = gzip.compress(TEXT)
    for _ in range(50):
        place = generator.randrange(10, len(packed))
        damaged = bytearray(packed)
        damaged[place] ^= 1 << generator.randrange(8)
        _, faults, _ = read_all(written(tmp_path / "a.jsonl.gz", bytes(damaged)))
        assert faults
        assert {fault.reason for fault in faults} <= {"gzip_corrupt", "gzip_truncated"}


def test_junk_after_a_gzip_is_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl.gz", gzip.compress(TEXT) + b"junk")
    found, faults, reading = read_all(path)
    assert [line.data for line in found] == ROWS
    assert not faults
    assert reading.accepted == {"gzip_trailing_junk": 1}


@pytest.mark.parametrize(
    ("reason", "name", "content"),
    [
        ("empty_file", "a.jsonl.gz", b""),
        ("wrong_suffix", "a.jsonl.gz", TEXT),
    ],
)
def test_a_file_of_another_kind_is_a_fault(
    tmp_path: Path, reason: str, name: str, content: bytes
) -> None:
    good = written(tmp_path / "good.jsonl", TEXT)
    found, faults, _ = read_all(written(tmp_path / name, content), good)
    assert [fault.reason for fault in faults] == [reason]
    assert [line.data for line in found if line.file == str(good)] == ROWS


def test_what_cannot_be_opened_is_a_fault(tmp_path: Path) -> None:
    good = written(tmp_path / "good.jsonl", TEXT)
    loop = tmp_path / "loop.jsonl"
    loop.symlink_to(loop)
    os.mkfifo(tmp_path / "pipe.jsonl")
    empty = tmp_path / "empty"
    empty.mkdir()
    folder = tmp_path / "folder"
    (folder / "inner.jsonl").mkdir(parents=True)
    cases = {
        tmp_path / "missing.jsonl": "missing_file",
        good / "below.jsonl": "missing_file",
        loop: "symlink_loop",
        tmp_path / "pipe.jsonl": "fifo_or_device",
        Path("/dev/null"): "fifo_or_device",
        empty: "empty_folder",
        folder: "is_directory",
    }
    for path, reason in cases.items():
        found, faults, _ = read_all(path, good)
        assert [fault.reason for fault in faults] == [reason], path
        assert len(found) == len(ROWS)


def test_a_file_without_permission_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.jsonl", TEXT)
    if os.geteuid() == 0:  # root may read everything

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    else:
        path.chmod(0)
    _, faults, _ = read_all(path)
    assert [fault.reason for fault in faults] == ["no_permission"]


def test_long_lines_need_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    generator = random.Random(3)  # noqa: S311 - a seeded draw
    with gzip.open(path, "wb", compresslevel=1) as stream:
        stream.write(ROWS[0] + b"\n")
        for _ in range(40):  # 40 MB on one line, which gzip cannot pack well
            stream.write(generator.randbytes(500_000).hex().encode())
        stream.write(b"\n" + ROWS[1])
    found, faults, _ = read_all(path)
    assert not faults
    assert [line.reason for line in found] == ["", "line_over_16_MiB", ""]
    assert max(len(line.data) for line in found) <= 1024
    assert found[2].offset == len(ROWS[0]) + 1 + 40_000_000 + 1


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    one = written(tmp_path / "1.jsonl", TEXT[:1000])
    two = written(tmp_path / "2.jsonl", TEXT[1000:])
    orders = [read_all(one, two)[0], read_all(two, one)[0], read_all(two, one, two)[0]]
    assert orders[0] == orders[1] == orders[2]
