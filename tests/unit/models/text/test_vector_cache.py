"""Vectors kept by text: made once, whoever asks, and made again when the file is damaged."""

import sqlite3
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from scinet.errors import StorageError
from scinet.models.text.vector_cache import Vectors, cached_vectors

LINES = [f"text {number}" for number in range(40)]


def make(lines: Sequence[str]) -> Vectors:
    """Eight numbers from the text."""
    digests = b"".join(sha256(line.encode()).digest() for line in lines)
    return np.frombuffer(digests, dtype=np.uint32).astype(np.float32).reshape(-1, 8)


def nothing(lines: Sequence[str]) -> Vectors:
    raise AssertionError(f"{len(lines)} texts were made again")


def ask(file: Path, lines: Sequence[str] = LINES) -> Vectors:
    return cached_vectors(lines, file, make, dimensions=8)


def ask_shifted(job: tuple[Path, int]) -> bytes:
    """What one process asks for: the texts in an order of its own."""
    file, shift = job
    lines = LINES[shift:] + LINES[:shift]
    return np.roll(ask(file, lines), shift, axis=0).tobytes()


def test_made_once_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "model.sqlite"
    lines = ["b", "a", "b", ""]
    assert ask(file, lines).tolist() == make(lines).tolist()
    again = cached_vectors(["", "a", "a"], file, nothing, dimensions=8)
    assert again.tolist() == make(["", "a", "a"]).tolist()
    assert cached_vectors([], file, nothing, dimensions=8).shape == (0, 8)


def test_many_texts_take_the_memory_of_their_vectors(tmp_path: Path) -> None:
    lines = [f"text {number}" for number in range(3000)]
    size = 4 * 2000 * len(lines)

    def long(some: Sequence[str]) -> Vectors:
        return np.tile(make(some), 250)

    tracemalloc.start()
    try:
        cached_vectors(lines, tmp_path / "model.sqlite", long, dimensions=2000)
        assert tracemalloc.get_traced_memory()[1] < 1.9 * size
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("damage", ["cut", "empty", "noise", "head", "one vector", "a short one"])
def test_damage_is_mended(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "model.sqlite"
    whole = ask(file)
    content = bytearray(file.read_bytes())
    if damage == "one vector":
        place = content.index(whole[7].tobytes())
        content[place] ^= 1
    elif damage == "cut":
        del content[len(content) // 2 :]
    elif damage == "head":
        content[:100] = bytes(100)
    elif damage == "noise":
        content[:] = np.random.default_rng(0).bytes(len(content))
    file.write_bytes(b"" if damage == "empty" else content)
    if damage == "a short one":
        with sqlite3.connect(file) as link:
            link.execute("UPDATE vectors SET vector = substr(vector, 1, 9)")
        link.close()
    assert ask(file).tobytes() == whole.tobytes()
    assert cached_vectors(LINES, file, nothing, dimensions=8).tobytes() == whole.tobytes()


def test_several_processes_share_a_file(tmp_path: Path) -> None:
    jobs = [(tmp_path / "model.sqlite", shift) for shift in range(0, 40, 5)]
    with ProcessPoolExecutor(3, mp_context=get_context("fork")) as pool:
        result = list(pool.map(ask_shifted, jobs))
    assert set(result) == {make(LINES).tobytes()}


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(StorageError, match=r"model\.sqlite") as caught:
        ask(tmp_path / "taken" / "model.sqlite")
    assert caught.value.hint == "Set SCINET_CACHE to another folder."
