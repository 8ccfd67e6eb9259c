"""Files appear whole or not at all."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest
from helpers.waiting import PATIENCE_S, wait_until

from scinet import atomic_files
from scinet.errors import StorageError
from scinet.eval.run import RunHeader
from scinet.eval.run_writer import RunWriter
from scinet.eval.task import Task
from scinet.experiments.citation_readers import train_reader
from scinet.experiments.pipeline import train_system


def test_a_file_is_replaced_and_its_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.txt"
    atomic_files.write_file("old\r\n", file)
    atomic_files.write_file("ñew\n", file)
    assert file.read_bytes() == b"\xc3\xb1ew\n"
    assert [result.name for result in file.parent.iterdir()] == ["b.txt"]


@pytest.mark.parametrize("place", [".", "/", ""])
def test_what_has_no_name_is_refused(place: str) -> None:
    with pytest.raises(StorageError, match=r"[./] cannot be written: it has no name"):
        atomic_files.write_file("text", Path(place))


def _half(file: Path, error: Exception) -> None:
    with atomic_files.replace_file(file, hint="Free it.") as partial:
        partial.write_bytes(b"half")
        raise error


def test_a_block_that_fails_leaves_the_older_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    atomic_files.write_file(b"old", file)
    with pytest.raises(KeyError):
        _half(file, KeyError("x"))
    with pytest.raises(StorageError) as raised:
        _half(file, OSError(28, "No space left on device"))
    assert str(raised.value) == f"{file} cannot be written: No space left on device"
    assert raised.value.hint == "Free it."
    assert {result.name: result.read_bytes() for result in tmp_path.iterdir()} == {"b.txt": b"old"}


def test_a_pipe_that_breaks_in_a_block_is_not_taken_for_the_file(tmp_path: Path) -> None:
    """Such as that of whom progress is told to."""
    with pytest.raises(BrokenPipeError):
        _half(tmp_path / "b.txt", BrokenPipeError(32, "Broken pipe"))
    assert not list(tmp_path.iterdir())


def _waits_for(file: Path) -> bool:
    """Whether somebody waits for the lock of a file."""
    place = f":{file.stat().st_ino} "
    return any(
        "->" in line and place in line for line in Path("/proc/locks").read_text().splitlines()
    )


def test_two_who_write_one_file_do_so_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    with ThreadPoolExecutor(1) as pool:
        with atomic_files.replace_file(file) as partial, partial.open("wb") as stream:
            stream.write(b"fir")
            other = pool.submit(atomic_files.write_file, b"second", file)
            wait_until(lambda: _waits_for(partial), "the other waits")
            assert not other.done()
            stream.write(b"st")
        other.result(timeout=PATIENCE_S)
        assert file.read_bytes() == b"second"
        for item in [pool.submit(atomic_files.write_file, b"of many", file) for _ in range(5)]:
            atomic_files.write_file(b"of many", file)
            item.result(timeout=PATIENCE_S)
    assert {result.name: result.read_bytes() for result in tmp_path.iterdir()} == {
        "b.txt": b"of many"
    }


MARKS = {"about": "ours"}


def _fill(folder: Path, text: str) -> None:
    with atomic_files.fill_folder(folder, MARKS) as partial:
        (partial / "about").write_text(f"ours: {text}")


def _held(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*/about")}


def test_a_folder_is_replaced_as_a_whole(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "set"
    _fill(folder, "old")
    (folder / "more").write_text("x")
    _fill(folder, "new")
    assert [file.name for file in tmp_path.rglob("*")] == ["deep", "set", "about"]
    with pytest.raises(StorageError, match="set cannot be written: File exists"):
        _fill(folder / "about" / "set", "x")
    (tmp_path / "link").symlink_to(folder)
    _fill(tmp_path / "link", "linked")
    assert _held(tmp_path / "deep") == {"set/about": "ours: linked"}
    assert (tmp_path / "link").is_symlink()
    (tmp_path / "thesis.partial").mkdir()
    atomic_files.write_file("mine", tmp_path / "thesis" / "text")
    with pytest.raises(StorageError, match="holds something else"):
        _fill(tmp_path / "thesis", "x")
    assert (tmp_path / "thesis.partial").exists()  # nor is what lies beside it taken away


@pytest.mark.parametrize("is_killed", [True, False])
def test_an_older_folder_outlives_what_fails_between_two_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_killed: bool
) -> None:
    folder = tmp_path / "set"
    _fill(folder, "old")
    rename = Path.rename

    def fails(self: Path, target: Path) -> Path:
        if self.name == "set.partial":
            raise OSError(5, "Input/output error")
        return rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", fails)
        if is_killed:  # nothing is tidied
            patch.setattr(atomic_files, "_restore_folder", lambda *_: None)
        with pytest.raises(StorageError, match="set cannot be written: Input/output error"):
            _fill(folder, "new")
    assert folder.exists() != is_killed
    # The next call fails, too: what was there is there.
    with pytest.raises(KeyError), atomic_files.fill_folder(folder, MARKS):
        raise KeyError("x")
    assert _held(tmp_path) == {"set/about": "ours: old"}
    assert [file.name for file in tmp_path.iterdir()] == ["set"]
    _fill(folder, "new")
    assert _held(tmp_path) == {"set/about": "ours: new"}
    # A folder that a user put aside is not a business of this one.
    folder.rename(tmp_path / "set.old")
    _fill(folder, "newer")
    assert _held(tmp_path) == {"set.old/about": "ours: new", "set/about": "ours: newer"}


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    atomic_files.write_file("", tmp_path / "file")
    with pytest.raises(StorageError, match=r"file/b\.txt cannot be written: File exists"):
        atomic_files.write_file("", tmp_path / "file" / "b.txt")


def test_a_folder_of_something_else_is_not_written_into(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.tex"
    (tmp_path / "model.json.partial").touch()  # of a training that was killed
    atomic_files.refuse_foreign_folder(tmp_path, {"model.json": "system"})
    atomic_files.refuse_foreign_folder(tmp_path / "new", {})
    thesis.write_text("years of work")
    (tmp_path / "model.json").write_text('{"model": "of another"}')
    task, never = Task.__new__(Task), cast("Any", None)  # neither is looked at
    for write in (
        lambda: atomic_files.refuse_foreign_folder(thesis, {}),
        lambda: train_system("collaborators-gnn", task, never, out=tmp_path),
        lambda: train_reader(thesis, out=tmp_path),
    ):
        with pytest.raises(StorageError, match="holds something else"):
            write()
    assert len(list(tmp_path.iterdir())) == 3
    (tmp_path / "model.json").write_text('{"system": "collaborators-gnn"}')
    atomic_files.refuse_foreign_folder(tmp_path, {"model.json": "system"})


_HEADER = RunHeader("s", "1", "f", "text")


def _written(out: Path) -> None:
    atomic_files.write_file("mine", out)


def _run(out: Path) -> None:
    RunWriter(out, _HEADER).finish()


def _filled(out: Path) -> None:
    with atomic_files.fill_folder(out, {}) as folder:
        (folder / "a").write_text("mine")


@pytest.mark.parametrize("write", [_written, _run, _filled])
@pytest.mark.parametrize("put", [os.symlink, os.link])
def test_a_link_in_place_of_what_is_written_is_refused(
    write: Callable[[Path], None], put: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    victim, out = tmp_path / "victim", tmp_path / "out"
    victim.write_text("years of work")
    put(victim, tmp_path / "out.partial")
    with pytest.raises(StorageError, match="out"):
        write(out)
    assert victim.read_text() == "years of work"
    assert not os.path.lexists(out)
    (tmp_path / "out.partial").unlink()
    write(out)
    assert out.exists()
    assert victim.read_text() == "years of work"


def test_a_link_to_nowhere_and_a_pipe_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.partial").symlink_to(tmp_path / "new")
    os.mkfifo(tmp_path / "b.partial")
    for name in "ab":
        with pytest.raises(StorageError, match="is a link, or no file of its own; remove it"):
            atomic_files.write_file("mine", tmp_path / name)
    assert not (tmp_path / "new").exists()


def test_a_link_that_comes_during_the_block_is_not_put_in_place(tmp_path: Path) -> None:
    out, victim = tmp_path / "out", tmp_path / "victim"
    victim.write_text("years of work")
    with pytest.raises(StorageError, match="is a link"):
        _exchanged(out, victim)
    assert not os.path.lexists(out)
    assert victim.read_text() == "years of work"


def _exchanged(out: Path, victim: Path) -> None:
    with atomic_files.replace_file(out) as partial:
        partial.unlink()
        partial.symlink_to(victim)
