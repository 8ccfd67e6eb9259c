"""Authors whom papers name in several ways are found by each, and called by the commonest."""

from collections.abc import Iterator

import pytest
from helpers.networks.build import load_rows
from helpers.servers.explored import browsing, said
from starlette.testclient import TestClient

from scinet.graph.db.connection import Database

# How the author ney is printed; the graph keeps "H. Ney", the commonest, as the name.
PRINTED = {
    "2001": "H. Ney", "2002": "Hermann Ney", "2003": "Hermann Ney", "2004": "Ney, Hermann",
    "2012": "H. Ney", "2013": "H. Ney", "2014": "Hermann Zephyr",
}  # fmt: skip


@pytest.fixture(scope="module")
def client(
    shared_database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    other = {"id": "other", "name": "Hermann Nye"}
    rows = [
        {
            "id": f"p{when}",
            "title": f"Alignment of {when}",
            "date": when,
            "authors": [{"id": "ney", "name": name}, other],
            "references": ["p2001"] if when > "2001" else [],
        }
        for when, name in PRINTED.items()
    ]
    shared_database.rows("admin/wipe")
    load_rows(shared_database, *rows)
    with browsing(shared_database, tmp_path_factory.mktemp("spellings")) as made:
        yield made


@pytest.mark.parametrize("text", ["Hermann Ney", "hermann n", "H. Ney", "ney herm"])
def test_an_author_is_offered_by_each_printed_name(client: TestClient, text: str) -> None:
    assert "H. Ney" in said(client, f"/offers?q={text}")


def test_no_name_of_a_later_paper_is_offered_or_shown(client: TestClient) -> None:
    assert said(client, "/offers?q=hermann+zeph") == (
        "author H. Ney 7 papers · found as “Hermann Zephyr”"
    )
    assert said(client, "/offers?q=hermann+zeph&before=2014-01-01") == ""
    assert "Zephyr" not in said(client, "/author?id=ney&before=2014-01-01")


@pytest.mark.parametrize(
    ("before", "name", "others"),
    [
        ("2002-01-01", "H. Ney ney 1 paper", ""),
        ("2005-01-01", "Hermann Ney ney", "Also printed as H. Ney · Ney, Hermann"),
        ("2014-01-01", "H. Ney ney", "Also printed as Hermann Ney · Ney, Hermann"),
    ],
)
def test_a_page_is_headed_by_the_commonest_name_of_the_day(
    client: TestClient, before: str, name: str, others: str
) -> None:
    page = said(client, f"/author?id=ney&before={before}")
    assert name in page
    assert others in page


def test_pages_say_by_which_name_an_author_was_found(client: TestClient) -> None:
    assert "since 2001 · found as “Hermann Ney”" in said(client, "/?q=hermann+ney")
    assert "Found as “Ney, Hermann”" in said(client, "/author?id=Ney,+Hermann")
    for text in ("H. Ney", "ney"):
        assert "ound as" not in said(client, f"/author?id={text}")


def test_the_questions_that_are_known_have_answers(client: TestClient) -> None:
    asked = said(client, "/questions")
    assert "papers of H. Ney" in asked
    assert "what does Alignment of 2001 cite?" not in asked  # it cites nothing
    assert "papers similar to Alignment of 2002" in asked
    assert "criticism" not in asked
    assert "since 2010" not in said(client, "/questions?before=2005-01-01")
    met = said(client, "/answer?q=with+whom+has+H.+Ney+published%3F&before=2002-01-01")
    assert "Hermann Nye 1 paper together" in met
