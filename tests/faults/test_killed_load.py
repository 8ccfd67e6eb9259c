"""A loader killed at any moment, and the same command again: the same graph and account."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import SchemaError
from scinet.graph.connection import Database
from scinet.graph.load import LoadReport, fingerprint
from scinet.graph.load import load as load_files

LOADER = Path(__file__).parents[1] / "helpers" / "loader.py"
PAPERS = 100
BATCH_SIZES = {"records": 50, "fulltext": 7}  # as in loader.py


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hundred papers, twenty of them with text; some lines are bad, repeated or in conflict."""
    draw = random.Random(5)
    folder = tmp_path_factory.mktemp("corpus")
    records: list[Any] = []
    texts: list[Any] = []
    for n in range(PAPERS):
        references = sorted({f"P{draw.randrange(PAPERS + 20)}" for _ in range(6)} - {f"P{n}"})
        record = {
            "id": f"P{n}",
            "title": f"Paper {n}",
            "date": f"{1990 + n // 10}-{1 + n % 12:02}",
            "venue": "V",
            "authors": [{"id": f"a{draw.randrange(30)}", "name": f"N{draw.randrange(60)}"}],
            "references": references,
        }
        records.append(record)
        if n % 10 == 3:
            records.append({**record, "date": "2001-02-30"})  # bad
            records.append({**record, "title": "Another"})  # in conflict
            records.insert(draw.randrange(len(records)), record)  # repeated
        if n % 5 == 0:
            text = " ".join(references)
            mentions = [
                {"start": text.index(i), "end": text.index(i) + len(i), "paper_id": i}
                for i in references
            ]
            texts.append(
                {"paper_id": f"P{n}", "paragraphs": [{"text": text, "mentions": mentions}] * 2}
            )
    (folder / "papers.jsonl").write_text("\n".join(map(json.dumps, records)))
    (folder / "fulltext.jsonl").write_text("\n".join(map(json.dumps, texts)))
    return folder


def load(db: Database, corpus: Path, kind: str) -> LoadReport:
    rejects = corpus / f"rejects-{kind}.jsonl"
    if kind == "records":
        return load_files(
            db, [corpus / "papers.jsonl"], batch_size=BATCH_SIZES[kind], max_rejected=1,
            rejects=rejects, kind="records"
        )  # fmt: skip
    return load_files(
        db, [corpus / "fulltext.jsonl"], batch_size=BATCH_SIZES[kind], max_rejected=1,
        rejects=rejects, kind="fulltext"
    )  # fmt: skip


@pytest.fixture(scope="session")
def untouched(shared_database: Database, corpus: Path) -> dict[str, tuple[LoadReport, bytes]]:
    """The reports and rejects of loads that nobody disturbed."""
    shared_database.rows("admin/wipe")
    found = {}
    for kind in ("records", "fulltext"):
        report = load(shared_database, corpus, kind)
        found[kind] = (report, (corpus / f"rejects-{kind}.jsonl").read_bytes())
    return found


def killed(uri: str, corpus: Path, kind: str, *, after: int = -1, wait_s: float = 120) -> bool:
    """Run a loader that dies after a batch or some seconds; whether it died."""
    name = "papers" if kind == "records" else "fulltext"
    process = subprocess.Popen(
        [sys.executable, LOADER, uri, kind, str(after), corpus / f"{name}.jsonl"], cwd=corpus
    )
    try:
        process.wait(wait_s)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() == -signal.SIGKILL


def same(report: LoadReport, expected: LoadReport) -> bool:
    """Whether two accounts agree in everything but the time."""
    mine, other = report.as_dict(), expected.as_dict()
    return mine | {"seconds": 0} == other | {"seconds": 0}


@pytest.mark.parametrize("kind", ["records", "fulltext"])
def test_killed_after_every_batch(
    database: Database,
    uri: str,
    corpus: Path,
    untouched: dict[str, tuple[LoadReport, bytes]],
    kind: str,
) -> None:
    database.rows("admin/wipe")
    if kind == "fulltext":
        load(database, corpus, "records")
    expected, rejects = untouched[kind]
    for batch in range(-(-expected.read // BATCH_SIZES[kind])):
        assert killed(uri, corpus, kind, after=batch)
        with pytest.raises(SchemaError, match="has not ended"):
            fingerprint.current(database)
    report = load(database, corpus, kind)
    assert same(report, expected)
    assert (corpus / f"rejects-{kind}.jsonl").read_bytes() == rejects
    assert fingerprint.current(database) == fingerprint.compute(database).hex


def test_killed_at_random_moments(
    database: Database,
    uri: str,
    corpus: Path,
    untouched: dict[str, tuple[LoadReport, bytes]],
) -> None:
    draw = random.Random(11)
    begun = time.monotonic()
    assert not killed(uri, corpus, "records")
    whole_s = time.monotonic() - begun
    for _ in range(3):
        database.rows("admin/wipe")
        for _ in range(2):
            killed(uri, corpus, "records", wait_s=draw.uniform(0.3, 1.0) * whole_s)
        report = load(database, corpus, "records")
        assert report.read == report.loaded + report.merged + sum(report.rejected.values())
        assert report.graph_fingerprint == untouched["records"][0].graph_fingerprint
