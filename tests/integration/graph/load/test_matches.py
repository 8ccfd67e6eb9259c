"""The list of references that are resolved without an id, each with how sure that is."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.files import exports
from helpers.files.article_files import JATS, TEI, UNARXIVE

from scinet.errors import DataError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.load.dry_run import dry_run
from scinet.graph.load.loading import load
from scinet.session.graph import Graph

BELL = "doi:10.1000/abc"
LONG = "Counting words in long texts"
BY_TITLE = {"article-title": LONG, "author": "Bell", "year": "1998"}
BY_PLACE = {"journal-title": "Letters", "author": "Bell", "year": "1998", "volume": "1"}
WORKS = (
    {
        "DOI": "10.1000/a", "title": [LONG], "author": [{"given": "Ada", "family": "Bell"}],
        "issued": {"date-parts": [[1998]]}, "container-title": ["Letters"], "volume": "1",
        "page": "10-12",
    },
    {"DOI": "10.1000/b", "title": ["Trees"], "issued": {"date-parts": [[2001]]}},
    {
        "DOI": "10.1000/c", "title": ["What is cited"], "issued": {"date-parts": [[2004]]},
        "reference": [
            {"DOI": "10.1000/A", **BY_TITLE},  # the title is right
            {"DOI": "10.1000/b", **BY_TITLE},  # and here it is not
            BY_TITLE,
            {**BY_TITLE, "year": "1999"},
            {**BY_TITLE, "year": "2001"},  # of another year
            {"DOI": "10.1000/a", **BY_PLACE},
            {**BY_PLACE, "first-page": "13"},  # of another page
            BY_PLACE,
            {**BY_PLACE, "article-title": "Words", "first-page": "10"},
            {"unstructured": f"Bell A. {LONG}. Letters, 1998."},
            {"DOI": "10.1000/elsewhere", **BY_TITLE},  # of another DOI
        ],
    },
    {
        "DOI": "without an id it is rejected", "issued": {"date-parts": [[2001]]},
        "reference": [BY_TITLE, {"DOI": "10.1000/a", **BY_TITLE}],
    },
)  # fmt: skip


def works(folder: Path) -> Path:
    file = folder / "works.jsonl"
    file.write_text("".join(json.dumps(work) + "\n" for work in WORKS))
    return file


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def listed(*paths: Path, **how: Any) -> list[dict[str, Any]]:
    file = paths[0].with_name("matches.jsonl")
    dry_run(paths, matches=file, **how)
    return read(file)


def test_each_reference_says_what_agreed_and_how_often_that_was_right(tmp_path: Path) -> None:
    rows = listed(works(tmp_path))
    assert {(row["line"], row["citing_id"], row["cited_id"]) for row in rows} == {
        (3, "doi:10.1000/c", "doi:10.1000/a")
    }
    short = ("by", "agreeing", "confidence", "measured_on", "title", "year", "page")
    assert [[row[name] for name in short] for row in rows] == [
        ["title", ["title", "author", "year"], 0.5, 2, LONG, 1998, None],
        ["title", ["title", "author", "near_year"], None, 0, LONG, 1999, None],
        [
            "author_year_source", ["author", "year", "source", "volume"], 1.0, 1, None, 1998, None,
        ],
        [
            "author_year_source", ["author", "year", "source", "volume", "page"], None, 0, "Words",
            1998, "10",
        ],
        ["title", ["title", "year"], None, 0, LONG, 1998, None],
    ]  # fmt: skip


def test_references_of_one_paper_in_two_databases_have_their_own_places() -> None:
    Path("scopus.csv").write_bytes(exports.scopus())
    Path("wos.txt").write_bytes(exports.wos_text())
    rows = listed(Path("scopus.csv"), Path("wos.txt"))
    scopus = [row for row in rows if row["file"].endswith("scopus.csv")]
    title = "Counting words, and pairs of words"
    first, editorial = "scopus:2-s2.0-85000000002", "scopus:2-s2.0-85000000003"
    said = {"source": None, "volume": None, "page": None, "offset": 0, "by": "title"}
    unknown = {"confidence": None, "measured_on": 0, "agreeing": ["title", "author", "year"]}
    assert scopus == [
        {
            "file": str(Path("scopus.csv")), "line": line, "citing_id": citing,
            "title": written, "author": author, "year": year, "cited_id": cited, **said, **unknown,
        }
        for line, citing, written, author, year, cited in (
            (3, first, title, "Bell", 1998, BELL),
            (3, first, title, "Bell A.", 1998, BELL),
            (5, editorial, "Words in graphs: a survey", "Dee C.B.", 2004, first),
        )
    ]  # fmt: skip
    [wos] = [row for row in rows if row not in scopus]
    assert (wos["citing_id"], wos["cited_id"]) == ("wos:000000000000002", BELL)
    assert (wos["author"], wos["year"], wos["source"], wos["volume"], wos["page"]) == (
        "Bell A", 1998, "J WORDS", "12", "101",
    )  # fmt: skip
    assert wos["agreeing"] == ["author", "year", "source", "volume", "page"]
    assert (wos["confidence"], wos["measured_on"]) == (1.0, 1)


def test_articles() -> None:
    Path("a").write_text(JATS)
    Path("b").write_text(TEI)
    Path("c").write_text(json.dumps(UNARXIVE))
    rows = listed(Path("a"), Path("b"), Path("c"), source="mine")
    bell, dee = "doi:10.1000/jats", "mine:name:cy-dee-1999-counting-words-in-long-texts"
    assert {
        (Path(row["file"]).name, row["citing_id"], row["cited_id"], row["measured_on"])
        for row in rows
    } == {("a", bell, dee, 0), ("b", dee, bell, 0), ("c", "arxiv:2212.00001", dee, 1)}
    assert [row["title"] for row in rows if row["confidence"] == 1] == [LONG]


def test_the_list_is_of_the_files_however_often_and_in_which_way_they_are_loaded(
    graph: Graph,
) -> None:
    file, out = works(Path()), Path("new/matches.jsonl")
    first: dict[str, Any] = {"max_rejected": 1, "rejects": Path("rejects")}
    plain = graph.load(file, **first)
    graph.database.rows("admin/wipe")
    ways: list[dict[str, Any]] = [{"dry_run": True}, {"import_files": Path("files")}, {}, {}]
    written, fingerprints = [], []
    for how in ways:
        report = graph.load(file, matches=out, **first, **how)
        fingerprints.append(report.graph_fingerprint)
        written.append(out.read_bytes())
        out.write_text("of an earlier load\n")
    assert len(set(written)) == 1
    assert len(written[0].splitlines()) == 5
    assert fingerprints[1:] == [plain.graph_fingerprint] * 3


def test_what_cannot_be_listed_is_refused(database: Database, tmp_path: Path) -> None:
    file, papers = works(tmp_path), tmp_path / "papers.jsonl"
    papers.write_text('{"id": "p1"}\n')
    before = file.read_bytes()
    for go in (lambda *a, **k: load(database, *a, **k), dry_run):
        with pytest.raises(DataError, match="--matches is for references that may lack an id"):
            go(papers, matches=tmp_path / "m")
        with pytest.raises(StorageError, match="would be written, and is read"):
            go([file, papers], matches=file)
        with pytest.raises(StorageError, match="cannot be written"):
            go(file, matches=tmp_path)
    assert file.read_bytes() == before
    assert not database.rows("load/anything")
