"""A killed process leaves a ledger that accounts for every request; killed.py does it in bulk."""

from pathlib import Path

from helpers.killed import kill_many


def test_a_killed_run_goes_on_and_sends_no_success_again(tmp_path: Path) -> None:
    tally = kill_many(3, tmp_path, number=16, seed=1)
    assert tally.kills == 3
    assert tally.successes_sent_again == 0
    assert tally.unaccounted == 0
    assert tally.requests == tally.attempts - tally.never_arrived
    assert tally.never_arrived <= tally.interrupted <= 4 * tally.kills
