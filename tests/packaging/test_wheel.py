"""The package as others install it: the wheel made from the source archive is complete."""

import os
import re
import subprocess
import sys
import zipfile
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from helpers.doc_pages import ROOT
from helpers.golden_network import load_network
from helpers.wheel import built, run, unpacked

from scinet.graph.connection import Database
from scinet.server.process import free_port

ROOMS = ("graph", "cypher", "models", "eval")
KINDS = {
    *(".py", ".cypher", ".lock", ".html", ".css", ".js", ".svg", ".jsonl", ".md", ".toml", ".txt"),
    ".typed",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))


def expected() -> set[str]:
    """Every file of the package in the tree, under the name that it has when installed."""
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    files = {
        f"scinet/{name}" if name.startswith(ROOMS) else name.removeprefix("src/")
        for name in tracked
        if name.startswith(("src/scinet/", *(f"{room}/" for room in ROOMS)))
        and (ROOT / name).is_file()
    }
    return {name for name in files if Path(name).suffix in KINDS}


def test_the_wheel_holds_every_file_of_the_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info" not in name}
    assert held == expected()


def test_the_installed_command_answers_outside_the_tree(wheel: Path, tmp_path: Path) -> None:
    place = unpacked(wheel, tmp_path / "site")
    code = (
        "import scinet, sys; print(scinet.__file__); "
        "from scinet.cli import main; sys.argv[1:] = ['--help']; main()"
    )
    output = run(sys.executable, "-c", code, PYTHONPATH=str(place), PWD=str(tmp_path))
    first, _, rest = output.partition("\n")
    assert Path(first).is_relative_to(place)
    assert "server" in rest


@pytest.mark.long
def test_a_clean_environment_serves_the_pages_for_a_token(
    wheel: Path, shared_database: Database, uri: str, tmp_path: Path
) -> None:
    """What ``docker-compose.yml`` does for its service ``explorer``, without Docker."""
    load_network(shared_database, "field")
    uv = (sys.executable, "-m", "uv")
    pins = ("-c", ROOT / "constraints.txt", "-b", ROOT / "constraints.txt")
    run(*uv, "venv", "-q", "--python", sys.executable, tmp_path / "clean")
    program = tmp_path / "clean/bin/scinet"
    run(*uv, "pip", "install", "-q", "--python", tmp_path / "clean", *pins, f"{wheel}[explore]")
    port = free_port()
    kept = {
        name: os.environ[name]
        for name in ("HOME", "PATH", "SCINET_SERVER_CACHE")
        if name in os.environ
    }
    command = [str(program), "explore", "--host", "0.0.0.0", "--port", str(port)]  # noqa: S104
    there = {**kept, "NEO4J_URI": uri, "NEO4J_PASSWORD": "none"}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=there
    ) as explorer:
        try:
            token = next(filter(None, map(_token, explorer.stderr or ())))
            assert _page(port) == (401, False)
            assert _page(port, Cookie=f"scinet={token}") == (200, True)
        finally:
            explorer.terminate()
    shared_database.rows("admin/wipe")


def _token(line: str) -> str:
    found = re.search(r"token=([\w-]+)", line)
    return found[1] if found else ""


def _page(port: int, **headers: str) -> tuple[int, bool]:
    """How the page of a paper is answered, and whether it shows the paper."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as asked:
        asked.request("GET", "/paper?id=P2", headers=headers)
        with asked.getresponse() as answer:
            return answer.status, b"A grammar of citations" in answer.read()
