"""Ctrl-C and a missing Java: one line each, and nothing half made."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest
from helpers.commands.served_command import SCINET
from helpers.commands.terminals import terminal
from helpers.waiting import PATIENCE_S, wait_until

import scinet.spark
from scinet.errors import ServerMissingError
from scinet.server import java
from scinet.spark import engine

WORDS = ("spark", "tables", "papers.jsonl", "--source", "s", "--out", "tables")
AGAIN = "Run the same command again to start over."
# What a signal raises may come out of py4j as an error of the connection.
FAILING = """
import threading
from scinet.spark import engine

def work(rows):
    try:
        rows.collect()
    except Exception:
        pass  # it is stopped

for _ in range(3):
    try:
        with engine.session() as spark:
            rows = spark.range(0, 10**11, 1, 8).where("sin(id) > 2")
            worker = threading.Thread(target=work, args=[rows])
            worker.start()
            while not spark.sparkContext.statusTracker().getActiveStageIds():
                pass
            raise LookupError
    except LookupError:
        print("ended", flush=True)
    worker.join()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Papers, each of which cites the ten before it."""
    papers = (
        {
            "id": f"p{n}",
            "title": "T",
            "date": f"{1900 + n // 50}",
            "references": [f"p{m}" for m in range(max(n - 10, 0), n)],
        }
        for n in range(4_000)
    )
    (tmp_path / "papers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in papers))
    return tmp_path


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """That of the tests; Spark has a folder of its own for what it does not hold in memory."""
    kept = {name: one for name, one in os.environ.items() if name != "JDK_JAVA_OPTIONS"}
    return {**kept, "SPARK_LOCAL_DIRS": str(tmp_path_factory.mktemp("local"))}


def assert_gone(began: list[psutil.Process], environment: Mapping[str, str]) -> None:
    """Nothing is left of a Java, nor of what it wrote for itself."""
    assert not psutil.wait_procs(began, timeout=PATIENCE_S)[1]
    assert not list(Path(environment["SPARK_LOCAL_DIRS"]).iterdir())


def javas(process: int) -> list[psutil.Process]:
    """The Java that a command has begun."""
    family = psutil.Process(process).children(recursive=True)
    return [one for one in family if one.name() == "java"]


@pytest.mark.parametrize("begun", ["", "tables.partial", "tables.partial/work/rows/_SUCCESS"])
def test_ctrl_c_is_one_line(folder: Path, environment: Mapping[str, str], begun: str) -> None:
    """While Java starts, and while Spark works; of a terminal the signal comes to all processes."""
    with subprocess.Popen(
        [*SCINET, *WORDS], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env=environment,
    ) as process:  # fmt: skip
        # To list processes takes longer than what is looked for may be there.
        wait_until(lambda: process.poll() is not None or (folder / begun).exists(), begun)
        wait_until(lambda: bool(javas(process.pid)), "a Java")
        began = javas(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    *before, last = err.splitlines()
    assert last == f"scinet: stopped. {AGAIN}"
    assert not [line for line in before if not line.startswith("tables: ")]
    assert [one.name for one in folder.iterdir()] == ["papers.jsonl"]
    assert_gone(began, environment)


def test_an_older_answer_stays(folder: Path, environment: Mapping[str, str]) -> None:
    """In a terminal; SIGTERM comes to the command alone, while Spark counts."""
    tables, out = folder / "tables", folder / "out"
    scinet.spark.tables(folder / "papers.jsonl", tables, source="s")
    older = scinet.spark.disruption(tables, out, window_years=1)
    words = ("spark", "disruption", "tables", "--out", "out")
    with terminal(environment, folder, *words) as one:
        one.until("disruption: compute, stage")
        began = javas(one.process.pid)
        one.process.terminate()
        assert one.ended() == 143
        assert one.shown.endswith(f"scinet: terminated. {AGAIN}\r\n")
        assert "Traceback" not in one.shown
    assert_gone(began, environment)
    assert {one.name for one in folder.iterdir()} == {"papers.jsonl", "tables", "out"}
    about = json.loads((out / "about.json").read_bytes())
    assert (about["rows"], about["window_years"]) == (older["rows"], 1)
    with terminal(environment, folder, *words) as again:
        assert again.ended() == 0, again.shown
    assert json.loads((out / "about.json").read_bytes())["window_years"] == 5


def test_tasks_that_a_failure_stops_say_nothing(environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAILING],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == 3 * "ended\n"


def test_without_java_a_hint_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "_candidates", lambda _: iter([tmp_path / "java"]))
    with pytest.raises(ServerMissingError, match="no Java from 17 to 21") as caught:
        engine.start(tmp_path)
    assert "JAVA_HOME" in caught.value.hint
