"""Computes probes in the world as it is, with a planted future, and with the same dated earlier.

Where that moves something that was planted on or after the day, there is a leak. Where even what is
dated earlier moves nothing, the finding is blind, and says so; where there was nothing to compare,
it is neither.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import zip_longest
from typing import Any, Final

from scinet.errors import DataError, NotFoundError, SplitError
from scinet.eval.task import Query, Row
from scinet.experiments.leak_audit.compare import difference
from scinet.experiments.leak_audit.planted_papers import DOCUMENTS, Known, invent
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import World, planted
from scinet.graph.sources.artifacts import RELEASED

WORLDS: Final = 3  # as it is, with a planted future, and with the same dated earlier
_REFUSALS: Final = (DataError, NotFoundError, SplitError)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was computed with and without a planted future.

    Attributes:
        part: ``arrays``, ``task files``, ``queries``, ``answers``, or ``training``: answers after
            learning from questions up to that very day; ``tools``, ``statements`` and ``pages`` of
            agents.
        as_of: The day on or after which everything planted is dated.
        compared: How many: arrays, tables, papers asked about, answers.
        moved: How many of these are others; None where nothing was compared.
        equal: None where nothing was compared.
        difference: The first one, or why nothing was compared; None where all is equal.
        is_seen: Whether the same papers move something when they are dated earlier; None where
            that was not tried.
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
        """As a row for people and programs."""
        first = {"part": self.part, "of": self.of, "as_of": self.as_of.isoformat()}
        return {**first, "compared": self.compared, "moved": self.moved, **asdict(self), **first}


def nothing_compared(part: str, of: str, day: date, why: str) -> Finding:
    """That something could not be compared."""
    return Finding(part, of, day, 0, None, f"not compared: {why}")


def try_all(
    probes: Sequence[Probe],
    world: World,
    day: date,
    asked: Sequence[Query],
    *,
    seed: int,
    counted: str = "",
    tell: Callable[[], object] = lambda: None,
) -> list[Finding]:
    """Compute each probe in the world as it is and with a planted future.

    What is planted is dated on or after the day; later readings of the ``counted`` kind of loaded
    count are not planted.

    Args:
        tell: Called when a probe was computed in one of its :data:`WORLDS`.
    """

    def told(look: Callable[[Probe, World], Any], probe: Probe, world: World) -> Any:
        found = look(probe, world)
        tell()
        return found

    known = _known(world, counted, day)
    future, past = (
        invent(world.snapshot, day, asked, seed=seed, known=known, is_old=is_old)
        for is_old in (False, True)
    )
    as_is = [told(_at_first, probe, world) for probe in probes]
    with planted(world, future, seed=seed) as changed:
        after = [told(_again, probe, changed) for probe in probes]
    with planted(world, past, seed=seed, is_dealt=False) as changed:
        seen = [
            difference(one, told(_again, probe, changed)) is not None if probe.has_to_see else None
            for probe, one in zip(probes, as_is, strict=True)
        ]
    found = [_finding(*one, day) for one in zip(probes, as_is, after, strict=True)]
    return [
        one if one.equal is None else replace(one, is_seen=is_seen)
        for one, is_seen in zip(found, seen, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Refused:
    """What stands for a result that there is none of."""

    error: str


def _at_first(probe: Probe, world: World) -> Any:
    try:
        return probe.look(world)
    except DataError as error:
        if not probe.may_fail:
            raise
        return _Refused(str(error))


def _again(probe: Probe, world: World) -> Any:
    """The result in another world, where it may be an error."""
    try:
        return probe.look(world)
    except _REFUSALS as error:
        return _Refused(str(error))


def _finding(probe: Probe, one: Any, other: Any, day: date) -> Finding:
    if isinstance(one, _Refused):
        return nothing_compared(probe.part, probe.of, day, one.error)
    if probe.of_both and isinstance(other, Mapping):
        both = [name for name in one if name in other]
        one, other = ({name: side[name] for name in both} for side in (one, other))
    moved = difference(one, other, probe.part)
    if moved is None and not len(one):
        return nothing_compared(probe.part, probe.of, day, "nothing to compare as of that day")
    return Finding(
        probe.part, probe.of, day, len(one), moved is None, moved, moved=_count(one, other)
    )


def _count(one: Any, other: Any) -> int:
    """How many entries of a result are others in another world."""
    if type(one) is not type(other):
        return len(one)
    if isinstance(one, Mapping):
        names = one.keys() | other.keys()
        return sum(difference(one.get(name), other.get(name)) is not None for name in names)
    pairs = zip_longest(one, other)
    return sum(difference(*pair) is not None for pair in pairs)


def add_up(findings: Sequence[Finding]) -> list[Finding]:
    """One finding for each part and thing, of all its days; the day is the first that moved."""
    found: dict[tuple[str, str], Finding] = {}
    for one in findings:
        before = found.get((one.part, one.of))
        if before is None:
            found[one.part, one.of] = one
            continue
        shown = before if before.equal is False or one.equal is not False else one
        found[one.part, one.of] = replace(
            shown,
            compared=before.compared + one.compared,
            moved=(before.moved or 0) + (one.moved or 0),
            is_seen=bool(before.is_seen or one.is_seen),
        )
    return list(found.values())


def _known(world: World, counted: str, day: date) -> Known:
    """What is to be shared by what is planted, of a graph in a database."""
    if world.database is None:
        return Known(counted=counted)
    ids = [str(venue) for venue in world.snapshot.venue_id]
    venues = world.database.rows("task/venue_names", venue_ids=ids, before=None)
    names = {row["venue_id"]: row["name"] for row in venues}
    found = {
        part: world.database.rows("task/artifact_counts", kind=kind)
        for part, kind in RELEASED.items()
    }
    place = {str(paper): number for number, paper in enumerate(world.snapshot.paper_id)}
    addresses = {
        part: [
            "https://" + row["artifact_id"].partition(":")[2]
            # Of the latest papers first: those are asked about.
            for row in sorted(rows, key=lambda row: -place.get(row["paper_id"], -1))
        ]
        for part, rows in found.items()
    }
    documents = [
        kind
        for kind in DOCUMENTS
        if world.database.rows("task/document_counts", kinds=[kind], before=day)
    ]
    return Known(names, addresses, counted, documents)
