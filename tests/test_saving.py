"""Files appear whole or not at all."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest

from scinet import saving
from scinet.errors import StorageError
from scinet.eval.task import Task
from scinet.experiments.citation_readers import train_reader
from scinet.experiments.pipeline import train


def test_a_file_is_replaced_and_its_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.txt"
    saving.write("old\r\n", file)
    saving.write("ñew\n", file)
    assert file.read_bytes() == b"\xc3\xb1ew\n"
    assert [found.name for found in file.parent.iterdir()] == ["b.txt"]


@pytest.mark.parametrize("place", [".", "/", ""])
def test_what_has_no_name_is_refused(place: str) -> None:
    with pytest.raises(StorageError, match=r"[./] cannot be written: it has no name"):
        saving.write("text", Path(place))


def _half(file: Path, error: Exception) -> None:
    with saving.replaced(file, hint="Free it.") as partial:
        partial.write_bytes(b"half")
        raise error


def test_a_block_that_fails_leaves_the_older_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    saving.write(b"old", file)
    with pytest.raises(KeyError):
        _half(file, KeyError("x"))
    with pytest.raises(StorageError) as raised:
        _half(file, OSError(28, "No space left on device"))
    assert str(raised.value) == f"{file} cannot be written: No space left on device"
    assert raised.value.hint == "Free it."
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == {"b.txt": b"old"}


def test_two_who_write_one_file_do_so_in_turn(tmp_path: Path) -> None:
    file, waits = tmp_path / "b.txt", Event()

    def second() -> None:
        waits.set()
        saving.write(b"second", file)

    with ThreadPoolExecutor(1) as pool:
        with saving.replaced(file) as partial, partial.open("wb") as stream:
            stream.write(b"fir")
            other = pool.submit(second)
            waits.wait()
            time.sleep(0.1)
            assert not other.done()
            stream.write(b"st")
        other.result(timeout=5)
        assert file.read_bytes() == b"second"
        for one in [pool.submit(saving.write, b"of many", file) for _ in range(5)]:
            saving.write(b"of many", file)
            one.result(timeout=5)
    assert {found.name: found.read_bytes() for found in tmp_path.iterdir()} == {"b.txt": b"of many"}


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    saving.write("", tmp_path / "file")
    with pytest.raises(StorageError, match=r"file/b\.txt cannot be written: File exists"):
        saving.write("", tmp_path / "file" / "b.txt")


def test_a_folder_of_something_else_is_not_written_into(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.tex"
    (tmp_path / "model.json.partial").touch()  # of a training that was killed
    saving.into(tmp_path, {"model.json": "system"})
    saving.into(tmp_path / "new", {})
    thesis.write_text("years of work")
    (tmp_path / "model.json").write_text('{"model": "of another"}')
    task, never = Task.__new__(Task), cast("Any", None)  # neither is looked at
    for write in (
        lambda: saving.into(thesis, {}),
        lambda: train("collaborators-gnn", task, never, out=tmp_path),
        lambda: train_reader(thesis, out=tmp_path),
    ):
        with pytest.raises(StorageError, match="holds something else"):
            write()
    assert len(list(tmp_path.iterdir())) == 3
    (tmp_path / "model.json").write_text('{"system": "collaborators-gnn"}')
    saving.into(tmp_path, {"model.json": "system"})
