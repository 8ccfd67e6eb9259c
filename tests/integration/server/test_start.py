"""The commands, with the real server: a start, a stop, and both again."""

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.nursery import Ended, Nursery, inherited
from helpers.commands.served_command import SCINET
from helpers.servers.explored import browsing
from helpers.waiting import PATIENCE_S
from starlette.testclient import TestClient

from scinet.errors import ServerMissingError
from scinet.graph.db import indexes
from scinet.graph.db.connection import Database
from scinet.server.home import local_connection
from scinet.server.install import installed_jars
from scinet.server.lock import load_lock
from scinet.server.process import free_port
from scinet.settings import ServerSettings

LANE = ServerSettings().lane or "lts"
GDS = load_lock(LANE).versions["gds"]


def run(*words: str, env: dict[str, str]) -> Ended:
    return Nursery(env, small=False).run(["server", *words], Path.cwd())


def start_twice(env: dict[str, str]) -> list[Ended]:
    """The same by two processes at the same time."""
    pipe = subprocess.PIPE
    both = [
        subprocess.Popen(
            [*SCINET, "server", "start", "--json"], env=env, text=True, stdout=pipe, stderr=pipe
        )
        for _ in range(2)
    ]
    told = [item.communicate(timeout=PATIENCE_S) for item in both]
    return [Ended(item.returncode, *texts) for item, texts in zip(both, told, strict=True)]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    own = {
        "SCINET_SERVER_HOME": str(tmp_path / "my home"),
        "SCINET_SERVER_PORT": str(free_port()),
        "SCINET_SERVER_HEAP": "512m",
        "SCINET_SERVER_PAGE_CACHE": "128m",
        "SCINET_SERVER_WAIT_S": str(PATIENCE_S),
    }
    return inherited(**own)


def test_start_twice_look_and_stop(env: dict[str, str], tmp_path: Path) -> None:
    try:
        installed_jars(ServerSettings(), load_lock(LANE))
    except ServerMissingError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{error}: run `scinet server install`")
    try:
        starts = start_twice(env)
        assert [start.code for start in starts] == [0, 0], starts
        first, second = (json.loads(start.out) for start in starts)
        assert first == second
        assert sum("already running" in start.err for start in starts) == 1

        now: dict[str, Any] = json.loads(run("status", "--json", env=env).out)
        assert now == first
        assert now["running"] is True
        assert now["uri"] == f"bolt://127.0.0.1:{env['SCINET_SERVER_PORT']}"
        assert (now["heap"], now["page_cache"]) == ("512m", "128m")
        assert now["versions"]["gds"] == GDS

        other = run("start", env={**env, "SCINET_SERVER_HOME": str(tmp_path / "b")})
        assert (other.code, other.out, len(other.err.splitlines())) == (1, "", 1)
        assert "in use" in other.err

        check_loopback_only(int(env["SCINET_SERVER_PORT"]))
        assert run("logs", "-n", "1", env=env).out.strip().endswith("Started.")
        with pages_of(first["home"], tmp_path) as pages:
            assert pages.get("/queries/ego/citations?paper_id=x").status_code == 404
            stop = run("stop", "--json", env=env)
            assert json.loads(stop.out) == {"stopped": True, "pid": first["pid"]}, stop.err
            assert pages.get("/queries/ego/citations?paper_id=x").status_code == 503
            unset = {key: value for key, value in env.items() if key != "SCINET_SERVER_PORT"}
            again = json.loads(run("start", "--json", env=unset).out)
            assert again["uri"] == first["uri"], "a home comes back on its port"
            assert pages.get("/queries/ego/citations?paper_id=x").status_code == 404
    finally:
        stop = run("stop", "--json", env=env)
    assert (stop.code, json.loads(stop.out)["stopped"]) == (0, True), stop.err
    assert json.loads(run("status", "--json", env=env).out)["running"] is False
    assert run("stop", env=env).code == 0


@contextmanager
def pages_of(home: str, folder: Path) -> Iterator[TestClient]:
    """The explorer over the server of a home, which is still there when that is stopped."""
    connection = local_connection(ServerSettings(home=Path(home)))
    assert connection is not None
    with Database.connect(connection) as database:
        [row] = database.read_text("RETURN gds.version() AS version")
        assert row == {"version": GDS}
        indexes.ensure_schema(database)
        with browsing(database, folder) as client:
            yield client


def check_loopback_only(port: int) -> None:
    wanted = f":{port:04X}"
    listening = [
        line.split()[1]
        for table in ("/proc/net/tcp", "/proc/net/tcp6")
        for line in Path(table).read_text().splitlines()[1:]
        if line.split()[1].endswith(wanted) and line.split()[3] == "0A"
    ]
    loopback = socket.inet_aton("127.0.0.1")[::-1].hex().upper()
    assert listening, "the server listens"
    assert all(loopback in address for address in listening), listening


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["start", "--heap", "much"], "'much' is not a size"),
        (["start", "--page-cache", "1"], "'1' is not a size"),
        (["start", "--port", "0"], "--port"),
        (["logs", "-n", "0"], "--lines"),
        (["nonsense"], "No such command"),
    ],
)
def test_wrong_usage(env: dict[str, str], words: list[str], said: str) -> None:
    done = run(*words, env=env)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_wrong_variable(env: dict[str, str]) -> None:
    done = run("status", env={**env, "SCINET_SERVER_PORT": "many"})
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert done.err.startswith("scinet: Input should be a valid integer")
    assert "(SCINET_SERVER_PORT)" in done.err
