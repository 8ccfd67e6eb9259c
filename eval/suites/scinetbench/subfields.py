"""The groups of papers that ego and path queries ask about, from the graph or from a table."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError, NotFoundError
from scinet.eval.task import Row
from scinet.eval.task_type import Material
from scinet.eval.titles import key
from scinet.graph import grouping
from scinet.validation import OPTIONS, one_of

_LIKELY: Final = ("subfield", "community", "venue")  # what ``auto`` tries, in this order
_OTHERS: Final = ("auto", "file")


def choices() -> tuple[str, ...]:
    """Values of the option ``subfield_by``."""
    return (*_OTHERS, *(by for by in grouping.CHOICES if by != "paper"))


@checked(frozen=True, slots=True, config=OPTIONS)
class SubfieldOptions:
    """Options of every task that asks about subfields.

    Attributes:
        subfield_by: What groups papers (see :mod:`scinet.graph.grouping`), or ``auto``: the
            first of subfield, community and venue that the graph has.
        subfields: A file of subfields instead, one JSON object per line: ``name``, and ``papers``
            (ids), ``fields`` (ids of research fields, one of which is the main one of its level)
            or ``words`` (all of which stand in the title or abstract).
        resolution: Resolution of the communities.
        community_seed: Seed of the communities.
    """

    subfield_by: Annotated[str, one_of(choices)] = "auto"
    subfields: str = ""
    resolution: float = 1.0
    community_seed: int = 0


@dataclass(frozen=True, slots=True)
class Subfields:
    """Named groups of papers.

    Attributes:
        by: What grouped them; ``file`` for a table.
        papers: Positions in the snapshot, ascending, by name; names sorted.
        ungrouped: Papers in no group.
        source: Name and SHA-256 of the table, else empty.
    """

    by: str
    papers: dict[str, NDArray[np.int64]]
    ungrouped: int
    source: str = ""

    @property
    def settled(self) -> dict[str, str]:
        """Options whose value was chosen while grouping."""
        return {"subfield_by": self.by, "subfields": self.source}


def find(material: Material, options: SubfieldOptions) -> Subfields:
    """Group the papers of a snapshot.

    Communities must have been computed for its very cut-off day, since later citations would show
    in others.
    """
    if options.subfields:
        return _from_file(material, Path(options.subfields))
    if options.subfield_by == "file":
        raise DataError("no table of subfields is given", hint="Add -o subfields=FILE.")
    if options.subfield_by != "auto":
        return _grouped(material, options.subfield_by, options)
    likely = [by for by in _LIKELY if by in grouping.CHOICES]
    for by in likely[:-1]:
        try:
            return _grouped(material, by, options)
        except DataError:  # this graph has none of that sort
            continue
    return _grouped(material, likely[-1], options)


def _grouped(material: Material, by: str, options: SubfieldOptions) -> Subfields:
    found = grouping.of(
        material.snapshot,
        by,
        database=material.database,
        resolution=options.resolution,
        seed=options.community_seed,
    )
    order = np.argsort(found.code, kind="stable")
    bounds = np.searchsorted(found.code[order], np.arange(found.num_groups + 1))
    papers = {
        str(name): order[bounds[number] : bounds[number + 1]]
        for number, name in enumerate(found.name)
    }
    return Subfields(by, dict(sorted(papers.items())), found.ungrouped)


def _from_file(material: Material, file: Path) -> Subfields:
    snapshot = material.snapshot
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NotFoundError(
            f"no table of subfields {file}", hint="Name a file with -o subfields=FILE."
        ) from error
    position = {str(paper): place for place, paper in enumerate(snapshot.paper_id)}
    words: list[set[str]] = []
    papers: dict[str, NDArray[np.int64]] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        row = _row(line, file, number)
        if row["name"] in papers:
            raise _broken(f"the name {row['name']!r} stands twice", file, number)
        if "papers" in row:
            places = {position[paper] for paper in row["papers"] if paper in position}
        elif "fields" in row:
            wanted = np.flatnonzero(np.isin(snapshot.field_id, row["fields"]))
            places = set(np.flatnonzero(np.isin(snapshot.main_field, wanted).any(axis=1)).tolist())
        else:
            words = words or _words(material)
            keys = {key(word) for word in row["words"]}
            places = {place for place, some in enumerate(words) if keys <= some}
        papers[row["name"]] = np.array(sorted(places), dtype=np.int64)
    if not any(map(len, papers.values())):
        raise DataError(
            f"no paper before {material.before} is in a subfield of {file}",
            hint="Check its ids and words, or choose a later day.",
        )
    grouped = np.unique(np.concatenate(list(papers.values())))
    source = f"{file.name} sha256:{hashlib.sha256(content).hexdigest()}"
    return Subfields(
        "file", dict(sorted(papers.items())), snapshot.num_papers - len(grouped), source
    )


def _row(line: bytes, file: Path, number: int) -> Row:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _broken("the line is not JSON", file, number) from error
    if not isinstance(row, dict) or not isinstance(row.get("name"), str) or not row["name"]:
        raise _broken("a subfield has no name", file, number)
    lists = [row[kind] for kind in ("papers", "fields", "words") if kind in row]
    if len(lists) != 1 or not lists[0] or not isinstance(lists[0], list):
        raise _broken("a subfield does not have one of papers, fields and words", file, number)
    if not all(isinstance(entry, str) for entry in lists[0]):
        raise _broken("an entry is not text", file, number)
    found: Row = row
    return found


def _words(material: Material) -> list[set[str]]:
    snapshot = material.snapshot
    return [
        set(map(key, f"{title or ''} {abstract or ''}".split()))
        for title, abstract in zip(snapshot.title, snapshot.abstract, strict=True)
    ]


def _broken(what: str, file: Path, number: int) -> DataError:
    return DataError(f"{what} ({file}, line {number})", hint="Fix the table of subfields.")
