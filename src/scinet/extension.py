"""Registries of plugins: those of the package, of installed packages, and of user modules.

Installed packages register by entry points; a user class is written ``module:Class``, as entry
points are.
"""

import inspect
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

from scinet.errors import DataError, NotFoundError, ScinetError

T = TypeVar("T")

_REFERENCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_CUTOFF: Final = 0.75  # similarity of a name that is suggested
_log = logging.getLogger(__name__)


class Registry(Mapping[str, T]):
    """Plugins of one kind by name; looking one up imports it, listing names imports nothing.

    Args:
        what: Kind of plugin, for errors.
        own: Plugins of this package, or the ``module:name`` of each.
        load: Imports a plugin by ``module:name``.
        group: Entry points of installed packages, which cannot replace a plugin of this package.
        listed: Hint where no name is similar; by default all names.
    """

    def __init__(
        self,
        what: str,
        own: Mapping[str, T | str],
        *,
        load: Callable[[str], T],
        group: str,
        listed: str = "",
    ) -> None:
        self._what, self._own, self._load = what, own, load
        self._group, self._listed = group, listed
        self._loaded: dict[str, T] = {}

    @cached_property
    def installed(self) -> Mapping[str, str]:
        """References of the plugins of installed packages, by name."""
        from importlib.metadata import entry_points

        points = {
            point.name: f"{point.module}:{point.attr}"
            for point in sorted(entry_points(group=self._group))
        }
        return {name: place for name, place in points.items() if name not in self._own}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            value = self._own[name] if name in self._own else self.installed[name]
            self._loaded[name] = self._load(value) if isinstance(value, str) else value
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self.installed

    def __iter__(self) -> Iterator[str]:
        return iter((*self._own, *self.installed))

    def __len__(self) -> int:
        return len(self._own) + len(self.installed)

    def available(self) -> Iterator[tuple[str, T]]:
        """Yield plugins by name; those of packages that fail are skipped with a warning."""
        for name in self:
            try:
                plugin = self[name]
            except ScinetError as error:
                if name in self._own:
                    raise
                _log.warning(
                    "%s %s of an installed package is skipped: %s", self._what, name, error
                )
            else:
                yield name, plugin

    def check(self, name: str) -> None:
        """Check that a name is known or written ``module:name``, without importing anything.

        Raises:
            NotFoundError: If it is not.
        """
        if name not in self and not _REFERENCE.fullmatch(name):
            hint = suggest(name, self, self._listed)
            raise NotFoundError(f"no {self._what} named {name!r}", hint=hint)

    def find(self, name: str) -> T:
        """Return the plugin of a name, or at ``module:name``.

        Raises:
            NotFoundError: If there is none.
            DataError: If it is of another kind.
        """
        self.check(name)
        return self[name] if name in self else self._load(name)


def look_up(what: str, name: str, among: Mapping[str, T]) -> T:
    """Return the value of a name.

    Raises:
        NotFoundError: If there is no such name.
    """
    if name not in among:
        raise NotFoundError(f"no {what} named {name!r}", hint=suggest(name, among))
    return among[name]


def suggest(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """Return a hint for an unknown name: similar names, else another hint or all names."""
    listed = list(names)
    if near := find_nearest(name, listed):
        return f"Did you mean {', '.join(near)}?"
    return otherwise or f"There are {', '.join(listed) or 'none'}."


def find_nearest(name: str, names: Iterable[str]) -> list[str]:
    """Return at most three similar names, most similar first; ``a/b`` is compared by ``b``."""
    name = name.casefold()
    last_parts = {listed: listed.rpartition("/")[2].casefold() for listed in names}
    alike = get_close_matches(name.rpartition("/")[2], {*last_parts.values()}, cutoff=_CUTOFF)
    near = [listed for listed, part in last_parts.items() if part in alike]
    return sorted(near, key=lambda it: SequenceMatcher(None, name, it.casefold()).ratio())[:-4:-1]


def load_class(reference: str, base: type[T], *, attributes: Sequence[str] = ()) -> type[T]:
    """Import a class.

    Args:
        reference: Such as ``mypackage.retrievers:MySystem``.

    Raises:
        NotFoundError: If there is no such module or class.
        DataError: If it is no such subclass, or lacks an attribute.
    """
    loaded = load_object(reference)
    wanted = reference_of(base)
    if not (inspect.isclass(loaded) and issubclass(loaded, base)):
        raise DataError(f"{reference} is not a subclass of {wanted}", hint="See docs/extend.md.")
    missing = [attribute for attribute in attributes if not hasattr(loaded, attribute)]
    missing += sorted(getattr(loaded, "__abstractmethods__", ()))
    if missing:
        raise DataError(
            f"{reference} does not define {', '.join(missing)}", hint=f"{wanted} says what each is."
        )
    return loaded


def load_object(reference: str) -> Any:
    """Import an object of a module; the current folder is searched after installed packages.

    Raises:
        NotFoundError: If there is no such module or object.
    """
    module_name, _, name = reference.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise  # an error in that module; its author needs the traceback
        raise NotFoundError(
            f"no module {error.name} ({reference})",
            hint="Installed packages and the current folder are searched.",
        ) from error
    loaded = getattr(module, name, None)
    if loaded is None:
        raise NotFoundError(f"module {module_name} has no {name}", hint=f"Check {reference}.")
    return loaded


def reference_of(kind: type) -> str:
    """Return the reference by which :func:`load_class` finds a class."""
    return f"{kind.__module__}:{kind.__qualname__}"
