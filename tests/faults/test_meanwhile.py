"""What another loader does between a command's first look at the graph and its lock."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from helpers.commands.other_loader import rob
from helpers.networks.planted import SOURCE, plant
from helpers.networks.worlds import IDS, put, shape, world
from helpers.waiting import wait_until

from scinet.errors import DataError, NotFoundError, SchemaError
from scinet.graph.db import text_shards
from scinet.graph.db.connection import Database
from scinet.graph.load import bulk, journal
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads

PAPER = '{"id": "P1", "abstract": "Ours."}\n'


@pytest.fixture
def before_the_lock(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Lets another loader work, once, when somebody is about to take the lock."""

    def when(other: Callable[[], object]) -> None:
        acquire, waiting = journal.WriteLock.acquire, [other]

        def late(lock: journal.WriteLock) -> None:
            if waiting:
                waiting.pop()()
            acquire(lock)

        monkeypatch.setattr(journal.WriteLock, "acquire", late)

    return when


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.jsonl").write_text(PAPER)
    Path("other.jsonl").write_text('{"id": "P2", "abstract": "Theirs."}\n')


@dataclass
class Importer:
    """Notes what it is asked for; ``meanwhile`` is called while data are made of import files."""

    folder: Path
    meanwhile: Callable[[], object] = lambda: None
    stored: list[Path] = field(default_factory=list)
    placed: list[Path] = field(default_factory=list)

    def store(self, files: Path) -> Path:
        self.stored.append(files)
        self.meanwhile()
        return files

    def put(self, data: Path) -> None:
        self.placed.append(data)


def papers(db: Database) -> list[str]:
    return [row["id"] for row in db.read_text("MATCH (p:Paper) RETURN p.id AS id ORDER BY id")]


def test_an_importer_takes_the_place_of_no_load(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    before_the_lock: Callable[[Callable[[], object]], None],
) -> None:
    monkeypatch.setattr(bulk, "_MIN_BYTES", 0)
    monkeypatch.setattr(bulk, "_MIN_PAPERS", 0)
    importer = Importer(Path("bulk"))
    before_the_lock(lambda: load(database, "other.jsonl"))
    load(database, "ours.jsonl", importer=importer)
    assert papers(database) == ["P1", "P2"]
    database.rows("admin/wipe")
    before_the_lock(lambda: load(database, "other.jsonl"))
    with pytest.raises(DataError, match="the graph is not empty"):
        load(database, "ours.jsonl", importer=importer, bulk=True)
    assert papers(database) == ["P2"]
    assert importer.stored == []


def test_a_load_in_bulk_that_is_given_again_goes_on(database: Database) -> None:
    load(database, "ours.jsonl")
    importer = Importer(Path("bulk"))
    again = load(database, "ours.jsonl", importer=importer, bulk=True)
    assert (again.loaded, again.merged, importer.stored) == (0, 1, [])


def test_an_importer_whose_lock_was_taken_over_places_nothing(database: Database) -> None:
    importer = Importer(Path("bulk"), lambda: rob(database))
    with pytest.raises(SchemaError, match="another loader took over"):
        load(database, "ours.jsonl", importer=importer, bulk=True)
    assert len(importer.stored) == 1
    assert importer.placed == []


def test_life_is_shown_however_long_the_work_takes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "_HEARTBEAT_S", 0.05)
    with journal.hold_lock(database, "long"):
        first = database.rows("load/lock_seen")
        wait_until(lambda: database.rows("load/lock_seen") != first, "another sign of life")
        assert [row["holder"] for row in database.rows("load/lock_seen")] == [first[0]["holder"]]
    assert not database.rows("load/lock_seen")


def test_a_removal_leaves_what_was_loaded_meanwhile(
    database: Database, before_the_lock: Callable[[Callable[[], object]], None]
) -> None:
    other = world(2, IDS[3:])
    put(database, "b", other, ["records"])
    expected = shape(database)
    database.rows("admin/wipe")
    put(database, "a", world(1, IDS[:9]), ["records"])
    before_the_lock(lambda: put(database, "b", other, ["records"]))
    remove_loads(database, "a")
    assert shape(database) == expected


def stopped_removal(db: Database, source: str) -> None:
    def stop(*_: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        remove_loads(db, source, progress=stop)


def test_nothing_begins_while_a_removal_that_stopped_meanwhile_has_not_ended(
    database: Database, before_the_lock: Callable[[Callable[[], object]], None]
) -> None:
    for source, number in (("a", 1), ("b", 2)):
        put(database, source, world(number, IDS[:4]), ["records"])
    for command in (lambda: load(database, "ours.jsonl"), lambda: remove_loads(database, "a")):
        before_the_lock(lambda: stopped_removal(database, "b"))
        with pytest.raises(SchemaError, match="the removal of b is incomplete"):
            command()
        remove_loads(database, "b")
        put(database, "b", world(2, IDS[:4]), ["records"])


def test_texts_go_where_those_of_a_load_meanwhile_went(
    database: Database, before_the_lock: Callable[[Callable[[], object]], None]
) -> None:
    folder = Path("texts").absolute()
    before_the_lock(lambda: load(database, "other.jsonl", text="external", text_folder=folder))
    load(database, "ours.jsonl")
    with database.driver.session() as session:
        results = [row["text"] for row in session.run("MATCH (p:Paper) RETURN p.abstract AS text")]
    assert [text[0] for text in results] == [text_shards.MARK] * 2
    [row] = database.rows("lookup/paper", paper_id="P1")
    assert row["abstract"] == json.loads(PAPER)["abstract"]
    database.rows("admin/wipe")
    before_the_lock(lambda: load(database, "other.jsonl"))
    with pytest.raises(DataError, match="the texts of this graph stand in the graph"):
        load(database, "ours.jsonl", text="external", text_folder=folder)


def test_a_simulation_that_another_removal_took(
    database: Database, before_the_lock: Callable[[Callable[[], object]], None]
) -> None:
    put(database, "a", world(1, IDS), ["records"])
    plant(database)
    before_the_lock(lambda: remove_loads(database, SOURCE))
    with pytest.raises(NotFoundError, match="no simulation is stored under the name 'synthetic'"):
        remove_loads(database, SOURCE)
