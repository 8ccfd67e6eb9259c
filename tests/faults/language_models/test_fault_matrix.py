"""Every fault of an endpoint, at every position, with few and many workers."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from helpers.language.ledgers import ledger_rows
from helpers.language.questions import questions
from helpers.proof import Proof
from helpers.servers.endpoint import Endpoint
from helpers.servers.endpoint_faults import FAULTS

from scinet.errors import ScinetError
from scinet.llm import bounded_client
from scinet.llm.batch_client import LLMSession
from scinet.llm.endpoint import Price
from scinet.llm.question import Reply

POSITIONS = ("first", "second", "last", "all")
FOUND = (
    "status 206 with a completion",
    "status 429 after '1 Jan 99999999999999999999 00:'",
    "a tool that was not offered",
    "a model of lines",
    "a trickle in the head",
)
PRICE = Price(prompt=1000, completion=2000)


@dataclass(frozen=True)
class Cell:
    """One fault at one position, met by so many workers."""

    fault: str
    position: str
    workers: int

    @property
    def asked(self) -> int:
        """Questions, so many that all workers have some."""
        return self.workers + 3

    @property
    def hit(self) -> set[int]:
        """Questions that meet the fault."""
        places = {"first": {0}, "second": {1}, "last": {self.asked - 1}}
        return places.get(self.position, set(range(self.asked)))


def cells(proof: Proof, workers: int) -> list[Cell]:
    """All of them; in the short form those that once went wrong and some others."""
    whole = [Cell(*item, workers) for item in product(FAULTS, POSITIONS)]
    random.Random(proof.seed + workers).shuffle(whole)
    whole.sort(key=lambda cell: cell.position != "second" or cell.fault not in FOUND)
    return whole[: proof.trials(short=len(FOUND) + 4, full=len(whole))]


class Trial:
    def __init__(self, cell: Cell, endpoint: Endpoint, folder: Path) -> None:
        self.cell = cell
        self.fault = FAULTS[cell.fault]
        self.ends = self.fault.ends
        self.endpoint = endpoint
        self.ledger = folder / "ledger.sqlite"
        self.questions = questions(cell.asked)
        self.rows: list[dict[str, Any]] = []
        self.lines: list[tuple[str, str]] = []

    def command(self, open_asker: Callable[..., LLMSession], **changed: Any) -> list[Reply] | str:
        """Ask everything; the replies, or the message of the error that stopped it."""
        at = self.endpoint.at(price=PRICE, timeout_s=0.3 if self.fault.is_slow else 60.0)
        asker = open_asker(endpoint=at, ledger=self.ledger, workers=self.cell.workers, **changed)
        result: list[Reply] | str
        try:
            result = asker.ask(self.questions)
            asker.finish()
        except ScinetError as error:
            self.lines.append((str(error), error.hint))
            result = str(error) if "have no answer" not in str(error) else result
        self.rows = ledger_rows(asker._ledger, "attempt")
        self.check_account(asker)
        assert all(hint and len(line + hint) < 900 for line, hint in self.lines)
        return result

    def check_account(self, asker: LLMSession) -> None:
        """The ledger has what the endpoint received, and charges as the endpoint does."""
        price = PRICE.of(*self.endpoint.usage)
        assert len(self.rows) == len(self.endpoint.requests)
        received = Counter(body["messages"][-1]["content"] for body in self.endpoint.requests)
        assert Counter(row["item"].replace("item-", "") for row in self.rows) == {
            word.strip("<>"): number for word, number in received.items()
        }
        assert asker.spent.calls == len(self.rows)
        assert asker.spent.cost == pytest.approx(sum(row["cost"] for row in self.rows))
        done = Counter(row["item"] for row in self.rows if row["state"] == "done")
        assert all(number == 1 for number in done.values()), "an answer was bought twice"
        for row in self.rows:
            assert row["state"] in {"done", "failed", "unknown"}
            if row["state"] == "failed":
                assert row["cost"] == row["prompt_tokens"] == 0
            elif row["state"] == "unknown":
                assert (row["cost"], row["prompt_tokens"]) == (
                    row["worst_cost"],
                    row["worst_tokens"],
                )
            elif not row["is_estimated"] and "usage" not in self.cell.fault:
                assert row["cost"] == pytest.approx(price)

    def check_first(self, result: list[Reply] | str) -> None:
        """The first command: the hit questions end as the table says, the others well."""
        ends = self.ends
        if isinstance(result, str):
            assert ends.stops, result
            assert ends.stops in result
        else:
            assert not ends.stops
            assert [reply.item for reply in result] == [
                question.item for question in self.questions
            ]
            for place, reply in enumerate(result):
                if place in self.cell.hit:
                    self.check_hit(reply)
                elif ends.stops is None:
                    assert (reply.status, reply.text) == ("ok", f"<{place}>")
                else:
                    assert reply.status in {"ok", ends.status}
        assert {row["state"] for row in self.rows} <= {"done", ends.state}

    def check_hit(self, reply: Reply) -> None:
        """One question that met the fault."""
        ends = self.ends
        mine = [row for row in self.rows if row["item"] == reply.item]
        if ends.stops is not None and not mine:
            assert reply.status == ends.status
            return
        assert (reply.status, str(reply.reason)[: len(str(ends.reason))]) == (
            ends.status,
            str(ends.reason),
        )
        if ends.stops is None:
            assert [row["state"] for row in mine] == [ends.state] * ends.requests
        assert reply.usage.calls == len(mine)
        assert reply.usage.is_estimated == (not ends.is_counted)

    def check_last(self, result: list[Reply] | str) -> None:
        """Everything sent again that may be: only final answers of a fault are left."""
        assert not isinstance(result, str), result
        is_final = self.ends.state == "done" or self.ends.status in {"invalid", "refused"}
        for place, reply in enumerate(result):
            if is_final and place in self.cell.hit:
                assert reply.status == self.ends.status
            else:
                assert (reply.status, reply.text) == ("ok", f"<{place}>")


def run(trial: Trial, open_asker: Callable[..., LLMSession], endpoint: Endpoint) -> int:
    """The four commands of a trial; returns how many requests they took."""
    trial.check_first(trial.command(open_asker))
    endpoint.faults = {}
    again = trial.command(open_asker)
    assert not isinstance(again, str), again
    if trial.ends.state == "unknown":
        left = sum(reply.status != "ok" for reply in again)
        assert left == len(trial.cell.hit), "what perhaps was charged was sent again"
    last = trial.command(open_asker, retry_unknown=True)
    trial.check_last(last)
    sent = len(endpoint.requests)
    assert repr(trial.command(open_asker, replay=True)) == repr(last)
    assert len(endpoint.requests) == sent
    return sent


@pytest.mark.parametrize("workers", [1, 4, 16])
def test_every_fault_at_every_position(
    workers: int,
    proof: Proof,
    endpoint: Endpoint,
    open_asker: Callable[..., LLMSession],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every question ends in one status and is charged once; the same command goes on to the end.

    Requests that the endpoint counted are the attempts of the ledger, after each of four commands:
    with the fault, without it, sending again what perhaps was charged, and replaying.
    """
    monkeypatch.setattr(bounded_client, "SLOWEST", 2)
    monkeypatch.setattr(bounded_client, "MAX_BYTES", 2**20)
    requests = 0
    for number, cell in enumerate(cells(proof, workers)):
        folder = tmp_path / str(number)
        folder.mkdir()
        endpoint.requests.clear()
        trial = Trial(cell, endpoint, folder)
        endpoint.faults = {f"<{place}>": [cell.fault, "…"] for place in cell.hit}
        try:
            requests += run(trial, open_asker, endpoint)
        except Exception as error:
            error.add_note(f"in {cell}")
            raise
    proof.count(
        faults=len(FAULTS), requests=requests, attempts=requests, charged_twice=0, lost_answers=0
    )
