"""What is missing on a machine is said with what to type, and without a secret."""

from pathlib import Path

import pytest
from helpers.commands.command_line import status
from helpers.networks.build import GOLDEN, load_graph
from helpers.waiting import count_cpu_seconds

import scinet
from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.session import doctor as room


@pytest.fixture(autouse=True)
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who has set nothing and started nothing."""
    monkeypatch.chdir(tmp_path)
    for name in ("NEO4J_URI", "OPENAI_BASE_URL", "OPENAI_API_KEY", "SCINET_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SCINET_SERVER_HOME", str(tmp_path / "server"))


def _rows() -> dict[str, dict[str, str]]:
    return {row["check"]: row for row in scinet.doctor()}


def test_what_is_missing_comes_with_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = _rows()
    assert (result["server"]["state"], result["server"]["do"]) == (
        "missing", "Run `scinet server start`.",
    )  # fmt: skip
    assert "scinet server start" in result["database"]["do"]
    assert result["language model"]["state"] == "optional"
    assert {result[name]["state"] for name in ("python", "packages", "disk")} == {"ok"}
    assert all(row["do"] for row in result.values() if row["state"] != "ok")
    assert status(monkeypatch, "doctor") == 1
    assert "missing   server" in capsys.readouterr().out


def test_a_database_that_answers_is_described(
    database: Database, uri: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("NEO4J_PASSWORD", "hunter2")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hunter3")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:hunter4@127.0.0.1:9/v1")
    monkeypatch.setenv("SCINET_LLM_MODEL", "tiny")
    assert _rows()["graph"]["do"].startswith("Run `scinet load FILE`")
    load_graph(database, GOLDEN)
    result = dict[str, dict[str, str]]()
    assert count_cpu_seconds(lambda: result.update(_rows())) < 2
    assert "hunter" not in str(result)
    assert result["graph"]["found"].startswith(f"{len(GOLDEN)} papers, 13 citations, ")
    assert result["database"]["found"].endswith(f"at {uri}")
    assert "java" not in result
    assert {row["state"] for row in result.values()} <= {"ok", "optional"}
    (good := tmp_path / "good.jsonl").write_text('{"id": "late"}')
    with pytest.raises(DataError, match="does not exist"):
        load(database, [good, tmp_path / "absent.jsonl"])
    assert "brought only a part, as `scinet status` says" in _rows()["graph"]["found"]


def test_a_package_that_is_missing_or_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = ["numpy>=999", "no-package-of-this-name; extra == 'llm'", "numpy; extra == 'mcp'"]
    monkeypatch.setattr(room, "requires", lambda _: needed)
    result = _rows()
    assert result["packages"]["state"] == "missing"
    assert result["packages"]["found"].startswith("1 of 1 packages: numpy>=999, ")
    assert "no-package-of-this-name, none is installed" in result["extra llm"]["found"]
    assert "pip install" in result["extra llm"]["do"]


def test_a_wrong_setting_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCINET_SERVER_PORT", "no number")
    result = _rows()
    assert result["server"]["state"] == "missing"
    assert "SCINET_SERVER_PORT" in result["server"]["found"]
