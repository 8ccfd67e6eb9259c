"""Questions in plain words, statements as table or graph, and those of one's own, guarded."""

from math import log

import pytest
from helpers.servers.explored import said
from starlette.testclient import TestClient

from scinet.explorer.parameters import parameter_label
from scinet.graph.db.connection import Database
from scinet.graph.db.query import load_query, public_names

NUMBER = "It takes a whole number from 0 on, such as 20."
CITED = "MATCH (p:Paper)-[:CITES]->(c:Paper {id: 'P3'}) RETURN p.id AS who ORDER BY who"


def free(client: TestClient, statement: str, **more: str) -> str:
    words = {"statement": statement, **more}
    return str(client.build_request("GET", "/queries/free", params=words).url)


def test_an_answer_is_drawn_with_who_cites_whom(client: TestClient) -> None:
    # P4, P5 and P7 cite P3, and P7 cites P4; P8 has no date.
    address = "/queries/ego/citations?paper_id=P3&view=graph"
    made = client.get(f"{address}&to=graphml").text
    assert made.count("<node ") == 3
    assert made.count("<edge ") == 1
    assert "The papers of the answer from left to right by day" in said(client, address)
    early = client.get(f"{address}&before=1995-01-01&to=graphml").text
    assert early.count("<node ") == 2
    nothing = "/queries/lookup/years?view=graph"
    assert "there is nothing to draw" in said(client, nothing)
    assert "No paper is in the answer" in said(client, f"{nothing}&to=svg", 404)


def test_a_day_among_the_parameters_is_refused(client: TestClient) -> None:
    dated = "MATCH (p:Paper) WHERE p.date.year < $before RETURN p.id AS id"
    page = said(client, free(client, dated, parameters='{"before": 2010}'))
    assert "Before is given among the parameters" in page
    assert "Give the day as the cutoff, beside them." in page
    assert "3 rows" in said(
        client,
        free(client, "UNWIND [1, 2, 3] AS x RETURN x, $before", parameters='{"before": null}'),
    )


def test_forms_say_what_is_asked_for(client: TestClient) -> None:
    for item in map(load_query, public_names()):
        if item.mode == "read":
            assert {
                key for key in item.params - {"before"} if parameter_label(item, key) == key
            } == set()
    page = said(client, "/queries/link/coauthor_pair")
    assert "Author needed Other author needed" in page
    assert "Window, in years" in said(client, "/queries/ego/disruption")
    assert "Needed: Paper." in said(client, "/queries/ego/citations")
    # What writes is not a question.
    assert "/queries/simulation/begin" not in client.get("/queries").text
    assert "no statement" in said(client, "/queries/simulation/begin?about=x&source=y", 404)


def test_a_statement_of_ones_own_is_answered(client: TestClient) -> None:
    page = said(client, free(client, CITED))
    assert "4 rows" in page
    assert "P4 P5 P7 P8" in page
    drawn = client.get(free(client, CITED, view="graph", to="graphml")).text
    assert drawn.count("<node ") == 3
    given = free(client, "RETURN $word AS word", parameters='{"word": "yes"}')
    assert "1 row" in said(client, given)
    dated = "MATCH (p:Paper) WHERE p.date < $before RETURN p.id AS paper_id"
    for statement in (dated, "MATCH (p:Paper) RETURN p.id AS paper_id"):
        assert "3 rows" in said(client, free(client, statement, before="1992-01-01"))


def test_a_statement_of_ones_own_is_guarded(client: TestClient, shared_database: Database) -> None:
    for statement, more, why in (
        ("MATCH (p) DETACH DELETE p", {}, "writes or reaches outside"),
        ("LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", {}, "LOAD"),
        ("RETURN 1 AS one", {"parameters": "{"}, "The parameters are not JSON"),
        ("RETURN 1 AS one", {"parameters": "[]"}, "The parameters are not an object"),
        (
            "MATCH (p:Paper) RETURN p.cd_5",
            {"before": "1992-01-01"},
            "as it is stored may know of later papers",
        ),
        ("RETURN", {}, "Invalid input"),
    ):
        page = said(client, free(client, statement, **more))
        assert why in page
        assert "row Table" not in page
    assert shared_database.rows("lookup/years")
    page = client.get(free(client, CITED), headers={
        "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document",
    }).text  # fmt: skip
    assert "came with a link of another site and was not run" in page
    assert "P7" not in page


def test_a_statement_that_takes_too_long_is_cancelled(client: TestClient) -> None:
    endless = "UNWIND range(1, 9999999) AS a UNWIND range(1, 9999999) AS b RETURN sum(a * b) AS n"
    page = said(client, free(client, endless, seconds="0.1"))  # else it would never come
    assert "The time limit was reached. Ask for less, or give more time in the field" in page
    assert "--timeout" not in page
    assert "rows" not in page


def test_citations_are_not_counted_on_a_later_day(client: TestClient) -> None:
    words = "source_ids=P1&target_ids=P7&max_hops=4&before=1995-06-01"
    assert "1 row" in said(client, f"/queries/path/most_cited?{words}&weights_before=1995-06-01")
    page = said(client, f"/queries/path/most_cited?{words}&weights_before=1996-01-01", 400)
    assert "weights_before 1996-01-01. At most 1995-06-01." in page


def test_an_answer_says_whether_its_limit_cut_it(client: TestClient) -> None:
    # P4, P5, P7 and P8 cite P3.
    three = said(client, "/queries/pair/citing?paper_id=P3&limit=3")
    assert "The first 3 rows" in three
    assert "There are more: ask for more with “Rows at most”." in three
    four = said(client, "/queries/pair/citing?paper_id=P3&limit=4")
    assert "4 rows" in four
    assert "The first" not in four
    assert "There are more" not in four
    file = client.get("/queries/pair/citing?paper_id=P3&limit=3&to=csv").text
    assert len(file.splitlines()) == 4


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ("limit=abc", f"Limit 'abc'. {NUMBER}"),
        ("limit=-3", f"Limit -3. {NUMBER}"),
        ("limit=2.5", f"Limit 2.5. {NUMBER}"),
        ("since=abc", "Since 'abc'. It takes a year, such as 2010."),
        ("until=2010-05-01", "Until '2010-05-01'. It takes a year, such as 2010."),
    ],
)
def test_what_is_no_number_is_refused_above_the_form(
    client: TestClient, given: str, refused: str
) -> None:
    address = f"/queries/ranking/similar?paper_id=P3&{given}"
    assert refused in said(client, address, 400)
    form = client.get(address).text
    assert f'value="{given.partition("=")[2]}"' in form
    assert 'value="P3"' in form
    assert client.get(f"{address}&to=csv").status_code == 400


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
