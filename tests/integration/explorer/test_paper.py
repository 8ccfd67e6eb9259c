"""The page of one paper: facts, disruption, novelty, who cites it, documents that mention it."""

from helpers.servers.explored import main_of, said, table
from starlette.testclient import TestClient


def test_a_paper_has_its_facts(client: TestClient) -> None:
    page = said(client, "/paper?id=P2")
    assert "Paper · 1991 · Journal A A grammar of citations Ada Byron , Bob Bell" in page
    assert "3 citations 1 reference in the network 1992 first cited" in page
    assert "How networks of papers grow." in page
    assert "2 citations" in said(client, "/paper?id=P2&before=1994-01-01")
    drawn = "/paper/years?id=P2&to=svg&before="
    assert "1993" in client.get(f"{drawn}1994-01-01").text
    assert "1994" not in client.get(f"{drawn}1994-01-01").text
    assert "1994" in client.get(f"{drawn}1994-01-02").text


def test_disruption_names_the_papers_behind_each_number(client: TestClient) -> None:
    # After P2 (cites P1): P3 cites both, P4 only it, P5 only P1; P6 only it. Within five years.
    panel = said(client, "/paper/disruption?id=P2")
    assert "CD 5 = (n i − n j )" in panel  # noqa: RUF001 - a minus sign
    assert "2 cite only this paper Networks of papers 1993 On the same day 1994" in panel
    assert "1 cite it and its references Parsing: what (and how)? 1992 · shares P1" in panel
    assert "1 cite only its references Networks of authors AND venues" in panel
    assert "0.25" in panel
    rows = table(client, "/paper/disruption?id=P2")
    assert [(row["paper_id"], row["counts_as"]) for row in rows] == [
        ("P4", "n_i"), ("P6", "n_i"), ("P3", "n_j"), ("P5", "n_k"),
    ]  # fmt: skip
    assert "<svg" in client.get("/paper/disruption?id=P2&to=svg").text


def test_citers_come_with_sentiment_purpose_and_sentence(client: TestClient) -> None:
    for address in ("/paper/citing?id=P2", "/paper/similar?id=P2"):
        assert "Journal A" in said(client, address), address
    assert "Cleo Carr · Journal A · 1993" in said(client, "/paper/citing?id=P2")
    assert "positive We follow Bell (1991) and Carr (1992) ." in said(client, "/paper/citing?id=P3")
    assert "negative method As in [1], [2] and [3]." in said(client, "/paper/citing?id=P4")
    assert "No paper of the network cites it" in said(client, "/paper/citing?id=P10")
    assert "negative" in said(client, "/paper/cited?id=P7")
    assert "1 co-citation 1 shared reference" in said(client, "/paper/similar?id=P3")
    assert "1 paragraph in 1 paper" in said(client, "/paper/mentioned?id=P3")
    texts = said(client, "/paper/mentioned/paragraphs?id=P3&other=P2")
    assert "We follow Bell (1991) and Carr (1992). Networks of papers , 1993" in texts


def test_novelty_names_the_pairs_behind_it(client: TestClient) -> None:
    # P7 cites P4 of Journal A and P3 of Journal B, one pair; in 1995 no other paper cites two.
    assert 'hx-get="/paper/novelty?id=P7"' in client.get("/paper?id=P7").text
    rows = table(client, "/paper/novelty?id=P7")
    named = [(row["first"], row["second"], row["times"], row["count"]) for row in rows]
    assert named == [("Journal A", "Journal B", "1", "1")]
    panel = said(client, "/paper/novelty?id=P7")
    assert "Venue cited with z Pairs of this paper of its year expected" in panel
    assert "Journal A Journal B – 1 1 1.0" in panel  # noqa: RUF001 - an en dash
    none = said(client, "/paper/novelty?id=P1")
    assert "It cites no two dated papers of known venues" in none
    assert "Topic cited with" in said(client, "/paper/novelty?id=P7&by=topic")
    assert said(client, "/paper/novelty?id=P7&before=1995-05-20", 404)


def test_a_paper_without_a_date_is_said_to_have_none(client: TestClient) -> None:
    page = client.get("/paper?id=P8").text
    assert "Paper · undated" in page
    places = ("/map?", "/path?a=", "/field?", "/years", "/paper/disruption", "/paper/novelty")
    for nowhere in places:
        assert f'="{nowhere}' not in main_of(page), nowhere
    assert "no date, so no paper is later than it" in page
    undated = "No dated paper 'P8'. Without a date it has no place in time."
    for address in ("/paper/disruption?id=P8", "/paper/novelty?id=P8", "/path?a=P8&b=P1"):
        assert undated in said(client, address, 404), address
        assert "Perhaps you mean" not in said(client, address, 404)
    drawn = said(client, "/map/graph?papers=P8", 404)
    assert "No dated paper is called 'P8'. Without a date" in drawn
    nowhere_else = said(client, "/paper?id=P8&before=1995-01-01", 404)
    assert "There is no paper 'P8' before 1995-01-01" in nowhere_else


def test_disruption_that_rests_on_little_says_so(client: TestClient) -> None:
    page = said(client, "/paper/disruption?id=P2")
    assert "At +1 all later papers that cite it leave out its references" in page
    assert "Only 1 reference of it is in the network" in page
    assert "Only 3 later papers cite it within 5 years" in page
    none = said(client, "/paper/disruption?id=P10")
    assert "No later paper cites it or its references within 5 years, so there is no value." in none
    assert "too high" not in none
    assert "extreme" not in none.partition("there is no value.")[2]


def test_a_paper_has_the_documents_that_mention_it(client: TestClient) -> None:
    listed = client.get("/paper/documents?id=P3").text
    assert 'href="https://news.example/read"' in listed
    assert said(client, "/paper/documents?id=P3") == (
        "The latest first. CSV Machines read news · 1993 A counter patent · 1992-03-10 "
        "Machines still read news · undated"
    )
    rows = table(client, "/paper/documents?id=P3")
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
