"""Statements that take ``before``: made from the catalogue, so that a new one is asked as well."""

import random
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

import pytest
from helpers.networks.dated_worlds import FIELDS, VENUES, WORDS, Pair, loaded, pairs, together
from helpers.proof import Proof, parts

from scinet.experiments.leak_audit.compare import difference
from scinet.graph.connection import Database
from scinet.graph.query import load, names

STATEMENTS: Final = [
    name for name in names() if load(name).mode == "read" and "before" in load(name).params
]
# They find authors by the name that these have in the whole graph (docs/reliability.md); what they
# show of them is of the day.
BY_NAME: Final = {"lookup/author_by_name", "lookup/author_starting"}
_AT_ONCE: Final = 5  # graphs in one load
_LATER: Final = (timedelta(400), timedelta(4000))
Choose = Callable[[random.Random, Pair], Any]


def paper(rng: random.Random, world: Pair) -> str:
    """A paper of the past, sometimes one of the future, or cited and unknown."""
    if rng.random() < 0.15:
        return rng.choice([*world.later, "x1"])
    return rng.choice(world.ids)


def papers(rng: random.Random, world: Pair) -> list[str]:
    return list(dict.fromkeys(paper(rng, world) for _ in range(6)))


def cited(rng: random.Random, world: Pair) -> list[list[str]]:
    cites = [[row["id"], one] for row in world.past.papers for one in row["references"]]
    return rng.sample(cites, min(8, len(cites)))


def author(rng: random.Random, world: Pair) -> str:
    return rng.choice([*world.authors, "!stranger", "~stranger"])


def printed(rng: random.Random, world: Pair) -> str:
    return f"Ada {rng.choice(world.authors)}"


def word(rng: random.Random, world: Pair) -> str:  # noqa: ARG001 - as the others
    return rng.choice(WORDS)


def title(rng: random.Random, world: Pair) -> str:
    return str(rng.choice(world.whole.papers)["title"])


def group(rng: random.Random, world: Pair) -> str:  # noqa: ARG001 - as the others
    venue = f"{rng.choice(('', '!', '~'))}{rng.choice(('Proceedings', 'Journal'))} "
    level = rng.choice(list(FIELDS))
    field = f"{rng.choice(('', '!', '~'))}Field of {FIELDS[level]} {level}0"
    return rng.choice(("Group", venue + rng.choice(VENUES), field))


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
    "pairs": cited,
    "author_id": author,
    "author_ids": lambda rng, world: list(dict.fromkeys(author(rng, world) for _ in range(4))),
    "other_author_id": author,
    "venue_id": lambda rng, _: rng.choice((*VENUES, "v9")),
    "venue_ids": lambda *_: list(VENUES),
    "contribution_id": lambda rng, world: f"c:{paper(rng, world)}",
    "kind": lambda rng, _: rng.choice((None, "news", "patent")),
    "kinds": lambda *_: ["news", "patent"],
    "name": group,
    "texts": lambda rng, world: [word(rng, world)],
    "words": lambda rng, world: [word(rng, world)],
    "text": title,
    "title": title,
    "initials": lambda rng, world: "".join(one[0] for one in title(rng, world).split())[:2],
    "graph_fingerprint": lambda *_: "graph",
    "starts": lambda rng, world: [paper(rng, world)[:2], author(rng, world)[:2]],
    "ends": lambda rng, world: [paper(rng, world)[-1:], author(rng, world)[-1:]],
    "parts": lambda rng, _: [rng.choice(VENUES).lower(), "journal"],
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
    ("identify/author", "id"): author,
    ("identify/paper", "id"): paper,
    ("identify/venue", "id"): group,
    ("lookup/author_by_name", "name"): printed,
    ("lookup/author_starting", "name"): printed,
    ("link/coauthor_pair", "a"): author,
    ("link/coauthor_pair", "b"): author,
    ("link/coauthor_candidates", "a"): author,
    ("indicator/citations", "since"): lambda *_: None,
    ("lookup/groups_named", "text"): lambda rng, world: f"papers of {group(rng, world)}",
    ("path/ordered_references", "since"): lambda *_: "2001-01-01",
    # What a paper itself says is read though it is later: only what it cites is as of the day.
    ("task/own_text", "paper_id"): lambda rng, world: rng.choice(world.ids),
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
    if {"citing_id", "cited_id"} <= given.keys() and rng.random() < 0.8:
        # Any two papers seldom have to do with each other.
        text = rng.choice(world.whole.texts)
        mark = text["paragraphs"][0]["mentions"][0]
        given |= {"citing_id": text["paper_id"], "cited_id": mark["paper_id"]}
    return given


def told(database: Database, name: str, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows without what is not of the day by intent.

    Scores of the text index depend on all texts, and so the order by them; that a paragraph also
    mentions later papers is known for tasks to leave it out.
    """
    rows = database.rows(name, **given)
    if name == "task/own_text":
        rows = [{**row, "has_later": None} for row in rows]
    if any("score" in row for row in rows):
        rows = [{key: row[key] for key in row if key != "score"} for row in rows]
        rows.sort(key=str)
    return rows


def of_both(*sides: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The rows of those authors whom both sides know."""
    known = set.intersection(*({row["author_id"] for row in rows} for rows in sides))
    return [[row for row in rows if row["author_id"] in known] for rows in sides]


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
        found = []
        for records in (both.past, both.whole):
            rng = random.Random(seed)
            given = [(name, asked(name, rng, one)) for one in worlds for name in STATEMENTS]
            with loaded(shared_database, records) as database:
                found.append([told(database, name, values) for name, values in given])
                # A statement that looked too far has to be found out.
                if records is both.whole and not is_short:
                    for (name, values), rows in zip(given, found[0], strict=True):
                        late = ({**values, "before": both.day + by} for by in _LATER)
                        if name in blind and any(told(database, name, v) != rows for v in late):
                            blind.remove(name)
        for (name, values), *sides in zip(given, *found, strict=True):
            one, other = of_both(*sides) if name in BY_NAME else sides
            answered |= {name} if one else set()
            if (where := difference(one, other, name)) is not None:
                moved.setdefault(name, f"seed {seed}: {where} ({values})")
    silent = set(STATEMENTS) - answered
    leaks = {"leaks planted": len(STATEMENTS), "found": len(STATEMENTS) - len(blind)}
    proof.count(statements=len(STATEMENTS), **{"without an answer": len(silent)}, **leaks)
    assert moved == {}
    if not is_short:
        assert len(silent | blind) <= len(STATEMENTS) // 20, (silent, blind)
