"""Two papers as each release of AMiner's citation data gives them, made by hand."""

import json
from collections.abc import Mapping
from typing import Any, Final

_ABSTRACT: Final = "Words are counted."
_TENTH: Final[tuple[dict[str, Any], ...]] = (
    {
        "id": "p1", "title": "Counting words", "authors": ["Ada Bell"], "venue": "Letters",
        "year": 1998, "n_citation": 1, "abstract": _ABSTRACT,
    },
    {
        "id": "p2", "title": "Counting pairs", "authors": ["Ada Bell", "Cy Dee"],
        "venue": "Letters", "year": 2001, "n_citation": 0, "references": ["p1", "x9"],
    },
)  # fmt: skip
_ELEVENTH: Final[tuple[dict[str, Any], ...]] = (
    {
        "id": "11", "title": "Counting words", "authors": [{"name": "Ada Bell", "id": "21"}],
        "venue": {"raw": "Letters", "id": "31"}, "year": 1998, "n_citation": 1, "page_start": "1",
        "doc_type": "Journal", "publisher": "P", "volume": "7", "issue": "", "doi": "10.1000/ABC",
        "indexed_abstract": {
            "IndexLength": 3, "InvertedIndex": {"counted.": [2], "Words": [0], "are": [1]},
        },
        "fos": [{"name": "Counting", "w": 0.5}],
    },
    {
        "id": "12", "title": "Counting pairs", "year": 2001, "n_citation": 0,
        "authors": [{"name": "Ada Bell", "id": "21"}, {"name": "Cy Dee", "org": "MIT#TAB#"}],
        "venue": {"raw": "Letters", "id": "31"}, "doc_type": "Journal", "references": ["11", "99"],
    },
)  # fmt: skip
_SHELL: Final = """[
{
    "_id" : "11",
    "title" : "Counting words",
    "authors" : [ { "_id" : "21", "name" : "Ada Bell" } ],
    "venue" : { "_id" : "31", "type" : NumberInt(1), "raw" : "Letters" },
    "year" : NumberInt(1998),
    "fos" : [ { "name" : "Counting", "w" : 0.5 } ],
    "n_citation" : NumberInt(1),
    "doc_type" : "Journal",
    "volume" : "null",
    "doi" : "10.1000/ABC",
    "pdf" : null,
    "abstract" : "Words are counted."
},
{
    "_id" : "12",
    "title" : "Counting pairs",
    "authors" : [ { "_id" : "21", "name" : "Ada Bell" }, { "name" : "Cy Dee", "org" : "MIT" } ],
    "venue" : { "_id" : "31", "raw" : "Letters" },
    "year" : NumberInt(2001),
    "doc_type" : "Journal",
    "references" : [ "11", "99" ],
    "n_citation" : NumberInt(0)
}
]
"""
_TEXT: Final = """2
#*Counting words
#@Ada Bell
#t1998
#cLetters
#indexp1
#!Words are counted.

#*Counting pairs
#@Ada Bell,Cy Dee
#t2001
#cLetters
#indexp2
#%p1
#%x9

"""
_SIXTH: Final = """#*Counting words
#@Ada Bell
#year1998
#confLetters
#citation1
#indexp1
#arnetid7
#!Words are
counted.

#*Counting pairs
#@Ada Bell;Cy Dee
#year2001
#confLetters
#citation-1
#indexp2
#arnetid8
#%p1
#%x9
"""
_NETWORK: Final = """#index p1
#* Counting words
#@ Ada Bell
#o -
#t 1998
#c Letters
#! Words are counted.

#index p2
#* Counting pairs
#@ Ada Bell;Cy Dee
#o -;MIT
#t 2001
#c Letters
#% p1
#% x9

"""


def _numbered(paper: dict[str, Any]) -> dict[str, Any]:
    """A paper with numbers as ids."""
    return {
        **paper,
        "id": int(paper["id"]),
        "authors": [
            {**one, "id": int(one["id"])} if "id" in one else one for one in paper["authors"]
        ],
        "venue": {**paper["venue"], "id": 31, "type": "J"},
        "references": list(map(int, paper.get("references", ()))),
    }  # fmt: skip


def _lines(papers: tuple[dict[str, Any], ...]) -> str:
    return "".join(f"{json.dumps(paper)}\n" for paper in papers)


BY_NAME: Final[Mapping[str, str]] = {
    "1, text": _TEXT,
    "6, text": _SIXTH,
    "of the social network, text": _NETWORK,
    "10, lines": _lines(_TENTH),
}
"""Releases whose authors and venues have names alone, with what they begin with."""
BY_ID: Final[Mapping[str, str]] = {
    "11, lines": _lines(_ELEVENTH),
    "12, a list with a paper on each line": (
        "[\n" + "\n,".join(json.dumps(_numbered(paper)) for paper in _ELEVENTH) + "\n]\n"
    ),
    "13, as MongoDB's shell writes": _SHELL,
    "14, a list": json.dumps(_ELEVENTH),
    "14, a list over many lines": json.dumps(_ELEVENTH, indent=2),
}
"""Releases that have ids of authors and venues."""
