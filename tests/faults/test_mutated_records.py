"""Mutated inputs: every reader of the network's files refuses by name, and goes on.

The readers run in a process of their own, see ``helpers.fuzzed``.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.fuzzing import Fuzzing
from helpers.network_files import GOOD
from helpers.proof import Proof, parts


@pytest.fixture(scope="module")
def fuzzing() -> Iterator[Fuzzing]:
    """One process for all readers: it costs seconds to start."""
    with Fuzzing(Path(__file__).resolve().parents[3] / "shared" / "data") as process:
        yield process


@pytest.mark.parametrize("kind", GOOD)
def test_mutated_lines_cost_themselves_alone(proof: Proof, fuzzing: Fuzzing, kind: str) -> None:
    """Mutated lines of each kind are read, repaired or rejected, and all lines around them load."""
    fuzzing.show(proof, kind, proof.trials(short=500, full=1_000_000), seed=proof.seed)


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
    fuzzing.show(proof, form, trials, seed=proof.seed_of(part, 0, trials))
