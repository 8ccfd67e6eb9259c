"""Kills a process that asks a language model, again and again, and counts what became of it.

The asking process is forked from one that has imported everything, so that each kill costs tenths
of a second. It is a process of its own: SIGKILL leaves it no chance to put anything in order.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from helpers.language.ledgers import ledger_rows
from helpers.language.questions import questions
from helpers.servers.endpoint import Endpoint, serving

from scinet.llm import endpoint as llm_endpoint
from scinet.llm.asker import Asker
from scinet.llm.ledger import Ledger

_MOST_REQUESTS: Final = 12
_AFTER_S: Final = 0.02
_AGAIN: Final = "again"
_WORKERS: Final = (1, 16)


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
    draw = random.Random(seed)  # noqa: S311 - no secret
    with (
        serving() as endpoint,
        subprocess.Popen(
            [sys.executable, __file__, str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        ) as nursery,
    ):
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        endpoint.delay_s = 0.002
        streams = nursery.stdin, nursery.stdout
        while tally["kills"] < kills:
            ledger = folder / f"{tally['ledgers']}.sqlite"
            asking = _Asking(endpoint, ledger, _WORKERS[tally["ledgers"] % len(_WORKERS)])
            endpoint.requests.clear()
            while tally["kills"] < kills and _is_killed(streams, asking, draw):
                tally["kills"] += 1
            for again in ("", _AGAIN):
                assert not _is_killed(streams, asking, None, again)
            _count(tally, asking, number)
        nursery.stdin.close()
    return tally


@dataclass(frozen=True)
class _Asking:
    endpoint: Endpoint
    ledger: Path
    workers: int


def _is_killed(
    streams: tuple[IO[str], IO[str]], asking: _Asking, draw: random.Random | None, again: str = ""
) -> bool:
    """Start a process and kill it after some requests; whether it was still running."""
    told, heard = streams
    endpoint = asking.endpoint
    told.write(f"{endpoint.url}\t{asking.ledger}\t{asking.workers}\t{again}\n")
    told.flush()
    pid = int(heard.readline())
    if draw is not None:
        enough = len(endpoint.requests) + draw.randrange(_MOST_REQUESTS)
        with suppress(ProcessLookupError):
            while len(endpoint.requests) < enough:
                os.kill(pid, 0)
                time.sleep(0.001)
            time.sleep(draw.uniform(0, _AFTER_S))
            os.kill(pid, signal.SIGKILL)
    code = int(heard.readline())
    assert code in {0, -signal.SIGKILL}, f"the asking process ended with {code}"
    return code != 0


def _count(tally: Counter[str], asking: _Asking, number: int) -> None:
    received = Counter(body["messages"][-1]["content"] for body in asking.endpoint.requests)
    with Ledger(asking.ledger, is_read_only=True) as opened:
        rows, spent = ledger_rows(opened, "attempt"), opened.spent()
    asked = questions(number)
    at = llm_endpoint.Endpoint(asking.endpoint.url, "tiny")
    with Asker(at, asking.ledger, "graph", replay=True) as asker:
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
    for question in questions(number):
        mine = [row for row in rows if row["item"] == question.item]
        done = [row["number"] for row in mine if row["state"] == "done"]
        interrupted = sum(row["reason"] == "interrupted" for row in mine)
        missing = len(mine) - received[question.inputs["word"]]
        tally["interrupted"] += interrupted
        tally["never arrived"] += max(missing, 0)
        tally["unaccounted"] += not done or missing < 0 or missing > interrupted
        tally["sent again"] += sum(row["number"] > min(done, default=0) for row in mine)


def _nurse(number: int) -> None:
    """Fork a process for each line read; tell its id, then how it ended."""
    import openai  # noqa: F401 - a second that no child has to spend

    for line in sys.stdin:
        url, ledger, workers, again = line.rstrip("\n").split("\t")
        if (pid := os.fork()) == 0:
            code = 1
            try:
                _ask(url, Path(ledger), number, int(workers), is_again=bool(again))
                code = 0
            finally:
                os._exit(code)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        sys.stdout.write(f"{ended}\n")
        sys.stdout.flush()


def _ask(url: str, ledger: Path, number: int, workers: int, *, is_again: bool) -> None:
    at = llm_endpoint.Endpoint(url, "tiny")
    with Asker(at, ledger, "graph", workers=workers, retry_unknown=is_again) as asker:
        asker.ask(questions(number))


if __name__ == "__main__":
    _nurse(int(sys.argv[1]))
