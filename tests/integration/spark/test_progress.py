"""How far Spark is, told while it works, and what a long command says at its end."""

import json
import logging
import re
import threading
from collections import defaultdict
from pathlib import Path

import pytest
from helpers.commands.typed import Scinet

import scinet.spark
from scinet.cli import output
from scinet.spark import progress

FILES = 8
PAPERS = 250  # of each file


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of papers, each of which cites the two before it."""
    folder = tmp_path_factory.mktemp("papers")
    for number in range(FILES):
        rows = (
            {
                "id": f"p{n}",
                "title": f"Title {n}",
                "date": f"{2000 + number}",
                "references": [f"p{m}" for m in range(max(n - 2, 0), n)],
            }
            for n in range(number * PAPERS, (number + 1) * PAPERS)
        )
        file = folder / f"{number}.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", 0.01)


def test_tasks_of_the_stages_that_run(
    network: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[tuple[int, int, str]] = []

    def hear(done: int, total: int, doing: str) -> None:
        assert threading.current_thread() is not threading.main_thread()
        told.append((done, total, doing))

    before = threading.active_count()
    tables, out = tmp_path / "tables", tmp_path / "out"
    scinet.spark.tables(network, tables, source="", progress=hear)
    assert threading.active_count() == before  # who asked Spark is gone
    steps = list(dict.fromkeys(doing.partition(", stage")[0] for _, _, doing in told))
    expected = ["read the records", "write papers", "fingerprint"]
    assert [item for item in steps if item in expected] == expected
    by_stage: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for done, total, doing in told:
        assert (total > 0) == (", stage " in doing)
        by_stage[doing].append((done, total))
    for counts in by_stage.values():
        assert counts[0][0] == 0  # what is left is estimated anew
        assert all(done <= total for done, total in counts)
    reading = [item for item in told if item[2].startswith("read the records,")]
    assert any(0 < done < total == FILES for done, total, _ in reading)

    # What is done outside of any session, or in another one, says what it is at to nobody.
    count = len(told)
    progress.set_step("anything")
    older = scinet.spark.disruption(tables, out)
    assert len(told) == count
    scinet.spark.disruption(tables, out, progress=hear)
    assert "compute" in {doing.partition(", stage")[0] for _, _, doing in told[count:]}

    # A function that fails is not called again, and the work goes on.
    calls = 0

    def fail(*_: object) -> None:
        nonlocal calls
        calls += 1
        raise BrokenPipeError(32, "Broken pipe")

    with caplog.at_level(logging.WARNING):
        made = scinet.spark.disruption(tables, out, progress=fail)
    assert (made["rows"], calls) == (older["rows"], 1)
    message = "progress is no longer told: [Errno 32] Broken pipe"
    assert [item.message for item in caplog.records] == [message]


def test_a_long_command_tells_its_memory(
    network: Path, scinet: Scinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With that of its Java."""
    monkeypatch.setattr(output, "_LONG_S", 0.0)
    for words in (
        ("tables", str(network), "--source", "", "--out", "tables"),
        ("disruption", "tables", "--out", "out"),
    ):
        result = scinet("spark", *words, "--json")
        [mib], last = [row["peak_mib"] for row in result.rows], result.err.splitlines()[-1]
        told = re.fullmatch(
            r"took [\d,]+\.\d s, and at most ([\d,]+) MiB in this process and its Java", last
        )
        assert told, result.err
        assert float(told[1].replace(",", "")) == pytest.approx(mib, abs=0.6)
