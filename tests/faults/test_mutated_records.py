"""Mutated inputs: every reader of the network's files refuses by name, and goes on.

The readers run in a process of their own, see ``helpers.faulty.fuzzed``.
"""

import pytest
from helpers.faulty.fuzzing import Fuzzing
from helpers.files.network_files import GOOD
from helpers.proof import Proof, parts


@pytest.mark.parametrize("kind", GOOD)
def test_mutated_lines_cost_themselves_alone(proof: Proof, fuzzing: Fuzzing, kind: str) -> None:
    """Mutated lines of each kind are read, repaired or rejected, and all lines around them load."""
    inputs = proof.trials(short=500, full=1_000_000)
    fuzzing.show(proof, kind, inputs, seed=proof.seed, is_real=True)


# A file costs a millisecond and more, most of it to open it five times: a million take an hour.
@pytest.mark.parametrize("part", parts(5))
@pytest.mark.parametrize(
    "form",
    ["packed", "whole documents", "tables", "parquet", "bibliographies", "releases of AMiner"],
)
def test_mutated_files_are_read_as_far_as_they_go(
    proof: Proof, fuzzing: Fuzzing, form: str, part: str
) -> None:
    """Mutated files are read as far as they go, and every record is accounted for."""
    trials = proof.trials(short=200, full=200_000)
    seed = proof.seed_of(part, 0, trials)
    fuzzing.show(proof, form, trials, seed=seed, is_real=True)
