"""A process that asks, killed again and again; see ``helpers/killed.py``."""

from pathlib import Path

from helpers.killed import kill_many
from helpers.proof import Proof


def test_a_killed_run_goes_on_and_buys_no_answer_twice(proof: Proof, tmp_path: Path) -> None:
    """After any SIGKILL the same command goes on: each answer is bought once, each request counted.

    Half of the ledgers are asked by one worker, half by sixteen. Requests that the endpoint counted
    are attempts in the ledger, but for those that the kill kept from arriving, which are marked. A
    replay gives the answers of a run that nobody disturbed.
    """
    kills = proof.trials(short=2, full=200)
    tally = kill_many(kills, tmp_path, number=16 if kills < 10 else 60, seed=proof.seed + 1)
    assert tally.kills == kills
    assert tally.successes_sent_again == tally.unaccounted == tally.replayed_otherwise == 0
    assert tally.requests == tally.attempts - tally.never_arrived
    assert tally.never_arrived <= tally.interrupted <= 16 * tally.kills
    proof.count(
        kills=tally.kills,
        ledgers=tally.ledgers,
        requests=tally.requests,
        interrupted=tally.interrupted,
        answers_bought_twice=0,
    )
