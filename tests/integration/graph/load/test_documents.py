"""Documents that mention papers: stored with their days, one graph whatever the order."""

import contextlib
import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count, islice, permutations
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.commands.stops import StopError, stop, stop_beyond
from helpers.files.read_files import write_lines
from helpers.networks.worlds import shape
from helpers.proof import default_seed

from scinet.errors import DataError, NotFoundError
from scinet.graph.analysis.quality import findings
from scinet.graph.analysis.status import graph_status
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load as load_files
from scinet.graph.load.removal import remove_loads
from scinet.graph.load.report import LoadReport
from scinet.graph.load.undo import UNDOS
from scinet.graph.sources.papers import paper_record

PAPERS: list[dict[str, Any]] = [
    {"id": "p1", "title": "Counting words in long texts", "date": "2001",
     "external_ids": {"doi": "10.1000/ONE", "pmid": "171", "openalex": "W17"}},
    {"id": "doi:10.1000/two", "title": "Counting pairs", "date": "2002"},
    {"id": "openalex:W33", "title": "Words in graphs", "date": "2003",
     "external_ids": {"arxiv": "1706.03762"}},
]  # fmt: skip


def papers(db: Database, *records: dict[str, Any], **options: Any) -> None:
    load_files(db, write_lines("papers.jsonl", *(records or PAPERS)), kind="records", **options)


def put(db: Database, *rows: dict[str, Any] | str, **options: Any) -> LoadReport:
    """Load rows: objects as JSON lines, or the lines of a table."""
    path = Path("documents")
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows) + "\n")
    return load_files(db, [path], max_rejected=1, rejects=Path("rejects.jsonl"), **options)


def mentions(db: Database) -> set[tuple[Any, ...]]:
    rows = db.read_text(
        "MATCH (a:Artifact)-[r:REFERS_TO]->(p:Paper) RETURN p.id AS a, a.id AS b, a.name AS c, "
        "toString(r.date) AS d"
    )
    return {tuple(row.values()) for row in rows}


def test_a_mention_is_stored_with_its_day(database: Database) -> None:
    papers(database)
    row = {"paper": "p1", "kind": "news", "title": "Words count", "date": "2003-05",
           "url": "https://www.Example.org/Story?id=5#top"}  # fmt: skip
    report = put(database, row)
    assert (report.kind, report.read, report.loaded) == ("documents", 1, 1)
    assert (report.details["artifacts"], report.details["referrals"]) == (1, 1)
    assert report.details["accepted"] == {"month_only": 1}
    [result] = database.read_text(
        "MATCH (a:Artifact)-[r:REFERS_TO]->(:Paper {id: 'p1'}) RETURN a {.*} AS a, "
        "r {.day, .date_precision, .in_record, .run, date: toString(r.date)} AS r"
    )
    place = {"id": "news:example.org/Story?id=5", "url": "https://www.Example.org/Story?id=5#top"}
    named = {"name": "Words count", "spellings": ["|words count|"]}
    assert result["a"] == {"kind": "news", **named, **place}
    when = {"date": "2003-05-31", "day": 12203, "date_precision": "month"}
    assert result["r"] == {**when, "in_record": False, "run": report.run}
    assert graph_status(database)["relationships"]["REFERS_TO"] == 1
    again = put(database, row)
    assert (again.loaded, again.merged) == (0, 1)
    assert again.graph_fingerprint == report.graph_fingerprint


@pytest.mark.parametrize(
    ("named", "paper"),
    [
        ({"paper": "p1"}, "p1"),
        ({"paper_id": "https://doi.org/10.1000/one"}, "p1"),
        ({"doi": "10.1000/One"}, "p1"),
        ({"pmid": 171}, "p1"),
        ({"paper": "PMID: 171"}, "p1"),
        ({"openalex_id": "https://openalex.org/W17"}, "p1"),
        ({"doi": "10.1000/two"}, "doi:10.1000/two"),
        ({"paper": "W33"}, "openalex:W33"),
        ({"magid": "33"}, "openalex:W33"),
        ({"paper": "arXiv:1706.03762v5"}, "openalex:W33"),
        ({"paper_title": "counting WORDS in long texts"}, "p1"),
        ({"paper": "nowhere", "doi": "10.1000/one"}, "p1"),
    ],
)
def test_a_paper_is_found_by_any_of_its_names(
    database: Database, named: dict[str, Any], paper: str
) -> None:
    papers(database)
    put(database, {**named, "kind": "policy", "id": "x", "date": "2010"}, source="mine")
    assert mentions(database) == {(paper, "mine:policy:x", "x", "2010-12-31")}


def test_all_records_of_a_work_are_mentioned(database: Database) -> None:
    patent = {"doi": "10.1000/one", "kind": "patent", "id": "US 7,654,321 B2", "date": "2010-01-26"}
    other = {"id": "s2:5", "title": "Counting words", "external_ids": {"doi": "10.1000/one"}}
    papers(database)
    alone = put(database, patent).graph_fingerprint
    database.rows("admin/wipe")
    papers(database)
    papers(database, other, source="other")
    put(database, patent)
    assert mentions(database) == {("s2:5", "patent:US7654321B2", "US7654321B2", "2010-01-26")}
    [item] = database.rows("lookup/documents", paper_id="s2:5")
    assert str(item["date"]) == "2010-01-26"
    assert remove_loads(database, "other").graph_fingerprint == alone


def test_what_is_bad_is_named_by_its_line(database: Database) -> None:
    papers(database)
    good = {"paper": "p1", "kind": "news", "id": "a", "date": "2004-01-02"}
    bad = {
        "id_empty": {"paper": ""},
        "document_kind": {"kind": "award"},
        "date_in_part": {"date": "2004-02-30", "id": "b"},
        "unknown_paper": {"paper": "p7"},
        "title_short": {"paper": "", "paper_title": "Words in graphs"},
    }
    report = put(database, good, *({**good, **item} for item in bad.values()))
    assert report.rejected == dict.fromkeys(sorted({*bad} - {"date_in_part"}), 1)
    assert report.details["accepted"]["date_in_part"] == 1
    rows = map(json.loads, (Path("rejects.jsonl")).read_text().splitlines())
    assert {row["reason"]: row["line"] for row in rows} == dict(zip(bad, range(2, 7), strict=True))


def test_the_first_day_stays_in_any_order(database: Database) -> None:
    base = {"paper": "p1", "kind": "news", "id": "a", "title": "One"}
    rows = [{**base, "date": "2004-01-02"}, {**base, "date": "2005-01-02"}, base]
    prints = set()
    for order in permutations(rows):
        for size in (1, 3):
            database.rows("admin/wipe")
            papers(database)
            report = put(database, *order, batch_size=size)
            assert report.read == report.loaded + report.merged == 3
            assert report.details["accepted"]["mentioned_again"] == 2
            prints.add(report.graph_fingerprint)
            assert mentions(database) == {("p1", "news:a", "One", "2004-01-02")}
    assert len(prints) == 1


def test_another_title_of_one_day_is_a_conflict(database: Database) -> None:
    record = {"paper": "p1", "kind": "news", "id": "a", "title": "One", "date": "2004"}
    prints = set()
    for order in permutations([record, {**record, "title": "Two"}]):
        database.rows("admin/wipe")
        papers(database)
        report = put(database, *order)
        assert (report.loaded, report.rejected) == (1, {"conflict": 1})
        prints.add(report.graph_fingerprint)
    assert len(prints) == 1


@pytest.mark.parametrize("seed", [0, default_seed()])
def test_any_order_of_loads_and_removals_leaves_one_graph(database: Database, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a seeded draw
    names = [{"paper": "p1"}, {"doi": "10.1000/one"}, {"doi": "10.1000/two"}, {"paper": "W33"}]
    rows = [
        {**draw.choice(names), "kind": draw.choice(["news", "patent"]), "id": draw.choice("ab"),
         "title": draw.choice(["Übel", "Eins", "\U0001f600", "\uff21"]),
         "date": draw.choice(["2004", "2005-01-02", None])}
        for _ in range(24)
    ]  # fmt: skip
    halves = rows[:14], rows[10:]
    expected = []
    for half in halves:
        database.rows("admin/wipe")
        papers(database)
        expected.append(put(database, *half).graph_fingerprint)
    both = set()
    for order in ((0, 1), (1, 0)):
        database.rows("admin/wipe")
        papers(database)
        runs = {half: put(database, *halves[half], batch_size=5).run for half in order}
        both.add(fingerprint.stored_fingerprint(database))
        assert fingerprint.compute_fingerprint(database).hex == fingerprint.stored_fingerprint(
            database
        )
        gone = remove_loads(database, runs[1])
        assert gone.graph_fingerprint == expected[0]
        put(database, *halves[1])
        assert remove_loads(database, runs[0]).graph_fingerprint == expected[1]
    assert len(both) == 1


def test_a_mention_goes_with_its_paper(database: Database) -> None:
    papers(database, source="try")
    put(database, {"doi": "10.1000/one", "kind": "news", "id": "a", "date": "2004"})
    remove_loads(database, "try")
    counts = graph_status(database)
    assert (counts["nodes"]["Artifact"], counts["relationships"]["REFERS_TO"]) == (0, 0)


def test_mentions_without_a_day_are_counted(database: Database) -> None:
    papers(database)
    row = {"paper": "p1", "kind": "news", "id": "a"}
    report = put(database, row, {**row, "id": "b", "date": "2004-01-02"})
    assert report.details["accepted"] == {"date_missing": 1}
    result = {finding.check: finding for finding in findings(database)}["documents_without_day"]
    assert (result.count, result.share, result.examples) == (1, 0.5, ["news"])
    assert len(database.rows("lookup/documents", paper_id="p1")) == 2
    [seen] = database.rows("lookup/documents", paper_id="p1", before="2004-01-03")
    assert seen["document_id"] == "news:b"
    assert not database.rows("lookup/documents", paper_id="p1", before="2004-01-02")


def test_columns_may_have_other_names(database: Database) -> None:
    from scinet.graph.sources.counts import CountTable

    papers(database)
    table = CountTable({"paper": "about", "kind": "what", "id": "number", "date": "when"})
    rows = ["about,what,number,when", "p1,News story,7,2004-03-01", "p1,news", "p1,news,8,soon"]
    report = put(database, *rows, table=table)
    assert (report.kind, report.loaded) == ("documents", 2)
    assert report.rejected == {"not_an_object": 1}
    assert mentions(database) == {
        ("p1", "news:7", "7", "2004-03-01"),
        ("p1", "news:8", "8", None),
    }
    with pytest.raises(DataError, match="is a CSV table with the columns about, what"):
        put(database, *rows)


Rows = Mapping[str, list[dict[str, Any]]]
TWO_PAPERS: Final = ("s2:1", "s2:2")
TITLES: Final = ("Words of a long text", "WORDS of a LONG text ", "Pairs of words in graphs")


def put_as(db: Database, source: str, *rows: dict[str, Any], **options: Any) -> None:
    load_files(db, write_lines(f"{source}.jsonl", *rows), source=source, max_rejected=1, **options)


def mentioned(db: Database) -> set[tuple[str, str, str]]:
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
        put_as(database, one, papers[one])
        put_as(database, "d", *documents)
        assert mentioned(database) == {("s2:1", f"d:news:{one}", "2021-12-31")}
        expected[one] = shape(database)
    for gone in "ab":
        database.rows("admin/wipe")
        for one in order:
            put_as(database, one, papers[one])
        put_as(database, "d", *documents)
        both = shape(database)
        assert {document for _, document, _ in mentioned(database)} == {"d:news:a", "d:news:b"}
        for source in (gone, "c"):
            remove_loads(database, source)
            left = {"a", "b", "c"} - {gone, source}
            said = {papers[one]["external_ids"]["doi"][-1] for one in left}
            assert shape(database) == (both if len(said) == 2 else expected[said.pop()])


@pytest.mark.parametrize("size", [1, 9])
def test_the_next_best_mention_takes_the_place_of_one_by_a_lost_id(
    database: Database, size: int
) -> None:
    """Of one load; the second says what the first says, which then gives way to the third."""
    put_as(database, "a", paper("10.1000/a", title="A"))
    put_as(database, "b", {**paper("10.1000/b"), "external_ids": {"pmid": "5"}})
    rows = [document("m", doi="10.1000/a"), document("m", pmid="5")]
    put_as(database, "d", *rows, {**rows[0], "date": "2019"}, batch_size=size)
    assert mentioned(database) == {("s2:1", "d:news:m", "2019-12-31")}
    remove_loads(database, "a")
    assert mentioned(database) == {("s2:1", "d:news:m", "2021-12-31")}
    remove_loads(database, "b")
    assert mentioned(database) == set()


def test_a_load_that_goes_on_may_take_an_id_back(database: Database) -> None:
    """Of two records of one paper in one load, parted by a stop, the ids of both count."""
    first = paper("10.1000/a")
    bare = ({"id": "s2:1", "title": str(n)} for n in count())
    second, best = islice((row for row in bare if _hash(row) < _hash(first)), 2)
    if _hash(second) < _hash(best):
        second, best = best, second
    for kept in ([], [best]):
        database.rows("admin/wipe")
        put_as(database, "k", *kept, {"id": "s2:2"})
        with pytest.raises(StopError):
            put_as(database, "p", first, second, batch_size=1, after_batch=stop)
        put_as(database, "d", document("m", doi="10.1000/a"))
        assert len(mentioned(database)) == 1
        put_as(database, "p", first, second, batch_size=1)
        assert len(mentioned(database)) == 1
        remove_loads(database, "p")
        assert mentioned(database) == set()


def _hash(row: dict[str, Any]) -> str:
    return paper_record(row, "p").digest


def world(seed: int) -> Rows:
    """Three sources of the same papers, under ids of their own choice, and two of documents."""
    rng = random.Random(seed)  # noqa: S311 - a seeded world
    made: dict[str, list[dict[str, Any]]] = {}
    for source in "abc":
        made[source] = []
        for one in rng.sample(TWO_PAPERS, rng.randint(1, 2)):
            # Some records are the same in several sources.
            own = random.Random(f"{seed} {one} {rng.randrange(3)}")  # noqa: S311
            stated = {"doi": f"10.1000/{one[3:]}{own.choice('xy')}",
                      "pmid": f"{one[3:]}{own.choice('12')}"}  # fmt: skip
            external = {k: v for k, v in stated.items() if own.random() < 0.8}
            made[source].append({"id": one, "title": own.choice(TITLES), "external_ids": external})
    for source in "de":
        made[source] = []
        for _ in range(16):
            one = rng.choice(TWO_PAPERS)[3:]
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
    monkeypatch.setattr("scinet.graph.load.removal.UNDOS", sizes)
    rng = random.Random(seed)  # noqa: S311 - a seeded draw
    made = world(seed)
    # What came before its papers counts once it is loaded again.
    for source in [*rng.sample("abcde", 5), *rng.sample("de", 2)]:
        put_as(database, source, *made[source], batch_size=rng.choice([2, 100]))
    left = set("abcde")
    assert mentioned(database) == naive(made, left)
    for gone in rng.sample("abcde", rng.randint(1, 3)):
        with contextlib.suppress(StopError):
            remove_loads(database, gone, progress=stop_beyond(rng.randrange(4)))
        with contextlib.suppress(NotFoundError):  # it was not stopped
            remove_loads(database, gone)
        left.remove(gone)
        assert mentioned(database) == naive(made, left)
    held = fingerprint.stored_fingerprint(database), shape(database)
    database.rows("admin/wipe")
    for source in sorted(left):
        put_as(database, source, *made[source])
    assert (fingerprint.stored_fingerprint(database), shape(database)) == held
