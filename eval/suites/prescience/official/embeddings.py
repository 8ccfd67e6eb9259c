"""Safe reading of PreScience's embedding files, which are pickles.

A pickle may call any function by name, and a few bytes of it may allocate any memory. Only six
functions, which restore arrays of numpy, are allowed here, each replaced by one of ours that stores
only numbers. Any other name ends the reading, and so does more data than the file size allows.
"""

import os
import pickle
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError, StorageError

_KINDS: Final = frozenset({"f2", "f4", "f8"})
_LOAD_ERRORS: Final = (
    pickle.UnpicklingError,
    AttributeError,
    EOFError,
    IndexError,
    KeyError,
    MemoryError,
    OverflowError,
    TypeError,
    ValueError,
    struct.error,
)
# Opcodes that no such file needs: sets, long numbers, and objects other than arrays.
_FORBIDDEN_OPCODES: Final = frozenset(
    f"load_{name}"
    for name in (
        *("additems", "binpersid", "dup", "empty_set", "ext1", "ext2", "ext4", "frozenset", "inst"),
        *("long4", "newobj", "newobj_ex", "next_buffer", "obj", "persid", "readonly_buffer"),
    )
)
_TUPLES: Final = frozenset({"load_tuple", "load_tuple1", "load_tuple2", "load_tuple3"})
_MAX_TUPLE: Final = 9


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Vectors of papers.

    Attributes:
        ids: Corpus ids, as in the file.
        key: Vectors of the searched papers, shape ``(ids, dimensions)``.
        query: Vectors of the queries, the same shape.
    """

    ids: tuple[str, ...]
    key: NDArray[np.float32]
    query: NDArray[np.float32]


def read_embeddings(file: Path) -> Embeddings:
    """Read a file ``all_papers.<model>_embeddings.pkl``."""
    try:
        with file.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            value = _Reader(stream, size).load()
    except FileNotFoundError as error:
        raise NotFoundError(f"no file {file}", hint="Name a file of embeddings.") from error
    except OSError as error:
        raise StorageError(f"{error.strerror or error} ({file})", hint="Name a file.") from error
    except _ForeignError as error:
        raise DataError(
            f"the pickle names {error}, which is not an array of numbers ({file})",
            hint="Do not open it with anything else: it may run code. Compute the vectors anew.",
        ) from error
    except _LOAD_ERRORS as error:
        raise DataError(f"the pickle is broken ({file})", hint="Fetch the file again.") from error
    return _parse_embeddings(value, file, 2 * size)  # of the shortest numbers twice the bytes


def _parse_embeddings(value: Any, file: Path, budget: int) -> Embeddings:
    data = value.get("data") if isinstance(value, dict) else None
    if not isinstance(data, dict) or not data:
        _refuse("it has no vectors as 'data'", file)
    rows: dict[str, list[NDArray[np.float32]]] = {"key": [], "query": []}
    for identifier, pair in data.items():
        if not isinstance(identifier, str) or not isinstance(pair, dict):
            _refuse(f"the entry {identifier!r:.99} is not a paper with its vectors", file)
        for name, listed in rows.items():
            array = pair.get(name)
            if not isinstance(array, _Array) or array.value is None:
                _refuse(f"paper {identifier:.99} has no {name}", file)
            if (budget := budget - 4 * array.value.size) < 0:
                _refuse("it has one array again and again", file)
            vector = array.value.astype(np.float32).ravel()
            if vector.shape != rows["key"][0].shape if rows["key"] else array.value.size == 0:
                _refuse(f"the {name} of paper {identifier:.99} has another length", file)
            if not np.isfinite(vector).all():
                _refuse(f"the {name} of paper {identifier:.99} is not finite", file)
            listed.append(vector)
    return Embeddings(tuple(data), np.stack(rows["key"]), np.stack(rows["query"]))


def _refuse(what: str, file: Path) -> NoReturn:
    raise DataError(f"{what} ({file})", hint="Fetch the file again, or compute the vectors anew.")


class _ForeignError(Exception):
    """Forbidden name in a file."""


class _Number:
    """Replacement of numpy's dtype: a kind and a byte order."""

    def __init__(self, kind: str, *_: object) -> None:
        if kind not in _KINDS:
            raise _ForeignError(f"numbers of kind {kind!r}")
        self.dtype = np.dtype(kind)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if state[1] == ">":
            self.dtype = self.dtype.newbyteorder(">")


class _Array:
    """Replacement of an array, restored from plain bytes."""

    value: NDArray[Any] | None = None

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, kind, is_fortran, data = state
        self.value = _make_array(data, kind, shape, "F" if is_fortran else "C")


def _reconstruct(*_: object) -> _Array:
    return _Array()


def _from_buffer(data: Any, kind: _Number, shape: tuple[int, ...], order: str) -> _Array:
    made = _Array()
    made.value = _make_array(data, kind, shape, order)
    return made


def _make_array(data: Any, kind: _Number, shape: tuple[int, ...], order: str) -> NDArray[Any]:
    if not isinstance(data, bytes | bytearray) or not isinstance(kind, _Number):
        raise _ForeignError("an array of objects")
    flat = np.frombuffer(data, dtype=kind.dtype)
    return flat.reshape(shape, order="F" if order == "F" else "C")


def _encode_bytes(text: str, encoding: str) -> bytes:
    """Encode bytes as old pickles write them."""
    if encoding != "latin1":
        raise _ForeignError(f"the encoding {encoding!r}")
    return text.encode("latin1")


_ALLOWED: Final[dict[tuple[str, str], Callable[..., Any]]] = {
    ("numpy", "ndarray"): _Array,
    ("numpy", "dtype"): _Number,
    ("numpy.core.multiarray", "_reconstruct"): _reconstruct,
    ("numpy._core.multiarray", "_reconstruct"): _reconstruct,
    ("numpy.core.numeric", "_frombuffer"): _from_buffer,
    ("numpy._core.numeric", "_frombuffer"): _from_buffer,
    ("_codecs", "encode"): _encode_bytes,
}


_Unpickler: Any = pickle._Unpickler  # noqa: SLF001 - the one in C trusts sizes in a file


class _Bytes:
    """File that never reads more than its size: memory would be allocated before reading."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._size = size

    def read(self, size: int = -1) -> bytes:
        """Read at most ``size`` bytes."""
        return self._stream.read(min(size, self._size) if size >= 0 else self._size)

    def readline(self) -> bytes:
        """Read a line."""
        return self._stream.readline()


class _Reader(_Unpickler):  # type: ignore[misc]  # what is private has no types
    """Unpickler of containers, texts, numbers and allowed names, in bounded memory."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        super().__init__(_Bytes(stream, size))
        self.left = size

    def find_class(self, module: str, name: str) -> Any:
        """Return the replacement of an allowed name; nothing is imported."""
        try:
            return _ALLOWED[module, name]
        except KeyError as error:
            raise _ForeignError(f"{module}.{name}") from error


def _limit_tuple(load: Callable[[Any], None]) -> Callable[[_Reader], None]:
    """Limit tuples to the sizes in arrays: hashing thousands of nested ones crashes the process."""

    def loaded(reader: _Reader) -> None:
        load(reader)
        made = reader.stack[-1]
        inner = [item for item in made if isinstance(item, tuple)]
        if len(made) > _MAX_TUPLE or any(
            isinstance(part, tuple) for item in inner for part in item
        ):
            raise ValueError("a tuple that describes no array")

    return loaded


def _load_reduce(reader: _Reader) -> None:
    _Unpickler.load_reduce(reader)
    made = reader.stack[-1]
    reader.left -= len(made) if isinstance(made, bytes) else 0
    if reader.left < 0:  # one text, encoded repeatedly
        raise ValueError("more bytes than the file has")


def _load_build(reader: _Reader) -> None:
    if not isinstance(reader.stack[-2], _Array | _Number):
        raise TypeError("a state of what is not an array")
    _Unpickler.load_build(reader)


def _load_bytearray8(reader: _Reader) -> None:
    (size,) = struct.unpack("<Q", reader.read(8))
    reader.append(bytearray(reader.read(size)))


_Reader.dispatch = {
    code: _limit_tuple(load) if load.__name__ in _TUPLES else load
    for code, load in _Unpickler.dispatch.items()
    if load.__name__ not in _FORBIDDEN_OPCODES
} | {
    pickle.REDUCE[0]: _load_reduce,
    pickle.BUILD[0]: _load_build,
    pickle.BYTEARRAY8[0]: _load_bytearray8,
}
