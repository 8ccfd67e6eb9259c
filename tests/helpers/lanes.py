"""Lanes: which tests run when, decided by the seconds that they took when they were measured.

``seconds.tsv`` lists each test function that takes a second or more, as the mean over its
parameters, and each file whose fixtures of module scope do (a row without ``::``). A test that is
not listed is quick. ``make seconds`` measures all of them anew.

=======  =====================  =====================================================
lane     a test takes           it runs in
=======  =====================  =====================================================
quick    less than a second     ``make test``, and those under ``unit`` in ``make test-unit``
medium   1 to 5 seconds         ``make test-more``
long     more                   ``make test-long``; a third of them in ``make test-more``
=======  =====================  =====================================================

The short forms of the proofs in ``tests/faults`` guard promises of the README, so they are quick
however long they take. ``@pytest.mark.long`` puts a test into the long lane whatever it takes, such
as a page of the documentation, which is typed by ``make test-more`` every time.
"""

import functools
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
TABLE: Final = ROOT / "tests" / "seconds.tsv"
LANES: Final = ("quick", "medium", "long")
QUICK_S: Final = 1.0
MEDIUM_S: Final = 5.0
THIRDS: Final = 3
THIRD: Final = "SCINET_TEST_THIRD"
_DOCS: Final = "tests/docs/"
_GROUPS: Final = {
    # One server, which the first of them starts.
    "pages": ("docs/test_demo.py", "docs/test_notebooks.py", "docs/test_pages.py"),
    # Each worker learns to read questions once.
    "questions": ("models/questions/test_readings.py", "models/questions/test_years.py"),
    # They import PyTorch Geometric, transformers or what trains with PyTorch.
    "networks": (
        "unit/benchmarks/test_network_bench.py",
        "unit/experiments/test_measures.py",
        "unit/graph/export/test_link_splits.py",
        "unit/graph/snapshot/test_exchange.py",
        "unit/models/base/test_checkpoints.py",
        "unit/models/contribution/test_bertscore.py",
        "unit/models/contribution/test_tuned_writing.py",
        "unit/models/gnn/test_networks.py",
        "unit/models/projection/test_projection.py",
        "unit/models/sciencemeter/test_tuning.py",
        "unit/models/scipaths/test_tuned_enabling.py",
        "unit/models/temporal_graph/test_sampler.py",
        "unit/models/test_ranking_systems.py",
        "unit/models/text/test_quantised.py",
    ),
    # They import what is measured beside us.
    "peers": (
        "unit/benchmarks/test_workload.py",
        "unit/graph/indicators/novelty/test_peers.py",
        "unit/graph/indicators/test_disruption.py",
    ),
    # They ask for every statement, which a server plans when it is asked the first time.
    "statements": (
        "agents/test_days.py",
        "faults/security/test_statements.py",
        "faults/time/test_pages.py",
        "faults/time/test_statements.py",
        "faults/time/test_verbs.py",
        "graph/ask/test_statements.py",
        "graph/test_one_answer.py",
        "graph/tools/test_tools.py",
    ),
}
_TOLERANCE: Final = 5.0  # a busy machine is no reason to speak of a slow test
_BY_HAND: Final = "mark.long"
_PROMISES: Final = "tests/faults/"
_SHARED: Final = "shared setup"


@dataclass(frozen=True, slots=True)
class Row:
    """Measured seconds of a test function, or of the module fixtures of a file.

    Attributes:
        seconds: Mean over the parameters of the function.
        count: Number of parameters, 1 for a function without.
    """

    seconds: float
    count: int


def read_table(file: Path = TABLE) -> dict[str, Row]:
    """Rows of the table by node id without parameters, such as ``tests/unit/test_a.py::test_b``."""
    rows = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if not line.startswith("#"):
            seconds, count, name = line.split("\t")
            rows[name] = Row(float(seconds), int(count))
    return rows


def write_table(rows: Mapping[str, Row], totals: Iterable[str], file: Path = TABLE) -> None:
    """Write the rows of a second or more, sorted by name, below lines of totals."""
    kept = sorted((name, row) for name, row in rows.items() if row.seconds >= QUICK_S)
    lines = [f"# {line}" for line in totals]
    lines += [f"{row.seconds:.1f}\t{row.count}\t{name}" for name, row in kept]
    file.write_text("\n".join(lines) + "\n", "utf-8")


def find_lane(name: str, seconds: float) -> str:
    """The lane of a test that takes so long."""
    if seconds < QUICK_S or name.startswith(_PROMISES):
        return "quick"
    return "medium" if seconds < MEDIUM_S else "long"


def assign_third(rows: Mapping[str, Row]) -> dict[str, int]:
    """The third, 0 to 2, in which the long tests of each file run; all take about as long."""
    files: defaultdict[str, float] = defaultdict(float)
    for name, row in rows.items():
        if row.seconds >= MEDIUM_S and not name.startswith(_DOCS):
            files[name.partition("::")[0]] += row.seconds * row.count
    loads, thirds = [0.0] * THIRDS, {}
    for file, seconds in sorted(files.items(), key=lambda item: (-item[1], item[0])):
        third = loads.index(min(loads))
        loads[third] += seconds
        thirds[file] = third
    return thirds


@functools.cache
def current_third() -> int:
    """``SCINET_TEST_THIRD`` when set, else by the number of commits: three in a row run all."""
    if given := os.environ.get(THIRD):
        return int(given) % THIRDS
    command = ("git", "rev-list", "--count", "HEAD")
    count = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return int(count or 0) % THIRDS


def _is_due(file: str, thirds: Mapping[str, int]) -> bool:
    """Whether the long tests of a file run now; those not measured yet always do."""
    return file.startswith(_DOCS) or thirds.get(file, current_third()) == current_third()


def mark_items(items: Iterable[pytest.Item], rows: Mapping[str, Row]) -> None:
    """Mark each test as ``medium`` or ``long`` by the table, and the long ones of this third."""
    thirds = assign_third(rows)
    for item in items:
        name = item.nodeid.partition("[")[0]
        file = name.partition("::")[0]
        none = Row(0.0, 1)
        lane = find_lane(name, max(rows.get(name, none).seconds, rows.get(file, none).seconds))
        if item.get_closest_marker("long"):
            lane = "long"
            item.user_properties.append((_BY_HAND, True))
        if lane == "quick":
            continue
        item.add_marker(lane)
        if lane == "long" and _is_due(file, thirds):
            item.add_marker("third")


def find_group(nodeid: str) -> str:
    """The files that one worker runs one after another; most files are a group of their own."""
    file = nodeid.partition("::")[0]
    if "/spark/" in file:
        return "spark"
    return next((group for group, files in _GROUPS.items() if file.endswith(files)), file)


def sort_items(items: list[pytest.Item], rows: Mapping[str, Row]) -> None:
    """Put the slowest groups first and those that alter the server last; the rest keep order."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for item in items:
        row = rows.get(item.nodeid.partition("[")[0])
        seconds[find_group(item.nodeid)] += row.seconds if row else 0.0
    for file in {item.nodeid.partition("::")[0] for item in items} & rows.keys():
        seconds[find_group(file)] += rows[file].seconds
    altering = {
        find_group(item.nodeid) for item in items if item.get_closest_marker("alters_server")
    }

    def place(item: pytest.Item) -> tuple[bool, float, str]:
        group = find_group(item.nodeid)
        return group in altering, -seconds[group], group if group in _GROUPS else ""

    items.sort(key=place)


class FixtureTimer:
    """Notes the seconds of fixtures that several tests share, for the recorder."""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        """Time a fixture of a wider scope than a function."""
        begun = time.perf_counter()
        yield
        if fixturedef.scope != "function":
            seconds = time.perf_counter() - begun
            request._pyfuncitem.user_properties.append((_SHARED, (fixturedef.scope, seconds)))


@dataclass(eq=False)
class SecondsRecorder:
    """Collects the seconds of all tests of a run, for the table.

    Attributes:
        own: Seconds of each test with its parameters, without fixtures of a wider scope.
        shared: Seconds of the module fixtures of each file.
    """

    own: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    shared: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    skipped: set[str] = field(default_factory=set)
    by_hand: set[str] = field(default_factory=set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase of a test."""
        self.own[report.nodeid] += report.duration
        if report.skipped:
            self.skipped.add(report.nodeid)
        if report.when == "setup":
            if (_BY_HAND, True) in report.user_properties:
                self.by_hand.add(report.nodeid.partition("[")[0])
            for name, value in report.user_properties:
                if name == _SHARED:
                    scope, seconds = cast("tuple[str, float]", value)
                    self.own[report.nodeid] -= seconds
                    if scope != "session":
                        self.shared[report.nodeid.partition("::")[0]] += seconds

    def rows(self) -> dict[str, Row]:
        """One row for each test function and each file with module fixtures."""
        times: defaultdict[str, list[float]] = defaultdict(list)
        for name, seconds in self.own.items():
            if name not in self.skipped:
                times[name.partition("[")[0]].append(seconds)
        rows = {name: Row(sum(each) / len(each), len(each)) for name, each in times.items()}
        return rows | {file: Row(seconds, 1) for file, seconds in self.shared.items()}

    def write(self) -> list[str]:
        """Write the table; rows of tests that did not run stay. Returns the lines of totals."""
        measured = self.rows()
        totals = describe_totals(measured, self.by_hand)
        write_table(_keep_existing(read_table(), self.own) | measured, totals)
        return totals

    def find_slow(self, rows: Mapping[str, Row]) -> list[str]:
        """Tests that took far longer than their lane allows."""
        limits = {"quick": QUICK_S, "medium": MEDIUM_S, "long": float("inf")}
        none, slow = Row(0.0, 1), []
        for name, row in self.rows().items():
            known = max(rows.get(part, none).seconds for part in (name, name.partition("::")[0]))
            limit_s = _TOLERANCE * limits[find_lane(name, known)]
            if row.seconds > limit_s and name not in self.by_hand and _PROMISES not in name:
                slow.append((row.seconds, f"{row.seconds:6.1f} s {name}"))
        return [line for _, line in sorted(slow, reverse=True)]


def describe_totals(rows: Mapping[str, Row], by_hand: Collection[str]) -> list[str]:
    """Tests of each lane and folder, with their seconds on one worker and shared fixtures."""
    counts: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    for name, row in rows.items():
        lane = "long" if name in by_hand else find_lane(name, row.seconds)
        for key in (lane, find_room(name)):
            counts[key] += row.count if "::" in name else 0
            seconds[key] += row.seconds * row.count
    keys = [*LANES, *sorted(seconds.keys() - set(LANES))]
    return [f"{key}: {counts[key]} tests, {seconds[key]:.0f} s" for key in keys]


def find_room(name: str) -> str:
    """The folder of a test below ``tests``, to two levels: ``unit/graph``, ``docs``."""
    _, *folders, _ = name.partition("::")[0].split("/")
    return "/".join(folders[:2])


def _keep_existing(rows: Mapping[str, Row], ran: Iterable[str]) -> dict[str, Row]:
    """Rows of tests that were not run, of files that still exist."""
    files = {name.partition("::")[0] for name in ran}
    return {
        name: row
        for name, row in rows.items()
        if (file := name.partition("::")[0]) not in files and (ROOT / file).exists()
    }


def list_files(lanes: Iterable[str]) -> list[str]:
    """The files that have tests of some lanes, so that pytest collects no others."""
    rows, wanted = read_table(), set(lanes)
    thirds = assign_third(rows)
    pairs = {(name.partition("::")[0], find_lane(name, row.seconds)) for name, row in rows.items()}
    by_hand = (file for file in (ROOT / "tests").rglob("test_*.py") if _BY_HAND in file.read_text())
    pairs |= {(file.relative_to(ROOT).as_posix(), "long") for file in by_hand}
    files = set()
    for file, lane in pairs:
        if lane in wanted or (lane == "long" and "third" in wanted and _is_due(file, thirds)):
            files.add(file)
    return sorted(file for file in files if (ROOT / file).exists())


if __name__ == "__main__":
    sys.stdout.write(" ".join(list_files(sys.argv[1:])) + "\n")
