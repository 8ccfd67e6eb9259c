"""Workloads on tiny networks: that the answers agree is what counts, never the time."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from helpers.failing import divide, sleep

from scinet.errors import DataError, NotFoundError, ScinetError, ServerMissingError
from scinet.experiments.bench import arrays, importing
from scinet.experiments.bench.page import page, verdict
from scinet.experiments.bench.results import run_all, stored
from scinet.experiments.bench.study import Ground
from scinet.experiments.bench.table import WORKLOADS
from scinet.experiments.bench.workload import Answer, Job, _agreement, answer_of, measure
from scinet.experiments.process import once


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("networks")


# torch-sparse of B13 is not among the packages that are installed for tests.
@pytest.mark.filterwarnings("default")  # what a peer warns of is its own affair
@pytest.mark.parametrize(
    "name", [name for name, one in WORKLOADS.items() if one.theirs and name != "B13"]
)
def test_peer_agrees(name: str, networks: Path) -> None:
    workload, room = WORKLOADS[name], networks / "one-process"
    if not room.exists():
        arrays.write(str(room), 500, 1)
    total = workload.items(500)
    drawn = np.random.default_rng(0).permutation(total)[: workload.sample]
    part = np.arange(total) if workload.sample is None else np.sort(drawn)
    ours = answer_of(workload.ours(Job(room, np.arange(total), total))())
    assert workload.theirs is not None
    theirs = answer_of(workload.theirs(Job(room, part, total))())
    assert workload.agree(ours if workload.sample is None else ours[part], theirs)


def of_a_peer(job: Job) -> Callable[[], Callable[[], Answer]]:
    """A peer that is quick, whose answer is slow to read."""

    def read() -> Answer:
        time.sleep(0.5)
        np.ones(2**23)  # 64 MiB
        return np.arange(len(job.items))

    return lambda: read


def at_once(job: Job) -> Callable[[], Answer]:
    return lambda: np.arange(len(job.items))


def test_reading_a_peers_answer_costs_the_peer_nothing(networks: Path) -> None:
    one = replace(WORKLOADS["B5"], ours=at_once, theirs=of_a_peer)
    result = measure(one, 500, networks=networks)
    assert result["turns"] == 3
    assert result["agreement"] == "equal"
    assert result["peer_seconds"] < 0.4
    assert result["peer_peak_mib"] < result["peak_mib"] + 40


@pytest.mark.parametrize("name", ["B1", "B5"])  # the one asks its peer for a sample, the other not
def test_both_are_timed_in_processes_of_their_own(name: str, networks: Path) -> None:
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


def test_missing_peer_is_named(networks: Path) -> None:
    result = measure(replace(WORKLOADS["B5"], package="not_there"), 500, networks=networks)
    assert result["missing"] == ["not_there"]
    assert "ratio" not in result
    assert verdict(result) == "no peer"


def test_memory_may_be_the_only_question(networks: Path) -> None:
    result = measure(replace(WORKLOADS["B5"], theirs=None, package=""), 500, networks=networks)
    assert result["missing"] == []
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


def test_what_fails_or_does_not_end_says_so() -> None:
    with pytest.raises(ScinetError, match="longer than 1 s"):
        once(sleep, limit_s=1)
    with pytest.raises(ScinetError, match="ZeroDivisionError: division by zero"):
        once(divide, limit_s=60)


def test_page_says_what_the_files_say(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no results of scale full in"):
        stored(tmp_path, "full")
    result = {
        **dict.fromkeys(("seconds", "peer_seconds", "peak_mib", "peer_peak_mib", "target_mib"), 1),
        **{key: [0.5, 0, 0] for key in ("load_average", "load_average_before")},
        **dict.fromkeys(("python", "numpy", "numba", "scinet", "processor", "peer_version"), "x"),
        "title": "a job",
        "peer": "someone",
        "papers": 7,
        "citations": 8,
        "agreement": "equal",
        "cores": 2,
        "memory_gib": 3.0,
        "time": "2020-01-02T03:04:05",
        "missing": [],
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
    assert (
        "| B1 | a job | 7 | 8 | someone (x) | 1 | 1 est. | **120** | 100 (60) | reached |" in text
    )
    assert "simulated" in text
    assert "fast-cdindex" in text
    assert "the command" in text
