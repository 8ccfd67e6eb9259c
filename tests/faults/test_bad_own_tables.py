"""Bad rows of people's own tables of papers and citations: each is named, and costs no other."""

from pathlib import Path

import pytest
from helpers.bad_own_tables import (
    CELLS,
    CITATIONS,
    CITING,
    FOREIGN,
    HEADER,
    QUOTED,
    ROWS,
    TABLES,
    row,
)
from helpers.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError

LEAST = 60
FEWER = 15  # of two columns of ids


def read(folder: Path, bad: str = "", citation: str = "") -> Outcome:
    (folder / "papers.csv").write_text(HEADER + row(1) + bad + row(2))
    (folder / "citations.csv").write_text(CITING.format(citation))
    return outcome(folder / "papers.csv", folder / "citations.csv")


def digests(found: Outcome) -> set[str]:
    return {entry.record.digest for entry in found.entries}


def is_named(found: Outcome, good: Outcome, reason: str, place: tuple[str, int]) -> bool:
    """Whether the fault is counted; if it is rejected or listed, once and at its place."""
    rows = [one for one in found.rejects if one["reason"] == reason]
    is_placed = {(Path(one["file"]).name, one["line"]) for one in rows} <= {place}
    is_counted = not found.reasons or (found.reasons == {reason: 1} and len(rows) == 1)
    is_alone = digests(good) <= digests(found) and found.balances and not found.faults
    return reason in found.beyond(good) and is_placed and is_counted and is_alone


def test_a_bad_row_of_papers_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of one's own table of papers is rejected or counted by name, and others load."""
    good, with_7 = read(tmp_path), read(tmp_path, row(7))
    assert (good.reasons, good.faults, len(good.papers)) == ({}, [], 3)
    for what, (reason, changed) in CELLS.items():
        found = read(tmp_path, row(7, changed))
        assert reason in found.beyond(with_7), what
        assert is_named(found, good, reason, ("papers.csv", 3)), (what, found)
    for what, make in ROWS.items():
        found = read(tmp_path, make(row(7)))
        assert is_named(found, good, "not_an_object", ("papers.csv", 3)), (what, found)
    papers = tmp_path / "papers.csv"
    whole = (HEADER + row(1) + row(2)).encode()
    for what, (old, new) in QUOTED.items():
        papers.write_bytes(whole.replace(old.encode(), new.encode(), 1))
        assert [one.reason for one in outcome(papers).faults] == ["malformed_csv"], what
    for what, (fault, make_bytes) in TABLES.items():
        papers.write_bytes(make_bytes(whole))
        found = outcome(papers, kind="records")
        assert [one.reason for one in found.faults] == [fault], what
        assert not found.entries, what
    for make_bytes in FOREIGN.values():
        papers.write_bytes(make_bytes(whole))
        with pytest.raises(DataError, match=r"papers\.csv"):
            outcome(papers)
    tried = len(CELLS) + len(ROWS) + len(QUOTED) + len(TABLES) + len(FOREIGN)
    assert len(CELLS) + len(ROWS) >= LEAST
    proof.count(trials=tried, classes=tried)


def test_a_bad_row_of_citations_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of one's own table of citations is rejected or counted by name, and others load."""
    good = read(tmp_path)
    for what, (reason, citation) in CITATIONS.items():
        found = read(tmp_path, citation=citation)
        assert is_named(found, good, reason, ("citations.csv", 3)), (what, found)
    citations = tmp_path / "citations.csv"
    whole = CITING.format("").encode()
    packed = {what: one for what, one in TABLES.items() if what != "a column twice"}
    for what, (fault, make) in packed.items():
        citations.write_bytes(make(whole))
        found = outcome(citations, kind="records")
        assert [one.reason for one in found.faults] == [fault], what
        assert not found.entries, what
    assert len(CITATIONS) >= FEWER
    tried = len(CITATIONS) + len(packed)
    proof.count(trials=tried, classes=tried)
