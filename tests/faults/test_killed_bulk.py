"""A bulk load killed at any moment, and the same command again, on a server of its own."""

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.nursery import Nursery, inherited
from helpers.commands.ways import everything, write_files
from helpers.proof import Proof
from helpers.servers.own_server import connected, own_server

from scinet.errors import SchemaError, ServerMissingError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.server import control
from scinet.server.importing import LocalImporter, find_importer
from scinet.settings import ServerSettings

COMMAND = (
    *("load", "records.jsonl", "--source", "a", "--bulk"),
    *("--max-rejected", "1", "--rejects", "rejects"),
)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerSettings]:
    with own_server(tmp_path_factory.mktemp("server"), page_cache="128m") as settings:
        try:
            control.start(settings)
        except ServerMissingError as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"{error}: run `scinet server install`")
        yield settings


@pytest.mark.long
@pytest.mark.parametrize("texts", [None, "texts"])
def test_killed_at_any_moment(
    database: Database,
    settings: ServerSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    proof: Proof,
    texts: str | None,
) -> None:
    """A bulk load killed at any moment goes on when it is given again: same graph and account."""
    rng = random.Random(proof.seed)
    monkeypatch.chdir(tmp_path)  # names of files are part of the account
    write_files(tmp_path)
    file = "records.jsonl"
    command: tuple[str, ...] = COMMAND
    how: dict[str, Any] = {}
    if texts is not None:
        command = (*COMMAND, "--text", "external", "--text-folder", texts)
        how = {"text": "external", "text_folder": Path(texts)}
    report = load(database, file, source="a", max_rejected=1, rejects=tmp_path / "live", **how)
    expected = everything(database)
    wanted = proof.trials(short=1, full=20)
    own_server = {
        "SCINET_SERVER_HOME": str(settings.home),
        "SCINET_SERVER_WAIT_S": str(settings.wait_s),
        "SCINET_SERVER_HEAP": "512m",
    }
    nursery = Nursery(inherited(**own_server), small=False)

    def begin_anew() -> None:
        with connected(settings) as own:
            try:
                assert fingerprint.stored_fingerprint(own) == report.graph_fingerprint
            except SchemaError as error:
                assert "is incomplete" in str(error) or "is empty" in str(error)  # noqa: PT017
            else:
                remove_loads(own, "a")
                own.rows("admin/wipe")

    begin_anew()  # the server may hold what another test has left
    begun = time.monotonic()
    assert nursery.run(command, tmp_path).code == 0
    seconds, kills = time.monotonic() - begun, 0
    begin_anew()
    while kills < wanted:
        kills += nursery.start(command, tmp_path).killed_after(rng.uniform(0, seconds))
        begin_anew()
    ended = nursery.run(command, tmp_path)
    assert ended.code == 0, ended.err
    with connected(settings) as own:
        assert everything(own) == expected
        assert fingerprint.compute_fingerprint(own).hex == report.graph_fingerprint
        remove_loads(own, "a")
        load(own, file, source="a", max_rejected=1, rejects=tmp_path / "again")
        assert fingerprint.compute_fingerprint(own).hex == report.graph_fingerprint
    assert (tmp_path / "rejects").read_text() == (tmp_path / "live").read_text()
    proof.count(kills=kills)


@pytest.mark.long
@pytest.mark.parametrize("whose", ["importer", "server"])
def test_java_killed_while_it_imports(
    database: Database,
    settings: ServerSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    whose: str,
) -> None:
    """As when memory is short: a line says what ended, and the same command loads everything."""
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path)
    load(database, "records.jsonl", source="a", max_rejected=1, rejects=tmp_path / "live")
    with connected(settings) as own:
        own.rows("admin/wipe")
    nursery = Nursery(inherited(SCINET_SERVER_HOME=str(settings.home)), small=False)
    child = nursery.start(COMMAND, tmp_path)
    while not (result := importers(settings)):
        assert child.runs_for(0.01)
    served = control.status(settings).pid
    assert served is not None
    os.kill(result[0] if whose == "importer" else served, signal.SIGKILL)
    ended = child.wait()
    if whose == "importer":
        assert (ended.code, ended.err.count("the importer failed")) == (1, 1), ended.err
        with connected(settings) as own, pytest.raises(SchemaError):
            fingerprint.stored_fingerprint(own)
    if ended.code != 0:
        assert ended.code == 1, ended.err
        assert "Traceback" not in ended.err
        with connected(settings):
            ended = nursery.run(COMMAND, tmp_path)
    assert ended.code == 0, ended.err
    with connected(settings) as own:
        assert everything(own) == everything(database)


@dataclass(frozen=True)
class Careless:
    """An importer that loses the last citation."""

    importer: LocalImporter

    @property
    def folder(self) -> Path:
        return self.importer.folder

    def store(self, files: Path) -> Path:
        *_, last = sorted(file for file in files.glob("citation-*.csv") if file.stat().st_size)
        lines = last.read_text().splitlines(keepends=True)
        last.write_text("".join(lines[:-1]))
        return self.importer.store(files)

    def put(self, data: Path) -> None:
        self.importer.put(data)


@pytest.mark.long
def test_what_the_importer_loses_is_missed(
    settings: ServerSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCINET_SERVER_HOME", str(settings.home))
    file = tmp_path / "papers.jsonl"
    file.write_text('{"id": "p1", "date": "2001", "references": ["p2", "p3"]}\n')
    with connected(settings) as own:
        own.rows("admin/wipe")
        importer = find_importer(own)
        assert importer is not None
        with pytest.raises(SchemaError, match="held 2 citations, 1 are in the graph"):
            load(own, file, source="a", bulk=True, importer=Careless(importer))
        own.rows("admin/wipe")


def importers(settings: ServerSettings) -> list[int]:
    """The processes of Neo4j's importer that work inside the home of a server."""
    results = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_here = settings.home in (process / "cwd").readlink().parents
            if is_here and b"\0import\0full\0" in (process / "cmdline").read_bytes():
                results.append(int(process.name))
    return results


@pytest.mark.long
def test_lines_of_any_length(
    database: Database, settings: ServerSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The importer's buffer holds the longest line, of however many bytes and lines."""
    monkeypatch.setenv("SCINET_SERVER_HOME", str(settings.home))
    texts = ["\xe9" * 40_000, "\U0001d4b3 " * 150_000, "a \n" * 100_000, "short", "b" * 900_000]
    rows = ({"id": f"P{n}", "title": f"T{n}", "abstract": text} for n, text in enumerate(texts))
    file = tmp_path / "long.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert load(database, file, source="a", bulk=False).loaded == len(texts)
    with connected(settings) as own:
        own.rows("admin/wipe")
        assert load(own, file, source="a", bulk=True, importer=find_importer(own)).loaded == len(
            texts
        )
    with connected(settings) as own:
        assert everything(own) == everything(database)
