"""Files appear whole or not at all."""

from pathlib import Path

import pytest

from scinet import saving
from scinet.errors import StorageError


def test_a_file_is_replaced_and_its_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.txt"
    saving.write("old\r\n", file)
    saving.write("ñew\n", file)
    assert file.read_bytes() == b"\xc3\xb1ew\n"
    assert [found.name for found in file.parent.iterdir()] == ["b.txt"]


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


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    saving.write("", tmp_path / "file")
    with pytest.raises(StorageError, match=r"file/b\.txt cannot be written: File exists"):
        saving.write("", tmp_path / "file" / "b.txt")
