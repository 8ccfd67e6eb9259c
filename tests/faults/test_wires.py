"""Connections that break: at each stage of the conversation with the server, in many ways."""

import itertools
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.command_line import status
from helpers.networks.scored_network import field
from helpers.proof import Proof
from helpers.servers import wire
from helpers.servers.wire import Stage, Way, Wire
from helpers.waiting import PATIENCE_S

from scinet.errors import ScinetError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.settings import Neo4jSettings

# A further way, stage or command is one more line.
WAYS: dict[str, Way] = {
    "cut": wire.cut,
    "reset": wire.reset,
    "cut and gone": wire.gone,
    "delay": wire.delay,
    "stall": wire.stall,
    "garbage": wire.garbage,
    "zeros": wire.zeros,
}
OPENING = {
    "before the handshake": Stage("client", "handshake", 0),
    "in the handshake": Stage("client", "handshake", 0.5),
    "in the answer to the handshake": Stage("server", "handshake", 0.5),
    "before HELLO": Stage("client", "HELLO", 0),
    "in the answer to HELLO": Stage("server", "HELLO", 0.5),
}
STAGES = {
    "after HELLO": Stage("server", "HELLO", 1),
    "before RUN": Stage("client", "RUN", 0),
    "in RUN": Stage("client", "RUN", 0.5),
    "before the answer to RUN": Stage("server", "RUN", 0),
    "before a row": Stage("server", "RECORD", 0),
    "in a row": Stage("server", "RECORD", 0.5),
    "before the end of the rows": Stage("server", "PULL", 0),
    "in BEGIN": Stage("client", "BEGIN", 0.5),
    "in COMMIT": Stage("client", "COMMIT", 0.5),
    "after COMMIT, before its answer": Stage("server", "COMMIT", 0),
    "in the answer to COMMIT": Stage("server", "COMMIT", 0.5),
    "after the answer to COMMIT": Stage("server", "COMMIT", 1),
}
COMMANDS: dict[str, list[str]] = {
    "query": ["query", "ego/citations", "-p", "paper=p3"],
    "indicators": ["indicators", "disruption", "--before", "2012-01-01"],
    "snapshot": ["network", "snapshot", "--before", "2012-01-01", "--out", "out"],
    "task build": [
        *("task", "build", "scinetbench/pair-citation", "--before", "2012-01-01", "--out", "out"),
        *("-o", "queries=6", "-o", "min_truth=3", "-o", "k=10"),
    ],
}  # fmt: skip


@pytest.fixture
def wired(uri: str) -> Iterator[Wire]:
    """A wire to the server, which advises 120 s of patience with a silent one: here it is 2 s."""
    with Wire(uri, patience_s=2) as result:
        yield result


def connected(uri: str) -> Database:
    return Database.connect(Neo4jSettings.model_construct(uri=uri))


def broken(proof: Proof, wired: Wire, short: int, *, opening: bool) -> Iterator[str]:
    """Break the wire in all ways, at all stages that the command just carried came through."""
    draw = random.Random(proof.seed)
    carried = dict(wired.passed)
    listed = [
        (way, name, stage)
        for way in WAYS
        for name, stage in ({**OPENING, **STAGES} if opening else STAGES).items()
        if carried.get((stage.side, stage.message), 0)
    ]
    quick = [item for item in listed if item[0] in {"cut", "reset"} and item[1] in STAGES]
    number = proof.trials(short, len(listed))
    for way, name, stage in listed if number == len(listed) else draw.sample(quick, number):
        moment = draw.randrange(carried[stage.side, stage.message])
        wired.break_at(stage, WAYS[way], moment)
        yield f"{way} {name}, {moment}"
        wired.heal()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty papers, some of them bad or twice, and the texts of the last."""
    folder = tmp_path_factory.mktemp("corpus")
    records, texts = field()
    records = records[-40:]
    records += [
        {**records[3], "id": [3]},
        {**records[5], "title": "Another"},
        records[7],
    ]
    for name, rows in (("records", records), ("fulltext", texts)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def loaded(uri: str, corpus: Path, kind: str) -> LoadReport:
    with connected(uri) as db:
        return load(
            db, corpus / f"{kind}.jsonl", kind=kind, batch_size=10, max_rejected=1,
            rejects=corpus / f"rejects-{kind}.jsonl",
        )  # fmt: skip


def account(report: LoadReport) -> dict[str, Any]:
    """What became of all records; those of a load that had ended unheard are there already."""
    there = report.loaded + report.merged
    assert report.read == there + sum(report.rejected.values())
    return {"there": there, "rejected": report.rejected, "graph": report.graph_fingerprint}


@pytest.mark.parametrize("kind", ["records", pytest.param("fulltext", marks=pytest.mark.soak)])
def test_load_over_a_breaking_wire(
    database: Database, uri: str, wired: Wire, corpus: Path, kind: str, proof: Proof
) -> None:
    """A load whose connection breaks, and the same command again: the same graph and account."""

    def emptied() -> None:
        database.rows("admin/wipe")
        if kind == "fulltext":
            loaded(uri, corpus, "records")

    emptied()
    expected = account(loaded(wired.uri, corpus, kind))
    rejects = (corpus / f"rejects-{kind}.jsonl").read_bytes()
    healed = again = 0
    longest = 0.0
    for place in broken(proof, wired, 3, opening=kind == "records"):
        emptied()
        begun = time.monotonic()
        try:
            report = loaded(wired.uri, corpus, kind)
            healed += wired.is_broken
        except ScinetError:
            report = None
        longest = max(longest, time.monotonic() - begun)
        if report is None:
            again += 1
            report = loaded(uri, corpus, kind)
        assert account(report) == expected, place
        assert fingerprint.stored_fingerprint(database) == expected["graph"], place
        assert (corpus / f"rejects-{kind}.jsonl").read_bytes() == rejects, place
    assert longest < PATIENCE_S
    proof.count(healed_by_itself=healed, healed_by_the_same_command=again, longest_s=round(longest))


@pytest.mark.parametrize(
    "command",
    [
        "query",
        "task build",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("indicators", "snapshot")),
    ],
)
@pytest.mark.usefixtures("field")
def test_answer_over_a_breaking_wire(
    wired: Wire,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    proof: Proof,
) -> None:
    """A command that reads over a breaking wire: the right answer or one line, never a part."""
    folders = map(str, itertools.count())

    def asked(address: str) -> tuple[int, str, str, dict[str, bytes]]:
        folder = tmp_path / next(folders)
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("NEO4J_URI", address)
        monkeypatch.setenv("SCINET_CACHE", str(folder / "cache"))
        code = status(monkeypatch, *COMMANDS[command])
        out, err = capsys.readouterr()
        files = {
            str(file.relative_to(folder)): file.read_bytes()
            for file in sorted(folder.rglob("*"))
            if file.is_file() and "cache" not in file.parts
        }
        return code, out, err, files

    whole = asked(wired.uri)
    assert whole[0] == 0, whole
    assert whole[1]
    right = refused = 0
    longest = 0.0
    for place in broken(proof, wired, 2, opening=command == "query"):
        begun = time.monotonic()
        code, out, err, files = asked(wired.uri)
        longest = max(longest, time.monotonic() - begun)
        if code == 0:
            assert (out, files) == (whole[1], whole[3]), place
            right += 1
        else:
            assert (code, out, files) == (1, "", {}), place
            assert err.startswith("scinet: "), place
            assert err.count("\n") == 1, (place, err)
            refused += 1
    assert longest < PATIENCE_S
    proof.count(right_answers=right, one_line=refused, longest_s=round(longest))
