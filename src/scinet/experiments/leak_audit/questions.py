"""Questions about a network as of a day, sampled from it: names, and parameter values.

All samples are seeded, from the papers before the day and from later or planted ones, so that the
questions of two worlds are equal.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import numpy as np

from scinet.eval.task import Query
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.query import load_query, query_names
from scinet.graph.snapshot import Snapshot

_LOOKS_AHEAD: Final = "quality/undecided_papers"  # counts data later than the day by design
# Later papers count by intent: tasks omit paragraphs that mention some.
_LATER_COLUMNS: Final = {"task/own_text": "has_later"}
STATEMENTS: Final = tuple(
    name
    for name in query_names()
    if load_query(name).mode == "read"
    and "before" in load_query(name).params
    and name != _LOOKS_AHEAD
)
_LATER_SHARE: Final = 0.15  # share of questions about later or nonexistent papers
_ENDS: Final = (
    ("a", "b"),
    ("other", "paper"),
    ("other_id", "paper_id"),
    ("other_author_id", "author_id"),
    ("target_id", "source_id"),
)
_UNKNOWN_AUTHORS: Final = ("!nobody", "~nobody")


@dataclass(frozen=True, slots=True)
class QuestionSample:
    """Names for questions.

    Attributes:
        papers: Ids of papers before the day.
        later: Ids of later, planted or nonexistent papers.
        venues: Ids of venues.
        groups: Names of venues, fields and communities.
        printed: Names of authors.
        cited: (citing, cited).
        mentioning: (citing, cited): the text of the citing paper mentions the other.
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


Choose = Callable[[random.Random, QuestionSample], Any]


def draw_questions(world: AuditWorld, day: date, count: int, seed: int) -> QuestionSample:
    """Sample names as of a day, about as many papers as questions of each kind."""
    rng = random.Random(f"{seed} {day}")  # noqa: S311 - a seeded sample
    past = world.snapshot.until(day)
    rows = rng.sample(range(past.num_papers), min(count, past.num_papers))
    # Two random papers are seldom related.
    cites = [(row, int(item)) for row in rows for item in past.cites.row(row)]
    rows = list(
        dict.fromkeys([*rows, *(item for _, item in rng.sample(cites, min(count, len(cites))))])
    )
    authors = list(dict.fromkeys(int(item) for row in rows for item in past.authored.row(row)))
    named = np.unique(past.venue[rows])
    venues = [str(past.venue_id[item]) for item in named if item >= 0]
    called = _query_rows(world, "task/venue_names", venue_ids=venues, before=day)
    fields = rng.sample(list(past.field_name), min(count, len(past.field_name)))
    groups = [*(row["name"] for row in called), *fields]
    titles = [title for row in rows if (title := past.title[row])]
    mentions = _mentioning_pairs(past)
    return QuestionSample(
        day=day,
        papers=tuple(str(past.paper_id[row]) for row in rows),
        later=(
            "!planted-0",
            "~planted-1",
            "nothing",
            *map(str, world.snapshot.paper_id[past.num_papers :][:2]),
        ),
        authors=tuple(str(past.author_id[item]) for item in authors) or _UNKNOWN_AUTHORS,
        printed=tuple(str(past.author_name[item]) for item in authors) or ("Nobody",),
        venues=tuple(venues) or ("nowhere",),
        groups=(*(str(item) for item in groups if item), "Planted"),
        titles=(*map(str, titles), "planted"),
        words=tuple(dict.fromkeys(word for title in titles for word in title.lower().split()))
        or ("planted",),
        cited=tuple((str(past.paper_id[a]), str(past.paper_id[b])) for a, b in cites),
        mentioning=tuple(rng.sample(mentions, min(count, len(mentions)))),
        contributions=(
            *(
                row["contribution_id"]
                for row in _query_rows(world, "task/pathways", before=day)[:count]
            ),
            "!planted-0",
        ),
        graph_fingerprint=world.snapshot.graph_fingerprint,
    )


def iter_samples(drawn: QuestionSample, count: int) -> Iterator[QuestionSample]:
    """Yield a sample to draw each question from: the last of several holds planted things alone.

    Those exist as of the day only if they are dated earlier, so that most leaks are seen.
    """
    planted = drawn.later[:2]
    about = (planted[0], drawn.papers[0])
    last = replace(
        drawn,
        papers=planted,
        later=planted,
        authors=("!planted-author-0", drawn.authors[0]),
        printed=("Planted",),
        venues=("!planted-venue",),
        groups=("Planted",),
        titles=drawn.titles[:1],  # which a planted paper has again
        words=("planted",),
        cited=(about,),
        mentioning=(about,),
        contributions=planted,
    )
    return (drawn if number < count - 1 or not number else last for number in range(count))


def make_plant_queries(drawn: QuestionSample, count: int) -> list[Query]:
    """Turn sampled papers, authors and titles into queries to plant a future around."""
    cited = dict(drawn.cited)
    return [
        Query(
            f"q{number}",
            "",
            {
                "paper_id": paper,
                "other_id": cited.get(paper, paper),
                "author_id": drawn.authors[number % len(drawn.authors)],
                "title": drawn.titles[number % len(drawn.titles)],
            },
            drawn.day,
            1,
        )
        for number, paper in enumerate(drawn.papers[:count])
    ]


def sample_days(snapshot: Snapshot, count: int) -> list[date]:
    """Sample days that divide all dated papers into equal parts."""
    places = [snapshot.num_papers * (number + 1) // (count + 1) for number in range(count)]
    days = (snapshot.day[place] for place in places if place < snapshot.num_papers)
    return sorted({np.datetime64(int(day), "D").astype(date) for day in days})


def _query_rows(world: AuditWorld, name: str, /, **params: Any) -> list[dict[str, Any]]:
    return [] if world.database is None else world.database.rows(name, **params)


def _mentioning_pairs(past: Snapshot) -> list[tuple[str, str]]:
    pairs = zip(past.co_mention_citing.tolist(), past.co_mention[:, 0].tolist(), strict=True)
    return [(str(past.paper_id[a]), str(past.paper_id[b])) for a, b in dict.fromkeys(pairs)]


def draw_paper(rng: random.Random, drawn: QuestionSample) -> str:
    """Draw a paper, sometimes a nonexistent one."""
    return rng.choice(drawn.later if rng.random() < _LATER_SHARE else drawn.papers)


def relate_ends(values: dict[str, Any], rng: random.Random, drawn: QuestionSample) -> None:
    """Replace two ends by a paper and one that it cites: any two are seldom related."""
    for later, earlier in _ENDS:
        ends = {values.get(later), values.get(earlier)}
        if ends <= {*drawn.authors} and len(drawn.authors) > 1:
            values[later], values[earlier] = rng.sample(drawn.authors, 2)
        elif ends <= {*drawn.papers} and drawn.cited and rng.random() > _LATER_SHARE:
            values[later], values[earlier] = rng.choice(drawn.cited)


def draw_author(rng: random.Random, drawn: QuestionSample) -> str:
    """Draw an author, sometimes a nonexistent one."""
    return rng.choice(_UNKNOWN_AUTHORS if rng.random() < _LATER_SHARE else drawn.authors)


def draw_word(rng: random.Random, drawn: QuestionSample) -> str:
    """Draw a word of a title."""
    return rng.choice(drawn.words)


def draw_title(rng: random.Random, drawn: QuestionSample) -> str:
    """Draw a title."""
    return rng.choice(drawn.titles)


def draw_author_name(rng: random.Random, drawn: QuestionSample) -> str:
    """Draw the name of an author."""
    return rng.choice(drawn.printed)


def draw_group_name(rng: random.Random, drawn: QuestionSample) -> str:
    """Draw the name of a venue, a field or a community."""
    return rng.choice(drawn.groups)


def _draw_papers(rng: random.Random, drawn: QuestionSample) -> list[str]:
    return list(dict.fromkeys(draw_paper(rng, drawn) for _ in range(6)))


def _year_chooser(*steps: int) -> Choose:
    return lambda rng, drawn: rng.choice((None, *(drawn.day.year + step for step in steps)))


# Values of parameters by name. One that is not here has its default, or is an error.
_PARAMETER_VALUES: Final[Mapping[str, Choose]] = {
    "paper_id": draw_paper,
    "other_id": draw_paper,
    "source_id": draw_paper,
    "target_id": draw_paper,
    "citing_id": draw_paper,
    "cited_id": draw_paper,
    "a": draw_paper,
    "b": draw_paper,
    "paper_ids": _draw_papers,
    "source_ids": _draw_papers,
    "target_ids": _draw_papers,
    "others": _draw_papers,
    "pairs": lambda rng, d: [list(pair) for pair in rng.sample(d.cited, min(8, len(d.cited)))],
    "author_id": draw_author,
    "author_ids": lambda rng, d: list(dict.fromkeys(draw_author(rng, d) for _ in range(4))),
    "other_author_id": draw_author,
    "venue_id": lambda rng, d: rng.choice((*d.venues, "nowhere")),
    "venue_ids": lambda _, d: list(d.venues),
    "contribution_id": lambda rng, d: rng.choice(d.contributions),
    "kind": lambda rng, _: rng.choice((None, "news", "patent")),
    "kinds": lambda *_: ["news", "patent"],
    "name": draw_group_name,
    "texts": lambda rng, d: [draw_word(rng, d)],
    "words": lambda rng, d: [draw_word(rng, d)],
    "text": draw_title,
    "title": draw_title,
    "initials": lambda rng, d: "".join(word[0] for word in draw_title(rng, d).split())[:2],
    "graph_fingerprint": lambda _, d: d.graph_fingerprint,
    "starts": lambda rng, d: [draw_paper(rng, d)[:2], draw_author(rng, d)[:2]],
    "ends": lambda rng, d: [draw_paper(rng, d)[-1:], draw_author(rng, d)[-1:]],
    "parts": lambda rng, d: [
        rng.choice(d.venues).lower(),
        draw_group_name(rng, d).lower().split()[0],
    ],
    "max_hops": lambda rng, _: rng.randint(1, 5),
    "since": _year_chooser(-6, -3),
    "until": _year_chooser(-1, 1),
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
# Values by statement, where the name alone is ambiguous.
_STATEMENT_VALUES: Final[Mapping[tuple[str, str], Choose]] = {
    ("identify/author", "id"): draw_author,
    ("identify/paper", "id"): draw_paper,
    ("identify/venue", "id"): draw_group_name,
    ("lookup/author_by_name", "name"): draw_author_name,
    ("lookup/author_starting", "name"): draw_author_name,
    ("link/coauthor_pair", "a"): draw_author,
    ("link/coauthor_pair", "b"): draw_author,
    ("link/coauthor_candidates", "a"): draw_author,
    ("indicator/citations", "since"): lambda *_: None,
    ("lookup/groups_named", "text"): lambda rng, d: f"papers of {draw_group_name(rng, d)}",
    ("path/ordered_references", "since"): lambda _, d: d.day.replace(year=d.day.year - 5, day=1),
    # The paper's own text is read though it is later: only its references are as of the day.
    ("task/own_text", "paper_id"): lambda rng, d: rng.choice(
        [cited for _, cited in d.cited if cited not in d.later] or d.papers
    ),
}


def draw_parameters(name: str, rng: random.Random, drawn: QuestionSample) -> dict[str, Any]:
    """Draw values of all parameters of a statement as of the day.

    Raises:
        ValueError: If there is no rule for a parameter.
    """
    statement = load_query(name)
    values: dict[str, Any] = {"before": drawn.day}
    for param in sorted(statement.params - {"before"}):
        choose = _STATEMENT_VALUES.get((name, param)) or _PARAMETER_VALUES.get(param)
        if param in statement.allowed:
            values[param] = rng.choice(statement.allowed[param])
        elif choose is not None:
            values[param] = choose(rng, drawn)
        elif param not in statement.defaults:
            raise ValueError(f"{name}: say what ${param} takes in {__name__}")
    if (
        {"citing_id", "cited_id"} <= values.keys()
        and drawn.mentioning
        and rng.random() > _LATER_SHARE
    ):
        citing, cited = rng.choice(drawn.mentioning)
        values |= {"citing_id": citing, "cited_id": cited}
    relate_ends(values, rng, drawn)
    return values


def make_statement_probes(drawn: QuestionSample, count: int, seed: int) -> list[Probe]:
    """Make a probe of each statement with a cutoff, run with ``count`` samples of parameters."""
    return [_make_probe(name, drawn, count, seed) for name in STATEMENTS]


def _make_probe(name: str, drawn: QuestionSample, count: int, seed: int) -> Probe:
    rng = random.Random(f"{seed} {name}")  # noqa: S311 - a seeded sample
    param_sets = [draw_parameters(name, rng, sample) for sample in iter_samples(drawn, count)]

    def look(world: AuditWorld) -> list[Any]:
        mark = {"graph_fingerprint": world.snapshot.graph_fingerprint}
        return [
            [
                {key: value for key, value in row.items() if key != _LATER_COLUMNS.get(name)}
                for row in _query_rows(
                    world, name, **{**params, **{k: mark[k] for k in mark.keys() & params}}
                )
            ]
            for params in param_sets
        ]

    return Probe("statements", name, look)
