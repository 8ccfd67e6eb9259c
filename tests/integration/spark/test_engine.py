"""The session, folders that appear whole, and what is said when it fails or is stopped."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
from helpers.commands.served_command import SCINET
from helpers.commands.terminals import terminal
from helpers.waiting import PATIENCE_S, wait_until

import scinet.spark
from scinet.errors import DataError, ScinetError, ServerMissingError, StorageError
from scinet.server import java
from scinet.spark import engine, store


def test_without_pyspark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(DataError, match=r"pyspark\.sql is not installed") as caught:
        scinet.spark.tables(tmp_path / "papers.jsonl", tmp_path / "tables")
    assert "[spark]" in caught.value.hint


def test_the_session_of_the_caller_stays_and_is_not_changed(spark: Any) -> None:
    with engine.open_session() as own:
        own.sql("SELECT 1 AS one").createOrReplaceTempView("mine")
    assert not spark.catalog.tableExists("mine")
    assert spark.sql("SELECT 2 AS two").collect()[0].two == 2


def test_only_loopback_listens(spark: Any) -> None:
    conf = spark.sparkContext.getConf()
    assert conf.get("spark.driver.host") == conf.get("spark.driver.bindAddress") == "127.0.0.1"
    assert spark.sparkContext.uiWebUrl is None


def test_what_fails_in_spark_is_one_line() -> None:
    def fail(_: Any) -> Any:
        raise DataError("papers.jsonl has nothing to say")

    with pytest.raises(ScinetError, match=r"(?m)^Spark failed: .*has nothing to say$"):  # noqa: SIM117
        with engine.open_session() as own:
            own.range(1).mapInArrow(fail, "id long").collect()


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(ZeroDivisionError), store.make_folder(out) as folder:
        (folder / f"half of {1 / 0}").mkdir()
    assert not list(tmp_path.iterdir())
    (tmp_path / "out.partial" / "half").mkdir(parents=True)  # of a job that was killed
    with store.make_folder(out) as folder:
        store.write_description(folder, "scinet spark test", {})
    assert [file.name for file in tmp_path.iterdir()] == ["out"]
    assert [file.name for file in out.iterdir()] == ["about.json"]


def test_tables_of_another_version_are_refused(tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text('{"form": "scinet spark tables", "version": 0}')
    with pytest.raises(DataError, match="another version"):
        store.open_tables(tmp_path)
    (tmp_path / "about.json").write_text("{")
    with pytest.raises(DataError, match="cannot be read"):
        store.open_tables(tmp_path)
    with pytest.raises(StorageError, match="holds something else"), store.make_folder(tmp_path):
        pass


WORDS = ("spark", "tables", "papers.jsonl", "--source", "s", "--out", "tables")
AGAIN = "Re-run the command to start over."
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
        with engine.open_session() as spark:
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
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == (3 * "ended\n", 0)


def test_without_java_a_hint_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "_candidates", lambda _: iter([tmp_path / "java"]))
    with pytest.raises(ServerMissingError, match="no Java from 17 to 21") as caught:
        engine.start_session(tmp_path)
    assert "JAVA_HOME" in caught.value.hint
