"""Bombs: memory and time stay bounded, whatever the length, nesting or compression."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.bombs import BOMBS
from helpers.fuzzing import Fuzzing
from helpers.proof import Proof

_SHORT = ("millions of brackets", "members of a byte")


@pytest.fixture(scope="module")
def fuzzing() -> Iterator[Fuzzing]:
    """One process for all bombs: it costs seconds to start."""
    with Fuzzing(Path("made records alone")) as process:
        yield process


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_itself_alone(proof: Proof, fuzzing: Fuzzing, name: str) -> None:
    """A file much larger than it looks is refused by name, in less than 512 MB and a minute."""
    if proof.trials(short=0, full=1) or name in _SHORT:
        fuzzing.show(proof, name, 1, seed=proof.seed)
