"""A process that asks, killed again and again; see ``helpers/commands/killed.py``."""

from pathlib import Path

from helpers.commands.killed import kill_many
from helpers.proof import Proof


def test_a_killed_run_goes_on_and_buys_no_answer_twice(proof: Proof, tmp_path: Path) -> None:
    """After any SIGKILL the same command goes on: each answer is bought once, each request counted.

    Half of the ledgers are asked by one worker, half by sixteen. Requests that the endpoint counted
    are attempts in the ledger, but for those that the kill kept from arriving, which are marked. A
    replay gives the answers of a run that nobody disturbed.
    """
    kills = proof.trials(short=2, full=200)
    tally = kill_many(kills, tmp_path, number=16 if kills < 10 else 60, seed=proof.seed + 1)
    assert tally["kills"] == kills
    assert tally["sent again"] == tally["unaccounted"] == tally["replayed otherwise"] == 0
    assert tally["requests"] == tally["attempts"] - tally["never arrived"]
    assert tally["never arrived"] <= tally["interrupted"] <= 16 * kills
    counted = {name: tally[name] for name in ("kills", "ledgers", "requests", "interrupted")}
    proof.count(**counted, answers_bought_twice=0)
