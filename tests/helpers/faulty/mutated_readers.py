# ruff: noqa: E501 - tables, as many values as fit
"""Readers of the network's files, given mutated inputs, and what they must not do with them."""

import functools
import json
import random
import re
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias

from helpers.faulty.fuzzing import SECONDS
from helpers.faulty.mutations import Mutator, packed, scratched
from helpers.files.aminer_files import BY_ID, BY_NAME
from helpers.files.network_files import GOOD, Outcome, outcome, read_source, seeds

from scinet.errors import ScinetError
from scinet.graph.sources.counts import COLUMNS, CountTable
from scinet.graph.sources.fields import MAX_TEXT_BYTES

_EXAMPLES: Final = 5
_IN_A_FILE: Final = 100
_REASON: Final = re.compile(r"[a-z][a-z0-9_A-Z]*")
_MESSAGE: Final = 300  # characters
_INDEXED: Final = 8_164  # bytes that an index of Neo4j takes


class HangError(BaseException):
    """An input took more time than it may."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise where the block takes more CPU time: other processes may hold it up."""

    def stop(*_: Any) -> None:
        raise HangError(f"more than {seconds} s")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Found:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest = 0.0
        self.seconds = SECONDS

    def fault(self, what: str, data: bytes | Path) -> None:
        """Count a fault; the first ones with their input."""
        self.counts["faults"] += 1
        if len(self.faults) < _EXAMPLES:
            text = data if isinstance(data, bytes) else data.read_bytes()
            self.faults.append(f"{what}: {text[:600]!r}")

    def tried(self, work: Callable[[], Any], data: bytes | Path) -> Any:
        """Read one file of inputs; None where the reader refuses it, or is at fault."""
        begun = time.process_time()
        try:
            with limited(self.seconds):
                return work()
        except ScinetError as error:
            self.counts["refused"] += 1
            if "\n" in str(error) or len(str(error)) > 2_000:
                self.fault(f"message of {len(str(error))} characters", data)
        except (Exception, HangError) as error:  # noqa: BLE001 - that is what is looked for
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            self.fault(f"{type(error).__name__} {str(error)[:80]} ({place})", data)
        finally:
            self.slowest = max(self.slowest, time.process_time() - begun)
        return None


Reader: TypeAlias = Callable[[int, random.Random, Path, Path | None], Found]


def lines(
    kind: str, inputs: int, generator: random.Random, folder: Path, data: Path | None
) -> Found:
    """Mutated lines of one kind of load among good ones, which must all be read."""
    result = Found()
    mutator = Mutator(seeds(kind, data), generator)
    file = folder / "lines.jsonl"
    good = {number: json.dumps(_good(kind, 900_000 + number)).encode() for number in range(3)}
    names = {number: _names(outcome(_written(file, line))) for number, line in good.items()}
    while result.counts["inputs"] < inputs:
        size = min(_IN_A_FILE, inputs - result.counts["inputs"])
        listed = [good[0], *(mutator.line() for _ in range(size)), good[2]]
        listed.insert(size // 2, good[1])
        result.counts["inputs"] += size
        text = b"\n".join(listed)
        told = result.tried(functools.partial(outcome, _written(file, text)), text)
        if told is None or (whole := _fault(told, names.values(), text)):
            result.counts["faults"] -= told is None
            if told is None:
                result.faults.pop()
            for line in listed[1:-1]:
                alone = b"\n".join((good[0], line, good[2]))
                value = result.tried(functools.partial(outcome, _written(file, alone)), line)
                if value is not None and (what := _fault(value, (names[0], names[2]), alone)):
                    result.fault(what, line)
            if not result.faults:
                result.fault(str(told and whole), text)
        else:
            result.reasons.update(told.reasons)
            result.counts["accepted"] += len(told.entries) - sum(map(len, names.values()))
    return result


def _good(kind: str, number: int) -> dict[str, Any]:
    return GOOD[kind](number)


def _names(told: Outcome) -> frozenset[str]:
    assert told.entries, told
    assert not told.reasons, told
    assert not told.faults, told
    return frozenset(entry.record.digest for entry in told.entries)


def _fault(told: Outcome, good: Any, text: bytes) -> str:
    """What is wrong with an account of good lines and bad ones; empty when nothing is."""
    if told.faults:
        return f"file refused: {told.faults[0].reason}"
    # A null among the answers of Semantic Scholar stands for a paper that it does not know.
    counted = told.counts["read"] + told.accepted["paper_not_found"]
    if counted < sum(bool(line.strip()) for line in text.split(b"\n")):
        return "a line is not counted"
    there = {entry.record.digest for entry in told.entries}
    if lost := [names for names in good if not names <= there]:
        return f"{len(lost)} good lines are lost"
    return unbalanced(told)


def unbalanced(told: Outcome) -> str:
    """What is wrong with an account and what it lets through; empty when nothing is."""
    if not told.balances:
        return f"read {told.counts['read']}, {len(told.entries)} entries, {told.counts}"
    for reject in told.rejects:
        if not _REASON.fullmatch(reject["reason"]) or len(reject["message"]) > _MESSAGE:
            return f"reason {reject['reason']}, a message of {len(reject['message'])}"
        reject["message"].encode()
    return next(filter(None, (unstorable(entry.record) for entry in told.entries)), "")


def unstorable(value: Any, where: str = "") -> str:
    """Why the database could not hold a value of a record; empty when it can."""
    kind: Any = type(value)
    if value is None or kind is bool or kind is date:
        return ""
    if kind is str:
        try:
            size = len(value) if value.isascii() else len(value.encode())
        except UnicodeEncodeError:
            return f"half a character in {where}"
        if "\0" in value:
            return f"NUL in {where}"
        is_named = where.endswith((".id", ".name", "doi", "_id", "kind", "references"))
        if size > (_INDEXED if is_named else MAX_TEXT_BYTES + 64):
            return f"{size} bytes in {where}"
    elif kind is int:
        return "" if -(2**63) <= value < 2**63 else f"{value} in {where}"
    elif kind is float:
        return "" if value == value and abs(value) != float("inf") else f"{value} in {where}"
    elif kind in {tuple, list}:
        for item in value:
            if what := unstorable(item, where):
                return what
    elif kind is dict:
        return next(filter(None, (unstorable(v, f"{where}.{k}") for k, v in value.items())), "")
    elif is_dataclass(value):
        for name, place in _named(kind):
            if what := unstorable(getattr(value, name), place):
                return what
    else:
        return f"{kind.__name__} in {where}"
    return ""


@functools.cache
def _named(kind: Any) -> list[tuple[str, str]]:
    names = [field.name for field in fields(kind) if field.name != "notes"]
    return [(name, f"{kind.__name__}.{name}") for name in names]


def _written(file: Path, data: bytes) -> Path:
    file.write_bytes(data)
    return file


def in_files(
    make: Callable[[random.Random, Path | None], Callable[[Path], Callable[[], Any]]],
) -> Reader:
    """A reader of whole files, one mutated input each.

    Args:
        make: Gives for a generator and a folder of real files what writes an input and returns
            what reads it.
    """

    def reader(inputs: int, generator: random.Random, folder: Path, data: Path | None) -> Found:
        result = Found()
        write = make(generator, data)
        file = folder / "input"
        for _ in range(inputs):
            work = write(file)
            result.counts["inputs"] += 1
            told = result.tried(work, file)
            if isinstance(told, Outcome):
                result.counts["accepted"] += len(told.entries)
                result.reasons.update(told.reasons)
                result.reasons.update(fault.reason for fault in told.faults)
                if what := unbalanced(told):
                    result.fault(what, file)
            else:
                result.counts["accepted"] += told is not None
        return result

    return reader


def _packed(generator: random.Random, _: Path | None) -> Callable[[Path], Callable[[], Any]]:
    """Files of any kind of load, packed, encoded and broken as files are."""
    listed = {kind: Mutator(seeds(kind, None), generator) for kind in GOOD}
    good = {kind: [json.dumps(seed).encode() for seed in seeds(kind, None)] for kind in GOOD}

    def write(file: Path) -> Callable[[], Any]:
        kind = generator.choice(list(GOOD))
        lines = [*generator.sample(good[kind], 2), listed[kind].line()]
        generator.shuffle(lines)
        file.write_bytes(packed(b"\n".join(lines), generator))
        named = kind if generator.random() < 0.5 else None
        return lambda: outcome(file, kind=named)

    return write


def _documents(generator: random.Random, data: Path | None) -> Callable[[Path], Callable[[], Any]]:
    kinds = ("aminer", "prescience", "sciencemeter", "pathways")
    mutators = {kind: Mutator(seeds(kind, data), generator) for kind in kinds}
    good = {kind: json.dumps(GOOD[kind](1)).encode() for kind in kinds}
    frames = (
        (b"[", b"]"), (b"[\n", b"\n]\n"), (b'{"data": [', b"]}"), (b'{"data":[', b'], "more": 1}'),
        (b'{"metadata": [{"a": "]"}], "data": [', b"]}"), (b"[", b""), (b'{"data": ', b"}"),
        (b'{"metadata": NaN, "data": [', b"]}"), (b"\xef\xbb\xbf[", b"]"), (b"[[", b"]]"),
    )  # fmt: skip

    def write(file: Path) -> Callable[[], Any]:
        kind = generator.choice(kinds)
        before, after = generator.choice(frames)
        mark = generator.choice((b",", b",", b", ", b",\n", b"\n,", b",,", b"\n"))
        text = before + mark.join((good[kind], mutators[kind].line(), good[kind])) + after
        if generator.random() < 0.2:
            text = scratched(text, generator)
        file.write_bytes(text if generator.random() < 0.9 else packed(text, generator))
        return lambda: outcome(file, kind=kind)

    return write


_CELLS: Final = (
    "", " ", "g1", "acl:P1", "news", "7", "-1", "1e3", "7.5", "9" * 20, "9" * 5_000, "\u0663", "\u00b2",
    "x" * 300, "x" * 140_000, '"', '""', '"a', 'a"b', "a,b", "a\nb", "a\rb", "a\0b", "=1+1", "\ufeff",
    "https://github.com/a/b", "http://x", "2020-01-01", "2020-13", "0000", "\x85", "\u2028", "\x1b[2J", "NULL",
)  # fmt: skip


def _tables(generator: random.Random, _: Path | None) -> Callable[[Path], Callable[[], Any]]:
    tables = (CountTable({}), CountTable({"id": "paper", "count": "n"}, "2020-01-01"))

    def write(file: Path) -> Callable[[], Any]:
        table = generator.choice(tables)
        names = [table.columns.get(name, name) for name in COLUMNS]
        end = generator.choice(("\n", "\n", "\r\n", "\r"))
        rows = [names, ["P1", "news", "7", "2020-01-01"]]
        for _ in range(4):
            row = ["P2", "downloads", "3", "2021"]
            row[generator.randrange(4)] = generator.choice(_CELLS)
            rows.append(
                row[: generator.choice((4, 4, 4, 3, 1, 0))] + [""] * generator.choice((0, 0, 2))
            )
        is_quoted = generator.random() < 0.7
        text = end.join(
            ",".join(_cell(item) if is_quoted else item for item in row) for row in rows
        )
        encoded = text.encode(generator.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-32")))
        if generator.random() < 0.4:
            encoded = packed(encoded, generator)
        file.write_bytes(encoded)
        return lambda: outcome(file, kind="counts", table=table)

    return write


def _cell(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if set(text) & set(',"\n\r') else text


def _parquet(generator: random.Random, data: Path | None) -> Callable[[Path], Callable[[], Any]]:
    """Rows in Parquet with values of other types, and broken files."""
    import pyarrow as pa
    from pyarrow import parquet

    mutator = Mutator(seeds("prescience", data), generator)
    good = [GOOD["prescience"](number) for number in range(2)]
    whole = b""  # the last table: to write one takes as long as to read it

    def write(file: Path) -> Callable[[], Any]:
        nonlocal whole
        if whole and generator.random() < 0.5:
            file.write_bytes(scratched(whole, generator))
            return lambda: outcome(file, kind="prescience")
        save = functools.partial(
            parquet.write_table, compression=generator.choice(("none", "zstd"))
        )
        try:
            save(pa.Table.from_pylist([good[0], json.loads(mutator.line()), good[1]]), file)
        except (
            ValueError,
            TypeError,
            ArithmeticError,
            RecursionError,
            AttributeError,
            pa.ArrowException,
        ):
            save(pa.Table.from_pylist(good), file)  # no type holds all values, or no file
        whole = file.read_bytes()
        return lambda: outcome(file, kind="prescience")

    return write


_BIBLIOGRAPHIES: Final = [
    read_source(f"mutated.{form}").encode() for form in ("bib", "ris", "json")
]
_RELEASES: Final = tuple(text.encode() for text in (*BY_NAME.values(), *BY_ID.values()))


def _scratched(
    kind: str, texts: Sequence[bytes], generator: random.Random, _: Path | None
) -> Callable[[Path], Callable[[], Any]]:
    """Files of a kind of load as they are exported, scratched."""

    def write(file: Path) -> Callable[[], Any]:
        text = scratched(generator.choice(texts), generator)
        file.write_bytes(packed(text, generator) if generator.random() < 0.1 else text)
        return lambda: outcome(file, kind=kind)

    return write


READERS: Final[dict[str, Reader]] = {
    **{kind: functools.partial(lines, kind) for kind in GOOD},
    "packed": in_files(_packed),
    "whole documents": in_files(_documents),
    "tables": in_files(_tables),
    "parquet": in_files(_parquet),
    "bibliographies": in_files(functools.partial(_scratched, "bibliography", _BIBLIOGRAPHIES)),
    "releases of AMiner": in_files(functools.partial(_scratched, "aminer", _RELEASES)),
}
"""Readers of the network's files; one more reader is one more line."""
