"""Inputs made wrong on purpose: JSON by its structure, and any text by its bytes.

A seed is changed in place and put back, so that a mutated input costs some microseconds.
"""

import gzip
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import orjson
from helpers.faulty.bad_writing import FOLDER, raw

LONG: Final = (300, 2_100, 2_100, 70_000)
DEPTHS: Final = (3, 99, 101, 1_100)


def _listed(name: str) -> list[bytes]:
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").removesuffix("\n").split("\n")
    return [raw(line) for line in lines]


TEXTS: Final = [one.decode() for name in ("texts", "dates") for one in _listed(name)]
RAW: Final = (
    *_listed("values"),
    *(b"[" * depth + b"]" * depth for depth in DEPTHS),
    *(b'{"a":' * depth + b"0" + b"}" * depth for depth in DEPTHS),
    *(json.dumps(text).encode() for text in TEXTS),
)
BYTES: Final = _listed("bytes")
_TIMES: Final = (1, 1, 1, 2, 2, 4)
_KEYS: Final = ("", "id", "ID", "a", "key", "value", "\u0000", "x" * 300, "date", "year")
_LETTERS: Final = ("x", "\u00e9", "\U0001d51e", " ", "\\u00e9", "a,", "/", "<a", "&", "1", "-")

Place = tuple[Any, Any]


class Mutator:
    def __init__(self, seeds: Sequence[Any], generator: random.Random) -> None:
        self.random = generator
        # Copies: what is changed and put back would not be the caller's in the same order.
        self._roots = [{"": json.loads(json.dumps(seed))} for seed in seeds]
        self._places = [list(_places(root)) for root in self._roots]
        listed = [place for places in self._places for place in places]
        self._parts = [orjson.dumps(holder[key]) for holder, key in listed]
        self._names = [*_KEYS, *(key for _, key in listed if type(key) is str)]

    def line(self) -> bytes:
        """One input, wrong in structure, in bytes, or in both."""
        data = self._changed()
        return scratched(data, self.random) if self.random.random() < 0.3 else data

    def _changed(self) -> bytes:
        which = self._below(len(self._roots))
        root, places = self._roots[which], self._places[which]
        undo: list[tuple[Any, Any]] = []
        for _ in range(_TIMES[self._below(len(_TIMES))]):
            holder, key = places[self._below(len(places))]
            if key < len(holder) if type(holder) is list else key in holder:
                undo.append((holder, holder.copy()))
                _CHANGES[self._below(len(_CHANGES))](self, holder, key)
        data = orjson.dumps(root[""]) if "" in root else b""
        for holder, before in reversed(undo):
            if type(holder) is list:
                holder[:] = before
            else:
                holder.clear()
                holder.update(before)
        return data

    def _below(self, number: int) -> int:
        return int(self.random.random() * number)  # half the time of randrange

    def _raw(self) -> bytes:
        if self.random.random() < 0.01:
            letter = self.random.choice(_LETTERS)
            return b'"' + letter.encode() * self.random.choice(LONG) + b'"'
        return RAW[self._below(len(RAW))]

    def _replace(self, holder: Any, key: Any) -> None:
        holder[key] = orjson.Fragment(self._raw())

    def _drop(self, holder: Any, key: Any) -> None:
        del holder[key]

    def _rename(self, holder: Any, key: Any) -> None:
        if type(holder) is dict:
            holder[self.random.choice(self._names)] = holder.pop(key)

    def _repeat(self, holder: Any, key: Any) -> None:
        """The same element again, or the same key with two values."""
        if type(holder) is list:
            holder[key:key] = [holder[key]] * self.random.choice((1, 1, 2, 200))
            return
        name, mark = orjson.dumps(key), self.random.choice((b":", b" :", b"\t:", b"\r:", b"\n:"))
        fields = [orjson.dumps({k: v for k, v in holder.items() if k != key})[1:-1]] * (
            len(holder) > 1
        )
        fields += [name + mark + orjson.dumps(holder[key]), name + b":" + self._raw()]
        holder.clear()
        holder[""] = orjson.Fragment(b"0," + b",".join(fields))

    def _splice(self, holder: Any, key: Any) -> None:
        holder[key] = orjson.Fragment(self.random.choice(self._parts))

    def _wrap(self, holder: Any, key: Any) -> None:
        value = holder[key]
        holder[key] = [value] if self.random.random() < 0.5 else {"a": value}

    def _add(self, holder: Any, key: Any) -> None:
        if type(holder) is list:
            holder.insert(key, orjson.Fragment(self._raw()))
        else:
            holder[self.random.choice(self._names)] = orjson.Fragment(self._raw())

    def _edit(self, holder: Any, key: Any) -> None:
        value = holder[key]
        if type(value) is str:
            place = self.random.randint(0, len(value))
            holder[key] = value[:place] + self.random.choice(TEXTS) + value[place:]
        elif type(value) in {int, float}:
            holder[key] = self.random.choice((-value, value + 1, value * 1_000, str(value)))
        else:
            self._replace(holder, key)


_CHANGES: Final[tuple[Callable[[Mutator, Any, Any], None], ...]] = (
    Mutator._replace, Mutator._replace, Mutator._replace, Mutator._drop, Mutator._rename,
    Mutator._repeat, Mutator._splice, Mutator._wrap, Mutator._add, Mutator._edit, Mutator._edit,
)  # fmt: skip


def _places(holder: Any) -> Iterator[Place]:
    """Each container of a value with each key or number in it."""
    for key, value in holder.items() if type(holder) is dict else enumerate(holder):
        yield holder, key
        if type(value) in {dict, list}:
            yield from _places(value)


def scratched(data: bytes, generator: random.Random) -> bytes:
    """Text with some bytes lost, changed, repeated or added."""
    for _ in range(generator.choice((1, 1, 2, 5))):
        place = generator.randint(0, len(data))
        other = min(len(data), place + generator.choice((1, 1, 2, 8, 64)))
        match generator.randrange(7):
            case 0:
                data = data[:place]
            case 1:
                data = data[:place] + data[other:]
            case 2:
                data = data[:other] + data[place:]
            case 3:
                data = data[:place] + bytes([generator.randrange(256)]) + data[place + 1 :]
            case 4:
                data = data[:place] + data[place:other].swapcase() + data[other:]
            case _:
                data = data[:place] + generator.choice(BYTES) + data[place:]
    return data


def packed(data: bytes, generator: random.Random) -> bytes:
    """A file in another encoding or packing, or broken in the way that files are."""
    place = generator.randint(0, len(data))
    match generator.randrange(16):
        case 0:
            data = gzip.compress(data, 1)
        case 1:
            data = gzip.compress(data[:place], 1) + gzip.compress(data[place:], 1)
        case 2:
            data = gzip.compress(data, 1) + generator.choice(
                (b"\0" * 9, b"junk", b"\x1f", b"\x1f\x8b")
            )
        case 3:
            whole = gzip.compress(data, 1)
            data = whole[: generator.randint(1, len(whole))]
        case 4:
            data = scratched(gzip.compress(data, 1), generator)
        case 5:
            data = gzip.compress(gzip.compress(data, 1), 1)
        case 6:
            data = b"\xef\xbb\xbf" * generator.choice((1, 1, 2)) + data
        case 7:
            data = data.decode(errors="replace").encode(
                generator.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32"))
            )
        case 8:
            data = data.replace(b"\n", b"\r\n")
        case 9:
            data = data.replace(b"\n", b"\r", generator.choice((1, -1)))
        case 10:
            data = data[:place] + b"\0" * generator.choice((1, 512)) + data[place:]
        case 11:
            data = generator.choice(BYTES) + data
        case 12:
            data = data[:place]
        case 13:
            data = b"\n" * generator.choice((1, 3)) + data + b"\n \n"
        case _:
            data = scratched(data, generator)
    return data
