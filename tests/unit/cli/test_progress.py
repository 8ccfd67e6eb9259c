"""Without a terminal progress is a line now and then."""

import io
import os
from typing import Any

import pytest

from scinet.cli.progress import (
    Follow,
    LineProgress,
    bar_progress,
    byte_progress,
    progress,
    reading_progress,
    stage_progress,
)


def shown(follow: Follow, steps: list[tuple[Any, ...]]) -> list[str]:
    """The lines of calls at their times."""
    now = 0.0
    stream = io.StringIO()
    show = follow(LineProgress(stream, lambda: now))
    for now, *told in steps:  # noqa: B007 - the clock reads it
        show(*told)
    return stream.getvalue().splitlines()


def test_a_line_every_few_seconds() -> None:
    now = 0.0
    stream = io.StringIO()
    display = LineProgress(stream, lambda: now)
    task = display.add_task("load", total=None)
    for now in (1.0, 4.9, 5.0, 7.0, 10.5):
        display.update(task, completed=now * 1000, total=20_000)
    assert (
        stream.getvalue() == "load: 5,000 of 20,000 (25%), 5 s, about 15 s left\n"
        "load: 10,500 of 20,000 (52%), 10 s, about 10 s left\n"
    )
    now = 12.0
    display.update(task, completed=0)  # the same again, as of now
    now = 16.0
    display.update(task, completed=10_000)
    assert stream.getvalue().endswith("load: 10,000 of 20,000 (50%), 16 s, about 4 s left\n")
    now = 22.0
    display.update(task, completed=10_001)
    other = display.add_task("epochs")
    now = 28.0
    display.update(other, completed=3, description="training, loss 0.5")
    assert stream.getvalue().splitlines()[3:] == [
        "load: 10,001 of 20,000 (50%), 22 s, about 10 s left",
        "training, loss 0.5: 3, 28 s",
    ]


def test_no_estimate_is_made_of_a_beginning() -> None:
    """Forty questions: the first takes 12 s, as a model is read then, the others a tenth each."""
    told = [(12.0, 1, 40), (12.1, 2, 40), (17.5, 21, 40)]
    assert shown(bar_progress("run"), told) == [
        "run: 1 of 40 (2%), 12 s",
        "run: 21 of 40 (52%), 18 s, about 5 s left",  # 20 in 5.5 s, 19 are left
    ]


def test_an_estimate_is_of_the_stage_that_runs() -> None:
    """One of a single long task comes between: what it took says nothing of the next one."""
    told = [
        (0.0, 0, 0, "look at the files"),
        (6.0, 0, 0, "look at the files"),
        (7.0, 0, 4, "read, stage 0"),
        (12.0, 0, 4, "read, stage 0"),
        (27.0, 2, 4, "read, stage 0"),
        (28.0, 0, 1, "count, stage 1"),
        (100.0, 0, 1, "count, stage 1"),
        (101.0, 0, 200, "write, stage 2"),
        (111.0, 50, 200, "write, stage 2"),
        (112.0, 0, 0, "count"),
        (117.0, 0, 0, "count"),
    ]
    assert shown(stage_progress("tables"), told) == [
        "tables: look at the files: 6 s",
        "tables: read, stage 0 (tasks): 0 of 4 (0%), 12 s",
        "tables: read, stage 0 (tasks): 2 of 4 (50%), 27 s, about 20 s left",
        "tables: count, stage 1 (tasks): 100 s",
        "tables: write, stage 2 (tasks): 50 of 200 (25%), 111 s, about 30 s left",
        "tables: count: 117 s",
    ]


def test_nobody_who_reads_is_no_reason_to_stop() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    now = 0.0
    stream = os.fdopen(writer, "w", buffering=1)
    display = LineProgress(stream, lambda: now)
    task = display.add_task("load")
    for now in (6.0, 12.0):
        display.update(task, completed=now, total=20)
    with pytest.raises(BrokenPipeError):  # it was tried
        stream.close()


def test_a_size_has_a_unit_that_shows_it() -> None:
    of_all = ((6.0, 300, ""), (12.0, 300_000, "indexes"), (18.0, 3 * 10**9, ""))
    told = [(then, total // 3, total, doing) for then, total, doing in of_all]
    assert [line.partition(" (3")[0] for line in shown(byte_progress("load"), told)] == [
        "load (bytes): 100 of 300",
        "load: indexes (kB): 100 of 300",
        "load (MB): 1,000 of 3,000",
    ]


def test_what_is_read_within_a_longer_work_is_shown_in_the_same_place() -> None:
    for _ in range(2):
        with progress() as display:
            bar_progress("run")(display)(1, 4)
            with reading_progress() as tell, progress() as inner:
                tell(2, 8)
                assert inner is display
            with progress() as later:
                assert later is display
        with progress() as other:
            assert other is not display
