"""Metadata of Crossref, arXiv, Lens, the ACL Anthology and DBLP."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.network_files import outcome
from helpers.service_files import ACL, ARXIV, CROSSREF, DBLP, LENS

FILES: dict[str, tuple[Any, str]] = {
    "Crossref": (
        json.dumps(
            {
                "status": "ok",
                "message-type": "work-list",
                "message": {"facets": {}, "items": [CROSSREF]},
            }
        ),
        "day",
    ),
    "Crossref's files": (json.dumps({"items": [CROSSREF]}, indent=1), "day"),
    "arXiv": (json.dumps(ARXIV), "day"),
    "Lens": (json.dumps({"data": [LENS]}), "day"),
    "ACL": (ACL, "day"),
    "DBLP": (DBLP, "year"),
}


@pytest.mark.parametrize("name", FILES)
def test_each_service_gives_the_paper(tmp_path: Path, name: str) -> None:
    content, precision = FILES[name]
    (tmp_path / "x").write_text(content)
    found = outcome(tmp_path / "x")
    assert (found.reasons, found.faults, found.balances) == ({}, [], True)
    [paper] = (entry.record for entry in found.entries)
    assert (paper.id, paper.title) == (
        "acl:P98-1001" if name == "ACL" else "doi:10.1000/abc",
        "Counting words",
    )
    assert (f"{paper.date:%Y-%m}", paper.date_precision, paper.venue.name) == (
        "1998-12" if name == "DBLP" else "1998-06", precision, "Letters",
    )  # fmt: skip
    assert paper.authors[0].name == "Ada Bell"
    assert paper.abstract == (None if name == "DBLP" else "One.")
    assert paper.external_ids["doi"] == "10.1000/abc"
    if name == "DBLP":
        assert [(a.id, a.name) for a in paper.authors] == [
            ("dblp:Ada Bell 0001", "Ada Bell"),
            ("dblp:José Li", "José Li"),
        ]
    cited = {
        "Crossref": ("doi:10.1000/cited",),
        "Crossref's files": ("doi:10.1000/cited",),
        "Lens": ("lens:9",),
    }
    assert paper.references == cited.get(name, ())
