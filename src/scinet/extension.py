"""Loading of user classes, written ``module:Class`` as entry points are."""

import inspect
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, TypeVar

from scinet.errors import DataError, NotFoundError

T = TypeVar("T")

_REFERENCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def is_reference(name: str) -> bool:
    """Whether a name is written ``module:Class``."""
    return _REFERENCE.fullmatch(name) is not None


def load_class(reference: str, base: type[T], *, attributes: Sequence[str] = ()) -> type[T]:
    """Import a class; modules of the current folder are found, after installed ones.

    Args:
        reference: Such as ``mypackage.retrievers:MySystem``.

    Raises:
        NotFoundError: If there is no such module or class.
        DataError: If it is no such subclass, or lacks an attribute.
    """
    name, _, class_name = reference.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # an error in that module; its author needs the traceback
        raise NotFoundError(
            f"no module {error.name} ({reference})",
            hint="Installed packages and the current folder are searched.",
        ) from error
    loaded = getattr(module, class_name, None)
    if loaded is None:
        raise NotFoundError(f"module {name} has no {class_name}", hint="Check its spelling.")
    wanted = f"{base.__module__}:{base.__qualname__}"
    if not (inspect.isclass(loaded) and issubclass(loaded, base)):
        raise DataError(f"{reference} is not a subclass of {wanted}", hint="See docs/extend.md.")
    missing = [attribute for attribute in attributes if not hasattr(loaded, attribute)]
    missing += sorted(getattr(loaded, "__abstractmethods__", ()))
    if missing:
        raise DataError(
            f"{reference} does not define {', '.join(missing)}", hint=f"{wanted} says what each is."
        )
    return loaded


def reference_of(kind: type) -> str:
    """Return the reference by which :func:`load_class` finds a class."""
    return f"{kind.__module__}:{kind.__qualname__}"
