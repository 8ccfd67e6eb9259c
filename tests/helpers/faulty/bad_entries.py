# ruff: noqa: E501 - tables, a class a line
"""Entries of every format that is not a list of records, made of values; and what may be wrong.

An entry is made of values alone, so that a class of bad values holds for every format; what is
wrong with a document holds for every format in XML.
"""

from collections.abc import Callable, Mapping
from string import Template
from typing import Any, Final, NamedTuple

from helpers.faulty.bad_records import LINES
from helpers.faulty.bad_writing import (
    Changes,
    Classes,
    read_changes,
    read_classes,
    read_kinds,
    rows,
    text,
    written,
)
from helpers.files.article_files import UNARXIVE
from helpers.files.network_files import read_sections
from helpers.files.service_files import ARXIV, CROSSREF, LENS

Values = Mapping[str, str]
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun")
_ENTRIES: Final = read_sections("entries.txt")
"""Templates of entries by format."""


class Format(NamedTuple):
    """A format of entries.

    Attributes:
        template: An entry, with the names of its values.
        before: What stands before all entries; nothing where entries are lines of text.
    """

    kind: str
    template: str
    before: str = ""
    after: str = ""

    def entry(self, values: Values) -> str:
        day, number = when(values), values["id"].removeprefix("k")
        more = {"date": day, "slashed": day.replace("-", "/"), "number": number, "blank": " "}
        made = self.template.replace("\n", "") if self.before else self.template
        return Template(made).substitute(values, **more)

    def file(self, *entries: bytes) -> bytes:
        return self.before.encode() + b"\n".join(entries) + self.after.encode()


def good(number: int) -> dict[str, str]:
    return {
        "id": f"k{number}", "doi": f"10.1000/e{number}", "title": f"Counting words {number}",
        "family": "Bell", "given": "Ada", "year": "1998", "month": "Jun", "day": "15",
        "venue": "Letters", "abstract": "An abstract.",
    }  # fmt: skip


def when(v: Values) -> str:
    """A date in digits, as far as it is said."""
    month = f"{_MONTHS.index(v['month']) + 1:02}" if v["month"] in _MONTHS else v["month"]
    return "-".join(filter(None, (v["year"], month, v["day"])))


_AROUND: Final[Mapping[str, tuple[str, str]]] = {
    "EndNote XML": ("<xml><records>", "</records></xml>"),
    "PubMed XML": ("<PubmedArticleSet>", "</PubmedArticleSet>"),
    "ACL XML": ("<collection id='2020.acl'>", "</collection>"),
    "DBLP": ("<dblp>", "</dblp>"),
    "JATS": ("<pmc-articleset>", "</pmc-articleset>"),
    "TEI": ("<teiCorpus xmlns='http://www.tei-c.org/ns/1.0'>", "</teiCorpus>"),
}
FORMATS: Final[Mapping[str, Format]] = {
    name: Format(
        "articles" if name in {"JATS", "TEI"} else "bibliography", entry, *_AROUND.get(name, ())
    )
    for name, entry in _ENTRIES.items()
}

BAD_VALUES: Final[Changes] = read_changes("values")
ELSEWHERE: Final[Mapping[tuple[str, str], str]] = {
    **{(name, "a DOI over 256 letters"): "external_id_over_256" for name in ("BibTeX", "RIS", "ACL XML")},
    **{(name, "no author"): "author_empty" for name in ("BibTeX", "EndNote", "PubMed", "EndNote XML", "ACL XML", "DBLP")},
    ("DBLP", "an author over 2,000 letters"): "id_over_256",
}  # fmt: skip
"""What becomes of a class in a format that reads it in another way."""
ABSENT: Final = frozenset(
    {(name, "neither id nor title") for name in ("PubMed", "PubMed XML", "ACL XML", "DBLP")}
    | {("DBLP", name) for name, (_, changed) in BAD_VALUES.items() if "day" in changed and "year" not in changed}
    | {("DBLP", "an abstract over 1 MB")}
)  # fmt: skip
"""Classes that a format has no place for: every entry has an id, or none has days or abstracts."""


def _inside(raw: str) -> Callable[[str], bytes]:
    """An entry with something between its parts."""
    return written(lambda entry: entry[: entry.rindex("</")] + raw + entry[entry.rindex("</") :])


_TAGGED: Final = read_classes("letters")
BAD_TEXT: Final[Mapping[str, Classes]] = {
    "BibTeX": {
        **read_classes("bibtex"),
        "lines behind percent signs": (
            "field_malformed",
            written(lambda e: "".join(f"% {line}\n" for line in e.splitlines())),
        ),
    },
    "RIS": _TAGGED | read_classes("ris"),
    "EndNote": _TAGGED | read_classes("endnote"),
    "PubMed": _TAGGED | read_classes("pubmed"),
}
"""By format of text: what is wrong with how an entry is written, and what becomes of it."""

LISTED: Final = frozenset(
    {
        "abbreviation_unknown", "author_empty", "authors_not_all", "crossref_unresolved",
        "date_in_part", "dates_disagree", "end_missing", "field_malformed", "field_twice",
        "latex_malformed", "line_without_tag", "name_malformed", "unknown_field",
    }
)  # fmt: skip
"""What is stored of a bad entry, but listed with its file and line."""

BAD_XML: Final[Classes] = {
    **{what: (reason, _inside(text(cell))) for what, reason, cell in rows("xml")},
    "half an entry": ("xml_malformed", written(lambda entry: entry[: len(entry) // 2])),
    "an entry cut in its last tag": ("xml_malformed", written(lambda entry: entry[:-2])),
    "an entry cut in its first tag": ("xml_malformed", written(lambda entry: entry[:3])),
    "a second end of the document": ("xml_malformed", written(lambda entry: entry + "</end>")),
}
"""By what is wrong in a document in XML: what breaks the file, and how an entry is written."""


def _crossref(number: int) -> dict[str, Any]:
    return {**CROSSREF, "DOI": f"10.1000/c{number}", "title": [f"Counting {number}"]}


def _arxiv(number: int) -> dict[str, Any]:
    return {**ARXIV, "id": f"cs/98060{number:02}", "title": f"Counting {number}", "doi": None}


def _lens(number: int) -> dict[str, Any]:
    return {
        **LENS,
        "lens_id": f"000-000-000-000-0{number}X",
        "title": f"Counting {number}",
        "external_ids": [],
    }


def _csl(number: int) -> dict[str, Any]:
    return {
        "id": f"k{number}", "type": "article-journal", "title": f"Counting {number}", "container-title": "Letters",
        "issued": {"date-parts": [[2001, 5, 3]]}, "author": [{"family": "Bell", "given": "Ada"}], "DOI": f"10.1000/z{number}",
    }  # fmt: skip


def _unarxive(number: int) -> dict[str, Any]:
    about = {**UNARXIVE["metadata"], "title": f"Counting {number}"}
    return {**UNARXIVE, "paper_id": f"2212.000{number:02}", "metadata": about}


def _s2orc(number: int) -> dict[str, Any]:
    reference = {
        "title": "Pairs", "authors": [{"first": "Cy", "middle": [], "last": "Dee"}], "year": 1999,
        "venue": "Letters", "other_ids": {"DOI": ["10.1000/b"]},
    }  # fmt: skip
    span = {"start": 0, "end": 3, "text": "[1]", "ref_id": "BIBREF0"}
    return {
        "paper_id": f"77{number}", "title": f"Counting {number}", "year": 2001, "venue": "Letters",
        "authors": [{"first": "Ada", "middle": ["B."], "last": "Bell", "suffix": ""}],
        "abstract": {"text": "An abstract."}, "bib_entries": {"BIBREF0": reference},
        "body_text": [{"section": "Words", "text": "[1] counts.", "cite_spans": [span]}],
    }  # fmt: skip


OBJECTS: Final[Mapping[str, tuple[str, str, Callable[[int], dict[str, Any]]]]] = {
    "Crossref": ("bibliography", "DOI", _crossref),
    "arXiv": ("bibliography", "id", _arxiv),
    "Lens": ("bibliography", "lens_id", _lens),
    "CSL-JSON": ("bibliography", "id", _csl),
    "unarXive": ("articles", "paper_id", _unarxive),
    "S2ORC": ("articles", "paper_id", _s2orc),
}
"""Formats whose entries are objects of JSON: the kind of load, what holds the id, a good entry."""
_OF_IDS: Final = frozenset({"required_null", "wrong_type", "id_empty", "id_over_256"})
BAD_LINES: Final = {
    name: one for name, one in LINES.items() if one[0] not in _OF_IDS and name != "no id"
}
"""Bad lines, whatever the format; an entry without an id is called by author, year and title."""

BAD_OBJECTS: Final = {
    name: [changed for _, changed in listed] for name, listed in read_kinds("objects").items()
}
"""Values of other types than the objects of each format have."""
