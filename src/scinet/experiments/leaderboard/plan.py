"""What a leaderboard file says: tasks with options, and for each its entries, goals, references.

Everything that decides a number stands in the file; a name or key that means nothing is refused
before anything is run.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from scinet.errors import DataError, NotFoundError
from scinet.eval import controls
from scinet.eval.suites import named
from scinet.models.registry import make

Part = TypeVar("Part")

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]*")
_PERIOD: Final = re.compile(r"(\d{4})(?:-(\d{4}))?")


@dataclass(frozen=True, slots=True)
class Entry:
    """One system with its settings.

    Attributes:
        name: In tables and files; a system may stand on several entries with other settings.
        system: Its name in :data:`scinet.models.registry.SYSTEMS`.
        about: One sentence for the page.
        settings: Those that differ from the defaults of the system.
        over: The entry that this one is meant to improve on; the baseline when not given.
    """

    name: str
    system: str
    about: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    over: str = ""

    @property
    def given(self) -> dict[str, str]:
        """The settings as text, as the command line gives them."""
        return {name: str(value) for name, value in self.settings.items()}


@dataclass(frozen=True, slots=True)
class Reference:
    """Figures to compare with that this leaderboard did not make.

    Attributes:
        name: What they are of.
        values: By metric.
    """

    name: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LeaderboardTask:
    """One task and the entries that answer it.

    Attributes:
        name: Of its folders.
        title: Heading on the page.
        task_type: Such as ``prescience/collaborators``.
        before: End of the test split, exclusive.
        baseline: The entry that the others are tested against: what was published.
        entries: From the simplest up.
        options: Of the task.
        periods: Years, or first and last year as ``2013-2014``, that are also told apart; by the
            day of the question.
        goals: By metric, or by metric and period as ``nDCG@1000, 2012``.
        less_is_better: Metrics with goals that errors are.
        references: Figures that were there before.
        note: What a reader of the table must know.
    """

    name: str
    title: str
    task_type: str
    before: date
    baseline: str
    entries: tuple[Entry, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    periods: tuple[str, ...] = ()
    goals: Mapping[str, float] = field(default_factory=dict)
    less_is_better: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    note: str = ""

    def entry(self, name: str) -> Entry:
        """The entry of a name."""
        return next(entry for entry in self.entries if entry.name == name)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A corpus and the tasks that are asked on it.

    Attributes:
        name: Of the file.
        called: As it was asked for: its name, or the path of a file.
        title: Heading on the page.
        source: Prefix of the ids of the corpus when it is loaded.
        about: What is known of the corpus.
        figures: Where goals and references come from.
        tasks: The tasks.
        sha256: Of the file.
    """

    name: str
    called: str
    title: str
    source: str
    about: str
    figures: str
    tasks: tuple[LeaderboardTask, ...]
    sha256: str


def read(name: str) -> Leaderboard:
    """Read a leaderboard that comes with the package, or a file of the user's.

    Args:
        name: Such as ``acl``, or the path of a ``.toml`` file.

    Raises:
        NotFoundError: If there is no such leaderboard, task or system.
        DataError: If the file is no leaderboard.
    """
    content, place = _content(name)
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"no TOML: {error} ({place})", hint="Mend that line.") from error
    table |= {
        "name": Path(name).stem,
        "called": name,
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    board = _part(Leaderboard, {**table, "tasks": table.get("tasks", [])}, place, tasks=_spec)
    if not board.tasks:
        raise DataError(f"a leaderboard without tasks ({place})", hint="Add a [[tasks]] table.")
    _once([spec.name for spec in board.tasks], "task", place)
    return board


def packaged() -> list[str]:
    """Names of the leaderboards that come with the package."""
    found = files("scinet.experiments.leaderboard").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in found if file.name.endswith(".toml"))


def years(period: str) -> range:
    """The years that a period of a task names."""
    found = _PERIOD.fullmatch(period)
    if found is None:
        raise ValueError(f"{period!r} is neither a year nor two with a dash between")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def goal_of(name: str, periods: Sequence[str]) -> tuple[str, str]:
    """The metric of a goal and its period, which is empty for all questions."""
    metric, _, period = name.rpartition(", ")
    return (metric, period) if period in periods else (name, "")


def _content(name: str) -> tuple[bytes, str]:
    if name in packaged():
        file = files("scinet.experiments.leaderboard").joinpath(f"{name}.toml")
        return file.read_bytes(), f"{name}.toml"
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        raise NotFoundError(
            f"no leaderboard {name!r}",
            hint=f"There are {', '.join(packaged())}, or give the path of a .toml file.",
        )
    return path.read_bytes(), name


def _spec(row: Any, place: str) -> LeaderboardTask:
    spec = _part(LeaderboardTask, row, place, entries=_entry, references=_reference)
    place = f"{place}, task {spec.name}"
    if not _NAME.fullmatch(spec.name):
        raise DataError(f"{spec.name!r} is no name of a task ({place})", hint=_names())
    _once([entry.name for entry in spec.entries], "entry", place)
    names = {entry.name for entry in spec.entries}
    asked = [spec.baseline, *(entry.over for entry in spec.entries if entry.over)]
    if unknown := [name for name in asked if name not in names]:
        raise DataError(f"no entry {unknown[0]!r} ({place})", hint="Name one of its entries.")
    try:
        for period in spec.periods:
            years(period)
    except ValueError as error:
        raise DataError(f"{error} ({place})", hint="Write 2012 or 2013-2014.") from error
    if type(spec.before) is not date:
        raise DataError(f"before is not a day ({place})", hint="Write it as 2015-01-01, bare.")
    named(spec.task_type)
    return spec


def _entry(row: Any, place: str) -> Entry:
    entry = _part(Entry, row, place)
    if not _NAME.fullmatch(entry.name) or entry.name in controls.NAMES:
        raise DataError(f"{entry.name!r} is not a valid name of an entry ({place})", hint=_names())
    make(entry.system, entry.given)
    return entry


def _reference(row: Any, place: str) -> Reference:
    return _part(Reference, row, place)


def _names() -> str:
    return "Use small letters, digits, dots and dashes, and none of the controls' names."


def _once(names: list[str], what: str, place: str) -> None:
    if twice := [name for name in names if names.count(name) > 1]:
        raise DataError(f"two of one name: {what} {twice[0]!r} ({place})", hint="Rename one.")


def _part(kind: type[Part], row: Any, place: str, **inner: Callable[[Any, str], Any]) -> Part:
    """A dataclass made of a TOML table whose keys are its fields."""
    if not isinstance(row, dict):
        raise DataError(f"{row!r} is no table ({place})", hint="See docs/forecast.md.")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(row.keys() - known.keys()):
        raise DataError(
            f"unknown key {unknown[0]!r} ({place})", hint=f"There are {', '.join(known)}."
        )
    needed = [
        name
        for name, one in known.items()
        if one.default is MISSING and one.default_factory is MISSING and name not in row
    ]
    if needed:
        raise DataError(f"no {needed[0]!r} ({place})", hint="Add that key.")
    values = {
        name: tuple(inner[name](one, place) for one in value)
        if name in inner
        else tuple(value)
        if isinstance(value, list)
        else value
        for name, value in row.items()
    }
    return kind(**values)
