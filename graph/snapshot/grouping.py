"""Grouping of papers by venue, community, main research field of a level, or singly.

Indicators, tasks and statistics that need "the field of a paper" take their groups from here,
so that the term has one meaning. A grouping has the same cutoff as its snapshot.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.extension import suggest
from scinet.graph.db.connection import Database
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.printed_names import fold_text, search_variants
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.snapshot.csr import Int32

CHOICES: Final = ("venue", "community", *LEVELS, "paper")


@dataclass(frozen=True, slots=True)
class Grouping:
    """Groups of papers, at most one per paper.

    Attributes:
        printed: All names of each group on its papers; empty where only ``name`` is known.

    Shapes:
        code: ``(papers,)``, number of the group, -1 for a paper in none.
        id: ``(groups,)``, str.
        name: ``(groups,)``, str, unique.
    """

    by: str
    code: Int32
    id: Objects
    name: Objects
    printed: Sequence[Sequence[str]] = ()

    @property
    def num_groups(self) -> int:
        """Number of groups."""
        return len(self.id)

    @property
    def ungrouped(self) -> int:
        """Number of papers in no group."""
        return int(np.count_nonzero(self.code < 0))

    def find(self, text: str) -> int:
        """Return the number of the group of that id or name, or with that name on papers.

        Case, accents and the like do not matter.
        """
        wanted, names = fold_text(text), list(map(fold_text, map(str, self.name)))
        matches = np.flatnonzero((self.name == text) | (self.id == text))
        if not len(matches):
            ids = (str(value).casefold() == text.casefold() for value in self.id)
            same = [is_id or wanted == name for is_id, name in zip(ids, names, strict=True)]
            matches = np.flatnonzero(same)
        if not len(matches):
            listed = self.printed or [[str(value)] for value in self.name]
            spelled = [wanted in search_variants(form) for forms in listed for form in forms]
            owner = np.repeat(np.arange(len(listed)), [len(forms) for forms in listed])
            matches = np.unique(owner[spelled])
        if len(matches) == 1:
            return int(matches[0])
        if len(matches):
            raise NotFoundError(
                f"{text!r} names {len(matches)} groups by {self.by}",
                hint=f"Write the id of one: {', '.join(self.id[matches])}.",
            )
        known = f"Known are, for example: {'; '.join(self.name[:3])}."
        raise NotFoundError(
            f"no {self.by} {text!r}", hint=suggest(text, map(str, self.name), known)
        )


def group_papers(
    snapshot: Snapshot,
    by: str,
    *,
    database: Database | None = None,
    resolution: float = 1.0,
    seed: int = 0,
    mix: str = "citation",
) -> Grouping:
    """Group the papers of a snapshot.

    Args:
        database: The graph of the snapshot: needed for communities, which must have been
            computed for exactly this cutoff, since later citations change them, and for names of
            venues, which are their ids without it.
    """
    if by == "venue":
        grouping = _group_by_venue(snapshot, database)
    elif by == "community":
        if database is None:
            raise ValueError("communities stand in the database")
        grouping = _group_by_community(snapshot, database, resolution, seed, mix)
    elif by in LEVELS:
        grouping = _group_by_field(snapshot, by)
    elif by == "paper":
        codes = np.arange(snapshot.num_papers, dtype=np.int32)
        grouping = Grouping(by, codes, snapshot.paper_id, snapshot.paper_id)
    else:
        raise DataError(f"papers are not grouped by {by!r}", hint=suggest(by, CHOICES))
    if grouping.num_groups == 0:
        raise DataError(
            f"no {by} groups the papers {_cutoff_phrase(snapshot)}", hint=_remedy(snapshot, by, mix)
        )
    return grouping


def _group_by_venue(snapshot: Snapshot, database: Database | None) -> Grouping:
    ids = snapshot.venue_id
    if database is None:
        return Grouping("venue", snapshot.venue, ids, ids)
    rows = database.rows("task/venue_names", venue_ids=list(ids), before=snapshot.before)
    row_by_id = {row["venue_id"]: row for row in rows}
    names = [row_by_id[venue]["name"] if venue in row_by_id else str(venue) for venue in ids]
    printed = [row_by_id[venue]["names"] if venue in row_by_id else [] for venue in ids]
    return Grouping("venue", snapshot.venue, ids, _disambiguate_names(names, ids), printed)


def _group_by_field(snapshot: Snapshot, level: str) -> Grouping:
    codes = snapshot.primary_field(level)
    used, code = np.unique(codes[codes >= 0], return_inverse=True)
    group = np.full(snapshot.num_papers, -1, dtype=np.int32)
    group[codes >= 0] = code
    ids = snapshot.field_id[used]
    names = [n or str(i) for n, i in zip(snapshot.field_name[used], ids, strict=True)]
    stated = snapshot.in_field_name >= 0
    pairs = np.stack((snapshot.in_field.indices, snapshot.in_field_name))[:, stated]
    forms: dict[int, list[str]] = {int(field): [] for field in used}
    for field, form in np.unique(pairs, axis=1).T.tolist():
        if field in forms:
            forms[field].append(str(snapshot.written_field[form]))
    return Grouping(level, group, ids, _disambiguate_names(names, ids), list(forms.values()))


def _group_by_community(
    snapshot: Snapshot, database: Database, resolution: float, seed: int, mix: str
) -> Grouping:
    rows = database.rows(
        "community/members",
        before=snapshot.before,
        graph_fingerprint=snapshot.graph_fingerprint,
        resolution=resolution,
        seed=seed,
        mix=mix,
    )
    code = np.full(snapshot.num_papers, -1, dtype=np.int32)
    for number, row in enumerate(rows):
        code[[snapshot.index(paper) for paper in row["paper_ids"]]] = number
    ids = np.array([row["community_id"] for row in rows], dtype=object)
    return Grouping("community", code, ids, _disambiguate_names([row["name"] for row in rows], ids))


def _disambiguate_names(names: list[str], ids: Objects) -> Objects:
    """Return the names, with the id where two groups share one."""
    times = Counter(names)
    labels = [n if times[n] == 1 else f"{n} ({i})" for n, i in zip(names, ids, strict=True)]
    return np.array(labels, dtype=object)


def _cutoff_phrase(snapshot: Snapshot) -> str:
    return "of all days" if snapshot.before is None else f"before {snapshot.before}"


def _remedy(snapshot: Snapshot, by: str, mix: str) -> str:
    if by == "community":
        day = "" if snapshot.before is None else f" --before {snapshot.before}"
        kind = "" if mix == "citation" else f" --mix {mix}"
        return f"Compute them with `scinet network communities{day}{kind}`, or group by venue."
    if by in LEVELS:
        return "Load papers that name their fields, as OpenAlex does, or group by community."
    return "Load papers that name their venue, or group by community."
