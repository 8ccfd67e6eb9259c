"""The systems by name, each imported when it is asked for.

Every package of ``scinet.models`` lists its own as ``SYSTEMS``: name and ``module:Class``; a system
from elsewhere is named by its ``module:Class``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, cast

import scinet.models
from scinet.errors import DataError, NotFoundError
from scinet.extension import is_reference, load_class

if TYPE_CHECKING:
    from scinet.eval.task import Task
    from scinet.models.base.system import System
    from scinet.models.base.training import TrainableSystem

_ATTRIBUTES: Final = ("name", "version", "track", "summary")
_FORMER: Final = {"coauthor-": "collaborators-", "reference-": "prior-work-"}
_FORMER_ENCODER: Final = re.compile("-(sage|hgt|temporal)$")


class _Systems(Mapping[str, "type[System]"]):
    @cached_property
    def by_room(self) -> dict[str, dict[str, str]]:
        """Where the class of each system is, by package and name."""
        rooms = [room.name for room in iter_modules(scinet.models.__path__) if room.ispkg]
        listed = {room: import_module(f"scinet.models.{room}") for room in rooms}
        found = {room: getattr(package, "SYSTEMS", {}) for room, package in listed.items()}
        return {room: references for room, references in found.items() if references}

    @cached_property
    def _references(self) -> dict[str, str]:
        return {name: one for room in self.by_room.values() for name, one in room.items()}

    def __getitem__(self, name: str) -> "type[System]":
        return _class_of(self._references[name])

    def __contains__(self, name: object) -> bool:
        return name in self._references

    def __iter__(self) -> Iterator[str]:
        return iter(self._references)

    def __len__(self) -> int:
        return len(self._references)


SYSTEMS: Final = _Systems()
"""The systems of this package; looking at a class imports its module, listing names none."""


def refuse_unknown(name: str) -> None:
    """Refuse a name that is neither a system's nor written ``module:Class``; imports none."""
    if name not in SYSTEMS and not is_reference(name):
        near = successor(name) or " or ".join(get_close_matches(name, SYSTEMS))
        raise NotFoundError(
            f"no system named {name!r}, and no folder with a trained one",
            hint=f"{f'Perhaps {near}: ' if near else ''}`scinet systems` lists all.",
        )


def successor(name: str) -> str | None:
    """What a system is called now, with its options, that had another name in earlier versions.

    Such as ``collaborators-gnn -o encoder=sage``; None for every other name.
    """
    for former, now in _FORMER.items():
        if name.startswith(former):
            renamed = _FORMER_ENCODER.sub(r"-gnn -o encoder=\1", now + name.removeprefix(former))
            return renamed if renamed.partition(" ")[0] in SYSTEMS else None
    return None


def make(name: str, given: Mapping[str, str] | None = None) -> "System":
    """A system, by name or ``module:Class``, with some of its settings given as text."""
    from scinet.validation import changed

    refuse_unknown(name)
    kind = SYSTEMS[name] if name in SYSTEMS else _class_of(name)
    return changed(kind(), given or {}, owner=name, word="setting")


def learner(name: str, given: Mapping[str, str] | None = None) -> "TrainableSystem":
    """A system that learns, with some of its settings changed."""
    from scinet.models.base.training import TrainableSystem

    if not isinstance(make(name), TrainableSystem):
        able = [one for one, kind in SYSTEMS.items() if issubclass(kind, TrainableSystem)]
        raise DataError(f"{name} does not learn", hint=f"These do: {', '.join(able)}.")
    return cast(TrainableSystem, make(name, given))


def trained_system(folder: Path, task: "Task") -> "System":
    """The system whose training on a task lies in a folder, with the settings of that training."""
    from scinet.models.base.training import trained

    about = trained(folder, task)
    name = about["system"] if about["class"].startswith("scinet.") else about["class"]
    try:
        system = make(name)
    except NotFoundError as error:
        now = successor(name) or "SYSTEM"
        listed = "" if now != "SYSTEM" else " with one that `scinet systems` lists"
        raise DataError(
            f"{name} was trained, and no system has that name now ({folder})",
            hint=f"Give `scinet train {now} {task.folder} --out FOLDER`{listed}.",
        ) from error
    if about["version"] != system.version:
        raise DataError(
            f"{system.name} {about['version']} was trained, this is {system.version} ({folder})",
            hint="Train it again with `scinet train`.",
        )
    known = asdict(system)
    given = {one: about["settings"][one] for one in known if one in about["settings"]}
    trained_so = replace(system, **given)
    if unknown := sorted(about["settings"].keys() - trained_so.settings.keys()):
        raise DataError(
            f"{system.name} was trained with settings that it does not have now: "
            f"{', '.join(unknown)} ({folder})",
            hint=f"Give `scinet train {name} {task.folder} --out FOLDER`; it has "
            f"{', '.join(system.settings)}.",
        )
    return trained_so


def _class_of(reference: str) -> "type[System]":
    from scinet.models.base.system import System

    # mypy: a base of which no instance is made may be abstract
    return load_class(reference, System, attributes=_ATTRIBUTES)  # type: ignore[type-abstract]
