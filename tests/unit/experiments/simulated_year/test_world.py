"""Simulated networks in caches: told apart by what they hold, and found again on later days."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import snapshot_of

from scinet.eval.task import Query
from scinet.experiments.simulated_year.calibration import Calibration
from scinet.experiments.simulated_year.components import PARTS, Component
from scinet.experiments.simulated_year.day import Rules
from scinet.experiments.simulated_year.papers import SimulatedPaper
from scinet.experiments.simulated_year.world import SimulatedWorld
from scinet.graph.schema.choices import LEVELS
from scinet.graph.snapshot import Csr, Snapshot
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.factorisation.period import Arrays, Periodic
from scinet.models.history import History
from scinet.models.registry import make_system

SINCE = date(2007, 12, 30)
PAPERS = [("a", "2006-01-01", []), ("b", "2007-03-01", ["a"]), ("c", "2007-06-01", ["a", "b"])]
AUTHORS = {"a": ["x"], "b": ["x", "y"], "c": ["y", "z"]}


@pytest.fixture
def past() -> Snapshot:
    return snapshot_of(PAPERS, AUTHORS).until(SINCE)


def _paper(name: str, day: date, authors: Sequence[str], cited: Sequence[str]) -> SimulatedPaper:
    people = tuple({"id": author, "name": author} for author in authors)
    told = (name, day.isoformat(), "title", None, None, (), people, tuple(cited), 1.0, None)
    return SimulatedPaper(*told)


def test_a_fingerprint_is_that_of_the_contents(past: Snapshot) -> None:
    def grown(*authors: str) -> Snapshot:
        world = SimulatedWorld(past)
        world.add([_paper("s1", SINCE, authors, ["a"])], SINCE)
        return world.on(date(2008, 1, 10))

    names = [grown(*team).graph_fingerprint for team in (["x"], ["y"], ["x", "new"], ["x"])]
    assert names[0] == names[3]
    assert len({*names, past.graph_fingerprint}) == 4


def test_fields_of_new_papers_are_known_or_come_to_the_end() -> None:
    world = SimulatedWorld(
        snapshot_of(PAPERS, fields={"a": [("A", "topic"), ("B", "field")]}).until(SINCE)
    )
    paper = _paper("s", SINCE, ["x"], [])
    named = ({"id": "B", "level": "field"}, {"id": "C", "level": "topic"})
    within = tuple({**item, "name": item["id"], "is_primary": True} for item in named)
    world.add([replace(paper, fields=within)], SINCE)
    grown = world.snapshot
    assert grown.field_id.tolist() == grown.field_name.tolist() == ["A", "B", "C"]
    assert grown.field_level.tolist() == ["topic", "field", "topic"]
    assert grown.in_field.row(3).tolist() == [1, 2]
    assert {LEVELS[level]: code for level, code in enumerate(grown.main_field[3]) if code >= 0} == {
        "field": 1, "topic": 2,
    }  # fmt: skip


def _same(field: Snapshot, other: Snapshot) -> bool:
    def is_same(name: str) -> Any:
        a, b = getattr(field, name), getattr(other, name)
        if isinstance(a, Csr):
            return (a.indptr == b.indptr).all() and (a.indices == b.indices).all()
        return np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b

    return all(is_same(field.name) for field in fields(Snapshot) if field.name != "left_out")


def test_a_part_is_what_the_network_was_on_that_day(past: Snapshot) -> None:
    world = SimulatedWorld(past)
    states = {}
    for number in range(6):
        day = SINCE + timedelta(days=number)
        states[day] = world.on(day)
        if number != 3:  # nothing appears on that day
            cited = ["c", f"s{number + 1}"]  # one is there on the next day
            world.add([_paper(f"s{number}", day, ["x", f"n{number}"], cited)], day)
    now = world.on(SINCE + timedelta(days=20))
    for day, then in states.items():
        part = now.until(day)
        assert part.graph_fingerprint == then.graph_fingerprint
        assert _same(part, then)
        assert part.until(SINCE).graph_fingerprint == past.graph_fingerprint
    early = date(2007, 4, 1)
    assert _same(now.until(early), past.until(early))
    # What was added at once has no state between; its parts are not taken for one another.
    at_once = SimulatedWorld(past)
    days = [SINCE, SINCE + timedelta(days=1), SINCE + timedelta(days=2)]
    at_once.add([_paper(f"s{n}", day, ["x"], []) for n, day in enumerate(days)], days[-1])
    parts = [at_once.snapshot.until(day).graph_fingerprint for day in days]
    assert len({*parts, at_once.snapshot.graph_fingerprint}) == 4


class _Yearly(Periodic, Ranker):
    """Cites by what it made of the network at the beginning of the year."""

    name, summary = "yearly", "papers as of the beginning of the year"

    def make(self, past: History, context: Context) -> Arrays:
        _MADE.append((past.before, past.snapshot.num_papers))
        return {"papers": np.arange(past.snapshot.num_papers, dtype=float)}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        made = self.made(context)[1]["papers"]
        for _ in queries:
            yield np.pad(made, (0, context.snapshot.num_papers - len(made)))


_MADE: list[tuple[date, int]] = []


def test_what_is_made_once_a_year_is_made_once_a_year(past: Snapshot, tmp_path: Path) -> None:
    _MADE.clear()
    systems = ("collaborators-walk", "recombined", "impact-team")
    components = {
        part: Component(part, make_system(system), cache=tmp_path)
        for part, system in zip((PARTS[0], *PARTS[2:]), systems, strict=True)
    }
    components["prior-work"] = Component("prior-work", _Yearly(), cache=tmp_path)
    for size in (1, 2):  # of teams: another network, with the same seed and days
        rules = Rules(0, Calibration((2,), (size,), (2,), 0.0), "empirical", components)
        world = SimulatedWorld(past)
        for number in range(6):
            day = SINCE + timedelta(days=number)
            world.add(rules.day(world.on(day), day)[0], day)
    # At the beginning of 2007 one paper; of 2008 three, and two for each of two days.
    assert [(date(2007, 1, 1), 1), (date(2008, 1, 1), 7), (date(2008, 1, 1), 7)] == _MADE
