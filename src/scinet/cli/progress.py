"""Progress of long commands: a bar in a terminal, else a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias, cast

from scinet.cli.signals import reraise_signal

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_EVERY_S: Final = 5.0
_UNITS: Final = {"MB": 10**6, "kB": 10**3, "bytes": 1}
_MIN_RECORDS: Final = 10  # of a unit, in all files
_LOCK_WAIT_S: Final = (
    0.05  # of everything; done in less of it, nothing says how long the rest takes
)


@dataclass(slots=True)
class _Task:
    description: str
    total: float | None
    completed: float = 0.0
    seen: tuple[float, float] | None = None  # when something was done first, and how much


@dataclass(slots=True)
class LineProgress:
    """Progress as lines, at most one every few seconds; the methods are those of rich's bar.

    Attributes:
        stream: Where the lines go.
        clock: Gives the time in seconds.
    """

    stream: TextIO
    clock: Callable[[], float] = time.monotonic
    _tasks: list[_Task] = field(default_factory=list)
    _begun: float = field(init=False)
    _shown: float = field(init=False)

    def __post_init__(self) -> None:
        self._begun = self._shown = self.clock()

    def add_task(self, description: str, total: float | None = None) -> "TaskID":
        """Begin something; its number."""
        self._tasks.append(_Task(description, total))
        return cast("TaskID", len(self._tasks) - 1)

    def update(
        self,
        task: "TaskID",
        *,
        completed: float | None = None,
        total: float | None = None,
        description: str | None = None,
    ) -> None:
        """Say how far it is."""
        state = self._tasks[task]
        is_another = completed == 0 and description not in {None, state.description}
        if is_another or (completed is not None and completed < state.completed):  # it begins anew
            state.seen = self.clock(), completed or 0
        state.completed = state.completed if completed is None else completed
        if state.seen is None and state.completed:
            state.seen = self.clock(), state.completed  # what came before it does not come again
        state.total = state.total if total is None else total
        state.description = description or state.description
        self._show(state)

    def _show(self, task: _Task) -> None:
        now = self.clock()
        if now - self._shown < _EVERY_S:
            return
        self._shown = now
        done, remaining = f"{task.completed:,.0f}, " if task.completed else "", ""
        if task.total and task.total > 1:
            share = task.completed / task.total
            done = f"{task.completed:,.0f} of {task.total:,.0f} ({share:.0%}), "
            then, before = task.seen or (now, task.completed)
            done_since = task.completed - before
            if share < 1 and done_since >= _LOCK_WAIT_S * task.total:
                left_s = (now - then) * (task.total - task.completed) / done_since
                remaining = f", about {left_s:.0f} s left"
        with suppress(OSError):  # the work goes on though nobody reads any more
            self.stream.write(f"{task.description}: {done}{now - self._begun:.0f} s{remaining}\n")
            self.stream.flush()


Display: TypeAlias = "Progress | LineProgress"
Follow: TypeAlias = "Callable[[Display], Callable[..., None]]"
_open: list[Display] = []


@contextmanager
def progress() -> Iterator[Display]:
    """A progress display on standard error; within another the same, as two would overwrite it."""
    if _open:
        yield _open[0]
        return
    with _bars() if sys.stderr.isatty() else nullcontext(LineProgress(sys.stderr)) as display:
        _open.append(display)
        try:
            yield display
        finally:
            _open.clear()


def _bars() -> "Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=getattr(sys.stderr, "raw", sys.stderr)),
        transient=True,
    )


@contextmanager
def reading_progress() -> "Iterator[Callable[..., None]]":
    """Show how far the graph is read into arrays."""
    with progress() as display:
        yield bar_progress("read the graph")(display)


def _follow(title: str, describe: Callable[..., Mapping[str, Any]]) -> Follow:
    """For verbs whose progress says in its own way what is to be shown of it."""

    def on(display: Display) -> Callable[..., None]:
        task = display.add_task(title, total=None)

        def show(*values: Any) -> None:
            reraise_signal()
            display.update(task, **describe(*values))

        return show

    return on


def bar_progress(title: str) -> Follow:
    """For verbs that say how much is done, of how much, and what it has cost."""

    def told(done: int, total: int, cost: float | None = None) -> Mapping[str, Any]:
        text = title if cost is None else f"{title}, cost {cost:.4g}"
        return {"completed": done, "total": total, "description": text}

    return _follow(title, told)


def byte_progress(title: str) -> Follow:
    """For verbs that say how many bytes are done, of how many, and what else is under way."""

    def told(done: int, total: int, doing: str) -> Mapping[str, Any]:
        unit = next(
            name for name, size in _UNITS.items() if total >= _MIN_RECORDS * size or size == 1
        )
        text = f"{title}: {doing}" if doing else title
        size = _UNITS[unit]
        return {
            "completed": done / size,
            "total": total / size,
            "description": f"{text} ({unit})",
        }

    return _follow(title, told)


def stage_progress(title: str) -> Follow:
    """For verbs that say how many tasks of a stage are done, of how many, and what it is for."""

    def told(done: int, total: int, doing: str) -> Mapping[str, Any]:
        text = f"{title}: {doing} (tasks)" if total else f"{title}: {doing}"
        return {"completed": done, "total": total or 1, "description": text}

    return _follow(title, told)


def figure_progress(title: str) -> Follow:
    """For verbs that give a row of figures now and then."""

    def told(row: Mapping[str, Any]) -> Mapping[str, Any]:
        text = ", ".join(f"{name} {value}" for name, value in row.items())
        return {"description": f"{title}: {text}"}

    return _follow(title, told)


def name_progress(title: str) -> Follow:
    """For verbs that name what is under way."""
    return _follow(title, lambda name: {"description": name})


def print_address(text: str) -> Follow:
    """For verbs that say where they listen: the text with the address in it, on standard error."""

    def say(where: str) -> None:
        sys.stderr.write(f"scinet: {text.format(where)}\n")
        sys.stderr.flush()

    return lambda _: say
