"""Bad entries of bibliographies, services and articles: each is named, and costs no other."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.bad_entries import (
    ABSENT,
    BAD_LINES,
    BAD_OBJECTS,
    BAD_TEXT,
    BAD_VALUES,
    BAD_XML,
    ELSEWHERE,
    FORMATS,
    OBJECTS,
    good,
)
from helpers.network_files import outcome
from helpers.proof import Proof

LEAST = 60  # classes of a format, where that many can be told apart
FEWER = {"BibTeX": 40, "RIS": 36, "EndNote": 36, "PubMed": 35}  # text without a syntax of its own


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
    classes |= {
        what: (reason, make(form.entry(good(7))))
        for what, (reason, make) in BAD_TEXT.get(name, {}).items()
    }
    for what, (reason, bad) in classes.items():
        file.write_bytes(form.file(first, bad, last))
        found = outcome(file, kind=form.kind)
        assert found.faults == [], what
        assert reason in found.beyond(before), (what, found.counts, found.accepted)
        assert before.papers <= found.papers, what
        assert found.balances, what
        if found.reasons:
            assert found.reasons == {reason: 1}, what
            [row] = [row for row in found.rejects if row["reason"] == reason]
            assert row["line"] > 1 or form.before, what
    if form.before:
        broken_documents(form.file, form.entry(good(7)), (first, last), file, form.kind)
        classes |= dict.fromkeys(BAD_XML, ("", b""))
    assert len(classes) >= FEWER.get(name, LEAST)
    proof.count(trials=len(classes), classes=len(classes))


def broken_documents(
    made: Callable[..., bytes], entry: str, both: tuple[bytes, bytes], file: Path, kind: str
) -> None:
    """A document is read as far as it is XML: what stands before the fault is loaded."""
    file.write_bytes(made(both[0]))
    before = outcome(file, kind=kind).papers
    for what, (reason, make) in BAD_XML.items():
        file.write_bytes(made(both[0], make(entry), both[1]))
        found = outcome(file, kind=kind)
        assert [fault.reason for fault in found.faults] == [reason], what
        assert before <= found.papers, what
        assert found.balances, what


@pytest.mark.parametrize("name", OBJECTS)
def test_a_bad_object_is_named_and_costs_no_other(proof: Proof, tmp_path: Path, name: str) -> None:
    """A bad object of a service is rejected by name at its line, and all others load."""
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
        bad = json.dumps({**make(7), **changed}).encode()
        classes[json.dumps(changed)] = ("malformed_entry", bad)
    for what, (reason, bad) in classes.items():
        file.write_bytes(b"\n".join([first, bad, last, b""]))
        found = outcome(file, kind=kind)
        assert (found.reasons, found.faults) == ({reason: 1}, []), what
        assert found.papers == before, what
        assert [row["line"] for row in found.rejects if row["reason"] == reason] == [2], what
        assert found.balances, what
    assert len(classes) >= LEAST
    proof.count(trials=len(classes), classes=len(classes))


@pytest.mark.parametrize(
    ("name", "changed"), [("Crossref", {"author": [{}]}), ("Lens", {"authors": [{"ids": []}]})]
)
def test_an_author_without_a_name_is_left_out(
    tmp_path: Path, name: str, changed: dict[str, object]
) -> None:
    kind, _, make = OBJECTS[name]
    file = tmp_path / "entries.jsonl"
    file.write_text(json.dumps({**make(1), **changed}) + "\n")
    found = outcome(file, kind=kind)
    assert (found.reasons, found.faults, len(found.papers)) == ({}, [], 1)
    assert found.counts["authorships.rejected.author_empty"] == 1


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
    found = outcome(file, kind="bibliography")
    assert (found.reasons, found.faults) == ({}, [])
    assert [one.record.title for one in found.entries] == titles


def test_ris_in_broken_utf16_is_one_bad_entry(tmp_path: Path) -> None:
    file = tmp_path / "entries.ris"
    file.write_bytes("TY  - JOUR\nTI  - One\n".encode("utf-16") + b"\x00")
    assert outcome(file, kind="bibliography").reasons == {"malformed_entry": 1}
