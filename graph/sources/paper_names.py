"""What a file calls a paper, as properties under which the graph may hold it.

A paper that any of them fits is meant; so it does not matter which records of a work are loaded.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from scinet.graph import identifiers
from scinet.graph.identifiers import bare, with_source
from scinet.graph.records import Notes
from scinet.graph.sources import fields

Names: TypeAlias = tuple[tuple[str, str], ...]
"""Properties of papers with their values, sorted."""
_WORK: Final = re.compile(r"(?:openalex:)?(W\d+)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"(?:s2|corpusid)\s*:\s*(\d+)", re.IGNORECASE)
_PLAIN: Final = {"arxiv": "arxiv_id", "acl": "acl_id", "pmid": "pmid", "doi": "doi"}


def named(said: Mapping[str, Any], source: str | None, notes: Notes) -> Names:
    """The names of a paper: ``paper``, ``doi``, ``pmid``, ``arxiv``, ``openalex`` and ``mag``.

    ``paper_ids`` has DOIs and PubMed ids with two semicolons between, ``lens_ids`` ids of Lens.
    """
    found: set[tuple[str, str]] = set()
    if text := (fields.text(dict(said), "paper") or "").strip():
        own = fields.one_id(text, "paper", notes)
        found |= {("id", own), ("id", with_source(own, source)), *_external(text)}
    if text := _said(said, "doi"):
        found.update(_doi(text))
        if not _doi(text):
            notes.accept("doi_malformed")
    if text := _said(said, "pmid"):
        found.update(_pmid(text.removesuffix(".0")))
    if text := _said(said, "arxiv"):
        found.update(_both("arxiv", identifiers.arxiv_id(text)[0]))
    if match := _WORK.fullmatch(bare(_said(said, "openalex"))):
        found.update(_both("openalex", match[1].upper()))
    elif (text := _said(said, "openalex")).isdecimal():
        found.update(_both("openalex", f"W{text}"))
    if (text := _said(said, "mag").removesuffix(".0")).isdecimal():  # OpenAlex kept these numbers
        found.update(_both("openalex", f"W{text}"))
    for text in _parts(said, "paper_ids"):
        found.update(_doi(text) or _pmid(text))
    found.update(("id", f"lens:{text}") for text in _parts(said, "lens_ids"))
    return tuple(sorted(one for one in found if len(one[1]) <= identifiers.MAX_ID))


def _external(text: str) -> Iterable[tuple[str, str]]:
    """The names in a text that says of which site it is."""
    if found := _doi(text):
        return found
    own = bare(text)
    if match := _WORK.fullmatch(own):
        return _both("openalex", match[1].upper())
    if match := _NUMBER.fullmatch(own):
        return _both("s2", match[1])
    site, colon, rest = own.partition(":")
    if "arxiv.org/" in text or (colon and site.lower() == "arxiv"):
        return _both("arxiv", identifiers.arxiv_id(text)[0])
    if colon and site.lower() in {"pmid", "pubmed"}:
        return _pmid(rest)
    return _both("acl", rest.strip()) if colon and site.lower() == "acl" else ()


def _both(site: str, text: str) -> list[tuple[str, str]]:
    """What a paper is called by, and what it may state."""
    return [("id", f"{site}:{text}"), (_PLAIN.get(site, f"{site}_id"), text)] if text else []


def _doi(text: str) -> list[tuple[str, str]]:
    return _both("doi", identifiers.doi(text)[0] or "")


def _pmid(text: str) -> list[tuple[str, str]]:
    return _both("pmid", identifiers.pmid(text) or "")


def _said(said: Mapping[str, Any], key: str) -> str:
    return fields.own_id(dict(said), key).strip()


def _parts(said: Mapping[str, Any], key: str) -> list[str]:
    return [part for piece in _said(said, key).split(";;") if (part := piece.strip())]
