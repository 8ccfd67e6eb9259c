"""Questions in plain words on the pages: the reading, and what answers it."""

from helpers.explored import said
from starlette.testclient import TestClient


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
