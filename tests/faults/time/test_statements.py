"""Statements that take ``before``: made from the catalogue, so that a new one is asked as well."""

import random
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

import pytest
from helpers.networks.dated_worlds import drawn, loaded, pairs, together
from helpers.proof import Proof, parts

from scinet.experiments.leak_audit.compare import find_difference
from scinet.experiments.leak_audit.questions import STATEMENTS, draw_parameters
from scinet.graph.db.connection import Database

_AT_ONCE: Final = 5  # graphs in one load
_LATER: Final = (timedelta(400), timedelta(4000))


def told(database: Database, name: str, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows without what is not of the day by intent.

    That a paragraph also mentions later papers is known for tasks to leave it out.
    """
    rows = database.rows(name, **given)
    if name == "task/own_text":
        rows = [{**row, "has_later": None} for row in rows]
    return rows


@pytest.mark.parametrize("part", parts(10))
def test_statements(shared_database: Database, proof: Proof, part: str) -> None:
    """What is asked as of a day does not move with what is dated on it or later."""
    shared_database.rows("admin/wipe")
    moved: dict[str, str] = {}
    answered: set[str] = set()
    blind = set(STATEMENTS)
    trials = proof.trials(short=2, full=100)
    # Several graphs of one day in each load; all that any statement reads is of all of them.
    size = min(trials, _AT_ONCE)
    is_short = trials == size  # what few graphs have to do with may have to wait for another part
    for number in range(trials // size):
        seed = proof.seed_of(part, number, trials)
        worlds = pairs(seed, size)
        both = together(worlds)
        results = []
        for records in (both.past, both.whole):
            rng = random.Random(seed)
            given = [
                (name, draw_parameters(name, rng, drawn(w))) for w in worlds for name in STATEMENTS
            ]
            with loaded(shared_database, records) as database:
                results.append([told(database, name, values) for name, values in given])
                # A statement that looked too far has to be found out.
                if records is both.whole and not is_short:
                    for (name, values), rows in zip(given, results[0], strict=True):
                        late = ({**values, "before": both.day + by} for by in _LATER)
                        if name in blind and any(told(database, name, v) != rows for v in late):
                            blind.remove(name)
        for (name, values), first, second in zip(given, *results, strict=True):
            answered |= {name} if first else set()
            if (where := find_difference(first, second, name)) is not None:
                moved.setdefault(name, f"seed {seed}: {where} ({values})")
    silent = set(STATEMENTS) - answered
    leaks = {"leaks planted": len(STATEMENTS), "found": len(STATEMENTS) - len(blind)}
    proof.count(statements=len(STATEMENTS), **{"without an answer": len(silent)}, **leaks)
    assert moved == {}
    if not is_short:
        assert len(silent | blind) <= len(STATEMENTS) // 20, (silent, blind)
