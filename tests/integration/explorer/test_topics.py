"""Questions in plain words, and words that name a topic: how they are read, and what answers."""

from math import log

import pytest
from helpers.servers.explored import said
from starlette.testclient import TestClient

from scinet.graph.connection import Database


@pytest.mark.parametrize("words", ["networks", "grammar of citations", "ada byron", "P3"])
def test_words_are_searched_without_a_word_on_how_they_were_read(
    client: TestClient, words: str
) -> None:
    assert client.get("/answer", params={"q": words}).text == ""
    assert client.get("/", params={"q": words}).status_code == 200


def test_a_question_that_is_not_known_names_no_command(client: TestClient) -> None:
    page = said(client, "/answer?q=Why+is+the+sky+blue%3F")
    assert "Read as no kind of question that is known: searched by its words" in page
    assert "scinet ask" not in page
    assert "See which questions are known" in page
    novel = said(client, "/answer?q=most+novel+papers+on+networks")
    assert "by novelty, from five references on" in novel
    assert "scinet" not in novel
    which = client.get("/answer?q=Which+papers+changed+the+course+of+this+field%3F").text
    assert "the most disruptive papers" in which
    assert "/meant/largest" in which
    assert "papers: Bibliometrics 3 Parsing 1" in said(client, "/meant/largest")


def test_what_fits_well_and_is_much_cited_comes_first(
    client: TestClient, shared_database: Database
) -> None:
    citations = {"P1": 4, "P2": 3, "P4": 2, "P5": 1, "P7": 0}
    score = {
        row["paper_id"]: row["score"]
        for row in shared_database.rows("lookup/text", text="networks citations")
    }
    assert set(score) == set(citations)
    weight = {one: fit * (1 + log(1 + citations[one])) for one, fit in score.items()}
    order = sorted(weight, key=lambda one: -weight[one])
    assert order != list(score)
    rows = client.get("/found?q=networks+citations&to=csv").text.splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == order


def test_a_field_leads_to_a_map_of_its_most_cited_papers(client: TestClient) -> None:
    page = client.get("/field/one?by=venue&id=Journal+A").text
    assert 'href="/map?papers=' in page
    assert "Map its most cited papers" in page


def test_words_that_also_name_a_field_are_told_of(client: TestClient) -> None:
    taken = said(client, "/meant?q=journal&to=map")
    assert "You may mean the fields Journal A, mapped around its most cited papers" in taken
    one = said(client, "/meant?q=networks&paper=P4")
    assert "Taken as the paper Networks of papers , 1993." in one
    assert "one of the other papers with these words" in one
    assert said(client, "/meant?q=A+grammar+of+citations&paper=P2") == ""
    assert "/meant?q=Networks+of+papers" in client.get("/map?papers=Networks+of+papers").text
    assert "/meant?q=Networks" in client.get("/path?a=Networks+of+papers&b=P1").text
    assert "/meant" not in client.get("/map?papers=P4").text


def test_a_field_that_is_not_there_leads_to_those_that_are(client: TestClient) -> None:
    address = "/field/one?by=venue&id=nosuch&before=1995-01-01"
    answer = client.get(address, headers={"hx-request": "true"})
    assert answer.status_code == 404
    assert 'href="/field?before=1995-01-01&amp;by=venue">All fields by venue</a>' in answer.text
    assert "Try again" not in answer.text


def test_empty_forms_have_examples_of_the_network(client: TestClient) -> None:
    assert "around one of the most cited papers Counting citations by hand" in said(client, "/map")
    assert "For example, from" in said(client, "/path")
    assert "For example" not in said(client, "/path?by=author")
    asked = said(client, "/questions")
    assert " cite? " in asked
    assert "Counting citations by hand cite?" not in asked  # it cites nothing
    assert "how many papers on Bibliometrics per year?" in asked
    assert not {"FIELD", "TITLE", "NAME"} & set(asked.replace("?", " ").split())


def test_a_paper_that_is_not_there_is_searched_in_its_place(client: TestClient) -> None:
    page = client.get("/map?papers=no+such+thing").text
    assert '<input id="sought" type="search" name="q" value="no such thing"' in page
    assert "sought" not in client.get("/nothing").text


def test_a_question_is_answered_with_its_reading(client: TestClient) -> None:
    answer = said(client, "/answer?q=papers+that+cite+Networks+of+papers")
    assert "Read as papers that cite" in answer
    assert "On the same day" in answer
    assert "Asked as pair/citing" in answer


def test_what_is_no_question_is_searched_and_what_is_known_is_said(client: TestClient) -> None:
    assert "no kind of question that is known" in said(client, "/answer?q=why+networks%3F")
    assert "with no field that is recognised" in said(client, "/answer?q=most+disruptive+papers")
    assert "per year?" in said(client, "/questions")


def test_people_years_and_ways_are_shown(client: TestClient) -> None:
    # Of networks are P2, P4, P5 and P7; Ada Byron wrote three of them, cited 3, 1 and 0 times.
    answer = said(client, "/answer?q=most+cited+authors+in+networks")
    assert "Ada Byron 4 citations of 3 papers" in answer
    answer = said(client, "/answer?q=papers+on+networks+per+year")
    assert "1991 1 paper 1993 1 paper 1994 1 paper" in answer
    answer = said(client, "/answer?q=how+is+Bob+Bell+connected+to+Eve+Evans")
    assert "Bob Bell and Ada Byron A grammar of citations" in answer
