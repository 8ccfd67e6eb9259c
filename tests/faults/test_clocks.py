"""Wall clocks that jump by a year, ahead and back: the server's and our own."""

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.commands.other_loader import HOLDER, set_lock
from helpers.language.ledgers import ledger_rows
from helpers.proof import Proof
from helpers.servers.endpoint import serving
from helpers.waiting import PATIENCE_S

from scinet.errors import SchemaError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load import journal
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.llm.ledger import Ledger

HELPERS = Path(__file__).parents[1] / "helpers"
YEAR_S = 365 * 86_400
JUMPS = (-YEAR_S, -3_600, 0, 3_600, YEAR_S)


def jump(db: Database, seconds: int) -> None:
    """Set the server's clock: all that it has stamped so far moves the other way."""
    keys = ("began_at", "started_at", "led_at", "finished_at", "since", "heartbeat", "asked_at")
    moved = ", ".join(f"{key}: n.{key} - duration({{seconds: $seconds}})" for key in keys)
    with db.driver.session() as session:
        session.run(f"MATCH (n:Snapshot|Lock) SET n += {{{moved}}}", seconds=seconds).consume()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    monkeypatch.chdir(tmp_path)

    def made(number: int) -> Path:
        result = tmp_path / f"{number}.jsonl"
        rows = [
            {"id": f"P{number}-{n}", "date": "2001", "references": [f"P{n}-0"]} for n in range(6)
        ]
        result.write_text("\n".join(map(json.dumps, rows)))
        return result

    return made


def test_server_clock_jumps(database: Database, file: Callable[[int], Path], proof: Proof) -> None:
    """Whatever the server's clock does between and within loads, the last one is the last one."""
    draw = random.Random(proof.seed)
    files = [file(number) for number in range(3)]
    expected = [
        load(database, [path], source=f"s{number}", kind="records")
        for number, path in enumerate(files)
    ]
    for _ in range(proof.trials(1, 100)):
        database.rows("admin/wipe")
        for number, path in enumerate(files):
            jump(database, draw.choice(JUMPS))
            report = load(
                database,
                [path],
                source=f"s{number}",
                kind="records",
                batch_size=3,
                after_batch=lambda _: jump(database, draw.choice(JUMPS)),
            )
            assert report.graph_fingerprint == expected[number].graph_fingerprint
            assert fingerprint.stored_fingerprint(database) == report.graph_fingerprint
        jump(database, draw.choice(JUMPS))
        remove_loads(database, "s2")
        assert fingerprint.stored_fingerprint(database) == expected[1].graph_fingerprint


@contextmanager
def beating(db: Database) -> Iterator[None]:
    """A loader on another machine lives."""
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(0.05):
            db.rows("load/lock_beat", holder=HOLDER)

    thread = threading.Thread(target=beat)
    # Its first beat would be seen as what it is; the loader that asks sees the old one first.
    original = journal.WriteLock._is_silent

    def watched(lock: journal.WriteLock) -> bool:
        thread.start()
        return original(lock)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal.WriteLock, "_is_silent", watched)
        try:
            yield
        finally:
            ended.set()
            thread.join()


@pytest.mark.parametrize("age_s", [-YEAR_S, YEAR_S])
def test_no_lock_is_stolen_or_stays_for_ever(
    database: Database,
    file: Callable[[int], Path],
    monkeypatch: pytest.MonkeyPatch,
    age_s: int,
    proof: Proof,
) -> None:
    """The lock of a living loader is not taken after a jump of the clock, that of a dead one is."""
    path = file(0)
    for _ in range(proof.trials(1, 20)):
        database.rows("admin/wipe")
        set_lock(database, age_s=age_s)
        monkeypatch.setattr(journal, "_WATCH_S", PATIENCE_S)  # over as soon as it beats
        with beating(database), pytest.raises(SchemaError, match="loaded by run other"):
            load(database, [path], kind="records")
        database.rows("admin/wipe")
        set_lock(database, age_s=age_s)
        monkeypatch.setattr(journal, "_WATCH_S", 0.3)
        assert load(database, [path], kind="records").loaded == 6


@pytest.fixture(scope="module")
def jumping(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process whose wall clock jumps five times a second."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("a clock that jumps is compiled with cc, on Linux")
    library = tmp_path_factory.mktemp("clock") / "clock.so"
    source = HELPERS / "jumping_clock.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    given = {"LD_PRELOAD": str(library), "PYTHONPATH": str(HELPERS.parent)}
    return {**os.environ, **given}


def run(environment: dict[str, str], code: str, *words: object) -> str:
    given = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(
        given, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.soak
def test_own_clock_jumps(
    database: Database,
    uri: str,
    file: Callable[[int], Path],
    jumping: dict[str, str],
    tmp_path: Path,
    proof: Proof,
) -> None:
    """A load and questions to a model while our clock jumps: the same graph, each asked once."""
    years = run(
        jumping,
        "import time, datetime\n"
        "for _ in range(60):\n"
        "    print(datetime.datetime.now(datetime.UTC).year); time.sleep(.01)",
    )
    assert len(set(years.split())) == 3
    path = file(0)
    expected = load(database, [path], kind="records").graph_fingerprint
    loading = (
        "import sys, time\n"
        "from scinet.graph.db.connection import Database\n"
        "from scinet.graph.load.loading import load\n"
        "from scinet.settings import Neo4jSettings\n"
        "with Database.connect(Neo4jSettings.model_construct(uri=sys.argv[1])) as db:\n"
        "    print(load(db, sys.argv[2], kind='records', batch_size=1,\n"
        "               after_batch=lambda _: time.sleep(.1)).graph_fingerprint)"
    )
    asking = (
        "import sys\n"
        "from pathlib import Path\n"
        "from helpers.language.questions import questions\n"
        "from scinet.llm.batch_client import LLMSession\n"
        "from scinet.llm.endpoint import Endpoint\n"
        "with LLMSession(Endpoint(sys.argv[1], 'tiny'), Path(sys.argv[2]), 'graph') as asker:\n"
        "    print(sum(reply.status == 'ok' for reply in asker.ask(questions(20))))"
    )
    for trial in range(proof.trials(1, 10)):
        database.rows("admin/wipe")
        assert run(jumping, loading, uri, path).strip() == expected
        with serving() as endpoint:
            endpoint.delay_s = 0.05
            ledger = tmp_path / f"{trial}.sqlite"
            assert run(jumping, asking, endpoint.url, ledger).strip() == "20"
            assert len(endpoint.requests) == 20
        with Ledger(ledger, is_read_only=True) as opened:
            rows = ledger_rows(opened, "attempt")
        assert [row["state"] for row in rows] == ["done"] * 20
        assert all(0 <= row["seconds"] < PATIENCE_S for row in rows)
