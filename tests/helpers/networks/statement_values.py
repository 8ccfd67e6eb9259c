"""Values for the parameters of the statements of the catalogue, of graphs with a day."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from helpers.networks.dated_worlds import FIELDS, VENUES, WORDS, Pair

from scinet.graph.query import load, names

_LOOKS_AHEAD: Final = "quality/undecided_papers"  # counts what a day does not see yet
STATEMENTS: Final = [
    name
    for name in names()
    if load(name).mode == "read" and "before" in load(name).params and name != _LOOKS_AHEAD
]
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
