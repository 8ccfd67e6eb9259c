"""A user's own Cypher as of a day answers as if nothing later were there, or says why not."""

import json
import random
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import pytest
from helpers.networks.dated_worlds import Pair, drawn, loaded, pair
from helpers.networks.golden_network import GOLDEN

from scinet.errors import QueryError
from scinet.experiments.leak_audit.questions import STATEMENTS, draw_parameters
from scinet.graph.as_of import answerable_properties, restrict_to_day
from scinet.graph.db import guard
from scinet.graph.db.connection import Database
from scinet.graph.db.query import load_query

_FOLDER: Final = GOLDEN / "as_of"
ANSWERED: Final = tuple(
    one.strip() for one in (_FOLDER / "answered.cypher").read_text("utf-8").split("\n\n")
)
OF_STRANGERS: Final = (_FOLDER / "of_strangers.cypher").read_text("utf-8").split("\n\n")
REFUSED: Final = [
    line.split("\t") for line in (_FOLDER / "refused.tsv").read_text("utf-8").splitlines()
]
_DAY: Final = date(2005, 1, 1)
_SEED: Final = 3
_CONDITION: Final = re.compile(r"\w+\.(date|before) <=? date\(\$before\)")
# They read what an own statement may not, each for the reason that is said.
UNANSWERED: Final = {
    "community/members": "graph_fingerprint",
    "field/most_mentioned": "count",
    "identify/paper": "SourceRecord",
    "lookup/author_by_name": "the score",
    "lookup/author_starting": "the first so many texts",
    "lookup/documents": "count",
    "lookup/paper": "properties",
    "lookup/text": "the score",
    "lookup/title": "the score",
    "lookup/title_starting": "the first so many texts",
    "lookup/word_frequency": "the first so many texts",
    "pathway/enabled_by": "unknown_papers",
    "task/document_counts": "count",
    "task/pathways": "unknown_papers",
}
# By intent it shows which later papers a paper mentions.
_LOOKS_AHEAD: Final = "task/own_text"


def _params(world: Pair) -> dict[str, Any]:
    return {
        "as_of": 7,
        "author": world.authors[2],
        "ids": list(world.ids[:6]),
        "later": world.later[0],
        "name": f"A. {world.authors[2]}",
        "other": world.ids[-5],
        "paper": world.ids[-2],
        "venue": "v1",
        "words": "parsing",
    }


def _rows(database: Database, text: str, params: Mapping[str, Any], day: date | None) -> str:
    answers = guard.run_statement(
        database, text, params=dict(params), before=day, timeout_s=60, limit=10**6
    )
    return json.dumps(answers.rows, default=str)


def test_a_planted_future_moves_no_answer(database: Database) -> None:
    # The server explains each statement before it runs: as it is given, and as it is with the day.
    world = pair(_SEED)
    params = _params(world)
    result, plain = [], []
    for records in (world.past, world.whole):
        with loaded(database, records) as graph:
            result.append([_rows(graph, text, params, world.day) for text in ANSWERED])
            plain.append([_rows(graph, text, params, None) for text in ANSWERED])
    moved = [text for text, item, other in zip(ANSWERED, *result, strict=True) if item != other]
    assert moved == []
    silent = [text for text, rows in zip(ANSWERED, result[0], strict=True) if rows == "[]"]
    still = [text for text, item, other in zip(ANSWERED, *plain, strict=True) if item == other]
    assert len(ANSWERED) >= 150
    assert len(silent) <= len(ANSWERED) // 20, silent
    assert len(still) <= len(ANSWERED) // 7, still


def test_names_of_groups_are_those_of_their_rows(database: Database) -> None:
    # Names are computed for each group; where rows have them before, nothing is left to group by.
    world = pair(_SEED)
    of_groups = "MATCH (a:Author)-[:AUTHORED]->(p)-[:PUBLISHED_IN]->(v)"
    of_rows = f"{of_groups} WITH a.id AS id, a.name AS name, p, v.name AS venue"
    same = {
        "a.id AS id, a.name AS name, avg(p.date.year) AS n": "id, name, avg(p.date.year) AS n",
        "a.name AS name, count(p) AS n, min(p.id) AS p": "name, count(p) AS n, min(p.id) AS p",
        "a.name AS name, count(DISTINCT p) AS n": "name, count(DISTINCT p) AS n",
        "v.name AS venue, a.name AS name, max(p.id) AS n": "venue, name, max(p.id) AS n",
        "DISTINCT v.name AS venue, a.name AS name, 1 AS n": "DISTINCT venue, name, 1 AS n",
    }
    with loaded(database, world.whole) as graph:
        for groups, rows in same.items():
            grouped = _rows(graph, f"{of_groups} RETURN {groups} ORDER BY n, name", {}, world.day)
            by_row = _rows(graph, f"{of_rows} RETURN {rows} ORDER BY n, name", {}, world.day)
            assert json.loads(grouped), groups
            assert _sorted(grouped) == _sorted(by_row), groups


def _sorted(rows: str) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in json.loads(rows))


def test_statements_of_who_had_not_seen_the_rewriter(database: Database) -> None:
    world = pair(_SEED)
    params = {
        "paper_id": world.ids[-2],
        "author_id": world.authors[2],
        "venue_id": "v1",
        "name": f"A. {world.authors[2]}",
        "words": "parsing",
        "limit": 20,
    }

    def answered(graph: Database, text: str) -> str:
        try:
            return _rows(graph, text, params, world.day)
        except QueryError as refused:
            return str(refused)

    results = []
    for records in (world.past, world.whole):
        with loaded(database, records) as graph:
            results.append([answered(graph, text) for text in OF_STRANGERS])
    assert results[0] == results[1]
    assert sum(item.startswith("[{") for item in results[0]) >= 120
    refused = [item for item in results[0] if not item.startswith("[")]
    assert all("(line" in item for item in refused)


@pytest.mark.parametrize(("statement", "reason"), REFUSED)
def test_what_cannot_be_kept_to_a_day_is_refused(
    shared_database: Database, statement: str, reason: str
) -> None:
    params: dict[str, Any] = {"key": "cd_5", "given": {}, "label": "Paper", "index": "author_names"}
    if statement.endswith("p[$key]"):
        params["key"] = 1
    with pytest.raises(QueryError) as refused:
        guard.run_statement(shared_database, statement, params=params, before=_DAY)
    assert str(refused.value) == reason


def test_shipped_statements_give_the_same_rows_without_their_conditions(
    shared_database: Database,
) -> None:
    shared_database.rows("admin/wipe")
    world = pair(_SEED)
    moved: dict[str, str] = {}
    answered: set[str] = set()
    with loaded(shared_database, world.whole) as graph:
        for name in STATEMENTS:
            if name in UNANSWERED or name == _LOOKS_AHEAD:
                continue
            query = load_query(name)
            text = query.text.replace("$before IS NULL", "true")
            text = _CONDITION.sub("true", text.replace("$before IS NOT NULL", "false"))
            for number in range(3):
                rng = random.Random(f"{name} {number}")  # noqa: S311
                values = query.bind(draw_parameters(name, rng, drawn(world)))
                restricted = restrict_to_day(text, world.day, {**values, "before": None})
                given = dict(restricted.params)
                shipped = list(graph.read_text(query.text, params=values))
                own = list(
                    graph.read_text(restricted.statement, params=given, shown=answerable_properties)
                )
                answered |= {name} if shipped else set()
                if own != shipped:
                    moved[name] = f"{values}: {own} instead of {shipped}"
    assert moved == {}
    assert len(answered) >= 70


@pytest.mark.parametrize(("name", "reason"), UNANSWERED.items())
def test_shipped_statements_that_own_ones_may_not_be(name: str, reason: str) -> None:
    with pytest.raises(QueryError, match=reason):
        restrict_to_day(load_query(name).text, _DAY, {})
