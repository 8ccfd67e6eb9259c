"""A dry run says what the load will say: counts, rejects, the error at the end."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.commands.ways import write_files
from helpers.faulty.bad_entries import BAD_VALUES, FORMATS, good
from helpers.faulty.bad_records import FIELDS, FILES, LINES
from helpers.files.network_files import GOOD, KEYS

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.load.dry_run import dry_run
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.load.loading import load

_GRAPH: Final = {"seconds", "peak_mib", "graph_fingerprint"}


def accounts(database: Database, paths: Any, **how: Any) -> tuple[Any, Any]:
    """What a dry run says, and what the load does: account, rejects, error."""
    database.rows("admin/wipe")
    said: list[Any] = []
    for is_tried in (True, False):
        account, error = None, ""
        try:
            report = dry_run(paths, **how) if is_tried else load(database, paths, **how)
            if report.error is not None:
                raise report.error
            account = {k: v for k, v in report.as_dict().items() if k not in _GRAPH}
            account["details"] = report.details["parts"], report.details["accepted"]
        except DataError as raised:
            error = str(raised)
        lists = {file.name: file.read_text() for file in Path().glob("rejects*")}
        said.append((account, error.partition(" `scinet remove")[0], lists))
        for file in Path().glob("rejects*"):
            file.unlink()
    return said[0], said[1]


def lines_of(kind: str) -> list[bytes]:
    """Good lines, one of them twice and with another title, and all bad ones."""
    bad = [make(GOOD[kind](7), KEYS[kind]) for _, make in LINES.values()]
    bad += [json.dumps({**GOOD[kind](7), **changed}).encode() for _, changed in FIELDS[kind]]
    whole = [json.dumps(GOOD[kind](number)).encode() for number in (1, 2, 3, 2)]
    other = json.dumps({**GOOD[kind](3), "title": "Something else"}).encode()
    return [*whole, other, *(line for line in bad if len(line) < 10**5)]


@pytest.mark.parametrize("kind", sorted(PAPER_KINDS & GOOD.keys()))
@pytest.mark.parametrize("most", [0.01, 1])
def test_all_bad_records_of_a_kind(database: Database, kind: str, most: float) -> None:
    Path("papers.jsonl").write_bytes(b"\n".join(lines_of(kind)) + b"\n")
    tried, loaded = accounts(database, "papers.jsonl", kind=kind, max_rejected=most)
    assert tried == loaded
    assert tried[2]
    assert bool(tried[1]) == (most < 1)


def test_all_bad_entries_of_bibliographies(database: Database) -> None:
    for name in ("BibTeX", "RIS", "JATS"):
        form = FORMATS[name]
        entries = [form.entry({**good(n), **c}) for n, (_, c) in enumerate(BAD_VALUES.values())]
        data = form.file(*(entry.encode("utf-8", "surrogateescape") for entry in entries))
        Path("entries").write_bytes(data)
        tried, loaded = accounts(database, "entries", kind=form.kind, max_rejected=1)
        assert tried == loaded, name


def test_files_that_break_off_and_several_files(database: Database, tmp_path: Path) -> None:
    write_files(tmp_path)
    line = json.dumps(GOOD["records"](1)).encode() + b"\n"
    Path("good.jsonl").write_bytes(line)
    breaks = [name for name, (fault, _) in FILES.items() if fault not in {"foreign", "invalid"}]
    for name in breaks[::4]:
        Path("papers.jsonl").write_bytes(FILES[name][1](line * 2))
        tried, loaded = accounts(database, ["good.jsonl", "papers.jsonl"], kind="records")
        assert tried == loaded, name
    Path("cut.jsonl.gz").write_bytes(gzip.compress(line)[:-9])
    for files in (
        ["records.jsonl", "other-records.jsonl", "openalex.jsonl"],
        ["records.jsonl", "cut.jsonl.gz", "openalex.jsonl"],
        ["nothing.jsonl", "good.jsonl"],
        ["nothing.jsonl"],
    ):
        tried, loaded = accounts(database, files, rejects=Path("rejects.jsonl"))
        assert tried == loaded, files


def test_one_bad_record_among_few_is_named_and_refuses_none(database: Database) -> None:
    file = Path("few.jsonl")
    lines = [{"id": f"p{n}", "title": f"T{n}", "date": "2001"} for n in range(4)]
    for count, is_refused in ((1, False), (2, True), (4, True)):
        bad = [{**line, "id": [line["id"]]} for line in lines[:count]]
        file.write_text("".join(json.dumps(line) + "\n" for line in [*bad, *lines[count:]]))
        tried, loaded = accounts(database, file)
        assert tried == loaded
        assert bool(loaded[1]) == is_refused
        if not is_refused:
            assert loaded[0]["rejected"] == {"wrong_type": 1}
            assert "T0" in next(iter(loaded[2].values()))
            assert database.rows("load/partial") == [{"any": False}]
    file.write_text(json.dumps({**lines[0], "id": ""}) + "\n")
    assert "100.0% of the records" in accounts(database, file)[1][1]
    file.write_text("".join(json.dumps(line) + "\n" for line in [*lines, {"title": "T"}]))
    assert "20.0% of the records" in accounts(database, file, max_rejected=0)[1][1]
