"""The demo as installed, outside the tree: a simulated network on its own server, to the report."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.served_command import SCINET
from helpers.wheel import built, unpacked

from scinet.errors import ServerMissingError
from scinet.server.control import stop
from scinet.server.install import installed
from scinet.server.lock import committed
from scinet.settings import ServerSettings

pytestmark = pytest.mark.long  # minutes long: `make test-long`


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """Folder of a demo whose server is stopped in any case."""
    try:
        installed(ServerSettings(), committed(ServerSettings().lane or "lts"))
    except ServerMissingError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{error}; run `scinet server install`")
    yield tmp_path / "out"
    stop(ServerSettings(home=tmp_path / "out" / "server"))


def test_the_demo_ends_with_a_report_and_a_server_to_ask(tmp_path: Path, out: Path) -> None:
    words = ("demo", "--out", str(out), "--papers", "2000", "--json")
    others = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}
    others["PYTHONPATH"] = str(unpacked(built(tmp_path / "dist"), tmp_path / "site"))
    # Another database is set, as in the `.env` of somebody who has one.
    (tmp_path / ".env").write_text("NEO4J_URI=bolt://127.0.0.1:1\n")
    done = subprocess.run(
        [*SCINET, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,  # where no corpus is at hand
        env=others,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    made = json.loads(done.stdout)
    text = Path(made["report"]).read_text(encoding="utf-8")
    assert "Simulated data" in text
    for anchor in ("network", "quality", "fields", "disruption", "path", "learning", "tasks"):
        assert f'id="{anchor}"' in text
    results = list((out / "results").rglob("result.json"))
    systems = {
        (r["task"], r["system"], r["scoring"])
        for r in map(json.loads, map(Path.read_text, results))
    }
    for task in ("ego-disruption", "pair-citation", "pair-co-mention", "path"):
        for system in ("graph", "graph-edges", "bm25", "popularity", "oracle", "random"):
            assert {(task, system, "strict"), (task, system, "official")} <= systems
    for system in ("gnn", "walk", "frequency", "adamic-adar"):
        assert ("collaborators", f"collaborators-{system}", "strict") in systems
    # What is printed at the end works as typed, in a shell without the environment of Python.
    [pages] = [line for line in made["next"] if " explore " in line]
    assert pages.endswith(f"explore --results {out}")
    # Pages are served until Ctrl-C, here after some seconds.
    shown = f"timeout --signal=INT 20 {pages} --port 0 || test $? = 124"
    steps = [shown if line == pages else line for line in made["next"]]
    asked = subprocess.run(
        ["bash", "-euc", "\n".join(steps)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=others,
    )
    assert asked.returncode == 0, asked.stderr
    assert "Paper" in asked.stdout
    assert "co_citations" in asked.stdout
    assert "stopped" in asked.stdout
    assert "in a browser" in asked.stderr
