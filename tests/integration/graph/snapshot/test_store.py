"""Reading from the database, in parts by several statements at once, and keeping in a folder."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.networks.build import GOLDEN, Paper, load_graph, snapshot_of
from helpers.networks.golden_network import load_network

from scinet.errors import DataError, SchemaError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.db.graph_counts import node_blocks
from scinet.graph.snapshot import Snapshot, open_snapshot, read_snapshot, reader, save_snapshot
from scinet.graph.snapshot.store import cache_folder

WHO = {"0": ["zoe"], "4": ["zoe", "adam"], "9": ["eve", "adam"]}
WHERE = {"0": "ACL", "5": "LREC", "9": "EMNLP"}
ABOUT = {"0": [("F1", "field")], "4": [("T9", "topic"), ("F1", "field")], "9": [("F2", "field")]}
TOGETHER = [("6", "4", "2"), ("9", "1", "3"), ("9", "1", "4")]
ARRAYS = ("day", "first_day", "venue", "co_mention", "co_mention_citing", "main_field")
TEXTS = ("paper_id", "title", "abstract", "author_id", "author_name", "venue_id")
FIELD_TEXTS = ("field_id", "field_name", "field_level")


def assert_equal(item: Snapshot, other: Snapshot) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(item, name), getattr(other, name))
        assert getattr(item, name).dtype == getattr(other, name).dtype
    for name in TEXTS + FIELD_TEXTS:
        assert getattr(item, name).tolist() == getattr(other, name).tolist()
    for name in ("cites", "authored", "in_field"):
        for part in ("indptr", "indices"):
            rows, others = getattr(getattr(item, name), part), getattr(getattr(other, name), part)
            np.testing.assert_array_equal(rows, others)
            assert rows.dtype == others.dtype
    assert (item.before, item.graph_fingerprint) == (other.before, other.graph_fingerprint)
    assert item.left_out == other.left_out


@pytest.mark.parametrize("before", [None, date(1998, 1, 1), date(1980, 1, 1)])
def test_a_saved_snapshot_comes_back(tmp_path: Path, before: date | None) -> None:
    whole = snapshot_of(GOLDEN, WHO, WHERE, {"3": ""}, TOGETHER, ABOUT)
    snapshot = whole if before is None else whole.until(before)
    save_snapshot(snapshot, tmp_path / "saved")
    assert_equal(open_snapshot(tmp_path / "saved"), snapshot)
    assert [file.name for file in tmp_path.iterdir()] == ["saved"]


def test_several_write_the_same_at_once(tmp_path: Path) -> None:
    snapshot, folder = snapshot_of(GOLDEN), tmp_path / "saved"
    save_snapshot(snapshot_of(GOLDEN[:3]), folder)  # a newer one takes the place
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: save_snapshot(snapshot, folder), range(60)))
    assert_equal(open_snapshot(folder), snapshot)
    assert [file.name for file in tmp_path.iterdir()] == ["saved"]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(StorageError, match="holds something else"):
        save_snapshot(snapshot_of(GOLDEN), tmp_path)
    assert (tmp_path / "thesis.tex").is_file()


def test_damage_is_named() -> None:
    folder = Path("saved")
    with pytest.raises(DataError, match="no snapshot"):
        open_snapshot(folder)
    save_snapshot(snapshot_of(GOLDEN), folder)
    file = folder / "cites.indices.npy"
    file.write_bytes(file.read_bytes()[:-4])
    with pytest.raises(DataError, match=r"cites\.indices\.npy is not what was written"):
        open_snapshot(folder)


def test_reading_leaves_out_what_has_no_date_or_record(database: Database) -> None:
    papers: list[Paper] = [
        ("a", "2000", ["unknown"]),
        ("b", "2000-02", ["a", "later"]),
        ("c", "2001-03-04", ["b", "a"]),
    ]
    load_graph(database, papers, {"b": ["zoe", "adam"], "c": ["adam"]}, {"c": "ACL"})
    snapshot = read_snapshot(database)
    built = snapshot_of(papers, {"b": ["zoe", "adam"], "c": ["adam"]}, {"c": "ACL"})
    assert snapshot.paper_id.tolist() == ["b", "a", "c"]
    for name in ("day", "first_day", "venue"):
        np.testing.assert_array_equal(getattr(snapshot, name), getattr(built, name))
    assert [snapshot.author_id[n] for n in snapshot.authored.row(0)] == ["zoe", "adam"]
    np.testing.assert_array_equal(snapshot.cites.indices, built.cites.indices)
    assert snapshot.left_out["unknown_works"] == 2
    assert snapshot.left_out["citations_of_unknown_works"] == 2
    assert snapshot.left_out["undated_papers"] == 0


def test_fields_read_are_those_built(database: Database) -> None:
    about = {**ABOUT, "5": [("T7", "topic"), ("T9", "topic"), ("A1", "domain")]}
    load_graph(
        database, [*GOLDEN, ("undated", "", [])], fields={**about, "undated": [("Z", "field")]}
    )
    snapshot, built = read_snapshot(database), snapshot_of(GOLDEN, fields=about)
    assert snapshot.field_id.tolist() == ["A1", "F1", "F2", "T7", "T9"]
    for name in ("field_id", "field_name", "field_level", "main_field"):
        assert getattr(snapshot, name).tolist() == getattr(built, name).tolist()
    assert snapshot.in_field.indptr.tolist() == built.in_field.indptr.tolist()
    assert snapshot.in_field.indices.tolist() == built.in_field.indices.tolist()
    topics = snapshot.primary_field("topic")
    assert [snapshot.field_id[topics[snapshot.index(p)]] for p in ("4", "5")] == ["T9", "T7"]
    assert topics[snapshot.index("0")] == -1
    with pytest.raises(ValueError, match="'kingdom' is none of domain"):
        snapshot.primary_field("kingdom")


def test_the_cache_serves_until_the_graph_changes(database: Database, tmp_path: Path) -> None:
    with pytest.raises(SchemaError):
        read_snapshot(database)
    load_graph(database, GOLDEN)
    first = read_snapshot(database, cache=tmp_path)
    folder = cache_folder(tmp_path, first.graph_fingerprint)
    assert_equal(read_snapshot(database, cache=tmp_path), first)
    (folder / "day.npy").write_bytes(b"")
    assert_equal(read_snapshot(database, cache=tmp_path), first)  # a damaged cache is read again
    load_graph(database, [("11", "2001", ["4"])])
    second = read_snapshot(database, date(2001, 12, 31), cache=tmp_path)
    assert second.graph_fingerprint != first.graph_fingerprint
    assert second.num_papers == first.num_papers
    assert second.before == date(2001, 12, 31)


def single(database: Database) -> list[tuple[int, int]]:
    """A block for each node."""
    blocks = node_blocks(database)
    return [(node, node) for first, last in blocks for node in range(first, last + 1)]


def written(database: Database, folder: Path) -> dict[str, bytes]:
    save_snapshot(reader.read_snapshot(database), folder)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_parts_come_in_order(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    load_network(database, "field")
    whole = written(database, Path("whole"))
    monkeypatch.setattr(reader, "node_blocks", single)
    monkeypatch.setattr(reader, "_TOGETHER", 2)
    assert written(database, Path("parts")) == whole
    with database.rolled_back() as inside:  # where one statement waits for another
        assert written(inside, Path("inside")) == whole
