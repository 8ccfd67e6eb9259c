"""Artefacts, awards, counts and claims: stored, accounted for, one graph whatever the order."""

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from helpers.files.read_files import write_lines
from helpers.files.sciencemeter_rows import file_of, paper, triplet
from helpers.proof import default_seed

from scinet.errors import DataError
from scinet.graph.analysis.quality import findings
from scinet.graph.analysis.status import graph_status
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load as load_files
from scinet.graph.load.removal import remove_loads
from scinet.graph.load.report import LoadReport
from scinet.graph.schema.identifiers import normalise_url
from scinet.graph.sources.counts import CountTable

PAPER: dict[str, Any] = {
    "id": "p1",
    "date": "2010",
    "code_repositories": ["https://github.com/Ann/Parser", "http://www.github.com/ann/parser.git/"],
    "datasets": ["https://huggingface.co/datasets/ann/trees"],
    "awards": ["Best Paper"],
    "impact": {"downloads": 209, "citing_patents": 0, "read_on": "2021-05-01"},
}


def load(db: Database, *records: dict[str, Any], **options: Any) -> LoadReport:
    path = write_lines("records.jsonl", *records)
    return load_files(db, [path], rejects=Path("rejects.jsonl"), **options, kind="records")


def count(db: Database, *rows: str, **options: Any) -> LoadReport:
    path = Path("counts.csv")
    path.write_text("\n".join(["id,kind,count,read_on", *rows]))
    return load_files(db, [path], rejects=Path("count-rejects.jsonl"), **options, kind="counts")


def referrals(db: Database) -> set[tuple[Any, ...]]:
    rows = db.read_text(
        "MATCH (a:Artifact)-[r:REFERS_TO]->(p:Paper) RETURN a.id AS a, p.id AS b, r.count AS c, "
        "toString(r.read_on) AS d"
    )
    return {tuple(row.values()) for row in rows}


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://github.com/Ann/Parser", "github.com/ann/parser"),
        ("http://www.github.com/ann/parser.git/", "github.com/ann/parser"),
        ("https://github.com/ann/parser/tree/master/src#l1", "github.com/ann/parser"),
        ("https://example.org/A/b", "example.org/A/b"),
        ("https://github.com/", None),
        ("ann/parser", None),
        ("ftp://example.org/a", None),
    ],
)
def test_addresses_have_one_spelling(url: str, key: str | None) -> None:
    assert normalise_url(url) == key


def test_a_paper_brings_its_artefacts(database: Database) -> None:
    report = load(database, PAPER, {**PAPER, "id": "p2", "date": "2011"}, source="try")
    assert report.details["parts"]["artifacts"] == {"read": 12, "loaded": 10, "repeated": 2}
    assert report.details["artifacts"] == 5  # shared by both papers
    assert report.details["releases"] == 4
    assert referrals(database) == {
        (artifact, paper, number, day)
        for paper in ("try:p1", "try:p2")
        for artifact, number, day in (
            ("try:award:best-paper", 1, None),
            ("try:count:downloads", 209, "2021-05-01"),
            ("try:count:citing_patents", 0, "2021-05-01"),
        )
    }
    released = database.read_text(
        "MATCH (:Paper {id: 'try:p1'})-[r:RELEASED]->(a) RETURN a.id AS id, a.kind AS kind, "
        "toString(r.date) AS date ORDER BY id"
    )
    assert [tuple(row.values()) for row in released] == [
        ("dataset:huggingface.co/datasets/ann/trees", "dataset", "2010-12-31"),
        ("repository:github.com/ann/parser", "repository", "2010-12-31"),
    ]
    assert graph_status(database)["nodes"]["Artifact"] == 5


def test_of_two_records_any_order_leaves_one_graph(database: Database) -> None:
    other = {
        **PAPER, "awards": ["best paper", "Best Demo"], "impact": {"downloads": 3}, "datasets": [],
    }  # fmt: skip
    third = {"id": "p3", "date": "2011", "awards": ["BEST PAPER"]}
    prints = set()
    for order in permutations([PAPER, other, third]):
        database.rows("admin/wipe")
        for number, record in enumerate(order):
            loaded = load(database, record, max_rejected=1, batch_size=1 + number)
        prints.add(loaded.graph_fingerprint)
    assert len(prints) == 1


def test_counts_are_loaded_from_a_table(database: Database) -> None:
    load(database, PAPER, {"id": "p2", "date": "2011"}, source="try")
    before = graph_status(database)["graph_fingerprint"]
    rows = [
        "https://github.com/ann/parser/,,17,2021-03-01",
        "p2,news,4,2021-03",
        '"p1",downloads,11,',
    ]
    report = count(database, *rows, source="try")
    assert (report.read, report.loaded, report.rejected) == (3, 3, {})
    assert report.details["accepted"] == {"count_without_day": 1, "id_case_or_url_form": 1}
    assert report.graph_fingerprint != before
    [row] = database.read_text(
        "MATCH (a:Artifact {kind: 'repository'}) RETURN a.count AS n, toString(a.read_on) AS d"
    )
    assert tuple(row.values()) == (17, "2021-03-01")
    assert {
        ("try:count:news", "try:p2", 4, "2021-03-31"),
        ("try:count:downloads", "try:p1", 11, None),
        ("try:count:downloads", "try:p1", 209, "2021-05-01"),  # of the record; both stay
    } < referrals(database)
    again = count(database, *rows, source="try")
    assert (again.loaded, again.merged) == (0, 3)
    results = {finding.check: finding for finding in findings(database)}
    assert results["artifacts_without_count"].count == 1
    undated = results["counts_without_day"]
    assert (undated.count, undated.examples) == (1, ["downloads"])


def test_of_an_address_with_two_kinds_each_has_its_own_reading(database: Database) -> None:
    """A reading that is no use to one of them may still be the latest of the other."""
    place = "https://x.org/d"
    as_code, as_data = ({"id": item, kind: [place]} for item, kind in
                        (("p1", "code_repositories"), ("p2", "datasets")))  # fmt: skip
    old, new = f"{place},,5,2020", f"{place},,9,2024"

    def held() -> list[tuple[Any, ...]]:
        text = database.read_text(
            "MATCH (a:Artifact) RETURN a.kind AS k, a.count AS n ORDER BY k DESC"
        )
        return [tuple(row.values()) for row in text]

    load(database, as_code)
    count(database, old)
    load(database, as_data)
    later = count(database, old)
    assert held() == [("repository", 5), ("dataset", 5)]
    assert (later.loaded, later.merged, later.details["replaced"]) == (1, 0, 0)
    database.rows("admin/wipe")
    load(database, as_data)
    count(database, new)
    load(database, as_code)
    stray = count(database, old)
    assert held() == [("repository", 5), ("dataset", 9)]
    assert (stray.loaded, stray.rejected) == (1, {})
    last = count(database, new)
    assert held() == [("repository", 9), ("dataset", 9)]
    assert (last.loaded, last.details["replaced"]) == (1, 1)
    remove_loads(database, last.run)
    assert held() == [("repository", 5), ("dataset", 5)]
    # Of two readings in one load only the later one is left, on both.
    database.rows("admin/wipe")
    load(database, as_code, as_data)
    both = count(database, old, new, batch_size=1, max_rejected=1)
    assert held() == [("repository", 9), ("dataset", 9)]
    assert (both.loaded, both.rejected) == (1, {"older_reading": 1})


def test_an_artefact_that_comes_back_has_no_counts_of_before(database: Database) -> None:
    place = "https://x.org/d"
    count_of = "MATCH (a:Artifact) RETURN a.count AS n"
    first = load(database, {"id": "p1", "datasets": [place]}, source="a").run
    for reading in (f"{place},,5,2020", f"{place},,9,2021"):
        count(database, reading)
    remove_loads(database, first)
    assert list(database.read_text(count_of)) == []
    load(database, {"id": "p1", "datasets": [place]}, source="a")
    assert [row["n"] for row in database.read_text(count_of)] == [None]
    third = count(database, f"{place},,7,2019")
    assert [row["n"] for row in database.read_text(count_of)] == [7]
    remove_loads(database, third.run)
    assert [row["n"] for row in database.read_text(count_of)] == [None]


def test_columns_may_have_other_names(database: Database) -> None:
    load(database, PAPER)
    path = Path("stars.csv")
    path.write_text('title,repo,stars\n"two\nlines",https://github.com/ann/parser,5\nx,y,many\n')
    table = CountTable({"id": "repo", "count": "stars"}, "2022")
    rejects = Path("rejects.jsonl")
    report = load_files(
        database, [path], table=table, max_rejected=1, rejects=rejects, kind="counts"
    )
    assert (report.loaded, report.rejected) == (1, {"count_kind": 1})
    assert json.loads(rejects.read_text())["line"] == 4
    with pytest.raises(DataError, match="has no columns 'id' and 'count'"):
        load_files(database, [path], kind="counts")


def test_unknown_things_are_rejected_and_asked_for_again(database: Database) -> None:
    load(database, {"id": "p0"})
    rows = ["p1,downloads,3,2020", "https://github.com/ann/parser,,3,2020"]
    report = count(database, *rows, max_rejected=1)
    assert report.rejected == {"unknown_paper": 1, "unknown_artefact": 1}
    load(database, PAPER)
    assert count(database, *rows).loaded == 2


@pytest.mark.parametrize("seed", [0, default_seed()])
def test_any_order_of_readings_leaves_the_latest(database: Database, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a seeded draw
    load(database, PAPER, {"id": "p2"})
    targets = ["https://github.com/ann/parser,", "p1,downloads", "p2,downloads", "p2,news"]
    rows = [
        f"{draw.choice(targets)},{draw.randint(0, 3)},{draw.choice(['2020', '2021', ''])}"
        for _ in range(14)
    ]
    prints = set()
    for _ in range(3):
        database.rows("admin/wipe")
        load(database, PAPER, {"id": "p2"})
        mixed = draw.sample(rows, len(rows))
        for part in (mixed[:5], mixed[5:]):
            size = draw.choice([1, 3, 100])
            report = count(database, *part, max_rejected=1, batch_size=size)
            assert report.read == report.loaded + report.merged + sum(report.rejected.values())
            assert set(report.rejected) <= {"conflict", "older_reading"}
        prints.add(report.graph_fingerprint)
    assert len(prints) == 1
    latest: dict[str, str] = {}
    for row in rows:
        target, _, _ = row.rpartition(",")[0].rpartition(",")
        latest[target] = max(latest.get(target, ""), row.rpartition(",")[2])
    held = database.read_text(
        "MATCH (a)-[r:REFERS_TO {in_record: false}]->(p) "
        "RETURN p.id + ',' + a.kind AS t, toString(r.read_on) AS d UNION ALL "
        "MATCH (a {kind: 'repository'}) WHERE a.count IS NOT NULL "
        "RETURN 'https://github.com/ann/parser,' AS t, toString(a.read_on) AS d"
    )
    assert {row["t"]: (row["d"] or "")[:4] for row in held} == latest


CLAIM = {"paper_id": "p1", "stance": "support", "text": "It works."}


def records(db: Database) -> str:
    file = write_lines(
        "papers.jsonl", {"id": "p1", "date": "2010", "references": [], "title": "One"}
    )
    return load_files(db, [file], kind="records").graph_fingerprint


def claims(db: Database, *rows: dict[str, Any], **options: Any) -> Any:
    return load_files(
        db, write_lines("claims.jsonl", *rows), rejects=Path("rejects.jsonl"), **options
    )


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
    report = load_files(database, [file], kind="sciencemeter")
    assert (report.read, report.loaded, report.merged) == (6, 5, 1)
    assert report.details["citations"] == 4
    cited = database.rows("path/ordered_references", paper_ids=["s2:n1"], since="2000-01-01")
    assert {row["paper_id"] for row in cited} == {"s2:p1", "s2:p2"}
    assert database.rows("task/reviews", paper_ids=["s2:p2", "s2:p1"], before="2030-01-01") == [
        {"paper_id": "s2:p2"}
    ]
    found = load_files(database, [file], source="s2", kind="claims")
    assert (found.read, found.loaded, found.merged) == (12, 11, 1)
    assert {text for paper_id, stance, text in stored(database) if stance == "support"} == {
        "The finding of p1 improves the model.",
        "The finding of n1 improves the model.",
        "Another sentence.",
    }


def test_lines_and_lists_of_triplets_make_one_graph(database: Database) -> None:
    rows = [triplet(1), triplet(2)]
    first = load_files(database, [file_of(Path("a.jsonl"), rows)], kind="sciencemeter")
    database.rows("admin/wipe")
    lines = file_of(Path("b.jsonl"), rows, lines=True)
    assert (
        load_files(database, [lines], kind="sciencemeter").graph_fingerprint
        == first.graph_fingerprint
    )
    with pytest.raises(DataError, match="holds triplets of ScienceMeter"):
        load_files(database, [lines], kind="records")


def test_a_row_that_is_no_triplet_is_rejected(database: Database) -> None:
    broken = triplet(2)
    del broken["new_paper"]["paperId"]
    file = file_of(Path("a.jsonl"), [triplet(1), broken], lines=True)
    report = load_files(
        database, [file], max_rejected=1.0, rejects=Path("rejects.jsonl"), kind="sciencemeter"
    )
    assert (report.loaded, report.rejected) == (3, {"required_missing": 1})
