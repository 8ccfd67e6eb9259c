"""What tools answer on a small field, and that nothing of a planted future is in it."""

import itertools
import json
from collections.abc import Mapping
from typing import Any, Final

import pytest
from helpers.networks.scored_network import BEFORE, field, load_field

from scinet.errors import NotFoundError, QueryError
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.tools import TOOLS, DatedView, Tool, ToolResult
from scinet.graph.tools.tool import MAX_ROWS

RECORDS: Final = {record["id"]: record for record in field()[0]}
CRITICS: Final = [paper for paper, record in RECORDS.items() if "p3" in record["references"]][:2]
CALLS: Final[Mapping[str, Mapping[str, Any]]] = {
    "lookup_paper": {"paper": "p3"},
    "lookup_author": {"author": "Author p3"},
    "lookup_papers_of_author": {"author": "a-p3"},
    "search_papers": {"text": "later speech grammar", "limit": MAX_ROWS},
    "search_authors": {"text": "author", "limit": MAX_ROWS},
    "search_groups": {"text": "topic"},
    "ego_references": {"paper": "p50"},
    "ego_citations_by_year": {"paper": "p3"},
    "ego_co_authors": {"author": "a-p3"},
    "ego_most_cited": {"group": "Venue 0"},
    "ego_disruption": {"paper": "p3"},
    "ego_novelty": {"paper": "p60"},
    "ego_most_disruptive": {"group": "venue 1", "limit": 5},
    "ego_most_novel": {"group": "Venue 0"},
    "pair_citing": {"paper": "p3"},
    "pair_citing_with": {"paper": "p3", "sentiment": "negative"},
    "pair_mentioned_with": {"paper": "p3"},
    "pair_co_cited": {"paper": "p3"},
    "pair_coupled": {"paper": "p60"},
    "pair_relation": {"paper": "p3", "other": "p4"},
    "path_shortest": {"a": "p3", "b": "p80"},
    "path_best_cited": {"a": RECORDS["p3"]["title"], "b": "p80", "max_hops": 4},
}


@pytest.fixture(scope="module")
def answers(shared_database: Database) -> dict[str, str]:
    """What is told before there is a future."""
    load_field(shared_database)
    _label(shared_database, *CRITICS)
    past = DatedView(shared_database, snapshot.read_snapshot(shared_database).until(BEFORE))
    return {name: _told(past, name) for name in TOOLS}


@pytest.fixture(scope="module")
def view(shared_database: Database, answers: dict[str, str]) -> DatedView:
    """The field as of its day, with a future that touches everything."""
    assert answers
    load_field(shared_database, later=True)
    _label(shared_database, *CRITICS, "later0")
    return DatedView(shared_database, snapshot.read_snapshot(shared_database).until(BEFORE))


def _label(database: Database, *citing: str) -> None:
    label = {"label": "negative", "positive": 0, "neutral": 0, "negative": 1, "sentence": "No."}
    rows = [{"citing_id": paper, "cited_id": "p3", **label} for paper in citing]
    assert database.rows("label/human_sentiment", rows=rows) == [{"pairs": len(citing)}]


def _told(view: DatedView, name: str) -> str:
    try:
        result = TOOLS[name].call(view, CALLS[name]).as_dict()
    except NotFoundError as error:
        result = {"error": str(error)}
    return json.dumps(result, allow_nan=False)


def test_rows_are_those_of_the_records(view: DatedView, answers: dict[str, str]) -> None:
    def rows(name: str) -> list[dict[str, Any]]:
        result: list[dict[str, Any]] = json.loads(answers[name])["rows"]
        return result

    citing = {paper for paper, record in RECORDS.items() if "p3" in record["references"]}
    assert {row["paper_id"] for row in rows("pair_citing")} == citing
    assert sum(row["citations"] for row in rows("ego_citations_by_year")) == len(citing)
    assert rows("lookup_paper")[0]["citations"] == len(citing)
    assert {row["paper_id"] for row in rows("pair_citing_with")} == set(CRITICS)
    note = f"all its citations: 0 positive, 0 neutral, 2 negative, {len(citing) - 2} unlabelled"
    assert json.loads(answers["pair_citing_with"])["note"] == note
    old = set(RECORDS["p50"]["references"])
    assert {row["paper_id"] for row in rows("ego_references")} == old
    both = [paper for paper, r in RECORDS.items() if {"p3", "p4"} <= set(r["references"])]
    [relation] = rows("pair_relation")
    assert relation["citing_both"] == len(both)
    assert relation["paper_cites_other"] is None
    assert rows("lookup_papers_of_author")[0]["paper_id"] == "p3"
    path = [row["paper_id"] for row in rows("path_best_cited")]
    assert (path[0], path[-1]) == ("p3", "p80")
    assert all(a in RECORDS[b]["references"] for a, b in itertools.pairwise(path))
    assert len(rows("path_shortest")) <= len(path)
    disruption = rows("ego_most_disruptive")
    assert len(disruption) == 5
    item = TOOLS["ego_disruption"].call(view, {"paper": disruption[0]["paper_id"]}).rows[0]
    assert item["di"] == disruption[0]["disruption"]


def test_limits_are_kept_and_said(view: DatedView) -> None:
    result = TOOLS["pair_citing"].call(view, {"paper": "p3", "limit": 2})
    assert (len(result.rows), result.truncated) == (2, True)
    everything = TOOLS["pair_citing"].call(view, {"paper": "p3", "limit": MAX_ROWS})
    assert not everything.truncated


def test_an_answer_is_no_longer_than_a_model_can_read(view: DatedView) -> None:
    def long(view: DatedView) -> ToolResult:
        """Forty rows with long texts, of which some fit."""
        del view
        return ToolResult([{"row": row, "text": "x" * 5_000} for row in range(40)])

    result = Tool("long", long).call(view, {})
    assert result.truncated
    assert [row["row"] for row in result.rows] == list(range(19))
    assert result.rows[0]["text"] == "x" * 999 + "…"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "paper: Field required"),
        ({"paper": "p3", "before": "2020-01-01"}, "before: Extra inputs are not permitted"),
        (
            {"paper": "p3", "limit": MAX_ROWS + 1},
            "limit: Input should be less than or equal to 100",
        ),
        ({"paper": ["p3"]}, "paper: Input should be a valid string"),
    ],
)
def test_wrong_arguments_are_told(view: DatedView, given: dict[str, Any], message: str) -> None:
    with pytest.raises(QueryError, match=message) as error:
        TOOLS["pair_citing"].call(view, given)
    assert error.value.hint == "It takes paper, limit."


def test_what_is_not_there_before_the_day_is_not_found(view: DatedView) -> None:
    for name in ("later0", "On later speech 3", "twin", "p", ""):
        with pytest.raises((NotFoundError, QueryError)) as error:
            TOOLS["lookup_paper"].call(view, {"paper": name})
        assert "search_papers" in error.value.hint or not name
    for author in ("a-later0", "Author later0", "Author twin"):
        with pytest.raises(NotFoundError, match="before 2012-01-01"):
            TOOLS["lookup_author"].call(view, {"author": author})
    everything = DatedView(view.database, snapshot.read_snapshot(view.database))
    with pytest.raises(NotFoundError, match="2 papers are called"):
        TOOLS["lookup_paper"].call(everything, {"paper": RECORDS["p3"]["title"]})


def test_schemas_are_closed_objects_without_a_day() -> None:
    for name, tool in TOOLS.items():
        assert tool.parameters["additionalProperties"] is False, name
        assert "before" not in tool.parameters["properties"], name
        assert len(tool.description) > 20, name
        assert "$ref" not in json.dumps(tool.parameters), name
