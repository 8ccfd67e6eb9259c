"""A doubtful value costs itself alone: its record stays with its citations, and it is counted."""

import json
from typing import Any

import pytest
from helpers.files.network_files import GOOD, Outcome
from helpers.files.read_files import by_id, read_contents, records_of

from scinet.graph.schema import identifiers

SICI = "10.1000/(SICI)99-1(2)3:4<5::AID-X>3.0.CO;2-K"
DOIS = {
    **dict.fromkeys(
        (
            "10.1000/W.1", "https://www.doi.org/10.1000/w.1", "doi.org/10.1000/w.1",
            "http://dx.doi.org/10.1000/w.1/", "DOI 10.1000/w.1", "doi:10.1000/w.1.",
            "doi: https://doi.org/10.1000/w.1", "https://doi.org/doi:10.1000/w.1",
            "10.1000%2Fw.1", "https://doi.org/10.1000%2FW.1", "urn:doi:10.1000/w.1",
            "info:doi/10.1000/w.1", "<https://doi.org/10.1000/w.1>", "[10.1000/w.1]",
            "10.1000/w.1)", "10.1000/w.1, 10.1000/w.2", "10.1000/w.1|10.1000/w.2",
            "10.1000/w.1 https://doi.org/10.1000/w.2", " 10.1000/w.1\u200b",
            "https://doi-org.proxy.library.example/10.1000/w.1",
            "https://0-doi-org.library.example/10.1000/w.1",
            "https://login.ezproxy.example/login?url=https://doi.org/10.1000/w.1",
            "https://ezproxy.example/login?qurl=https%3A%2F%2Fdoi.org%2F10.1000%2Fw.1",
            "https://dx.doi.org.ezproxy.example:2048/10.1000/w.1",
            "https://publisher.example/doi/abs/10.1000/w.1?journalCode=x",
        ),
        "10.1000/w.1",
    ),
    SICI: SICI.lower(),
    SICI.replace("<", "&lt;").replace(">", "&gt;"): SICI.lower(),
    f"https://doi.org/{SICI.replace('<', '%3C').replace('>', '%3E')}": SICI.lower(),
    "10.1000.10/a(1)": "10.1000.10/a(1)",
    **dict.fromkeys(("10.1000/ w", "10.1000/a b", "see text", "10.1000", "n/a", "x10.1000/a")),
}  # fmt: skip


@pytest.mark.parametrize("text", DOIS)
def test_every_spelling_of_a_doi_is_the_doi(text: str) -> None:
    assert identifiers.parse_doi(text)[0] == DOIS[text]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("https://api.openalex.org/works/W31", "W31"),
        ("openalex.org/w31", "W31"),
        ("https://www.doi.org/10.1000/W", "10.1000/w"),
        ("https://doi-org.proxy.example/10.1000/W", "10.1000/w"),
        ("https://export.example/10.1000/w", "https://export.example/10.1000/w"),
    ],
)
def test_an_id_is_known_without_its_address(text: str, plain: str) -> None:
    assert identifiers.strip_site(text) == plain


COUNTS = {
    "citations": "id,title,year,cites\n1,A,2001,3\n2,B,2002,1\n3,C,2003,2\n",
    "references": "id;title;Refs\nx1;A;35\nx2;B;1,204\nx3;C;\n",
    "floats of a spreadsheet": "id,title,references\n1,A,2.0\n2,B,0.0\n",
    "words": "id,title,refs\n1,A,2 references\n2,B,1 reference\n",
    "Publish or Perish": (
        "Cites,Authors,Title,Year,Source,Publisher,DOI,CitesPerYear\n"
        "12,A Bell,A,2001,Letters,P,10.1000/a,1.5\n3,C Dee,B,2002,Letters,P,,0.5\n"
    ),
}
IDS = {
    "several": "id,title,cites\n1,A,2;3\n2,B,3\n3,C,\n",
    "words": "id,title,cites\nx1,A,x2\nx2,B,\n",
    "numbers that no count has": "id,title,cites\n5001,A,5002\n5002,B,\n",
}


@pytest.mark.parametrize("name", COUNTS)
def test_a_column_of_counts_is_no_list_of_references(name: str) -> None:
    contents = read_contents(COUNTS[name])
    assert [record.references for record in records_of(contents)] == [()] * len(contents.entries)
    assert contents.accepted["counts_for_references"] >= 2
    assert (contents.reasons, contents.faults) == ({}, [])


@pytest.mark.parametrize("name", IDS)
def test_a_column_of_ids_is_a_list_of_references(name: str) -> None:
    contents = read_contents(IDS[name])
    assert records_of(contents)[0].references
    assert not contents.accepted


def test_a_named_column_of_references_is_taken_at_its_word() -> None:
    contents = read_contents(COUNTS["citations"], columns={"references": "cites"})
    assert records_of(contents)[1].references == ("1",)


def crossref(**changes: Any) -> Outcome:
    work = {"DOI": "10.1000/one", "title": ["One"], "reference": [{"DOI": "10.1000/two"}]}
    return read_contents(json.dumps({"items": [work | changes]}))


DATES: dict[str, tuple[Any, str | None, str]] = {
    "month 0": ([2005, 0], "2005-12-31", "date_in_part"),
    "month 13": ([2005, 13, 1], "2005-12-31", "date_in_part"),
    "31 November": ([2011, 11, 31], "2011-11-30", "date_in_part"),
    "day 0": ([2011, 11, 0], "2011-11-30", "date_in_part"),
    "day 32": ([2011, 12, 32], "2011-12-31", "date_in_part"),
    "texts": (["2011", "11", "3"], "2011-11-03", ""),
    "floats": ([2011.0, 11.0], "2011-11-30", ""),
    "a name of a month": ([2011, "Nov", 3], "2011-11-03", ""),
    "null after the year": ([2011, None, None], "2011-12-31", ""),
    "null": ([None], None, "date_missing"),
    "year 0": ([0], None, "date_missing"),
    "words": (["soon"], None, "date_malformed"),
}


@pytest.mark.parametrize("name", DATES)
def test_a_bad_part_of_a_date_costs_that_part(name: str) -> None:
    parts, day, reason = DATES[name]
    contents = crossref(issued={"date-parts": [parts]})
    [paper] = records_of(contents)
    assert (paper.date and f"{paper.date}", paper.references) == (day, ("doi:10.1000/two",))
    assert not reason or contents.counts[f"accepted.{reason}"] == 1
    assert contents.reasons == {}


STATED: dict[str, tuple[Any, str | None]] = {
    "a number": (2019.0, "2019-12-31"),
    "a moment": ("2018-02-02T00:00:00", "2018-02-02"),
    "a moment before Greenwich's midnight": ("2018-02-02T20:00:00-05:00", "2018-02-03"),
    "a moment after it": ("2018-02-02T02:00:00+09:00", "2018-02-02"),
    "an object": ({"year": 2018, "month": 2, "day": "2"}, "2018-02-02"),
    "an object of a database": ({"$date": "2018-02-02T00:00:00Z"}, "2018-02-02"),
    "an object of CSL": ({"raw": "2 February 2018"}, "2018-02-02"),
    "parts": ([2018, 2], "2018-02-28"),
    "digits": ("20180202", "2018-02-02"),
    "the American order": ("02/28/2018", "2018-02-28"),
    "30 February": ("2018-02-30", "2018-02-28"),
    "two days": ("2018-02-02, 2018-02-05", "2018-02-05"),
    "a period that ends before it begins": ("2018-05/2017-02", "2018-05-31"),
    "a year before printing": ("1399", None),
    "true": (True, None),
}


@pytest.mark.parametrize("name", STATED)
def test_dates_of_other_sources_are_read(name: str) -> None:
    stated, day = STATED[name]
    contents = read_contents(json.dumps({**GOOD["records"](1), "date": stated}))
    [paper] = records_of(contents)
    assert (paper.date and f"{paper.date}", contents.reasons) == (day, {})
    assert len(paper.references) == len(GOOD["records"](1)["references"])


@pytest.mark.parametrize(
    "name", ["&NA;", "NA", "-", "Anonymous", "[Anonymous]", "et al.", "[No authors listed]", "..."]
)
def test_nobody_is_no_author(name: str) -> None:
    contents = crossref(author=[{"family": "Bell", "given": "Ada"}, {"family": name}])
    [paper] = records_of(contents)
    assert [author.name for author in paper.authors] == ["Ada Bell"]
    assert contents.counts["authorships.rejected.author_empty"] == 1


def test_nulls_in_lists_of_crossref_cost_themselves() -> None:
    contents = crossref(title=[None], author=[None, {"family": "Bell"}], reference=None)
    [paper] = records_of(contents)
    assert (paper.title, [author.name for author in paper.authors]) == (None, ["Bell"])
    assert contents.counts["accepted.wrong_type"] == 2


def work(number: int, **changes: Any) -> str:
    base = {"id": f"https://openalex.org/W{number}", "title": "T", "publication_date": "2018-02-02"}
    return json.dumps({**base, **changes})


def openalex_author(number: int, name: str | None) -> dict[str, Any]:
    person = {"id": f"https://openalex.org/A{number}", "display_name": name}
    return {"author": person, "raw_author_name": "Dee, Cy", "institutions": [None]}


def test_works_of_openalex_keep_what_is_right_of_them() -> None:
    many = [openalex_author(5_000_000 + place, f"Person {place}") for place in range(100)]
    cited = [None, 7, "W1", "https://api.openalex.org/works/W3", "https://openalex.org/A12345"]
    contents = read_contents(
        "\n".join(
            (
                work(1, authorships=many[:50], is_authors_truncated=True),
                work(2, authorships=many, referenced_works=cited),
                work(3, authorships=many, is_authors_truncated=False, publication_date=None,
                     publication_year=2019.0),
                work(4, authorships=[openalex_author(9_999_999_999, "Null"), *many[:1]]),
                work(5, authorships="x", topics=[None], primary_location={"source": 7}, type=[]),
            )
        )
    )  # fmt: skip
    papers = by_id(contents)
    assert list(papers) == [f"openalex:W{number}" for number in range(1, 6)]
    assert contents.counts["accepted.authors_not_all"] == 2
    assert papers["openalex:W2"].references == ("openalex:W1", "openalex:W3")
    assert contents.counts["references.read"] == 5
    assert f"{papers['openalex:W3'].date}" == "2019-12-31"
    assert [author.name for author in papers["openalex:W4"].authors] == ["Cy Dee", "Person 0"]
    assert papers["openalex:W5"].type is None
    listed = {(row["line"], row["reason"]) for row in contents.rejects}
    assert {
        (2, "id_empty"),
        (2, "id_of_other_entity"),
        (2, "wrong_type"),
        (5, "wrong_type"),
    } < listed


def test_an_answer_of_semantic_scholar_keeps_its_papers() -> None:
    one, two = "a" * 40, "b" * 40
    answer = [
        {"paperId": one, "title": "One", "year": None, "publicationDate": "2021-11-31",
         "references": [{"paperId": None}, {"paperId": two, "isInfluential": []}],
         "authors": [{"authorId": None, "name": "Ada Bell"}, None]},
        None,
        {"error": "Paper with id CorpusId:7 not found"},
        {"paperId": two, "title": "Two", "year": 2021, "publicationDate": "2021-00-00"},
    ]  # fmt: skip
    contents = read_contents(json.dumps(answer))
    papers = by_id(contents)
    assert papers[f"s2:{one}"].references == (f"s2:{two}",)
    assert [f"{paper.date}" for paper in papers.values()] == ["2021-11-30", "2021-12-31"]
    assert contents.accepted == {"paper_not_found": 2, "wrong_type": 1}
    assert contents.counts["accepted.date_in_part"] == 2


def test_an_id_that_is_no_id_of_arxiv_joins_no_works() -> None:
    ids = {"arxiv": "none", "acl": "-", "s2": "NA", "doi": ["10.1000/a", "10.1000/b"]}
    contents = read_contents(json.dumps({**GOOD["records"](1), "external_ids": ids}))
    assert records_of(contents)[0].external_ids == {"doi": "10.1000/a"}


def test_numbers_that_only_some_can_read_cost_themselves() -> None:
    good = json.dumps({**GOOD["records"](1), "abstract": None})[:-1].replace(
        '"abstract": null, ', ""
    )
    odd = ("NaN", "[-Infinity]", "1e999", "[9223372036854775808]", "-9223372036854775809", "1" * 99)
    for value in odd:
        contents = read_contents(f'{good}, "a field of their own": {value}, "abstract": NaN}}')
        assert (contents.reasons, len(contents.papers)) == ({}, 1), value
    [record] = records_of(read_contents('{"id": 18446744073709551616, "title": "T"}'))
    assert record.id == "18446744073709551616"


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Bell, Ada; Dee and Sons Ltd.", ["Ada Bell", "Dee and Sons Ltd."]),
        ("Bell, A. & Dee, C.", ["A. Bell", "C. Dee"]),
        ("王小明、李四", ["王小明", "李四"]),
        ("王小明\uff1b李四", ["王小明", "李四"]),
    ],
)
def test_authors_in_a_cell_are_split_at_the_marks_of_lists(cell: str, names: list[str]) -> None:
    [paper] = records_of(read_contents(f'id,title,authors\np1,On jars,"{cell}"\n'))
    assert [author.name for author in paper.authors] == names


def test_columns_are_those_of_zotero() -> None:
    header = '"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI",'
    row = '"K1","journalArticle","2001","Bell, Ada","On jars","Letters","10.1000/a","Of jars."'
    [paper] = records_of(read_contents(f'{header}"Abstract Note"\n{row}\n'))
    assert (paper.venue and paper.venue.name, paper.type, paper.abstract) == (
        "Letters", "journalArticle", "Of jars.",
    )  # fmt: skip
