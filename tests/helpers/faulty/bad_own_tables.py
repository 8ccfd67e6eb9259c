# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with tables of papers that people make themselves."""

from collections.abc import Callable, Mapping
from typing import Final

from helpers.faulty.bad_records import FILES

NAMES: Final = ("id", "title", "year", "authors", "journal", "doi", "abstract", "references")
HEADER: Final = ",".join(NAMES) + "\n"
Changed = Mapping[str, str]


def row(number: int, changed: Changed | None = None) -> str:
    """A row of a paper; what has a comma in it is to be quoted."""
    good = {
        "id": f"p{number}", "title": f"Counting {number}", "year": "1998-06-15", "authors": '"Bell, Ada; Dee, Cy"',
        "journal": "Letters", "doi": f"10.1000/{number}", "abstract": "An abstract.", "references": "p1" if number > 1 else "",
    }  # fmt: skip
    return ",".join({**good, **(changed or {})}.values()) + "\n"


_LONG: Final = "x" * 1_000_001
CELLS: Final[Mapping[str, tuple[str, Changed]]] = {
    "neither id nor DOI": ("required_missing", {"id": "", "doi": ""}),
    "an id over 256 letters": ("id_over_256", {"id": "x" * 257}),
    "an id with its address": ("id_case_or_url_form", {"id": "https://doi.org/10.1000/7"}),
    "an author's id": ("id_of_other_entity", {"id": "https://openalex.org/A5023888391"}),
    "no title": ("title_empty", {"title": ""}),
    "a spelling of no title": ("title_empty", {"title": "N/A"}),
    "tags in a title": ("markup_in_title", {"title": "<i>Counting</i>"}),
    "a letter of HTML in a title": ("markup_in_title", {"title": "R &amp; D"}),
    "a title that runs backwards": ("bidi_or_combining", {"title": "a\u202eb"}),
    "a title over 1 MB": ("field_over_1_MB", {"title": _LONG}),
    "an abstract over 1 MB": ("field_over_1_MB", {"abstract": _LONG}),
    "a venue over 1 MB": ("field_over_1_MB", {"journal": _LONG}),
    "a venue over 2,000 letters": ("name_cut", {"journal": "x" * 2_001}),
    "an author over 2,000 letters": ("name_cut", {"authors": "x" * 2_001}),
    "an author over 1 MB": ("field_over_1_MB", {"authors": _LONG}),
    "no author": ("no_authors", {"authors": ""}),
    "authors of marks alone": ("no_authors", {"authors": ";;"}),
    "an author of a comma": ("author_empty", {"authors": '","'}),
    "an author twice": ("author_twice", {"authors": '"Bell, Ada; Bell, Ada"'}),
    "no date": ("date_missing", {"year": ""}),
    "in press": ("date_missing", {"year": "in press"}),
    "a year with a letter for a digit": ("date_missing", {"year": "20O5"}),
    "a year of two digits": ("date_missing", {"year": "98"}),
    "a year of five digits": ("date_missing", {"year": "19998"}),
    "a date as a number of days": ("date_missing", {"year": "35961"}),
    "a date as a number of seconds": ("date_missing", {"year": "897868800"}),
    "a date too wide for its column": ("date_missing", {"year": "########"}),
    "a year of two digits with its day": ("date_missing", {"year": "15-Jun-98"}),
    "a year with a decimal point": ("date_in_part", {"year": "1998.0"}),
    "a date as Americans write it": ("date_in_part", {"year": "06/15/1998"}),
    "a date as Germans write it": ("date_in_part", {"year": "04.06.1998"}),
    "a season": ("year_only", {"year": "Spring 1998"}),
    "a month alone": ("month_only", {"year": "June 1998"}),
    "month 13": ("date_impossible", {"year": "1998-13-01"}),
    "30 February": ("date_impossible", {"year": "1998-02-30"}),
    "a month of zero": ("date_zero", {"year": "1998-00-01"}),
    "a year of zeros": ("date_zero", {"year": "0000"}),
    "a year before printing": ("before_1400", {"year": "1399"}),
    "a DOI with a blank": ("doi_malformed", {"doi": "10.1000/ e7"}),
    "words as DOI": ("doi_malformed", {"doi": "see text"}),
    "half a DOI": ("doi_malformed", {"doi": "10.1000"}),
    "an address as DOI": ("doi_prefix_or_punctuation", {"doi": "https://doi.org/10.1000/7"}),
    "a DOI over 256 letters": ("external_id_over_256", {"doi": "10.1000/" + "x" * 300}),
    "a reference to itself": ("cites_itself", {"references": "p7"}),
    "a reference twice": ("repeated", {"references": "p1;p1"}),
    "a reference over 256 letters": ("id_over_256", {"references": "x" * 257}),
    "a reference with its address": ("id_case_or_url_form", {"references": "https://example.org/p1"}),
}  # fmt: skip
"""Cells of a paper: what becomes of them, and what they have in place of good values."""

ROWS: Final[Mapping[str, Callable[[str], str]]] = {
    "a cell too many": lambda good: good[:-1] + ",x\n",
    "half its cells": lambda good: ",".join(good.split(",")[:3]) + "\n",
    "an id alone": lambda _: "p7\n",
    "the header again": lambda _: HEADER,
    "the header again, in capitals": lambda _: HEADER.upper(),
    "tabs between cells": lambda good: good.replace(",", "\t"),
    "semicolons between cells": lambda good: good.replace(",", ";"),
    "a comment": lambda _: "# checked by hand\n",
    "a line of dashes": lambda _: "-" * 50 + "\n",
    "how many rows there are": lambda _: "(1 row)\n",
    "a line of JSON": lambda _: '{"id": "p7"}\n',
    "a blank before a quotation": lambda good: good.replace('"Bell', ' "Bell'),
    "quotation marks of a word processor": lambda good: good.replace('"', "\u201d"),
}
"""Rows of papers that have other cells than the header has names."""

QUOTED: Final[Mapping[str, tuple[str, str]]] = {
    "a quotation that never ends": ("Letters", '"Letters'),
    "a quotation that goes on": ("Letters", '"Let"ters'),
}
_FOREIGN: Final = frozenset({"foreign", "invalid"})
READ: Final = {what: make for what, (fault, make) in FILES.items() if fault[:1] in {"", "+"}}
"""Tables that are read as if nothing were the matter."""
ELSE: Final = {what: make for what, (fault, make) in FILES.items() if fault in _FOREIGN}
"""Tables that are refused whatever they are said to be, as any file is."""
TABLES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    **{what: one for what, one in FILES.items() if what not in READ | ELSE},
    "a header alone": ("empty_file", lambda data: data.partition(b"\n")[0] + b"\n"),
    "a column twice": ("column_twice", lambda data: data.replace(b"title", b"id", 1)),
}  # fmt: skip
"""Tables of papers by what they are, with their fault: nothing of them is read."""
FOREIGN: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    **ELSE,
    "no header": lambda data: data.partition(b"\n")[2],
    "no column of ids": lambda data: data.replace(b"id,", b"number,", 1).replace(b"doi", b"other", 1),
    "bars between cells": lambda data: data.replace(b",", b"|"),
    "a quotation mark in the header": lambda data: b'"' + data,
    "NUL in a cell": lambda data: data.replace(b"An abstract", b"a\0b", 1),
    "a web page without its kind": lambda data: b"<html>" + data,
}  # fmt: skip
"""Tables of papers that are refused whatever they are said to be."""
