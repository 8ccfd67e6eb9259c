r"""Tables of bad input in ``golden/bad_input``, and how a good entry is made a bad one.

A line is a class: what is wrong, what becomes of it, and what stands there, between tabs. ``\n``
and ``\udce9``, which stands for the byte e9, are written as in Python; ``x*{300}`` is a letter and
``«ab»*{300}`` a text so many times. A further class is one more line.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[2] / "golden" / "bad_input"
_TIMES: Final = re.compile(r"(?:«(.+?)»|(.))\*\{(\d+)\}", re.DOTALL)

Made = Callable[[str], bytes]
Classes = Mapping[str, tuple[str, Made]]
"""By what is wrong with how an entry is written: what becomes of it, and the entry made so."""

Changed = Mapping[str, Any]
Changes = dict[str, tuple[str, Changed]]
"""By what is wrong: what becomes of it, and the values in place of good ones."""


def rows(name: str) -> Iterator[list[str]]:
    """The cells of each line of a table, as they stand there."""
    for line in (FOLDER / f"{name}.tsv").read_text("utf-8").splitlines():
        yield line.split("\t")


def text(cell: str = "") -> str:
    """What a cell stands for."""
    return _repeated(cell.encode("latin-1", "backslashreplace").decode("unicode_escape"))


def raw(cell: str) -> bytes:
    return text(cell).encode("utf-8", "surrogateescape")


def value(cell: str) -> Any:
    return json.loads(_repeated(cell))


def _repeated(cell: str) -> str:
    return _TIMES.sub(lambda found: (found[1] or found[2]) * int(found[3]), cell)


def read_changes(name: str) -> Changes:
    return {what: (reason, value(cell)) for what, reason, cell in rows(name)}


def read_kinds(name: str) -> dict[str, list[tuple[str, Changed]]]:
    """Reasons and changes by the kind of record, which stands first in each line."""
    found = defaultdict(list)
    for kind, *reason, cell in rows(name):
        found[kind].append(("".join(reason), value(cell)))
    return dict(found)


def read_classes(name: str) -> dict[str, tuple[str, Made]]:
    """Entries with a text in place of another; ``*`` is all of it, and ``…`` is where it ends."""
    return {what: (reason, _replaced(*map(text, cells))) for what, reason, *cells in rows(name)}


def _replaced(old: str, new: str = "") -> Made:
    def make(entry: str) -> str:
        assert old in {entry, "*"} or old in entry
        made, cut, _ = (new if old == "*" else entry.replace(old, new, 1)).partition("…")
        return made + "\n" * len(cut)

    return written(make)


def written(make: Callable[[str], str]) -> Made:
    """An entry made of a good one; a lone surrogate stands for a byte that is not UTF-8."""
    return lambda entry: make(entry).encode("utf-8", "surrogateescape")
