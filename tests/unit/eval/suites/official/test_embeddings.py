"""PreScience's embedding files: arrays come out as they went in, and nothing else comes out."""

import contextlib
import io
import os
import pickle
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites.prescience.official.embeddings import read_embeddings


def written(file: Path, data: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Path:
    file.write_bytes(pickle.dumps({"metadata": {"model": "m"}, "data": data}, protocol))
    return file


def some(kind: str = "f4") -> dict[str, dict[str, np.ndarray[Any, Any]]]:
    rng = np.random.default_rng(0)
    return {
        name: {part: rng.normal(size=(1, 6)).astype(kind) for part in ("key", "query")}
        for name in ("11", "12", "31")
    }


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("kind", ["f2", "f4", "f8", ">f4"])
def test_arrays_of_every_protocol(protocol: int, kind: str, tmp_path: Path) -> None:
    data = some(kind)
    result = read_embeddings(written(tmp_path / "e.pkl", data, protocol))
    assert result.ids == ("11", "12", "31")
    for part, rows in (("key", result.key), ("query", result.query)):
        expected = np.concatenate([data[name][part] for name in result.ids]).astype(np.float32)
        assert rows.dtype == np.float32
        assert np.array_equal(rows, expected)


def test_an_array_that_does_not_lie_in_one_piece(tmp_path: Path) -> None:
    wide = np.arange(24.0).reshape(2, 12)
    data = {"11": {"key": wide[:1, ::2], "query": np.asfortranarray(wide)[1:, :6]}}
    result = read_embeddings(written(tmp_path / "e.pkl", data))
    assert result.key.tolist() == [[0, 2, 4, 6, 8, 10]]
    assert result.query.tolist() == [[12, 13, 14, 15, 16, 17]]


class Evil:
    """Makes a folder when a careless reader opens it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_a_file_would_run_does_not_run(protocol: int, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    file = written(tmp_path / "e.pkl", {"11": Evil(folder)}, protocol)
    with pytest.raises(DataError, match=r"the pickle names \w+\.mkdir"):
        read_embeddings(file)
    assert not folder.exists()
    pickle.load(io.BytesIO(file.read_bytes()))  # noqa: S301 - it is a trap indeed
    assert folder.exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"11": {"key": np.array([["a"]], dtype=object), "query": np.ones((1, 1))}}, "kind 'O8'"),
        ({"11": {"key": np.array([[1]]), "query": np.array([[1]])}}, "kind 'i8'"),
        ({"11": {"key": np.ones((1, 2)), "query": np.ones((1, 3))}}, "query of paper 11 has ano"),
        ({"11": {"key": np.ones((1, 2))}}, "paper 11 has no query"),
        ({"11": {"key": np.ones((1, 0)), "query": np.ones((1, 0))}}, "another length"),
        ({"11": {"key": [1.0], "query": [1.0]}}, "paper 11 has no key"),
        ({"11": {"key": np.array([[np.nan]]), "query": np.ones((1, 1))}}, "not finite"),
        ({11: {"key": np.ones((1, 1)), "query": np.ones((1, 1))}}, "the entry 11 is not a paper"),
        ({}, "no vectors as 'data'"),
        ({"11": Path("x")}, r"the pickle names pathlib"),
        ({"11": 1 + 2j}, r"names (__builtin__|builtins)\.complex"),
    ],
)
def test_other_forms_are_refused(data: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        read_embeddings(written(tmp_path / "e.pkl", data))


def test_broken_files(tmp_path: Path) -> None:
    whole = written(tmp_path / "e.pkl", some()).read_bytes()
    for content in (b"", whole[:50], whole[: len(whole) // 2], b"\x80\x04K\x01.", b"no pickle"):
        (file := tmp_path / "broken.pkl").write_bytes(content)
        with pytest.raises(DataError):
            read_embeddings(file)
    with pytest.raises(NotFoundError):
        read_embeddings(tmp_path / "gone.pkl")


def test_every_cut_and_flip_is_refused_or_read(tmp_path: Path) -> None:
    whole = bytearray(written(tmp_path / "e.pkl", some()).read_bytes())
    rng = np.random.default_rng(1)
    file = tmp_path / "flipped.pkl"
    for place in rng.integers(0, len(whole), 300):
        flipped = whole.copy()
        flipped[place] ^= int(rng.integers(1, 256))
        file.write_bytes(flipped)
        with contextlib.suppress(DataError):
            read_embeddings(file)


_DEEP = b"\x80\x04}" + b")" + b"\x85" * 200_000 + b"Ns."


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(_DEEP, id="200,000 tuples in one another, as a key"),
        pytest.param(b"\x80\x04" + b"]" * 9_999 + b"a" * 9_998 + b".", id="lists in one another"),
        pytest.param(b"\x80\x04Nr\xff\xff\xff\x3f.", id="a place in a memory of 8 GB"),
        pytest.param(b"\x80\x05\x96" + b"\xff" * 4 + b"\0" * 4 + b".", id="4 GB of bytes"),
        pytest.param(b"\x80\x04\x8e" + b"\xff" * 5 + b"\0" * 3 + b".", id="a terabyte of bytes"),
        pytest.param(b"\x80\x04\x95" + b"\xff" * 5 + b"\0" * 3 + b".", id="a frame of a terabyte"),
        pytest.param(b"\x80\x04" + b"\x8f" * 3 + b".", id="sets"),
        pytest.param(b"c_codecs\nencode\n}b.", id="a state of a function"),
        pytest.param(
            b"\x80\x02X\0\0\1\0" + b"a" * 2**16 + b"q\0"
            + b"c_codecs\nencode\nh\0X\6\0\0\0latin1\x86R" * 1_000 + b".",
            id="one text as bytes again and again",
        ),
    ],
)  # fmt: skip
def test_a_file_takes_no_more_memory_than_its_size_allows(content: bytes, tmp_path: Path) -> None:
    (file := tmp_path / "e.pkl").write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(DataError):
            read_embeddings(file)
        assert tracemalloc.get_traced_memory()[1] < 2**26
    finally:
        tracemalloc.stop()


def test_one_array_for_thousands_of_papers_is_refused(tmp_path: Path) -> None:
    array = np.ones((1, 1_000))
    data = {str(number): {"key": array, "query": array} for number in range(1_000)}
    with pytest.raises(DataError, match="one array again and again"):
        read_embeddings(written(tmp_path / "e.pkl", data))
