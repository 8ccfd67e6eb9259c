"""Mentions of papers whose loads state different ids: neither order nor removal leaves a trace."""

import contextlib
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count, islice
from typing import Any, Final

import pytest
from helpers.commands.stops import StopError, stop, stop_beyond
from helpers.files.read_files import write_lines
from helpers.networks.worlds import shape
from helpers.proof import default_seed

from scinet.errors import NotFoundError
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove
from scinet.graph.load.undo import UNDOS
from scinet.graph.sources.papers import paper_record

Rows = Mapping[str, list[dict[str, Any]]]
PAPERS: Final = ("s2:1", "s2:2")
TITLES: Final = ("Words of a long text", "WORDS of a LONG text ", "Pairs of words in graphs")


def put(db: Database, source: str, *rows: dict[str, Any], **options: Any) -> None:
    load(db, write_lines(f"{source}.jsonl", *rows), source=source, max_rejected=1, **options)


def mentions(db: Database) -> set[tuple[str, str, str]]:
    rows = db.read_text(
        "MATCH (a:Artifact)-[r:REFERS_TO]->(p:Paper) "
        "RETURN p.id AS paper, a.id AS document, toString(r.date) AS day"
    )
    return {tuple(row.values()) for row in rows}


def paper(doi: str, **more: Any) -> dict[str, Any]:
    return {"id": "s2:1", "title": "Words", "external_ids": {"doi": doi}, **more}


def document(name: str, **named: str) -> dict[str, Any]:
    return {**named, "kind": "news", "id": name, "date": "2021"}


@pytest.mark.parametrize("order", ["acb", "bac"])
@pytest.mark.parametrize("twin", "ab")
def test_a_paper_of_two_dois_is_mentioned_by_either(
    database: Database, order: str, twin: str
) -> None:
    """Two of three loads say the same of it; whichever goes, what is left counts."""
    papers = {one: paper(f"10.1000/{one}") for one in "ab"}
    papers["c"] = papers[twin]
    documents = [document(one, doi=f"10.1000/{one}") for one in "ab"]
    expected = {}
    for one in "ab":
        database.rows("admin/wipe")
        put(database, one, papers[one])
        put(database, "d", *documents)
        assert mentions(database) == {("s2:1", f"d:news:{one}", "2021-12-31")}
        expected[one] = shape(database)
    for gone in "ab":
        database.rows("admin/wipe")
        for one in order:
            put(database, one, papers[one])
        put(database, "d", *documents)
        both = shape(database)
        assert {document for _, document, _ in mentions(database)} == {"d:news:a", "d:news:b"}
        for source in (gone, "c"):
            remove(database, source)
            left = {"a", "b", "c"} - {gone, source}
            said = {papers[one]["external_ids"]["doi"][-1] for one in left}
            assert shape(database) == (both if len(said) == 2 else expected[said.pop()])


@pytest.mark.parametrize("size", [1, 9])
def test_the_next_best_mention_takes_the_place_of_one_by_a_lost_id(
    database: Database, size: int
) -> None:
    """Of one load; the second says what the first says, which then gives way to the third."""
    put(database, "a", paper("10.1000/a", title="A"))
    put(database, "b", {**paper("10.1000/b"), "external_ids": {"pmid": "5"}})
    rows = [document("m", doi="10.1000/a"), document("m", pmid="5")]
    put(database, "d", *rows, {**rows[0], "date": "2019"}, batch_size=size)
    assert mentions(database) == {("s2:1", "d:news:m", "2019-12-31")}
    remove(database, "a")
    assert mentions(database) == {("s2:1", "d:news:m", "2021-12-31")}
    remove(database, "b")
    assert mentions(database) == set()


def test_a_load_that_goes_on_may_take_an_id_back(database: Database) -> None:
    """Of two records of one paper in one load the other one stood while it was stopped."""
    first = paper("10.1000/a")
    bare = ({"id": "s2:1", "title": str(n)} for n in count())
    second, best = islice((row for row in bare if _hash(row) < _hash(first)), 2)
    if _hash(second) < _hash(best):
        second, best = best, second
    for kept in ([], [best]):
        database.rows("admin/wipe")
        put(database, "k", *kept, {"id": "s2:2"})
        with pytest.raises(StopError):
            put(database, "p", first, second, batch_size=1, after_batch=stop)
        put(database, "d", document("m", doi="10.1000/a"))
        assert len(mentions(database)) == 1
        put(database, "p", first, second, batch_size=1)
        assert mentions(database) == set()
        assert fingerprint.current(database) == shape(database)[0]


def _hash(row: dict[str, Any]) -> str:
    return paper_record(row, "p").digest


def world(seed: int) -> Rows:
    """Three sources of the same papers, under ids of their own choice, and two of documents."""
    rng = random.Random(seed)  # noqa: S311 - a seeded world
    made: dict[str, list[dict[str, Any]]] = {}
    for source in "abc":
        made[source] = []
        for one in rng.sample(PAPERS, rng.randint(1, 2)):
            # Some records are the same in several sources.
            own = random.Random(f"{seed} {one} {rng.randrange(3)}")  # noqa: S311
            stated = {"doi": f"10.1000/{one[3:]}{own.choice('xy')}",
                      "pmid": f"{one[3:]}{own.choice('12')}"}  # fmt: skip
            external = {k: v for k, v in stated.items() if own.random() < 0.8}
            made[source].append({"id": one, "title": own.choice(TITLES), "external_ids": external})
    for source in "de":
        made[source] = []
        for _ in range(16):
            one = rng.choice(PAPERS)[3:]
            named = {"doi": f"10.1000/{one}{rng.choice('xy')}", "pmid": f"{one}{rng.choice('12')}",
                     "paper": f"s2:{one}", "paper_title": rng.choice(TITLES)}  # fmt: skip
            kept = rng.choice([["doi"], ["pmid"], ["doi", "pmid"], ["paper_title"], ["paper"]])
            made[source].append(
                {k: named[k] for k in kept}
                | {"kind": "news", "id": "https://x.org/" + rng.choice("mmn"),
                   "date": rng.choice(["2020", "2021-03-01", None]), "title": "T"}
            )  # fmt: skip
    return made


def naive(made: Rows, sources: Iterable[str]) -> set[tuple[str, str, str | None]]:
    """Who mentions whom, and since when, by a plain reading of what stands in the docs."""
    names: dict[str, set[str]] = {}
    for record in (row for source in sources if source in "abc" for row in made[source]):
        own = names.setdefault(record["id"], {f"paper {record['id']}"})
        own |= {f"{name} {value}" for name, value in record["external_ids"].items()}
        own.add(f"paper_title {record['title'].strip().lower()}")
    days: dict[tuple[str, str], set[str]] = {}
    for row in (row for source in sources if source in "de" for row in made[source]):
        said = {f"{k} {row[k].strip().lower() if k == 'paper_title' else row[k]}"
                for k in ("doi", "pmid", "paper", "paper_title") if k in row}  # fmt: skip
        day = {"2020": "2020-12-31", None: "~"}.get(row["date"]) or str(row["date"])
        for one in (one for one, own in names.items() if own & said):
            days.setdefault((one, "news:x.org/" + row["id"][-1]), set()).add(day)
    firsts = {key: min(found) for key, found in days.items()}
    return {(*key, None if day == "~" else day) for key, day in firsts.items()}


@pytest.mark.parametrize("seed", [0, 1, default_seed()])
def test_random_ids_in_any_order_with_kills(
    database: Database, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {kind: tuple(replace(u, size=1) for u in listed) for kind, listed in UNDOS.items()}
    monkeypatch.setattr("scinet.graph.load.taking_away.UNDOS", sizes)
    rng = random.Random(seed)  # noqa: S311 - a seeded draw
    made = world(seed)
    # What came before its papers counts once it is loaded again.
    for source in [*rng.sample("abcde", 5), *rng.sample("de", 2)]:
        put(database, source, *made[source], batch_size=rng.choice([2, 100]))
    left = set("abcde")
    assert mentions(database) == naive(made, left)
    for gone in rng.sample("abcde", rng.randint(1, 3)):
        with contextlib.suppress(StopError):
            remove(database, gone, progress=stop_beyond(rng.randrange(4)))
        with contextlib.suppress(NotFoundError):  # it was not stopped
            remove(database, gone)
        left.remove(gone)
        assert mentions(database) == naive(made, left)
        held = shape(database)
        assert held[0] == fingerprint.current(database)
    database.rows("admin/wipe")
    for source in sorted(left):
        put(database, source, *made[source])
    assert shape(database) == held
