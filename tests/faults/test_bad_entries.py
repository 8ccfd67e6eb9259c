"""Bad entries of bibliographies, services and articles: each is named, and costs no other."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.faulty.bad_entries import (
    ABSENT,
    BAD_LINES,
    BAD_OBJECTS,
    BAD_TEXT,
    BAD_VALUES,
    BAD_XML,
    ELSEWHERE,
    FORMATS,
    LISTED,
    OBJECTS,
    good,
)
from helpers.faulty.bad_inputs import check_named, count_classes
from helpers.faulty.bad_records import FILES
from helpers.files.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError
from scinet.graph.load.batch import BatchReport, deduplicate

DOUBTS = {
    *("wrong_type", "other_type", "doi_malformed", "arxiv_malformed"),
    *("date_in_part", "date_malformed", "date_missing"),
}
READ = {(name, "UTF-16") for name in BAD_TEXT} | {("BibTeX", "a PDF document")}  # a comment


@pytest.mark.parametrize("name", FORMATS)
def test_a_bad_entry_is_named_and_costs_no_other(proof: Proof, tmp_path: Path, name: str) -> None:
    """A bad entry of what services and people export is rejected by name, and all others load."""
    form, file = FORMATS[name], tmp_path / "entries"
    first, last = (form.entry(good(number)).encode() for number in (1, 2))
    file.write_bytes(form.file(first, last))
    before = outcome(file, kind=form.kind)
    assert (before.reasons, before.faults, len(before.papers)) == ({}, [], 2)

    classes = {
        what: (ELSEWHERE.get((name, what), reason), form.entry({**good(7), **changed}).encode())
        for what, (reason, changed) in BAD_VALUES.items()
        if (name, what) not in ABSENT
    }
    wanted, start = len(classes), form.file(first, b"").count(b"\n") + 1
    classes |= {
        what: (reason, make(form.entry(good(7))))
        for what, (reason, make) in BAD_TEXT.get(name, {}).items()
    }
    wanted += len(BAD_TEXT.get(name, {}))
    for what, (reason, bad) in classes.items():
        file.write_bytes(form.file(first, bad, last))
        result = outcome(file, kind=form.kind)
        rows = [row for row in result.rejects if row["reason"] == reason]
        places = range(start, start + bad.count(b"\n") + 1)
        lines = [row["line"] for row in rows] if form.before else places  # XML may be one line
        check_named(result, before, what, reason, lines)
        assert rows or reason not in LISTED, what
        assert {row["file"] for row in rows} <= {str(file)}, what
    assert len(classes) == wanted
    if form.before:
        broken_documents(form.file, form.entry(good(7)), (first, last), file, form.kind)
        classes |= dict.fromkeys(BAD_XML, ("", b""))
    count_classes(proof, len(classes))


@pytest.mark.parametrize("name", BAD_TEXT)
def test_a_file_of_another_kind_is_named(proof: Proof, tmp_path: Path, name: str) -> None:
    """A text that is packed, cut or of another kind is read or named, and never half read."""
    form, file = FORMATS[name], tmp_path / "entries"
    whole = form.file(*(form.entry(good(number)).encode() for number in (1, 2)))
    file.write_bytes(whole)
    both = [entry.record.digest for entry in outcome(file, kind=form.kind).entries]
    for what, (expected, make) in FILES.items():
        file.write_bytes(make(whole))
        try:
            told = outcome(file, kind=form.kind)
        except DataError as error:
            named_as_foreign = str(file) in str(error) and expected == "foreign"
            if not named_as_foreign:
                raise
            continue
        is_read = expected[:1] in {"", "+"} or (name, what) in READ
        listed = [entry.record.digest for entry in told.entries]
        assert listed == (both if is_read else []), what
        named = "wrong_suffix" if expected in {"foreign", "invalid"} else expected
        assert [fault.reason for fault in told.faults] == ([] if is_read else [named]), what
    proof.count(trials=len(FILES), classes=len(FILES))


@pytest.mark.parametrize("name", ["BibTeX", "RIS"])
def test_two_entries_of_one_key_are_named(tmp_path: Path, name: str) -> None:
    form, file = FORMATS[name], tmp_path / "entries"
    first, other = (form.entry({**good(1), "title": title}).encode() for title in ("One", "Other"))
    for second, counted in ((first, "merged"), (other, "rejected.conflict")):
        file.write_bytes(form.file(first, second))
        account = BatchReport()
        assert len(deduplicate(outcome(file, kind=form.kind).entries, account)) == 1
        assert account.counts == {counted: 1}
        assert {row["line"] for row in account.rejects} <= {1, first.count(b"\n") + 2}


def test_an_entry_says_what_its_whole_says(tmp_path: Path) -> None:
    file = tmp_path / "entries.bib"
    file.write_text(
        "@inproceedings{a, title = {Learning C # fast}, crossref = {all}}\n"
        "@proceedings{all, title = {Letters}, year = 2001, month = feb}\n"
    )
    item, _ = (entry.record for entry in outcome(file, kind="bibliography").entries)
    assert item.title == "Learning C # fast"
    assert item.venue is not None
    assert (item.venue.name, str(item.date)) == ("Letters", "2001-02-28")


def broken_documents(
    made: Callable[..., bytes], entry: str, both: tuple[bytes, bytes], file: Path, kind: str
) -> None:
    """A bad character costs itself; else what stands before the fault is loaded."""
    file.write_bytes(made(both[0]))
    before = outcome(file, kind=kind).papers
    for what, (reason, make) in BAD_XML.items():
        file.write_bytes(made(both[0], make(entry), both[1]))
        result = outcome(file, kind=kind)
        is_read = reason in {"not_utf8", "control_character"}
        assert [fault.reason for fault in result.faults] == ([] if is_read else [reason]), what
        assert (len(result.papers), result.accepted[reason]) >= ((3, 1) if is_read else (1, 0)), (
            what
        )
        assert before <= result.papers, what
        assert result.balances, what


@pytest.mark.parametrize("name", OBJECTS)
def test_a_bad_object_is_named_and_costs_no_other(proof: Proof, tmp_path: Path, name: str) -> None:
    """A bad object of a service is rejected by name, a bad value counted, and all others load."""
    kind, key, make = OBJECTS[name]
    file = tmp_path / "entries.jsonl"
    first, last = (json.dumps(make(number)).encode() for number in (1, 2))
    file.write_bytes(first + b"\n" + last + b"\n")
    before = outcome(file, kind=kind).papers
    assert len(before) == 2
    classes = {
        what: (reason, bad)
        for what, (reason, of) in BAD_LINES.items()
        if len(bad := of(make(7), key)) < 10**6  # longer ones are refused before that matters
    }
    for changed in BAD_OBJECTS[name]:
        file.write_bytes(
            b"\n".join([first, json.dumps({**make(7), **changed}).encode(), last, b""])
        )
        result = outcome(file, kind=kind)
        assert (result.reasons, result.faults, result.balances) == ({}, [], True), changed
        assert before < result.papers, changed
        assert result.beyond(Outcome()) & DOUBTS, (changed, result.counts)
    for what, (reason, bad) in classes.items():
        file.write_bytes(b"\n".join([first, bad, last, b""]))
        result = outcome(file, kind=kind)
        assert (result.reasons, result.faults) == ({reason: 1}, []), what
        assert result.papers == before, what
        assert [row["line"] for row in result.rejects if row["reason"] == reason] == [2], what
        assert result.balances, what
    count_classes(proof, len(classes) + len(BAD_OBJECTS[name]))


@pytest.mark.parametrize(
    ("name", "changed"), [("Crossref", {"author": [{}]}), ("Lens", {"authors": [{"ids": []}]})]
)
def test_an_author_without_a_name_is_left_out(
    tmp_path: Path, name: str, changed: dict[str, object]
) -> None:
    kind, _, make = OBJECTS[name]
    file = tmp_path / "entries.jsonl"
    file.write_text(json.dumps({**make(1), **changed}) + "\n")
    result = outcome(file, kind=kind)
    assert (result.reasons, result.faults, len(result.papers)) == ({}, [], 1)
    assert result.counts["authorships.rejected.author_empty"] == 1


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (b"  TY  - JOUR\nTI  - One\nER  - \n\n\tTY  - CHAP\nTI  - Two\nER  - \n", ["One", "Two"]),
        (b"\r\n\rTY  - JOUR\r\nTI  - One\r\nER  - \r\n", ["One"]),
        (b"\xef\xbb\xbfTY  - JOUR\nTI  - Caf\xe9\nER  - \n", ["Caf\u00e9"]),
    ],
)
def test_an_entry_of_ris_may_be_indented(tmp_path: Path, text: bytes, titles: list[str]) -> None:
    file = tmp_path / "entries.ris"
    file.write_bytes(text)
    result = outcome(file, kind="bibliography")
    assert (result.reasons, result.faults) == ({}, [])
    assert [entry.record.title for entry in result.entries] == titles


def test_utf16_that_is_cut_costs_no_entry(tmp_path: Path) -> None:
    file = tmp_path / "entries.ris"
    file.write_bytes("TY  - JOUR\nTI  - One\n".encode("utf-16") + b"\x00")
    result = outcome(file, kind="bibliography")
    assert (result.reasons, len(result.entries)) == ({}, 1)
    assert result.accepted["not_utf8"] == 1
