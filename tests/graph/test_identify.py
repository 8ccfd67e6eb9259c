"""Stored ids from what people type."""

from collections.abc import Iterator

import pytest
from helpers.golden_network import load_network

from scinet.errors import NotFoundError
from scinet.graph import identify
from scinet.graph.connection import Database


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[Database]:
    """The small field, and three papers whose ids have a source."""
    load_network(shared_database, "field")
    shared_database.driver.execute_query(
        "UNWIND ['acl:Q7', 'arxiv:Q7', 'acl:Q8'] AS id CREATE (:Work:Paper {id: id, title: 'Q'})"
    )
    yield shared_database
    shared_database.rows("admin/wipe")


def test_stored_id_is_itself(network: Database) -> None:
    assert identify.paper(network, "P1") == "P1"
    assert identify.paper(network, " acl:Q7 ") == "acl:Q7"
    assert identify.author(network, "ada") == "ada"
    assert identify.venue(network, "name:journal-a") == "name:journal-a"


def test_end_of_an_id_is_enough_when_one_has_it(network: Database) -> None:
    assert identify.paper(network, "Q8") == "acl:Q8"
    assert identify.venue(network, "journal-b") == "name:journal-b"


def test_end_of_several_ids_names_them(network: Database) -> None:
    with pytest.raises(NotFoundError, match="several papers end with 'Q7'") as caught:
        identify.paper(network, "Q7")
    assert caught.value.hint == "Write the whole id: acl:Q7, arxiv:Q7."


def test_part_of_a_bare_id_is_not_enough(network: Database) -> None:
    with pytest.raises(NotFoundError):
        identify.paper(network, "8")


@pytest.mark.parametrize(
    ("kind", "text", "hint"),
    [
        ("paper", "P12", "Did you mean P1, P10?"),
        ("paper", "the growth", "Did you mean P7 (The growth of networks), P6 (On the same day)?"),
        ("author", "Carr", "Did you mean cleo (Cleo Carr)?"),
        ("paper", "zzz", "Search with `scinet query lookup/title -p text=…`."),
        ("author", "'; MATCH (n) DETACH DELETE n //", identify._HELP["author"]),
    ],
)
def test_unknown_id_is_answered_with_the_nearest(
    network: Database, kind: identify.NodeType, text: str, hint: str
) -> None:
    with pytest.raises(NotFoundError) as caught:
        identify.identify(network, kind, text)
    assert caught.value.hint == hint
