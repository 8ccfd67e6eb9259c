"""Loads with texts outside the graph: the same graph and fingerprint as with texts inside."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.ways import everything, write_files
from helpers.files.import_files import contents, prepared
from helpers.networks.outside import filled, references, source

from scinet.errors import DataError, StorageError
from scinet.graph.db import fingerprint, text_shards
from scinet.graph.db.connection import Database
from scinet.graph.load import journal
from scinet.graph.load.identity.link import unlink_works
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads

STEPS: tuple[dict[str, Any], ...] = (
    {"paths": ["records.jsonl", "fulltext.jsonl", "claims.jsonl", "pathways.jsonl"], "source": "a"},
    {"paths": ["other-records.jsonl", "other-fulltext.jsonl"], "source": "b"},
    {"paths": ["same-records.jsonl"], "source": "c"},
    {"paths": ["later.jsonl"], "source": "a", "replace": True},
    {"remove": "b"},
    {"remove": "c"},
)


def _step(database: Database, step: dict[str, Any], **how: Any) -> None:
    if "remove" in step:
        remove_loads(database, step["remove"])
        return
    load(database, max_rejected=1, rejects=Path("rejects.jsonl"), batch_size=17, **step, **how)


def test_the_same_graph_after_each_load_and_removal(database: Database, tmp_path: Path) -> None:
    """Repeats, contradictions, another source, one work of two sources, a newer release."""
    write_files(tmp_path)
    inside = []
    for step in STEPS:
        _step(database, step)
        inside.append((fingerprint.stored_fingerprint(database), source(database)))
    database.rows("admin/wipe")
    for number, (step, (hex_, held)) in enumerate(zip(STEPS, inside, strict=True)):
        how = {} if number else {"text": "external", "text_folder": tmp_path / "texts"}
        _step(database, step, **how)
        assert fingerprint.stored_fingerprint(database) == hex_
        result = source(database, tmp_path / "texts")
        assert result - held == held - result, step
        kept = references(database)
        assert kept
        assert all(item.startswith(text_shards.MARK) for item in kept)
    assert fingerprint.compute_fingerprint(database).hex == inside[-1][0]


def test_import_files_hold_what_transactions_store(database: Database, tmp_path: Path) -> None:
    write_files(tmp_path)
    file, texts = tmp_path / "records.jsonl", tmp_path / "texts"
    how: dict[str, Any] = {"source": "a", "batch_size": 7}
    stored = load(database, file, max_rejected=1, rejects=Path("rejects"), **how)
    with journal.hold_lock(database, "files") as lock:
        unlink_works(database, lock)  # import files hold records as they are loaded
    expected = source(database)
    made = prepared([file], tmp_path / "bulk", texts=texts, **how)
    raw = contents(made)
    assert any("u0001" in item for item in raw)
    result = filled(raw, texts)
    assert {k: n for k, n in (expected - result).items() if not k.startswith('[["Total"]')} == {}
    assert result - expected == {}
    ready = json.loads((made / "ready.json").read_text())
    assert ready["fingerprint"] == stored.graph_fingerprint


def test_a_repeated_load_writes_the_same_files(database: Database, tmp_path: Path) -> None:
    write_files(tmp_path)
    how: dict[str, Any] = {"text": "external", "text_folder": tmp_path / "texts"}
    _step(database, STEPS[0], **how)
    first, held = _files(tmp_path / "texts"), everything(database)
    _step(database, STEPS[0])
    assert everything(database) == held
    database.rows("admin/wipe")
    _step(database, STEPS[0], **how)
    assert _files(tmp_path / "texts") == first
    assert not list((tmp_path / "texts").rglob("*.partial"))


def _files(folder: Path) -> dict[str, int]:
    return {str(file): file.stat().st_mtime_ns for file in folder.rglob("*.parquet")}


def test_a_removal_says_that_texts_stay(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    file, texts = Path("one.jsonl"), Path("texts").resolve()
    file.write_text('{"id": "p1", "abstract": "Of words."}\n')
    load(database, file, source="a", text="external", text_folder=texts)
    remove_loads(database, "a")
    assert f"texts of what was removed stay in {texts}, where nothing leads to them" in caplog.text
    assert not references(database)
    assert len(_files(texts)) == 1
    load(database, file, source="a")
    assert references(database) == ["Of words."]


def test_all_loads_of_a_graph_do_the_same(database: Database) -> None:
    first, second = Path("one.jsonl"), Path("other.jsonl")
    first.write_text('{"id": "p1", "abstract": "Of words."}\n')
    second.write_text('{"id": "p2", "abstract": "Of pairs."}\n')
    texts = Path("texts").resolve()
    with pytest.raises(DataError, match="--text-folder is for texts outside"):
        load(database, first, text_folder=texts)
    with pytest.raises(DataError, match="no folder for texts outside"):
        load(database, first, text="external")
    load(database, first)
    with pytest.raises(DataError, match="the texts of this graph stand in the graph"):
        load(database, second, text="external", text_folder=texts)
    remove_loads(database, load(database, first).run)
    load(database, first, text="external", default_text_folder=texts)
    with pytest.raises(DataError, match=f"stand outside it, in {texts}"):
        load(database, second, text="inside")
    with pytest.raises(DataError, match=f"the texts of this graph stand in {texts}"):
        load(database, second, text="external", text_folder=Path("others"))
    load(database, second)
    assert len(references(database)) == 2
    texts.rename(Path("moved"))
    with pytest.raises(StorageError, match=f"outside it, in {texts}, which is not there"):
        load(database, second)
    assert not texts.exists()
    # Import files are for another graph.
    for_another: dict[str, Any] = {"import_files": Path("files"), "text": "external"}
    load(database, first, text_folder=Path("for-another"), **for_another)
    assert len(_files(Path("for-another"))) == 1
    file = Path("file")
    file.touch()
    database.rows("admin/wipe")
    with pytest.raises(StorageError, match="the folder for texts cannot be made"):
        load(database, first, text="external", text_folder=file)
