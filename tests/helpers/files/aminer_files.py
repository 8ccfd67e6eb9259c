"""Two papers as each release of AMiner's citation data gives them, made by hand."""

import json
from collections.abc import Mapping
from typing import Any, Final

from helpers.files.network_files import read_source

_LINES: Final = read_source("aminer-11.jsonl")
_ELEVENTH: Final = [json.loads(line) for line in _LINES.splitlines()]


def _numbered(paper: dict[str, Any]) -> dict[str, Any]:
    return {
        **paper,
        "id": int(paper["id"]),
        "authors": [
            author | ({"id": int(author["id"])} if "id" in author else {})
            for author in paper["authors"]
        ],
        "venue": {**paper["venue"], "id": 31, "type": "J"},
        "references": list(map(int, paper.get("references", ()))),
    }  # fmt: skip


BY_NAME: Final[Mapping[str, str]] = {
    "1, text": read_source("aminer-1.txt"),
    "6, text": read_source("aminer-6.txt"),
    "of the social network, text": read_source("aminer-network.txt"),
    "10, lines": read_source("aminer-10.jsonl"),
}
"""Releases whose authors and venues have names alone, with what they begin with."""
BY_ID: Final[Mapping[str, str]] = {
    "11, lines": _LINES,
    "12, a list with a paper on each line": (
        "[\n" + "\n,".join(json.dumps(_numbered(paper)) for paper in _ELEVENTH) + "\n]\n"
    ),
    "13, as MongoDB's shell writes": read_source("aminer-13.json"),
    "14, a list": json.dumps(_ELEVENTH),
    "14, a list over many lines": json.dumps(_ELEVENTH, indent=2),
}
"""Releases that have ids of authors and venues."""
