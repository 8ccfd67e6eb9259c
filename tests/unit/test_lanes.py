"""The lanes of tests follow the measured table, and the table fits the suite."""

from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from helpers import lanes
from helpers.lanes import Row, SecondsRecorder

_Phase: TypeAlias = Literal["setup", "call", "teardown"]
_MINUTES = {"quick": 10, "medium": 8, "long": 45}
"""What a lane may take on two workers; a third of the long one runs with each commit."""


def test_a_lane_is_decided_by_seconds() -> None:
    results = [lanes.find_lane("a.py::test", s) for s in (0.0, 0.99, 1.0, 4.99, 5.0, 600.0)]
    assert results == ["quick", "quick", "medium", "medium", "long", "long"]
    assert lanes.find_lane("tests/faults/test_a.py::test", 600.0) == "quick"


def test_rows_are_means_without_what_is_shared() -> None:
    recorder = SecondsRecorder()
    phases: tuple[tuple[str, _Phase, float, list[tuple[str, object]]], ...] = (
        ("tests/a.py::test_x[1]", "setup", 9.0, [("shared setup", ("module", 6.0))]),
        ("tests/a.py::test_x[1]", "call", 2.0, []),
        ("tests/a.py::test_x[2]", "setup", 8.0, [("shared setup", ("session", 7.0))]),
        ("tests/a.py::test_y", "call", 0.5, []),
    )
    for name, when, seconds, shared in phases:
        recorder.pytest_runtest_logreport(_report(name, when, seconds, shared))
    assert recorder.rows() == {
        "tests/a.py::test_x": Row(3.0, 2),  # 9 - 6 + 2 and 8 - 7
        "tests/a.py::test_y": Row(0.5, 1),
        "tests/a.py": Row(6.0, 1),
    }


def test_a_written_table_is_read_back_without_what_is_quick(tmp_path: Path) -> None:
    rows = {"b.py::test_b": Row(1.5, 3), "a.py::test_a": Row(7.0, 1), "a.py::test_c": Row(0.9, 1)}
    lanes.write_table(rows, ["quick: 1 tests, 1 s"], tmp_path / "seconds.tsv")
    assert list(lanes.read_table(tmp_path / "seconds.tsv").items()) == [
        ("a.py::test_a", Row(7.0, 1)),
        ("b.py::test_b", Row(1.5, 3)),
    ]


def test_three_thirds_hold_every_long_file_once_and_take_about_as_long() -> None:
    rows = {f"tests/{n}.py::test": Row(float(5 + n), 2) for n in range(12)}
    thirds = lanes.assign_third(rows | {"tests/quick.py::test": Row(0.1, 1)})
    assert sorted(thirds) == sorted(f"tests/{n}.py" for n in range(12))
    sums = [sum(5 + n for n in range(12) if thirds[f"tests/{n}.py"] == t) for t in range(3)]
    assert sums == [42, 42, 42]  # 5 + … + 16 = 126


def test_every_row_of_the_table_names_a_test() -> None:
    gone = [name for name in lanes.read_table() if not _exists(name)]
    assert not gone, "run `make seconds`"


@pytest.mark.parametrize("lane", _MINUTES)
def test_a_lane_fits_its_minutes(lane: str) -> None:
    [line] = [
        item for item in lanes.TABLE.read_text("utf-8").splitlines() if item[2:].startswith(lane)
    ]
    assert float(line.split()[-2]) < _MINUTES[lane] * 60 * 2


def _report(
    name: str, when: _Phase, seconds: float, shared: list[tuple[str, object]]
) -> pytest.TestReport:
    return pytest.TestReport(
        name,
        ("", 0, ""),
        {},
        "passed",
        None,
        when,
        duration=seconds,
        user_properties=shared,
    )


def _exists(name: str) -> bool:
    file, _, function = name.partition("::")
    if not (lanes.ROOT / file).is_file():
        return False
    text = (lanes.ROOT / file).read_text("utf-8")
    return not function or f"def {function.rpartition('::')[2]}(" in text


def test_totals_are_told_by_lane_and_by_folder() -> None:
    rows = {
        "tests/unit/graph/load/test_a.py::test_b": Row(0.5, 4),
        "tests/unit/graph/load/test_a.py": Row(2.0, 1),  # what its tests share
        "tests/docs/test_pages.py::test_c": Row(7.0, 2),
    }
    assert lanes.describe_totals(rows, ()) == [
        "quick: 4 tests, 2 s",
        "medium: 0 tests, 2 s",
        "long: 2 tests, 14 s",
        "docs: 2 tests, 14 s",
        "unit/graph: 4 tests, 4 s",
    ]
