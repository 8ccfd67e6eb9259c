"""Bad records: each class in each format is named and counted, and costs none of its neighbours."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.faulty import bad_parquet
from helpers.faulty.bad_inputs import check_read, count_classes, digests
from helpers.faulty.bad_records import (
    COUNT_CELLS,
    COUNT_TABLES,
    COUNTS,
    FIELDS,
    FILES,
    LINES,
    NOT_BAD,
    WHERE_OTHER,
)
from helpers.files.network_files import GOOD, KEYS, Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError

PLACES = (1, 0, 2, None)  # of three lines, or alone
AN_AUTHOR = '{"id": "https://openalex.org/A'
ALONE = {  # a file of nothing else is refused as a whole
    ("openalex", AN_AUTHOR): "holds something else of OpenAlex than works",
    ("documents", "no id"): "holds papers, not patents, news and other documents",
}


def good_lines(kind: str) -> list[bytes]:
    return [json.dumps(GOOD[kind](number)).encode() for number in (1, 2)]


def classes(kind: str) -> list[tuple[str, str, bytes]]:
    """The name of each class of lines, its reason, and a line of it."""
    good, key = GOOD[kind](7), KEYS[kind]
    results = [
        (name, WHERE_OTHER.get((kind, reason), reason), make(good, key))
        for name, (reason, make) in LINES.items()
        if (kind, name) not in NOT_BAD
    ]
    return results + [
        (f"{json.dumps(changes)[:60]}", reason, json.dumps({**good, **changes}).encode())
        for reason, changes in FIELDS[kind]
    ]


@pytest.mark.parametrize("kind", GOOD)
def test_a_bad_record_is_rejected_alone(proof: Proof, tmp_path: Path, kind: str) -> None:
    """A bad record is rejected by name at its line, or stored without its bad value."""
    listed = classes(kind)
    places = proof.trials(short=1, full=len(PLACES))
    good = good_lines(kind)
    both = digests(outcome(written(tmp_path, *good), kind=kind))
    if places == 1 and kind != "records":  # what is long is refused before its kind matters
        listed = [item for item in listed if len(item[2]) < 10**6]
    for number, (name, reason, bad) in enumerate(listed):
        for turn in range(places):
            place = PLACES[(number + turn) % len(PLACES)]
            if len(bad) > 10**6 or (kind == "counts" and bad[:1] != b"{"):  # which is a table
                place = 1
            lines = [bad] if place is None else [*good[:place], bad, *good[place:]]
            whole = ALONE.get((kind, name[: len(AN_AUTHOR)]))
            # What a document without its paper looks like, alone, is a paper.
            if whole is not None and place is None:
                with pytest.raises(DataError, match=whole):
                    outcome(written(tmp_path, *lines), kind=kind)
                continue
            told = outcome(written(tmp_path, *lines), kind=kind)
            if reason[:1] == "+":
                check_value(told, both, reason[1:], name, (place or 0) + 1)
                continue
            assert told.reasons == {reason: 1}, (name, told.reasons, told.faults)
            assert not told.faults
            assert told.balances
            assert digests(told) == (set() if place is None else both), name
            at = (place or 0) + 1
            [row] = [row for row in told.rejects if (row["line"], row["reason"]) == (at, reason)]
            assert row["offset"] == sum(len(line) + 1 for line in lines[: place or 0])
            assert len(row["text"]) <= 300
            assert len(row["message"]) <= 300
            assert row["text"][:20] == bad.decode(errors="replace")[:20]
    assert len({name for name, *_ in listed}) + len(FILES) >= 60
    proof.count(trials=len(listed) * places, classes=len(listed), rejected=len(listed) * places)


def check_value(told: Outcome, good: set[str], reason: str, name: str, line: int) -> None:
    """Hold that a bad value costs itself alone: it is counted, and listed at its line if at all."""
    assert (told.reasons, told.faults, told.balances) == ({}, [], True), (name, told.reasons)
    assert good - digests(told) == set() or line == 1, name
    assert reason in told.beyond(Outcome()) | {""}, (name, told.counts)
    assert {row["line"] for row in told.rejects if row["reason"] == reason} <= {line}, name


@pytest.mark.parametrize("kind", GOOD)
def test_a_file_of_another_kind_is_named(proof: Proof, tmp_path: Path, kind: str) -> None:
    """A file that is not what it should be is named; what can be read of it is read."""
    good = good_lines(kind)
    both = [e.record.digest for e in outcome(written(tmp_path, *good), kind=kind).entries]
    for name, (expected, make) in FILES.items():
        file = tmp_path / "file.jsonl"
        file.write_bytes(make(b"\n".join(good) + b"\n"))
        if expected == "foreign":
            with pytest.raises(DataError, match=r"file\.jsonl"):
                outcome(file, kind=kind)
            continue
        told = outcome(file, kind=kind)
        assert told.balances, name
        results = [entry.record.digest for entry in told.entries]
        if expected == "invalid":
            assert set(told.reasons) <= {"invalid_utf8", "control_character"}, name
            assert not results
        elif expected == "" or expected.startswith("+"):
            assert results == both, (name, told)
            assert set(told.accepted) == ({expected[1:]} - {""}), name
        else:
            assert [fault.reason for fault in told.faults] == [expected], name
            assert results == both[: len(results)], name
    proof.count(trials=len(FILES), classes=len(FILES))


def test_a_bad_row_of_a_table_is_rejected_alone(proof: Proof, tmp_path: Path) -> None:
    """A bad row of a CSV table is rejected by name, and a table that would lose rows is refused."""
    file = tmp_path / "counts.csv"
    for reason, row in COUNT_CELLS:
        file.write_bytes(COUNTS % row)
        told = outcome(file, kind="counts")
        is_kept = reason[:1] == "+"
        assert (told.reasons, told.faults) == ({} if is_kept else {reason: 1}, []), row[:80]
        assert [entry.record.id for entry in told.entries] == ["P1", *["P7"][:is_kept], "P2"]
        assert [(row["line"], row["reason"]) for row in told.rejects] == [
            (3, reason.removeprefix("+"))
        ]
        assert told.balances
    for name, (fault, make) in COUNT_TABLES.items():
        found = check_read(file, make(COUNTS % b"P3,news,7,2020"), fault, name, "counts")
        ids = [] if fault else ["P1", "P3", "P2"]
        assert found is None or [entry.record.id for entry in found.entries] == ids, name
    count_classes(proof, len(COUNT_CELLS) + len(COUNT_TABLES))


def test_a_bad_row_of_parquet_is_rejected_alone(proof: Proof, tmp_path: Path) -> None:
    """A bad row of a Parquet file is rejected by name at its place, and all others load."""
    file = tmp_path / "rows.parquet"

    def read(data: bytes) -> Outcome:
        file.write_bytes(data)
        return outcome(file)

    good = read(bad_parquet.file(bad_parquet.table()))
    listed = [entry.record.digest for entry in good.entries]
    assert (good.reasons, good.faults, len(listed)) == ({}, [], 3)
    made: dict[str, tuple[str, tuple[int, ...], Any]] = {
        what: (reason, (2,), bad_parquet.table(changed))
        for what, (reason, changed) in bad_parquet.CELLS.items()
    }
    made |= {
        what: (reason, rows, change(bad_parquet.table()))
        for what, (reason, rows, change) in bad_parquet.COLUMNS.items()
    }
    for what, (reason, rows, table) in made.items():
        told = read(bad_parquet.file(table))
        assert (told.balances, told.faults) == (True, []), what
        assert {reason} - {""} <= told.beyond(good), (what, told.counts)
        assert told.reasons in ({}, {reason: len(rows)}), what
        named = [row["line"] for row in told.rejects if row["reason"] == reason]
        assert named == list(rows) if told.reasons else set(named) <= set(rows), what
        results = {entry.record.digest for entry in told.entries}
        kept = {item for place, item in enumerate(listed, 1) if place not in rows}
        assert kept <= results, what
        assert len(results) == len(listed) - told.reasons.get(reason, 0), what
        assert reason or results == kept, what
    for what, (fault, number, make) in bad_parquet.FILES.items():
        found_in = check_read(
            file, make(bad_parquet.table()), fault, what, match=r"rows\.parquet is "
        )
        digests = [entry.record.digest for entry in found_in.entries] if found_in else None
        assert digests in (None, listed[:number]), what
    count_classes(proof, len(made) + len(bad_parquet.FILES))


def written(folder: Path, *lines: bytes) -> Path:
    file = folder / "lines.jsonl"
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file
