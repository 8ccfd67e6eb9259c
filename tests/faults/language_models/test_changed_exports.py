"""Exports of ledgers that somebody changed, by accident or on purpose."""

import gzip
import json
import math
import random
from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from helpers.language.ledgers import ledger_rows
from helpers.language.questions import FORM, as_json, questions
from helpers.proof import Proof
from helpers.servers.endpoint import Endpoint

from scinet.errors import DataError, ScinetError
from scinet.llm import ledger_files
from scinet.llm.batch_client import LLMSession
from scinet.llm.budget import BudgetLimits
from scinet.llm.endpoint import Price
from scinet.llm.ledger import Ledger, sha256
from scinet.session.ledgers import export_ledger, import_ledger, show_ledger

VALUES: list[Any] = [
    None, 0, 7, -1, 10**9, 10**10, 2**63, 10**40, 0.5, -0.5, 1e308, "", "x", "\x00", "a\nb",
    "\u202e", "\x1b[2J", "9" * 5000, [], {}, ["x"], {"a": {}}, True, False, "done", "sent",
    "unknown", "failed", "ok", "budget",
]  # fmt: skip
CANONICALS = (
    *("", "null", "[]", "7", "{}", "{", "x" * 99, "\0"),
    *('{"model": []}', '{"model": {"a": 1}}'),
)
TABLES = ("question", "attempt", "unasked")
ASKED = 6


@pytest.fixture
def exported(endpoint: Endpoint, open_asker: Callable[..., LLMSession], tmp_path: Path) -> bytes:
    """A ledger with every kind of row, as JSON lines."""
    endpoint.answer = as_json
    endpoint.faults = {
        "<0>": ["server_error", "server_error"], "<1>": ["html", "…"], "<2>": ["refusal"],
        "<3>": ["no_usage"],
    }  # fmt: skip
    at = endpoint.at(price=Price(1, 2))
    asker = open_asker(endpoint=at, workers=1, limits=BudgetLimits(calls=7))
    asker.ask(questions(ASKED, FORM))
    asker.close()
    file = tmp_path / "whole.jsonl"
    export_ledger(tmp_path / "ledger.sqlite", file)
    return file.read_bytes()


@dataclass(frozen=True)
class Export:
    whole: bytes
    draw: random.Random

    @property
    def lines(self) -> list[bytes]:
        return self.whole.removesuffix(b"\n").split(b"\n")

    @property
    def packed(self) -> bytes:
        return gzip.compress(self.whole, mtime=0)

    def some(self, mark: bytes = b"") -> tuple[int, dict[str, Any]]:
        """The number and the row of some line that holds a mark."""
        number = self.draw.choice([n for n, line in enumerate(self.lines) if mark in line])
        return number, json.loads(self.lines[number])

    def place(self, content: Sized) -> int:
        return self.draw.randrange(len(content))

    def instead(self, number: int, row: Any) -> bytes:
        line = row if isinstance(row, bytes) else json.dumps(row).encode()
        return b"\n".join([*self.lines[:number], line, *self.lines[number + 1 :]]) + b"\n"

    def with_values(self, values: Mapping[str, Any], mark: bytes = b"") -> bytes:
        number, row = self.some(mark)
        return self.instead(number, row | dict(values))

    def with_value(self, value: Any) -> bytes:
        number, row = self.some()
        return self.instead(number, row | {self.draw.choice(sorted(row)): value})


def _less(export: Export) -> bytes:
    number, row = export.some()
    del row[export.draw.choice(sorted(row))]
    return export.instead(number, row)


def _another_question(export: Export) -> bytes:
    """Under its own checksum everywhere."""
    _, row = export.some(b'"canonical"')
    new = export.draw.choice(CANONICALS)
    changed = [json.loads(line) for line in export.lines]
    for item in changed:
        if item.get("key") == row["key"]:
            item["key"] = sha256(new)
        if item.get("canonical") == row["canonical"]:
            item["canonical"] = new
    return b"\n".join(json.dumps(item).encode() for item in changed)


def _another_answer(export: Export) -> bytes:
    """Under its own checksum."""
    new = export.draw.choice([*CANONICALS, '{"choices": [{"message": {"content": "x"}}]}'])
    return export.with_values({"body": new, "sha256": sha256(new)}, b'"body":"')


def _other_numbers(export: Export) -> bytes:
    names = ("cost", "worst_cost", "worst_tokens", "prompt_tokens", "seconds", "number")
    new = export.draw.choice([-1, -1e9, 1e308, 0, 0.0, 5e-324, 2**31, 10**9])
    return export.with_values({export.draw.choice(names): new}, b'"attempt"')


def _one_byte(export: Export) -> bytes:
    text = bytearray(export.whole)
    text[export.place(text)] = export.draw.randrange(256)
    return bytes(text)


def _some_bytes(export: Export) -> bytes:
    """Some less, twice or of another place."""
    first, second, third = (export.place(export.whole) for _ in range(3))
    return export.whole[:first] + export.whole[second : second + 50] + export.whole[third:]


def _one_packed_bit(export: Export) -> bytes:
    packed = bytearray(export.packed)
    packed[export.place(packed)] ^= 1 << export.draw.randrange(8)
    return bytes(packed)


def _depth(export: Export) -> bytes:
    deep: Any = "x"
    for _ in range(export.draw.choice([50, 900])):
        deep = [deep]
    return export.with_value(deep)


LINES = [b"", b"[]", b"null", b"\xff", b"{}", b'{"table": "attempt"}', b"NaN"]
ENDS = [b"\r\n", b"\r", b"\n\n", b"\x00", b" "]
ENCODINGS = ["utf-16", "utf-8-sig", "utf-32", "cp500"]
CHANGES: dict[str, Callable[[Export], bytes]] = {
    "another value": lambda e: e.with_value(e.draw.choice(VALUES)),
    "a value less": _less,
    "a value more": lambda e: e.with_values({"more": e.draw.choice(VALUES)}),
    "another question": _another_question,
    "another answer": _another_answer,
    "other numbers": _other_numbers,
    "a line less": lambda e: e.instead(e.some()[0], b""),
    "a line twice": lambda e: e.instead(n := e.some()[0], e.lines[n] + b"\n" + e.lines[n]),
    "lines in another order": lambda e: b"\n".join(e.draw.sample(e.lines, len(e.lines))),
    "one byte": _one_byte,
    "some bytes": _some_bytes,
    "only the beginning": lambda e: e.whole[: e.place(e.whole)],
    "only the first lines": lambda e: b"\n".join(e.lines[: e.some()[0]]) + b"\n",
    "other line ends": lambda e: e.whole.replace(b"\n", e.draw.choice(ENDS)),
    "another encoding": lambda e: e.whole.decode().encode(e.draw.choice(ENCODINGS), "replace"),
    "a line of something else": lambda e: e.instead(e.some()[0], e.draw.choice(LINES)),
    "one packed bit": _one_packed_bit,
    "only the packed beginning": lambda e: e.packed[: e.place(e.packed)],
    "something after the packed": lambda e: (
        e.packed + e.draw.choice([b"\x00" * 9, b"x", gzip.compress(b"x"), e.packed])
    ),
    "the file twice": lambda e: e.whole * 2,
    "lines within lines": _depth,
}


def test_a_changed_export_is_read_or_refused_as_a_whole(
    proof: Proof, exported: bytes, open_asker: Callable[..., LLMSession], tmp_path: Path
) -> None:
    """A changed export is read or refused in one line, and what was refused leaves nothing behind.

    What was read can be shown, replayed, asked again and exported; the export of what was read is
    read again to the same bytes; and no charge in it is below nothing.
    """
    export = Export(exported, random.Random(proof.seed))
    ledger, asked = tmp_path / "new.sqlite", questions(ASKED, FORM)
    export_ledger(tmp_path / "ledger.sqlite", tmp_path / "other.jsonl.gz")
    refused = 0
    for change in islice(cycle(CHANGES), proof.trials(short=2 * len(CHANGES), full=4200)):
        file = tmp_path / ("a.jsonl.gz" if "packed" in change else "a.jsonl")
        file.write_bytes(CHANGES[change](export))
        try:
            with Ledger(ledger) as opened:
                before = [ledger_rows(opened, table) for table in TABLES]
                refusal = import_refused(opened, file)
                after = [ledger_rows(opened, table) for table in TABLES]
                spent = opened.spent()
            if refusal is not None:
                assert after == before
                assert "\n" not in str(refusal)
                assert file.name in str(refusal) or ledger.name in str(refusal)
                assert refusal.hint
                refused += 1
                continue
            assert spent.tokens >= 0
            assert spent.cost is None or spent.cost >= 0
            assert not math.isnan(spent.cost or 0)
            show_ledger(ledger)
            replay = open_asker(ledger=ledger, replay=True)
            assert len(replay.ask(asked)) == ASKED
            replay.close()
            for name in ("b.jsonl", "c.jsonl"):
                export_ledger(ledger, tmp_path / name)
                for old in tmp_path.glob("new.sqlite*"):
                    old.unlink()
                import_ledger(tmp_path / name, ledger)
            assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "c.jsonl").read_bytes()
        except Exception as error:
            error.add_note(f"after {change}: {file.read_bytes()[:300]!r}")
            raise
        for old in tmp_path.glob("new.sqlite*"):
            old.unlink()
    proof.count(refused=refused, half_imported=0)


def import_refused(ledger: Ledger, file: Path) -> ScinetError | None:
    """Import a file; why it was refused."""
    try:
        ledger_files.import_ledger(ledger, file)
    except ScinetError as error:
        return error
    return None


def test_a_file_that_is_no_export_is_refused(proof: Proof, tmp_path: Path) -> None:
    """A folder, an empty, missing, packed or deeply nested file is refused in one line."""
    files: dict[str, bytes | None] = {
        "missing.jsonl": None, "empty.jsonl": b"", "empty.jsonl.gz": b"", "blank.jsonl": b"\n\n",
        "deep.jsonl": b"[" * 100_000, "deeper.jsonl": b'{"a":' * 100_000,
        "zeros.jsonl": bytes(9999), "other.jsonl.gz": gzip.compress(b""), "plain.jsonl.gz": b"{}",
        "sqlite.jsonl": b"SQLite format 3",
    }  # fmt: skip
    (tmp_path / "folder.jsonl").mkdir()
    for name in [*files, "folder.jsonl"][: proof.trials(short=11, full=11)]:
        if (content := files.get(name)) is not None:
            (tmp_path / name).write_bytes(content)
        with Ledger(tmp_path / "new.sqlite") as ledger:
            refusal = import_refused(ledger, tmp_path / name)
            assert refusal is not None, name
            assert name in str(refusal)
            assert not any(ledger_rows(ledger, table) for table in TABLES)


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b" " * 2**20) * 100)
    with (
        Ledger(tmp_path / "new.sqlite") as ledger,
        pytest.raises(DataError, match="unpacks to 200"),
    ):
        ledger_files.import_ledger(ledger, tmp_path / "a.jsonl.gz")
