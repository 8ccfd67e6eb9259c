"""The verbs of a graph that take ``before``: both engines, tables as a user gets them."""

import inspect
import random
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_args

import pytest
from helpers.networks.dated_worlds import Pair, day_of_seed, loaded, pairs, together
from helpers.proof import Proof, parts

from scinet.errors import ScinetError
from scinet.experiments.leak_audit.compare import find_difference
from scinet.graph.db.connection import Database
from scinet.graph.schema.choices import Exported, Leading
from scinet.session.graph import Graph
from scinet.session.table import Table

Ask = Callable[[Graph, date, Pair, random.Random], Any]


def _ends(world: Pair, rng: random.Random) -> tuple[str, str]:
    first, second = rng.sample(world.ids, 2)
    return first, second


def _exported(graph: Graph, day: date, what: Exported, ending: str) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, f"exported.{ending}")
        graph.export(what, out=file, before=day)
        return file.read_text("utf-8")


VERBS: Final[Mapping[str, Ask]] = {
    "ask": lambda g, d, *_: [
        g.ask(one, before=d)
        for one in (
            "most cited papers on parsing",
            "most disruptive papers on grammar",
            "most cited papers in Journal v2",
        )
    ],
    "namesakes": lambda g, d, *_: [
        g.namesakes(kind=kind, before=d) for kind in ("namesakes", "splits")
    ],
    "statistics": lambda g, d, *_: g.statistics(before=d),
    "snapshot": lambda g, d, *_: [str(g.snapshot(d)), g.snapshot(d).author_name],
    "path": lambda g, d, w, r: [
        vars(g.path(*_ends(w, r), before=d, engine=engine)) for engine in ("arrays", "database")
    ],
    "paths": lambda g, d, w, r: g.paths(*_ends(w, r), before=d),
    "main_path": lambda g, d, *_: vars(g.main_path(before=d, venue="v0")),
    "disruption": lambda g, d, w, r: [
        g.disruption(before=d),
        g.disruption(papers=_ends(w, r), before=d, engine="database"),
    ],
    "citations": lambda g, d, w, r: [
        g.citations(before=d),
        g.citations(papers=_ends(w, r), before=d, window_years=2, engine="database"),
    ],
    "normalised": lambda g, d, *_: [g.normalised(by=b, before=d) for b in ("venue", "topic")],
    "sleeping_beauties": lambda g, d, *_: g.sleeping_beauties(before=d),
    "reference_age": lambda g, d, *_: g.reference_age(before=d),
    "novelty": lambda g, d, *_: [g.novelty(item=i, before=d) for i in ("venue", "field")],
    "novelty_pairs": lambda g, d, w, r: g.novelty_pairs(_ends(w, r)[0], before=d),
    "centrality": lambda g, d, *_: [
        g.centrality("pagerank", before=d),
        g.centrality("citerank", before=d),
        g.centrality("betweenness", network="coauthor", before=d),
    ],
    "authors": lambda g, d, *_: g.authors(before=d),
    "volatility": lambda g, d, *_: g.volatility(level="topic", papers=5, before=d),
    "links": lambda g, d, w, r: [
        g.links([_ends(w, r)], network="coupling", before=d, engine=engine)
        for engine in ("arrays", "database")
    ],
    # Words find authors by the names of the whole graph.
    "find": lambda g, d, w, r: [
        g.find("pars", before=d, starting=True),
        [row for row in g.find("ada", before=d, starting=True) if row["kind"] == "paper"],
        *(g.find(text, before=d, limit=1000)["id"] for text in (*_ends(w, r), "grammar")),
    ],
    "tool": lambda g, d, *_: g.tool("search_papers", {"text": "grammar"}, before=d),
    "near": lambda g, d, *_: [g.near(text, before=d) for text in ("p", "parsing gramar")],
    "citation_contexts": lambda g, d, w, r: [
        g.citation_contexts(paper, by=by, before=d)
        for paper in _ends(w, r)
        for by in ("citing", "cited")
    ],
    "map": lambda g, d, w, r: g.map(_ends(w, r), before=d),
    "map_groups": lambda g, d, w, r: [
        found := g.map_groups(_ends(w, r), before=d),
        found.attrs["members"],
    ],
    "co_cited": lambda g, d, w, r: g.co_cited(_ends(w, r), before=d),
    # Communities are made of what is committed: test_graph_data_science.
    "fields": lambda g, d, *_: [
        [found := g.fields(by, before=d), found.attrs] for by in ("venue", "topic")
    ],
    "fields_of": lambda g, d, w, r: [g.fields_of(one, before=d) for one in _ends(w, r)],
    "fields_named": lambda g, d, *_: g.fields_named("v0", before=d),
    "leading": lambda g, d, *_: [
        g.leading("v0", by="venue", rank=rank, before=d, min_citations=1, min_references=1)
        for rank in get_args(Leading)
    ],
    "citations_over_time": lambda g, d, w, r: [
        g.citations_over_time(papers=_ends(w, r), before=d),
        g.citations_over_time(authors=r.choice(w.authors), before=d),
        g.citations_over_time(field="v0", by="venue", before=d),
    ],
    "over_time": lambda g, d, *_: g.over_time("v0", by="venue", before=d),
    "three_fields": lambda g, d, *_: [
        g.three_fields(field, by="venue", before=d) for field in ("v0", None)
    ],
    "export": lambda g, d, *_: [
        _exported(g, d, "papers", "csv"),
        _exported(g, d, "papers", "bib"),
        _exported(g, d, "citation", "graphml"),
    ],
    "candidates": lambda g, d, w, r: g.candidates(r.choice(w.authors), before=d),
    "cypher": lambda g, d, w, r: g.cypher(
        "MATCH (p:Paper) OPTIONAL MATCH (p)<-[:CITES]-(q) WHERE NOT p.id IN $ids "
        "RETURN p, count(q) AS citations ORDER BY citations DESC, p.id",
        {"ids": _ends(w, r)},
        before=d,
    ),
}  # fmt: skip
# Those that other proofs try, and those that only write down a day.
ELSEWHERE: Final[Mapping[str, str]] = {
    "build": "test_systems",
    "quality": "checks are of the whole, as it says; with a day it counts later papers by intent",
    "report": "tables of arrays cut at the day; checks are of the whole, as it says",
    "communities": "test_graph_data_science",
    "embeddings": "test_graph_data_science",
    "environment": "arrays cut at the day: test_environment loads them and compares",
    "survey": "the systems survey-text and survey-graph of test_systems",
    "annotate_citations": "label/unread of test_statements: the day bounds what is labelled",
    "annotate_papers": "arrays cut at the day: test_arrays",
    "annotate_scipaths": "task/reused of test_statements: the day bounds what is counted",
    "import_task": "the end of a published split, whose questions have days of their own",
}


def _same(database: Database) -> Database:
    return database


def _plain(value: Any) -> Any:
    """A table without what it counts of what it hides."""
    if isinstance(value, Table):
        return {name: value[name] for name in value.columns}
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items() if name != "left_out"}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _told(graph: Graph, name: str, world: Pair, seed: int) -> Any:
    try:
        return _plain(VERBS[name](graph, world.day, world, random.Random(seed)))
    except ScinetError as error:
        return str(error)


def test_verbs_are_all_there() -> None:
    taking = {
        name
        for name, verb in inspect.getmembers(Graph, inspect.isfunction)
        if not name.startswith("_") and "before" in inspect.signature(verb).parameters
    }
    assert taking == VERBS.keys() | ELSEWHERE.keys()
    assert not VERBS.keys() & ELSEWHERE.keys()


@pytest.mark.parametrize("part", parts(10))
def test_verbs(shared_database: Database, tmp_path: Path, proof: Proof, part: str) -> None:
    """What the library and the command line say as of a day does not move with what is later."""
    shared_database.rows("admin/wipe")
    moved: dict[str, str] = {}
    answered: set[str] = set()
    trials = proof.trials(short=1, full=100)
    for number in range(trials):
        seed = proof.seed_of(part, number, trials)
        world = together(pairs(seed, 1))
        assert world.day == day_of_seed(seed)
        sides = []
        for side, records in enumerate((world.past, world.whole)):
            with loaded(shared_database, records) as there:
                graph = Graph(partial(_same, there), cache=tmp_path / f"{number}-{side}")
                sides.append({name: _told(graph, name, world, seed) for name in VERBS})
        for name, item in sides[0].items():
            answered |= set() if isinstance(item, str) else {name}
            if (where := find_difference(item, sides[1][name], name)) is not None:
                moved.setdefault(name, f"seed {seed}, {world.day}: {where}")
    proof.count(verbs=len(VERBS))
    assert moved == {}
    assert trials == 1 or answered == VERBS.keys()
