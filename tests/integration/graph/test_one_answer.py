"""One graph, one answer: neither the order of loading nor what is dated later moves anything."""

import json
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from helpers.files.read_files import write_lines
from helpers.networks.build import Paper, load_graph
from helpers.networks.two_sides import Network, as_snapshot

from scinet.graph import links
from scinet.graph.communities import read_communities
from scinet.graph.communities.store import find_and_store
from scinet.graph.db.connection import Database
from scinet.graph.gds.constructed import EMBEDDINGS
from scinet.graph.gds.embeddings import embed
from scinet.graph.load.loading import load
from scinet.graph.search.paper_names import add_names
from scinet.graph.snapshot import Snapshot, grouping, read_snapshot
from scinet.graph.snapshot.edit import add_records
from scinet.graph.snapshot.store import open_snapshot, save_snapshot
from scinet.graph.sources.papers import paper_record

CUT = date(2004, 1, 1)
WORDS = ["abc", "bcd", "cde", "def", "efg", "fgh"]
MIXES = ("citation", "citation=1,co-citation=1,coupling=1")


def tangled(papers: int = 160) -> Network:
    """Papers that cite one another without any order, so that many communities are as good."""
    chance = random.Random(0)  # noqa: S311 - a network, no secret
    names = [f"p{number:03d}" for number in range(papers)]
    chance.shuffle(names)
    rows: list[Paper] = [
        (name, str(2000 + place // 40), sorted(chance.sample(names[:place], min(3, place))))
        for place, name in enumerate(names)
    ]
    titles = {name: " ".join(chance.sample(WORDS, 3)) for name in names}
    return rows, {name: [f"a{chance.randrange(20):02d}"] for name in names}, titles


def loads(database: Database) -> Iterator[Snapshot]:
    """Arrays before the day: loaded as it is, in two orders, and with a future, loaded first."""
    papers, authors, titles = tangled()
    chance = random.Random(1)  # noqa: S311 - an order
    future: list[Paper] = [
        (f"late{n}", "2004-01-01", chance.sample([row[0] for row in papers], 60)) for n in range(9)
    ]
    every = [papers, *(chance.sample(papers, len(papers)) for _ in range(2)), future + papers]
    for rows in every:
        database.rows("admin/wipe")
        load_graph(database, rows, authors, titles=titles | {f"late{n}": "xyz" for n in range(9)})
        yield read_snapshot(database, CUT)


def test_no_answer_follows_the_order_of_loading_or_the_future(database: Database) -> None:
    expected = as_snapshot(tangled()).until(CUT)
    results: list[list[Any]] = []
    for past in loads(database):
        for name, value in vars(expected).items():
            if isinstance(value, np.ndarray):
                np.testing.assert_array_equal(getattr(past, name), value, err_msg=name)
        kept = []
        for mix in MIXES:
            find_and_store(database, before=CUT, mix=mix, min_size=2)
            graph = past.graph_fingerprint
            kept.append(read_communities(database, before=CUT, mix=mix, graph_fingerprint=graph))
        rows = [embed(database, past, method, dimensions=8, seed=1) for method in EMBEDDINGS]
        assert all(row.any() for row in rows)
        results.append([kept, [row.tobytes() for row in rows], by_cypher(database, past)])
    assert len(results) == 4
    assert len(results[0][0][0]) > 3
    assert all(other == results[0] for other in results)


def by_cypher(database: Database, past: Snapshot) -> list[Any]:
    """Features of pairs with many neighbours in common, which the database adds up."""
    most = np.argsort(-past.cited_by.lengths(), kind="stable")[:3]
    item, *others = past.paper_id[most].tolist()
    return [
        *(
            links.features_in_database(database, name, item, other, before=CUT)
            for other in others
            for name in ("citation", "co-citation", "coupling")
        ),
        *(
            links.features_in_database(database, "coauthor", "a00", f"a{n:02d}", before=CUT)
            for n in range(3)
        ),
        *database.rows("link/citation_candidates", a=item, before=CUT),
        *database.rows("link/coauthor_candidates", a="a00", before=CUT),
    ]


def byline(paper: str, when: str, *names: str | None, venue: str) -> dict[str, Any]:
    authors = [{"id": f"a{place}", "name": name} for place, name in enumerate(names)]
    return {"id": paper, "date": when, "authors": authors, "venue_id": "v", "venue": venue}


def test_no_later_name_admits_an_author(database: Database) -> None:
    """Who is called Zephyr from 2020 on is not found by that as of 2015."""
    papers = [
        byline("p0", "2010", "John Quine", venue="V"),
        byline("p1", "2010", None, "Julia Quine", venue="V"),
        byline("p2", "2020", "Alice Zephyr", "Alice Zephyr Li", venue="V"),
    ]
    file = Path("papers.jsonl")
    file.write_text("\n".join(map(json.dumps, papers)))
    load(database, [file], kind="records")
    cut = {"before": date(2015, 1, 1)}

    def found(statement: str, name: str, **more: Any) -> list[str]:
        return sorted(row["name"] for row in database.rows(statement, name=name, **more, **cut))

    for how in ({"fuzzy": True}, {}):
        assert found("lookup/author_by_name", "zephyr", **how) == []
        assert found("lookup/author_by_name", "li zephyr", **how) == []
        both = found("lookup/author_by_name", "zephyr quine", **how)
        assert both == ["John Quine", "Julia Quine"]
    assert found("lookup/author_by_name", "zephir", fuzzy=True) == []
    assert found("lookup/author_starting", "li zeph") == []


def test_a_name_as_of_a_day_is_what_was_printed_before(database: Database) -> None:
    past = [
        byline("p0", "2000", None, "Bo", venue="Proc. of V"),
        byline("p1", "2001", "Zoe", venue="Proc. of V"),
        byline("p2", "2002-05-01", "Zoe B.", "Bob", venue="V"),
    ]
    later = [
        byline("p3", "2003-01-01", "Ann", "\ufb00", "New", venue="A"),
        byline("p4", "", "Aa", "\U0001d49c", venue="A"),
    ]
    file = Path("papers.jsonl")
    results: list[Any] = []
    for records in (past, [*past, *later], [*later, *reversed(past)]):
        database.rows("admin/wipe")
        file.write_text("\n".join(map(json.dumps, records)))
        load(database, [file], kind="records", rejects=Path("rejects"), max_rejected=1)
        whole = read_snapshot(database)
        cut = whole.until(date(2003, 1, 1))
        asked = {"before": date(2003, 1, 1)}
        results.append(
            [
                cut.author_name.tolist(),
                [whole.until(date(year, 1, 1)).author_name.tolist() for year in (2001, 2002)],
                [whole.name_of_author(0, date(year, 1, 1)) for year in (2001, 2002, 2003)],
                [row["name"] for row in database.rows("lookup/author", author_id="a0", **asked)],
                [
                    (row["author_id"], row["name"], row["papers"])
                    for text in ("Ann", "Aa", "New", "Bo")
                    for row in database.rows("lookup/author_by_name", name=text, **asked)
                ],
                [r["name"] for r in database.rows("ego/co_authors", author_id="a0", **asked)],
                grouping.group_papers(cut, "venue", database=database).name.tolist(),
                [row["authors"] for row in add_names(database, [{"paper_id": "p2"}])],
                database.rows("lookup/paper", paper_id="p2", **asked),
            ]
        )
    assert results[0][:-1] == [
        ["Zoe B.", "Bob"],
        [[None, "Bo"], ["Zoe", "Bo"]],
        [None, "Zoe", "Zoe B."],
        ["Zoe B."],
        [("a1", "Bob", 2)],
        ["Bob"],
        ["Proc. of V"],
        ["Zoe B., Bob"],
    ]
    assert [author["name"] for author in results[0][-1][0]["authors"]] == ["Zoe B.", "Bob"]
    assert all(other == results[0] for other in results[1:])
    assert whole.author_name.tolist() == ["Zoe B.", "Bob", "New"]

    arrays = ("author_name", "written_name", "authored_name")
    same_planted(database, past, later, whole, arrays, (date(2003, 1, 1), date(2002, 1, 1)))


def same_planted(
    database: Database,
    past: list[dict[str, Any]],
    later: list[dict[str, Any]],
    whole: Snapshot,
    arrays: tuple[str, ...],
    days: tuple[date, date],
) -> None:
    """The arrays of another world are those of the database with the same records, saved or not."""
    database.rows("admin/wipe")
    load(database, write_lines("past.jsonl", *past), kind="records", source=None)
    planted = add_records(read_snapshot(database), [paper_record(item, None) for item in later])
    save_snapshot(planted, Path("saved"))
    for other in (planted, open_snapshot(Path("saved"))):
        for day in (None, *days):
            item, same = (s if day is None else s.until(day) for s in (whole, other))
            for name in arrays:
                assert getattr(item, name).tolist() == getattr(same, name).tolist(), (name, day)


def about(paper: str, when: str, name: str | None, level: str) -> dict[str, Any]:
    return {"id": paper, "date": when, "fields": [{"id": "f", "name": name, "level": level}]}


def test_a_field_as_of_a_day_is_what_papers_before_it_say(database: Database) -> None:
    past = [about("p0", "2000", None, "topic"), about("p1", "2001", "Zoo", "topic")]
    later = [about("p2", "2003-01-01", "Ant", "field"), about("p3", "", "Aa", "domain")]
    file = Path("papers.jsonl")
    days = (date(2003, 1, 1), date(2001, 1, 1))
    for records in (past, [*past, *later], [*later, *reversed(past)]):
        database.rows("admin/wipe")
        file.write_text("\n".join(map(json.dumps, records)))
        load(database, [file], kind="records", rejects=Path("rejects"), max_rejected=1)
        whole = read_snapshot(database)
        cut, first = (whole.until(day) for day in days)
        assert (cut.field_name.tolist(), cut.field_level.tolist()) == (["Zoo"], ["topic"])
        assert (first.field_name.tolist(), first.field_level.tolist()) == ([None], ["topic"])
        assert cut.primary_field("topic").tolist() == [0, 0]
        assert grouping.group_papers(cut, "topic").name.tolist() == ["Zoo"]
    assert (whole.field_name.tolist(), whole.field_level.tolist()) == (["Ant"], ["field"])
    arrays = ("field_name", "field_level", "written_field", "in_field_name", "main_field")
    same_planted(database, past, later, whole, arrays, days)


def test_titles_of_initials_follow_neither_ids_nor_later_citations(database: Database) -> None:
    near, neural = "Near more trees", "Neural machine translation"
    papers = [
        {"id": "a", "date": "2000", "title": "Other"},
        {"id": "b", "date": "2000", "title": near, "abstract": "NMT"},
        {"id": "c", "date": "2000", "title": neural, "abstract": "Called NMT here."},
        {"id": "d", "date": "2003", "title": "Later", "references": ["c"]},
    ]
    file = Path("papers.jsonl")
    file.write_text("\n".join(map(json.dumps, papers)))
    load(database, [file], kind="records", source=None)

    def titles(**asked: Any) -> list[str]:
        rows = database.rows("lookup/title_initials", initials="nmt", **asked)
        return [row["title"] for row in rows]

    assert titles() == [neural, near]
    assert titles(before=date(2002, 1, 1)) == [near, neural]
    assert len(titles(most=1)) == 1  # the first paper by id is not one
