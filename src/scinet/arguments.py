"""Roles of arguments, in their types: paths that are written, names that are looked up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin


@dataclass(frozen=True)
class ArgumentRole:
    """Role of an argument of a verb.

    Attributes:
        is_written: Whether it is a path that is written to.
        is_option: Whether a command takes it as an option, even where a verb needs it.
        is_named: Whether a text is the name of something known, never a path.
    """

    is_written: bool = False
    is_option: bool = False
    is_named: bool = False


NAMED: Final = ArgumentRole(is_named=True)
OutPath: TypeAlias = Annotated[str | Path, ArgumentRole(is_written=True, is_option=True)]
WrittenPath: TypeAlias = Annotated[str | Path, ArgumentRole(is_written=True)]
_NO_PATH: Final = frozenset({bool, date, float, int, str, NoneType})


def is_written(annotation: Any) -> bool:
    """Whether an argument of this type is a path that is written to."""
    return any(role.is_written for role in roles_of(annotation))


def may_be_path(annotation: Any) -> bool:
    """Whether an argument of this type may be, or hold, a path that is read."""
    if any(role.is_named for role in roles_of(annotation)):
        return False
    parts = [part for part in _parts(annotation) if not isinstance(part, ArgumentRole)]
    return any(part not in _NO_PATH for part in parts)


def roles_of(annotation: Any) -> list[ArgumentRole]:
    """Return the roles in the type of an argument."""
    return [part for part in _parts(annotation) if isinstance(part, ArgumentRole)]


def _parts(annotation: Any) -> Iterator[Any]:
    """The types that an annotation is made of, and the roles; no words, and nothing called."""
    if get_origin(annotation) in (Literal, Callable):
        return
    if get_origin(annotation) is Annotated:
        of, *metadata = get_args(annotation)
        yield from (part for part in metadata if isinstance(part, ArgumentRole))
        yield from _parts(of)
    elif inner := get_args(annotation):
        for part in inner:
            yield from _parts(part)
    else:
        yield annotation
