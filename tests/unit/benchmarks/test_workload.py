"""Workloads on tiny networks: that the answers agree is what counts, never the time."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.measured import FACTS, InThread, answer_at_once, divide, read_slowly, wait

from benchmarks import arrays, importing, workload
from benchmarks.page import page, verdict
from benchmarks.results import run_all, stored
from benchmarks.study import Ground
from benchmarks.table import WORKLOADS
from benchmarks.workload import Job, _agreement, answer_of, measure, sample_of
from scinet.errors import DataError, NotFoundError, ScinetError, ServerMissingError
from scinet.experiments import process
from scinet.experiments.process import WorkerProgram, run_once


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("networks")


# torch-sparse of B13 is not among the packages that are installed for tests.
@pytest.mark.filterwarnings("default")  # what a peer warns of is its own affair
@pytest.mark.parametrize(
    "name", [name for name, one in WORKLOADS.items() if one.theirs and name != "B13"]
)
def test_peer_agrees(name: str, networks: Path) -> None:
    one, room = WORKLOADS[name], networks / "one-process"
    if not room.exists():
        arrays.write(str(room), 250, 1)
    total = one.items(250)
    part = sample_of(one, total, 0)
    ours = answer_of(one.ours(Job(room, np.arange(total), total))())
    assert one.theirs is not None
    theirs = answer_of(one.theirs(Job(room, part, total))())
    assert one.agree(ours if one.sample is None else ours[part], theirs)


def test_reading_a_peers_answer_costs_the_peer_nothing(networks: Path) -> None:
    one = replace(WORKLOADS["B5"], ours=answer_at_once, theirs=read_slowly)
    result = measure(one, 500, networks=networks)
    assert result["turns"] == 3
    assert result["agreement"] == "equal"
    assert result["peer_seconds"] == 0.0
    assert result["peer_peak_mib"] < result["peak_mib"] + 40


# The one asks its peer for a sample, the other not.
@pytest.mark.parametrize(("name", "program"), [("B1", WorkerProgram), ("B5", InThread)])
def test_both_are_timed(
    name: str, program: type[Any], networks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workload, "WorkerProgram", program)
    result = measure(WORKLOADS[name], 500, networks=networks)
    assert result["missing"] == []
    assert result["agreement"]
    assert result["ratio"] == result["peer_seconds"] / result["seconds"]
    assert result["estimated"] == (name == "B1")
    if not result["estimated"]:
        assert result["peer_items"] == result["items"]


def test_wrong_peer_gets_no_time() -> None:
    counted = np.array([[1, 0, 2], [0, 1, 1]])
    assert _agreement(WORKLOADS["B5"], counted, counted.copy()) == "equal"
    with pytest.raises(DataError, match="B5 differs from DuckDB SQL"):
        _agreement(WORKLOADS["B5"], counted, np.zeros_like(counted))


@pytest.mark.parametrize(
    ("changes", "missing"),
    [({"package": "not_there"}, ["not_there"]), ({"theirs": None, "package": ""}, [])],
    ids=["missing peer", "memory alone"],
)
def test_without_a_peer_there_is_no_ratio(
    changes: dict[str, Any],
    missing: list[str],
    networks: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workload, "WorkerProgram", InThread)
    monkeypatch.setattr(arrays, "run_once", lambda work, *given, limit_s: work(*given))  # noqa: ARG005
    result = measure(replace(WORKLOADS["B5"], **changes), 500, networks=networks)
    assert result["missing"] == missing
    assert "ratio" not in result
    assert verdict(result) == "no peer"


def test_what_does_not_fit_is_refused_before_it_starts(tmp_path: Path) -> None:
    huge = replace(WORKLOADS["B1"], bytes_per_paper=2**50)
    with pytest.raises(ScinetError, match=r"B1 on 500 papers needs about [\d,]+ MiB, [\d,]+ are"):
        measure(huge, 500, networks=tmp_path)
    assert not list(tmp_path.iterdir())


@contextmanager
def no_server() -> Iterator[Ground]:
    raise ServerMissingError("no server", hint="Install one.")
    yield


def test_finished_workload_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "B5-small.json").write_text('{"name": "B5", "kept": true}')
    kept = list(run_all(["B5"], "small", tmp_path, ground=no_server))
    assert kept == [{"name": "B5", "kept": True}]
    with pytest.raises(NotFoundError, match="no workload 'B99'"):
        list(run_all(["B99"], "small", tmp_path, ground=no_server))


def test_failed_workload_is_kept_tried_again_and_leaves_the_others(tmp_path: Path) -> None:
    for name in ("B1", "B3"):
        (tmp_path / f"{name}-small.json").write_text(f'{{"name": "{name}"}}')
    failed = {"name": "B17", "papers": 300, "error": "no server. Install one."}
    (tmp_path / "B17-small.json").write_text('{"name": "B17", "error": "of yesterday"}')
    done = list(run_all(["B1", "B17", "B3"], "small", tmp_path, ground=no_server))
    assert done == [failed, {"name": "B1"}, {"name": "B3"}]  # the smallest network first
    written = page([failed], "the command")
    assert "* B17: no server. Install one." in written


def test_what_grows_is_measured_at_the_sizes_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def grown(sizes: tuple[int, ...], *, networks: Path) -> dict[str, object]:
        assert networks == tmp_path / "networks"
        return {"name": "import-files", "papers": max(sizes), "sizes": list(sizes)}

    monkeypatch.setattr(importing, "measure", grown)
    measured = partial(run_all, ["import-files"], "small", tmp_path, ground=no_server, again=True)
    assert [one["sizes"] for one in measured()] == [[500, 1_000, 2_000]]
    assert [one["sizes"] for one in measured(sizes=[700, 100])] == [[100, 700]]
    assert [one["papers"] for one in stored(tmp_path, "small")] == [700]


def test_larger_networks_have_more_time() -> None:
    assert [arrays.limit_s(papers) for papers in (0, 10**7)] == [300, 20_300]


def test_what_fails_or_does_not_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_CLOSE_TIMEOUT_S", 0.0)
    with pytest.raises(ScinetError, match=r"longer than 0\.1 s"):
        run_once(wait, limit_s=0.1)
    with pytest.raises(ScinetError, match="ZeroDivisionError: division by zero"):
        run_once(divide)


def test_page_says_what_the_files_say(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no results of scale full in"):
        stored(tmp_path, "full")
    result = {
        **FACTS,
        **dict.fromkeys(("seconds", "peer_seconds", "peak_mib", "peer_peak_mib", "target_mib"), 1),
        "title": "a job",
        "peer": "someone",
        "peer_version": "x",
        "papers": 7,
        "citations": 8,
        "agreement": "equal",
        "goal": 100,
        "alarm": 60,
        "estimated": True,
    }
    for name, ratio in (("B1", 120.0), ("B10", 80.0), ("B2", 40.0)):
        stated = json.dumps({**result, "name": name, "ratio": ratio})
        (tmp_path / f"{name}-full.json").write_text(stated)
    results = stored(tmp_path, "full")
    assert [one["name"] for one in results] == ["B1", "B2", "B10"]
    assert [verdict(one) for one in results] == ["reached", "**below alarm**", "below goal"]
    text = page(results, "the command")
    row = "| B1 | a job | 7 | 8 | someone (x) | 1 | 1 est. | **120** | 100 (60) | reached |"
    for part in (row, "simulated", "fast-cdindex", "the command"):
        assert part in text
