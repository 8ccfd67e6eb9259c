"""Bad rows of what databases export: each is named, and costs no other; broken files are named."""

from pathlib import Path

import pytest
from helpers.faulty.bad_entries import good
from helpers.faulty.bad_inputs import check_named, check_read, count_classes
from helpers.faulty.bad_tables import DATABASES, QUOTED, ROWS, TABLES, values_of
from helpers.files.network_files import outcome
from helpers.proof import Proof


@pytest.mark.parametrize("name", DATABASES)
def test_a_bad_row_is_named_and_costs_no_other(proof: Proof, tmp_path: Path, name: str) -> None:
    """A bad row of what a database exports is rejected by name at its line, and all others load."""
    form, file = DATABASES[name], tmp_path / "export"
    first, last = (form.row(good(number)) for number in (1, 2))
    file.write_bytes(form.header + first + last)
    before = outcome(file, kind="bibliography")
    assert (before.reasons, before.faults, len(before.papers)) == ({}, [], 2)

    classes = {
        what: (reason, form.row({**good(7), **changed}))
        for what, (reason, changed) in values_of(name).items()
    }
    row, mark = form.row(good(7)), form.mark.encode()
    classes |= {what: (reason, make(row, mark)) for what, (reason, make) in ROWS.items()}
    for what, (reason, bad) in classes.items():
        file.write_bytes(form.header + first + bad + last)
        result = outcome(file, kind="bibliography")
        check_named(result, before, what, reason, [3])

    whole = form.header + first + last
    for what, (fault, change) in TABLES.items():
        table = "is a CSV table"
        told = check_read(file, change(whole), fault, what, "bibliography", match=table)
        is_packed = what.startswith("gzip")  # rows before the damage are read
        read = set() if fault and not is_packed else before.papers
        assert told is None or told.papers == read or (is_packed and told.papers < read), what
    quoted = QUOTED if form.mark == "," else {}  # between tabs a quotation is text
    for what, (old, new) in quoted.items():
        bad = form.header + first + row.replace(old, new, 1) + last
        check_read(file, bad, "malformed_csv", what, "bibliography")
    count_classes(proof, len(classes) + len(TABLES) + len(quoted))
