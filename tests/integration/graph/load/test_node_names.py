"""Authors and venues by the name printed most often, and found by every one."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import NotFoundError
from scinet.graph.db import fingerprint, guard
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.search.find import find
from scinet.graph.search.identify import identify


def byline(paper: str, year: int, author: str, venue: str, title: str = "T") -> dict[str, Any]:
    return {
        "id": paper, "date": f"{year}-03-01", "title": title, "venue_id": "v", "venue": venue,
        "authors": [{"id": "ney", "name": author}, {"id": "o", "name": "Zo\u00eb O'Brien"}],
    }  # fmt: skip


FIRST = [
    byline("p0", 2000, "H. Ney", "Proc. ACL"),
    byline("p1", 2001, "H. Ney", "Proc. ACL"),
    byline("p2", 2002, "Hermann Ney", "ACL", "Zipf\u2019s law of Erd\u0151s"),
]
LATER = [byline(f"p{n}", 2003, "Hermann Ney", "ACL") for n in (3, 4)]


@pytest.fixture
def network(database: Database, tmp_path: Path) -> Database:
    store(database, FIRST, "first", tmp_path)
    store(database, LATER, "later", tmp_path)
    return database


def store(database: Database, records: list[dict[str, Any]], name: str, folder: Path) -> str:
    file = folder / f"{name}.jsonl"
    file.write_text("\n".join(map(json.dumps, records)))
    return load(database, [file], kind="records").run


def called(database: Database) -> dict[str, str]:
    read = "MATCH (n:Author|Venue) RETURN n.id AS id, n.name AS name"
    return {row["id"]: row["name"] for row in database.read_text(read)}


def test_the_commonest_name_follows_what_is_loaded_and_removed(
    database: Database, tmp_path: Path
) -> None:
    store(database, FIRST, "first", tmp_path)
    later = store(database, LATER, "later", tmp_path)
    assert called(database) == {"ney": "Hermann Ney", "o": "Zo\u00eb O'Brien", "v": "ACL"}
    before = fingerprint.compute_fingerprint(database).hex
    assert before == fingerprint.stored_fingerprint(database)
    remove_loads(database, later)
    assert called(database) == {"ney": "H. Ney", "o": "Zo\u00eb O'Brien", "v": "Proc. ACL"}
    assert fingerprint.compute_fingerprint(database).hex == fingerprint.stored_fingerprint(database)


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("H. Ney", "ney"), ("hermann ney", "ney"), ("Zoe OBrien", "o"),
        ("Zo\u00e9 O\u2019Brien", "o"), ("zoe o brien", "o"),
    ],
)  # fmt: skip
def test_every_printed_name_finds_however_it_is_spelled(
    network: Database, text: str, author: str
) -> None:
    for starting in (False, True):
        rows = find(network, text, starting=starting)
        assert [row["id"] for row in rows if row["kind"] == "author"] == [author]
    assert identify(network, "author", text, before=None) == author


def test_a_later_name_neither_names_nor_finds_as_of_a_day(network: Database) -> None:
    def found(text: str, day: date) -> list[str]:
        rows = network.rows("lookup/author_by_name", name=text, before=day)
        return [row["name"] for row in rows]

    assert found("Hermann", date(2002, 1, 1)) == []
    assert found("Ney", date(2002, 1, 1)) == ["H. Ney"]
    assert found("Hermann", date(2003, 1, 1)) == ["H. Ney"]
    assert found("Hermann", date(2004, 1, 1)) == ["Hermann Ney"]


def test_the_name_that_finds_an_author_stands_beside_the_one_it_goes_by(network: Database) -> None:
    forms = {text: find(network, text)[-1]["form"] for text in ("H. Ney", "h ney", "Hermann Ney")}
    assert forms == {"H. Ney": "H. Ney", "h ney": "H. Ney", "Hermann Ney": None}


@pytest.mark.parametrize("text", ["Proc. ACL", "proc acl", "PROC. \uff21\uff23\uff2c", "acl"])
def test_venues_are_found_by_every_printed_name(network: Database, text: str) -> None:
    assert identify(network, "venue", text, before=None) == "v"
    assert len(network.rows("field/papers", name=text)) == 5
    assert network.rows("lookup/groups_named", text=f"papers of {text}") != []


def test_a_later_name_of_a_venue_finds_nothing_as_of_a_day(network: Database) -> None:
    early, late = date(2002, 1, 1), date(2003, 1, 1)
    for statement in ("field/papers", "identify/venue"):
        named = {"name": "acl"} | ({"id": "acl"} if statement == "identify/venue" else {})
        assert network.rows(statement, **named, before=early) == []
        assert network.rows(statement, **named, before=late) != []
    for day, names in ((early, ["Proc. ACL"]), (late, ["ACL", "Proc. ACL"])):
        rows = network.rows("lookup/groups_named", text="papers of proc acl", before=day)
        assert [row["name"] for row in rows] == names
    with pytest.raises(NotFoundError, match="no venue"):
        identify(network, "venue", "ACL", before=early)


def test_own_statements_read_the_names_printed_until_the_day(network: Database) -> None:
    text = "MATCH (v:Venue) RETURN v.name AS name, v.names AS names, v.spellings AS spellings"

    def told(day: date | None) -> tuple[Any, ...]:
        [row] = guard.run_statement(network, text, before=day).rows
        return row["name"], row["names"], row["spellings"]

    both = ["ACL", "Proc. ACL"]
    assert told(None) == told(date(2004, 1, 1)) == ("ACL", both, ["|acl|", "|proc acl|"])
    assert told(date(2003, 1, 1)) == ("Proc. ACL", both, ["|acl|", "|proc acl|"])
    assert told(date(2002, 1, 1)) == ("Proc. ACL", None, ["|proc acl|"])


@pytest.mark.parametrize("text", ["Zipf", "zipfs", "Erdos", "erd\u0151s"])
def test_titles_are_found_without_accents_and_apostrophes(network: Database, text: str) -> None:
    for statement in ("lookup/title", "lookup/title_starting", "lookup/text"):
        for day in (None, date(2003, 1, 1)):
            rows = network.rows(statement, text=text, before=day)
            assert [row["paper_id"] for row in rows] == ["p2"], statement


def test_adjacent_characters_find_chinese_japanese_and_korean(
    database: Database, tmp_path: Path
) -> None:
    titles = {"ja": "自然言語処理とデータベース", "ko": "한국어 구문 분석", "zh": "机器翻译"}
    people = {"ja": "山田太郎", "ko": "김철수", "zh": "王小明"}
    records = [
        {"id": one, "date": "2001-01-01", "title": title, "authors": [{"name": people[one]}]}
        for one, title in titles.items()
    ]
    store(database, records, "cjk", tmp_path)
    for day in (None, date(2002, 1, 1)):
        for one, title in titles.items():
            pairs = [title[place : place + 2] for place in range(len(title) - 1)]
            texts = [*(pair for pair in pairs if " " not in pair), title[:3], title]
            for statement in ("lookup/title", "lookup/title_starting", "lookup/text"):
                for text in texts:
                    rows = database.rows(statement, text=text, before=day)
                    assert [row["paper_id"] for row in rows] == [one], (statement, text)
            name = people[one]
            for text in (name[:2], name[1:3], name):
                for starting in (False, True):
                    rows = find(database, text, before=day, starting=starting)
                    assert [row["name"] for row in rows] == [name], (text, starting)
        assert database.rows("lookup/title", text="自語", before=day) == []
