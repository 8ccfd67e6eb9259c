"""Claims and triplets: stored once, accounted for, and no change for graphs without them."""

from pathlib import Path
from typing import Any

import pytest
from helpers.files.read_files import write_lines
from helpers.files.sciencemeter_rows import file_of, paper, triplet

from scinet.errors import DataError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load

CLAIM = {"paper_id": "p1", "stance": "support", "text": "It works."}


def records(db: Database) -> str:
    file = write_lines(
        "papers.jsonl", {"id": "p1", "date": "2010", "references": [], "title": "One"}
    )
    return load(db, [file], kind="records").graph_fingerprint


def claims(db: Database, *rows: dict[str, Any], **options: Any) -> Any:
    return load(db, write_lines("claims.jsonl", *rows), rejects=Path("rejects.jsonl"), **options)


def stored(db: Database) -> list[tuple[str, str, str]]:
    rows = db.rows("task/claims", paper_ids=["p1", "s2:n1", "s2:p1"], before="2030-01-01")
    return [(row["paper_id"], row["stance"], row["text"]) for row in rows]


def test_claims_stand_beside_their_paper_and_repeats_are_merged(database: Database) -> None:
    plain = records(database)
    spaced = {**CLAIM, "text": " It  works. "}
    other = {**CLAIM, "stance": "refute", "text": "It fails.", "origin": "a model"}
    report = claims(database, CLAIM, other, spaced)
    assert (report.read, report.loaded, report.merged, report.rejected) == (3, 2, 1, {})
    assert report.details["claims"] == 2
    assert stored(database) == [("p1", "refute", "It fails."), ("p1", "support", "It works.")]
    assert report.graph_fingerprint != plain
    # The order of the lines makes no other graph.
    database.rows("admin/wipe")
    assert records(database) == plain
    again = claims(database, spaced, other, CLAIM)
    assert again.graph_fingerprint == report.graph_fingerprint


def test_bad_claims_are_rejected(database: Database) -> None:
    records(database)
    bad = ({**CLAIM, "paper_id": "p9"}, {**CLAIM, "stance": "maybe"}, {**CLAIM, "text": " "})
    report = claims(database, *bad, CLAIM, max_rejected=1.0)
    assert report.loaded == 1
    assert report.rejected == {"unknown_paper": 1, "claim_stance": 1, "required_missing": 1}


def test_triplets_become_papers_that_cite_the_prior_one(database: Database) -> None:
    # The second triplet has the new paper of the first, with claims of its own.
    again = triplet(2, new="n1")
    again["new_paper"]["synthetic_support_claim"] = "Another sentence."
    again["prior_paper"] = paper("p2", "2023-02-01", ["JournalArticle", "Review"])
    file = file_of(Path("education.jsonl"), [triplet(1), again])
    report = load(database, [file], kind="sciencemeter")
    assert (report.read, report.loaded, report.merged) == (6, 5, 1)
    assert report.details["citations"] == 4
    cited = database.rows("path/ordered_references", paper_ids=["s2:n1"], since="2000-01-01")
    assert {row["paper_id"] for row in cited} == {"s2:p1", "s2:p2"}
    assert database.rows("task/reviews", paper_ids=["s2:p2", "s2:p1"], before="2030-01-01") == [
        {"paper_id": "s2:p2"}
    ]
    found = load(database, [file], source="s2", kind="claims")
    assert (found.read, found.loaded, found.merged) == (12, 11, 1)
    assert {text for paper_id, stance, text in stored(database) if stance == "support"} == {
        "The finding of p1 improves the model.",
        "The finding of n1 improves the model.",
        "Another sentence.",
    }


def test_lines_and_lists_of_triplets_make_one_graph(database: Database) -> None:
    rows = [triplet(1), triplet(2)]
    first = load(database, [file_of(Path("a.jsonl"), rows)], kind="sciencemeter")
    database.rows("admin/wipe")
    lines = file_of(Path("b.jsonl"), rows, lines=True)
    assert load(database, [lines], kind="sciencemeter").graph_fingerprint == first.graph_fingerprint
    with pytest.raises(DataError, match="holds triplets of ScienceMeter"):
        load(database, [lines], kind="records")


def test_a_row_that_is_no_triplet_is_rejected(database: Database) -> None:
    broken = triplet(2)
    del broken["new_paper"]["paperId"]
    file = file_of(Path("a.jsonl"), [triplet(1), broken], lines=True)
    report = load(
        database, [file], max_rejected=1.0, rejects=Path("rejects.jsonl"), kind="sciencemeter"
    )
    assert (report.loaded, report.rejected) == (3, {"required_missing": 1})
