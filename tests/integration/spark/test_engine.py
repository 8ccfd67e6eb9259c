"""The session, folders that appear whole, and what is said when something fails."""

import sys
from pathlib import Path
from typing import Any

import pytest

import scinet.spark
from scinet.errors import DataError, ScinetError, StorageError
from scinet.spark import engine, store


def test_without_pyspark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(DataError, match=r"pyspark\.sql is not installed") as caught:
        scinet.spark.tables(tmp_path / "papers.jsonl", tmp_path / "tables")
    assert "[spark]" in caught.value.hint


def test_the_session_of_the_caller_stays_and_is_not_changed(spark: Any) -> None:
    with engine.session() as own:
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
        with engine.session() as own:
            own.range(1).mapInArrow(fail, "id long").collect()


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(ZeroDivisionError), store.made(out) as folder:
        (folder / f"half of {1 / 0}").mkdir()
    assert not list(tmp_path.iterdir())
    (tmp_path / "out.partial" / "half").mkdir(parents=True)  # of a job that was killed
    with store.made(out) as folder:
        store.describe(folder, "scinet spark test", {})
    assert [one.name for one in tmp_path.iterdir()] == ["out"]
    assert [one.name for one in out.iterdir()] == ["about.json"]


def test_tables_of_another_version_are_refused(tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text('{"form": "scinet spark tables", "version": 0}')
    with pytest.raises(DataError, match="another version"):
        store.opened(tmp_path)
    (tmp_path / "about.json").write_text("{")
    with pytest.raises(DataError, match="cannot be read"):
        store.opened(tmp_path)
    with pytest.raises(StorageError, match="holds something else"), store.made(tmp_path):
        pass
