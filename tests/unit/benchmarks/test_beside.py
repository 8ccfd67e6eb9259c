"""Disruption alone and beside others: who is timed, what is expected, and that the others end."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import numba
import psutil
import pytest
from helpers.networks.measured import InThread

from benchmarks import beside, workload
from benchmarks.page import page
from scinet import machine


def test_both_are_timed_alone_and_beside_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others: list[int] = []

    @contextmanager
    def streaming(count: int) -> Iterator[None]:
        others.append(count)
        yield

    monkeypatch.setattr(beside, "_streaming", streaming)
    found = beside.measure((500,), networks=tmp_path)
    assert found["missing"] == []
    ours, peer = found["rows"]
    assert [ours["way"], peer["way"]] == ["scinet", "cdindex"]
    cores = machine.core_count()
    assert others == [cores]
    assert ours["shared"] == (numba.get_num_threads() + cores) / cores
    assert peer["shared"] == (1 + cores) / cores
    for row in found["rows"]:
        assert row["slower"] == row["beside_s"] / row["alone_s"] > 0
    text = page([found], "the command")
    assert "## B22: disruption beside programs that stream through memory" in text
    assert "| alone, s | beside others, s | times as long | by its share of the cores |" in text


def test_the_others_take_memory_and_cores_until_the_end() -> None:
    me = psutil.Process()
    before = set(me.children(recursive=True))
    with beside._streaming(2):
        others = [one for one in me.children(recursive=True) if one not in before]
        streaming = [one for one in others if one.memory_info().rss > 2**28]
        assert len(streaming) == 2
        assert all(one.cpu_times().user > 0 for one in streaming)
    assert not [one for one in streaming if one.is_running()]


def test_a_missing_peer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "_JOB", replace(beside._JOB, package="not_there"))
    monkeypatch.setattr(beside, "_streaming", nullcontext)
    monkeypatch.setattr(workload, "WorkerProgram", InThread)
    found = beside.measure((500,), networks=tmp_path)
    assert found["missing"] == ["not_there"]
    assert [row["way"] for row in found["rows"]] == ["scinet"]
