"""Exports of ledgers that somebody changed, by accident or on purpose."""

import gzip
import json
import math
import random
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from helpers.endpoint import Endpoint
from helpers.ledgers import ledger_rows
from helpers.proof import Proof
from helpers.questions import FORM, as_json, questions

from scinet.errors import DataError, ScinetError
from scinet.llm import exchange
from scinet.llm.asker import Asker
from scinet.llm.budget import Limits
from scinet.llm.endpoint import Price
from scinet.llm.ledger import Ledger, sha256
from scinet.session.ledgers import export_ledger, import_ledger, show_ledger

VALUES: list[Any] = [
    None, 0, 7, -1, 10**9, 10**10, 2**63, 10**40, 0.5, -0.5, 1e308, "", "x", "\x00", "a\nb",
    "\u202e", "\x1b[2J", "9" * 5000, [], {}, ["x"], {"a": {}}, True, False, "done", "sent",
    "unknown", "failed", "ok", "budget",
]  # fmt: skip
CANONICALS = (
    "",
    "null",
    "[]",
    "7",
    "{}",
    "{",
    '{"model": []}',
    '{"model": {"a": 1}}',
    "x" * 99,
    "\x00",
)
TABLES = ("question", "attempt", "unasked")
ASKED = 6


@pytest.fixture
def exported(endpoint: Endpoint, open_asker: Callable[..., Asker], tmp_path: Path) -> bytes:
    """A ledger with every kind of row, as JSON lines."""
    endpoint.answer = as_json
    endpoint.faults = {
        "<0>": ["server_error", "server_error"], "<1>": ["html", "…"], "<2>": ["refusal"],
        "<3>": ["no_usage"],
    }  # fmt: skip
    at = endpoint.at(price=Price(1, 2))
    asker = open_asker(endpoint=at, workers=1, limits=Limits(calls=7))
    asker.ask(questions(ASKED, FORM))
    asker.close()
    file = tmp_path / "whole.jsonl"
    export_ledger(tmp_path / "ledger.sqlite", file)
    return file.read_bytes()


class Changes:
    """Kinds of change; each makes a file's bytes of the export's."""

    def __init__(self, exported: bytes, draw: random.Random) -> None:
        self.whole = exported
        self.lines = exported.removesuffix(b"\n").split(b"\n")
        self.draw = draw
        self.kinds: list[Callable[[], bytes]] = [
            self.value, self.no_field, self.field, self.canonical, self.body, self.numbers,
            self.drop, self.double, self.swap, self.byte, self.some_bytes, self.cut, self.cut_line,
            self.ends, self.encoding, self.other_lines, self.packed_byte, self.packed_cut,
            self.packed_end, self.twice, self.depth,
        ]  # fmt: skip

    def _row(self) -> tuple[int, dict[str, Any]]:
        number = self.draw.randrange(len(self.lines))
        return number, json.loads(self.lines[number])

    def _with(self, number: int, row: Any) -> bytes:
        line = row if isinstance(row, bytes) else json.dumps(row).encode()
        return b"\n".join([*self.lines[:number], line, *self.lines[number + 1 :]]) + b"\n"

    def value(self) -> bytes:
        """Another value."""
        number, row = self._row()
        return self._with(number, {**row, self.draw.choice(sorted(row)): self.draw.choice(VALUES)})

    def no_field(self) -> bytes:
        """A value less."""
        number, row = self._row()
        del row[self.draw.choice(sorted(row))]
        return self._with(number, row)

    def field(self) -> bytes:
        """A value more."""
        number, row = self._row()
        return self._with(number, row | {"more": self.draw.choice(VALUES)})

    def canonical(self) -> bytes:
        """Another question, under its own checksum everywhere."""
        row = json.loads(next(line for line in self.lines if b'"canonical"' in line))
        new = self.draw.choice(CANONICALS)
        changed = [json.loads(line) for line in self.lines]
        for one in changed:
            if one.get("key") == row["key"]:
                one["key"] = sha256(new)
            if one.get("canonical") == row["canonical"]:
                one["canonical"] = new
        return b"\n".join(json.dumps(one).encode() for one in changed)

    def body(self) -> bytes:
        """Another answer, under its own checksum."""
        numbers = [i for i, line in enumerate(self.lines) if b'"body":"' in line]
        number = self.draw.choice(numbers)
        new = self.draw.choice([*CANONICALS, '{"choices": [{"message": {"content": "x"}}]}'])
        return self._with(
            number, json.loads(self.lines[number]) | {"body": new, "sha256": sha256(new)}
        )

    def numbers(self) -> bytes:
        """Other numbers."""
        number = next(i for i, line in enumerate(self.lines) if b'"attempt"' in line)
        names = ("cost", "worst_cost", "worst_tokens", "prompt_tokens", "seconds", "number")
        new = self.draw.choice([-1, -1e9, 1e308, 0, 0.0, 5e-324, 2**31, 10**9])
        return self._with(number, json.loads(self.lines[number]) | {self.draw.choice(names): new})

    def drop(self) -> bytes:
        """A line less."""
        return self._with(self.draw.randrange(len(self.lines)), b"")

    def double(self) -> bytes:
        """A line twice."""
        number = self.draw.randrange(len(self.lines))
        return self._with(number, self.lines[number] + b"\n" + self.lines[number])

    def swap(self) -> bytes:
        """All lines in another order."""
        return b"\n".join(self.draw.sample(self.lines, len(self.lines)))

    def byte(self) -> bytes:
        """One byte."""
        text = bytearray(self.whole)
        text[self.draw.randrange(len(text))] = self.draw.randrange(256)
        return bytes(text)

    def some_bytes(self) -> bytes:
        """Some bytes less, twice or of another place."""
        first, second, third = (self.draw.randrange(len(self.whole)) for _ in range(3))
        return self.whole[:first] + self.whole[second : second + 50] + self.whole[third:]

    def cut(self) -> bytes:
        """Only the beginning."""
        return self.whole[: self.draw.randrange(len(self.whole))]

    def cut_line(self) -> bytes:
        """Only the first lines."""
        return b"\n".join(self.lines[: self.draw.randrange(len(self.lines))]) + b"\n"

    def ends(self) -> bytes:
        """Other line ends."""
        return self.whole.replace(b"\n", self.draw.choice([b"\r\n", b"\r", b"\n\n", b"\x00", b" "]))

    def encoding(self) -> bytes:
        """Another encoding."""
        name = self.draw.choice(["utf-16", "utf-8-sig", "utf-32", "cp500"])
        return self.whole.decode().encode(name, "replace")

    def other_lines(self) -> bytes:
        """A line of something else."""
        line = self.draw.choice(
            [b"", b"[]", b"null", b"\xff", b"{}", b'{"table": "attempt"}', b"NaN"]
        )
        return self._with(self.draw.randrange(len(self.lines)), line)

    def packed_byte(self) -> bytes:
        """One bit of the packed file."""
        packed = bytearray(gzip.compress(self.whole, mtime=0))
        packed[self.draw.randrange(len(packed))] ^= 1 << self.draw.randrange(8)
        return bytes(packed)

    def packed_cut(self) -> bytes:
        """The beginning of the packed file."""
        packed = gzip.compress(self.whole, mtime=0)
        return packed[: self.draw.randrange(len(packed))]

    def packed_end(self) -> bytes:
        """The packed file with something after it."""
        more = self.draw.choice([b"\x00" * 9, b"x", gzip.compress(b"x"), gzip.compress(self.whole)])
        return gzip.compress(self.whole, mtime=0) + more

    def twice(self) -> bytes:
        """The file twice."""
        return self.whole * 2

    def depth(self) -> bytes:
        """Lines within lines."""
        number, row = self._row()
        deep: Any = "x"
        for _ in range(self.draw.choice([50, 900])):
            deep = [deep]
        return self._with(number, row | {self.draw.choice(sorted(row)): deep})


def test_a_changed_export_is_read_or_refused_as_a_whole(
    proof: Proof, exported: bytes, open_asker: Callable[..., Asker], tmp_path: Path
) -> None:
    """A changed export is read or refused in one line, and what was refused leaves nothing behind.

    What was read can be shown, replayed, asked again and exported; the export of what was read is
    read again to the same bytes; and no charge in it is below nothing.
    """
    changes = Changes(exported, random.Random(proof.seed))
    ledger, asked = tmp_path / "new.sqlite", questions(ASKED, FORM)
    export_ledger(tmp_path / "ledger.sqlite", tmp_path / "other.jsonl.gz")
    kinds = cycle(changes.kinds)
    refused = 0
    for _ in range(proof.trials(short=84, full=4200)):
        kind = next(kinds)
        file = tmp_path / ("a.jsonl.gz" if "packed" in kind.__name__ else "a.jsonl")
        file.write_bytes(kind())
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
            error.add_note(f"after {kind.__name__}: {file.read_bytes()[:300]!r}")
            raise
        for old in tmp_path.glob("new.sqlite*"):
            old.unlink()
    proof.count(refused=refused, half_imported=0)


def import_refused(ledger: Ledger, file: Path) -> ScinetError | None:
    """Import a file; why it was refused."""
    try:
        exchange.read_into(ledger, file)
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
    packed = b"".join(gzip.compress(b" " * 2**20) for _ in range(100))
    (tmp_path / "a.jsonl.gz").write_bytes(packed)
    with (
        Ledger(tmp_path / "new.sqlite") as ledger,
        pytest.raises(DataError, match="unpacks to 200"),
    ):
        exchange.read_into(ledger, tmp_path / "a.jsonl.gz")
