"""The explorer's pages on a small network: what they say, save and refuse."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import networkx as nx
import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from helpers.counted_database import CountedDatabase
from helpers.servers.explored import browsing, said, table
from starlette.testclient import TestClient

from scinet.graph.db.connection import Database
from scinet.graph.export import bibliography


@pytest.fixture(scope="module")
def counted(
    network: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[TestClient, list[str]]]:
    """The pages, and what they ask the database."""
    database = CountedDatabase(network)
    with browsing(database, tmp_path_factory.mktemp("counted")) as client:
        yield client, database.asked


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/paper?id=P2", 8),
        ("/paper?id=P2&before=1994-01-01", 8),
        ("/paper/disruption?id=P2", 7),
        ("/paper/novelty?id=P2", 5),
        ("/paper/documents?id=P2", 3),
        ("/paper/citing?id=P2", 4),
        ("/paper/similar?id=P2", 4),
        ("/author?id=ada", 6),
        ("/author/papers?id=ada", 4),
        ("/author/coauthors?id=ada", 3),
        ("/author/next?id=ada&later=true&before=1994-01-01", 8),
        ("/field/one?paper=P2", 6),
        ("/field/one?by=venue&id=Journal+A", 4),
        ("/field/cited?by=venue&id=Journal+A", 3),
        ("/field/over/author?by=venue&id=Journal+A", 3),
        ("/map?papers=P2", 4),
        ("/map/graph?papers=P2", 1),
        ("/map/missing?papers=P2", 3),
        ("/queries/ego/citations?paper_id=P2&before=1994-01-01", 4),
    ],
)
def test_a_page_asks_each_thing_once(
    counted: tuple[TestClient, list[str]], address: str, most: int
) -> None:
    client, asked = counted
    assert client.get(address).status_code == 200  # what is kept for all visits is made
    asked.clear()
    assert client.get(address).status_code == 200
    assert len(asked) <= most, Counter(asked)


def test_the_first_page_shows_what_there_is(client: TestClient) -> None:
    assert "9 papers 14 citations" in said(client, "/")
    early = said(client, "/?before=1992-01-01")
    assert "3 papers" in early
    assert "A grammar of citations" in early
    assert "Parsing" not in early
    assert "No paper is dated before this day" in said(client, "/?before=1900-01-01")
    # P3 is cited by P8, too, which has no date.
    leading = table(client, "/leading?limit=9")
    assert [(row["paper_id"], row["citations"]) for row in leading][:4] == [
        ("P1", "4"), ("P3", "4"), ("P2", "3"), ("P4", "2"),
    ]  # fmt: skip


def test_words_ids_and_names_are_found(client: TestClient) -> None:
    assert "Networks of papers" in said(client, "/?q=networks")
    assert "The growth" not in said(client, "/?q=networks&before=1995-01-01")
    assert "Ada Byron 4 papers" in said(client, "/?q=ada+byron")
    assert "Parsing: what (and how)?" in said(client, "/?q=P3")
    assert "No paper before 1992-01-01" in said(client, "/?q=P3&before=1992-01-01")
    assert said(client, "/offers?q=gram") == "paper A grammar of citations 1991 · 3 cit."
    assert said(client, "/offers?q=") == ""


def test_the_page_follows_the_day_of_a_question(client: TestClient) -> None:
    asked = "/?q=who+cites+%22A+grammar+of+citations%22+by+1993"
    page = client.get(asked)
    assert page.url.params.get("before") == "1994-01-01"
    assert "As of the day before 1994-01-01" in page.text
    # On an earlier day the page stays, on a later one it goes back to the day of the question.
    assert client.get(f"{asked}&before=1992-01-01").url.params["before"] == "1992-01-01"
    assert client.get(f"{asked}&before=1999-01-01").url.params["before"] == "1994-01-01"
    assert "before" not in client.get(asked.replace("by+", "since+")).url.params
    for before, told in {
        "1994-01-01": "“by 1993” is a cut-off: only what was known before 1994-01-01 counts",
        "1992-01-01": "“by 1993” is a later cut-off than 1992-01-01, which holds",
    }.items():
        assert told in said(client, f"/answer{asked[1:]}&before={before}")
    assert "names no day" in said(client, "/answer?q=grammar+as+of+1993+or+1995")


def test_an_author_has_papers_and_people(client: TestClient) -> None:
    page = said(client, "/author?id=ada")
    assert "Author · 1990 to 1995 Ada Byron ada 4 papers 3 co-authors 8 citations" in page
    assert "Bob Bell: 1 paper, 1991" in page
    early = said(client, "/author?id=ada&before=1992-01-01")
    assert "2 papers 1 co-author " in early
    assert "Dan Dee" not in early
    assert "Dan Dee, Ada Byron · Journal A · 1994 · 1 citation" in said(
        client, "/author/papers?id=ada"
    )
    people = said(client, "/author/coauthors?id=ada")
    assert "Bob Bell 1 paper together · 1991 Dan Dee 1 paper together · 1994" in people
    assert "No dated paper has another author" in said(client, "/author?id=fay")


def test_who_may_write_with_an_author_next(client: TestClient) -> None:
    # Ada wrote with Bob, Dan and Eve; Bob with Cleo: one of their four neighbours is common.
    rows = table(client, "/author/next?id=ada")
    assert [(row["name"], row["common_neighbours"]) for row in rows] == [("Cleo Carr", "1")]
    assert "Cleo Carr 2 1 0.333" in said(client, "/author/next?id=ada&by=adamic_adar")
    assert "Nobody is near" in said(client, "/author/next?id=ada&before=1992-01-01")
    assert "Nobody is near" in said(client, "/author/next?id=fay")


def test_what_became_of_a_prediction_is_shown_to_who_asks(client: TestClient) -> None:
    asked = "/author/next?id=eve&before=1995-01-01"  # Eve and Ada wrote P7 on 1995-05-20
    then = said(client, asked)
    assert "Show what happened later" in then
    assert "1995-05-20" not in then
    after = said(client, f"{asked}&later=true")
    assert "1 of these 4 wrote with this author from 1995-01-01 on" in after
    assert "Ada Byron 1995-05-20 3" in after
    assert "Bob Bell – 2" in after  # noqa: RUF001 - an en dash
    assert "later" not in said(client, "/author/next?id=eve&later=true")


def test_a_path_has_its_days_and_sentences(client: TestClient) -> None:
    # P1 (4 citations) <- P2 (3) <- P3 (4) <- P4 (2) <- P7, the most in total; P4 says of P3 how.
    assert 'href="/path?a=P4&amp;b=P1"' in client.get("/path?a=networks&b=P1").text
    page = said(client, "/path?a=P7&b=counting+citations+by+hand")
    assert "4 steps, 1990 to 1995" in page
    assert "positive We follow Bell (1991) and Carr (1992) ." in page
    assert "Of the other steps the sentence is not known." in page
    assert "2 steps, 1990 to 1995" in said(client, "/path?a=P7&b=P1&shortest=true")
    assert "3 steps, 1990 to 1993" in said(client, "/path?a=P1&b=P4&before=1994-01-01")
    assert "No chain of references" in said(client, "/path?a=P1&b=P10")
    rows = table(client, "/path/save?a=P1&b=P7")
    assert [row["paper_id"] for row in rows] == ["P1", "P2", "P3", "P4", "P7"]
    assert {row["paper_id"]: row["date"] for row in rows}.items() >= {
        "P1": "1990", "P4": "1993-03-15",
    }.items()  # fmt: skip
    assert "<svg" in client.get("/path/save?a=P1&b=P7&to=svg").text
    made = nx.parse_graphml(client.get("/path/save?a=P1&b=P4&to=graphml").text)
    assert list(made.edges) == [("P2", "P1"), ("P3", "P2"), ("P4", "P3")]
    assert 'value="P2"' in client.get("/path/offers?b=gram").text


def test_a_path_leads_from_author_to_author(client: TestClient) -> None:
    page = said(client, "/path?a=ada&b=cleo&by=author")
    assert "From one author to another" in page
    assert "to 1993" in page
    venues = said(client, "/path?a=Journal+A&b=Journal+B&by=venue")
    assert "From one venue to another" in venues
    assert 'value="ada"' in client.get("/path/offers?a=ada&by=author").text
    assert 'value="name:journal-a"' in client.get("/path/offers?a=journal+a&by=venue").text


def test_the_slider_stands_on_pages_on_faults(client: TestClient) -> None:
    for address, there in (
        ("/paper?id=P7&before=1995-05-20", True),
        ("/paper?id=P1&before=yesterday", True),
        ("/nothing", False),
    ):
        page = client.get(address).text
        assert ('<form class="time"' in page) == there, address
        assert ("to move a year" in page) == there, address


def test_all_paths_up_to_two_steps_more(client: TestClient, shared_database: Database) -> None:
    cited = nx.DiGraph(
        (row["a"], row["b"])
        for row in shared_database.read_text(
            "MATCH (q:Paper)-[:CITES]->(p:Paper) WHERE p.date < q.date RETURN p.id AS a, q.id AS b"
        )
    )
    paths = [*nx.all_simple_paths(cited, "P1", "P7", cutoff=4)]
    assert min(map(len, paths)) == 3
    page = said(client, "/path/all?a=P7&b=counting+citations+by+hand")
    assert page.startswith(f"{len(paths)} paths, the shorter ones first, over")
    for steps, most in (("", 4), ("2", 2), ("3", 3)):
        rows = table(client, f"/path/all/save?a=P1&b=P7&steps={steps}")
        chosen = [path for path in paths if len(path) - 1 <= most]
        assert sorted(row["papers"] for row in rows) == sorted(map("; ".join, chosen))
    assert "Steps at most" in said(client, "/path/all?a=P1&b=P7&steps=2")
    none = said(client, "/path/all?a=P1&b=P7&steps=1")
    assert "No path of 1 step or fewer leads from one to the other. Allow more." in none
    assert not any(word in none for word in ("Open as a map", "CSV"))
    first = said(client, "/path/all?a=P1&b=P7&limit=1")
    assert "1 path, and there are more" in first
    assert "Show more" in first


def test_statements_are_asked_by_their_headers(client: TestClient) -> None:
    assert "ego/citations" in said(client, "/queries")
    form = client.get("/queries/ego/citations").text
    assert '<input name="paper_id" value="" placeholder="" required' in form
    assert "Needed: Paper." in form
    page = said(client, "/queries/ego/citations?paper_id=a+grammar+of+citations&limit=")
    assert "3 rows" in page
    assert "graph.query('ego/citations', paper_id='P2')" in page
    assert "MATCH" in page
    early = said(client, "/queries/ego/citations?paper_id=P2&before=1993-01-01")
    assert "1 row Table Graph CSV" in early
    assert "before='1993-01-01'" in early
    assert len(table(client, "/queries/ego/citations?paper_id=P2")) == 3
    dayless = said(client, "/queries/quality/undated_papers?before=1993-01-01")
    assert "quality/undated_papers knows all days only." in dayless
    assert "1 row" in said(client, "/queries/quality/undated_papers")


def test_a_long_list_goes_on(client: TestClient) -> None:
    answer = client.get("/paper/citing?id=P1&limit=2").text
    assert "/paper/citing?id=P1&amp;limit=10" in answer
    assert "Show more" not in client.get("/paper/citing?id=P1").text


def test_fields_are_mapped_and_listed(client: TestClient) -> None:
    # Of Journal A P2 and P5 cite P1, P4 cites P2; P3 alone is Journal B: cites two, cited by two.
    page = said(client, "/field/all?by=venue")
    assert "By community venue field topic 2 fields 5 papers in them 4 papers in no field" in page
    assert "Journal A 4 0 1992 10 4 0.75 Journal B 1 0 1992 3 4 0.00" in page
    early = said(client, "/field/all?by=venue&before=1993-01-01")
    assert "Journal A 2 1 1990 4 2 0.50" in early
    assert "No community of ten papers." in said(client, "/field/all")
    made = nx.parse_graphml(client.get("/field/map?by=venue&to=graphml").text)
    assert {(a, b): w for a, b, w in made.edges.data("weight")} == {
        ("name:journal-a", "name:journal-b"): 2,
        ("name:journal-b", "name:journal-a"): 2,
    }
    for address in ("map?by=venue&to=svg&colour=recent", "themes?by=topic&to=svg"):
        drawn = ElementTree.fromstring(client.get(f"/field/{address}").text)  # noqa: S314 - our own
        assert drawn.findall(".//{*}circle")
    rows = table(client, "/field/map?by=topic")
    assert {row["name"]: row["papers"] for row in rows} == {"Bibliometrics": "3", "Parsing": "1"}


def test_a_field_has_its_papers_and_people(client: TestClient) -> None:
    assert 'hx-get="/field/one?paper=P3"' in client.get("/field?paper=P3").text
    page = said(client, "/field/one?paper=P3")
    assert (
        "Journal B name:journal-b Map its most cited papers"
        " The paper is also in Linguistics Parsing" in page
    )
    assert "Cites most CSV Journal A 2 citations Is cited most by Journal A 2 citations" in page
    about = "by=venue&id=Journal+A"
    assert "4 papers 0 in the last two years 10 citations" in said(client, f"/field/one?{about}")
    papers = said(client, f"/field/cited?{about}&limit=2")
    assert "1990 · 4 citations A grammar of citations" in papers
    assert "Show more" in papers
    rising = said(client, f"/field/rising?{about}&before=1994-06-01")
    assert "3 in the last two years, 0 in the two before." in rising
    none = said(client, f"/field/disruptive?{about}&before=1994-06-01")
    assert "before 1994-06-01 has so many citations and references." in none
    floors = "min_citations=1&min_references=1"
    disruptive = said(client, f"/field/disruptive?{about}&{floors}")
    assert "DI 0.33: of 3 later citing papers 2 cite none of its 1 reference." in disruptive
    assert "1 of 2 papers" not in disruptive
    assert "@article{byron1990" in client.get(f"/field/cited?{about}&to=bib").text
    assert "each cites the one before" in client.get(f"/field/main-path?{about}&to=svg").text
    assert "Ada Byron, 1991: 1 paper, cited 3 times" in said(client, f"/field/over/author?{about}")
    assert "4 papers by year" in client.get(f"/field/years?{about}&to=svg").text
    rows = table(client, f"/field/three?{about}")
    assert ("Ada Byron", "networks", "1") in {
        (row["left_name"], row["right_name"], row["papers"]) for row in rows
    }
    assert "Fields Journal A 4 Journal B 1" in said(client, "/field/named?q=journal")


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/field/one?by=venue&id=Journal+C", 404, "No venue 'Journal C'. Did you mean Journal"),
        ("/field/cited?by=venue&id=Journal+B&before=1992-01-01", 404, "No venue 'Journal B'"),
        ("/field/map?to=svg", 400, "No community of ten papers"),
        ("/field/best?id=x", 400, "cited"),
        ("/field/all?by=mood", 400, "community"),
        ("/paper?id=P11", 404, "no paper 'P11'. Search Perhaps you mean Counting citations"),
        ("/paper?id=P7&before=1995-05-20", 404, "There is no paper 'P7' before 1995-05-20."),
        ("/paper/citing?id=Q", 404, "There is no paper 'Q'"),
        ("/paper", 400, "id"),
        ("/path?a=P1&b=P7&before=1995-05-20", 404, "No paper is called 'P7'"),
        ("/path/all?a=P1&b=P7&before=1995-05-20", 404, "P7"),
        ("/path/all?a=P1&b=P7&steps=0", 400, "steps"),
        ("/path?a=P1&b=P1", 200, "Both name the same paper."),
        ("/map?papers=P7&before=1995-05-20", 404, "No paper is called 'P7'"),
        ("/map/graph?papers=P11", 404, "No dated paper is called 'P11'"),
        ("/map/graph?papers=", 400, "A map around no paper"),
        ("/map?papers=P2&around=-1", 400, "around"),
        ("/queries/admin/wipe", 404, "There is no statement 'admin/wipe'"),
        ("/queries/..%2F/x.cypher", 404, "There is no such page"),
        ("/queries/ego/citations?paper_id=P7&before=1995-05-20", 404, "No paper is called 'P7'"),
        ("/author?id=eve&before=1994-01-10", 404, "There is no author 'eve' before 1994-01-10."),
        ("/paper?id=P1&before=yesterday", 400, "yesterday"),
        ("/paper/nothing?id=P1", 400, "citing"),
        ("/nothing", 404, "There is no such page"),
        ("/static/../app.py", 404, "There is no such page"),
        ("/static/app.py", 404, "There is no such page"),
    ],
)
def test_what_is_wrong_is_said(client: TestClient, address: str, status: int, words: str) -> None:
    assert words in said(client, address, status)


def test_a_fault_within_a_page_is_a_fragment(client: TestClient) -> None:
    answer = client.get("/paper/citing?id=Q", headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert "<html" not in answer.text
    assert "Try again" in answer.text


def test_a_map_is_all_in_its_address(client: TestClient) -> None:
    assert "Draw the map" in said(client, "/map")
    assert "Map around A grammar of citations" in said(client, "/map?papers=P2&papers=nobody")
    told = client.get("/map/graph?papers=P2&papers=nobody&around=1&pin=P7@33.5&pin=x@y").json()
    # P3 cites P2, is cited together with it, and shares its reference: three joins, most of all.
    assert [(paper["id"], paper["given"], paper["pinned"]) for paper in told["papers"]] == [
        ("P2", True, False), ("P3", False, False), ("P7", False, True),
    ]  # fmt: skip
    assert told["papers"][2]["y"] == 33.5
    assert told["papers"][0]["label"] == "Byron 1991"
    assert told["citations"] == [[1, 0], [2, 1]]
    listed = said(client, "/map/list?papers=P2&papers=nobody&around=0&grow=P4&without=P7")
    assert "4 papers, 5 citations among them" in listed
    assert "no dated paper has this name: nobody" in listed
    early = said(client, "/map/list?papers=P2&before=1993-01-01")
    assert "4 papers, 4 citations among them" in early
    assert "co-citations with papers of the map" in said(client, "/map/missing?papers=P2&around=2")


def test_a_map_is_saved_as_a_picture_and_a_network(client: TestClient) -> None:
    address = "/map/save?papers=P2&around=1"
    assert "<svg" in client.get(f"{address}&to=svg").text
    made = nx.parse_graphml(client.get(f"{address}&to=graphml").text)
    assert list(made.edges) == [("P3", "P2")]
    assert made.nodes["P3"]["label"] == "Parsing: what (and how)?"
    gexf = nx.read_gexf(BytesIO(client.get(f"{address}&to=gexf").content))
    assert gexf.nodes["P2"]["authors"] == "Ada Byron; Bob Bell"
    assert [row["paper_id"] for row in table(client, address)] == ["P2", "P3"]
    assert "@article{byron1991" in client.get(f"{address}&to=bib").text


def test_queries_begin_with_what_people_ask(client: TestClient) -> None:
    page = said(client, "/queries")
    assert page.index("Start here") < page.index("most cited papers on a subject") < 400


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
        (
            "/queries/free?to=csv&statement=RETURN+1&parameters=[]",
            "The parameters are not an object",
        ),
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
        bibliography.write_ris([paper | {"authors": ["Ada Byron"], "type": kind}], file)
        assert file.getvalue().decode().splitlines()[0] == f"TY  - {ris}"
