"""The script that does the demo's whole flow with ``import scinet`` and nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scinet.graph.connection import Database

pytestmark = pytest.mark.long  # what docs/ shows
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "examples" / "demo.py"


def test_the_demo_as_a_script(database: Database, uri: str, tmp_path: Path) -> None:
    del database  # emptied
    lines = SCRIPT.read_text("utf-8").splitlines()
    assert len(lines) < 60
    assert [line for line in lines if "import" in line] == ["import scinet"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT)],
        env={
            "NEO4J_URI": uri,
            "SCINET_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "HOME": str(tmp_path),
            "PATH": "",
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "<FoundPath of " in done.stdout
    assert done.stdout.splitlines()[-2:] == ["True", "demo/report.html"]
    scored = {file.parent for file in (tmp_path / "demo/results").rglob("result.json")}
    names = {folder.relative_to(tmp_path / "demo/results").as_posix() for folder in scored}
    assert "prescience/collaborators/collaborators-lambdarank" in names
    assert "scinetbench/pair-citation/graph/official" in names
    [best] = [
        metric["mean"]
        for metric in json.loads(
            (tmp_path / "demo/results/scinetbench/pair-citation/graph/result.json").read_text()
        )["metrics"]
        if metric["metric"] == "Cite-Acc"
    ]
    assert best == 1.0
