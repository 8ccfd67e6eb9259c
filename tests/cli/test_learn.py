"""The train command: on a real graph, and what it says when it cannot."""

import json
import sys
from pathlib import Path

import pytest
from helpers.build import load_graph
from helpers.two_sides import two_communities

from scinet.cli import main
from scinet.graph.connection import Database

_COMMAND = ["scinet", "train", "sage", "links/coauthor", "--before", "2009-01-01"]


def test_train_reads_the_graph_and_prints_metrics(
    database: Database,
    uri: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    papers, authors, titles = two_communities(5)
    load_graph(database, papers, authors, titles=titles)
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    out = tmp_path / "result"
    options = ["--out", str(out), "-o", "epochs=2", "-o", "negatives=10"]
    for extra in (["--json"], []):
        monkeypatch.setattr(sys, "argv", [*_COMMAND, *options, *extra])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
    line, *table = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["epochs"], found["task"]) == (2, "links/coauthor")
    assert found["metrics"] == json.loads((out / "result.json").read_text())["metrics"]
    assert any("MRR hard" in text for text in table)
    assert any(text.startswith("adamic_adar") for text in table)


def test_without_torch_one_line_names_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("scinet.models.links")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(sys, "argv", [*_COMMAND, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    error = capsys.readouterr().err
    assert error == 'scinet: torch is not installed. Run `pip install "scinet[models]"`.\n'
