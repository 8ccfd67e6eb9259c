"""Fields of SciImpact, under their names in files, folders and results."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_COMPUTING: Final = "computer_science"
FIELDS: Final = (
    "art", "biology", "business", "chemistry", _COMPUTING, "economics", "engineering",
    "environmental_science", "geography", "geology", "history", "materials_science",
    "mathematics", "medicine", "philosophy", "physics", "political_science", "psychology",
    "sociology",
)  # fmt: skip
LARGE: Final = (_COMPUTING, "chemistry", "physics", "medicine")
"""Fields that are not pooled with the others."""

_NAMES: Final = {
    **{name.replace("_", ""): name for name in FIELDS},
    "csrankings": _COMPUTING,
    "cscombined": _COMPUTING,
}
_COMPUTING_OF: Final = {"citation": "csrankings", "patent": "CSRankings", "media": "CSCombined"}
_NOBEL: Final = ("chemistry", "medicine", "physics")
_FIRST: Final = (_COMPUTING, "chemistry", "physics", "medicine", "economics")


def parse_path_field(file: Path) -> str | None:
    """Parse the field in a file's name, else in the nearest folder that is named after one."""
    return parse_name_field(file.stem) or next(
        (_NAMES[name] for part in file.parts[-2::-1] if (name := _squeeze(part)) in _NAMES), None
    )


def parse_name_field(name: str) -> str | None:
    """Parse the field in a name such as ``csrankings_test_pairs`` or ``Chemistry_test_new``."""
    return next((_NAMES[part] for part in _name_parts(name) if part in _NAMES), None)


def official_field(name: str) -> str | None:
    """Return SciImpact's name of a graph's field, such as ``Environmental Science``, or None."""
    return _NAMES.get(_squeeze(name))


def result_field(field: str, dimension: str) -> str:
    """Return the name of a field in results."""
    if dimension == "award-nobel":
        return f"{field.capitalize()}_test_new"
    if field == _COMPUTING:
        return _COMPUTING_OF.get(dimension, field)
    if dimension == "citation":
        return field
    return "_".join(word.capitalize() for word in field.split("_"))


def order_fields(present: Iterable[str], dimension: str) -> list[str]:
    """Order fields as in the results, including those without pairs; others keep their order."""
    listed = list(dict.fromkeys(present))
    if dimension == "award-nobel" and set(listed) <= set(_NOBEL):
        return list(_NOBEL)
    if dimension not in _COMPUTING_OF or not set(listed) <= set(FIELDS):
        return listed
    if dimension == "citation":
        return list(FIELDS)
    return [*_FIRST, *(name for name in FIELDS if name not in _FIRST)]


def _name_parts(name: str) -> Iterator[str]:
    """Yield neighbouring words of a name as one, the longest first."""
    words = [_squeeze(word) for word in name.split("_")]
    for size in range(len(words), 0, -1):
        for start in range(len(words) - size + 1):
            yield "".join(words[start : start + size])


def _squeeze(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
