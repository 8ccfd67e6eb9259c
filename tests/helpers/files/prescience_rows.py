"""A small world in PreScience's published form: paper rows by role, and the side files.

What the rows of a period tell of a paper depends on its role there, as in the published files: a
target tells all; a paper of an author's history its byline and key references; a key reference
its text alone. Fields that a role does not have are null.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

_HISTORY = "target.author.publication_history"


class Written(NamedTuple):
    """A paper of the world; ids of key references; citations after 1, 2, … months."""

    id: str
    date: str
    authors: list[str]
    cites: list[str]
    trajectory: list[int]


# Training year from 2023-10, test year from 2024-10.
WORLD = [
    Written("11", "2022-01-10", ["ann"], [], []),
    Written("12", "2022-05-01", ["ann", "bob"], ["11"], []),
    Written("13", "2023-02-01", ["bob", "cyd"], ["11", "12"], []),
    Written("14", "2023-06-01", ["dan"], [], []),
    Written("21", "2023-11-05", ["new1", "ann", "dan"], ["13", "11"], [0] * 6 + [1] * 8),
    Written("22", "2024-02-01", ["cyd", "eve"], ["21"], [2] * 36),
    Written("31", "2024-11-01", ["bob", "new2", "ann", "dan"], ["13", "21"], list(range(15))),
    Written("32", "2025-03-01", ["new3"], ["22"], [0]),
    Written("33", "2025-03-01", ["dan", "cyd", "bob"], ["31", "14"], [5] * 12),
]
H_INDEX = {"ann": 3, "bob": 7, "cyd": 7, "dan": 1}
TRAIN = ("2023-10-01", "2024-10-01")
TEST = ("2024-10-01", "2025-10-01")


def rows(period: tuple[str, str], world: Sequence[Written] = WORLD) -> list[dict[str, Any]]:
    """The rows of the targets of a period, and of what they lead to."""
    paper = {item.id: item for item in world}
    roles: dict[str, dict[str, None]] = {}
    for target in world:
        if not period[0] <= target.date < period[1]:
            continue
        roles.setdefault(target.id, {})["target"] = None
        for cited in target.cites:
            roles.setdefault(cited, {})["target.key_reference"] = None
        for earlier in {p for a in target.authors for p in _history(a, target.date, world)}:
            roles.setdefault(earlier, {})[_HISTORY] = None
            for cited in paper[earlier].cites:
                roles.setdefault(cited, {})[f"{_HISTORY}.key_reference"] = None
    return [_row(paper[name], sorted(result), world) for name, result in sorted(roles.items())]


def _row(item: Written, roles: list[str], world: Sequence[Written]) -> dict[str, Any]:
    is_target = "target" in roles
    tells_byline = is_target or _HISTORY in roles
    return {
        "corpus_id": item.id,
        "arxiv_id": f"{item.date[2:4]}{item.date[5:7]}.000{item.id}",
        "date": item.date,
        "title": f"Title of {item.id}",
        "abstract": f"Abstract of {item.id}.",
        "categories": ["cs.CL", "cs.LG"],
        "roles": roles,
        "key_references": [
            {"corpus_id": cited, "num_citations": 100 + int(cited)} for cited in item.cites
        ]
        if tells_byline
        else None,
        "authors": [_author(name, item.date, world, is_full=is_target) for name in item.authors]
        if tells_byline
        else None,
        "citation_trajectory": item.trajectory if is_target else None,
    }


def _author(name: str, day: str, world: Sequence[Written], *, is_full: bool) -> dict[str, Any]:
    past = _history(name, day, world)
    return {
        "author_id": name,
        "name": name.title(),
        "publication_history": past if is_full else None,
        "h_index": H_INDEX.get(name, 0) if is_full else None,
        "num_papers": len(past) if is_full else None,
        "num_citations": 10 * len(past) if is_full else None,
    }


def _history(author: str, day: str, world: Sequence[Written]) -> list[str]:
    return [item.id for item in world if author in item.authors and item.date < day]


def as_lines(file: Path, listed: Iterable[dict[str, Any]]) -> Path:
    """Write rows as JSON lines, null fields left out."""
    dropped = ({k: v for k, v in row.items() if v is not None} for row in listed)
    file.write_text("".join(json.dumps(row) + "\n" for row in dropped), "utf-8")
    return file


def as_document(file: Path, listed: Iterable[dict[str, Any]]) -> Path:
    value = {"metadata": [{"script": "make.py", "args": {}}], "data": list(listed)}
    file.write_text(json.dumps(value, indent=1, ensure_ascii=False), "utf-8")
    return file


def as_parquet(file: Path, listed: Iterable[dict[str, Any]]) -> Path:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.Table.from_pylist(list(listed)), file)
    return file


def side_files(folder: Path, world: Sequence[Written] = WORLD) -> list[Path]:
    authors = sorted({name for item in world for name in item.authors})
    publications = [{"key": a, "value": _history(a, "9999-01-01", world)} for a in authors]
    ids = [{"key": a, "value": [f"{a}1", f"{a}2"]} for a in authors]
    return [
        as_lines(folder / "author_publications.jsonl", publications),
        as_lines(folder / "author_disambiguation.jsonl", ids),
    ]
