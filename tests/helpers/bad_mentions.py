# ruff: noqa: E501 - tables, a class a line
"""What may be wrong with mentions of papers: exports of Altmetric, and Crossref's Event Data."""

import csv
import io
from collections.abc import Callable, Mapping
from typing import Any, Final

_LONG: Final = "x" * 1_000_001
_NAMES: Final = (
    "Mention Type", "Mention Date", "Outlet or Author", "Mention Title", "External Mention ID", "Mention URL",
    "Research Output Title", "Publication Date", "DOI", "PubMed ID", "arXiv ID",
)  # fmt: skip


def event(number: int) -> dict[str, Any]:
    """An event of Crossref Event Data."""
    address = f"https://blog.example/2017/{number}"
    return {
        "obj_id": f"https://doi.org/10.1000/{number}", "source_token": "t", "id": f"e{number}", "action": "add",
        "occurred_at": "2017-04-11T13:07:02Z", "subj_id": address, "subj": {"pid": address, "title": "On words"},
        "source_id": "newsfeed", "relation_type_id": "discusses",
    }  # fmt: skip


def mentions(*changed: Mapping[str, str]) -> bytes:
    """An export of Altmetric with a row for each: what it has in place of good values."""
    stream = io.StringIO(newline="")
    rows = csv.DictWriter(stream, _NAMES, restval="", lineterminator="\n")
    rows.writeheader()
    for number, one in enumerate(changed):
        rows.writerow(
            {
                "Mention Type": "News story", "Mention Date": "2019-05-02", "Outlet or Author": "The Paper",
                "Mention Title": f"Words, counted {number}", "Mention URL": f"https://paper.example/{number}",
                "Research Output Title": "Counting words in texts", "DOI": f"10.1000/{number}", "PubMed ID": "171", **one,
            }
        )  # fmt: skip
    return stream.getvalue().encode()


_NO_ID: Final = {"DOI": "", "PubMed ID": ""}
CELLS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "no paper": ("required_missing", {**_NO_ID, "Research Output Title": ""}),
    "a paper by a short title": ("title_short", {**_NO_ID, "Research Output Title": "Words"}),
    "a paper by words as DOI": ("required_missing", {**_NO_ID, "DOI": "see text", "Research Output Title": ""}),
    "words as DOI": ("doi_malformed", {"DOI": "see text"}),
    "no kind": ("required_missing", {"Mention Type": ""}),
    "a kind that is reserved": ("document_kind", {"Mention Type": "Award"}),
    "a kind of marks": ("document_kind", {"Mention Type": "!!"}),
    "a kind over 40 letters": ("document_kind", {"Mention Type": "x" * 50}),
    "no day": ("date_missing", {"Mention Date": ""}),
    "a word as day": ("date_malformed", {"Mention Date": "soon"}),
    "a day as Americans write it": ("date_malformed", {"Mention Date": "05/02/2019"}),
    "a day as a number": ("date_malformed", {"Mention Date": "43587"}),
    "a year with a letter for a digit": ("date_malformed", {"Mention Date": "20I9"}),
    "month 13": ("date_impossible", {"Mention Date": "2019-13-01"}),
    "30 February": ("date_impossible", {"Mention Date": "2019-02-30"}),
    "a day of zeros": ("date_zero", {"Mention Date": "0000-00-00"}),
    "a day before printing": ("before_1400", {"Mention Date": "1399-01-01"}),
    "a year alone": ("year_only", {"Mention Date": "2019"}),
    "a month alone": ("month_only", {"Mention Date": "2019-05"}),
    "neither title nor address": ("required_missing", {"Mention Title": "", "Mention URL": ""}),
    "an address that is none, without a title": ("required_missing", {"Mention Title": "", "Mention URL": "javascript:x"}),
    "an address over 1 MB": ("field_over_1_MB", {"Mention URL": f"https://paper.example/{_LONG}"}),
    "a title over 1 MB": ("field_over_1_MB", {"Mention Title": _LONG}),
    "a title over 2,000 letters": ("name_cut", {"Mention Title": "x" * 2_001}),
    "an outlet over 1 MB": ("field_over_1_MB", {"Outlet or Author": _LONG}),
    "an outlet over 2,000 letters": ("name_cut", {"Outlet or Author": "x" * 2_001}),
    "an id over 256 letters": ("id_over_256", {"External Mention ID": "x" * 300, "Mention URL": ""}),
    "NUL in a title": ("control_character", {"Mention Title": "a\0b"}),
    "NUL in an outlet": ("control_character", {"Outlet or Author": "a\0b"}),
    "NUL in a kind": ("control_character", {"Mention Type": "a\0b"}),
}  # fmt: skip
"""Cells of a mention: what becomes of them, and what they have in place of good values."""

ROWS: Final[Mapping[str, bytes]] = {
    "a cell too many": b"News story" + b"," * len(_NAMES) + b"x\n",
    "half its cells": b"News story,2019-05-02,The Paper\n",
    "one cell": b"News story\n",
    "the header again": ",".join(_NAMES).encode() + b"\n",
    "tabs between cells": b"News story\t2019-05-02\tThe Paper\n",
    "a line of JSON": b"{}\n",
    "a comment": b"# checked by hand\n",
    "a line of dashes": b"-" * 50 + b"\n",
    "how many rows there are": b"(1 row)\n",
}
"""Rows of other cells than the header has names."""

TABLES: Final[Mapping[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "a quotation that never ends": ("malformed_csv", lambda data: data + b'"News'),
    "a quotation that goes on": ("malformed_csv", lambda data: data + b'"Ne"ws,x\n'),
    "Latin-1": ("invalid_utf8", lambda data: data + b"caf\xe9\n"),
    "half a character": ("invalid_utf8", lambda data: data + b"\xc3"),
    "a line over 16 MiB": ("line_over_16_MiB", lambda data: data + b"x" * (16 * 1024 * 1024 + 1)),
}
"""Exports by what is wrong at their ends: the fault; what stands before is read."""

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
    ("field_over_1_MB", {"subj": {"title": _LONG}}),
)  # fmt: skip
"""Events that are rejected: the reason, and what they have in place of good values."""
