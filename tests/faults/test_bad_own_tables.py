"""Bad rows of people's own tables of papers and citations: each is named, and costs no other."""

from pathlib import Path

from helpers.faulty import bad_own_tables as bad
from helpers.faulty.bad_inputs import check_named, check_read, count_classes, digests
from helpers.faulty.bad_own_tables import CELLS, FOREIGN, HEADER, QUOTED, READ, ROWS, TABLES, row
from helpers.files.network_files import Outcome, outcome
from helpers.proof import Proof


def read(folder: Path, row_7: str = "", citation: bytes = b"") -> Outcome:
    (folder / "papers.csv").write_text(HEADER + row(1) + row_7 + row(2))
    (folder / "citations.csv").write_bytes(bad.CITATIONS % citation)
    return outcome(folder / "papers.csv", folder / "citations.csv", kind="records")


def check(result: Outcome, good: Outcome, what: str, reason: str, name: str) -> None:
    """Hold that a fault in the third line is named, in its own file."""
    check_named(result, good, what, reason, [3])
    listed = {Path(item["file"]).name for item in result.rejects if item["reason"] == reason}
    assert listed <= {name}, what


def test_a_bad_row_of_papers_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of one's own table of papers is rejected or counted by name, and others load."""
    good, with_7 = read(tmp_path), read(tmp_path, row(7))
    assert (good.reasons, good.faults, len(good.papers)) == ({}, [], 3)
    for what, (reason, changed) in CELLS.items():
        result = read(tmp_path, row(7, changed))
        assert reason in result.beyond(with_7), what
        check(result, good, what, reason, "papers.csv")
    for what, make in ROWS.items():
        check(read(tmp_path, make(row(7))), good, what, "not_an_object", "papers.csv")
    papers = tmp_path / "papers.csv"
    whole = (HEADER + row(1) + row(2)).encode()
    for what, (old, new) in QUOTED.items():
        bad_table = whole.replace(old.encode(), new.encode(), 1)
        check_read(papers, bad_table, "malformed_csv", what)
    for what, (fault, make_bytes) in TABLES.items():
        named = check_read(papers, make_bytes(whole), fault, what, "records")
        assert named is not None, what
        assert "gzip" in what or not named.entries, what  # rows before the damage are read
    for what, make_bytes in READ.items():
        papers.write_bytes(make_bytes(whole))
        assert len(outcome(papers).papers) == 2, what
    for what, make_bytes in FOREIGN.items():
        check_read(papers, make_bytes(whole), "foreign", what)
    count_classes(proof, sum(map(len, (CELLS, ROWS, QUOTED, TABLES, READ, FOREIGN))))


def test_a_bad_row_of_citations_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of one's own table of citations is rejected or counted by name, and others load."""
    good = read(tmp_path)
    for what, (reason, citation) in bad.CITATION_ROWS.items():
        check(read(tmp_path, citation=citation), good, what, reason, "citations.csv")
    citations = tmp_path / "citations.csv"
    whole = bad.CITATIONS % b""
    citations.write_bytes(whole)
    alone = outcome(citations)
    assert (alone.papers, alone.reasons, alone.faults) == ({"p2", "p9"}, {}, [])
    for what, lost in bad.CUT.items():
        citations.write_bytes(whole[:-lost])
        result = outcome(citations)
        assert (result.papers, result.reasons) == ({"p2"}, {"not_an_object": 1}), what
        assert [item["line"] for item in result.rejects] == [3], what
    for what, (fault, make) in bad.CITATION_FAULTS.items():
        faulty = check_read(citations, make(whole), fault, what, "records")
        assert faulty is not None, what
        assert digests(faulty) <= digests(alone), what
    for what, make in bad.ALIKE.items():
        citations.write_bytes(make(whole))
        result = outcome(citations)
        assert (digests(result), result.reasons, result.faults) == (digests(alone), {}, []), what
    for what, (reason, make) in bad.COUNTED.items():
        citations.write_bytes(make(whole))
        result = outcome(citations)
        assert (digests(result), result.beyond(alone)) == (digests(alone), {reason}), what
    for what, make in bad.FOREIGN_CITATIONS.items():
        check_read(citations, make(whole), "foreign", what)
    tables = (bad.CITATION_ROWS, bad.CUT, bad.CITATION_FAULTS, bad.FOREIGN_CITATIONS)
    count_classes(proof, sum(map(len, (*tables, bad.ALIKE, bad.COUNTED))))
