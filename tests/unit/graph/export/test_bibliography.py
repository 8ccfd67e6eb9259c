"""Papers as BibTeX: what styles ask for, what TeX takes apart, and what comes back."""

from io import BytesIO
from typing import Any

import pytest

from scinet.graph.export.bibliography import write_bibtex
from scinet.graph.sources.bibtex import entries


def written(**about: Any) -> str:
    paper: dict[str, Any] = dict.fromkeys(("date", "venue", "doi", "type"))
    file = BytesIO()
    write_bibtex([paper | {"paper_id": "p1", "title": "On it", "authors": []} | about], file)
    return file.getvalue().decode()


def read(text: str) -> dict[str, Any]:
    [(_, record)] = entries(text)
    assert isinstance(record, dict)
    return record


@pytest.mark.parametrize(
    ("kind", "entry", "field"),
    [
        (None, "article", "journal"),
        ("conference", "inproceedings", "booktitle"),
        ("proceedings-article", "inproceedings", "booktitle"),
        ("book-chapter", "incollection", "booktitle"),
        ("dissertation", "phdthesis", "school"),
        ("report", "techreport", "institution"),
        ("preprint", "unpublished", "journal"),
    ],
)
def test_a_venue_stands_where_styles_look_for_it(kind: str | None, entry: str, field: str) -> None:
    text = written(type=kind, venue="ACL {2010}")
    assert text.startswith(f"@{entry}{{")
    assert f"{field} = {{ACL {{\\textbraceleft}}2010{{\\textbraceright}}}}" in text
    assert sum(f"{name} = " in text for name in ("journal", "booktitle", "school")) <= 1
    assert read(text)["venue"] == "ACL {2010}"


def test_names_are_parted_where_they_end() -> None:
    centres = "Centers for Disease Control and Prevention"
    names = ["Ada Byron", centres, "José Núñez", "R AND D Group", "others", "Sandy Anderson"]
    text = written(authors=names)
    assert (
        f"Ada Byron and {{{centres}}} and Jos{{\\'e}} N{{\\'u}}{{\\~n}}ez and {{R AND D Group}}"
        " and {others} and Sandy Anderson"
    ) in text
    assert [author["name"] for author in read(text)["authors"]] == names


@pytest.mark.parametrize(
    "names", [["A and B"], ["A and B", "C and D"], ["A and B", "Cy Dee"], ["Cy Dee", "É and Ñ"]]
)
def test_braces_around_first_and_last_names_are_told_apart(names: list[str]) -> None:
    assert [author["name"] for author in read(written(authors=names))["authors"]] == names


@pytest.mark.parametrize(
    ("title", "tex"),
    [
        ("Sets {a, b}", r"Sets {\textbraceleft}a, b{\textbraceright}"),
        ("One { too many", r"One {\textbraceleft} too many"),
        ("}{", r"{\textbraceright}{\textbraceleft}"),
        (r"A \{ of {\'e}", r"A {\textbackslash}{\textbraceleft} of "
         r"{\textbraceleft}{\textbackslash}'e{\textbraceright}"),
        ("Österreich & 50 %", r"\"Osterreich \& 50 \%"),
    ],
)  # fmt: skip
def test_braces_of_a_title_are_none_of_bibtex(title: str, tex: str) -> None:
    text = written(title=title)
    assert f"title = {{{tex}}}" in text
    assert text.count("{") == text.count("}")
    assert read(text)["title"] == title


def test_a_doi_comes_back() -> None:
    text = written(doi="10.1002/(sici)1097_4571<391::aid>3.0.co;2-#")
    assert read(text)["external_ids"] == {"doi": "10.1002/(sici)1097_4571<391::aid>3.0.co;2-#"}


def test_escaped_braces_of_other_programs_are_read() -> None:
    text = r"@phdthesis{a, title = {{S}ets \{a\}}, school = {Univ. of {X}}, institution = {Y}}"
    assert read(text)["title"] == "Sets {a}"
    assert read(text)["venue"] == "Univ. of X"
