"""Ctrl-C and a missing Java: one line each, and nothing half made."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from helpers.nursery import listens
from helpers.served_command import SCINET

from scinet.errors import ServerMissingError
from scinet.server import java
from scinet.spark import engine


@pytest.mark.long
@pytest.mark.parametrize("begun", ["", "tables.partial"])
def test_ctrl_c_is_one_line(tmp_path: Path, begun: str) -> None:
    """While Java starts, and while Spark works; of a terminal the signal comes to all processes."""
    papers = ({"id": f"p{n}", "title": "T", "date": "2001"} for n in range(5_000))
    (tmp_path / "papers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in papers))
    environment = {name: one for name, one in os.environ.items() if name != "JDK_JAVA_OPTIONS"}
    command = [*SCINET, "spark", "tables", "papers.jsonl", "--source", "s", "--out", "tables"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env=environment,
    ) as process:  # fmt: skip
        while not (listens(process.pid) and (tmp_path / begun).exists()):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err == "scinet: stopped. Run the same command again to go on.\n"
    assert [one.name for one in tmp_path.iterdir()] == ["papers.jsonl"]


def test_without_java_one_line_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(java, "_candidates", lambda _: iter([tmp_path / "java"]))
    with pytest.raises(ServerMissingError, match="no Java from 17 to 21") as caught:
        engine.start(tmp_path)
    assert "JAVA_HOME" in caught.value.hint
