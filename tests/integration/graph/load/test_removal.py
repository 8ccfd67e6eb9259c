"""A removal leaves the graph that never had what was removed, simulated papers included."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop_beyond
from helpers.files.read_files import write_lines
from helpers.networks.golden_network import load_network
from helpers.networks.planted import SOURCE, plant
from helpers.networks.worlds import IDS, KINDS, put, shape, world
from helpers.proof import default_seed

from scinet.errors import DataError, NotFoundError, SchemaError
from scinet.graph.analysis.status import graph_status
from scinet.graph.communities import store
from scinet.graph.communities.detect import Community
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.db.graph_counts import count_nodes, graph_counts
from scinet.graph.db.query import load_query as statement
from scinet.graph.db.query import query_names
from scinet.graph.load import journal
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.snapshot.reader import read_snapshot
from scinet.graph.snapshot.store import save_snapshot


@pytest.mark.parametrize("seed", [0, 1, default_seed()])
def test_to_load_another_and_remove_it_changes_nothing(database: Database, seed: int) -> None:
    first, second = world(2 * seed, IDS[:9]), world(2 * seed + 1, IDS[3:])
    drops = {"unknown": "drop"} if seed % 2 else {}
    put(database, "a", first, KINDS, **drops)
    expected, before = shape(database), fingerprint.stored_fingerprint(database)
    put(database, "b", second, KINDS, batch_size=3)
    assert shape(database) != expected
    report = remove_loads(database, "b")
    assert shape(database) == expected
    assert report.graph_fingerprint == before == fingerprint.stored_fingerprint(database)
    # Its loads are forgotten: the same files are read anew.
    put(database, "b", second, KINDS)
    remove_loads(database, "a")
    papers = fingerprint.compute_fingerprint(database).counts["papers"]
    # What was there first can be removed as well.
    database.rows("admin/wipe")
    put(database, "b", second, KINDS)
    assert fingerprint.compute_fingerprint(database).counts["papers"] == papers > 0
    put(database, "a", first, KINDS, **drops)
    remove_loads(database, "b")
    assert shape(database) == expected
    database.rows("admin/wipe")
    for worlds in (["records"], KINDS[1:]):  # all papers before all that hangs on them
        put(database, "b", second, worlds)
        put(database, "a", first, worlds, **drops)
    remove_loads(database, "b")
    assert shape(database) == expected


def test_of_three_loads_the_middle_one(database: Database) -> None:
    worlds = [world(seed, IDS) for seed in range(20, 23)]
    put(database, "a", worlds[0], KINDS)
    put(database, "c", worlds[2], KINDS)
    expected = shape(database)
    database.rows("admin/wipe")
    for source, item in zip("abc", worlds, strict=True):
        put(database, source, item, KINDS)
    remove_loads(database, "b")
    assert shape(database) == expected
    remove_loads(database, "a")
    remove_loads(database, "c")
    assert shape(database)[1] == dict.fromkeys(shape(database)[1], 0)
    assert graph_status(database)["loads"] == []
    with pytest.raises(SchemaError, match="the graph is empty"):
        fingerprint.stored_fingerprint(database)


def test_all_that_was_loaded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing else was loaded all of it goes at once, some nodes in each transaction."""
    monkeypatch.setattr("scinet.graph.load.removal._BATCH_SIZE", 7)
    put(database, "a", world(1, IDS), KINDS)
    put(database, "a", world(2, IDS), KINDS)  # other records of the same
    held = graph_counts(database)
    told: list[tuple[int, int]] = []

    def stop(done: int, whole: int) -> None:
        told.append((done, whole))
        if done > whole // 2:
            raise StopError

    with pytest.raises(StopError):
        remove_loads(database, "a", progress=stop)
    assert told[0] == (7, count_nodes(held) + 4)  # works and papers of two records each
    assert count_nodes(graph_counts(database))
    groups = [Community("c", "All", ("s2:p1",))]
    store.write_communities(
        database, groups, before=None, resolution=1.0, seed=0, graph_fingerprint="f"
    )
    report = remove_loads(database, "a")
    assert report.removed == {name: number for name, number in held.items() if number}
    assert not database.rows("load/anything")
    assert report.graph_fingerprint is graph_status(database)["graph_fingerprint"] is None


def test_the_lock_is_respected(database: Database) -> None:
    put(database, "a", world(1, IDS), ["records"])
    with journal.hold_lock(database, "other"), pytest.raises(SchemaError, match="is being loaded"):
        remove_loads(database, "a")
    path = write_lines("more.jsonl", {"id": "s2:q", "title": "More"})

    def remove_meanwhile(_: int) -> None:
        remove_loads(database, "a")

    with pytest.raises(SchemaError, match="is being loaded"):
        load(database, path, source="b", after_batch=remove_meanwhile)


def test_side_records_alone(database: Database) -> None:
    value = world(5, IDS)
    put(database, "a", value, ["records", "counts"])
    expected = shape(database)
    put(database, "a", value, ["fulltext", "claims", "pathways"])
    for kind in ("pathways", "fulltext", "claims"):
        remove_loads(database, "a", kind=kind)
    assert shape(database) == expected
    with pytest.raises(NotFoundError, match="nothing was loaded as claims under the name 'a'"):
        remove_loads(database, "a", kind="claims")


def test_one_load_of_a_source_by_its_name(database: Database) -> None:
    record = {"id": "p1", "title": "One", "references": ["p2"]}
    second = write_lines("2.jsonl", {"id": "p2", "title": "Two"}, record)
    load(database, write_lines("1.jsonl", record))
    expected = shape(database)
    stray = load(database, second)
    remove_loads(database, stray.run)
    assert shape(database) == expected
    again = load(database, second)
    assert (again.loaded, again.merged) == (1, 1)
    with pytest.raises(NotFoundError, match="nothing was loaded under the name 'mine'"):
        remove_loads(database, "mine")


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
    remove_loads(database, "last")
    assert shape(database) == before  # it has begun after the pathways were led
    database.rows("admin/wipe")
    bring("first", "p", "w", "later")
    remove_loads(database, "first")
    [row] = database.rows("pathway/enabled_by", contribution_id="s2:c")
    assert not row["unknown_papers"]
    remove_loads(database, "later")
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
            remove_loads(database, "b")
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
    remove_loads(database, "b")
    assert shape(database) == expected[""]
    put(database, "d", mine, ["records"])
    assert shape(database) == expected["d"]
    for name in "defg":  # the load whose name is the first takes over
        database.rows("admin/wipe")
        put(database, "a", mine, ["records"], unknown="drop")
        put(database, "b", other, ["records"])
        put(database, name, mine, ["records"])
        remove_loads(database, "b")
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
        remove_loads(database, "b")
        assert shape(database) == expected
    assert displaced


def test_a_source_is_replaced(database: Database) -> None:
    put(database, "b", world(3, IDS[3:]), KINDS)
    alone = world(2, IDS[:6])
    put(database, "a", alone, ["records"])
    expected = shape(database)
    remove_loads(database, "a")
    put(database, "a", world(1, IDS), KINDS)
    put(database, "a", alone, ["records"], replace=True, changes=Path("changes.jsonl"))
    assert shape(database) == expected
    listed = [json.loads(line) for line in Path("changes.jsonl").read_text().splitlines()]
    gone = [load_row["id"] for load_row in listed if load_row["change"] == "removed"]
    assert gone == sorted(IDS[6:])
    older, newer = ({r["id"]: r for r in w["records"]} for w in (world(1, IDS), alone))
    assert {load_row["id"] for load_row in listed if load_row["change"] == "changed"} == {
        load_row for load_row in newer if newer[load_row] != older[load_row]
    }
    assert not any(Path().glob("changes.jsonl.*"))
    before = graph_status(database)["loads"]
    put(database, "a", alone, ["records"], replace=True)  # it is there already
    assert [load_row["run"] for load_row in graph_status(database)["loads"]] == [
        load_row["run"] for load_row in before
    ]
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


# What they say is of the server, of internal numbers, or of simulated papers.
_OTHER = (
    "admin/data_folder", "admin/free_heap", "admin/names", "admin/node_blocks", "load/anything",
    "simulation/",
)  # fmt: skip


def _everything(database: Database) -> dict[str, list[str]]:
    found = {
        "nodes": "MATCH (n) RETURN labels(n) AS labels, properties(n) AS about",
        "relationships": "MATCH (a)-[r]->(b) RETURN a.id AS a, b.id AS b, type(r) AS type, "
        "properties(r) AS about",
    }
    return {name: sorted(map(str, database.read_text(text))) for name, text in found.items()}


def _answers(database: Database, folder: Path) -> dict[str, Any]:
    """What statements without a parameter answer, the fingerprint, arrays, and counts."""
    found: dict[str, Any] = {}
    for name in query_names():
        query = statement(name)
        if query.mode == "write" or name.startswith(_OTHER):
            continue
        if query.params <= query.defaults.keys():
            found[name] = database.rows(name)
    save_snapshot(read_snapshot(database), folder)
    found |= {file.name: file.read_bytes() for file in folder.iterdir()}
    about = graph_status(database)
    del about["simulations"]
    return found | {"status": about, "fingerprint": fingerprint.compute_fingerprint(database)}


def test_authors_who_are_not_shown_keep_their_simulated_papers(database: Database) -> None:
    """Of two records of one work the longer byline is shown."""
    worlds = [
        {"records": [{"id": f"s2:{name}", "title": "One", "date": "2001",
                      "external_ids": {"doi": "10.1000/one"},
                      "authors": [{"id": f"s2:{name}{n}", "name": "A"} for n in range(size)]}]}
        for name, size in (("a", 2), ("b", 3))
    ]  # fmt: skip
    put(database, "a", worlds[0], ["records"])
    size, text = plant(database), "MATCH (a)-[r:SIMULATED_AUTHORED]->(p) RETURN a.id, p.id"
    written = sorted(map(str, database.read_text(text)))
    assert len(written) == size["authorships"] == 3
    put(database, "b", worlds[1], ["records"])
    shown = [row["id"] for row in database.read_text("MATCH (a:Author) RETURN a.id AS id")]
    assert sorted(shown) == ["s2:b0", "s2:b1", "s2:b2"]
    remove_loads(database, "b")
    assert sorted(map(str, database.read_text(text))) == written
    authors = database.read_text("MATCH (a)-[:SIMULATED_AUTHORED]->() RETURN a:Author AS is_real")
    assert sum(row["is_real"] is True for row in authors) == 2


def test_they_change_nothing_and_are_removed_exactly(database: Database) -> None:
    load_network(database, "field")
    everything, answers = _everything(database), _answers(database, Path("before"))
    assert len(answers) > 30
    size = plant(database)
    assert size["papers"] == size["authors"] > 5
    works = database.read_text("MATCH (w:Work) RETURN count(w) AS n")
    assert size["citations"] == size["papers"] * next(iter(works))["n"] + size["papers"] - 1
    assert _answers(database, Path("planted")) == answers
    [stored] = graph_status(database)["simulations"]
    known = {"source": SOURCE, "complete": True, "papers": size["papers"]}
    assert known.items() <= stored.items()
    assert plant(database) == size  # in their own place
    plant(database, "other")
    assert _answers(database, Path("two")) == answers
    remove_loads(database, "other")
    report = remove_loads(database, SOURCE)
    assert report.removed == {f"simulated_{name}": count for name, count in size.items()}
    assert report.graph_fingerprint == answers["fingerprint"].hex
    assert _everything(database) == everything


def test_real_papers_come_and_go_meanwhile(database: Database) -> None:
    """What a load or a removal deletes it deletes though simulated papers cite it."""
    one, other = world(1, IDS[:9]), world(2, IDS[3:])
    put(database, "a", one, ["records"])
    expected = shape(database)
    put(database, "b", other, ["records"])
    both = shape(database)
    plant(database)
    assert shape(database) == both
    remove_loads(database, "b")
    assert shape(database) == expected
    put(database, "b", other, ["records"])
    assert shape(database) == both
    remove_loads(database, "a")
    remove_loads(database, "b")
    remove_loads(database, SOURCE)
    left = "MATCH (n:Work|Author|SimulatedPaper|SimulatedAuthor|Simulation) RETURN n"
    assert list(database.read_text(left)) == []


def test_storing_that_was_stopped_is_said_and_repeated(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_network(database, "disruption")
    expected = plant(database)
    whole = _everything(database)["relationships"]
    monkeypatch.setattr("scinet.graph.load.simulated._ROWS", 3)
    with pytest.raises(StopError):
        plant(database, progress=stop_beyond(3))
    [stored] = graph_status(database)["simulations"]
    assert not stored["complete"]
    assert plant(database) == expected
    assert _everything(database)["relationships"] == whole
    with pytest.raises(StopError):
        plant(database, progress=stop_beyond(3))
    remove_loads(database, SOURCE)
    assert graph_status(database)["simulations"] == []


def test_they_are_told_from_real_ones(database: Database) -> None:
    load_network(database, "disruption")
    with journal.hold_lock(database, "other"), pytest.raises(SchemaError, match="is being loaded"):
        plant(database)
    with pytest.raises(DataError, match="is not a source name"):
        plant(database, "a:b")
    put(database, "mine", world(1, IDS), ["records"])
    with pytest.raises(DataError, match="real papers were loaded under the source 'mine'"):
        plant(database, "mine")
    day = Path("2020-01-01.jsonl")
    row = {"id": "synthetic:0:2020-01-01:00000", "date": "2020-01-01", "title": "On words"}
    about = {"authors": [], "references": [], "citations": 1.0, "stands_for": None}
    day.write_text(json.dumps({**row, **about}) + "\n")
    for kind in (None, "records"):
        with pytest.raises(DataError, match="holds papers of `scinet simulate`"):
            load(database, day, kind=kind)
