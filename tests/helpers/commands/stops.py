"""Kills of loads and removals, played within the process."""

from collections.abc import Callable


class StopError(Exception):
    """Stands for a kill."""


def stop(*_: object) -> None:
    """Stop after the first batch of a load, or at the first progress of a removal."""
    raise StopError


def stop_beyond(limit: int) -> Callable[[int, int], None]:
    """Stop a removal when it has done more than a number of things, but not at its end."""

    def progress(done: int, total: int) -> None:
        if limit < done < total:
            raise StopError

    return progress
