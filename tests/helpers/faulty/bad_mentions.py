# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with mentions of papers: exports of Altmetric, and Crossref's Event Data."""

from collections.abc import Mapping
from typing import Any, Final

from helpers.faulty.bad_exports import LONG, Cells, Export, addresses, days, texts


def event(number: int) -> dict[str, Any]:
    """An event of Crossref Event Data."""
    address = f"https://blog.example/2017/{number}"
    return {
        "obj_id": f"https://doi.org/10.1000/{number}", "source_token": "t", "id": f"e{number}", "action": "add",
        "occurred_at": "2017-04-11T13:07:02Z", "subj_id": address, "subj": {"pid": address, "title": "On words"},
        "source_id": "newsfeed", "relation_type_id": "discusses",
    }  # fmt: skip


ALTMETRIC: Final = Export(
    ("Mention Type", "Mention Date", "Outlet or Author", "Mention Title", "External Mention ID", "Mention URL",
     "Research Output Title", "Publication Date", "DOI", "PubMed ID", "arXiv ID"),
    lambda number: {
        "Mention Type": "News story", "Mention Date": "2019-05-02", "Outlet or Author": "The Paper",
        "Mention Title": f"Words, counted {number}", "Mention URL": f"https://paper.example/{number}",
        "Research Output Title": "Counting words in texts", "DOI": f"10.1000/{number}", "PubMed ID": "171",
    },
    read="Mention Date",
    needed="Mention Type",
)  # fmt: skip
_NO_ID: Final = {"DOI": "", "PubMed ID": ""}
_NO_LINK: Final = {"Mention URL": ""}
CELLS: Final[Cells] = {
    "no paper": ("required_missing", {**_NO_ID, "Research Output Title": ""}),
    "a paper by a short title": ("title_short", {**_NO_ID, "Research Output Title": "Words"}),
    "a paper by words as DOI": ("required_missing", {**_NO_ID, "DOI": "see text", "Research Output Title": ""}),
    "a paper by a title over 1 MB": ("field_over_1_MB", {**_NO_ID, "Research Output Title": LONG}),
    "NUL in a paper's title": ("control_character", {**_NO_ID, "Research Output Title": "Counting words in\0 texts"}),
    "words as DOI": ("doi_malformed", {"DOI": "see text"}),
    "a DOI with a blank": ("doi_malformed", {"DOI": "10.1000/ 7"}),
    "a DOI as a number": ("doi_malformed", {"DOI": "10.1"}),
    "a DOI over 256 letters": ("external_id_over_256", {"DOI": "10.1000/" + "x" * 257}),
    "NUL in a DOI": ("control_character", {"DOI": "10.1000/\0"}),
    "words as id of PubMed": ("pmid_malformed", {"PubMed ID": "see text"}),
    "an id of PubMed that a spreadsheet rounded": ("pmid_malformed", {"PubMed ID": "1.73302E+07"}),
    "an id of PubMed Central as one of PubMed": ("pmid_malformed", {"PubMed ID": "PMC3439153"}),
    "NUL in an id of PubMed": ("control_character", {"PubMed ID": "171\0"}),
    "an arXiv id over 256 letters": ("external_id_over_256", {"arXiv ID": "x" * 257}),
    "NUL in an arXiv id": ("control_character", {"arXiv ID": "1706\0"}),
    "no kind": ("required_missing", {"Mention Type": ""}),
    "a kind that is reserved": ("document_kind", {"Mention Type": "Award"}),
    "a kind of marks": ("document_kind", {"Mention Type": "!!"}),
    "a kind of digits": ("document_kind", {"Mention Type": "2019"}),
    "a kind over 40 letters": ("document_kind", {"Mention Type": "x" * 50}),
    "a kind over 1 MB": ("field_over_1_MB", {"Mention Type": LONG}),
    "NUL in a kind": ("control_character", {"Mention Type": "a\0b"}),
    "neither title nor address": ("required_missing", {**_NO_LINK, "Mention Title": ""}),
    "an address that is none, without a title": ("required_missing", {"Mention Title": "", "Mention URL": "javascript:x"}),
    "an id over 256 letters": ("id_over_256", {**_NO_LINK, "External Mention ID": "x" * 300}),
    "an id that a spreadsheet rounded": ("id_rounded", {**_NO_LINK, "External Mention ID": "1.12345E+18"}),
    "NUL in an id": ("control_character", {**_NO_LINK, "External Mention ID": "1\0"}),
    **days("Mention Date"),
    **texts("Mention Title", "a title"),
    **texts("Outlet or Author", "an outlet"),
    **addresses("Mention URL"),
}  # fmt: skip
"""Cells of a mention: what becomes of them, and what they have in place of good values."""

_OF_OTHER_TYPES: Final[tuple[Any, ...]] = (7, True, [], {})
EVENTS: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    *(("wrong_type", {"obj_id": one}) for one in _OF_OTHER_TYPES),
    *(("wrong_type", {key: 7}) for key in ("subj_id", "subj", "source_id", "action", "updated", "occurred_at")),
    ("wrong_type", {"subj": "x"}), ("wrong_type", {"subj": [7]}), ("wrong_type", {"subj": {"title": 7}}),
    ("required_null", {"obj_id": None}), ("id_empty", {"obj_id": ""}), ("id_over_256", {"obj_id": "x" * 300}),
    ("required_missing", {"source_id": None}), ("required_missing", {"source_id": " "}),
    ("required_missing", {"subj_id": None, "subj": {}}), ("document_kind", {"source_id": "count"}),
    ("event_of_works", {"source_id": "crossref"}), ("event_of_works", {"source_id": "datacite"}),
    ("event_deleted", {"action": "delete"}), ("event_deleted", {"updated": "deleted"}),
    ("date_malformed", {"occurred_at": "then"}), ("date_malformed", {"occurred_at": "11 April 2017"}),
    ("date_impossible", {"occurred_at": "2017-13-01T00:00:00Z"}), ("date_impossible", {"occurred_at": "2017-02-30T00:00:00Z"}),
    ("date_zero", {"occurred_at": "0000-00-00T00:00:00Z"}), ("before_1400", {"occurred_at": "1399-01-01T00:00:00Z"}),
    ("field_over_1_MB", {"subj": {"title": LONG}}),
)  # fmt: skip
"""Events that are rejected: the reason, and what they have in place of good values."""
