"""Paths on the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from build import Paper, load_graph

from scinet.graph.connection import Database

# Through c lead the most chains from a and b to f; x stands in the other venue.
PAPERS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2000", []),
    ("c", "2001", ["a", "b"]),
    ("e", "2002", ["c"]),
    ("f", "2003", ["e", "b"]),
    ("x", "2003-06", ["a"]),
]


def run(uri: str, cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from scinet.cli import main; main()", *words],
        env={"NEO4J_URI": uri, "SCINET_CACHE": str(cache), "PATH": "", "HOME": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        cwd=cache,
    )


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_paths_are_told(database: Database, uri: str, tmp_path: Path) -> None:
    load_graph(database, PAPERS, venues=dict.fromkeys("abcef", "Letters") | {"x": "Notes"})
    [mean] = lines(
        run(
            uri,
            tmp_path,
            "path",
            "b",
            "f",
            "--objective",
            "mean",
            "--endpoints",
            "exclude",
            "--json",
        )
    )
    assert (mean["papers"], mean["value"], mean["objective"]) == (["b", "c", "e", "f"], 1.0, "mean")
    listed = run(uri, tmp_path, "path", "b", "f", "--all", "--limit", "1", "--json")
    assert lines(listed) == [{"hops": 1, "papers": ["b", "f"]}]
    assert "there are more" in listed.stderr
    refused = run(uri, tmp_path, "path", "b", "f", "--all", "--shortest")
    assert refused.returncode == 1
    assert refused.stderr.startswith("scinet: --all lists all paths")
    [main] = lines(run(uri, tmp_path, "main-path", "--venue", "Letters", "--json"))
    assert (main["papers"], main["papers_in"]) == (["a", "c", "e", "f"], 5)
    told = run(uri, tmp_path, "main-path", "--kind", "local", "--before", "2003-01-01")
    assert [line.split()[0] for line in told.stdout.splitlines()[1:]] == ["a", "c", "e"]
    refused = run(uri, tmp_path, "main-path", "--venue", "Nowhere")
    assert (refused.returncode, "'Nowhere'" in refused.stderr) == (1, True)
