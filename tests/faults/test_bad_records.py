"""Bad records: each class in each format is named and counted, and costs none of its neighbours."""

import json
from pathlib import Path

import pyarrow as pa
import pytest
from helpers.bad_counts import CELLS, TABLE, TABLES
from helpers.bad_records import FIELDS, FILES, LINES, NOT_BAD, ROWS, WHERE_OTHER
from helpers.network_files import GOOD, KEYS, outcome
from helpers.proof import Proof
from pyarrow import parquet

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
    found = [
        (name, WHERE_OTHER.get((kind, reason), reason), make(good, key))
        for name, (reason, make) in LINES.items()
        if (kind, name) not in NOT_BAD
    ]
    return found + [
        (f"{json.dumps(changes)[:60]}", reason, json.dumps({**good, **changes}).encode())
        for reason, changes in FIELDS[kind]
    ]


@pytest.mark.parametrize("kind", GOOD)
def test_a_bad_record_is_rejected_alone(proof: Proof, tmp_path: Path, kind: str) -> None:
    """A bad record is rejected by name at its line, wherever it stands, and all others load."""
    listed = classes(kind)
    places = proof.trials(short=1, full=len(PLACES))
    good = good_lines(kind)
    both = {e.record.digest for e in outcome(written(tmp_path, *good), kind=kind).entries}
    if places == 1 and kind != "records":  # what is long is refused before its kind matters
        listed = [one for one in listed if len(one[2]) < 10**6]
    for number, (name, reason, bad) in enumerate(listed):
        for turn in range(places):
            place = PLACES[(number + turn) % len(PLACES)]
            if len(bad) > 10**6 or (kind == "counts" and bad[:1] != b"{"):  # which is a table
                place = 1
            lines = [bad] if place is None else [*good[:place], bad, *good[place:]]
            whole = ALONE.get((kind, name[: len(AN_AUTHOR)]))
            # What a document without its paper looks like, alone or in front, is a paper.
            if whole is not None and (place is None or (place == 0 and kind == "documents")):
                with pytest.raises(DataError, match=whole):
                    outcome(written(tmp_path, *lines), kind=kind)
                continue
            told = outcome(written(tmp_path, *lines), kind=kind)
            assert told.reasons == {reason: 1}, (name, told.reasons, told.faults)
            assert not told.faults
            assert told.balances
            found = {entry.record.digest for entry in told.entries}
            assert found == (set() if place is None else both), name
            at = (place or 0) + 1
            [row] = [row for row in told.rejects if (row["line"], row["reason"]) == (at, reason)]
            assert row["offset"] == sum(len(line) + 1 for line in lines[: place or 0])
            assert len(row["text"]) <= 300
            assert len(row["message"]) <= 300
            assert row["text"][:20] == bad.decode(errors="replace")[:20]
    assert len({name for name, *_ in listed}) + len(FILES) >= 60
    proof.count(trials=len(listed) * places, classes=len(listed), rejected=len(listed) * places)


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
        found = [entry.record.digest for entry in told.entries]
        if expected == "invalid":
            assert set(told.reasons) <= {"invalid_utf8", "control_character"}, name
            assert not found
        elif expected == "" or expected.startswith("+"):
            assert found == both, (name, told)
            assert set(told.accepted) == ({expected[1:]} - {""}), name
        else:
            assert [fault.reason for fault in told.faults] == [expected], name
            assert found == both[: len(found)], name
    proof.count(trials=len(FILES), classes=len(FILES))


def test_a_bad_row_of_a_table_is_rejected_alone(proof: Proof, tmp_path: Path) -> None:
    """A bad row of a CSV table is rejected by name, and a table that would lose rows is refused."""
    file = tmp_path / "counts.csv"
    for reason, row in CELLS:
        file.write_bytes(TABLE % row)
        told = outcome(file, kind="counts")
        assert (told.reasons, told.faults) == ({reason: 1}, []), row[:80]
        assert [entry.record.id for entry in told.entries] == ["P1", "P2"]
        assert [row["line"] for row in told.rejects] == [3 + row.count(b"\n")]
        assert told.balances
    for name, (fault, make) in TABLES.items():
        file.write_bytes(make(TABLE % b"P3,news,7,2020"))
        if fault == "foreign":
            with pytest.raises(DataError, match=r"counts\.csv"):
                outcome(file, kind="counts")
            continue
        told = outcome(file, kind="counts")
        assert [one.reason for one in told.faults] == ([fault] if fault else []), name
        assert [entry.record.id for entry in told.entries] == ([] if fault else ["P1", "P3", "P2"])
    assert len(CELLS) + len(TABLES) >= 60
    proof.count(trials=len(CELLS) + len(TABLES), classes=len(CELLS) + len(TABLES))


def test_a_bad_row_of_parquet_is_rejected_alone(proof: Proof, tmp_path: Path) -> None:
    """A bad row of a Parquet file is rejected by name at its place, and all others load."""
    file, good = tmp_path / "rows.parquet", [GOOD["prescience"](number) for number in range(3)]
    for reason, changed in ROWS:
        rows = [good[0], {**good[1], **changed}, good[2]]
        parquet.write_table(pa.Table.from_pylist(rows), file)
        told = outcome(file, kind="prescience")
        assert (told.reasons, told.faults) == ({reason: 1}, []), changed
        assert [row["line"] for row in told.rejects] == [2]
        assert [entry.record.id for entry in told.entries] == [
            "prescience:10000",
            "prescience:10002",
        ]
        assert told.balances
    whole = file.read_bytes()
    for content in (whole[:-9], whole[:4], whole.replace(b"corpus_id", b"corpus\xffid")):
        file.write_bytes(content)
        told = outcome(file, kind="prescience")
        assert [one.reason for one in told.faults] == ["parquet_damaged"]
    proof.count(trials=len(ROWS) + 3, classes=len(ROWS) + 3)


def written(folder: Path, *lines: bytes) -> Path:
    file = folder / "lines.jsonl"
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file
