"""A process that asks a language model, killed again and again, and what became of its ledger.

It is forked from one that has imported everything, so that each kill costs tenths of a second.
SIGKILL leaves it no chance to put anything in order.
"""

import multiprocessing
import os
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from helpers.language.ledgers import ledger_rows
from helpers.language.questions import questions
from helpers.proof import Proof
from helpers.servers.endpoint import Endpoint, serving

from scinet.llm import endpoint as llm_endpoint
from scinet.llm.batch_client import LLMSession
from scinet.llm.ledger import Ledger

_MOST_REQUESTS: Final = 12
_AFTER_S: Final = 0.02
_WORKERS: Final = (1, 16)
_FORKS: Final = multiprocessing.get_context("forkserver")


def test_a_killed_run_goes_on_and_buys_no_answer_twice(
    proof: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After any SIGKILL the same command goes on: each answer is bought once, each request counted.

    Half of the ledgers are asked by one worker, half by sixteen. Requests that the endpoint counted
    are attempts in the ledger, but for those that the kill kept from arriving, which are marked. A
    replay gives the answers of a run that nobody disturbed.
    """
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # for what is imported once
    kills = proof.trials(short=2, full=200)
    tally = kill_many(kills, tmp_path, number=16 if kills < 10 else 60, seed=proof.seed + 1)
    assert tally["kills"] == kills
    assert tally["sent again"] == tally["unaccounted"] == tally["replayed otherwise"] == 0
    assert tally["requests"] == tally["attempts"] - tally["never arrived"]
    assert tally["never arrived"] <= tally["interrupted"] <= 16 * kills
    counted = {name: tally[name] for name in ("kills", "ledgers", "requests", "interrupted")}
    proof.count(**counted, answers_bought_twice=0)


def kill_many(kills: int, folder: Path, *, number: int, seed: int) -> Counter[str]:
    """Kill so many times, over ledgers of so many questions, and count when each is finished.

    Counted are ``kills`` of processes that ran, finished ``ledgers``, ``requests`` that the server
    received, ``attempts`` in the ledgers, those ``interrupted``, of them those that ``never
    arrived`` at the server, and what must not be: attempts at a question after its answer was in
    the ledger (``sent again``), ledgers ``replayed otherwise``, and what is ``unaccounted``, which
    is requests without an attempt, attempts without a request that are not marked as interrupted,
    charges of another amount than those of the attempts, and questions without an answer.
    """
    tally: Counter[str] = Counter()
    draw = random.Random(seed)
    _FORKS.set_forkserver_preload(["openai", __name__])
    with serving() as endpoint:
        endpoint.delay_s = 0.002
        while tally["kills"] < kills:
            ledger = folder / f"{tally['ledgers']}.sqlite"
            asking = _Asking(endpoint, ledger, _WORKERS[tally["ledgers"] % len(_WORKERS)], number)
            endpoint.requests.clear()
            while tally["kills"] < kills and asking.is_killed(draw):
                tally["kills"] += 1
            for is_again in (False, True):
                assert not asking.is_killed(None, is_again=is_again)
            _count(tally, asking)
    return tally


@dataclass(frozen=True)
class _Asking:
    endpoint: Endpoint
    ledger: Path
    workers: int
    number: int

    def is_killed(self, draw: random.Random | None, *, is_again: bool = False) -> bool:
        """Start a process and kill it after some requests; whether it was still running."""
        words = self.endpoint.url, self.ledger, self.number, self.workers, is_again
        process = _FORKS.Process(target=_ask, args=words)
        process.start()
        if draw is not None:
            enough = len(self.endpoint.requests) + draw.randrange(_MOST_REQUESTS)
            while len(self.endpoint.requests) < enough and process.is_alive():
                time.sleep(0.001)
            process.join(draw.uniform(0, _AFTER_S))
            process.kill()
        process.join()
        assert process.exitcode in {0, -signal.SIGKILL}
        return process.exitcode != 0


def _count(tally: Counter[str], asking: _Asking) -> None:
    received = Counter(body["messages"][-1]["content"] for body in asking.endpoint.requests)
    with Ledger(asking.ledger, is_read_only=True) as opened:
        rows, spent = ledger_rows(opened, "attempt"), opened.spent()
    asked = questions(asking.number)
    at = llm_endpoint.Endpoint(asking.endpoint.url, "tiny")
    with LLMSession(at, asking.ledger, "graph", replay=True) as asker:
        replayed = [reply.text for reply in asker.ask(asked)]
    tally["replayed otherwise"] += replayed != [one.inputs["word"] for one in asked]
    charges = [
        row["worst_tokens"] if row["state"] == "unknown" else sum(asking.endpoint.usage)
        for row in rows
    ]
    tally["unaccounted"] += (spent.calls, spent.tokens) != (len(rows), sum(charges))
    tally["ledgers"] += 1
    tally["requests"] += received.total()
    tally["attempts"] += len(rows)
    for question in questions(asking.number):
        mine = [row for row in rows if row["item"] == question.item]
        done = [row["number"] for row in mine if row["state"] == "done"]
        interrupted = sum(row["reason"] == "interrupted" for row in mine)
        missing = len(mine) - received[question.inputs["word"]]
        tally["interrupted"] += interrupted
        tally["never arrived"] += max(missing, 0)
        tally["unaccounted"] += not done or missing < 0 or missing > interrupted
        tally["sent again"] += sum(row["number"] > min(done, default=0) for row in mine)


def _ask(url: str, ledger: Path, number: int, workers: int, is_again: bool) -> None:  # noqa: FBT001
    at = llm_endpoint.Endpoint(url, "tiny")
    with LLMSession(at, ledger, "graph", workers=workers, retry_unknown=is_again) as asker:
        asker.ask(questions(number))
