"""The demo as installed, outside the tree: a simulated network on its own server, to the report."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from helpers.pages.doc_pages import ROOT
from helpers.pages.wheel import built, run, unpacked
from helpers.waiting import PATIENCE_S

if TYPE_CHECKING:
    from scinet.settings import ServerSettings

pytestmark = pytest.mark.long  # minutes long: `make test-long`


@pytest.fixture(scope="module")
def wheel(place: Path) -> Path:
    return built(place / "dist")


@pytest.fixture(scope="module")
def newcomer(surroundings: Mapping[str, str], place: Path, wheel: Path) -> Mapping[str, str]:
    """Variables of a shell without our environment of Python, which has the wheel installed."""
    ours = str(Path(sys.executable).parent)
    path = [item for item in surroundings["PATH"].split(os.pathsep) if item != ours]
    own = {name: text for name, text in surroundings.items() if name != "SCINET_SERVER_HOME"}
    installed = str(unpacked(wheel, place / "site"))
    return {**own, "PATH": os.pathsep.join(path), "PYTHONPATH": installed}


@pytest.fixture(scope="module")
def folder(place: Path) -> Path:
    """Where the demo is typed: no corpus is available, and another database is set in a `.env`."""
    folder = place / "typed"
    folder.mkdir()
    (folder / ".env").write_text("NEO4J_URI=bolt://127.0.0.1:1\n")
    return folder


@pytest.fixture(scope="module")
def demo(newcomer: Mapping[str, str], place: Path, folder: Path) -> Mapping[str, Any]:
    """What the demo prints when it is done."""
    words = ("demo", "--out", str(place / "demo"), "--papers", "600", "--json")
    done = subprocess.run(
        [Path(sys.executable).parent / "scinet", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=newcomer,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    made: Mapping[str, Any] = json.loads(done.stdout)
    return made


def test_the_demo_ends_with_a_report(demo: Mapping[str, Any], place: Path) -> None:
    text = Path(demo["report"]).read_text(encoding="utf-8")
    assert "Simulated data" in text
    for anchor in ("network", "quality", "fields", "disruption", "path", "learning", "tasks"):
        assert f'id="{anchor}"' in text
    results = list((place / "demo" / "results").rglob("result.json"))
    systems = {
        (r["task"], r["system"], r["scoring"])
        for r in map(json.loads, map(Path.read_text, results))
    }
    for task in ("ego-disruption", "pair-citation", "pair-co-mention", "path"):
        for system in ("graph", "graph-edges", "bm25", "popularity", "oracle", "random"):
            assert {(task, system, "strict"), (task, system, "official")} <= systems
    for system in ("gnn", "walk", "frequency", "adamic-adar"):
        assert ("collaborators", f"collaborators-{system}", "strict") in systems


def test_what_it_prints_works_as_typed(
    demo: Mapping[str, Any], newcomer: Mapping[str, str], folder: Path
) -> None:
    *steps, pages, stop = demo["next"]
    assert " explore --results " in pages
    program, _, words = stop.rpartition(" server ")
    assert words == "stop"
    steps.append(f"{program} server status")  # the server is needed further
    asked = subprocess.run(
        ["bash", "-euc", "\n".join(steps)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=newcomer,
    )
    assert asked.returncode == 0, asked.stderr
    assert "Paper" in asked.stdout
    assert "co_citations" in asked.stdout
    assert "running" in asked.stdout


def test_a_clean_environment_serves_its_pages_for_a_token(
    wheel: Path,
    demo: Mapping[str, Any],
    server: "ServerSettings",
    place: Path,
    folder: Path,
) -> None:
    """What ``docker-compose.yml`` does for its service ``explorer``, without Docker."""
    from helpers.servers.own_server import address

    from scinet.graph.db.connection import Database
    from scinet.server.process import free_port

    connection = address(server)
    with Database.connect(connection) as database:
        [paper] = database.rows("lookup/paper", paper_id=_option("paper_id", demo), before=None)
    uv = (sys.executable, "-m", "uv")
    pins = ("-c", ROOT / "constraints.txt", "-b", ROOT / "constraints.txt")
    run(*uv, "venv", "-q", "--python", sys.executable, place / "clean")
    run(*uv, "pip", "install", "-q", "--python", place / "clean", *pins, f"{wheel}[explore]")
    port = free_port()
    kept = {
        name: os.environ[name]
        for name in ("HOME", "PATH", "SCINET_SERVER_CACHE")
        if name in os.environ
    }
    secret = {
        "NEO4J_URI": str(connection.uri),
        "NEO4J_PASSWORD": connection.password.get_secret_value(),
    }
    [pages] = [line for line in demo["next"] if " explore " in line]
    command = [str(place / "clean/bin/scinet"), *shlex.split(pages)[1:]]
    with subprocess.Popen(
        [*command, "--host", "0.0.0.0", "--port", str(port)],  # noqa: S104
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**kept, **secret},
    ) as explorer:
        try:
            token = next(filter(None, map(_token, explorer.stderr or ())))
            assert _page(port, paper) == (401, False)
            assert _page(port, paper, Cookie=f"scinet={token}") == (200, True)
        finally:
            explorer.terminate()


def _option(name: str, demo: Mapping[str, Any]) -> str:
    """Value of an option of a statement that the demo says to ask."""
    [value] = re.findall(rf" -p {name}=(\S+)", "\n".join(demo["next"]))
    return str(value)


def _token(line: str) -> str:
    match = re.search(r"token=([\w-]+)", line)
    return match[1] if match else ""


def _page(port: int, paper: Mapping[str, Any], **headers: str) -> tuple[int, bool]:
    """How the page of a paper is answered, and whether it shows the paper."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as asked:
        asked.request("GET", f"/paper?id={quote(paper['paper_id'])}", headers=headers)
        with asked.getresponse() as answer:
            return answer.status, paper["title"].encode() in answer.read()
