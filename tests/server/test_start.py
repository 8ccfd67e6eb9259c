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
from helpers.explored import browsing
from helpers.served_command import SCINET
from starlette.testclient import TestClient

from scinet.errors import ServerMissingError
from scinet.graph import schema
from scinet.graph.connection import Database
from scinet.server.home import local_connection
from scinet.server.install import installed
from scinet.server.lock import committed
from scinet.server.process import free_port
from scinet.settings import ServerSettings

COMMAND = [*SCINET, "server"]
LANE = ServerSettings().lane or "lts"
GDS = committed(LANE).versions["gds"]


def run(*words: str, env: dict[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *words], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def end(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    own = {
        "SCINET_SERVER_HOME": str(tmp_path / "my home"),
        "SCINET_SERVER_PORT": str(free_port()),
        "SCINET_SERVER_HEAP": "512m",
        "SCINET_SERVER_PAGE_CACHE": "128m",
        "SCINET_SERVER_WAIT_S": "110",
    }
    return {**os.environ, **own}


def test_start_twice_look_and_stop(env: dict[str, str], tmp_path: Path) -> None:
    try:
        installed(ServerSettings(), committed(LANE))
    except ServerMissingError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{error}: run `scinet server install`")
    try:
        starts = [
            end(p) for p in [run("start", "--json", env=env), run("start", "--json", env=env)]
        ]
        assert [code for code, _, _ in starts] == [0, 0], starts
        first, second = (json.loads(out) for _, out, _ in starts)
        assert first == second
        assert sum("already running" in err for _, _, err in starts) == 1

        code, out, _ = end(run("status", "--json", env=env))
        assert code == 0
        now: dict[str, Any] = json.loads(out)
        assert now == first
        assert now["running"] is True
        assert now["uri"] == f"bolt://127.0.0.1:{env['SCINET_SERVER_PORT']}"
        assert (now["heap"], now["page_cache"]) == ("512m", "128m")
        assert now["versions"]["gds"] == GDS

        code, out, err = end(run("start", env={**env, "SCINET_SERVER_HOME": str(tmp_path / "b")}))
        assert (code, out) == (1, "")
        assert "in use" in err
        assert len(err.splitlines()) == 1

        check_connection(ServerSettings(home=Path(env["SCINET_SERVER_HOME"])))
        check_loopback_only(int(env["SCINET_SERVER_PORT"]))
        code, out, _ = end(run("logs", "-n", "1", env=env))
        assert out.strip().endswith("Started.")
        with pages_of(first["home"], tmp_path) as pages:
            assert pages.get("/queries/ego/citations?paper_id=x").status_code == 404
            code, out, err = end(run("stop", "--json", env=env))
            assert (code, json.loads(out)) == (0, {"stopped": True, "pid": first["pid"]}), err
            assert pages.get("/queries/ego/citations?paper_id=x").status_code == 503
            unset = {key: value for key, value in env.items() if key != "SCINET_SERVER_PORT"}
            code, out, err = end(run("start", "--json", env=unset))
            assert json.loads(out)["uri"] == first["uri"], "a home comes back on its port"
            assert pages.get("/queries/ego/citations?paper_id=x").status_code == 404
    finally:
        code, out, err = end(run("stop", "--json", env=env))
    assert (code, json.loads(out)["stopped"]) == (0, True), err
    code, out, err = end(run("status", "--json", env=env))
    assert json.loads(out)["running"] is False
    assert end(run("stop", env=env))[0] == 0


@contextmanager
def pages_of(home: str, folder: Path) -> Iterator[TestClient]:
    """The explorer over the server of a home, which is still there when that is stopped."""
    connection = local_connection(ServerSettings(home=Path(home)))
    assert connection is not None
    with Database.connect(connection) as database:
        schema.ensure(database)
        with browsing(database, folder) as client:
            yield client


def check_connection(settings: ServerSettings) -> None:
    connection = local_connection(settings)
    assert connection is not None
    with Database.connect(connection) as database:
        [row] = database.read_text("RETURN gds.version() AS version")
        assert row == {"version": GDS}


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
        (["start", "--heap", "much"], "'much' is no size"),
        (["start", "--page-cache", "1"], "'1' is no size"),
        (["start", "--port", "0"], "--port"),
        (["logs", "-n", "0"], "--lines"),
        (["nonsense"], "No such command"),
    ],
)
def test_wrong_usage(env: dict[str, str], words: list[str], said: str) -> None:
    code, out, err = end(run(*words, env=env))
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_wrong_variable(env: dict[str, str]) -> None:
    code, out, err = end(run("status", env={**env, "SCINET_SERVER_PORT": "many"}))
    assert (code, out) == (1, "")
    assert err.startswith("scinet: Input should be a valid integer")
    assert "(SCINET_SERVER_PORT)" in err
    assert len(err.splitlines()) == 1
