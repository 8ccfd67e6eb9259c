"""Fields of papers: communities found as of any day, or labels of the sources.

Communities are those of ``scinet network communities`` with its defaults; nothing is stored.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError, SchemaError
from scinet.extension import suggest
from scinet.graph.communities import detect
from scinet.graph.db.connection import Database
from scinet.graph.fields.result_cache import cutoff_name, load_or_compute
from scinet.graph.schema.choices import FIELDS, Fields
from scinet.graph.schema.dates import parse_before
from scinet.graph.schema.printed_names import fold_text, search_variants
from scinet.graph.search import identify
from scinet.graph.snapshot import Snapshot, grouping, read_snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.graph.snapshot.grouping import Grouping

_COMMUNITY: Final = re.compile(r"community:(all|\d{4}-\d{2}-\d{2}):1:0:\d+")


@dataclass(frozen=True, slots=True)
class Field:
    """Field of a grouping; ``papers`` are positions in time order."""

    groups: Grouping
    number: int

    @property
    def id(self) -> str:
        """Id of the field."""
        return str(self.groups.id[self.number])

    @property
    def name(self) -> str:
        """Name of the field."""
        return str(self.groups.name[self.number])

    @property
    def papers(self) -> Int64:
        """Positions of its papers, in time order."""
        return np.flatnonzero(self.groups.code == self.number)


def group_papers(
    database: Database, past: Snapshot, by: Fields = "community", *, cache: Path | None = None
) -> Grouping:
    """Group the papers of a snapshot by field.

    Raises:
        DataError: If there is no such field.
        SchemaError: If communities are requested and the server has no Graph Data Science.
    """
    if by not in FIELDS:
        raise DataError(f"no fields by {by!r}", hint=suggest(by, FIELDS))
    if by != "community":
        return grouping.group_papers(past, by, database=database)
    cached = load_or_compute(cache, past, by, lambda: _communities(database, past))
    if not cached["id"]:
        day = "" if past.before is None else f" before {past.before}"
        raise DataError(
            f"no community of ten papers{day}", hint="Take a later day, or fields by venue."
        )
    code = np.array(cached["code"], dtype=np.int32)
    ids, names = (np.array(cached[it], dtype=object) for it in ("id", "name"))
    return Grouping(by, code, ids, names)


def find_field(
    database: Database, past: Snapshot, by: Fields, name: str, *, cache: Path | None = None
) -> Field:
    """Return the field of that name or id.

    The id of a community of another day stands for the one that shares most papers with it: the
    largest Jaccard index among the papers of both days.

    Raises:
        NotFoundError: If there is none.
    """
    groups = group_papers(database, past, by, cache=cache)
    match = _COMMUNITY.fullmatch(name) if by == "community" else None
    if match is None or match[1] == cutoff_name(past):
        return Field(groups, groups.find(name))
    day = None if match[1] == "all" else parse_before(match[1])
    field = find_field(database, read_snapshot(database, day, cache=cache), by, name, cache=cache)
    # Papers are numbered in time order, so the numbers of both days agree.
    code = groups.code[: len(field.groups.code)]
    inside = field.groups.code[: len(code)] == field.number
    shared, sizes = (
        np.bincount(some[some >= 0], minlength=groups.num_groups) for some in (code[inside], code)
    )
    jaccard = shared / np.maximum(sizes + np.count_nonzero(inside) - shared, 1)
    if not shared.any():
        raise NotFoundError(
            f"no community {_cutoff_name(past)} has papers of {field.name!r}",
            hint="Take another day.",
        )
    return Field(groups, int(np.argmax(jaccard)))


def fields_of_paper(
    database: Database, past: Snapshot, paper: str, *, cache: Path | None = None
) -> list[dict[str, Any]]:
    """Return the fields of a paper, at most one of each kind."""
    place = past.index(identify.identify(database, "paper", paper, before=past.before))
    return [
        {"by": groups.by, "field_id": groups.id[number], "name": groups.name[number]}
        for groups in _iter_groupings(database, past, cache)
        if (number := int(groups.code[place])) >= 0
    ]


def search_fields(
    database: Database, past: Snapshot, text: str, *, limit: int = 10, cache: Path | None = None
) -> list[dict[str, Any]]:
    """Return fields with all words of a text in a printed name, the largest of each kind first.

    If that is not the field's present name, it stands in ``form``.
    """
    words = fold_text(text).split()
    matches: list[dict[str, Any]] = []
    for groups in _iter_groupings(database, past, cache) if words else ():
        printed = groups.printed or [()] * groups.num_groups
        forms = (
            [form for form in (str(name), *others) if _has_words(form, words)]
            for name, others in zip(groups.name, printed, strict=True)
        )
        fitting = {i: fits[0] for i, fits in enumerate(forms) if fits}
        papers = np.bincount(groups.code[groups.code >= 0], minlength=groups.num_groups)
        largest = sorted(fitting, key=lambda i: (-papers[i], groups.id[i]))
        matches += [
            {
                "by": groups.by,
                "field_id": groups.id[i],
                "name": groups.name[i],
                "papers": int(papers[i]),
                "form": fitting[i] if fitting[i] != groups.name[i] else None,
            }
            for i in largest[:limit]
        ]
    return matches


def _has_words(name: str, words: Sequence[str]) -> bool:
    return any(set(words) <= set(spelling.split()) for spelling in search_variants(name))


def _iter_groupings(database: Database, past: Snapshot, cache: Path | None) -> Iterator[Grouping]:
    for by in FIELDS:
        try:
            yield group_papers(database, past, by, cache=cache)
        except (DataError, SchemaError):
            continue


def _communities(database: Database, past: Snapshot) -> dict[str, Any]:
    code = np.full(past.num_papers, -1, dtype=np.int32)
    communities = detect(database, past)
    for number, group in enumerate(communities):
        code[[past.index(paper) for paper in group.papers]] = number
    return {
        "id": [community.id for community in communities],
        "name": [community.name for community in communities],
        "code": code,
    }


def _cutoff_name(past: Snapshot) -> str:
    return "of all days" if past.before is None else f"before {past.before}"
