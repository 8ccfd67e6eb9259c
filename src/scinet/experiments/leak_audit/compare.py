"""Comparison of two results, to the last bit."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


def find_difference(first: Any, second: Any, name: str = "") -> str | None:
    """Find the first difference of two values, None where they are equal.

    Floats are equal when their bits are, so that two NaN are and 0.0 and -0.0 are not. An example
    is ``answers[3].items[0].score is 0.5, then 0.25``.
    """
    if type(first) is not type(second):
        return f"{name} is {_shorten(first)}, then {_shorten(second)}"
    if isinstance(first, np.ndarray):
        return _compare_arrays(first, second, name)
    if isinstance(first, float):
        equal = struct.pack("d", first) == struct.pack("d", second)
        return None if equal else f"{name} is {first!r}, then {second!r}"
    if is_dataclass(first):
        names = [field.name for field in fields(first)]
        return _first_difference(
            (getattr(first, n), getattr(second, n), f"{name}.{n}") for n in names
        )
    if isinstance(first, Mapping):
        if list(first) != list(second):
            return find_difference(list(first), list(second), f"keys of {name}")
        return _first_difference((first[key], second[key], f"{name}[{key}]") for key in first)
    if isinstance(first, Sequence) and not isinstance(first, str | bytes):
        entry_difference = _first_difference(
            (a, b, f"{name}[{i}]")
            for i, (a, b) in enumerate(zip(first, second, strict=False))  # lengths come next
        )
        if entry_difference is None and len(first) != len(second):
            return f"{name} has {len(first)} entries, then {len(second)}"
        return entry_difference
    return None if first == second else f"{name} is {_shorten(first)}, then {_shorten(second)}"


def _compare_arrays(first: NDArray[Any], second: NDArray[Any], name: str) -> str | None:
    if (first.shape, first.dtype) != (second.shape, second.dtype):
        return f"{name} is {first.dtype}{first.shape}, then {second.dtype}{second.shape}"
    if first.dtype == object:
        return find_difference(first.tolist(), second.tolist(), name)
    if first.tobytes() == second.tobytes():
        return None
    sides = [np.ascontiguousarray(side).reshape(-1) for side in (first, second)]
    bits = [side.view(np.uint8).reshape(len(side), -1) for side in sides]
    place = int(np.flatnonzero((bits[0] != bits[1]).any(axis=1))[0])
    index = ", ".join(map(str, np.unravel_index(place, first.shape)))
    return f"{name}[{index}] is {sides[0][place]!r}, then {sides[1][place]!r}"


def _first_difference(pairs: Any) -> str | None:
    texts = (
        find_difference(value_before, value_after, name)
        for value_before, value_after, name in pairs
    )
    return next((text for text in texts if text is not None), None)


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
