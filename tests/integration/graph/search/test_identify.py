"""Stored ids from what people type."""

from datetime import date, timedelta

import pytest
from helpers.networks.golden_network import load_network

from scinet.errors import NotFoundError, QueryError
from scinet.graph.db.connection import Database
from scinet.graph.db.query import load_query
from scinet.graph.search import identify


@pytest.fixture(scope="module")
def network(network: Database) -> Database:
    """And three papers whose ids have a source."""
    network.driver.execute_query(
        "UNWIND ['acl:Q7', 'arxiv:Q7', 'acl:Q8'] AS id CREATE (:Work:Paper {id: id, title: 'Q'})"
    )
    return network


# Itself, the end of an id that one alone has, another spelling, and a whole name in any case.
MEANT: dict[tuple[identify.NodeType, str], tuple[str, ...]] = {
    ("paper", "P1"): ("P1",),
    ("paper", "acl:Q7"): (" acl:Q7 ",),
    ("paper", "acl:Q8"): (
        *("Q8", "https://doi.org/10.1000/X.Y", "doi:10.1000/x.y", "10.1000/X.y."),
        *("https://arxiv.org/abs/1706.03762v5", "arXiv:1706.03762"),
    ),
    ("paper", "P7"): ("the growth of networks!",),
    ("author", "ada"): ("ada",),
    ("author", "cleo"): ("CLEO CARR", "Carr, Cleo"),
    ("venue", "name:journal-a"): ("name:journal-a", "journal A"),
    ("venue", "name:journal-b"): ("journal-b",),
}


def test_what_people_type_is_enough(network: Database) -> None:
    network.driver.execute_query(
        "MATCH (p:Paper {id: 'acl:Q8'}) SET p.doi = '10.1000/x.y', p.arxiv_id = '1706.03762'"
    )
    for (kind, stored), texts in MEANT.items():
        for text in texts:
            assert identify.identify(network, kind, text, before=None) == stored, text
    with pytest.raises(NotFoundError):  # part of a bare id
        identify.identify(network, "paper", "8", before=None)


def test_an_orcid_names_its_author_once_a_paper_has_stated_it(network: Database) -> None:
    stated = network.driver.execute_query(
        "MATCH (n:Author {id: 'cleo'})-[w:AUTHORED]->(:Paper) "
        "WITH n, w ORDER BY w.date DESC LIMIT 1 "
        "SET n.orcid = '0000-0002-1825-009X', w.orcid = n.orcid RETURN w.date AS day"
    ).records[0]["day"]
    day = date(stated.year, stated.month, stated.day)
    for text in ("0000-0002-1825-009x", "https://orcid.org/0000-0002-1825-009X"):
        assert identify.identify(network, "author", text, before=None) == "cleo"
        assert identify.identify(network, "author", text, before=day + timedelta(1)) == "cleo"
        with pytest.raises(NotFoundError):
            identify.identify(network, "author", text, before=day)


@pytest.mark.parametrize(
    ("kind", "text", "hint"),
    [
        ("paper", "Q7", "Write the id of one: acl:Q7 (Q), arxiv:Q7 (Q)."),
        (
            "author",
            "Ada Byron",
            "Write the id of one: ada (Ada Byron, 4 papers), fay (Ada Byron, 1 paper).",
        ),
    ],
)
def test_what_names_several_lists_them(
    network: Database, kind: identify.NodeType, text: str, hint: str
) -> None:
    with pytest.raises(NotFoundError, match=f"{text!r} names 2 {kind}s") as caught:
        identify.identify(network, kind, text, before=None)
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("kind", "text", "hint"),
    [
        (
            "paper",
            "P12",
            "Did you mean P1 (Counting citations by hand, 1990), "
            "P2 (A grammar of citations, 1991), P10 (Alone, 1996)?",
        ),
        ("paper", "p1O", "Did you mean P10 (Alone, 1996)?"),
        (
            "paper",
            "the growth",
            "Did you mean P7 (The growth of networks, 1995), P6 (On the same day, 1994)?",
        ),
        ("author", "Carr", "Did you mean cleo (Cleo Carr, 2 papers)?"),
        ("author", "Clea Car", "Did you mean cleo (Cleo Carr, 2 papers)?"),
        ("author", "byron", "Did you mean ada (Ada Byron, 4 papers), fay (Ada Byron, 1 paper)?"),
        (
            "venue",
            "journl",
            "Did you mean name:journal-a (Journal A, 4 papers), "
            "name:journal-b (Journal B, 1 paper)?",
        ),
        ("paper", "zzz", identify._HELP["paper"]),
        ("author", "'; MATCH (n) DETACH DELETE n //", identify._HELP["author"]),
    ],
)
def test_what_names_nothing_is_answered_with_the_nearest(
    network: Database, kind: identify.NodeType, text: str, hint: str
) -> None:
    with pytest.raises(NotFoundError) as caught:
        identify.identify(network, kind, text, before=None)
    assert caught.value.hint == hint


def test_an_empty_graph_says_so(shared_database: Database) -> None:
    shared_database.rows("admin/wipe")
    with pytest.raises(NotFoundError) as caught:
        identify.identify(shared_database, "paper", "P1", before=None)
    assert caught.value.hint == "The graph has no papers: load some first."


def test_parameters_of_a_statement_are_named_as_people_write_them(network: Database) -> None:
    load_network(network, "field")
    query = load_query("pair/cites")
    assert identify.resolve_parameters(
        network, query, {"citing": "A grammar of citations", "cited_id": "P1"}
    ) == {"citing_id": "P2", "cited_id": "P1", "before": None}
    with pytest.raises(QueryError, match="'angry'") as caught:
        identify.resolve_parameters(
            network, load_query("pair/citing_with"), {"paper": "P3", "sentiment": "angry"}
        )
    assert caught.value.hint == "It takes positive, negative or neutral."


def test_titles_that_begin_with_the_words_come_first_then_the_most_cited(network: Database) -> None:
    # Networks of papers (P4) and of authors (P5) begin with it; The growth of networks holds it.
    rows = identify.find_similar(network, "paper", "networks", None)
    cited = {"P4": 0, "P5": 0}
    for item in cited:
        cited[item] = network.rows("lookup/paper", paper_id=item, before=None)[0]["citations"]
    first = sorted(cited, key=lambda item: -cited[item])
    assert [row["id"] for row in rows][:2] == first
    assert rows[2]["name"] == "The growth of networks"
