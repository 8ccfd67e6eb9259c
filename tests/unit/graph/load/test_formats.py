"""Formats are recognised as services write them, and named with the reason by a dry run."""

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.files.network_files import outcome

from scinet.errors import DataError, NotFoundError
from scinet.graph.load.dry_run import dry_run
from scinet.graph.load.kinds import KINDS
from scinet.graph.sources.files import open_regular
from scinet.graph.sources.recognise import FORMATS, recognise_file

DOCS: Final = Path(__file__).parents[4] / "docs"
ENTRIES: Final = {
    "BibTeX": "@article{k1,\n author = {Fry, Eve},\n title = {On jars},\n year = {1987}\n}\n",
    "RIS": "TY  - JOUR\nTI  - On jars\nAU  - Fry, Eve\nPY  - 1987\nER  - \n",
    "EndNote": "%0 Journal Article\n%T On jars\n%A Fry, Eve\n%D 1987\n",
    "PubMed": "PMID- 77\nTI  - On jars\nFAU - Fry, Eve\nDP  - 1987\n",
    "Web of Science plain text": "PT J\nAU Fry, E\nAF Fry, Eve\nTI On jars\nPY 1987\nER\n\nEF\n",
}
ABOVE: Final = {
    "a program": "Written by a shelf of jars 2.1\nDo not edit, or it is lost.\n\n",
    "a database": "Jars\nEXPORT DATE: 3 May 2020\n\n",
    "a provider": 'Record #1 of 1\nProvider: Jars, Ltd\nContent: text/plain; charset="UTF-8"\n\n',
    "a list": "JAR LIST\n\n\nProvider: Jars http://jars.example\nDatabase: JARS\n\n",
    "a number": "1. \n\n",
    "a number in brackets": "<1>\n",
    "a comment": "@Comment of a reader without braces\n",
    "an address": "write to\n@fry on the web, or fry@jars.example\n",
}


@pytest.mark.parametrize("mark", ["", "\n", " \r\n"])
def test_all_pages_of_a_file_are_read(mark: str, tmp_path: Path) -> None:
    def page(*works: int) -> str:
        items = [{"DOI": f"10.1000/{work}", "title": ["On jars"]} for work in works]
        message = {"facets": {}, "items": items, "total-results": 4}
        return json.dumps({"status": "ok", "message-type": "work-list", "message": message})

    file = tmp_path / "pages.json"
    file.write_text(mark.join((page(1, 2), page(), page(3))))
    ids = [entry.record.id for entry in outcome(file).entries]
    assert ids == [f"doi:10.1000/{number}" for number in (1, 2, 3)]
    file.write_text(f'{page(1)}{mark}{{"status": "ok", "mess')
    [fault] = outcome(file).faults
    assert fault.message == "is not JSON after row 1: unexpected end"


@pytest.mark.parametrize("kind", [None, "bibliography"])
@pytest.mark.parametrize("above", ABOVE)
@pytest.mark.parametrize("form", ENTRIES)
def test_text_above_the_first_entry_is_counted(
    form: str, above: str, kind: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "jars"
    file.write_text(ABOVE[above] + ENTRIES[form])
    result = outcome(file, kind=kind)
    [entry] = result.entries
    assert (entry.record.title, entry.record.authors[0].name) == ("On jars", "Eve Fry")
    passed = [line for line in ABOVE[above].splitlines() if line.strip()]
    assert result.accepted["text_above_entries"] == len(passed)
    assert entry.line.number == ABOVE[above].count("\n") + 1
    assert dry_run(file).details["formats"][str(file)].startswith(f"{form}: an entry begins below")


@pytest.mark.parametrize("form", ENTRIES)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("above", ["", "\n\n \n", "Aus den Gläsern\n\n"])
def test_encodings_and_line_ends_are_the_same_for_all(
    form: str, encoding: str, above: str, tmp_path: Path
) -> None:
    file = tmp_path / "jars"
    for end in ("\n", "\r\n", "\r"):
        text = (above + ENTRIES[form].replace("jars", "Gläser")).replace("\n", end)
        file.write_bytes(text.encode(encoding))
        [entry] = outcome(file).entries
        assert entry.record.title == "On Gläser"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Jars\n\nCite us:\n\n```bibtex\n" + ENTRIES["BibTeX"] + "```\n", "is plain text"),
        ("Jars\n====\n\nCite us::\n\n    @article{a,\n    title={On jars}}\n", "is plain text"),
        ("import jars\n\n@jars.fill\n@cache(lid, size)\ndef empty(): ...\n", "is plain text"),
        ("/* jars */\n@page {\n size: A4;\n}\n", "is plain text"),
        ("<html><pre>\n" + ENTRIES["BibTeX"], "is a web page"),
        ("%PDF-1.7\n" + ENTRIES["RIS"], "is a PDF document"),
    ],
)
def test_an_entry_quoted_elsewhere_is_no_bibliography(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "jars"
    file.write_text(text)
    with pytest.raises(DataError, match=told):
        outcome(file)


COLUMNS: Final[dict[str, tuple[str, list[str], dict[str, Any]]]] = {
    "Publish or Perish": (
        "Cites,Authors,Title,Year,Source,Publisher,ArticleURL,CitesURL,GSRank,QueryDate,Type,DOI",
        [
            '2,"E Fry, O Day",On jars,1987,Shelf,,,,1,2021-03-04 05:06:07,PDF,10.1000/j.1',
            '1,"E Fry, ...",On lids,1990,Shelf,,,,2,2021-03-04 05:06:07,,',
        ],
        {"authors": ["E Fry", "O Day"], "count": 2, "read_on": date(2021, 3, 4)},
    ),
    "Google Scholar": (
        "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher",
        ['"Fry, Eve; Day, Oz; ",On jars,Shelf,2,1,2-3,1987,Jars Ltd',
         '"Fry, Eve; ",On lids,Shelf,1,2,1-2,1990,Jars Ltd'],
        {"authors": ["Eve Fry", "Oz Day"]},
    ),
    "PubMed CSV": (
        "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,"
        "NIHMS ID,DOI",
        ['2,On jars,"Fry E, Day OP Jr.",Shelf. 1987 May 4;2(1):2-3. doi: 10.1000/j.1.,Fry E,Shelf,'
         "1987,1987/06/01,,,10.1000/j.1",
         "1,On lids,Fry E.,Shelf. 1990;1(2):1-2.,Fry E,Shelf,1990,1990/06/01,,,"],
        {"authors": ["E Fry", "OP Day Jr"], "date": date(1987, 5, 4)},
    ),
    "IEEE Xplore": (
        '"Document Title",Authors,"Publication Title","Publication Year","Start Page","DOI",'
        'Article Citation Count,"Reference Count"',
        ["On jars,E. Fry; O. Day,Shelf,1987,2,10.1000/j.1,2,1",
         "On lids,E. Fry,Shelf,1990,1,,1,2"],
        {"authors": ["E. Fry", "O. Day"], "count": 2},
    ),
    "Scopus": (
        '"Authors","Author full names","Author(s) ID","Title","Year","Source title","Cited by",'
        '"DOI"',
        ['Fry E.; Day O.,"Fry, Eve (1); Day, Oz (2)",1; 2,On jars,1987,Shelf,2,10.1000/j.1',
         'Fry E.,"Fry, Eve (1)",1,On lids,1990,Shelf,1,'],
        {"authors": ["Eve Fry", "Oz Day"], "count": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", COLUMNS)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_counts_of_citations_are_no_references(form: str, mark: str, tmp_path: Path) -> None:
    header, rows, expected = COLUMNS[form]
    file = tmp_path / "jars.csv"
    file.write_text("\n".join([mark + header, *rows, ""]))
    result = outcome(file)
    jars, lids = (entry.record for entry in result.entries)
    assert (jars.title, jars.venue.name, jars.date.year) == ("On jars", "Shelf", 1987)
    assert [author.name for author in jars.authors] == expected["authors"]
    assert jars.date == expected.get("date", date(1987, 12, 31))
    assert not jars.references
    assert not lids.references
    counted = [(item.count, item.read_on) for item in jars.referrals]
    known = [(expected["count"], expected.get("read_on"))] if "count" in expected else []
    assert counted == known
    assert dry_run(file).details["formats"][str(file)].startswith(f"{form}: its columns include")


def test_a_list_of_authors_that_breaks_off_is_doubtful(tmp_path: Path) -> None:
    header, rows, _ = COLUMNS["Publish or Perish"]
    file = tmp_path / "jars.csv"
    file.write_text("\n".join([header, rows[1]]))
    result = outcome(file)
    assert result.counts["accepted.authors_not_all"] == 1
    assert [author.name for author in result.entries[0].record.authors] == ["E Fry"]


WORKS: Final = {
    "id": "https://openalex.org/W71",
    "doi": "https://doi.org/10.1000/j.1",
    "display_name": "On jars",
    "publication_year": "1987",
    "publication_date": "1987-05-04",
    "type": "article",
    "cited_by_count": "9",
    "is_retracted": "False",
    "authorships.author.id": "https://openalex.org/A81|https://openalex.org/A82",
    "authorships.author.display_name": "Eve Fry|Oz Day",
    "authorships.author.orcid": "None|https://orcid.org/0000-0002-1825-0097",
    "authorships.is_corresponding": "True|False",
    "authorships.countries": "US|DE|FR",
    "authorships.institutions": 'https://openalex.org/I61, "Jars, of glass", None, US, other, []; '
    'https://openalex.org/I62, "Lids", None, DE, other, []|None',
    "primary_location.source.id": "https://openalex.org/S51",
    "primary_location.source.display_name": "Shelf",
    "referenced_works": "https://openalex.org/W72|https://openalex.org/W73",
    "topics.id": "https://openalex.org/T41|https://openalex.org/T42",
    "topics.display_name": "Glass|Clay",
    "topics.score": "0.9|0.4",
    "ids.pmid": "https://pubmed.ncbi.nlm.nih.gov/31",
    "abstract": "We fill jars and jars",
}  # fmt: skip


def as_csv(work: dict[str, str]) -> str:
    cells = ['"' + text.replace('"', '""') + '"' for text in work.values()]
    return ",".join(work) + "\n" + ",".join(cells) + "\n"


def test_openalex_as_its_page_exports_it(tmp_path: Path) -> None:
    file = tmp_path / "works.csv"
    file.write_text("\ufeff" + as_csv(WORKS))
    result = outcome(file)
    [entry] = result.entries
    work = entry.record
    assert (work.id, work.title, work.abstract) == (
        "openalex:W71", "On jars", "We fill jars and jars",
    )  # fmt: skip
    assert [(a.id, a.name, a.is_corresponding, a.orcid) for a in work.authors] == [
        ("openalex:A81", "Eve Fry", True, None),
        ("openalex:A82", "Oz Day", False, "0000-0002-1825-0097"),
    ]
    placed = [[place.name for place in author.institutions] for author in work.authors]
    assert placed == [["Jars, of glass", "Lids"], []]
    assert work.references == ("openalex:W72", "openalex:W73")
    assert (work.date, work.venue.id) == (date(1987, 5, 4), "openalex:S51")
    assert (work.external_ids["pmid"], work.external_ids["doi"]) == ("31", "10.1000/j.1")
    assert [(item.name, item.score) for item in work.fields] == [("Glass", 0.9), ("Clay", 0.4)]
    assert result.accepted["items_do_not_match"] == 1  # countries are those of institutions
    described = dry_run(file).details["formats"][str(file)]
    assert described.startswith("OpenAlex CSV: its columns include ")
    assert described.endswith("it could be table of papers or citations (--as records)")


def test_a_data_frame_of_openalex_is_read_as_its_page_exports_it(tmp_path: Path) -> None:
    file = tmp_path / "frame.csv"
    frame = {
        "": "0",
        **{name: WORKS[name] for name in ("id", "publication_year", "publication_date")},
        "title": "[Jars]",
        "authorships": "[{'author': {'id': 'https://openalex.org/A8', 'display_name': 'O\\'Fry'}}]",
        "referenced_works": '["https://openalex.org/W72", "https://openalex.org/W73"]',
        "abstract_inverted_index": "{'We': [0], 'fill': [1]}",
    }
    file.write_text(as_csv(frame))
    [entry] = outcome(file).entries
    work = entry.record
    assert (work.title, work.abstract, work.authors[0].name) == ("[Jars]", "We fill", "O'Fry")
    assert work.references == ("openalex:W72", "openalex:W73")


def test_few_columns_of_openalex_are_enough_and_authors_are_no_works(tmp_path: Path) -> None:
    file = tmp_path / "works.csv"
    few = ("id", "display_name", "publication_year", "publication_date", "cited_by_count")
    file.write_text(as_csv({name: WORKS[name] for name in few}))
    [entry] = outcome(file).entries
    assert (entry.record.id, entry.record.references) == ("openalex:W71", ())
    author = {"id": "https://openalex.org/A8100", "display_name": "Eve Fry", "works_count": "7"}
    file.write_text(as_csv(author))
    with pytest.raises(DataError, match="holds something else of OpenAlex than works"):
        outcome(file)


def test_a_kind_or_a_format_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "jars"
    file.write_text(ABOVE["a program"] + ENTRIES["RIS"])
    for name in ("bibliography", "ris", "RIS"):
        assert len(outcome(file, kind=name).entries) == 1
    told = {"bibtex": "holds RIS, not BibTeX", "openalex": "export them, not works of OpenAlex"}
    for name, message in told.items():
        with pytest.raises(DataError, match=message):
            outcome(file, kind=name)
    with pytest.raises(NotFoundError, match="no kind of load named 'bibtx'") as caught:
        outcome(file, kind="bibtx")
    assert caught.value.hint == "Did you mean bibtex?"
    file.write_text("On jars\n")
    [fault] = outcome(file, kind="web-of-science-plain-text").faults
    assert fault.message == "has no entry of Web of Science plain text"


def test_each_format_has_a_kind_and_a_place_in_the_documentation() -> None:
    for name, form in FORMATS.items():
        page = DOCS / (f"sources/{form.page}.md" if form.page else "load.md")
        assert form.kind in KINDS
        assert name.removeprefix("table of ").split()[0] in page.read_text(), (name, page)


def test_no_column_of_a_table_of_ones_own_is_taken_for_a_database(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("id,title,year,source title,cited by,references\nj1,A,2001,Shelf,4,j2\n")
    [seen] = recognise_file(open_regular(file, str(file)))
    assert seen.format.kind == "records"
    [entry, *_] = outcome(file).entries
    assert entry.record.references == ("j2",)


def test_a_bad_byte_of_a_table_is_read_and_a_null_character_costs_its_row(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_bytes(b"id,title,year\na,Caf\xe9 1,2001\nb,\xc3\xa9t\xc3\xa9,2002\nc,x\0,2003\n")
    result = outcome(file)
    assert [entry.record.title for entry in result.entries] == ["Café 1", "été"]
    assert (result.accepted["not_utf8"], result.reasons) == (1, {"control_character": 1})
