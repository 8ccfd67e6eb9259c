"""Import files of a bulk load: they hold what transactions would have stored."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.ways import everything, write_files
from helpers.faulty.mutations import Mutator
from helpers.files.import_files import contents, prepared, rows
from helpers.files.network_files import seeds

from scinet.errors import DataError, StorageError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load import journal
from scinet.graph.load.bulk import scan
from scinet.graph.load.identity.link import unlink_works
from scinet.graph.load.loading import load

FILES = {
    "records": "records.jsonl",
    "openalex": "openalex.jsonl",
    "prescience": "prescience.jsonl",
    "sciencemeter": "sciencemeter.json",
}


def same(database: Database, kind: str, file: Path, folder: Path, *, batch_size: int) -> None:
    """Load a file into an empty graph; what its import files hold is the same, and they say so."""
    database.rows("admin/wipe")
    rejects = folder / "rejects.jsonl"
    how: dict[str, Any] = {"source": "a", "kind": kind, "batch_size": batch_size}
    load(database, file, max_rejected=1, rejects=rejects, **how)
    with journal.hold_lock(database, "files") as lock:
        unlink_works(database, lock)  # import files hold records as they are loaded
    expected = Counter(
        {
            text: number
            for text, number in everything(database).items()
            if not text.startswith(('[["Snapshot"', '[["Total"'))
        }
    )
    made = prepared([file], folder / "bulk", **how)
    result = contents(made)
    assert result - expected == Counter()
    assert expected - result == Counter()
    [[_, total, _]] = rows(made, "total")
    assert total == fingerprint.compute_fingerprint(database).hex


@pytest.mark.parametrize("kind", FILES)
def test_the_same_as_by_transactions(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Files with repeated, contradicting and broken records, in several batches of a shard."""
    monkeypatch.setattr(scan, "_BATCHES", 1_000)
    write_files(tmp_path)
    same(database, kind, tmp_path / FILES[kind], tmp_path, batch_size=7)


@pytest.mark.parametrize("kind", ["records", "openalex", "aminer"])
def test_mutated_records(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(scan, "_BATCHES", 1_000)
    mutator = Mutator(seeds(kind, None), random.Random(3))  # noqa: S311 - seeded
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b"\n".join(mutator.line() for _ in range(400)))
    same(database, kind, file, tmp_path, batch_size=31)


def test_ids_with_marks_of_the_formats(database: Database, tmp_path: Path) -> None:
    """Ids that end, part or quote a text in JSON or in a table, and plain ones beside them."""
    marked = [
        'a"', 'b",', ',"c', 'd","e', "f\\", 'g\\",', "h\ni", "j\rk", "l,m", "\u2028", "ä", "x:y",
    ]  # fmt: skip
    plain = ["p1", "p2", "p1", "10.1/x_y-z"]
    lists = [
        marked,
        plain,
        [],
        *([item] for item in marked),
        [*plain, 'q","', *marked],
        ["p9", "p9"],
    ]
    papers = [
        {
            "id": f"{item}0",
            "date": "2001",
            "authors": [{"id": item, "name": item}],
            "references": cited,
        }
        for item, cited in zip([*marked, *plain[1:], *marked], lists, strict=False)
    ]
    file = tmp_path / "marked.jsonl"
    file.write_text("".join(json.dumps(paper) + "\n" for paper in papers))
    same(database, "records", file, tmp_path, batch_size=5)


def test_several_shards_and_what_stopped_between_them(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "_BATCHES", 2)
    odd = 'a "quoted", one\nof two lines\r\u2028; \\ \t'
    records = [
        {
            "id": f"p{n % 40}", "title": f"{odd}{n // 40 if n % 3 else ''}", "date": "2001",
            "authors": [
                {"id": f"a{n % 5}", "name": f"{odd} {n}", "institutions": [{"name": f"I;{n % 2}"}]}
            ],
            "references": [f"p{n + 1}", f"x{n}"], "venue": f"V{n % 3}",
            "fields": [{"id": f"f{n % 2}", "name": "F", "level": "topic", "score": 0.5}],
            "awards": ["Best, Paper"], "datasets": ["https://github.com/x/y"],
        }
        for n in range(100)
    ]  # fmt: skip
    file = tmp_path / "papers.jsonl"
    file.write_text("\n".join(map(json.dumps, records)))
    folder = tmp_path / "bulk"
    same(database, "records", file, tmp_path, batch_size=9)
    expected = contents(folder)
    (folder / "ready.json").unlink()
    (folder / "shard-000001.json").unlink()
    prepared([file], folder, source="a", kind="records", batch_size=9)
    assert contents(folder) == expected


@pytest.mark.parametrize(("start", "is_whole"), [(b"", "true"), (b"\xef\xbb\xbf", "false")])
def test_lines_are_read_again_where_the_journal_cannot_say_all(start: bytes, is_whole: str) -> None:
    """A byte order mark is counted while files are read, and no batch has a count of it."""
    file = Path("papers.jsonl")
    file.write_bytes(start + b'{"id": "p1", "date": "2001"}\n')
    made = prepared([file], Path("bulk"), source="a", kind="records", batch_size=5)
    [[*_, complete, simulated]] = rows(made, "snapshot")
    assert (complete, simulated) == (is_whole, "false")


def test_files_for_another_server(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    file.write_text('{"id": "p1", "date": "2001", "references": ["p0"]}\n{"id": null}\n')
    with pytest.raises(DataError, match="is not that of the local server"):
        load(database, file, bulk=True)
    files = tmp_path / "files"
    report = load(database, file, max_rejected=1, import_files=files)
    assert (report.read, report.loaded, report.rejected) == (2, 1, {"required_null": 1})
    assert "@import.args" in report.details["next"]
    assert not database.rows("load/anything")
    assert len(list(rows(files, "paper"))) == len(list(rows(files, "work"))) == 1
    stored = load(database, file, max_rejected=1, rejects=tmp_path / "rejects.jsonl")
    assert report.graph_fingerprint == stored.graph_fingerprint
    with pytest.raises(StorageError, match="is not empty"):
        load(database, file, import_files=tmp_path)
