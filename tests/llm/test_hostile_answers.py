"""What an endpoint or a foreign ledger says never bricks a ledger, fills the memory or holds us."""

import gzip
import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.endpoint import Endpoint
from helpers.questions import questions

from scinet.errors import DataError, ScinetError
from scinet.llm import exchange
from scinet.llm.asker import Asker
from scinet.llm.ledger import Ledger


def test_a_ledger_with_absurd_numbers_still_opens(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "a.sqlite")
    ledger._db.execute("PRAGMA foreign_keys = OFF")
    for number in (1, 2, 3):
        ledger._db.execute(
            "INSERT INTO attempt (key, number, item, endpoint, model, worst_tokens, state,"
            " prompt_tokens, completion_tokens, sent_at) VALUES ('k', ?, 'i', 'e', 'm', 1, 'done',"
            " ?, ?, 'now')",
            (number, 2**62, 2**62),
        )
    assert ledger.spent().tokens == 2**63 - 1
    assert ledger.counts()[0]["prompt_tokens"] == 2**63 - 1
    ledger.close()


@pytest.mark.parametrize("fault", ["large", "large_packed"])
def test_an_answer_of_megabytes_is_given_up(
    endpoint: Endpoint, open_asker: Callable[..., Asker], fault: str
) -> None:
    endpoint.faults = {"<0>": [fault]}
    [reply] = open_asker().ask(questions(1))
    assert (reply.status, reply.reason) == ("endpoint_error", "too_large")


@pytest.fixture
def exported(open_asker: Callable[..., Asker], tmp_path: Path) -> bytes:
    """A ledger of some questions as JSON lines."""
    asker = open_asker()
    asker.ask(questions(4))
    asker.close()
    with Ledger(tmp_path / "ledger.sqlite", is_read_only=True) as ledger:
        exchange.export(ledger, tmp_path / "whole.jsonl")
    return (tmp_path / "whole.jsonl").read_bytes()


def read_into_new(folder: Path, file: Path) -> dict[str, int]:
    for old in folder.glob("new.sqlite*"):
        old.unlink()
    with Ledger(folder / "new.sqlite") as ledger:
        return exchange.read_into(ledger, file)


VALUES: list[Any] = [None, 7, -1, 2**63, 10**10, 0.5, "", "x", [], {}, ["x"], True]


def test_a_changed_ledger_is_read_or_refused_in_one_line(exported: bytes, tmp_path: Path) -> None:
    rng = random.Random(3)  # noqa: S311
    refused = 0
    lines = exported.split(b"\n")
    for trial in range(120):
        if trial % 3 == 0:
            packed = bytearray(gzip.compress(exported))
            packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
            file, content = tmp_path / "a.jsonl.gz", bytes(packed)
        elif trial % 3 == 1:
            number = rng.randrange(len(lines) - 1)
            row = json.loads(lines[number])
            row[rng.choice(sorted(row))] = rng.choice(VALUES)
            changed = json.dumps(row).encode()
            file = tmp_path / "a.jsonl"
            content = b"\n".join([*lines[:number], changed, *lines[number + 1 :]])
        else:
            text = bytearray(exported)
            text[rng.randrange(len(text))] = rng.randrange(256)
            file, content = tmp_path / "a.jsonl", bytes(text)
        file.write_bytes(content)
        try:
            read_into_new(tmp_path, file)
        except ScinetError:
            refused += 1
    assert refused > 60


def test_a_ledger_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    packer = zlib.compressobj(wbits=31)
    pieces = [packer.compress(b" " * 2**20) for _ in range(100)]
    (tmp_path / "a.jsonl.gz").write_bytes(b"".join(pieces) + packer.flush())
    with pytest.raises(DataError, match="unpacks to 200 times"):
        read_into_new(tmp_path, tmp_path / "a.jsonl.gz")
