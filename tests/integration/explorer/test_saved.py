"""What lists and tables of pages save: CSV, and BibTeX and RIS where they are of papers."""

from io import BytesIO
from itertools import pairwise

import networkx as nx
import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from helpers.servers.explored import said, table
from starlette.testclient import TestClient

from scinet.graph.export import bibliography

ANSWER = "/answer?q=papers+that+cite+A+grammar+of+citations"


@pytest.mark.parametrize(
    ("address", "papers"),
    [
        ("/leading?limit=1", ["P1"]),
        ("/found?q=networks", ["P2", "P4", "P5", "P7"]),
        (ANSWER, ["P3", "P4", "P6"]),
        ("/map/missing?papers=P2&around=0", ["P1", "P3", "P4", "P5"]),
        ("/paper/disruption?id=P2&group=n_i", ["P4", "P6"]),
        ("/path/all/save?a=P1&b=P3&steps=1", ["P1", "P3"]),
        ("/queries/ego/citations?paper_id=P3&before=1995-01-01", ["P4", "P5"]),
    ],
)
def test_lists_of_papers_are_saved(client: TestClient, address: str, papers: list[str]) -> None:
    assert len(parse_string(client.get(f"{address}&to=bib").text).entries) == len(papers)
    text = client.get(f"{address}&to=ris").text
    assert sorted(entry["id"] for entry in rispy.loads(text)) == papers
    assert not any(line[:1].isdigit() for line in text.splitlines())
    rows = table(client, address)
    if "path" in address:
        assert [row["papers"] for row in rows] == ["P1; P3"]
    else:
        assert sorted(row["paper_id"] for row in rows) == papers


def test_papers_are_cited_by_name_and_year(client: TestClient) -> None:
    library = parse_string(client.get("/paper/citing?id=P3&to=bib").text)
    assert not library.failed_blocks
    keys = [entry.key for entry in library.entries]
    assert keys == ["carr1993", "dee1994", "byron1995", "byronnd"]
    assert library.entries[1]["author"] == "Dan Dee and Ada Byron"
    answer = client.get("/paper/cite?id=P3&to=ris")
    assert answer.headers["content-disposition"] == 'attachment; filename="P3.ris"'
    [entry] = rispy.loads(answer.text)
    assert (entry["title"], entry["year"]) == ("Parsing: what (and how)?", "1992")


def test_a_page_offers_what_it_saves(client: TestClient) -> None:
    for address in ("/", "/?q=networks", ANSWER, "/map/missing?papers=P2&around=0"):
        assert "CSV BibTeX RIS" in said(client, address), address
    assert "SVG PNG CSV" in said(client, "/paper/disruption?id=P2")
    assert "The same under Queries" in said(client, ANSWER)
    assert table(client, "/found?q=ada+byron&of=author")[0]["author_id"] == "ada"
    assert table(client, "/field/near?id=name:journal-b&by=venue") == [
        {"side": "cites", "field_id": "name:journal-a", "name": "Journal A", "count": "2"},
        {"side": "cited", "field_id": "name:journal-a", "name": "Journal A", "count": "2"},
    ]
    for lacking, why in (
        ("/queries/ego/citations?to=csv", "There is no answer to save. Needed: "),
        ("/queries/quality/namesakes?to=csv&before=1995-01-01", "knows all days only."),
        ("/queries/free?to=csv&statement=MATCH+(n)+DELETE+n", "writes or reaches outside"),
        ("/queries/free?to=csv&statement=RETURN+1&parameters=[]", "The parameters are no object"),
        ("/queries/free?to=csv", "There is no answer to save"),
    ):
        assert why in said(client, lacking, 400)
    numbers = "/queries/lookup/years?to=bib"
    assert "The rows of the answer are no papers" in said(client, numbers, 404)


def test_a_search_goes_on(client: TestClient) -> None:
    assert 'href="/?q=networks&amp;limit=5"' in client.get("/?q=networks&limit=1").text
    assert "Show more" not in said(client, "/?q=networks")


def test_all_paths_are_saved_as_a_network(client: TestClient) -> None:
    made = nx.parse_graphml(client.get("/path/all/save?a=P1&b=P4&steps=3&to=graphml").text)
    chains = table(client, "/path/all/save?a=P1&b=P4&steps=3")
    steps = {
        (later, earlier) for row in chains for earlier, later in pairwise(row["papers"].split("; "))
    }
    assert set(made.edges) == steps
    assert ("P4", "P3") in steps


def test_papers_are_of_their_type() -> None:
    paper = {"paper_id": "p", "title": "On it", "date": None, "venue": None, "doi": None}
    for kind, ris in ((None, "JOUR"), ("proceedings-article", "CPAPER"), ("preprint", "UNPB")):
        file = BytesIO()
        bibliography.ris([paper | {"authors": ["Ada Byron"], "type": kind}], file)
        assert file.getvalue().decode().splitlines()[0] == f"TY  - {ris}"
