# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with patents that cite papers: of Lens, of Reliance on Science, and their days."""

from collections.abc import Mapping
from typing import Final

from helpers.faulty.bad_exports import Cells, Export, addresses, days, texts

LENS: Final = Export(
    ("#", "Jurisdiction", "Kind", "Display Key", "Lens ID", "Publication Date", "Title", "Abstract", "URL",
     "NPL Resolved Lens ID(s)", "NPL Resolved External ID(s)", "NPL Citations"),
    lambda number: {
        "#": f"{number}", "Jurisdiction": "US", "Kind": "B2", "Display Key": f"US 765432{number} B2", "Lens ID": f"173-631-769-260-71{number}",
        "Publication Date": "2010-01-26", "Title": f"A counter, number {number}", "URL": f"https://link.lens.org/{number}",
        "NPL Resolved Lens ID(s)": f"105-639-743-003-30{number}", "NPL Resolved External ID(s)": f"10.1000/{number};;1733017{number}",
    },
    read="Publication Date",
    needed="NPL Resolved External ID(s)",
)  # fmt: skip
_EXTERNAL: Final = "NPL Resolved External ID(s)"
_OF_LENS: Final = "NPL Resolved Lens ID(s)"
_KEY: Final = "Display Key"
OF_LENS: Final[Cells] = {
    "no paper": ("required_missing", {_EXTERNAL: "", _OF_LENS: ""}),
    "words for papers": ("required_missing", {_EXTERNAL: "see text", _OF_LENS: ""}),
    "a word among ids of papers": ("external_id_malformed", {_EXTERNAL: "10.1000/7;;see text"}),
    "half a DOI": ("external_id_malformed", {_EXTERNAL: "10.1000;;17330177"}),
    "a DOI with a blank": ("external_id_malformed", {_EXTERNAL: "10.1000/ 7"}),
    "a number that a spreadsheet rounded": ("external_id_malformed", {_EXTERNAL: "1.73302E+07"}),
    "a number with a point": ("external_id_malformed", {_EXTERNAL: "17330177.5"}),
    "a number of eleven digits": ("external_id_malformed", {_EXTERNAL: "17330171733"}),
    "zero for a paper": ("external_id_malformed", {_EXTERNAL: "0"}),
    "a DOI over 256 letters": ("external_id_over_256", {_EXTERNAL: "10.1000/" + "x" * 257}),
    "an id of Lens over 256 letters": ("external_id_over_256", {_OF_LENS: "x" * 257}),
    "NUL in a DOI": ("control_character", {_EXTERNAL: "10.1000/7\0"}),
    "NUL in an id of Lens": ("control_character", {_OF_LENS: "105\0"}),
    "no number of a patent": ("required_missing", {_KEY: ""}),
    "a number of a patent that pandas has not": ("required_missing", {_KEY: "NaN"}),
    "marks for a number of a patent": ("id_empty", {_KEY: "_ / _"}),
    "a number of a patent over 256 letters": ("id_over_256", {_KEY: "US" + "7" * 255}),
    "a number of a patent that a spreadsheet rounded": ("id_rounded", {_KEY: "7.65432E+06"}),
    "NUL in a number of a patent": ("control_character", {_KEY: "US 7\0 B2"}),
    **days("Publication Date"),
    **texts("Title", "a title"),
    **addresses("URL"),
}  # fmt: skip

RELIANCE: Final = Export(
    ("reftype", "confscore", "magid", "patent", "uspto", "wherefound", "doi", "pmid"),
    lambda number: {
        "reftype": "app", "confscore": "10", "magid": f"3{number}", "patent": f"US-765432{number}", "uspto": "1",
        "wherefound": "frontonly", "doi": f"10.1000/{number}", "pmid": f"17{number}",
    },
    mark="\t",
    has_quotations=False,
    read="doi",
    needed="patent",
)  # fmt: skip
_PATENTS: Final[Cells] = {
    "no patent": ("required_missing", {"patent": ""}),
    "marks for a patent": ("id_empty", {"patent": "_/_"}),
    "a patent over 256 letters": ("id_over_256", {"patent": "US" + "7" * 255}),
    "a patent that a spreadsheet rounded": ("id_rounded", {"patent": "7.65432E+06"}),
    "NUL in a patent": ("control_character", {"patent": "US-7\0"}),
}
OF_RELIANCE: Final[Cells] = {
    **_PATENTS,
    "no paper": ("required_missing", {"doi": "", "pmid": "", "magid": ""}),
    "words for a paper": ("required_missing", {"doi": "see text", "pmid": "", "magid": ""}),
    "words as DOI": ("doi_malformed", {"doi": "see text"}),
    "half a DOI": ("doi_malformed", {"doi": "10.1000"}),
    "a DOI with a blank": ("doi_malformed", {"doi": "10.1000/ 7"}),
    "a DOI as a number": ("doi_malformed", {"doi": "10.1"}),
    "an arXiv id as DOI": ("doi_malformed", {"doi": "arXiv:1706.03762"}),
    "a DOI over 256 letters": ("external_id_over_256", {"doi": "10.1000/" + "x" * 257}),
    "NUL in a DOI": ("control_character", {"doi": "10.1000/\0"}),
    "words as id of PubMed": ("pmid_malformed", {"pmid": "see text"}),
    "zero as id of PubMed": ("pmid_malformed", {"pmid": "0"}),
    "an id of PubMed below zero": ("pmid_malformed", {"pmid": "-171"}),
    "an id of PubMed of eleven digits": ("pmid_malformed", {"pmid": "17330171733"}),
    "an id of PubMed that a spreadsheet rounded": ("pmid_malformed", {"pmid": "1.73302E+07"}),
    "an id of PubMed Central": ("pmid_malformed", {"pmid": "PMC3439153"}),
    "two ids of PubMed": ("pmid_malformed", {"pmid": "171;172"}),
    "NUL in an id of PubMed": ("control_character", {"pmid": "171\0"}),
    "words as MAG's id": ("external_id_malformed", {"magid": "see text"}),
    "MAG's id below zero": ("external_id_malformed", {"magid": "-1"}),
    "MAG's id that a spreadsheet rounded": ("external_id_malformed", {"magid": "2.10123E+09"}),
    "MAG's id with a fraction": ("external_id_malformed", {"magid": "33.5"}),
    "an author's id as MAG's": ("external_id_malformed", {"magid": "A5023888391"}),
    "MAG's id over 256 digits": ("external_id_over_256", {"magid": "3" * 257}),
    "NUL in MAG's id": ("control_character", {"magid": "33\0"}),
}  # fmt: skip

RELIANCE_OA: Final = Export(
    ("reftype", "confscore", "oaid", "patent", "wherefound"),
    lambda number: {
        "reftype": "app", "confscore": "10", "oaid": f"210123{number}", "patent": f"us-765432{number}-b2", "wherefound": "front",
    },
    read="oaid",
    needed="oaid",
)  # fmt: skip
OF_RELIANCE_OA: Final[Cells] = {
    **_PATENTS,
    "no work": ("required_missing", {"oaid": ""}),
    "words for a work": ("required_missing", {"oaid": "see text"}),
    "an author for a work": ("required_missing", {"oaid": "A5023888391"}),
    "a work with its address of another site": ("required_missing", {"oaid": "https://example.org/W2101234"}),
    "a work that a spreadsheet rounded": ("required_missing", {"oaid": "2.10123E+09"}),
    "a work below zero": ("required_missing", {"oaid": "-1"}),
    "a work over 256 digits": ("required_missing", {"oaid": "3" * 257}),
    "NUL in a work": ("control_character", {"oaid": "2101\0"}),
}  # fmt: skip

EXPORTS: Final[Mapping[str, tuple[tuple[Export, Cells], ...]]] = {
    "Lens": ((LENS, OF_LENS),),
    "Reliance on Science": ((RELIANCE, OF_RELIANCE), (RELIANCE_OA, OF_RELIANCE_OA)),
}

GRANTED: Final = Export(
    ("patent_id", "patent_type", "patent_date", "patent_title"),
    lambda number: {
        "patent_id": f"765432{number}", "patent_type": "utility", "patent_date": f"2010-02-0{number}", "patent_title": f'A "counter", {number}',
    },
    mark="\t",
    read="patent_date",
    needed="patent_date",
)  # fmt: skip
OF_GRANTED: Final[Cells] = {
    **days("patent_date"),
    **texts("patent_title", "a title"),
    "no number": ("date_missing", {"patent_id": ""}),
    "another number": ("date_missing", {"patent_id": "1"}),
    "a word for a number": ("date_missing", {"patent_id": "see text"}),
    "a patent of another office": ("date_missing", {"patent_id": "EP7654327"}),
    "a number that a spreadsheet rounded": ("date_missing", {"patent_id": "7.65433E+06"}),
    "a number below zero": ("date_missing", {"patent_id": "-7654327.5"}),
}  # fmt: skip
"""Cells of the row of a patent that is cited: what becomes of the citation."""
AGAIN: Final = {
    "a patent on a later day": GRANTED.row(1, {"patent_date": "2011-01-01"}),
    "a patent in an earlier year": GRANTED.row(1, {"patent_date": "1999"}),
}
"""Rows of a patent that has one already: the later day counts."""
