"""Questions about a network as of a day, drawn from it: names, and values of parameters.

Everything is drawn with a seed, from the papers before the day and from what is later or planted,
so that the questions of two worlds are the same.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np

from scinet.eval.task import Query
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import World
from scinet.graph.query import load, names
from scinet.graph.snapshot import Snapshot

_LOOKS_AHEAD: Final = "quality/undecided_papers"  # counts what a day does not see yet
# Told of later papers by intent: that a paragraph mentions some is known for tasks to leave it out.
_OF_LATER: Final = {"task/own_text": "has_later"}
STATEMENTS: Final = tuple(
    name
    for name in names()
    if load(name).mode == "read" and "before" in load(name).params and name != _LOOKS_AHEAD
)
_LATER: Final = 0.15  # share of questions about papers that are later or not there
_NOBODY: Final = ("!nobody", "~nobody")


@dataclass(frozen=True, slots=True)
class Drawn:
    """What questions may name.

    Attributes:
        papers: Ids of papers before the day.
        later: Ids of papers that are later, planted or not there.
        venues: Ids of venues.
        groups: Names of venues, fields and communities.
        printed: Names of authors.
        cited: (citing, cited).
        mentioning: (citing, cited): the text of the one mentions the other.
    """

    day: date
    papers: Sequence[str]
    later: Sequence[str]
    authors: Sequence[str]
    printed: Sequence[str]
    venues: Sequence[str]
    groups: Sequence[str]
    titles: Sequence[str]
    words: Sequence[str]
    cited: Sequence[tuple[str, str]]
    mentioning: Sequence[tuple[str, str]]
    contributions: Sequence[str]
    graph_fingerprint: str


Choose = Callable[[random.Random, Drawn], Any]


def draw(world: World, day: date, count: int, seed: int) -> Drawn:
    """Things to ask about as of a day; about as many papers as questions of each kind."""
    rng = random.Random(f"{seed} {day}")  # noqa: S311 - a seeded sample
    past = world.snapshot.until(day)
    rows = rng.sample(range(past.num_papers), min(count, past.num_papers))
    # Any two papers seldom have to do with each other.
    cites = [(row, int(one)) for row in rows for one in past.cites.row(row)]
    rows = list(
        dict.fromkeys([*rows, *(one for _, one in rng.sample(cites, min(count, len(cites))))])
    )
    authors = list(dict.fromkeys(int(one) for row in rows for one in past.authored.row(row)))
    named = np.unique(past.venue[rows])
    venues = [str(past.venue_id[one]) for one in named if one >= 0]
    called = _rows(world, "task/venue_names", venue_ids=venues, before=day)
    fields = rng.sample(list(past.field_name), min(count, len(past.field_name)))
    groups = [*(row["name"] for row in called), *fields]
    titles = [title for row in rows if (title := past.title[row])]
    mentions = _mentioning(past)
    return Drawn(
        day=day,
        papers=tuple(str(past.paper_id[row]) for row in rows),
        later=(
            "!planted-0",
            "~planted-1",
            "nothing",
            *map(str, world.snapshot.paper_id[past.num_papers :][:2]),
        ),
        authors=tuple(str(past.author_id[one]) for one in authors) or _NOBODY,
        printed=tuple(str(past.author_name[one]) for one in authors) or ("Nobody",),
        venues=tuple(venues) or ("nowhere",),
        groups=(*(str(one) for one in groups if one), "Planted"),
        titles=(*map(str, titles), "planted"),
        words=tuple(dict.fromkeys(word for title in titles for word in title.lower().split()))
        or ("planted",),
        cited=tuple((str(past.paper_id[a]), str(past.paper_id[b])) for a, b in cites),
        mentioning=tuple(rng.sample(mentions, min(count, len(mentions)))),
        contributions=(
            *(row["contribution_id"] for row in _rows(world, "task/pathways", before=day)[:count]),
            "!planted-0",
        ),
        graph_fingerprint=world.snapshot.graph_fingerprint,
    )


def planted_around(drawn: Drawn, count: int) -> list[Query]:
    """Papers, authors and titles that are asked about, as questions to plant a future around."""
    return [
        Query(
            f"q{number}",
            "",
            {
                "paper_id": paper,
                "author_id": drawn.authors[number % len(drawn.authors)],
                "title": drawn.titles[number % len(drawn.titles)],
            },
            drawn.day,
            1,
        )
        for number, paper in enumerate(drawn.papers[:count])
    ]


def days_within(snapshot: Snapshot, count: int) -> list[date]:
    """Days of papers that part all dated papers into equal shares, so many as there are."""
    places = [snapshot.num_papers * (number + 1) // (count + 1) for number in range(count)]
    days = (snapshot.day[place] for place in places if place < snapshot.num_papers)
    return sorted({np.datetime64(int(day), "D").astype(date) for day in days})


def _rows(world: World, name: str, /, **params: Any) -> list[dict[str, Any]]:
    return [] if world.database is None else world.database.rows(name, **params)


def _mentioning(past: Snapshot) -> list[tuple[str, str]]:
    pairs = zip(past.co_mention_citing.tolist(), past.co_mention[:, 0].tolist(), strict=True)
    return [(str(past.paper_id[a]), str(past.paper_id[b])) for a, b in dict.fromkeys(pairs)]


def paper(rng: random.Random, drawn: Drawn) -> str:
    """A paper, sometimes one that is not there."""
    return rng.choice(drawn.later if rng.random() < _LATER else drawn.papers)


def author(rng: random.Random, drawn: Drawn) -> str:
    """An author, sometimes one who is not there."""
    return rng.choice((*drawn.authors, *_NOBODY))


def word(rng: random.Random, drawn: Drawn) -> str:
    """A word of a title."""
    return rng.choice(drawn.words)


def title(rng: random.Random, drawn: Drawn) -> str:
    """A title."""
    return rng.choice(drawn.titles)


def printed(rng: random.Random, drawn: Drawn) -> str:
    """The name of an author."""
    return rng.choice(drawn.printed)


def group(rng: random.Random, drawn: Drawn) -> str:
    """The name of a venue, a field or a community."""
    return rng.choice(drawn.groups)


def _papers(rng: random.Random, drawn: Drawn) -> list[str]:
    return list(dict.fromkeys(paper(rng, drawn) for _ in range(6)))


def _year(*steps: int) -> Choose:
    return lambda rng, drawn: rng.choice((None, *(drawn.day.year + step for step in steps)))


# What a parameter of that name takes. One that is not here has its default, or is an error.
_VALUES: Final[Mapping[str, Choose]] = {
    "paper_id": paper,
    "other_id": paper,
    "source_id": paper,
    "target_id": paper,
    "citing_id": paper,
    "cited_id": paper,
    "a": paper,
    "b": paper,
    "paper_ids": _papers,
    "source_ids": _papers,
    "target_ids": _papers,
    "others": _papers,
    "pairs": lambda rng, d: [list(one) for one in rng.sample(d.cited, min(8, len(d.cited)))],
    "author_id": author,
    "author_ids": lambda rng, d: list(dict.fromkeys(author(rng, d) for _ in range(4))),
    "other_author_id": author,
    "venue_id": lambda rng, d: rng.choice((*d.venues, "nowhere")),
    "venue_ids": lambda _, d: list(d.venues),
    "contribution_id": lambda rng, d: rng.choice(d.contributions),
    "kind": lambda rng, _: rng.choice((None, "news", "patent")),
    "kinds": lambda *_: ["news", "patent"],
    "name": group,
    "texts": lambda rng, d: [word(rng, d)],
    "words": lambda rng, d: [word(rng, d)],
    "text": title,
    "title": title,
    "initials": lambda rng, d: "".join(one[0] for one in title(rng, d).split())[:2],
    "graph_fingerprint": lambda _, d: d.graph_fingerprint,
    "starts": lambda rng, d: [paper(rng, d)[:2], author(rng, d)[:2]],
    "ends": lambda rng, d: [paper(rng, d)[-1:], author(rng, d)[-1:]],
    "parts": lambda rng, d: [rng.choice(d.venues).lower(), group(rng, d).lower().split()[0]],
    "max_hops": lambda rng, _: rng.randint(1, 5),
    "since": _year(-6, -3),
    "until": _year(-1, 1),
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
_OTHER: Final[Mapping[tuple[str, str], Choose]] = {
    ("identify/author", "id"): author,
    ("identify/paper", "id"): paper,
    ("identify/venue", "id"): group,
    ("lookup/author_by_name", "name"): printed,
    ("lookup/author_starting", "name"): printed,
    ("link/coauthor_pair", "a"): author,
    ("link/coauthor_pair", "b"): author,
    ("link/coauthor_candidates", "a"): author,
    ("indicator/citations", "since"): lambda *_: None,
    ("lookup/groups_named", "text"): lambda rng, d: f"papers of {group(rng, d)}",
    ("path/ordered_references", "since"): lambda _, d: d.day.replace(year=d.day.year - 5, day=1),
    # What a paper itself says is read though it is later: only what it cites is as of the day.
    ("task/own_text", "paper_id"): lambda rng, d: rng.choice(d.papers),
}


def parameters(name: str, rng: random.Random, drawn: Drawn) -> dict[str, Any]:
    """Values of all parameters of a statement as of the day.

    Raises:
        ValueError: If it takes what nothing is known to draw for.
    """
    statement = load(name)
    given: dict[str, Any] = {"before": drawn.day}
    for one in sorted(statement.params - {"before"}):
        choose = _OTHER.get((name, one)) or _VALUES.get(one)
        if one in statement.allowed:
            given[one] = rng.choice(statement.allowed[one])
        elif choose is not None:
            given[one] = choose(rng, drawn)
        elif one not in statement.defaults:
            raise ValueError(f"{name}: say what ${one} takes in {__name__}")
    if {"citing_id", "cited_id"} <= given.keys() and drawn.mentioning and rng.random() > _LATER:
        citing, cited = rng.choice(drawn.mentioning)
        given |= {"citing_id": citing, "cited_id": cited}
    return given


def statement_probes(drawn: Drawn, count: int, seed: int) -> list[Probe]:
    """Each statement of the catalogue that takes a day, asked so many questions."""
    return [_probe(name, drawn, count, seed) for name in STATEMENTS]


def _probe(name: str, drawn: Drawn, count: int, seed: int) -> Probe:
    rng = random.Random(f"{seed} {name}")  # noqa: S311 - a seeded sample
    asked = [parameters(name, rng, drawn) for _ in range(count)]

    def look(world: World) -> list[Any]:
        mark = {"graph_fingerprint": world.snapshot.graph_fingerprint}
        return [
            [
                {key: value for key, value in row.items() if key != _OF_LATER.get(name)}
                for row in _rows(
                    world, name, **{**given, **{k: mark[k] for k in mark.keys() & given}}
                )
            ]
            for given in asked
        ]

    return Probe("statements", name, look)
