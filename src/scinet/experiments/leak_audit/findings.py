"""Findings of probes in the unchanged world, with a planted future, and a planted past.

A result changed by planted papers on or after the day is a leak. A result that even earlier planted
papers do not change is marked as blind; without anything to compare a finding is neither.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import zip_longest
from typing import Any, Final

from scinet.errors import DataError, NotFoundError, SplitError
from scinet.eval.task import Query, Row
from scinet.experiments.leak_audit.compare import find_difference
from scinet.experiments.leak_audit.planted_papers import DOCUMENTS, KnownNames, invent_future
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import AuditWorld, plant_future
from scinet.graph.sources.artifacts import RELEASED

WORLDS: Final = 3  # unchanged, with a planted future, and with a planted past
_REFUSALS: Final = (DataError, NotFoundError, SplitError)


@dataclass(frozen=True, slots=True)
class LeakFinding:
    """Result of one probe with and without a planted future.

    Attributes:
        part: ``arrays``, ``task files``, ``queries``, ``answers``, or ``training``: answers after
            training on queries up to that very day; ``tools``, ``statements`` and ``pages`` of
            agents.
        as_of: The cutoff, from which on planted papers are dated.
        compared: Number of compared arrays, tables, papers of queries, or answers.
        moved: Number of these that differ; None where nothing was compared.
        equal: None where nothing was compared.
        difference: The first one, or why nothing was compared; None where all is equal.
        is_seen: Whether the same papers change the result when dated earlier; None where that was
            not tried.
    """

    part: str
    of: str
    as_of: date
    compared: int
    equal: bool | None
    difference: str | None
    is_seen: bool | None = None
    moved: int | None = None

    def row(self) -> Row:
        """Return it as a row of results."""
        first = {"part": self.part, "of": self.of, "as_of": self.as_of.isoformat()}
        return {**first, "compared": self.compared, "moved": self.moved, **asdict(self), **first}


def not_compared(part: str, of: str, day: date, why: str) -> LeakFinding:
    """Make the finding of a failed comparison."""
    return LeakFinding(part, of, day, 0, None, f"not compared: {why}")


def run_probes(
    probes: Sequence[Probe],
    world: AuditWorld,
    day: date,
    queries: Sequence[Query],
    *,
    seed: int,
    counted: str = "",
    tell: Callable[[], object] = lambda: None,
) -> list[LeakFinding]:
    """Run each probe in the unchanged world and with a planted future.

    Planted papers are dated on or after the day; later readings of the ``counted`` kind of loaded
    count are not planted.

    Args:
        tell: Called after each probe in one of its :data:`WORLDS`.
    """

    def told(look: Callable[[Probe, AuditWorld], Any], probe: Probe, world: AuditWorld) -> Any:
        findings = look(probe, world)
        tell()
        return findings

    names = _known_names(world, counted, day)
    future, past = (
        invent_future(world.snapshot, day, queries, seed=seed, known=names, is_old=is_old)
        for is_old in (False, True)
    )
    as_is = [told(_run_first, probe, world) for probe in probes]
    with plant_future(world, future, seed=seed) as changed:
        after = [told(_run_again, probe, changed) for probe in probes]
    with plant_future(world, past, seed=seed, is_dealt=False) as changed:
        seen = [
            find_difference(item, told(_run_again, probe, changed)) is not None
            if probe.has_control
            else None
            for probe, item in zip(probes, as_is, strict=True)
        ]
    findings = [_make_finding(*item, day) for item in zip(probes, as_is, after, strict=True)]
    return [
        item if item.equal is None else replace(item, is_seen=is_seen)
        for item, is_seen in zip(findings, seen, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Refused:
    """Placeholder of a refused result."""

    error: str


def _run_first(probe: Probe, world: AuditWorld) -> Any:
    try:
        return probe.look(world)
    except DataError as error:
        if not probe.may_fail:
            raise
        return _Refused(str(error))


def _run_again(probe: Probe, world: AuditWorld) -> Any:
    """Run a probe in another world, where it may fail."""
    try:
        return probe.look(world)
    except _REFUSALS as error:
        return _Refused(str(error))


def _make_finding(probe: Probe, before: Any, after: Any, day: date) -> LeakFinding:
    if isinstance(before, _Refused):
        return not_compared(probe.part, probe.of, day, before.error)
    if probe.shared_only and isinstance(after, Mapping):
        both = [name for name in before if name in after]
        before, after = ({name: side[name] for name in both} for side in (before, after))
    moved = find_difference(before, after, probe.part)
    if moved is None and not len(before):
        return not_compared(probe.part, probe.of, day, "nothing to compare as of that day")
    return LeakFinding(
        probe.part,
        probe.of,
        day,
        len(before),
        moved is None,
        moved,
        moved=_count_moved(before, after),
    )


def _count_moved(before: Any, after: Any) -> int:
    """Count the entries of a result that differ in another world."""
    if type(before) is not type(after):
        return len(before)
    if isinstance(before, Mapping):
        names = before.keys() | after.keys()
        return sum(find_difference(before.get(name), after.get(name)) is not None for name in names)
    pairs = zip_longest(before, after)
    return sum(find_difference(*pair) is not None for pair in pairs)


def sum_findings(findings: Sequence[LeakFinding]) -> list[LeakFinding]:
    """Summarise the findings of each part and item over days; ``as_of`` is the first difference."""
    sums: dict[tuple[str, str], LeakFinding] = {}
    for finding in findings:
        before = sums.get((finding.part, finding.of))
        if before is None:
            sums[finding.part, finding.of] = finding
            continue
        shown = before if before.equal is False or finding.equal is not False else finding
        sums[finding.part, finding.of] = replace(
            shown,
            compared=before.compared + finding.compared,
            moved=(before.moved or 0) + (finding.moved or 0),
            is_seen=bool(before.is_seen or finding.is_seen),
        )
    return list(sums.values())


def _known_names(world: AuditWorld, counted: str, day: date) -> KnownNames:
    """Read the names of a graph that planted records are to share."""
    if world.database is None:
        return KnownNames(counted=counted)
    ids = [str(venue) for venue in world.snapshot.venue_id]
    venues = world.database.rows("task/venue_names", venue_ids=ids, before=None)
    names = {row["venue_id"]: row["name"] for row in venues}
    artifact_rows = {
        part: world.database.rows("task/artifact_counts", kind=kind)
        for part, kind in RELEASED.items()
    }
    place = {str(paper): number for number, paper in enumerate(world.snapshot.paper_id)}
    addresses = {
        part: [
            "https://" + row["artifact_id"].partition(":")[2]
            # The latest papers first: queries are about those.
            for row in sorted(rows, key=lambda row: -place.get(row["paper_id"], -1))
        ]
        for part, rows in artifact_rows.items()
    }
    documents = [
        kind
        for kind in DOCUMENTS
        if world.database.rows("task/document_counts", kinds=[kind], before=day)
    ]
    return KnownNames(names, addresses, counted, documents)
