"""What stands beside an output under the name that is known beforehand is not followed."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scinet import saving
from scinet.errors import StorageError
from scinet.eval.run import Header
from scinet.eval.writing import Writer

_HEADER = Header("s", "1", "f", "text")


def _written(out: Path) -> None:
    saving.write("mine", out)


def _run(out: Path) -> None:
    Writer(out, _HEADER).finish()


def _filled(out: Path) -> None:
    with saving.filled(out, {}) as folder:
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
        with pytest.raises(StorageError, match="is a link, or no file of its own; take it away"):
            saving.write("mine", tmp_path / name)
    assert not (tmp_path / "new").exists()


def test_a_link_that_comes_during_the_block_is_not_put_in_place(tmp_path: Path) -> None:
    out, victim = tmp_path / "out", tmp_path / "victim"
    victim.write_text("years of work")
    with pytest.raises(StorageError, match="is a link"):
        _exchanged(out, victim)
    assert not os.path.lexists(out)
    assert victim.read_text() == "years of work"


def _exchanged(out: Path, victim: Path) -> None:
    with saving.replaced(out) as partial:
        partial.unlink()
        partial.symlink_to(victim)
