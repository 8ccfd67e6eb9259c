"""A removal leaves the graph that never had what was removed."""

import json
from pathlib import Path

import pytest
from helpers.commands.stops import StopError
from helpers.files.read_files import write_lines
from helpers.networks.worlds import IDS, KINDS, put, shape, world
from helpers.proof import default_seed

from scinet.errors import DataError, NotFoundError, SchemaError
from scinet.graph.communities import store
from scinet.graph.communities.detect import Community
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint, journal
from scinet.graph.load.graph_counts import graph_counts, nodes
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove
from scinet.graph.status import status
from scinet.session.graph import Graph


@pytest.mark.parametrize("seed", [0, 1, default_seed()])
def test_to_load_another_and_remove_it_changes_nothing(database: Database, seed: int) -> None:
    one, other = world(2 * seed, IDS[:9]), world(2 * seed + 1, IDS[3:])
    drops = {"unknown": "drop"} if seed % 2 else {}
    put(database, "a", one, KINDS, **drops)
    expected, before = shape(database), fingerprint.current(database)
    put(database, "b", other, KINDS, batch_size=3)
    assert shape(database) != expected
    report = remove(database, "b")
    assert shape(database) == expected
    assert report.graph_fingerprint == before == fingerprint.current(database)
    # Its loads are forgotten: the same files are read anew.
    put(database, "b", other, KINDS)
    remove(database, "a")
    papers = fingerprint.compute(database).counts["papers"]
    # What was there first can be removed as well.
    database.rows("admin/wipe")
    put(database, "b", other, KINDS)
    assert fingerprint.compute(database).counts["papers"] == papers > 0
    put(database, "a", one, KINDS, **drops)
    remove(database, "b")
    assert shape(database) == expected
    database.rows("admin/wipe")
    for worlds in (["records"], KINDS[1:]):  # all papers before all that hangs on them
        put(database, "b", other, worlds)
        put(database, "a", one, worlds, **drops)
    remove(database, "b")
    assert shape(database) == expected


def test_of_three_loads_the_middle_one(database: Database) -> None:
    worlds = [world(seed, IDS) for seed in range(20, 23)]
    put(database, "a", worlds[0], KINDS)
    put(database, "c", worlds[2], KINDS)
    expected = shape(database)
    database.rows("admin/wipe")
    for source, one in zip("abc", worlds, strict=True):
        put(database, source, one, KINDS)
    remove(database, "b")
    assert shape(database) == expected
    remove(database, "a")
    remove(database, "c")
    assert shape(database)[1] == dict.fromkeys(shape(database)[1], 0)
    assert status(database)["loads"] == []
    with pytest.raises(SchemaError, match="the graph is empty"):
        fingerprint.current(database)


def test_all_that_was_loaded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing else was loaded all of it goes at once, some nodes in each transaction."""
    monkeypatch.setattr("scinet.graph.load.taking_away._AT_ONCE", 7)
    put(database, "a", world(1, IDS), KINDS)
    put(database, "a", world(2, IDS), KINDS)  # other records of the same
    held = graph_counts(database)
    told: list[tuple[int, int]] = []

    def stop(done: int, whole: int) -> None:
        told.append((done, whole))
        if done > whole // 2:
            raise StopError

    with pytest.raises(StopError):
        remove(database, "a", progress=stop)
    assert told[0] == (7, nodes(held) + 2)  # two works are of two records each
    assert nodes(graph_counts(database))
    groups = [Community("c", "All", ("s2:p1",))]
    store.write(database, groups, before=None, resolution=1.0, seed=0, graph_fingerprint="f")
    report = remove(database, "a")
    assert report.removed == {name: number for name, number in held.items() if number}
    assert not database.rows("load/anything")
    assert report.graph_fingerprint is status(database)["graph_fingerprint"] is None


def test_the_lock_is_respected(database: Database) -> None:
    put(database, "a", world(1, IDS), ["records"])
    with journal.locked(database, "other"), pytest.raises(SchemaError, match="is being loaded"):
        remove(database, "a")
    path = write_lines("more.jsonl", {"id": "s2:q", "title": "More"})

    def remove_meanwhile(_: int) -> None:
        remove(database, "a")

    with pytest.raises(SchemaError, match="is being loaded"):
        load(database, path, source="b", after_batch=remove_meanwhile)


def test_side_records_alone(database: Database) -> None:
    one = world(5, IDS)
    put(database, "a", one, ["records", "counts"])
    expected = shape(database)
    put(database, "a", one, ["fulltext", "claims", "pathways"])
    for kind in ("pathways", "fulltext", "claims"):
        remove(database, "a", kind=kind)
    assert shape(database) == expected
    with pytest.raises(NotFoundError, match="nothing was loaded as claims under the name 'a'"):
        remove(database, "a", kind="claims")


def test_one_load_of_a_source_by_its_name(database: Database) -> None:
    one = {"id": "p1", "title": "One", "references": ["p2"]}
    second = write_lines("2.jsonl", {"id": "p2", "title": "Two"}, one)
    load(database, write_lines("1.jsonl", one))
    expected = shape(database)
    stray = load(database, second)
    remove(database, stray.run)
    assert shape(database) == expected
    again = load(database, second)
    assert (again.loaded, again.merged) == (1, 1)
    with pytest.raises(NotFoundError, match="nothing was loaded under the name 'mine'"):
        remove(database, "mine")


def test_pathways_that_a_removal_led_to_later_papers(database: Database) -> None:
    """They are led again when these are removed; others are left as they were loaded."""
    step = {"enabling_contribution_id": "e", "enabling_contribution": "It",
            "canonical_grounding": {"paper_id": "s2:later"}}  # fmt: skip
    made = {"claim_id": "s2:c", "conference_year": 2005, "target_contribution": "Method: it",
            "target_paper_id": "s2:p", "enabling_contributions": [step]}  # fmt: skip

    def bring(*names: str) -> None:
        for name in names:
            what = {"records": [{"id": f"s2:{name}"}]} if name != "w" else {"pathways": [made]}
            put(database, name, what, [*what])

    bring("p", "w")
    alone = shape(database)
    bring("later")
    before = shape(database)
    bring("last")
    remove(database, "last")
    assert shape(database) == before  # it has begun after the pathways were led
    database.rows("admin/wipe")
    bring("first", "p", "w", "later")
    remove(database, "first")
    [row] = database.rows("pathway/enabled_by", contribution_id="s2:c")
    assert not row["unknown_papers"]
    remove(database, "later")
    [row] = database.rows("pathway/enabled_by", contribution_id="s2:c")
    assert row["unknown_papers"] == ["s2:later"]
    assert shape(database) == alone


def test_a_text_whose_record_gave_way_comes_back_whole(database: Database) -> None:
    """The mention that the other record does not cite was left out meanwhile."""
    mentions = [{"start": 0, "end": 5, "paper_id": "s2:p2"}]
    mentions.append({"start": 7, "end": 12, "paper_id": "s2:p3"})
    paragraph = {"text": "s2:p2, s2:p3", "mentions": mentions}
    texts = {"fulltext": [{"paper_id": "s2:p1", "paragraphs": [paragraph]}]}
    papers = [{"id": f"s2:p{n}", "title": "T", "references": []} for n in (2, 3)]
    for title in map(str, range(6)):  # whichever hash is the smaller
        database.rows("admin/wipe")
        mine = {"records": [*papers, {"id": "s2:p1", "references": ["s2:p2", "s2:p3"]}]}
        put(database, "a", mine, ["records"])
        put(database, "a", texts, ["fulltext"])
        expected = shape(database)
        for kinds in (["records", "fulltext"], ["fulltext", "records"]):
            database.rows("admin/wipe")
            put(database, "a", mine, ["records"])
            other = {"records": [{"id": "s2:p1", "title": title, "references": ["s2:p2"]}]}
            for kind in kinds:
                source, rows = ("b", other) if kind == "records" else ("a", texts)
                put(database, source, rows, [kind])
            remove(database, "b")
            assert shape(database) == expected


def test_citations_that_one_load_drops_and_another_keeps(database: Database) -> None:
    """Of a record that gave way comes back what the loads that are left want of it."""
    mine = {"records": [{"id": "s2:p", "title": "T", "references": ["s2:x", "s2:y"]}]}
    expected = {}
    for others in ("d", ""):
        database.rows("admin/wipe")
        put(database, "a", mine, ["records"], unknown="drop")
        for name in others:
            put(database, name, mine, ["records"])
        expected[others] = shape(database)
    assert expected["d"][1]["CITES"] == 2
    for number in range(9):  # until one has the smaller hash
        other = {"records": [{"id": "s2:p", "title": str(number)}]}
        put(database, "b", other, ["records"])
        titles = database.read_text("MATCH (p:Paper) RETURN p.title AS title")
        if next(iter(titles))["title"] != "T":
            break
    remove(database, "b")
    assert shape(database) == expected[""]
    put(database, "d", mine, ["records"])
    assert shape(database) == expected["d"]
    for name in "defg":  # the load whose name is the first takes over
        database.rows("admin/wipe")
        put(database, "a", mine, ["records"], unknown="drop")
        put(database, "b", other, ["records"])
        put(database, name, mine, ["records"])
        remove(database, "b")
        assert shape(database) == expected["d"]


def test_a_text_gains_nothing_when_the_record_of_its_paper_comes_back(database: Database) -> None:
    """It was loaded before a paper that it mentions, and both records of its own cite that."""
    mention = {"start": 0, "end": 5, "paper_id": "s2:p2"}
    texts = {"fulltext": [{"paper_id": "s2:p1", "paragraphs": [
        {"text": "s2:p2", "mentions": [mention]}]}]}  # fmt: skip
    mine = {"records": [{"id": "s2:p1", "references": ["s2:p2"]}]}
    put(database, "a", mine, ["records"])
    put(database, "a", texts, ["fulltext"])
    put(database, "c", {"records": [{"id": "s2:p2"}]}, ["records"])
    expected = shape(database)
    assert expected[1]["MENTIONS"] == 0
    displaced = 0
    for title in map(str, range(6)):  # some have the smaller hash
        other = {"records": [{"id": "s2:p1", "title": title, "references": ["s2:p2"]}]}
        put(database, "b", other, ["records"])
        titles = database.read_text("MATCH (p:Paper {id: 's2:p1'}) RETURN p.title AS title")
        displaced += next(iter(titles))["title"] == title
        remove(database, "b")
        assert shape(database) == expected
    assert displaced


def test_a_source_is_replaced(database: Database) -> None:
    put(database, "b", world(3, IDS[3:]), KINDS)
    alone = world(2, IDS[:6])
    put(database, "a", alone, ["records"])
    expected = shape(database)
    remove(database, "a")
    put(database, "a", world(1, IDS), KINDS)
    put(database, "a", alone, ["records"], replace=True, changes=Path("changes.jsonl"))
    assert shape(database) == expected
    listed = [json.loads(line) for line in Path("changes.jsonl").read_text().splitlines()]
    gone = [one["id"] for one in listed if one["change"] == "removed"]
    assert gone == sorted(IDS[6:])
    older, newer = ({r["id"]: r for r in w["records"]} for w in (world(1, IDS), alone))
    assert {one["id"] for one in listed if one["change"] == "changed"} == {
        one for one in newer if newer[one] != older[one]
    }
    assert not any(Path().glob("changes.jsonl.*"))
    before = status(database)["loads"]
    put(database, "a", alone, ["records"], replace=True)  # it is there already
    assert [one["run"] for one in status(database)["loads"]] == [one["run"] for one in before]
    path = Path("bad.pdf")
    path.write_text("%PDF-1.4")
    with pytest.raises(DataError, match="is a PDF"):
        load(database, path, source="a", replace=True)
    with pytest.raises(DataError, match="missing"):
        load(database, ["a-records.jsonl", "missing.jsonl"], source="a", replace=True)
    assert shape(database) == expected
    with pytest.raises(DataError, match="--replace without a source"):
        load(database, "a-records.jsonl", replace=True)


def test_what_an_earlier_format_made_of_the_same_files_is_replaced(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_lines("a.jsonl", {"id": "P1", "title": "One"})
    with monkeypatch.context() as changed:
        changed.setattr(journal, "_FORMAT", 0)
        old = load(database, file, source="a").run
    new = load(database, file, source="a", replace=True).run
    assert old != new
    assert {row["run"] for row in database.rows("admin/loads") if row["kind"] == "records"} == {new}


def test_the_same_in_python(database: Database) -> None:
    graph = Graph(lambda: database)
    for title in ("One", "Two"):
        write_lines("mine.jsonl", {"id": "p1", "title": title})
        graph.load("mine.jsonl", source="mine", replace=True)
    assert list(graph.cypher("MATCH (p:Paper) RETURN p.title AS title").title) == ["Two"]
    assert graph.remove("mine").removed == {"papers": 1}
    with pytest.raises(NotFoundError, match="under the name 'mine'"):
        graph.remove("mine")
