"""Affiliations of authors in the exports of databases, with countries; none is guessed."""

import csv
import io
import json
from typing import Any

import pytest
from helpers.files.read_files import by_id, read_contents

from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources.affiliations import shorten_address


def table(**cells: str) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([cells.keys(), cells.values()])
    return text.getvalue()


def read(content: str) -> PaperRecord:
    record: PaperRecord
    [record] = by_id(read_contents(content)).values()
    return record


def places(record: PaperRecord) -> dict[str | None, list[str | None]]:
    return {a.name: [i.name for i in a.institutions] for a in record.authors}


def unassigned(record: PaperRecord) -> int:
    return record.notes.counts["affiliations.rejected.unassigned"]


SCOPUS = {
    "Authors": "Bell A.; Dee C.",
    "Author full names": "Bell, Ada (11); Dee, Cy (22)",
    "Title": "On it",
    "Year": "2001",
    "Source title": "J",
    "DOI": "10.1000/s",
    "EID": "2-s2.0-1",
}
BONN = "Department of Physics, University of Bonn, Bonn, 53115, Germany"
LYON = "Institut de Chimie, Lyon, France"


def test_scopus_joins_authors_and_addresses() -> None:
    record = read(
        table(
            **SCOPUS,
            Affiliations=f"{BONN}; {LYON}; Acme, Paris, France",
            **{"Authors with affiliations": f"Bell A., {BONN}, {LYON}; Dee C., {LYON}"},
        )
    )
    assert places(record) == {
        "Ada Bell": ["Institut de Chimie, France", "University of Bonn, Germany"],
        "Cy Dee": ["Institut de Chimie, France"],
    }
    assert unassigned(record) == 1
    assert record.notes.counts["affiliations.loaded"] == 3


def test_addresses_without_authors_are_counted() -> None:
    record = read(table(**SCOPUS, Affiliations=f"{BONN}; {LYON}"))
    assert places(record) == {"Ada Bell": [], "Cy Dee": []}
    assert unassigned(record) == 2
    alone = SCOPUS | {"Author full names": "Bell, Ada (11)"}
    assert places(read(table(**alone, Affiliations=BONN))) == {
        "Ada Bell": ["University of Bonn, Germany"]
    }
    # Without a list of them, two addresses cannot be told from one.
    beside = {"Authors with affiliations": f"Bell, A., {BONN}; {LYON}; Dee, C., Acme, Rome, Italy"}
    assert places(read(table(**SCOPUS, **beside))) == {
        "Ada Bell": [f"{BONN}; {LYON}"],
        "Cy Dee": ["Acme, Rome, Italy"],
    }


WOS = [
    "[Bell, Ada; Dee, Cy] Univ Bonn, Dept Phys, D-53115 Bonn, Germany.",
    "[Dee, Cy] Harvard Univ, Cambridge, MA 02138 USA.",
    "[Fry, Bo] CNRS, Paris, France.",
]


@pytest.mark.parametrize("is_tagged", [True, False])
def test_web_of_science_names_authors_in_brackets(*, is_tagged: bool) -> None:
    if is_tagged:
        lines = ["FN Clarivate", "VR 1.0", "PT J", "AU Bell, A", "   Dee, C", "AF Bell, Ada"]
        lines += ["   Dee, Cy", "TI On it", "SO J", "PY 2001", "UT WOS:1", f"C1 {WOS[0]}"]
        content = "\n".join([*lines, f"   {WOS[1]}", f"   {WOS[2]}", "ER", "", "EF"])
    else:
        names = {"AU": "Bell, A; Dee, C", "AF": "Bell, Ada; Dee, Cy", "C1": "; ".join(WOS)}
        content = table(PT="J", TI="On it", SO="J", PY="2001", UT="WOS:1", **names)
    record = read(content)
    assert places(record) == {
        "Ada Bell": ["Univ Bonn, Germany"],
        "Cy Dee": ["Harvard Univ, USA", "Univ Bonn, Germany"],
    }
    assert unassigned(record) == 1


DIMENSIONS = {
    "Publication ID": "pub.1",
    "Title": "On it",
    "PubYear": "2001",
    "Authors": "Bell, Ada; Dee, Cy",
}


@pytest.mark.parametrize(
    ("cells", "expected", "lost"),
    [
        (
            {
                "Authors Affiliations": "Bell, Ada (CNRS; Uni Bonn (UB)); Dee, Cy (CNRS)",
                "Research Organizations - standardized": "Uni Bonn (UB); CNRS",
                "Country of Research organization": "Germany; France",
            },
            [["CNRS, France", "Uni Bonn (UB), Germany"], ["CNRS, France"]],
            0,
        ),
        ({"Authors Affiliations": "Bell, Ada (Uni Bonn); Dee, Cy ()"}, [["Uni Bonn"], []], 0),
        ({"Authors Affiliations": "Bell, Ada (Uni Bonn)"}, [[], []], 1),
        (
            {"Authors (Raw Affiliation)": f"Bell, Ada ({BONN}); Dee, Cy ({LYON}; Acme)"},
            [["University of Bonn, Germany"], ["Acme", "Institut de Chimie, France"]],
            0,
        ),
        ({"Authors Affiliations - Name of Research organization": "Uni Bonn"}, [[], []], 1),
    ],
)
def test_dimensions_names_institutions_in_parentheses(
    cells: dict[str, str], expected: list[list[str]], lost: int
) -> None:
    record = read(table(**DIMENSIONS, **cells))
    assert list(places(record).values()) == expected
    assert unassigned(record) == lost


def test_dimensions_for_mapping_states_those_of_a_single_author() -> None:
    record = read(
        table(
            **DIMENSIONS | {"Authors": "Bell, Ada"},
            **{
                "Authors Affiliations - Name of Research organization": "Uni Bonn; CNRS",
                "Authors Affiliations - Country of Research organization": "Germany; France",
            },
        )
    )
    assert places(record) == {"Ada Bell": ["CNRS, France", "Uni Bonn, Germany"]}


def test_lens_and_crossref_state_countries_and_places() -> None:
    work: dict[str, Any] = {
        "lens_id": "000-001",
        "title": "On it",
        "year_published": 2001,
        "author_count": 3,
        "fields_of_study": ["Words"],
        "keywords": ["Counting", "words"],
        "authors": [
            {"first_name": "Ada", "last_name": "Bell",
             "affiliations": [{"name": "Uni Bonn", "country_code": "DE"}, {"name": "CNRS"}]},
            {"first_name": "Cy", "last_name": "Dee"},
        ],
    }  # fmt: skip
    record = read(json.dumps(work))
    assert places(record) == {"Ada Bell": ["CNRS", "Uni Bonn, DE"], "Cy Dee": []}
    assert [field.name for field in record.fields] == ["Counting", "words"]
    assert record.notes.counts["accepted.authors_not_all"] == 1
    item = {
        "DOI": "10.1000/c",
        "title": ["On it"],
        "author": [
            {"given": "Ada", "family": "Bell",
             "affiliation": [{"name": "Uni Bonn", "place": ["Bonn, Germany"]}, {"name": "CNRS"}]},
            {"family": "et al."},
        ],
    }  # fmt: skip
    record = read(json.dumps(item))
    assert places(record) == {"Ada Bell": ["CNRS", "Uni Bonn, Bonn, Germany"]}
    assert record.notes.counts["accepted.authors_not_all"] == 1


ADDRESSES = (
    "TY  - JOUR\nTI  - On it\nAU  - Bell, Ada\n{}PY  - 2001\nAD  - {}\nER  - \n",
    "%0 Article\n%T On it\n%A Bell, Ada\n{}%D 2001\n%+ {}\n",
    "@article{{x, title = {{On it}}, author = {{Bell, Ada{}}}, affiliations = {{{}}}}}",
)


@pytest.mark.parametrize(
    ("content", "other"),
    list(zip(ADDRESSES, ("AU  - Dee, Cy\n", "%A Dee, Cy\n", " and Dee, Cy"), strict=True)),
)
def test_an_address_of_the_paper_is_that_of_its_only_author(content: str, other: str) -> None:
    alone, joint = (read(content.format(more, BONN)) for more in ("", other))
    assert places(alone) == {"Ada Bell": ["University of Bonn, Germany"]}
    assert (unassigned(alone), unassigned(joint)) == (0, 1)
    assert places(joint) == {"Ada Bell": [], "Cy Dee": []}


@pytest.mark.parametrize(
    ("address", "short"),
    [
        (BONN, "University of Bonn, Germany"),
        ("Univ Y, Dept Z, Boston, MA 02115 USA.", "Univ Y, USA"),
        ("School of Law, Harvard College, USA", "Harvard College, USA"),
        ("Center for X, Univ. of Y, Y, Italy", "Univ. of Y, Italy"),
        ("Acme Works, Oslo, Norway", "Acme Works, Oslo, Norway"),
        (f"{BONN}. ada@bonn.example.", "University of Bonn, Germany"),
        (f"{BONN}; {LYON}", f"{BONN}; {LYON}"),
        ("Acme", "Acme"),
        ("", ""),
    ],
)
def test_an_address_is_shortened_where_its_institution_is_certain(address: str, short: str) -> None:
    assert shorten_address(address) == short
