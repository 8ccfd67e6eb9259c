"""Pathways: papers found by any id, one graph whatever the order, nothing lost, nothing twice."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.command_line import ask
from helpers.files.network_files import pathway
from helpers.files.read_files import write_lines

import scinet
from scinet.errors import DataError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.graph.schema.records import Reference
from scinet.graph.sources.scipaths_files import date_from_ids, read_claims, write_papers

SHA = "0123456789abcdef0123456789abcdef01234567"


def grounding(identifier: str | None, title: str | None = None, **external: Any) -> dict[str, Any]:
    return {"paper_id": identifier, "ref_title": title, "external_ids": external}


def claim(name: str, *groundings: dict[str, Any], **fields: Any) -> dict[str, Any]:
    step = {
        "enabling_contribution_id": f"{name}::01", "enabling_contribution": "A corpus",
        "canonical_grounding": groundings[0] if groundings else None,
        "additional_groundings": list(groundings[1:]),
        "canonical_annotation": {"roles": ["DATA_SOURCE"], "rationale": "It is read."},
    }  # fmt: skip
    return {
        "claim_id": name, "conference_year": 2020, "target_paper_id": "2020.acl-main.1",
        "target_title": "A parser", "target_contribution": "Tool: A parser for trees.",
        "enabling_contributions": [step], **fields,
    }  # fmt: skip


PAPERS: list[dict[str, Any]] = [
    {"id": "t", "title": "A Parser", "date": "2020", "external_ids": {"acl": "2020.acl-main.1"}},
    {"id": "a", "title": "By ACL", "date": "2011", "external_ids": {"acl": "P11-1001"}},
    {"id": "b", "title": "By number", "date": "2012", "external_ids": {"arxiv": "1201.00001"}},
    {"id": "c", "title": "By DOI", "date": "2013", "external_ids": {"doi": "10.1000/c"}},
    {"id": "d", "title": "By hash", "date": "2014", "external_ids": {"s2": SHA}},
    {"id": "e", "title": "By its title", "date": "2015"},
    {"id": "f", "title": "Twice", "date": "2016"},
    {"id": "g", "title": "Twice", "date": "2017"},
]


def records(db: Database, *rows: dict[str, Any]) -> LoadReport:
    return load(db, write_lines("papers.jsonl", *rows), rejects=Path("paper-rejects.jsonl"))


def pathways(db: Database, *rows: Any, **options: Any) -> LoadReport:
    file = Path("claims.json")
    file.write_text(json.dumps(rows))
    return load(db, [file], rejects=Path("rejects.jsonl"), **options, kind="pathways")


def grounded(db: Database) -> set[tuple[str, bool]]:
    rows = db.read_text(
        "MATCH (:Contribution)-[g:GROUNDED_IN]->(p) RETURN p.id AS id, g.is_canonical AS is_first"
    )
    return {(row["id"], row["is_first"]) for row in rows}


def test_papers_are_found_by_the_ids_of_every_site_and_by_title(database: Database) -> None:
    records(database, *PAPERS)
    named = [grounding("x1", ACL="P11-1001"), grounding("x2", ArXiv="1201.00001v2")]
    named += [grounding("x3", DOI="10.1000/C"), grounding(SHA), grounding(None, "by ITS title")]
    named += [grounding("ref:7", "Twice"), grounding("b"), grounding("t")]
    report = pathways(database, claim("one", *named))
    assert grounded(database) == {(paper, paper == "a") for paper in "abcde"}
    assert report.details["parts"]["groundings"] == {
        "read": 8,
        "loaded": 5,
        "rejected": {"unknown_paper": 1, "repeated": 1, "in_itself": 1},
    }
    assert report.details["contributions"] == 2
    [row] = database.rows("pathway/enabled_by", contribution_id="scipaths:one")
    assert row["unknown_papers"] == ["ref:7"]
    [row] = database.rows("pathway/contributions", paper_id="t")
    assert (row["kind"], row["text"]) == ("Tool", "A parser for trees.")


def test_a_repeated_load_changes_nothing_and_one_after_new_records_adds(database: Database) -> None:
    records(database, PAPERS[0])
    row = claim("one", grounding(SHA))
    first = pathways(database, row)
    again = pathways(database, row)
    assert (again.loaded, again.merged) == (0, 1)
    assert again.graph_fingerprint == first.graph_fingerprint
    assert not grounded(database)
    whole = records(database, *PAPERS)
    later = pathways(database, row)
    assert later.graph_fingerprint != whole.graph_fingerprint
    assert grounded(database) == {("d", True)}
    # The graph is the one that papers first, pathways last would have given.
    database.rows("admin/wipe")
    records(database, *PAPERS)
    assert pathways(database, row).graph_fingerprint == later.graph_fingerprint


def test_a_surer_paper_than_the_one_found_before_takes_its_place(database: Database) -> None:
    by_title, by_id = {"id": "b:7", "title": "Trees"}, {"id": "acl:P01-1001", "title": "Others"}
    row = claim("one", grounding("x", "Trees", ACL="P01-1001"))
    records(database, by_title)
    pathways(database, row)
    assert grounded(database) == {("b:7", True)}
    records(database, by_id)
    late = pathways(database, row)
    assert (late.loaded, late.merged) == (1, 0)
    assert grounded(database) == {("acl:P01-1001", True)}
    records(database, {"id": "q"})  # the same is read again, and finds the same
    assert pathways(database, row).merged == 1
    database.rows("admin/wipe")
    records(database, by_title, by_id)
    assert pathways(database, row).graph_fingerprint == late.graph_fingerprint


def test_records_of_one_work_ground_a_contribution_once(database: Database) -> None:
    """And none grounds one of its own."""
    both = [{"id": f"{source}:{name}", "title": name, "external_ids": {"doi": f"10.1000/{name}"}}
            for name in "pq" for source in "xy"]  # fmt: skip
    other = {"id": "w:o", "title": "o"}
    records(database, *both, other)
    named = [grounding(item) for item in ("w:o", "y:q", "x:q", "y:p")]
    pathways(database, claim("one", *named, target_paper_id="x:p"))
    [row] = database.rows("pathway/enabled_by", contribution_id="scipaths:one")
    assert row["paper_ids"] == ["w:o", "x:q"]  # the canonical one first
    [row] = database.rows("task/pathways", before=None)
    [step] = row["steps"]
    assert (row["paper_id"], step[6]) == ("x:p", ["w:o", "x:q"])


def test_of_two_versions_one_stays_whatever_comes_first(database: Database) -> None:
    versions = [claim("one", conference_year=year) for year in (2019, 2020, 2021)]
    seen = set()
    for order in permutations(versions):
        database.rows("admin/wipe")
        records(database, PAPERS[0])
        reports = [pathways(database, row, max_rejected=1.0) for row in order]
        for item in reports:
            assert item.read == item.loaded + item.merged + sum(item.rejected.values())
        seen.add(reports[-1].graph_fingerprint)
    assert len(seen) == 1


def test_a_graph_without_pathways_keeps_its_fingerprint(database: Database) -> None:
    records(database, PAPERS[0])
    counts = fingerprint.compute_fingerprint(database).counts
    assert counts["contributions"] == counts["groundings"] == 0


@pytest.mark.parametrize(
    ("reference", "dblp", "stated"),
    [
        (Reference("x", None, arxiv="2109.09519"), None, "2021-09"),
        (Reference("x", None, arxiv="cs/0701001"), None, "2007-01"),
        (Reference("x", None, acl="2022.acl-long.1"), "conf/acl/X21", "2022"),
        (Reference("x", None, acl="P98-1001"), None, "1998"),
        (Reference("x", None), "journals/corr/abs-2302-13971", "2023-02"),
        (Reference("x", None), "conf/emnlp/AhnL99a", "1999"),
        (Reference("x", None, doi="10.18653/v1/2022.findings-aacl.10"), None, "2022"),
        (Reference("x", None, doi="10.1002/bse.602"), None, None),
    ],
)
def test_ids_tell_when_a_paper_appeared(
    reference: Reference, dblp: str | None, stated: str | None
) -> None:
    assert date_from_ids(reference, dblp) == stated


def test_the_papers_of_a_file_make_a_network_in_which_its_claims_are_grounded(
    database: Database,
) -> None:
    rows = [
        claim("one", grounding(SHA, "Trees", ArXiv="1503.00075"), grounding("ref:1", "No date")),
        claim("two", grounding(SHA, "Trees"), target_paper_id="neurips-1", target_title="TREES"),
    ]
    file, out = Path("dev.json"), Path("papers.jsonl")
    file.write_text(json.dumps(rows))
    counts = {"claims": 2, "papers": 3, "citations": 2, "undated": 1}
    assert write_papers([file], out) == counts
    same = out.with_name("same.jsonl")
    assert scinet.annotate_scipaths_papers(file, out=same) == {**counts, "file": same}
    assert same.read_bytes() == out.read_bytes()
    assert ask("annotate", "scipaths-papers", str(file), "--out", str(same)) == [
        {**counts, "file": str(same)}
    ]
    assert load(database, [out], rejects=Path("rejects.jsonl"), kind="records").loaded == 3
    report = load(database, [file], rejects=Path("more-rejects.jsonl"), kind="pathways")
    assert report.details["parts"]["attributions"] == {"loaded": 2}
    # The second claim is a contribution of the paper that it is grounded in.
    assert report.details["parts"]["groundings"]["rejected"] == {"in_itself": 1}
    [row] = database.rows("pathway/chains", contribution_id="scipaths:one")
    assert row["contribution_ids"] == ["scipaths:two"]


@pytest.mark.parametrize("ids", [{"DBLP": ["conf/acl/Li11"]}, {"DBLP": {}}])
def test_a_key_that_is_no_text_dates_nothing(ids: dict[str, Any]) -> None:
    row = pathway(1)
    grounding = row["enabling_contributions"][0]["canonical_grounding"]
    grounding["external_ids"] = ids
    file = Path("claims.json")
    file.write_text(json.dumps([row]))
    counted = write_papers([file], Path("papers.jsonl"))
    assert counted == {"claims": 1, "papers": 3, "citations": 2, "undated": 2}


def test_a_file_of_something_else_is_named() -> None:
    file = Path("x.json")
    file.write_text('[{"id": "p1"}]')
    with pytest.raises(DataError, match="has no 'claim_id'"):
        read_claims([file])
