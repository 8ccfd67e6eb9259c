"""What holds of every bad input: it is named at its place, and costs no other."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

import pytest
from helpers.files.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError

_LEAST: Final = 60


def digests(result: Outcome) -> set[str]:
    return {entry.record.digest for entry in result.entries}


def check_named(
    result: Outcome, good: Outcome, what: str, reason: str, lines: Collection[int]
) -> None:
    """Hold that a fault is counted, at most once rejected, and listed at its lines alone.

    Args:
        found: What became of a file with one bad entry.
        good: What became of the same without it.
    """
    assert reason in result.beyond(good), (what, result.counts, result.accepted)
    assert digests(good) <= digests(result), what
    assert result.reasons in ({}, {reason: 1}), what
    listed = [row["line"] for row in result.rejects if row["reason"] == reason]
    assert set(listed) <= set(lines), (what, listed)
    assert len(listed) == 1 or not result.reasons, (what, listed)
    assert (result.balances, result.faults) == (True, []), what


def check_read(
    file: Path, data: bytes, fault: str, what: str, kind: str | None = None, match: str = ""
) -> Outcome | None:
    """Hold that a file has this fault alone, or none; a foreign one is refused by name."""
    file.write_bytes(data)
    if fault == "foreign":
        with pytest.raises(DataError, match=match or re.escape(file.name)):
            outcome(file, kind=kind)
        return None
    found = outcome(file, kind=kind)
    assert [one.reason for one in found.faults] == [fault][: bool(fault)], what
    return found


def count_classes(proof: Proof, trials: int, classes: int | None = None) -> None:
    """Count what was tried; each format has sixty classes at least, by default one a trial."""
    classes = trials if classes is None else classes
    assert classes >= _LEAST
    proof.count(trials=trials, classes=classes)
