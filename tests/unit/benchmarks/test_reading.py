"""Every format is read back whole, and no reader is forgotten."""

from pathlib import Path

import pytest
from helpers.networks.measured import FACTS

from benchmarks import reading
from benchmarks.formats import papers
from benchmarks.formats.papers import Paper
from benchmarks.formats.rate import counted
from benchmarks.page import page
from benchmarks.reading import FORMATS, LEFT_OUT, Format, all_readers, left_out
from scinet.graph.load.batch import batch_lines, read_records
from scinet.graph.load.plan import plan_load
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.files import ReadProgress
from scinet.graph.synthetic import generate

ADA, CY = ("Ada", "Bell", 0), ("Cy", "Dee", 1)
TEXT = {
    "section": "Start",
    "text": "As Bell (2001) says.",
    "mentions": [{"start": 3, "end": 14, "paper_id": "S00000000"}],
}
NETWORK = (
    Paper(0, "Counting words of long texts", "One two.", "2001-05-17", "Letters", (ADA,), (), []),
    Paper(1, "Counting pairs of all words", "", "2002-06-18", "Letters", (CY, ADA), (0,), [TEXT]),
    Paper(2, "Trees of words and of pairs", "Three.", "2003-07-19", "Notes", (CY,), (0, 1), []),
)  # fmt: skip


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> list[Paper]:
    folder = tmp_path_factory.mktemp("simulated")
    generate(120, 1, folder)
    return papers.of_folder(folder)


def read_back(folder: Path) -> list[PaperRecord]:
    with plan_load([folder], kind=None, source="bench", table=CountTable({})) as plan:
        [part] = [part for part in plan.parts if part.kind.has_papers]
        lines = batch_lines(part.kind.lines(part.files, ReadProgress()), 1_000)
        return [
            one.record
            for some in lines
            for one in read_records(some, part.kind.make, part.source)[0]
        ]


@pytest.mark.parametrize("form", FORMATS, ids=[one.title for one in FORMATS])
def test_papers_come_back_as_they_were_written(form: Format, tmp_path: Path) -> None:
    form.write(NETWORK, tmp_path)
    found = sorted(read_back(tmp_path), key=lambda one: one.title or "")
    assert [one.title for one in found] == sorted(one.title for one in NETWORK)
    names = {one.title: [author.name for author in one.authors] for one in found}
    assert names[NETWORK[1].title] == ["Cy Dee", "Ada Bell"]
    own = {one.title: one.id for one in found}
    cited = {one.title: set(one.references) for one in found}
    if form.has_references:
        assert cited[NETWORK[1].title] == {own[NETWORK[0].title]}
        assert cited[NETWORK[2].title] == {own[NETWORK[0].title], own[NETWORK[1].title]}
    assert counted(tmp_path) == (3, 3 if form.has_references else 0)


@pytest.mark.parametrize("form", FORMATS, ids=[one.title for one in FORMATS])
def test_simulated_papers_are_read_and_parsed(
    form: Format, simulated: list[Paper], tmp_path: Path
) -> None:
    form.write(simulated, tmp_path)
    citations = sum(len(paper.cites) for paper in simulated)
    assert citations > 500
    assert counted(tmp_path) == (120, citations if form.has_references else 0)
    assert form.parser is None or form.parser(tmp_path) > 0


def test_what_is_left_out_has_a_reason() -> None:
    timed = {name for one in FORMATS for name in one.readers}
    assert all_readers() == timed | LEFT_OUT.keys()
    assert not timed & LEFT_OUT.keys()
    assert not [reason for reason in left_out() if "nothing here writes it" in reason]


def test_an_unknown_reader_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(LEFT_OUT, "Lens JSON")
    assert "Lens JSON, which nothing here writes yet" in list(left_out())


def test_each_row_has_a_time_unless_papers_are_missing(tmp_path: Path) -> None:
    folder = tmp_path / "format-0"
    folder.mkdir()
    FORMATS[0].write(NETWORK, folder)
    row = reading._row(0, tmp_path, {"papers": 3, "citations": 3})
    assert row["papers_per_s"] == 3 / row["seconds"]
    assert row["citations_per_s"] == 3 / row["seconds"]
    assert row["mb_per_s"] == (folder / "papers.jsonl").stat().st_size / 1e6 / row["seconds"]
    assert row["times_parser"] == row["seconds"] / row["parser_s"]
    wrong = reading._row(0, tmp_path, {"papers": 3, "citations": 4})
    assert "3 papers and 3 citations were read, 3 and 4 were written" in wrong["error"]
    assert "seconds" not in wrong


def test_page_shows_rates_and_what_is_left_out() -> None:
    row = {"papers": 7, "citations": 9, "seconds": 2.0, "peak_mib": 90.0, "papers_per_s": 3.5}
    result = {
        **FACTS,
        "name": "reading",
        "papers": 7,
        "citations": 9,
        "rows": [
            {"format": "Cards", **row, "parser": "a box", "parser_s": 0.5, "times_parser": 4.0},
            {"format": "Scrolls", "error": "torn. Mend it."},
        ],
        "left_out": ["clay, which is heavy"],
    }
    text = page([result], "the command")
    assert "| Cards | 7 | 9 | 3.5 | 2 | 90 | a box | 0.5 | 4 |" in text
    assert "* Scrolls: torn. Mend it." in text
    assert "Not timed: clay, which is heavy." in text
