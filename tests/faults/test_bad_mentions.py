"""Bad mentions of papers by documents: each is named, and costs no other."""

import json
from pathlib import Path

import pytest
from helpers.faulty import bad_exports
from helpers.faulty.bad_entries import BAD_LINES
from helpers.faulty.bad_exports import GRANTED, OF_GRANTED, RELIANCE, Export
from helpers.faulty.bad_inputs import check_named, count_classes, digests
from helpers.faulty.bad_writing import Changes
from helpers.files.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError

REFUSED = {"foreign": None, "other": "documents"}
"""What files are said to be that are refused."""


def bad_rows(file: Path, export: Export, cells: Changes) -> list[str]:
    """Bad rows of an export, each of which was named at its line, and all others read."""
    file.write_bytes(export.file())
    good = outcome(file)
    assert (good.reasons, good.faults, len(good.entries)) == ({}, [], 2)
    made = {what: (reason, export.row(7, item)) for what, (reason, item) in cells.items()}
    made |= {what: ("malformed_entry", row) for what, row in bad_exports.bad_rows(export).items()}
    for what, (reason, row) in made.items():
        file.write_bytes(export.file(row))
        result = outcome(file)
        check_named(result, good, what, reason, [3])
        assert len(result.entries) == 3 - result.reasons.get(reason, 0), what
    return list(made)


def bad_files(file: Path, export: Export) -> list[str]:
    """Tables that are something else, or broken, each of which was named or read."""
    whole = export.file()
    file.write_bytes(whole)
    good = outcome(file)
    made = bad_exports.bad_files(export)
    for what, (fault, make) in made.items():
        file.write_bytes(make(whole))
        if fault in REFUSED:
            with pytest.raises(DataError, match=file.name):
                outcome(file, kind=REFUSED[fault])
            continue
        result = outcome(file, kind="documents")
        assert [item.reason for item in result.faults] == [fault][: bool(fault)], what
        if fault:
            assert digests(result) <= digests(good), what
        else:
            assert (digests(result), result.reasons) == (digests(good), {}), what
    return list(made)


def bad_export(file: Path, export: Export, cells: Changes) -> list[str]:
    return bad_rows(file, export, cells) + bad_files(file, export)


def test_a_bad_mention_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of Altmetric is rejected or counted by name at its line, and all others load."""
    tried = bad_export(tmp_path / "mentions.csv", bad_exports.ALTMETRIC, bad_exports.MENTIONS)
    count_classes(proof, len(tried), classes=len(set(tried)))


@pytest.mark.parametrize("name", bad_exports.PATENTS)
def test_a_bad_patent_is_named_and_costs_no_other(proof: Proof, tmp_path: Path, name: str) -> None:
    """A bad row of patents is rejected or counted by name at its line, and all others load."""
    tried = [
        what
        for item in bad_exports.PATENTS[name]
        for what in bad_export(tmp_path / "patents", *item)
    ]
    count_classes(proof, len(tried), classes=len(set(tried)))


def test_a_bad_day_of_a_patent_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of when patents were granted is named, and all others give their days."""
    cited, granted = tmp_path / "cited.tsv", tmp_path / "granted.tsv"
    cited.write_bytes(RELIANCE.file(RELIANCE.row(7)))

    def read(*rows: bytes) -> Outcome:
        granted.write_bytes(GRANTED.file(*rows))
        return outcome(cited, granted)

    def dated(result: Outcome) -> set[str]:
        return {str(entry.record.date) for entry in result.entries} - {"None"}

    both, days = read(GRANTED.row(7)), {"2010-02-01", "2010-02-02"}
    assert (both.reasons, both.faults, dated(both)) == ({}, [], {*days, "2010-02-07"})
    for what, (reason, cells) in OF_GRANTED.items():
        result = read(GRANTED.row(7, cells))
        assert reason in result.beyond(both), (what, result.counts)
        assert days <= dated(result), what
        assert result.reasons in ({}, {reason: 1}), what
        assert {item["line"] for item in result.rejects if item["reason"] == reason} <= {3}, what
        assert (result.balances, result.faults) == (True, []), what
    rows = bad_exports.bad_rows(GRANTED)
    for what, row in rows.items():
        result = read(row)
        assert (result.reasons, dated(result)) == ({"malformed_entry": 1}, days), what
        [named] = [item for item in result.rejects if item["reason"] == "malformed_entry"]
        assert (named["file"], named["line"]) == (str(granted), 3), what
        assert (result.balances, result.faults, len(result.entries)) == (True, [], 3), what
    for what, again in bad_exports.AGAIN.items():
        result = read(GRANTED.row(7), again)
        assert (result.accepted["dates_disagree"], len(dated(result))) == (1, 3), what
    files = bad_exports.bad_files(GRANTED)
    whole = GRANTED.file(GRANTED.row(7))
    for what, (fault, make) in files.items():
        granted.write_bytes(make(whole))
        if fault in REFUSED:
            with pytest.raises(DataError, match=granted.name):
                outcome(cited, granted, kind=REFUSED[fault])
            continue
        result = outcome(cited, granted, kind="documents")
        assert [item.reason for item in result.faults] == [fault][: bool(fault)], what
        assert len(result.entries) == 3, what
        assert fault or dated(result) == dated(both), what
    granted.write_bytes(whole)
    assert [item.reason for item in outcome(granted).faults] == ["days_alone"]
    tried = len(OF_GRANTED) + len(rows) + len(bad_exports.AGAIN) + len(files) + 1
    count_classes(proof, tried)


def test_a_bad_event_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad event of Crossref is rejected by name, a bad value counted, and all others load."""
    file = tmp_path / "events.jsonl"
    first, last = (json.dumps(bad_exports.event(number)).encode() for number in (1, 2))
    file.write_bytes(b"\n".join((first, last, b"")))
    good = outcome(file)
    assert (good.reasons, good.faults, len(good.entries)) == ({}, [], 2)
    classes = {
        what: (reason, bad)
        for what, (reason, of) in BAD_LINES.items()
        if len(bad := of(bad_exports.event(7), "obj_id"))
        < 10**6  # longer ones are refused before that matters
    }
    for reason, changed in bad_exports.EVENTS:
        bad = json.dumps({**bad_exports.event(7), **changed}).encode()
        classes[str(changed)[:60]] = (reason, bad)
    for what, (reason, bad) in classes.items():
        file.write_bytes(b"\n".join((first, bad, last, b"")))
        result = outcome(file)
        if reason[:1] == "+":
            check_named(result, good, what, reason[1:], [2])
            assert digests(result) > digests(good), what
            continue
        assert (result.reasons, result.faults) == ({reason: 1}, []), what
        assert digests(result) == digests(good), what
        assert [item["line"] for item in result.rejects if item["reason"] == reason] == [2], what
        assert result.balances, what
    count_classes(proof, len(classes))
