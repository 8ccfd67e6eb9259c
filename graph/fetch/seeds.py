"""Seed ids from a file: one a line, without blank lines and ``#`` comments."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from scinet.errors import DataError, NotFoundError

_VALUES: Final = 100
_LETTERS: Final = 3_500  # characters of a filter's values: an address may have some 8,000
_T = TypeVar("_T", bound=Hashable)


def read_seeds(file: Path, understand: Callable[[str], _T | None]) -> dict[_T, str]:
    """Read each id once, with the text of its line.

    Args:
        file: Text in UTF-8.
        understand: Parses an id; returns None for other texts.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If a line holds no id, or no line does.
    """
    try:
        text = file.read_text("utf-8-sig")
    except FileNotFoundError:
        raise NotFoundError(f"no file {file}", hint="Name a file of ids, one a line.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{file} cannot be read: {error}", hint="Write ids, one a line.") from error
    seeds: dict[_T, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not (stated := line.strip()) or stated.startswith("#"):
            continue
        if (seed := understand(stated)) is None:
            raise DataError(
                f"{stated[:80]!r} is not an id that can be asked for ({file}, line {number})",
                hint="Write one id a line: an id of the service, or a DOI without , and |.",
            )
        seeds.setdefault(seed, stated)
    if not seeds:
        raise DataError(f"{file} holds no id", hint="Write one id a line.")
    return seeds


def batch_values(values: Iterable[str]) -> Iterator[list[str]]:
    """Yield values in order, as many at a time as a request's filter accepts."""
    portion: list[str] = []
    for value in values:
        if len(portion) == _VALUES or sum(map(len, portion)) + len(value) > _LETTERS:
            yield portion
            portion = []
        portion.append(value)
    if portion:
        yield portion
