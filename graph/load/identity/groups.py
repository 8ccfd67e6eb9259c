"""Grouping of records by work: records that share an id, unless other ids contradict.

So a preprint and its published version, or the records of two sources, become one paper. The most
reliable kind of id joins first. The groups depend on the records alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from scinet.graph.schema.identifiers import slugify, source_of

KINDS: Final = ("doi", "arxiv", "acl", "pmid", "openalex", "s2")
"""External ids, the most reliable first; also the order of preference among ids of records."""
_OF_ARXIV: Final = "10.48550/"  # not in conflict with a publisher's DOI


class SharedId(NamedTuple):
    """Id stated by a paper that another paper also states, or that names a cited work."""

    kind: str
    value: str
    paper: str
    other: str
    is_record: bool


class StatedFacts(NamedTuple):
    """Facts of a record that may contradict another record."""

    doi: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class SameWorkGroup:
    """Records of one work.

    Attributes:
        id: Id of the work: the preferred one among its records.
        works: Ids without a record by which the work is cited.
        kinds: Kinds of the shared ids.
    """

    id: str
    papers: tuple[str, ...]
    works: tuple[str, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Records that share an id but are not combined.

    Attributes:
        reason: ``two_dois``, or ``one_source``: a source has them apart, under other titles.
    """

    kind: str
    values: tuple[str, ...]
    papers: tuple[str, ...]
    reason: str


def id_preference(identifier: str) -> tuple[int, str]:
    """Rank an id as name of a work, smaller first."""
    source = identifier.partition(":")[0]
    return (KINDS.index(source) if source in KINDS else len(KINDS), identifier)


def group_records(
    shared: Iterable[SharedId], stated: Mapping[str, StatedFacts]
) -> tuple[list[SameWorkGroup], list[Conflict]]:
    """Join records that share an id; contradictions become conflicts and stay apart."""
    by_kind: dict[str, list[SharedId]] = defaultdict(list)
    works: dict[str, set[str]] = defaultdict(set)
    for pair in shared:
        if pair.is_record:
            by_kind[pair.kind].append(pair)
        else:
            works[pair.other].add(pair.paper)
    joined = _Sets()
    kinds: dict[str, set[str]] = defaultdict(set)
    conflicts = []
    for kind in KINDS:
        trial = joined.copy()
        values: dict[str, set[str]] = defaultdict(set)
        for pair in by_kind[kind]:
            trial.join(pair.paper, pair.other)
            values[pair.paper].add(pair.value)
        for members in trial.sets():
            if len({joined.root(member) for member in members}) < 2:
                continue
            if reason := _contradiction(members, stated):
                named = sorted({value for member in members for value in values.get(member, ())})
                conflicts.append(Conflict(kind, tuple(named), tuple(members), reason))
                continue
            for member in members:
                joined.join(members[0], member)
                kinds[member].add(kind)
    return list(_groups(joined, works, kinds)), conflicts


def _groups(
    joined: "_Sets", works: Mapping[str, set[str]], kinds: Mapping[str, set[str]]
) -> Iterable[SameWorkGroup]:
    named: dict[str, list[str]] = defaultdict(list)
    for work, stating in works.items():
        roots = {joined.root(paper) for paper in stating}
        if len(roots) == 1:  # else the citation is ambiguous
            named[roots.pop()].append(work)
    members = {item[0]: item for item in joined.sets()}
    groups = {joined.root(first): papers for first, papers in members.items()}
    for root in named:
        groups.setdefault(root, [root])
    for root, papers in sorted(groups.items()):
        how = {kind for item in papers for kind in kinds.get(item, ())}
        yield SameWorkGroup(
            min(papers, key=id_preference),
            tuple(papers),
            tuple(sorted(named.get(root, ()))),
            tuple(kind for kind in KINDS if kind in how),
        )


def _contradiction(members: Iterable[str], stated: Mapping[str, StatedFacts]) -> str | None:
    dois: set[str] = set()
    titles: dict[str | None, set[str]] = defaultdict(set)
    for member in members:
        source, own = source_of(member), member.partition(":")[2]
        details = stated[member]
        own_dois = {details.doi, own if source == "doi" else None}
        dois |= {doi for doi in own_dois if doi and not doi.startswith(_OF_ARXIV)}
        titles[source] |= {slugify(details.title)} if details.title else set()
    if len(dois) > 1:
        return "two_dois"
    return "one_source" if any(len(listed) > 1 for listed in titles.values()) else None


class _Sets:
    """Disjoint sets of ids; the root of a set is its smallest id."""

    def __init__(self, parents: dict[str, str] | None = None) -> None:
        self._parents = parents or {}

    def copy(self) -> "_Sets":
        return _Sets(dict(self._parents))

    def root(self, item: str) -> str:
        while (above := self._parents.get(item, item)) != item:
            self._parents[item] = self._parents.get(above, above)
            item = above
        return item

    def join(self, left: str, right: str) -> None:
        first, second = sorted((self.root(left), self.root(right)))
        self._parents.setdefault(first, first)
        self._parents[second] = first

    def sets(self) -> list[list[str]]:
        members: dict[str, list[str]] = defaultdict(list)
        for item in sorted(self._parents):
            members[self.root(item)].append(item)
        return [listed for listed in members.values() if len(listed) > 1]
