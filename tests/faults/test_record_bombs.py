"""Bombs: memory and time stay bounded, whatever the length, nesting or compression."""

import pytest
from helpers.faulty.bombs import BOMBS
from helpers.faulty.fuzzing import Fuzzing
from helpers.proof import Proof, folder

_SHORT = ("millions of brackets", "members of a byte")


@pytest.mark.parametrize("name", BOMBS if folder() else _SHORT)
def test_a_bomb_costs_itself_alone(proof: Proof, fuzzing: Fuzzing, name: str) -> None:
    """A file much larger than it looks is refused by name, in less than 512 MB and a minute."""
    fuzzing.show(proof, name, proof.trials(short=1, full=1), seed=proof.seed)
