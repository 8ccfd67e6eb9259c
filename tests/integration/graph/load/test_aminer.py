# ruff: noqa: E501 - tables, a class a line
"""AMiner's citation data, as each of its releases is written."""

import gzip
import io
import json
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.files.aminer_files import BY_ID, BY_NAME
from helpers.files.read_files import by_id, read_contents

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.sources import aminer
from scinet.graph.sources.files import ReadProgress, open_regular

GOOD = {"id": "a", "title": "T", "authors": ["Ada Bell"], "year": 2001, "n_citation": 0}


@pytest.mark.parametrize("name", [*BY_NAME, *BY_ID])
def test_each_release_gives_the_same_papers(name: str) -> None:
    contents = read_contents({**BY_NAME, **BY_ID}[name])
    assert (contents.reasons, contents.faults, contents.accepted) == ({}, [], {})
    has_ids = name in BY_ID
    first, second = ("aminer:11", "aminer:12") if has_ids else ("aminer:p1", "aminer:p2")
    made = by_id(contents)
    assert list(made) == [first, second]
    expected = [("Counting words", "1998-12-31", "year"), ("Counting pairs", "2001-12-31", "year")]
    assert [(p.title, p.date.isoformat(), p.date_precision) for p in made.values()] == expected
    assert made[second].references == (first, "aminer:99" if has_ids else "aminer:x9")
    assert made[first].abstract == "Words are counted."
    assert made[first].venue.name == "Letters"
    ada, cy = made[second].authors
    assert (ada.name, cy.name, cy.id) == ("Ada Bell", "Cy Dee", "aminer:name:cy-dee")
    if has_ids:
        assert ada.id == "aminer:21"
        assert made[first].venue.id == "aminer:31"
        assert [place.name for place in cy.institutions] == ["MIT"]
        assert made[first].external_ids == {"doi": "10.1000/abc"}
        assert [(f.name, f.score) for f in made[first].fields] == [("Counting", 0.5)]
        assert made[first].type == "journal"


@pytest.mark.parametrize("releases", [BY_NAME, BY_ID])
def test_records_do_not_depend_on_how_they_are_written(releases: dict[str, str]) -> None:
    digests = [
        [entry.record.digest for entry in read_contents(content).entries]
        for text in releases.values()
        for content in (text, gzip.compress(text.encode()), text.replace("\n", "\r\n"))
    ]
    assert len(digests[0]) == 2
    assert digests == [digests[0]] * len(digests)


ODD: dict[str, tuple[dict[str, Any], str, int]] = {
    "no authors": ({"authors": None}, "accepted.no_authors", 1),
    "no key of authors": ({"authors": []}, "accepted.no_authors", 1),
    "an author without an id": ({"authors": [{"name": "A", "id": ""}]}, "accepted.author_without_id", 1),
    "an author of whom only a place is known": ({"authors": [{"org": "MIT"}]}, "authorships.rejected.author_empty", 1),
    "a name of nothing": ({"authors": [" "]}, "authorships.rejected.author_empty", 1),
    "an author twice": ({"authors": ["Ada Bell", "Ada Bell"]}, "authorships.repeated", 1),
    "the year 0": ({"year": 0}, "accepted.date_missing", 1),
    "the year 0 as text": ({"year": "0"}, "accepted.date_missing", 1),
    "no year": ({"year": None}, "accepted.date_missing", 1),
    "an empty year": ({"year": ""}, "accepted.date_missing", 1),
    "a year as text": ({"year": "2001"}, "accepted.year_only", 1),
    "no title": ({"title": ""}, "accepted.title_empty", 1),
    "entities of HTML": ({"title": "Words &amp; pairs"}, "accepted.markup_in_title", 1),
    "a reference to itself": ({"references": ["a", "b"]}, "references.rejected.cites_itself", 1),
    "a reference twice": ({"references": ["b", "b", 7, "7"]}, "references.repeated", 2),
    "an empty reference": ({"references": ["", "b"]}, "references.rejected.id_empty", 1),
    "empty references": ({"references": []}, "references.loaded", 0),
    "null as references": ({"references": None}, "references.loaded", 0),
    "a DOI that is none": ({"doi": "see the web"}, "accepted.doi_malformed", 1),
    "a gap in an index": ({"indexed_abstract": {"IndexLength": 3, "InvertedIndex": {"a": [0, 2]}}}, "accepted.inverted_index_gap", 1),
    "a keyword that is a field": ({"fos": ["Words"], "keywords": ["words", ""]}, "fields.repeated", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_loaded_and_counted(name: str) -> None:
    changed, counted, number = ODD[name]
    contents = read_contents(json.dumps(GOOD | changed))
    assert (list(by_id(contents)), contents.reasons, contents.faults) == (["aminer:a"], {}, [])
    assert contents.counts[counted] == number


@pytest.mark.parametrize("venue", [None, "", " ", {}, {"raw": None}, {"raw": "null", "id": ""}])
def test_a_paper_may_have_no_venue(venue: Any) -> None:
    [paper] = by_id(read_contents(json.dumps(GOOD | {"venue": venue}))).values()
    assert paper.venue is None


def test_the_full_name_of_a_venue_is_taken() -> None:
    venue = {"_id": "v", "name_d": "Letters on Words", "raw": "LW (3)", "type": 0}
    [paper] = by_id(read_contents(json.dumps(GOOD | {"venue": venue}))).values()
    assert (paper.venue.id, paper.venue.name) == ("aminer:v", "Letters on Words")


def test_of_records_with_one_id_both_are_read() -> None:
    other = GOOD | {"title": "Another"}
    contents = read_contents("".join(json.dumps(item) + "\n" for item in (GOOD, other, GOOD)))
    assert contents.counts["read"] == 3
    assert {entry.record.title for entry in contents.entries} == {"T", "Another"}


SHELL = {
    '{"_id": "a", "title": "NumberInt(7)", "n_citation": NumberInt(0)}': "NumberInt(7)",
    '{"_id": "a", "title": "\\"NumberInt(7)\\"", "n_citation": NumberInt(0)}': '"NumberInt(7)"',
    '{"_id": "a", "title": "\\"year\\": NumberInt(7)", "n_citation" :\tNumberInt(0)}': '"year": NumberInt(7)',
    '{"_id": "a", "title": ": NumberInt(7)", "n_citation": NumberInt(0)}': ": NumberInt(7)",
    '{"_id": "a", "title": "x\\\\", "year": NumberInt(2001), "n_citation": NumberInt(0)}': "x\\",
    '{"_id": "a", "title": "T", "year": NumberLong("2001"), "n_citation": NumberInt( 0 )}': "T",
    '{"_id": "a", "title": "\\\\", "year": NumberInt(2001), "n_citation": NumberInt(0)}': "\\",
}


@pytest.mark.parametrize("text", SHELL)
def test_numbers_of_the_shell_are_read_and_texts_left_alone(text: str) -> None:
    [paper] = by_id(read_contents(f"[{text}]")).values()
    assert paper.title == SHELL[text]


@pytest.mark.parametrize("value", ["NumberInt()", "NumberInt(x)", "NumberInt(1", "ISODate(2)"])
def test_other_values_that_are_no_json_are_rejected(value: str) -> None:
    bad = f'{{"_id": "b", "title": "T", "year": {value}, "n_citation": NumberInt(0)}}'
    contents = read_contents(f"[{json.dumps(GOOD)}, {bad}, {json.dumps(GOOD | {'id': 'c'})}]")
    assert list(by_id(contents)) == ["aminer:a", "aminer:c"]
    assert contents.reasons == {"malformed_json": 1}
    assert [row["line"] for row in contents.rejects] == [2]


CUT: dict[str, tuple[str, Callable[[bytes], bytes], str, int]] = {
    "the last line of lines": ("11, lines", lambda data: data[:-20], "last_line_cut", 1),
    "a list in its last paper": ("14, a list", lambda data: data[:-20], "malformed_json", 1),
    "a list between papers": (
        "12, a list with a paper on each line", lambda data: data[:-3], "malformed_json", 2,
    ),
    "a list in a text": ("13, as MongoDB's shell writes", lambda d: d[: d.index(b"pairs")], "malformed_json", 1),
    "gzip of lines": ("11, lines", lambda data: gzip.compress(data)[:-1], "gzip_truncated", 2),
    "gzip of text": ("1, text", lambda data: gzip.compress(data)[:-1], "gzip_truncated", 1),
    "text inside a paper": ("1, text", lambda data: data[: data.rindex(b"#index")], "required_missing", 1),
    "text in a character": ("1, text", lambda data: data[:-1] + b"#!caf\xc3", "last_line_cut", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", CUT)
def test_a_file_that_is_cut_is_named_and_read_so_far(name: str) -> None:
    release, cut, reason, number = CUT[name]
    contents = read_contents(cut({**BY_NAME, **BY_ID}[release].encode()))
    assert len(by_id(contents)) == number
    assert [*contents.reasons, *(fault.reason for fault in contents.faults)] == [reason]


PAPER = "#*Counting words\n#@Ada Bell\n#t1998\n#cLetters\n#index%s\n#%%x9\n\n"
BAD_TEXT: dict[str, tuple[str, str | bytes]] = {
    "no id": ("required_missing", "#*T\n#@Ada Bell\n\n"),
    "an empty id": ("id_empty", "#*T\n#index\n\n"),
    "a long id": ("id_over_256", f"#*T\n#index{'x' * 257}\n\n"),
    "two ids": ("malformed_entry", "#*T\n#index7\n#index8\n\n"),
    "two years": ("malformed_entry", "#*T\n#t2001\n#t2002\n#index7\n\n"),
    "two abstracts": ("malformed_entry", "#*T\n#index7\n#!One.\n#!Two.\n\n"),
    "a line without a mark": ("malformed_entry", "#*T\n#index7\nx\n\n"),
    "no empty line before a paper without a title": (
        "malformed_entry", "#*T\n#index7\n#@Ada Bell\n#index8\n\n",
    ),
    "a byte of Latin-1": ("invalid_utf8", b"#*caf\xe9\n#index7\n\n"),
    "a surrogate as three bytes": ("invalid_utf8", b"#*\xed\xa0\x80\n#index7\n\n"),
    "Latin-1 in a reference": ("invalid_utf8", b"#*T\n#index7\n#%caf\xe9\n\n"),
    "NUL": ("control_character", "#*a\0b\n#index7\n\n"),
    "NUL in an id": ("control_character", "#*T\n#index7\0\n\n"),
    "a line over 16 MiB": ("line_over_16_MiB", f"#*T\n#index7\n#!{'x' * (16 * 1024 * 1024)}\n\n"),
    "an id of another kind": ("id_of_other_entity", "#*T\n#indexhttps://openalex.org/A50238\n\n"),
}  # fmt: skip


BAD_VALUES = {
    "date_malformed": ("#*T\n#tsoon\n#index7\n\n", "#*T\n#t1399\n#index7\n\n"),
    "field_over_1_MB": (
        f"#*{'x' * 1_000_001}\n#index7\n\n", f"#*T\n#index7\n#!{'x' * 1_000_001}\n\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", BAD_VALUES)
def test_a_bad_value_of_the_text_costs_itself_alone(reason: str) -> None:
    for bad in BAD_VALUES[reason]:
        contents = read_contents(PAPER % 0 + bad)
        assert list(by_id(contents)) == ["aminer:0", "aminer:7"]
        assert (contents.reasons, contents.counts[f"accepted.{reason}"]) == ({}, 1)
        assert [(row["line"], row["reason"]) for row in contents.rejects] == [(8, reason)]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("name", BAD_TEXT)
def test_a_bad_paper_of_the_text_is_rejected_alone(name: str, place: int) -> None:
    reason, bad = BAD_TEXT[name]
    parts = [(PAPER % number).encode() for number in range(2)]
    parts.insert(place, bad.encode() if isinstance(bad, str) else bad)
    contents = read_contents(b"".join(parts))
    assert list(by_id(contents)) == ["aminer:0", "aminer:1"]
    assert (contents.reasons, contents.faults) == ({reason: 1}, [])
    [row] = contents.rejects
    assert (row["line"], row["reason"]) == (1 + 7 * place, reason)
    assert row["offset"] == sum(map(len, parts[:place]))


ODD_TEXT = {
    "papers without empty lines between": (PAPER % 0).rstrip() + "\n" + PAPER % 1,
    "a paper without a title": PAPER % 0 + (PAPER % 1).partition("\n")[2],
    "many empty lines": PAPER % 0 + "\n\n" + PAPER % 1,
    "no end of the last line": (PAPER % 0 + PAPER % 1).rstrip(),
    "a byte order mark": "\ufeff" + PAPER % 0 + PAPER % 1,
    "a title over several lines": (PAPER % 0).replace("words", "\nwords\n#1") + PAPER % 1,
    "empty marks": (PAPER % 0).replace("#%x9", "#%\n#!") + PAPER % 1,
    "a mark that nobody knows": (PAPER % 0).replace("#%x9", "#?x\n#%x9") + PAPER % 1,
}


@pytest.mark.parametrize("name", ODD_TEXT)
def test_text_that_is_odd_is_read(name: str) -> None:
    contents = read_contents(ODD_TEXT[name])
    assert (list(by_id(contents)), contents.reasons, contents.faults) == (
        ["aminer:0", "aminer:1"], {}, [],
    )  # fmt: skip


def test_what_is_like_it_is_not_taken_for_it() -> None:
    mine = {"id": "a", "title": "T", "date": "2001", "n_citation": 3, "references": ["b"]}
    [paper] = read_contents(json.dumps(mine)).entries
    assert paper.record.id == "a"
    for text in ("# Words about words\n", "#!/bin/sh\n", "#title\n"):
        with pytest.raises(DataError, match="is plain text"):
            read_contents(text)


def test_authors_of_aminer_are_no_papers() -> None:
    author = {"id": "a", "name": "Ada Bell", "orgs": ["MIT"], "n_pubs": 2, "n_citation": 7}
    with pytest.raises(DataError, match="holds JSON objects with id, name, orgs"):
        read_contents(json.dumps(author))
    with pytest.raises(DataError, match="is plain text"):
        read_contents("#index 1\n#n Ada Bell\n#a MIT\n#pc 2\n#t words\n\n")


def test_a_paper_without_a_number_of_citations_is_known_by_its_venue() -> None:
    first = {"id": "7", "title": "T", "venue": {"raw": "Letters"}, "authors": [{"name": "Ada"}]}
    assert list(by_id(read_contents(json.dumps(first)))) == ["aminer:7"]


def test_a_tar_archive_is_named() -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        about = tarfile.TarInfo("dblp_v14.json")
        about.size = len(BY_ID["14, a list"])
        archive.addfile(about, io.BytesIO(BY_ID["14, a list"].encode()))
    with pytest.raises(DataError, match="is a tar archive") as caught:
        read_contents(packed.getvalue())
    assert "Unpack it first" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["lines", "a list", "text"])
def test_a_large_file_is_read_in_little_memory(name: str) -> None:
    abstract = "word " * 400
    many = 3_000  # of some 2 kB each
    record = json.dumps(GOOD | {"abstract": abstract})
    content = {
        "lines": f"{record}\n" * many,
        "a list": "[\n" + "\n,".join([record] * many) + "\n]",
        "text": f"{PAPER % 7}".replace("#%", f"#!{abstract}\n#%") * many,
    }[name]
    Path("x").write_text(content)
    file = open_regular(Path("x"), "x")
    tracemalloc.start()
    try:
        assert sum(1 for _ in aminer.papers([file], ReadProgress())) == many
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert file.size > 6_000_000


def test_papers_and_their_citations_are_stored(database: Database) -> None:
    Path("a.json").write_text(BY_ID["13, as MongoDB's shell writes"])
    report = load(database, Path("a.json"))
    assert (report.kind, report.source, report.loaded) == ("aminer", "aminer", 2)
    [paper] = database.rows("lookup/paper", paper_id="aminer:12")
    assert paper["date_precision"] == "year"
    Path("b.jsonl").write_text(BY_ID["11, lines"])
    again = load(database, Path("b.jsonl"))
    assert (again.loaded, again.merged) == (0, 2)
    assert again.graph_fingerprint == report.graph_fingerprint
    other = {"id": "w1", "title": "Counting words", "external_ids": {"doi": "10.1000/abc"}}
    Path("c.jsonl").write_text(json.dumps(other | {"date": "1998-06-15"}))
    load(database, Path("c.jsonl"), source="mine")
    [work] = database.rows("identity/works")
    assert work["records"] == ["aminer:11", "mine:w1"]
