"""Bad cells, rows and workbooks of Excel: each is named, and costs no other."""

from pathlib import Path

from helpers.faulty.bad_inputs import check_named, count_classes
from helpers.faulty.bad_workbooks import BOOKS, CELLS, DAMAGED, MERGED, ROWS, row, workbook
from helpers.files.network_files import Outcome, outcome
from helpers.proof import Proof

from scinet.errors import DataError


def test_a_bad_row_of_a_workbook_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad cell, row or file of Excel is rejected or counted by name, and all others load."""
    file = tmp_path / "papers.xlsx"

    def read(data: bytes) -> Outcome:
        file.write_bytes(data)
        return outcome(file, kind="records")

    good, with_7 = read(workbook()), read(workbook(row(7)))
    assert (good.reasons, good.faults, len(good.papers)) == ({}, [], 2)
    rows = {what: (reason, row(7, changed)) for what, (reason, changed) in CELLS.items()}
    for what, (reason, cells) in {**rows, **ROWS}.items():
        found = read(workbook(cells))
        assert reason in found.beyond(with_7), (what, found.counts)
        check_named(found, good, what, reason, [3])
    for what, (reason, change) in MERGED.items():
        found = read(workbook(row(7), change=change))
        assert reason in found.beyond(with_7), what
    made = {what: (said, workbook(change=change)) for what, (said, change) in BOOKS.items()}
    made |= {what: (said, make(workbook())) for what, (said, make) in DAMAGED.items()}
    for what, (said, data) in made.items():
        file.write_bytes(data)
        assert said in refusal(file), what
    count_classes(proof, sum(map(len, (CELLS, ROWS, MERGED, BOOKS, DAMAGED))))


def refusal(file: Path) -> str:
    """What is said of a file of which nothing is read."""
    try:
        found = outcome(file, kind="records")
    except DataError as error:
        return str(error).partition(f"{file} ")[2]
    assert found.entries == []
    return ", ".join(one.reason for one in found.faults)
