"""Bad rows of people's own tables of papers and citations: each is named, and costs no other."""

from pathlib import Path

import pytest
from helpers import bad_citations
from helpers.bad_own_tables import CELLS, FOREIGN, HEADER, QUOTED, READ, ROWS, TABLES, row
from helpers.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError

LEAST = 60


def read(folder: Path, bad: str = "", citation: bytes = b"") -> Outcome:
    (folder / "papers.csv").write_text(HEADER + row(1) + bad + row(2))
    (folder / "citations.csv").write_bytes(bad_citations.GOOD % citation)
    return outcome(folder / "papers.csv", folder / "citations.csv", kind="records")


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
    for what, make_bytes in READ.items():
        papers.write_bytes(make_bytes(whole))
        assert len(outcome(papers).papers) == 2, what
    for make_bytes in FOREIGN.values():
        papers.write_bytes(make_bytes(whole))
        with pytest.raises(DataError, match=r"papers\.csv"):
            outcome(papers)
    tried = sum(map(len, (CELLS, ROWS, QUOTED, TABLES, READ, FOREIGN)))
    assert len(CELLS) + len(ROWS) >= LEAST
    proof.count(trials=tried, classes=tried)


def test_a_bad_row_of_citations_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of one's own table of citations is rejected or counted by name, and others load."""
    good = read(tmp_path)
    for what, (reason, citation) in bad_citations.ROWS.items():
        found = read(tmp_path, citation=citation)
        assert is_named(found, good, reason, ("citations.csv", 3)), (what, found)
    citations = tmp_path / "citations.csv"
    whole = bad_citations.GOOD % b""
    citations.write_bytes(whole)
    alone = outcome(citations)
    assert (alone.papers, alone.reasons, alone.faults) == ({"p2", "p9"}, {}, [])
    for what, lost in bad_citations.CUT.items():
        citations.write_bytes(whole[:-lost])
        found = outcome(citations)
        assert (found.papers, found.reasons) == ({"p2"}, {"not_an_object": 1}), what
        assert [one["line"] for one in found.rejects] == [3], what
    for what, (fault, make) in bad_citations.FAULTS.items():
        citations.write_bytes(make(whole))
        found = outcome(citations, kind="records")
        assert [one.reason for one in found.faults] == [fault], what
        assert digests(found) < digests(alone), what
    for what, make in bad_citations.ALIKE.items():
        citations.write_bytes(make(whole))
        found = outcome(citations)
        assert (digests(found), found.reasons, found.faults) == (digests(alone), {}, []), what
    for what, (reason, make) in bad_citations.COUNTED.items():
        citations.write_bytes(make(whole))
        found = outcome(citations)
        assert (digests(found), found.beyond(alone)) == (digests(alone), {reason}), what
    for make in bad_citations.FOREIGN.values():
        citations.write_bytes(make(whole))
        with pytest.raises(DataError, match=r"citations\.csv"):
            outcome(citations)
    bad = (bad_citations.ROWS, bad_citations.CUT, bad_citations.FAULTS, bad_citations.FOREIGN)
    assert sum(map(len, bad)) >= LEAST
    tried = sum(map(len, (*bad, bad_citations.ALIKE))) + len(bad_citations.COUNTED)
    proof.count(trials=tried, classes=tried)
