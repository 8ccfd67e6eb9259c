"""What holds of every bad input: it is named at its place, and costs no other."""

from collections.abc import Collection
from typing import Final

from helpers.files.network_files import Outcome
from helpers.proof import Proof

_LEAST: Final = 60


def digests(found: Outcome) -> set[str]:
    return {entry.record.digest for entry in found.entries}


def check_named(
    found: Outcome, good: Outcome, what: str, reason: str, lines: Collection[int]
) -> None:
    """Hold that a fault is counted, at most once rejected, and listed at its lines alone.

    Args:
        found: What became of a file with one bad entry.
        good: What became of the same without it.
        what: Which bad entry it is.
    """
    assert reason in found.beyond(good), (what, found.counts, found.accepted)
    assert digests(good) <= digests(found), what
    assert found.reasons in ({}, {reason: 1}), what
    listed = [row["line"] for row in found.rejects if row["reason"] == reason]
    assert set(listed) <= set(lines), (what, listed)
    assert len(listed) == 1 or not found.reasons, (what, listed)
    assert (found.balances, found.faults) == (True, []), what


def count_classes(proof: Proof, trials: int, classes: int | None = None) -> None:
    """Count what was tried; each format has sixty classes at least, by default one a trial."""
    classes = trials if classes is None else classes
    assert classes >= _LEAST
    proof.count(trials=trials, classes=classes)
