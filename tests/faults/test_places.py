"""A full disk and a folder that cannot be written, at each place that a command writes to."""

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from helpers.commands.command_line import status
from helpers.networks.build import load_graph
from helpers.networks.two_sides import BOARD, two_communities
from helpers.proof import Proof
from helpers.servers.small_disk import Disk, small_disk

from scinet.graph.db.connection import Database

DAY = "2010-01-01"
PAGE = 4096
# What makes a folder look whole: it is written last.
_SEALS = frozenset({"task.json", "model.json", "manifest.json", "result.json"})


@dataclass(frozen=True)
class Verb:
    """A command that writes; ``{}`` in its words is the small disk.

    Attributes:
        is_exact: Whether it writes the same bytes each time; else figures of time are in them.
        is_log: Whether what it writes grows with the work and is read by people only.
        places: Settings that point to the small disk.
        trials: Of the full form; fewer where one takes long.
    """

    words: str
    is_exact: bool = True
    is_log: bool = False
    places: dict[str, str] = field(default_factory=dict)
    stdin: str = ""
    trials: int = 12


_LOADED = json.dumps({"id": ["x"]}) + "\n" + json.dumps({"id": "y"}) + "\n"
# A further verb is one more line.
VERBS = {
    "snapshot": Verb(f"network snapshot --before {DAY} --out {{}}/snapshot"),
    "task build": Verb(f"task build prescience/collaborators --before {DAY} --out {{}}/task"),
    "task export": Verb("task export task --out {}/instances.jsonl"),
    "run": Verb("run collaborators-frequency task --out {}/runs/run.jsonl"),
    "evaluate": Verb("evaluate runs task run.jsonl --out {}/results"),
    "predictions export": Verb("predictions export task run.jsonl --out {}/predictions.json"),
    "predictions import": Verb("predictions import task predictions.json --out {}/run.jsonl"),
    "cache": Verb(f"network statistics --before {DAY}", places={"SCINET_CACHE": "{}/cache"}),
    "survey": Verb("survey speech --out {}/survey.md"),
    "load --rejects": Verb(
        "load bad.jsonl --max-rejected 1 --rejects {}/rejects.jsonl", is_log=True
    ),
    "load -": Verb("load - --max-rejected 1", places={"TMPDIR": "{}"}, stdin=_LOADED * 500),
    "report": Verb(f"report --before {DAY} --results results --out {{}}/report.html"),
    "train": Verb("train impact-ridge impact --out {}/model", is_exact=False),
    "generate": Verb("generate --papers 100 --out {}/simulated"),
    "embeddings": Verb("network embeddings fastrp --dimensions 8 --out {}/vectors.npy"),
    "leaderboard run": Verb("leaderboard run two.toml --out {}/board", is_exact=False, trials=4),
}
QUICK = ("task build", "run", "evaluate", "load --rejects")


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    with small_disk(tmp_path_factory.mktemp("small") / "disk", "8m") as result:
        yield result


@pytest.fixture(scope="module")
def world(
    shared_database: Database, uri: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A working folder with a task, a run of it and its results; the graph is two communities."""
    shared_database.rows("admin/wipe")
    papers, authors, titles = two_communities(1)
    load_graph(shared_database, papers, authors, titles=titles)
    folder = tmp_path_factory.mktemp("world")
    (folder / "two.toml").write_text(BOARD)
    (folder / "bad.jsonl").write_text(_LOADED)
    (folder / "more.jsonl").write_text(_LOADED * 500)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("NEO4J_URI", uri)
        patch.setenv("SCINET_CACHE", str(folder / "cache"))
        for words in (
            "load bad.jsonl --max-rejected 1 --rejects rejected.jsonl",
            "load more.jsonl --max-rejected 1 --rejects rejected.jsonl",
            f"task build prescience/collaborators --before {DAY} --out task",
            f"task build prescience/impact --before {DAY} --out impact"
            " -o train_years=2 -o validation_years=1",
            "run collaborators-frequency task --out run.jsonl",
            "evaluate runs task run.jsonl --out results",
            "predictions export task run.jsonl --out predictions.json",
        ):
            assert status(patch, *words.split()) == 0, words
        yield folder


@pytest.fixture
def ask(
    world: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[Verb], tuple[int, str]]:
    """Runs a verb; returns its exit status and what it said on standard error."""
    capsys.readouterr()

    def asked(verb: Verb) -> tuple[int, str]:
        monkeypatch.chdir(world)
        for name, place in verb.places.items():
            monkeypatch.setenv(name, place.format(disk.folder))
        monkeypatch.setattr(tempfile, "tempdir", None)
        if verb.stdin:
            monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(verb.stdin.encode())))
        code = status(monkeypatch, *verb.words.format(disk.folder).split())
        return code, capsys.readouterr().err

    return asked


def contents(disk: Disk) -> dict[str, bytes]:
    """Files of the disk by name, but for what only fills it."""
    return {
        str(file.relative_to(disk.folder)): file.read_bytes()
        for file in sorted(disk.folder.rglob("*"))
        if file.is_file() and file.name != "fill"
    }


def check_left(verb: Verb, left: dict[str, bytes], whole: dict[str, bytes]) -> None:
    """Hold that nothing left by a verb that failed would be taken for whole."""
    for name, content in left.items():
        path = Path(name)
        if any(part.endswith(".partial") for part in path.parts):
            continue
        if path.name == "model.json" and json.loads(content)["figures"] is None:
            continue  # of a training that is incomplete
        if path.name in _SEALS and "accounts" not in path.parts:
            beside = {item for item in whole if Path(item).parent == path.parent}
            assert beside <= left.keys(), name
        if verb.is_exact and not verb.is_log:
            assert content == whole[name], name


def check_line(err: str, disk: Disk) -> None:
    """Hold that an error is one line that names the place, and says what to do."""
    lines = [line for line in err.splitlines() if line.startswith("scinet: ")]
    assert len(lines) == 1, err
    assert "Traceback" not in err
    assert str(disk.folder) in err
    assert ". " in lines[0]


def verbs(*but: str) -> list[object]:
    return [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.soak)
        for name in VERBS
        if name not in but
    ]


@pytest.mark.parametrize("name", verbs())
def test_full_disk(
    name: str, disk: Disk, ask: Callable[[Verb], tuple[int, str]], proof: Proof
) -> None:
    """A disk that gets full anywhere: one line, nothing half written, and done with room again."""
    verb = VERBS[name]
    draw = random.Random(proof.seed)
    disk.empty()
    before = disk.used
    assert ask(verb)[0] == 0
    taken, whole = disk.used - before, contents(disk)
    # From no room at all to nearly as much as it takes; a disk has room by pages.
    rooms = range(0, max(taken, PAGE), PAGE)
    number = proof.trials(2, verb.trials)
    refused = 0
    for room in [0, *draw.sample(rooms, min(number, len(rooms)) - 1)]:
        disk.empty()
        disk.fill(room)
        code, err = ask(verb)
        if code:
            assert code == 1
            refused += 1
            check_line(err, disk)
            check_left(verb, contents(disk), whole)
        disk.unfill()
        code, err = ask(verb)
        assert code == 0, err
        result = contents(disk)
        assert result.keys() == whole.keys()
        assert not verb.is_exact or result == whole
    assert refused or not whole
    proof.count(refused=refused)


# Where TMPDIR cannot be written, Python takes another folder.
@pytest.mark.parametrize("name", verbs("load -"))
def test_folder_that_cannot_be_written(
    name: str, disk: Disk, ask: Callable[[Verb], tuple[int, str]], proof: Proof
) -> None:
    """A folder that nobody may write to: one line that names it, and done once one may."""
    verb = VERBS[name]
    disk.empty()
    proof.trials(1, 1)
    disk.protect(on=True)
    try:
        code, err = ask(verb)
    finally:
        disk.protect(on=False)
    assert code == 1
    check_line(err, disk)
    assert not contents(disk)
    assert ask(verb)[0] == 0
