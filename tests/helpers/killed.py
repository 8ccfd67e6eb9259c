"""Kills a process that asks a language model, again and again, and counts what became of it.

    PYTHONPATH=tests python tests/helpers/killed.py 300

The asking process is forked from one that has imported everything, so that each kill costs tenths
of a second. It is a process of its own: SIGKILL leaves it no chance to put anything in order.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from helpers.endpoint import Endpoint, serving
from helpers.questions import questions

from scinet.llm.asker import Asker
from scinet.llm.ledger import Ledger
from scinet.llm.sender import Patience

_MOST_REQUESTS: Final = 12
_AFTER_S: Final = 0.02
_AGAIN: Final = "again"
_CHILD: Final = "child"


@dataclass
class Tally:
    """What was counted.

    Attributes:
        kills: Processes killed while they ran.
        ledgers: Ledgers that were brought to their end.
        requests: Requests that the server received.
        attempts: Attempts in the ledgers.
        never_arrived: Attempts interrupted between the ledger and the server.
        interrupted: Attempts without an end, those included.
        successes_sent_again: Attempts at a question after its answer was in the ledger.
        unaccounted: Requests without an attempt, attempts without a request that are not marked
            as interrupted, and questions without an answer in the end.
    """

    kills: int = 0
    ledgers: int = 0
    requests: int = 0
    attempts: int = 0
    never_arrived: int = 0
    interrupted: int = 0
    successes_sent_again: int = 0
    unaccounted: int = 0


def kill_many(kills: int, folder: Path, *, number: int = 60, seed: int = 0) -> Tally:
    """Kill so many times, over ledgers of so many questions, and count when each is finished."""
    tally, draw = Tally(), random.Random(seed)  # noqa: S311 - no secret
    with (
        serving() as endpoint,
        subprocess.Popen(
            [sys.executable, __file__, str(number), _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        ) as nursery,
    ):
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        endpoint.delay_s = 0.002
        streams = nursery.stdin, nursery.stdout
        while tally.kills < kills:
            ledger = folder / f"{tally.ledgers}.sqlite"
            endpoint.requests.clear()
            while tally.kills < kills and _is_killed(streams, endpoint, ledger, draw):
                tally.kills += 1
            for again in ("", _AGAIN):
                assert not _is_killed(streams, endpoint, ledger, None, again)
            _count(tally, endpoint, ledger, number)
        nursery.stdin.close()
    return tally


def _is_killed(
    streams: tuple[IO[str], IO[str]],
    endpoint: Endpoint,
    ledger: Path,
    draw: random.Random | None,
    again: str = "",
) -> bool:
    """Start a process and kill it after some requests; whether it was still running."""
    told, heard = streams
    told.write(f"{endpoint.url}\t{ledger}\t{again}\n")
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


def _count(tally: Tally, endpoint: Endpoint, ledger: Path, number: int) -> None:
    received = Counter(body["messages"][-1]["content"] for body in endpoint.requests)
    with Ledger(ledger, is_read_only=True) as opened:
        rows = opened.rows("attempt")
    tally.ledgers += 1
    tally.requests += received.total()
    tally.attempts += len(rows)
    for question in questions(number):
        mine = [row for row in rows if row["item"] == question.item]
        done = [row["number"] for row in mine if row["state"] == "done"]
        interrupted = sum(row["reason"] == "interrupted" for row in mine)
        missing = len(mine) - received[question.inputs["word"]]
        tally.interrupted += interrupted
        tally.never_arrived += max(missing, 0)
        tally.unaccounted += not done or missing < 0 or missing > interrupted
        tally.successes_sent_again += sum(row["number"] > min(done, default=0) for row in mine)


def _nurse(number: int) -> None:
    """Fork a process for each line read; tell its id, then how it ended."""
    import openai  # noqa: F401 - a second that no child has to spend

    for line in sys.stdin:
        url, ledger, again = line.rstrip("\n").split("\t")
        if (pid := os.fork()) == 0:
            code = 1
            try:
                _ask(url, Path(ledger), number, is_again=bool(again))
                code = 0
            finally:
                os._exit(code)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        sys.stdout.write(f"{ended}\n")
        sys.stdout.flush()


def _ask(url: str, ledger: Path, number: int, *, is_again: bool) -> None:
    from scinet.llm import endpoint

    patience = Patience(retry_unknown=is_again)
    with Asker(
        endpoint.Endpoint(url, "tiny"), ledger, "graph", workers=4, patience=patience
    ) as asker:
        asker.ask(questions(number))


if __name__ == "__main__":
    if sys.argv[2:] == [_CHILD]:
        _nurse(int(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as place:
            sys.stdout.write(f"{kill_many(int(sys.argv[1]), Path(place))}\n")
