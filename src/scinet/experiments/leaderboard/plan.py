"""Leaderboard files: tasks with options, and the entries, goals and references of each.

The file determines every number; an unknown name or key is refused before anything is run.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from scinet.errors import DataError, NotFoundError
from scinet.eval import controls
from scinet.eval.suites import get_task_type
from scinet.models.registry import make_system
from scinet.validation import first_fault

_PERIOD: Final = re.compile(r"(\d{4})(?:-(\d{4}))?")


def years(period: str) -> range:
    """Return the years of a task's period."""
    match = _PERIOD.fullmatch(period)
    if match is None:
        raise ValueError(f"{period!r} is neither a year nor two with a dash between")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def _period(text: str) -> str:
    years(text)
    return text


Name: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Entry(_Table):
    """System with its settings; it may be in several entries with different settings.

    Attributes:
        settings: Settings that differ from the system's defaults.
        over: Entry that this one is meant to improve on; the baseline by default.
    """

    name: Name
    system: str
    about: str
    settings: Mapping[str, Any] = {}
    over: str = ""

    @property
    def given(self) -> dict[str, str]:
        """The settings as text, as on the command line."""
        return {name: str(value) for name, value in self.settings.items()}

    @model_validator(mode="after")
    def _can_run(self) -> Self:
        if self.name in controls.NAMES:
            raise ValueError(f"{self.name!r} is the name of a control")
        make_system(self.system, self.given)
        return self


class Reference(_Table):
    """External figures by metric, for comparison."""

    name: str
    values: Mapping[str, float]


class LeaderboardTask(_Table):
    """Task and its entries, from the simplest up.

    Attributes:
        before: End of the test split, exclusive.
        baseline: Entry that the others are tested against: the published one.
        periods: Years, or first and last year as ``2013-2014``, with figures of their own; by the
            day of the query.
        goals: By metric, or by metric and period as ``nDCG@1000, 2012``.
        less_is_better: Metrics with goals for which lower is better.
    """

    name: Name
    title: str
    task_type: str
    before: date
    baseline: str
    entries: Sequence[Entry]
    options: Mapping[str, Any] = {}
    periods: Sequence[Annotated[str, AfterValidator(_period)]] = ()
    goals: Mapping[str, float] = {}
    less_is_better: Sequence[str] = ()
    references: Sequence[Reference] = ()
    note: str = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        get_task_type(self.task_type)
        names = _once([entry.name for entry in self.entries])
        compared = [self.baseline, *(entry.over for entry in self.entries if entry.over)]
        if unknown := [name for name in compared if name not in names]:
            raise ValueError(f"no entry {unknown[0]!r}")
        return self


class Leaderboard(_Table):
    """Corpus with its tasks.

    Attributes:
        name: Name of its file without the suffix.
        called: Path of its file, as given.
        source: Prefix of the ids of the corpus in the load.
    """

    name: str
    called: str
    title: str
    source: str
    about: str
    figures: str
    tasks: Annotated[Sequence[LeaderboardTask], Field(min_length=1)]

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        _once([task.name for task in self.tasks])
        return self


def read(name: str) -> Leaderboard:
    """Read the ``.toml`` file of a leaderboard."""
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        raise NotFoundError(f"no leaderboard {name!r}", hint="Give the path of a .toml file.")
    try:
        about = {"name": path.stem, "called": name}
        return Leaderboard.model_validate({**tomllib.loads(path.read_text("utf-8")), **about})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"invalid TOML: {error} ({name})", hint="Fix that line.") from error
    except ValidationError as error:
        raise DataError(f"{first_fault(error)} ({name})", hint="See docs/forecast.md.") from error


def goal_of(name: str, periods: Sequence[str]) -> tuple[str, str]:
    """Split the name of a goal into metric and period, which is empty for all queries."""
    metric, _, period = name.rpartition(", ")
    return (metric, period) if period in periods else (name, "")


def _once(names: list[str]) -> list[str]:
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"two of one name: {twice[0]!r}")
    return names
