"""Questions in plain words, asked of a real graph; each answer is worked out by hand."""

import re

import pytest
from helpers.networks.build import load_rows

import scinet
from scinet.graph.db.connection import Database


def _paper(number: int, title: str, year: int, author: str, *references: int) -> dict[str, object]:
    return {
        "id": f"P{number}",
        "title": title,
        "date": f"{year}-06-01",
        "authors": [{"id": f"a-{name}", "name": name} for name in author.split("; ")],
        "references": [f"P{reference}" for reference in references],
    }


PAPERS = [
    _paper(1, "Word alignment by simulated annealing", 1998, "Ada Byron"),
    _paper(2, "Phrase tables for machine translation", 2000, "Ada Byron; Carl Gauss", 1),
    _paper(3, "Neural machine translation without tears", 2003, "Emmy Noether", 1, 2),
    _paper(4, "Decoding in machine translation", 2005, "Carl Gauss", 2),
    _paper(5, "Parsing Czech with little data", 2006, "Ada Byron; Emmy Noether", 3),
]


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> scinet.Graph:
    shared_database.rows("admin/wipe")
    load_rows(shared_database, *PAPERS, source="five")
    return scinet.Graph(lambda: shared_database, cache=tmp_path_factory.mktemp("asked"))


def _papers(answer: scinet.Table) -> set[str]:
    return set(re.findall(r"five:(P\d)", str(answer.rows())))


def test_questions_are_answered_from_the_graph(graph: scinet.Graph) -> None:
    answers = {
        "which papers cite Phrase tables for machine translation?": {"P3", "P4"},
        "Phrase tables for machine translation is cited by which papers since 2004": {"P4"},
        "what does Neural machine translation without tears cite": {"P1", "P2"},
        "What has Carl Gauss written?": {"P2", "P4"},
        f"path from {PAPERS[0]['title']} to {PAPERS[4]['title']}": {"P1", "P3", "P5"},
        "the most cited papers on machine translation": {"P2", "P3", "P4"},
        "which papers has Carl Gauss written on phrase tables?": {"P2"},
        "the two papers with the most citations overall": {"P1", "P2"},
        "how is Carl Gauss connected to Emmy Noether?": {"P2", "P5"},
    }
    for question, expected in answers.items():
        result = graph.ask(question)
        assert len(result.attrs["readings"]) == 1, question
        assert _papers(result) == expected, question


def test_the_most_cited_comes_first_and_a_count_is_kept(graph: scinet.Graph) -> None:
    answers = graph.ask("the two most cited papers on machine translation")
    assert answers["paper_id"] == ["five:P2", "five:P3"]


def test_coauthors_are_as_of_the_day(graph: scinet.Graph) -> None:
    for before, names in ((None, {"Carl Gauss", "Emmy Noether"}), ("2004-01-01", {"Carl Gauss"})):
        assert set(graph.ask("with whom has Ada Byron published?", before=before)["name"]) == names


def test_the_statement_that_is_named_gives_the_same_answer(graph: scinet.Graph) -> None:
    answers = graph.ask("which papers cite Phrase tables for machine translation?")
    [(name, params)] = answers.attrs["statements"]
    assert _papers(graph.query(name, **params)) == {"P3", "P4"}


def test_what_was_known_when_is_a_cut_off_and_when_it_was_published_is_none(
    graph: scinet.Graph,
) -> None:
    # P1 was cited by P2 in June 2000 and by P3 in June 2003; P2 by P3 and by P4 in June 2005.
    asked = "the most cited papers of all fields"
    citations = {
        f"{asked} by 2003": {"five:P1": 2, "five:P2": 1, "five:P3": 0},
        f"{asked} as of May 2003": {"five:P1": 1, "five:P2": 0},
        f"{asked} known before 2003": {"five:P1": 1, "five:P2": 0},
        f"{asked} published by 2003": {"five:P1": 2, "five:P2": 2, "five:P3": 1},
        f"{asked} published before 2003": {"five:P1": 2, "five:P2": 2},
        f"{asked} since 2003": {"five:P3": 1, "five:P4": 0, "five:P5": 0},
        f"{asked} published in 2000, as of 2003": {"five:P2": 1},
    }
    for question, expected in citations.items():
        answers = graph.ask(question)
        assert dict(zip(answers["paper_id"], answers["citations"], strict=True)) == expected, (
            question
        )
    answers = graph.ask("which papers cite Word alignment by simulated annealing as of 2002?")
    assert _papers(answers) == {"P2"}
    [answer] = answers.attrs["answers"]
    assert str(answer.before) == "2003-01-01"
    assert answer.reading == (
        "papers that cite “Word alignment by simulated annealing”; “as of 2002” is a cut-off: "
        "only what was known before 2003-01-01 counts"
    )
    # The earlier of two days holds; a search by words is as of the day, too.
    [answer] = graph.ask(f"{asked} by 2005", before="2000-01-01").attrs["answers"]
    assert [row["paper_id"] for row in answer.rows] == ["five:P1"]
    assert "“by 2005” is a later cut-off than 2000-01-01, which holds" in answer.reading
    assert _papers(graph.ask("machine translation known in 2003")) == {"P2", "P3"}
    [said] = graph.ask(f"{asked} published since 2003").attrs["readings"]
    assert said == "the most cited papers of all fields, published since 2003"
    [said] = graph.ask("machine translation as of 2003 or 2005").attrs["readings"]
    assert said.startswith("no kind of question that is known: searched by its words")
    assert said.endswith("; “as of 2003 or 2005” names no day")


def test_what_fits_no_question_is_searched_by_its_words(graph: scinet.Graph) -> None:
    answers = graph.ask("parsing czech little data")
    assert "searched by its words" in answers.attrs["readings"][0]
    assert answers["paper_id"][0] == "five:P5"


def test_people_and_years_of_a_field_are_counted(graph: scinet.Graph) -> None:
    # Of machine translation are P2, cited twice, P3, cited once, and P4.
    people = graph.ask("who are the most cited authors in machine translation?")
    result = [[row[name] for name in ("name", "papers", "citations")] for row in people]
    assert result == [["Ada Byron", 1, 2], ["Carl Gauss", 2, 2], ["Emmy Noether", 1, 1]]
    years = graph.ask("how has the number of papers on machine translation changed since 2001?")
    assert [[*row.values()] for row in years] == [[2003, 1], [2005, 1]]


def test_a_chain_of_authors_tells_who_wrote_which_paper(graph: scinet.Graph) -> None:
    answers = graph.ask("how is Carl Gauss connected to Emmy Noether?")
    assert [[row[name] for name in ("author", "co_author", "year")] for row in answers] == [
        ["Carl Gauss", "Ada Byron", 2000],
        ["Ada Byron", "Emmy Noether", 2006],
    ]
    assert not graph.ask("how is Carl Gauss connected to Emmy Noether?", before="2006-01-01")


def test_of_namesakes_the_one_taken_and_the_others_are_named(graph: scinet.Graph) -> None:
    row = _paper(6, "A history of the Czech crown", 2004, "Ada Byron")
    row["authors"] = [{"id": "a-other", "name": "Ada Byron"}]
    load_rows(graph.database, row, source="six")
    answers = graph.ask("what has Ada Byron written?")
    assert _papers(answers) == {"P1", "P2", "P5"}  # of the one with more papers
    [said] = answers.attrs["readings"]
    assert said == ("papers of “Ada Byron” (five:a-Ada Byron; it may also mean six:a-other)")
    [alone] = graph.ask("what has Carl Gauss written?").attrs["readings"]
    assert alone == "papers of “Carl Gauss”"
    graph.remove("six")


def test_what_is_not_used_and_what_was_not_loaded_is_said(graph: scinet.Graph) -> None:
    answers = graph.ask("parsing papers that cite Phrase tables for machine translation")
    assert "“parsing” is not part of that" in answers.attrs["readings"][0]
    answers = graph.ask("who criticises Phrase tables for machine translation?")
    assert not answers
    [answer] = answers.attrs["answers"]
    assert any("No citation has a label of opinion" in line for line in answer.why)
