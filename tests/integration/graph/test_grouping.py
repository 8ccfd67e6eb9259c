"""Groupings: one group at most for each paper, of the very day and graph that are asked."""

from datetime import date

import numpy as np
import pytest
from helpers.networks.build import Paper, load_graph, snapshot_of

from scinet.errors import DataError, NotFoundError
from scinet.graph import communities, grouping, snapshot
from scinet.graph.connection import Database

PAPERS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2001", ["a"]),
    ("c", "2002", []),
    ("d", "2003", []),
]
VENUES = {"a": "Letters", "b": "Notes", "c": "Letters", "d": "Later"}


def test_papers_of_a_venue_are_a_group() -> None:
    arrays = snapshot_of(PAPERS, venues=VENUES).until(date(2003, 1, 1))
    found = grouping.of(arrays, "venue")
    assert found.code.tolist() == [0, 1, 0]
    assert found.id.tolist() == found.name.tolist() == ["Letters", "Notes"]
    assert found.ungrouped == 0


def test_papers_are_grouped_by_their_main_field() -> None:
    about = {
        "a": [("F2", "field"), ("F1", "field")],
        "b": [("F1", "field")],
        "d": [("F0", "field")],
    }
    arrays = snapshot_of(PAPERS, fields=about).until(date(2003, 1, 1))
    found = grouping.of(arrays, "field")
    assert (found.by, found.code.tolist(), found.id.tolist()) == ("field", [1, 0, -1], ["F1", "F2"])
    assert found.ungrouped == 1
    with pytest.raises(DataError, match="no topic groups"):
        grouping.of(arrays, "topic")


def test_groups_are_found_by_name_and_id_in_any_case() -> None:
    arrays = snapshot_of(PAPERS, venues=VENUES | {"b": "Later Notes", "c": "LATER"})
    found = grouping.of(arrays, "venue")
    assert found.id.tolist() == ["LATER", "Later", "Later Notes", "Letters"]
    assert (found.find("letters"), found.find("Later"), found.find("LATER notes")) == (3, 1, 2)
    with pytest.raises(NotFoundError, match="'later' names 2 groups by venue") as several:
        found.find("later")
    assert "LATER, Later" in several.value.hint
    with pytest.raises(NotFoundError, match="no venue 'Leters'") as misspelt:
        found.find("Leters")
    assert "Did you mean Letters" in misspelt.value.hint


def test_each_paper_is_a_group() -> None:
    found = grouping.of(snapshot_of(PAPERS), "paper")
    assert found.code.tolist() == [0, 1, 2, 3]
    assert found.id.tolist() == ["a", "b", "c", "d"]


def test_venues_are_called_by_their_names(database: Database) -> None:
    load_graph(database, PAPERS, venues={"a": "Letters A", "b": "letters a", "c": "Notes"})
    arrays = snapshot.read(database)
    found = grouping.of(arrays, "venue", database=database)
    assert found.name.tolist() == ["Letters A", "Notes"]
    assert found.code.tolist() == [0, 0, 1, -1]
    assert found.ungrouped == 1


def test_names_that_two_groups_share_carry_their_ids() -> None:
    ids = np.array(["x", "y", "z"], dtype=object)
    told = grouping._distinct(["one", "two", "one"], ids)
    assert told.tolist() == ["one (x)", "two", "one (z)"]


def test_communities_of_another_day_or_graph_group_nothing(database: Database) -> None:
    load_graph(database, PAPERS)
    arrays = snapshot.read(database)
    cut = arrays.until(date(2002, 1, 1))
    found = [communities.Community("c1", "words", ("a",))]
    name = arrays.graph_fingerprint
    communities.write(
        database, found, graph_fingerprint=name, before=cut.before, resolution=1.0, seed=0
    )
    grouped = grouping.of(cut, "community", database=database)
    assert (grouped.code.tolist(), grouped.id.tolist()) == ([0, -1], ["c1"])
    for other in (arrays, arrays.until(date(2002, 1, 2))):
        with pytest.raises(DataError, match="no community groups"):
            grouping.of(other, "community", database=database)
    with pytest.raises(DataError, match="no community"):
        grouping.of(cut, "community", database=database, seed=1)


def test_an_unknown_grouping_is_refused() -> None:
    with pytest.raises(DataError, match="not grouped by 'colour'"):
        grouping.of(snapshot_of(PAPERS), "colour")
    with pytest.raises(DataError, match="no venue groups the papers of all days"):
        grouping.of(snapshot_of(PAPERS), "venue")
