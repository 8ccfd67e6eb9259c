"""Where two results differ, to the last bit."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


def difference(one: Any, other: Any, name: str = "") -> str | None:
    """The first place where two values differ, None where they do not.

    Floats are equal when their bits are, so that two NaN are and 0.0 and -0.0 are not.

    Such as ``answers[3].items[0].score is 0.5, then 0.25``.
    """
    if type(one) is not type(other):
        return f"{name} is {_short(one)}, then {_short(other)}"
    if isinstance(one, np.ndarray):
        return _of_arrays(one, other, name)
    if isinstance(one, float):
        equal = struct.pack("d", one) == struct.pack("d", other)
        return None if equal else f"{name} is {one!r}, then {other!r}"
    if is_dataclass(one):
        names = [field.name for field in fields(one)]
        return _first((getattr(one, n), getattr(other, n), f"{name}.{n}") for n in names)
    if isinstance(one, Mapping):
        if list(one) != list(other):
            return difference(list(one), list(other), f"keys of {name}")
        return _first((one[key], other[key], f"{name}[{key}]") for key in one)
    if isinstance(one, Sequence) and not isinstance(one, str | bytes):
        found = _first((a, b, f"{name}[{i}]") for i, (a, b) in enumerate(zip(one, other)))  # noqa: B905 - lengths come next
        if found is None and len(one) != len(other):
            return f"{name} has {len(one)} entries, then {len(other)}"
        return found
    return None if one == other else f"{name} is {_short(one)}, then {_short(other)}"


def _of_arrays(one: NDArray[Any], other: NDArray[Any], name: str) -> str | None:
    if (one.shape, one.dtype) != (other.shape, other.dtype):
        return f"{name} is {one.dtype}{one.shape}, then {other.dtype}{other.shape}"
    if one.dtype == object:
        return difference(one.tolist(), other.tolist(), name)
    if one.tobytes() == other.tobytes():
        return None
    sides = [np.ascontiguousarray(side).reshape(-1) for side in (one, other)]
    bits = [side.view(np.uint8).reshape(len(side), -1) for side in sides]
    place = int(np.flatnonzero((bits[0] != bits[1]).any(axis=1))[0])
    index = ", ".join(map(str, np.unravel_index(place, one.shape)))
    return f"{name}[{index}] is {sides[0][place]!r}, then {sides[1][place]!r}"


def _first(pairs: Any) -> str | None:
    found = (difference(one, other, name) for one, other, name in pairs)
    return next((text for text in found if text is not None), None)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
