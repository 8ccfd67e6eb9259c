"""The page of reliability is made of the files that proofs write."""

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
    assert lines[0] == "### Killed load"
    assert lines[4].startswith(
        "| The same graph after any kill (records) | kills 1,300, fingerprint equal | 7 | 0 | 20"
    )


def test_rows_of_proofs_that_were_not_run_again_stay(tmp_path: Path) -> None:
    proofs = [
        Proof("clocks", "test_a", "A clock may jump."),
        Proof("clocks", "test_b", "Two clocks may differ."),
        Proof("wires", "test_c", "A wire may break."),
    ]
    for number, proof in enumerate(proofs):
        proof.count(trials=number)
        proof.write(tmp_path / "first")
    first = figures(tmp_path / "first")
    again = Proof("clocks", "test_b", "Two clocks may differ.")
    again.count(trials=70)
    again.write(tmp_path / "second")

    second = figures(tmp_path / "second", first)
    assert second == first.replace("| trials 1 |", "| trials 70 |")
    assert figures(tmp_path / "second").count("\n| ") == 2


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
