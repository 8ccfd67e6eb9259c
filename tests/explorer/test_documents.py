"""What patents, news and other documents say of a paper, on its page."""

import csv
from io import StringIO

from helpers.explored import said
from starlette.testclient import TestClient


def test_a_paper_has_the_documents_that_mention_it(client: TestClient) -> None:
    listed = client.get("/paper/documents?id=P3").text
    assert 'href="https://news.example/read"' in listed
    assert said(client, "/paper/documents?id=P3") == (
        "The latest first. CSV Machines read news · 1993 A counter patent · 1992-03-10 "
        "Machines still read news · undated"
    )
    rows = list(csv.DictReader(StringIO(client.get("/paper/documents?id=P3&to=csv").text)))
    assert [(row["title"], row["kind"]) for row in rows] == [
        ("Machines read", "news"), ("A counter", "patent"), ("Machines still read", "news"),
    ]  # fmt: skip


def test_documents_are_of_the_day(client: TestClient) -> None:
    # The news of 1993 are of its last day; others have none.
    early = said(client, "/paper/documents?id=P3&before=1993-06-01")
    assert early == (
        "The latest first; those without a day are left out. CSV A counter patent · 1992-03-10"
    )
    assert "/paper/documents" in client.get("/paper?id=P3").text
    assert "/paper/documents" not in client.get("/paper?id=P3&before=1992-03-10").text
    assert "/paper/documents" not in client.get("/paper?id=P2").text
