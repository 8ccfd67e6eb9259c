"""Statements that take ``before``: made from the catalogue, so that a new one is asked as well."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from helpers.dated_worlds import AUTHORS, FIELDS, VENUES, WORDS, Pair, loaded, pair
from helpers.proof import Proof

from scinet.experiments.leak_audit.compare import difference
from scinet.graph.connection import Database
from scinet.graph.query import load, names

STATEMENTS: Final = [
    name for name in names() if load(name).mode == "read" and "before" in load(name).params
]
Choose = Callable[[random.Random, Pair], Any]


def paper(rng: random.Random, world: Pair) -> str:
    """A paper of the past, sometimes one of the future, or cited and unknown."""
    if rng.random() < 0.15:
        return rng.choice([*world.later, "x1"])
    return rng.choice(world.ids)


def papers(rng: random.Random, world: Pair) -> list[str]:
    return list(dict.fromkeys(paper(rng, world) for _ in range(6)))


def pairs(rng: random.Random, world: Pair) -> list[list[str]]:
    cites = [[row["id"], one] for row in world.past.papers for one in row["references"]]
    return rng.sample(cites, min(8, len(cites)))


def author(rng: random.Random, world: Pair) -> str:  # noqa: ARG001 - as the others
    return rng.choice([*AUTHORS, "!stranger", "~stranger"])


def word(rng: random.Random, world: Pair) -> str:  # noqa: ARG001 - as the others
    return rng.choice(WORDS)


def title(rng: random.Random, world: Pair) -> str:
    return str(rng.choice(world.whole.papers)["title"])


def group(rng: random.Random, world: Pair) -> str:  # noqa: ARG001 - as the others
    venue = f"{rng.choice(('', '!', '~'))}{rng.choice(('Proceedings', 'Journal'))} "
    level = rng.choice(list(FIELDS))
    return rng.choice((venue + rng.choice(VENUES), f"Field of {FIELDS[level]} {level}0"))


# What a parameter of that name takes. One that is not here has its default, or fails the proof.
VALUES: Final[Mapping[str, Choose]] = {
    "paper_id": paper,
    "other_id": paper,
    "source_id": paper,
    "target_id": paper,
    "citing_id": paper,
    "cited_id": paper,
    "paper_ids": papers,
    "source_ids": papers,
    "target_ids": papers,
    "others": papers,
    "pairs": pairs,
    "author_id": author,
    "other_author_id": author,
    "venue_id": lambda rng, _: rng.choice((*VENUES, "v9")),
    "venue_ids": lambda *_: list(VENUES),
    "contribution_id": lambda rng, world: f"c:{paper(rng, world)}",
    "name": group,
    "texts": lambda rng, world: [word(rng, world)],
    "text": title,
    "title": title,
    "initials": lambda rng, world: "".join(one[0] for one in title(rng, world).split())[:2],
    "graph_fingerprint": lambda *_: "graph",
    "max_hops": lambda rng, _: rng.randint(1, 5),
    "since": lambda rng, _: rng.choice((None, 2002)),
    "until": lambda rng, _: rng.choice((None, 2006)),
    "window_years": lambda rng, _: rng.choice((None, 2)),
    "least": lambda *_: 1,
    "at_least": lambda *_: 1,
    "min_citations": lambda *_: 1,
    "limit": lambda *_: 1000,
    "after": lambda *_: "",
    "rule": lambda rng, _: rng.choice(("any", "majority", "all")),
    "is_human_only": lambda *_: False,
    "sentiment": lambda rng, _: rng.choice(("positive", "negative", "neutral")),
    "sentiment_source": lambda *_: "other",
    "intent_source": lambda *_: None,
    "origin": lambda *_: None,
}
# Of their kind, where the name alone does not say which.
OTHER: Final[Mapping[tuple[str, str], Choose]] = {
    ("link/coauthor_pair", "a"): author,
    ("link/coauthor_pair", "b"): author,
    ("link/coauthor_candidates", "a"): author,
    ("indicator/citations", "since"): lambda *_: None,
    ("path/ordered_references", "since"): lambda *_: "2001-01-01",
}


def asked(name: str, rng: random.Random, world: Pair) -> dict[str, Any]:
    """Values of all parameters of a statement as of the day."""
    query = load(name)
    given: dict[str, Any] = {"before": world.day}
    for one in sorted(query.params - {"before"}):
        choose = OTHER.get((name, one)) or VALUES.get(one)
        if choose is None and one in "ab":
            choose = paper
        if one in query.allowed:
            given[one] = rng.choice(query.allowed[one])
        elif choose is not None:
            given[one] = choose(rng, world)
        else:
            assert one in query.defaults, f"{name}: say what ${one} takes in VALUES"
    return given


def told(database: Database, name: str, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows without scores of the index, which depend on all texts, in an order without them."""
    rows = database.rows(name, **given)
    if any("score" in row for row in rows):
        rows = [{key: row[key] for key in row if key != "score"} for row in rows]
        rows.sort(key=str)
    return rows


def test_statements(shared_database: Database, proof: Proof) -> None:
    """What is asked as of a day does not move with what is dated on it or later."""
    empty = shared_database
    empty.rows("admin/wipe")
    moved: dict[str, str] = {}
    answered: set[str] = set()
    trials = proof.trials(short=2, full=1000)
    for seed in range(trials):
        world = pair(proof.seed * trials + seed)
        found = []
        for records in (world.past, world.whole):
            rng = random.Random(seed)  # noqa: S311 - the same questions of both
            given = [(name, asked(name, rng, world)) for name in STATEMENTS]
            with loaded(empty, records) as database:
                found.append([told(database, name, values) for name, values in given])
        for (name, values), one, other in zip(given, *found, strict=True):
            answered |= {name} if one else set()
            if (where := difference(one, other, name)) is not None:
                moved.setdefault(name, f"seed {seed}: {where} ({values})")
    proof.count(statements=len(STATEMENTS))
    assert moved == {}
    if trials > 100:
        assert set(STATEMENTS) - answered == set()
