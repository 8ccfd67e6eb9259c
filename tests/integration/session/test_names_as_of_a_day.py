"""Verbs as of a day find papers, authors and venues by name among what exists before it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from helpers.commands.command_line import rows, run
from helpers.networks.dated_worlds import Records, Row, loaded, write

from scinet.errors import NotFoundError
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph

DAY: Final = "2010-01-01"
ENGINES: Final = ("arrays", "database")
Ask = Callable[[Graph], Any]


def _paper(name: str, year: int, references: list[str], author: str, venue: str) -> Row:
    return {
        "id": f"t:{name}",
        "title": f"{name.title()} of parsing",
        "date": f"{year}-05-01",
        "references": [f"t:{reference}" for reference in references],
        "authors": [{"id": f"t:{author}", "name": f"{author.title()} Smith"}],
        "venue": f"{venue.title()} Letters",
        "venue_id": f"v:{venue}",
    }


PAST: Final = [
    _paper("roots", 2001, [], "ann", "early"),
    _paper("stem", 2004, ["roots"], "cy", "middle"),
    _paper("leaves", 2007, ["stem"], "bea", "late"),
]
# Of the same titles and names, in venues of the same names.
NAMESAKES: Final = [
    row | {"id": f"x:{row['id'][2:]}", "date": "2015-05-01", "venue_id": f"w:{row['venue_id'][2:]}"}
    | {"references": [], "authors": [{"id": f"x:{author['id'][2:]}", "name": author["name"]}]}
    for row in PAST
    for author in row["authors"]
]  # fmt: skip
A, B = "Roots of parsing", "Leaves of parsing"
ASKED: Final[dict[str, Ask]] = {
    "path": lambda g: [vars(g.path(A, B, before=DAY, engine=one)) for one in ENGINES],
    "path of authors": lambda g: [
        vars(g.path("Ann Smith", "Bea Smith", by="author", before=DAY, engine=one))
        for one in ENGINES
    ],
    "path of venues": lambda g: vars(g.path("early", "late", by="venue", before=DAY)),
    "paths": lambda g: g.paths(A, B, before=DAY),
    "main_path": lambda g: vars(g.main_path(venue="middle", before=DAY)),
    "disruption": lambda g: [g.disruption(papers=A, before=DAY, engine=one) for one in ENGINES],
    "citations": lambda g: g.citations(papers=A, before=DAY),
    "normalised": lambda g: g.normalised(papers=A, before=DAY),
    "sleeping_beauties": lambda g: g.sleeping_beauties(papers=A, before=DAY),
    "reference_age": lambda g: g.reference_age(papers=B, before=DAY),
    "novelty": lambda g: g.novelty(papers=B, before=DAY),
    "novelty_pairs": lambda g: g.novelty_pairs(B, before=DAY),
    "authors": lambda g: g.authors(authors="Ann Smith", before=DAY),
    "query": lambda g: [
        g.query("ego/citations", paper=A, before=DAY),
        g.query("ego/co_authors", author="Ann Smith", before=DAY),
    ],
    "citation_contexts": lambda g: g.citation_contexts(A, before=DAY),
    "candidates": lambda g: g.candidates("Ann Smith", before=DAY),
    "links": lambda g: g.links([(A, B)], network="coupling", before=DAY),
}
# What is called otherwise in the past, and nowhere before the day.
UNKNOWN: Final[dict[str, Ask]] = {
    "path": lambda g: g.path("Fruits of parsing", B, before=DAY),
    "path of authors": lambda g: g.path("Zoe Smith", "Bea Smith", by="author", before=DAY),
    "path of venues": lambda g: g.path("Future Letters", "late", by="venue", before=DAY),
    "paths": lambda g: g.paths("Fruits of parsing", B, before=DAY),
    "main_path": lambda g: g.main_path(venue="future", before=DAY),
    "citations": lambda g: g.citations(papers="Fruits of parsing", before=DAY),
    "authors": lambda g: g.authors(authors="Zoe Smith", before=DAY),
    "query": lambda g: g.query("ego/citations", paper="Fruits of parsing", before=DAY),
}
FUTURE: Final = [
    *NAMESAKES,
    _paper("fruits", 2015, ["leaves"], "zoe", "future"),
    _paper("fruit", 2016, ["leaves"], "zoey", "futures"),
]


def _plain(value: Any) -> Any:
    """Tables as rows, without what they count of what they hide."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return repr(value.to_dict("list") if hasattr(value, "to_dict") else value)


def _told(graph: Graph, ask: Ask) -> Any:
    """What a verb answers, or the whole of its refusal."""
    try:
        return _plain(ask(graph))
    except NotFoundError as error:
        return str(error), error.hint


def _sides(database: Database, folder: Path, asked: dict[str, Ask]) -> list[dict[str, Any]]:
    """What all verbs say of the past alone, and with the future planted."""
    database.rows("admin/wipe")
    sides = []
    for side, papers in {"past": PAST, "whole": [*FUTURE, *PAST]}.items():
        with loaded(database, Records(papers=papers)) as there:
            graph = Graph(partial(_same, there), cache=folder / side)
            sides.append({name: _told(graph, ask) for name, ask in asked.items()})
    return sides


def _same(database: Database) -> Database:
    return database


def test_namesakes_and_others_of_later_are_neither_found_nor_meant(
    shared_database: Database, tmp_path: Path
) -> None:
    unknown = {f"unknown to {name}": ask for name, ask in UNKNOWN.items()}
    past, whole = _sides(shared_database, tmp_path, ASKED | unknown)
    assert whole == past
    assert {name for name, told in past.items() if isinstance(told, tuple)} == unknown.keys()


def test_a_later_id_has_no_rows(shared_database: Database, tmp_path: Path) -> None:
    shared_database.rows("admin/wipe")
    with loaded(shared_database, Records(papers=[*FUTURE, *PAST])) as there:
        graph = Graph(partial(_same, there), cache=tmp_path)
        assert not graph.query("ego/citations", paper="x:roots", before=DAY)
        assert len(graph.query("ego/citations", paper="t:roots", before=DAY)) == 1


def test_a_namesake_that_is_named_on_the_command_line(
    database: Database, uri: str, tmp_path: Path
) -> None:
    write(database, Records(papers=[*FUTURE, *PAST]))
    [result] = rows(run(uri, tmp_path, "path", A, B, "--before", DAY, "--json"))
    assert result["papers"] == ["t:roots", "t:stem", "t:leaves"]
    told = run(uri, tmp_path, "query", "ego/citations", "-p", f"paper={A}", "-p", f"before={DAY}")
    assert (told.returncode, "t:stem" in told.stdout) == (0, True), told.stderr
