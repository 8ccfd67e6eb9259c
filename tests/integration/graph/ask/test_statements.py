"""Statements that answer questions: true headers, answers worked out by hand, sound plans."""

import json
import re
from collections import Counter
from datetime import date
from typing import Any

import pytest
from helpers.networks.build import load_graph
from helpers.networks.golden_network import GOLDEN, load_network
from helpers.networks.planted import SOURCE, plant

from scinet.graph.db import day_comparisons
from scinet.graph.db.connection import Database
from scinet.graph.db.query import load_query, query_names
from scinet.graph.load.removal import remove_loads

FOLDERS = ("check", "ego", "field", "identify", "link", "lookup", "novelty", "pair", "path",
           "pathway", "quality", "ranking", "task")  # fmt: skip
NAMES = [name for name in query_names() if name.split("/")[0] in FOLDERS]
GOLDEN_NAMES = sorted(
    str(file.relative_to(GOLDEN).with_suffix(""))
    for folder in (*FOLDERS, "indicator")
    for file in (GOLDEN / folder).glob("*.json")
)
# At most one row, so that there is nothing to order.
SINGLE = (
    "link/citation_pair", "link/co_citation_pair", "lookup/word_frequency", "lookup/title_initials",
    "lookup/groups_named", "link/coauthor_pair", "link/coupling_pair",
)  # fmt: skip
# Reads of the whole graph have no key to start from.
WITHOUT_KEY = (
    "quality/", "identify/", "pathway/building_blocks", "task/pathways", "task/reused",
    "path/unordered_between", "field/", "lookup/word_frequency", "lookup/title_initials",
    "lookup/groups_named", "lookup/years", "lookup/most_cited",
)  # fmt: skip
IDS = [*map(str, range(11)), *(f"P{n}" for n in range(1, 11))]
# Rows may be those of a list that was put in order before it was made.
ORDERED_LIST = re.compile(r"ORDER BY .+\nWITH collect\([^;]+\nUNWIND \w+ AS one$")
SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan")


def golden(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return content


@pytest.fixture(scope="module", params=["field", "disruption"])
def network(request: pytest.FixtureRequest, shared_database: Database) -> str:
    name: str = request.param
    load_network(shared_database, name)
    return name


def plain(value: Any) -> Any:
    """Dates as text, floats to twelve digits, as golden files can hold them."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float):
        return pytest.approx(value, rel=1e-12)
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def test_headers_tell_what_is_answered_and_rows_end_in_a_stated_order() -> None:
    for name in NAMES:
        query = load_query(name)
        assert query.mode == "read", name
        assert query.summary.endswith("."), name
        assert query.returns, name
        assert name in GOLDEN_NAMES
        before, _, last_return = query.text.rpartition("\nRETURN ")
        is_ordered = "ORDER BY" in last_return or ORDERED_LIST.search(before)
        assert is_ordered or name in SINGLE, name


@pytest.mark.parametrize("besides", ["real papers alone", "simulated papers"])
def test_answers_are_those_worked_out_by_hand(
    network: str, shared_database: Database, besides: str
) -> None:
    """With simulated papers in the graph as well, with the same titles and by the same people."""
    if besides == "simulated papers":
        plant(shared_database)
    asked = 0
    for name in GOLDEN_NAMES:
        content = golden(name)
        if content["network"] != network:
            continue
        for case in content["cases"]:
            rows = shared_database.rows(name, **case["params"])
            # Scores of the full-text index are the index's own business: only their order counts.
            kept = [{k: plain(v) for k, v in row.items() if k != "score"} for row in rows]
            assert kept == case["rows"], (name, case["params"])
            assert all(tuple(row) == load_query(name).returns for row in rows), name
            asked += 1
    assert asked > 2
    if besides == "simulated papers":
        remove_loads(shared_database, SOURCE)


def test_plans_start_from_keys(network: str, shared_database: Database) -> None:
    for name in GOLDEN_NAMES:
        content = golden(name)
        if content["network"] != network:
            continue
        query = load_query(name)
        plan = shared_database.explain(query.text, query.bind(content["cases"][0]["params"]))
        assert plan.kind == "r", name
        assert plan.notifications == (), name
        day_comparisons.check_comparisons(
            plan.details, query.text, query.bind(content["cases"][0]["params"])
        )
        if not name.startswith(WITHOUT_KEY):
            assert not [o for o in plan.operators if o.endswith(SCANS)], name
            # A product of two single nodes is how the planner joins the ends of a pair.
            if "CartesianProduct" in plan.operators:
                assert plan.operators.count("NodeUniqueIndexSeek") >= 2, name


def test_what_reads_in_blocks_seeks_each_number(database: Database) -> None:
    names_of_blocks = [name for name in query_names() if "blocks" in load_query(name).params]
    assert len(names_of_blocks) > 20
    for name in names_of_blocks:
        plan = database.explain(load_query(name).text, {"blocks": [[0, 9]]})
        assert "NodeByIdSeek" in plan.operators, name
        assert not [item for item in plan.operators if item.endswith("Scan")], name


def test_the_explanation_of_disruption_has_as_many_papers_as_were_counted(
    network: str, shared_database: Database
) -> None:
    papers = [row["paper_id"] for row in shared_database.rows("identify/paper_names", ids=IDS)]
    assert len(papers) > 9, network
    for window in (None, 1, 3):
        for before in (None, "1994-01-10", "1998-12-31"):
            given = {"window_years": window, "before": before}
            for counted in shared_database.rows("indicator/disruption", paper_ids=papers, **given):
                paper, is_open = counted.pop("paper_id"), counted.pop("window_open")
                rows = shared_database.rows("ego/disruption", paper_id=paper, **given)
                kinds = [row["counts_as"] for row in rows]
                assert {kind: kinds.count(kind) for kind in counted} == counted, (paper, given)
                assert {row["window_open"] for row in rows} <= {is_open}, (paper, given)


def test_disruption_of_a_paper_with_two_thousand_later_ones(database: Database) -> None:
    # Of every four later papers two cite it alone, one a reference too, one only a reference.
    cites = (["f"], ["f"], ["f", "r"], ["r"])
    later = [(f"c{n:04}", f"{2001 + n % 9}", cites[n % 4]) for n in range(2000)]
    load_graph(database, [("r", "1999", []), ("f", "2000", ["r"]), *later])
    rows = database.rows("ego/disruption", paper_id="f", window_years=None, limit=5_000)
    assert Counter(row["counts_as"] for row in rows) == {"n_i": 1000, "n_j": 500, "n_k": 500}
    assert {(row["cd"], row["di"]) for row in rows} == {(0.25, 1 / 3)}
    assert rows == sorted(rows, key=lambda row: (row["counts_as"], row["date"], row["paper_id"]))
    first = database.rows("ego/disruption", paper_id="f", window_years=None, limit=1_500)
    assert first == rows[:1_500]
