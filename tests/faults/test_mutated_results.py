"""Mutated inputs: runs, predictions, ledgers, tasks and whatever else people hand in."""

import pytest
from helpers.faulty.fuzzing import Fuzzing
from helpers.files.other_files import FORMS
from helpers.proof import Proof


@pytest.mark.parametrize("form", FORMS)
def test_a_mutated_file_is_read_or_refused_in_one_line(
    proof: Proof, fuzzing: Fuzzing, form: str
) -> None:
    """A mutated file of any kind is read, or refused in one line that names it."""
    fuzzing.show(proof, form, proof.trials(short=30, full=20_000), seed=proof.seed)
