"""The page of figures is made of the files that proofs write."""

from pathlib import Path

import pytest
from helpers.pages.reliability_page import figures
from helpers.proof import Proof, path


def test_a_row_per_proof_under_its_area(tmp_path: Path) -> None:
    proof = Proof("killed_load", "test_kills[records]", "The same graph after any kill.", seed=7)
    proof.count(kills=1_300, fingerprint="equal")
    proof.write(tmp_path)
    assert path(tmp_path, "killed_load", "test_kills[records]").exists()

    lines = figures(tmp_path).splitlines()
    assert lines[2] == "## Killed load"
    assert lines[6].startswith(
        "| The same graph after any kill (records) | kills 1,300, fingerprint equal | 7 | 0 | 20"
    )


def test_a_proof_that_is_run_again_replaces_its_row_alone(tmp_path: Path) -> None:
    for number, name in enumerate(("test_a", "test_b")):
        proof = Proof("clocks", name, "A clock may jump.")
        proof.count(trials=number)
        proof.write(tmp_path)
    first = figures(tmp_path)
    again = Proof("clocks", "test_b", "A clock may jump.")
    again.count(trials=70)
    again.write(tmp_path)
    assert figures(tmp_path) == first.replace("| trials 1 |", "| trials 70 |")


@pytest.mark.parametrize(("folder", "expected"), [(None, 3), ("/tmp/figures", 300)])  # noqa: S108
def test_the_full_form_takes_more_trials(
    monkeypatch: pytest.MonkeyPatch, folder: str | None, expected: int
) -> None:
    monkeypatch.delenv("SCINET_PROOFS", raising=False)
    if folder:
        monkeypatch.setenv("SCINET_PROOFS", folder)
    proof = Proof("area", "name", "promise")
    assert proof.trials(3, full=300) == expected
    assert proof.figures == {"trials": expected}
